//! Lines of source files, for printing between instructions.
//!
//! The names come from debug information, which a hostile file can fill with anything: only regular files are read, not
//! larger than source files are, and only if the user asked for it or named source files as input.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use braid_entity::SecondaryMap;
use braid_ir::Module;
use braid_ir::debug::FileId;
use braid_ir::text::SourceLines;

/// Larger files are no source files.
const MAX_BYTES: u64 = 16 << 20;

/// Source files, read when a line of them is first asked for.
#[derive(Default)]
pub(super) struct SourceFiles {
    files: RefCell<SecondaryMap<FileId, Option<Vec<String>>>>,
}

impl SourceLines for SourceFiles {
    fn line(&self, module: &Module, file: FileId, line: u32) -> Option<String> {
        let mut files = self.files.borrow_mut();
        if files[file].is_none() {
            files[file] = Some(read(module, file).unwrap_or_default());
        }
        let at = usize::try_from(line).ok()?.checked_sub(1)?;
        files[file].as_ref()?.get(at).cloned()
    }
}

/// The lines of a file; none if it is not there or is no source file.
fn read(module: &Module, file: FileId) -> Option<Vec<String>> {
    let file = &module.debug.files[file];
    let path = Path::new(module.names.get(file.directory)).join(module.names.get(file.name));
    let bytes = small_file(&path).or_else(|| small_file(&PathBuf::from(module.names.get(file.name))))?;
    let text = String::from_utf8_lossy(&bytes);
    // What a terminal would take for a command stays out.
    let clean = |line: &str| line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
    Some(text.lines().map(clean).collect())
}

fn small_file(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::metadata(path).ok()?;
    (metadata.is_file() && metadata.len() <= MAX_BYTES).then(|| fs::read(path).ok())?
}
