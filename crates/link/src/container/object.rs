//! Bitcode inside object files and executables: the sections that compilers embed it in.

use object::read::{Object, ObjectSection};
use object::{FileKind, ObjectKind};

use super::ContainerError;

/// A section with bitcode.
pub(super) struct Section {
    /// Its name.
    pub(super) name: String,
    /// Where it begins in the file.
    pub(super) offset: u64,
    /// Its contents, a copy.
    pub(super) bytes: Vec<u8>,
}

/// Sections that hold bitcode: by `-fembed-bitcode` and rustc's `-C embed-bitcode`, by `-ffat-lto-objects`, and on
/// macOS (there in the segment `__LLVM`).
const SECTIONS: &[&str] = &[".llvmbc", ".llvm.lto", "__bitcode"];

const EMBED: &str = "compile with -fembed-bitcode, or pass the .bc or the source file";

/// The bitcode sections of an object file; none if it is no object file. An object file without any is an error.
pub(super) fn bitcode_sections(bytes: &[u8]) -> Result<Option<Vec<Section>>, ContainerError> {
    let Some(what) = FileKind::parse(bytes).ok().and_then(format_name) else { return Ok(None) };
    let damaged = |error: object::Error| ContainerError::Damaged { what, reason: error.to_string() };
    let file = object::File::parse(bytes).map_err(damaged)?;
    let mut sections = Vec::new();
    for section in file.sections() {
        let Ok(name) = section.name() else { continue };
        if !SECTIONS.contains(&name) {
            continue;
        }
        let bytes = section.data().map_err(damaged)?;
        // -fembed-bitcode=marker leaves an empty section or a single zero byte.
        if bytes.len() > 1 {
            let offset = section.file_range().map_or(0, |(start, _)| start);
            sections.push(Section { name: name.to_owned(), offset, bytes: bytes.to_vec() });
        }
    }
    if sections.is_empty() {
        let found = format!("{what} {} without embedded bitcode", kind_name(file.kind()));
        return Err(ContainerError::Foreign { found, advice: EMBED });
    }
    Ok(Some(sections))
}

/// The name of an object file's format; none if it is something else.
fn format_name(kind: FileKind) -> Option<&'static str> {
    match kind {
        FileKind::Elf32 | FileKind::Elf64 => Some("ELF"),
        FileKind::MachO32 | FileKind::MachO64 => Some("Mach-O"),
        FileKind::Coff | FileKind::CoffBig => Some("COFF"),
        FileKind::Pe32 | FileKind::Pe64 => Some("PE"),
        FileKind::Xcoff32 | FileKind::Xcoff64 => Some("XCOFF"),
        _ => None,
    }
}

fn kind_name(kind: ObjectKind) -> &'static str {
    match kind {
        ObjectKind::Relocatable => "object file",
        ObjectKind::Executable => "executable",
        ObjectKind::Dynamic => "shared library or executable",
        ObjectKind::Core => "core dump",
        _ => "file",
    }
}
