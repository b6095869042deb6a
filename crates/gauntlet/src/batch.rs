//! A batch: programs in one file, run natively and explored in every mode, and what does not agree.

use std::path::Path;

use crate::explore::{Braid, FORGETTING, MODES, Way};
use crate::generate::{correct, wild};
use crate::judge::{Class, Disagreement, judge};
use crate::mutate::mutate;
use crate::native::{self, Behaviours};
use crate::print;
use crate::program::Program;

/// A program of a batch and where it comes from.
#[derive(Clone, Debug)]
pub struct Case {
    /// What made it: `correct`, `wild`, or the name of a mutation.
    pub origin: &'static str,
    /// The seed.
    pub seed: u64,
    /// The program.
    pub program: Program,
}

/// A disagreement about a case.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The case.
    pub case: Case,
    /// How it was explored.
    pub way: Way,
    /// What is wrong.
    pub what: Disagreement,
}

/// What came of a batch.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How many programs were compared; those that do not end natively are left out.
    pub programs: usize,
    /// How many of them go wrong on some input.
    pub faulty: usize,
    /// What does not agree.
    pub failures: Vec<Failure>,
}

/// The cases of a seed: a correct program, a mutant of it, a wild one.
pub fn cases(seed: u64) -> Vec<Case> {
    let original = correct(seed);
    let mut cases = vec![Case { origin: "wild", seed, program: wild(seed) }];
    if let Some((origin, program)) = mutate(&original, seed) {
        cases.insert(0, Case { origin, seed, program });
    }
    cases.insert(0, Case { origin: "correct", seed, program: original });
    cases
}

/// Every way in which a batch is explored: all modes unoptimised, and one mode optimised, by turns.
pub fn ways(seed: u64) -> Vec<Way> {
    let mut ways: Vec<Way> = MODES.iter().map(|mode| Way { mode, level: 0 }).collect();
    ways.push(Way { mode: MODES[seed as usize % MODES.len()], level: 1 + (seed / 3 % 2) as u32 });
    ways
}

/// Compares the cases in these ways; where something was left out of a batch that is not
/// optimised, each case by itself.
pub fn compare(braid: &Braid, cases: &[Case], ways: &[Way], scratch: &Path) -> Result<Outcome, String> {
    let mut outcome = run(braid, cases, ways, scratch)?;
    let is_coarse = |failure: &Failure| matches!(failure.what.class, Class::Incomplete | Class::Crash);
    for way in ways.iter().filter(|way| way.level == 0) {
        if cases.len() == 1 || !outcome.failures.iter().any(|failure| failure.way == *way && is_coarse(failure)) {
            continue;
        }
        outcome.failures.retain(|failure| failure.way != *way);
        for case in cases {
            let alone = tempfile::tempdir().map_err(|error| error.to_string())?;
            let single = run(braid, std::slice::from_ref(case), &[*way], alone.path())?;
            outcome.failures.extend(single.failures.into_iter().filter(|failure| failure.way == *way));
        }
    }
    let is_left_open = |failure: &Failure| failure.way.mode == FORGETTING && failure.what.class == Class::Incomplete;
    outcome.failures.retain(|failure| !is_left_open(failure));
    Ok(outcome)
}

/// Compares the cases in these ways, all in one file.
fn run(braid: &Braid, cases: &[Case], ways: &[Way], scratch: &Path) -> Result<Outcome, String> {
    let (cases, native) = native_runs(cases, scratch)?;
    if cases.is_empty() {
        return Ok(Outcome::default());
    }
    let programs: Vec<Program> = cases.iter().map(|case| case.program.clone()).collect();
    let printed = print::batch(&programs);
    let source = scratch.join("batch.c");
    std::fs::write(&source, &printed.text).map_err(|error| error.to_string())?;
    let is_faulty = |behaviours: &&Behaviours| behaviours.values().any(|behaviour| !behaviour.seen.is_empty());
    let faulty = native.iter().filter(is_faulty).count();
    let mut outcome = Outcome { programs: cases.len(), faulty, failures: generator_failures(&cases, &native) };
    for way in ways {
        let out = scratch.join(format!("out-{}-{}", way.mode, way.level));
        match braid.explore(&source, &programs, *way, &out) {
            Ok(found) => {
                for (at, case) in cases.iter().enumerate() {
                    let wrong = judge(at, &printed.lines[at], &native[at], &found, *way);
                    outcome.failures.extend(wrong.into_iter().map(|what| Failure {
                        case: case.clone(),
                        way: *way,
                        what,
                    }));
                }
            }
            Err(detail) => outcome.failures.extend(cases.iter().map(|case| Failure {
                case: case.clone(),
                way: *way,
                what: Disagreement { class: Class::Crash, kind: String::new(), detail: detail.clone() },
            })),
        }
    }
    Ok(outcome)
}

/// Runs the cases natively; those that do not end are left out.
fn native_runs(cases: &[Case], scratch: &Path) -> Result<(Vec<Case>, Vec<Behaviours>), String> {
    if cases.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let programs: Vec<Program> = cases.iter().map(|case| case.program.clone()).collect();
    let source = scratch.join("all.c");
    std::fs::write(&source, print::batch(&programs).text).map_err(|error| error.to_string())?;
    let native = native::behaviours(&source, cases.len(), scratch)?;
    let ends = |behaviours: &Behaviours| behaviours.values().all(|behaviour| !behaviour.endless);
    let kept: Vec<usize> = (0..cases.len()).filter(|at| ends(&native[*at])).collect();
    if kept.len() == cases.len() {
        return Ok((cases.to_vec(), native));
    }
    // Lines depend on what stands before them.
    let kept: Vec<Case> = kept.into_iter().map(|at| cases[at].clone()).collect();
    native_runs(&kept, scratch)
}

/// A correct program in which a sanitizer sees a fault is a mistake of the generator.
fn generator_failures(cases: &[Case], native: &[Behaviours]) -> Vec<Failure> {
    let first = |behaviours: &Behaviours| behaviours.values().find_map(|behaviour| behaviour.seen.first().cloned());
    let correct = cases.iter().zip(native).filter(|(case, _)| case.origin == "correct");
    let failure = |case: &Case, seen: native::Seen| Failure {
        case: case.clone(),
        way: Way { mode: "native", level: 0 },
        what: Disagreement {
            class: Class::FalseAlarm,
            kind: "generator".into(),
            detail: format!("a correct program has {} at line {}", seen.name, seen.line),
        },
    };
    correct.filter_map(|(case, behaviours)| Some(failure(case, first(behaviours)?))).collect()
}

/// Compares one case by itself in one way, and keeps what is of the same class and kind.
pub fn again(braid: &Braid, case: &Case, way: Way, what: &Disagreement) -> Option<Disagreement> {
    let scratch = tempfile::tempdir().ok()?;
    let outcome = run(braid, std::slice::from_ref(case), &[way], scratch.path()).ok()?;
    let same = |failure: &Failure| failure.what.class == what.class && failure.what.kind == what.kind;
    outcome.failures.into_iter().find(same).map(|failure| failure.what)
}
