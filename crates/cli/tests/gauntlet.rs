//! The gauntlet in small: random and mutated programs, on all of whose inputs Braid and the sanitizers must agree, in every
//! merge mode; programs of Csmith; limits of time and memory. `BRAID_SOAK` takes 25 times as many. `make gauntlet` goes on
//! for hours.

use std::path::PathBuf;

use braid_gauntlet::campaign::{FAMILIES, Family, Found};
use braid_gauntlet::explore::Braid;
use braid_gauntlet::known;
use braid_testkit::parallel;

/// Steps of a family that are taken here; a step of the first one is a batch of some twenty programs.
const STEPS: &[(&str, u64)] = &[("sanitizers", 4), ("csmith", 6), ("limits", 3)];
/// How many times as many in a soak run.
const SOAK: u64 = 25;

fn braid() -> Braid {
    Braid { binary: PathBuf::from(env!("CARGO_BIN_EXE_braid")), compiler: "clang-14".into() }
}

/// Runs the steps of a family; fails with what disagrees and is not known.
#[expect(clippy::print_stderr, reason = "a test says what it skipped")]
fn run(name: &str) {
    let family: &Family = FAMILIES.iter().find(|family| family.name == name).expect("a family");
    if !(family.is_possible)() {
        eprintln!("skipped: the tools for {name} are not there");
        return;
    }
    let steps = STEPS.iter().find(|(family, _)| *family == name).expect("a row").1;
    let steps: Vec<u64> = (0..if std::env::var_os("BRAID_SOAK").is_some() { steps * SOAK } else { steps }).collect();
    let results = parallel::map(&steps, |number| (family.step)(&braid(), *number));
    let mut problems = Vec::new();
    for (number, result) in steps.iter().zip(results) {
        match result {
            Ok(step) => problems.extend(step.found.into_iter().filter_map(|found| problem(&found))),
            Err(what) => problems.push(format!("  step {number}: {what}")),
        }
    }
    assert!(problems.is_empty(), "\n{} disagreements:\n{}\n", problems.len(), problems.join("\n"));
}

fn problem(found: &Found) -> Option<String> {
    let is_new = known::reason(&found.what).is_none();
    is_new.then(|| format!("  {}: {}", found.name, found.what.detail))
}

#[test]
fn sanitizers_and_braid_agree() {
    run("sanitizers");
}

#[test]
fn csmith_prints_what_the_machine_prints() {
    run("csmith");
}

#[test]
fn limits_hold() {
    run("limits");
}
