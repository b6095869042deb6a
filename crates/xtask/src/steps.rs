//! The test run: every check in order, each timed, all of them run even if one fails, and the counts at the end.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::counts::Counts;
use crate::pending::{self, Pending};
use crate::run::{self, Show};
use crate::scratch::Scratch;
use crate::violation::Violation;
use crate::{skipped, tidy, unused, walls};

/// One step of the run.
struct Step {
    /// What it is called in the summary.
    name: &'static str,
    /// Does it, and says how many of its tests or checks passed.
    run: fn(&Path) -> Counts,
}

/// Set for a soak run: tests that try random cases try many more.
const SOAK: &str = "BRAID_SOAK";
/// The folder with the bitcode of real programs (tools/subjects), for a soak run.
const SUBJECTS: &str = "BRAID_SUBJECTS";

/// Cheap checks first, so that a slip shows early.
const STEPS: &[Step] = &[
    Step { name: "format", run: format },
    Step { name: "walls", run: |root| show(&walls::check(root)) },
    Step { name: "unused dependencies", run: |root| show(&unused::check(root)) },
    Step { name: "tidy", run: tidy_step },
    Step { name: "clippy", run: clippy },
    Step { name: "documentation", run: documentation },
    Step { name: "tests", run: tests },
    Step { name: "documentation tests", run: doctests },
    Step { name: "pending tests", run: |root| show(&pending::check(root)) },
];

/// Runs every step. The last line is `N passed, N failed`, where a check counts as one.
pub(crate) fn run_all(root: &Path) -> ExitCode {
    let mut total = Counts::default();
    let mut table = Vec::new();
    for step in STEPS {
        println!("\n== {}", step.name);
        let start = Instant::now();
        let counts = (step.run)(root);
        total += counts;
        table.push((step.name, counts, start.elapsed()));
    }
    println!("\n== summary");
    table.iter().for_each(|(name, counts, time)| println!("{}", row(name, *counts, *time)));
    println!("\n{} passed, {} failed", total.passed, total.failed);
    ExitCode::from(u8::from(total.failed > 0))
}

/// Runs the tests optimised and with [`SOAK`] set, under which those that have a long version take it. Real programs are
/// found under [`SUBJECTS`].
pub(crate) fn soak(root: &Path) -> ExitCode {
    let runner: &[&str] = if has_nextest(root) {
        &["nextest", "run", "--profile", "soak", "--cargo-profile", "soak"]
    } else {
        &["test", "--no-fail-fast", "--profile", "soak"]
    };
    let mut command = run::cargo(root, &[runner, &["--workspace"], locked()].concat());
    command.env(SOAK, "1").env(SUBJECTS, root.join("subjects"));
    let counts = counted(command, Show::Live);
    println!("\n{} passed, {} failed", counts.passed, counts.failed);
    ExitCode::from(u8::from(counts.failed > 0))
}

fn row(name: &str, counts: Counts, time: Duration) -> String {
    let verdict = if counts.failed == 0 { "ok" } else { "FAILED" };
    format!(
        "{name:<20} {verdict:<6} {:>6} passed {:>4} failed {:>6.1} s",
        counts.passed,
        counts.failed,
        time.as_secs_f64()
    )
}

fn show(violations: &[Violation]) -> Counts {
    violations.iter().for_each(|violation| println!("{violation}"));
    Counts::one(violations.is_empty())
}

/// In CI the lock file is law; elsewhere a new dependency may still be on its way into it.
fn locked() -> &'static [&'static str] {
    if std::env::var_os("CI").is_some() { &["--locked"] } else { &[] }
}

fn cargo(root: &Path, arguments: &[&str]) -> Counts {
    Counts::one(run::run(run::cargo(root, arguments), Show::Live).success)
}

fn format(root: &Path) -> Counts {
    cargo(root, &["fmt", "--all", "--check"])
}

