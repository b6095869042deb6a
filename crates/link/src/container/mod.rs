//! What a file is, and where the programs in it are.
//!
//! A file is recognised by its first bytes, not by its name: bitcode, bare or wrapped; an archive of such files; an
//! object file or executable that carries bitcode in a section; Braid's own text form. Anything else is named in the
//! error, with what to do about it. Nothing here looks into a program; see [`crate::read`].

mod archive;
mod foreign;
mod object;

use std::path::Path;

pub(crate) use archive::Archive;

/// A program as it lies in a file.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// The file, with the archive member in parentheses and the section after it.
    pub(crate) origin: String,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
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
    if braid_bitcode::is_bitcode(&bytes) {
        return Ok(vec![Unit { origin: origin.to_owned(), bytes }]);
    }
    if let Some(sections) = object::bitcode_sections(&bytes)? {
        let unit = |section: object::Section| Unit {
            origin: format!("{origin}, section {} at byte {}", section.name, section.offset),
            bytes: section.bytes,
        };
        return Ok(sections.into_iter().map(unit).collect());
    }
    Err(foreign::describe(&bytes))
}
