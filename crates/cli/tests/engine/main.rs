//! The suite of the engine: the programs under `tests/engine`, run by the `braid` binary as a user would run it.
//!
//! What is expected of a program stands in the program (`tests/engine/README.md`). Each group is one test that runs its
//! programs side by side, for every compiler and level of [`config`], judges the results, replays every test that came
//! out, and prints a table of what went wrong.
//!
//! The expectations themselves are checked without the engine: they must be well formed ([`expect`]), cover what the
//! suite promises ([`coverage`]), and agree with what native runs show ([`oracle`]).

mod braid;
mod concrete;
mod config;
mod conformance;
mod counting;
mod coverage;
mod determinism;
mod expect;
mod generate;
mod judge;
mod merging;
mod oracle;
mod random;
mod shadows;
mod sizes;
mod stages;
mod suite;

use std::path::{Path, PathBuf};

use braid_testkit::{parallel, process};

/// The root of the workspace.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("the crate lies two folders below the root").to_owned()
}

/// A folder of the suite.
fn folder(name: &str) -> PathBuf {
    root().join("tests/engine").join(name)
}

/// The files with this ending in a folder, by name.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == ending));
    paths.sort();
    paths
}

/// Fails with a table if there is anything in it.
fn report(problems: &[String], of: usize) {
    assert!(of > 0, "nothing was run");
    assert!(problems.is_empty(), "\n{} of {of} runs went wrong:\n{}\n", problems.len(), problems.join("\n"));
}