fn tidy_step(root: &Path) -> Counts {
    for (lines, path) in tidy::long_files(root) {
        println!("note: {path} has {lines} lines; think about splitting it");
    }
    show(&tidy::check(root))
}

fn clippy(root: &Path) -> Counts {
    let arguments =
        [&["clippy", "--quiet", "--workspace", "--all-targets"], locked(), &["--", "-D", "warnings"]].concat();
    cargo(root, &arguments)
}

fn documentation(root: &Path) -> Counts {
    let arguments = [&["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"], locked()].concat();
    let mut command = run::cargo(root, &arguments);
    command.env("RUSTDOCFLAGS", "-D warnings");
    Counts::one(run::run(command, Show::Live).success)
}

fn tests(root: &Path) -> Counts {
    let list = match pending::list(root) {
        Ok(list) => list,
        Err(violation) => return show(&[violation]),
    };
    // What compilers made of the programs of the suite is shared by the tests of one run, and no other.
    drop(std::fs::remove_dir_all(root.join("target/tmp/builds")));
    let skipped = skipped::List::new(root);
    let scratch = Scratch::new();
    let counts = match has_nextest(root) {
        true => with_nextest(root, &list, &skipped, &scratch),
        false => with_cargo_test(root, &list, &skipped, &scratch),
    };
    skipped.told().iter().for_each(|line| println!("{line}"));
    counts
}

fn has_nextest(root: &Path) -> bool {
    run::run(run::cargo(root, &["nextest", "--version"]), Show::Silent).success
}

fn with_nextest(root: &Path, list: &[Pending], skipped: &skipped::List, scratch: &Scratch) -> Counts {
    let filter = pending::nextest_filter(list);
    let arguments = [&["nextest", "run", "--workspace", "--no-tests", "pass", "-E", &filter][..], locked()].concat();
    let mut command = run::cargo(root, &arguments);
    skipped.give(&mut command);
    scratch.give(&mut command);
    counted(command, Show::Live)
}

/// `cargo test` can leave out tests by name only, so a pending test takes those of the same full name in other packages
/// with it; nextest is more exact.
fn with_cargo_test(root: &Path, list: &[Pending], skipped: &skipped::List, scratch: &Scratch) -> Counts {
    println!("cargo-nextest is not installed; using cargo test");
    let skips = list.iter().flat_map(|pending| ["--skip", &pending.test]);
    let arguments: Vec<&str> = ["test", "--quiet", "--workspace", "--all-targets", "--no-fail-fast"]
        .into_iter()
        .chain(locked().iter().copied())
        .chain((!list.is_empty()).then_some(["--", "--exact"]).into_iter().flatten())
        .chain(skips)
        .collect();
    let mut command = run::cargo(root, &arguments);
    skipped.give(&mut command);
    scratch.give(&mut command);
    counted(command, Show::Live)
}

fn doctests(root: &Path) -> Counts {
    let arguments = [&["test", "--quiet", "--workspace", "--doc"], locked()].concat();
    counted(run::cargo(root, &arguments), Show::IfFailed)
}

/// Runs tests and reads their counts. A runner that failed without a failed test (nothing was built, say) counts as
/// one failure: silence is never success.
fn counted(command: Command, show: Show) -> Counts {
    let finished = run::run(command, show);
    let mut counts = Counts::read(&finished.lines);
    if !finished.success && counts.failed == 0 {
        counts.failed = 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_that_dies_is_a_failure() {
        assert_eq!(
            counted(run::cargo(Path::new("."), &["no-such-subcommand"]), Show::Silent),
            Counts { passed: 0, failed: 1 }
        );
    }

    #[test]
    fn a_failed_step_is_seen_in_its_row() {
        assert!(row("x", Counts { passed: 3, failed: 1 }, Duration::ZERO).contains("FAILED"));
        assert!(row("x", Counts { passed: 3, failed: 0 }, Duration::ZERO).contains("ok"));
    }
}
