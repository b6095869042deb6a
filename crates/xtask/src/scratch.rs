//! Where the tests keep their temporary files: in memory, where there is enough of it. They make and remove files by the hundred thousand.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, process};

/// The file system in memory that Linux has for everyone.
const MEMORY: &str = "/dev/shm";
/// How much must be free there, in bytes.
const ENOUGH: u64 = 4 << 30;

/// A folder in memory that is removed at the end; none if there is no such place.
pub(crate) struct Scratch(Option<PathBuf>);

impl Scratch {
    pub(crate) fn new() -> Scratch {
        let folder = Path::new(MEMORY).join(format!("braid-tests-{}", process::id()));
        let is_there = free(Path::new(MEMORY)).is_some_and(|free| free >= ENOUGH) && fs::create_dir(&folder).is_ok();
        let scratch = Scratch(is_there.then_some(folder));
        // Programs are built and run there, which some systems forbid.
        if scratch.0.as_ref().is_some_and(|folder| runs_programs(folder)) { scratch } else { Scratch(None) }
    }

    /// Lets a command make its temporary files there.
    pub(crate) fn give(&self, command: &mut Command) {
        if let Scratch(Some(folder)) = self {
            command.env("TMPDIR", folder);
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Scratch(Some(folder)) = self {
            drop(fs::remove_dir_all(folder));
        }
    }
}

/// How many bytes are free in a file system.
fn free(folder: &Path) -> Option<u64> {
    let output = Command::new("df").args(["--output=avail", "-B1"]).arg(folder).output().ok()?;
    String::from_utf8(output.stdout).ok()?.lines().nth(1)?.trim().parse().ok()
}

/// Whether programs can be run from a folder.
fn runs_programs(folder: &Path) -> bool {
    let program = folder.join("true");
    let found = fs::copy("/bin/true", &program).is_ok();
    let runs = found && Command::new(&program).status().is_ok_and(|status| status.success());
    drop(fs::remove_file(program));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_free_is_known_of_folders_that_are_there() {
        assert!(free(&std::env::temp_dir()).is_some());
        assert_eq!(free(Path::new("/no/such/folder")), None);
    }

    #[test]
    fn the_folder_is_removed_at_the_end() {
        let scratch = Scratch::new();
        let folder = scratch.0.clone();
        drop(scratch);
        assert!(folder.is_none_or(|folder| !folder.exists()));
    }
}
