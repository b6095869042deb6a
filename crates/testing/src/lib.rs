//! What all tests share: random numbers, and telling that a test is skipped because a tool is missing.
//!
//! A skipped test passes, so it must not be quiet: `cargo xtask test` counts what was skipped and tells it at the end, by the file
//! that [`LOG`] names, because a test runner hides what tests say that pass. Where `CI` is set, all tools are there, and a
//! skipped test fails. It is a crate of its own so that the tests of every part can use it.

mod random;

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write as _;

pub use random::Random;

/// The variable of the environment that names the file where skipped tests are listed, a line each.
pub const LOG: &str = "BRAID_SKIPPED";

/// Tells that a test is skipped because a tool that `make deps` installs is missing.
///
/// # Panics
///
/// Where `CI` is set.
pub fn skipped(what: &str) {
    let in_ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
    assert!(!in_ci, "skipped: {what}; where CI is set every tool must be there");
    left_out(what);
}

/// Tells that a part of a test is left out because something is missing that not every machine can have, such as one of many
/// versions of a compiler.
pub fn left_out(what: &str) {
    log(std::env::var_os(LOG).as_deref(), what);
}

/// Adds a line to the list, if there is one. A list that cannot be written is no reason to fail a test.
fn log(file: Option<&OsStr>, what: &str) {
    let Some(file) = file else { return };
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(file) {
        drop(file.write_all(format!("{}\n", what.replace('\n', " ")).as_bytes()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_skipped_is_listed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let list = folder.path().join("list");
        log(Some(list.as_os_str()), "clang-14\nis not installed");
        log(Some(list.as_os_str()), "z3 is not installed");
        log(None, "nobody counts");
        let text = std::fs::read_to_string(list).expect("the list is there");
        assert_eq!(text, "clang-14 is not installed\nz3 is not installed\n");
    }
}
