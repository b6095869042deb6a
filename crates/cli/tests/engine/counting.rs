//! The paths of joined states, counted: as many as plain forking explores.

use std::path::{Path, PathBuf};

use crate::braid::{self, Run};
use crate::config::REFERENCE;
use crate::expect::Override;
use crate::{files, merging, parallel, report, root, suite};

/// A program, and its flags.
type Case = (PathBuf, Vec<String>);

fn run((program, flags): &Case, more: &[&str], out: &Path) -> Result<Run, String> {
    let flags: Vec<String> = flags.iter().cloned().chain(more.iter().map(|&flag| flag.to_owned())).collect();
    braid::run(program, REFERENCE, &flags, out)
}

fn check(case: &Case, scratch: &Path) -> Result<(), String> {
    let name = case.0.to_string_lossy().replace('/', "-");
    // Where states are joined, conditions are not.
    let plain = ["--merge=none", "--without-pass=conditions"];
    let forked = run(case, &plain, &scratch.join(format!("{name}-none")))?;
    let modes: [&[&str]; 2] = [&["--merge=loop"], &["--merge=loop", "--merge-nesting=outermost", "--encode=ite-flat"]];
    for (number, mode) in modes.iter().enumerate() {
        let flags: Vec<&str> = mode.iter().copied().chain(["--count-paths"]).collect();
        let joined = run(case, &flags, &scratch.join(format!("{name}-{number}")))?;
        let left_out = |run: &Run| run.report["incomplete"].as_array().is_some_and(|rows| !rows.is_empty());
        if left_out(&forked) || left_out(&joined) {
            continue;
        }
        if joined.report["paths_exact"] != true || joined.number("paths") != forked.number("paths") {
            let [found, expected] = [&joined, &forked].map(|run| run.report["paths"].to_string());
            return Err(format!("{mode:?}: {found} paths, not {expected}; exact: {}", joined.report["paths_exact"]));
        }
    }
    Ok(())
}

fn check_all(cases: &[Case]) {
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(cases, |case| {
        let what = check(case, scratch.path()).err()?;
        Some(format!("  {:<28} {what}", case.0.file_name()?.to_string_lossy()))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), cases.len());
}

#[test]
fn paths_of_merged_loops_are_those_of_forking() {
    let programs = files(&root().join("tests/merge/loops"), "c");
    let cases: Vec<Case> = programs
        .into_iter()
        .map(|path| {
            let flags = merging::expectations(&path).unwrap_or_else(|what| panic!("{what}")).remove("run");
            let own = |flag: &&str| !flag.starts_with("--merge") && !flag.starts_with("--encode");
            let flags = flags.unwrap_or_default().split_whitespace().filter(own).map(str::to_owned).collect();
            (path, flags)
        })
        .collect();
    check_all(&cases);
}

#[test]
fn paths_of_the_suite_are_those_of_forking() {
    let programs = ["c/klee", "c/sizes"].into_iter().flat_map(suite::programs);
    let runs = programs.filter(|program| !program.overridden(REFERENCE).any(|what| *what == Override::Skip));
    // Those with so many paths are for forking a matter of minutes once each path is asked for again.
    let few = runs.filter(|program| program.paths.is_none_or(|paths| paths < 2000));
    check_all(&few.map(|program| (program.path, program.flags)).collect::<Vec<_>>());
}
