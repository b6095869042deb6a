//! Archives of object files and bitcode.
//!
//! Members are found here; which of them a program needs is decided in [`crate::pull`]. The archive's own symbol table
//! is not used: archivers without LLVM's plugin leave bitcode out of it. A thin archive names files beside it.

use std::path::Path;

use object::read::archive::ArchiveFile;

use super::{ContainerError, Unit, units};
use crate::file;

/// The members of an archive that hold programs.
#[derive(Debug, Default)]
pub(crate) struct Archive {
    /// The archive's file.
    pub(crate) path: String,
    /// The programs, one entry per member, in order.
    pub(crate) members: Vec<Vec<Unit>>,
    /// How many members hold none.
    pub(crate) without: usize,
    /// The first of those, and what it is.
    pub(crate) example: String,
    /// Whether it is a Rust library, which may hold no code at all.
    has_metadata: bool,
}

/// Whether these bytes begin like an archive.
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(&object::archive::MAGIC) || bytes.starts_with(&object::archive::THIN_MAGIC)
}

impl Archive {
    /// Finds the members of an archive that hold programs. Damaged bitcode is found when a member is read.
    pub(super) fn open(path: &Path, bytes: &[u8]) -> Result<Archive, ContainerError> {
        let damaged = |error: object::Error| ContainerError::Damaged { what: "archive", reason: error.to_string() };
        let file = ArchiveFile::parse(bytes).map_err(damaged)?;
        let mut archive = Archive { path: path.display().to_string(), ..Archive::default() };
        for member in file.members() {
            let member = member.map_err(damaged)?;
            let name = String::from_utf8_lossy(member.name()).into_owned();
            if name == RUST_METADATA {
                archive.has_metadata = true;
                continue;
            }
            let contents = if member.is_thin() {
                thin_member(path, &name)?
            } else {
                member.data(bytes).map_err(damaged)?.to_vec()
            };
            archive.add(&name, contents);
        }
        archive.checked()
    }

    fn add(&mut self, name: &str, contents: Vec<u8>) {
        match units(&format!("{}({name})", self.path), contents) {
            Ok(units) => self.members.push(units),
            Err(error) => {
                if self.without == 0 {
                    self.example = format!("{name}: {}", reason(&error));
                }
                self.without += 1;
            }
        }
    }

    fn checked(self) -> Result<Archive, ContainerError> {
        if !self.members.is_empty() || (self.has_metadata && self.without == 0) {
            return Ok(self);
        }
        if self.without == 0 {
            return Err(ContainerError::Foreign { found: "an empty archive".to_owned(), advice: ADVICE });
        }
        Err(ContainerError::NoMembers { total: self.without, example: self.example, advice: ADVICE })
    }
}

/// The member of a Rust library that tells the compiler about it; it never holds code.
const RUST_METADATA: &str = "lib.rmeta";

const ADVICE: &str = "compile its members with -fembed-bitcode or to bitcode";

/// Why a member holds no program, without advice.
fn reason(error: &ContainerError) -> String {
    match error {
        ContainerError::Foreign { found, .. } => found.clone(),
        other => other.to_string(),
    }
}

/// The contents of a member that lies in a file of its own, named relative to the archive.
fn thin_member(archive: &Path, name: &str) -> Result<Vec<u8>, ContainerError> {
    let path = archive.parent().unwrap_or(Path::new("")).join(name);
    file::read(&path).map_err(|error| ContainerError::ThinMember { member: name.to_owned(), reason: error.to_string() })
}
