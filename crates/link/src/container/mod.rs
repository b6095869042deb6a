//! What a file is, and where the programs in it are.
//!
//! A file is recognised by its first bytes, not by its name: bitcode, bare or wrapped; an archive of such files; an
//! object file or executable that carries bitcode in a section; Braid's own text form. Anything else is named in the
//! error, with what to do about it. Nothing here looks into a program; see [`crate::read`].

mod archive;
mod foreign;
mod object;

use std::path::Path;

use braid_ir::text::HEADER;

pub(crate) use archive::Archive;

/// A program as it lies in a file.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The file, with the archive member in parentheses and the section after it.
    pub(crate) origin: String,
    /// The form it is in.
    pub(crate) form: Form,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

/// The forms a program can be in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// LLVM bitcode, bare or wrapped; several modules may follow each other.
    Bitcode,
    /// Braid's text form.
    Text,
}

/// What was found in a file.
#[derive(Debug)]
pub(crate) enum Found {
    /// Programs, all of which are meant.
    Units(Vec<Unit>),
    /// An archive, of which what is needed is meant.
    Archive(Archive),
}

/// Why a file holds no program.
#[derive(Debug, thiserror::Error)]
pub enum ContainerError {
    /// The file is something else.
    #[error("{found}; {advice}")]
    Foreign {
        /// What it is.
        found: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// An object file or archive is damaged.
    #[error("damaged {what}: {reason}")]
    Damaged {
        /// What it begins like.
        what: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// No member of an archive holds bitcode.
    #[error("none of the archive's {total} members holds bitcode (the first, {example}); {advice}")]
    NoMembers {
        /// How many members there are.
        total: usize,
        /// The name of the first and what it is.
        example: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// A member of a thin archive, which lies in a file of its own, cannot be read.
    #[error("member '{member}' of the thin archive: {reason}")]
    ThinMember {
        /// The name of the file as the archive gives it.
        member: String,
        /// Why it cannot be read.
        reason: String,
    },
    /// The text form does not parse.
    #[error(transparent)]
    Text(#[from] braid_ir::text::ParseError),
    /// The text form is not well encoded.
    #[error("text IR is not UTF-8 from byte {at} on")]
    Encoding {
        /// Where the first wrong byte is.
        at: usize,
    },
    /// The bitcode is damaged or too new.
    #[error(transparent)]
    Bitcode(#[from] braid_bitcode::Error),
}

/// Looks into `bytes`, read from `path`.
pub(crate) fn open(path: &Path, bytes: Vec<u8>) -> Result<Found, ContainerError> {
    if archive::is_archive(&bytes) {
        return Archive::open(path, &bytes).map(Found::Archive);
    }
    units(&path.display().to_string(), bytes).map(Found::Units)
}

/// The programs in a file that is no archive.
fn units(origin: &str, bytes: Vec<u8>) -> Result<Vec<Unit>, ContainerError> {
    let unit = |form, bytes| Unit { origin: origin.to_owned(), form, bytes };
    if braid_bitcode::is_bitcode(&bytes) {
        return Ok(vec![unit(Form::Bitcode, bytes)]);
    }
    if bytes.starts_with(HEADER.as_bytes()) {
        return Ok(vec![unit(Form::Text, bytes)]);
    }
    if let Some(sections) = object::bitcode_sections(&bytes)? {
        let unit = |section: object::Section| Unit {
            origin: format!("{origin}, section {} at byte {}", section.name, section.offset),
            ..unit(Form::Bitcode, section.bytes)
        };
        return Ok(sections.into_iter().map(unit).collect());
    }
    Err(foreign::describe(&bytes))
}
