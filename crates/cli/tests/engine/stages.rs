//! Who answers questions about joined states. The stages that decide quantifiers can be switched off one by one: that changes
//! who answers, and never what is answered. And what a model of a source answers needs none of them.

use std::path::{Path, PathBuf};

use crate::braid::{self, Run};
use crate::config::REFERENCE;
use crate::merging::expectations;
use crate::{files, parallel, report, root};

/// The counters of the stages, in the order in which they are tried.
const STAGES: [&str; 4] = ["strip_hits", "duplicate_hits", "repair_hits", "instantiation_hits"];
/// Switches, each with the counters that it leaves at nothing.
const SWITCHES: &[(&str, &[&str])] = &[
    ("--no-strip", &["strip_hits", "duplicate_hits", "repair_hits"]),
    ("--no-duplicate", &["duplicate_hits"]),
    ("--no-repair", &["repair_hits"]),
];

fn counter(run: &Run, name: &str) -> u64 {
    let value = &run.report["counters"][name];
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap_or_else(|| panic!("there is no counter {name}"))
}

/// What must not depend on who answers.
fn answers(run: &Run) -> Vec<String> {
    let fields = ["verdict", "paths", "states", "forks", "joins", "incomplete", "coverage"];
    let bugs = run.bugs().iter().map(|bug| format!("{}:{}", bug.kind, bug.line)).collect();
    fields.iter().map(|&field| format!("{field} {}", run.report[field])).chain([bugs]).collect()
}

/// A program with all stages and without each; its runs, that with all stages first.
fn runs(path: &Path, scratch: &Path) -> Result<Vec<Run>, String> {
    let flags: Vec<String> = expectations(path)?["run"].split_whitespace().map(str::to_owned).collect();
    let name = path.file_stem().expect("a program has a name").to_string_lossy().into_owned();
    let switches = [None].into_iter().chain(SWITCHES.iter().map(|row| Some(row.0)));
    let run = |switch: Option<&str>| {
        let flags: Vec<String> = flags.iter().cloned().chain(switch.map(str::to_owned)).collect();
        braid::run(path, REFERENCE, &flags, &scratch.join(format!("{name}{}", switch.unwrap_or_default())))
    };
    switches.map(run).collect()
}

/// What is wrong with the runs of one program.
fn compare(runs: &[Run]) -> Result<(), String> {
    for (run, (switch, off)) in runs[1..].iter().zip(SWITCHES) {
        let (found, expected) = (answers(run), answers(&runs[0]));
        if let Some((found, expected)) = found.iter().zip(&expected).find(|(found, expected)| found != expected) {
            return Err(format!("{switch}: {found}, not {expected}"));
        }
        if let Some(stage) = off.iter().find(|stage| counter(run, stage) > 0) {
            return Err(format!("{switch}: {stage} is {}", counter(run, stage)));
        }
    }
    Ok(())
}

#[test]
fn without_a_stage_others_give_the_same_answers() {
    let programs: Vec<PathBuf> = files(&root().join("tests/merge/patterns"), "c");
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let results = parallel::map(&programs, |path| runs(path, scratch.path()));
    let mut hits = [0; STAGES.len()];
    let mut problems = Vec::new();
    for (path, result) in programs.iter().zip(results) {
        let compared = result.and_then(|runs| {
            hits.iter_mut().zip(STAGES).for_each(|(sum, stage)| *sum += counter(&runs[0], stage));
            compare(&runs)
        });
        let name = path.file_name().expect("a program has a name").to_string_lossy();
        problems.extend(compared.err().map(|what| format!("  {name:<28} {what}")));
    }
    report(&problems, programs.len());
    assert!(
        hits.iter().all(|&hits| hits > 0),
        "every stage has something to do: {:?}",
        STAGES.iter().zip(hits).collect::<Vec<_>>()
    );
}

/// After these loops nothing is asked that a model of a source does not answer.
const FREE: &[&str] = &["carry", "last_state_aborts", "switch_three"];

#[test]
fn a_joined_state_begins_with_the_model_of_a_source() {
    let programs: Vec<PathBuf> = files(&root().join("tests/merge/patterns"), "c");
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let problems = parallel::map(&programs, |path| {
        let name = path.file_stem().expect("a program has a name").to_string_lossy();
        let flags: Vec<String> = expectations(path).ok()?["run"].split_whitespace().map(str::to_owned).collect();
        let run = match braid::run(path, REFERENCE, &flags, &scratch.path().join(&*name)) {
            Ok(run) => run,
            Err(what) => return Some(what),
        };
        let [given, refused, asked] = ["models_given", "models_refused", "quantified"].map(|c| counter(&run, c));
        let joined = run.number("joins").unwrap_or(0) > 0;
        let is_right = (given > 0 || !joined) && refused == 0 && (asked == 0 || !FREE.contains(&&*name));
        (!is_right).then(|| format!("  {name:<28} {given} models, {refused} of them wrong, {asked} quantified queries"))
    });
    report(&problems.into_iter().flatten().collect::<Vec<_>>(), programs.len());
}

/// After the loop, a branch on a cell that the quantifier speaks of is decided by the quantifier and the bounds of the index:
/// the layer that does so stands before all that search.
#[test]
fn a_cell_that_a_quantifier_speaks_of_is_known() {
    let path = root().join("tests/merge/patterns/compare.c");
    let scratch = tempfile::tempdir().expect("a folder for temporary files");
    let flags: Vec<String> =
        expectations(&path).expect("a program")["run"].split_whitespace().map(str::to_owned).collect();
    let run = braid::run(&path, REFERENCE, &flags, &scratch.path().join("compare")).expect("a report");
    assert!(counter(&run, "quantifier_fact_hits") > 0, "{}", run.report["counters"]);
}
