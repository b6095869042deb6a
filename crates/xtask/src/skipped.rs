//! Tests that were skipped because a tool is missing: counted while tests run, told at the end.
//!
//! Tests list what they skip in a file that a variable of the environment names (`crates/testing`). The same reason in many tests is
//! told once, with its count.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that names the list.
const LOG: &str = "BRAID_SKIPPED";

/// The list of one run of tests.
pub(crate) struct List(PathBuf);

impl List {
    /// An empty list, below the build output.
    pub(crate) fn new(root: &Path) -> List {
        let path = root.join("target").join("skipped-tests");
        drop(std::fs::remove_file(&path));
        List(path)
    }

    /// Lets the tests of a command use the list.
    pub(crate) fn give(&self, command: &mut Command) {
        command.env(LOG, &self.0);
    }

    /// What was skipped, for people: a line for each reason; empty if nothing was.
    pub(crate) fn told(&self) -> Vec<String> {
        tell(&std::fs::read_to_string(&self.0).unwrap_or_default())
    }
}

fn tell(list: &str) -> Vec<String> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    list.lines().for_each(|reason| *reasons.entry(reason).or_default() += 1);
    let total: usize = reasons.values().sum();
    let heading = (total > 0).then(|| format!("{total} skipped because a tool is missing:"));
    heading.into_iter().chain(reasons.iter().map(|(reason, count)| format!("  {count:>4} {reason}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_reasons_are_counted() {
        assert!(tell("").is_empty());
        let lines = tell("clang-15 is not here\nz3 is not here\nclang-15 is not here\n");
        let expected = ["3 skipped because a tool is missing:", "     2 clang-15 is not here", "     1 z3 is not here"];
        assert_eq!(lines, expected);
    }
}
