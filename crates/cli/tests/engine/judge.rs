//! Holds a run against what is expected of the program.

use std::collections::BTreeSet;

use crate::braid::{FoundBug, Run};
use crate::config::Config;
use crate::expect::{ExpectedBug, Override, Program};

/// The exit code that belongs to a verdict.
const EXIT_CODES: &[(&str, i32)] = &[("proved", 0), ("bug", 1), ("inconclusive", 4)];

/// What is wrong with a run; nothing if it is as expected.
pub(crate) fn judge(program: &Program, config: Config, run: &Run) -> Vec<String> {
    let mut problems = Vec::new();
    let no_bugs = program.overridden(config).any(|what| *what == Override::NoBugs);
    let any_bugs = program.overridden(config).any(|what| *what == Override::AnyBugs);
    if !any_bugs {
        problems.extend(verdict(program, run, no_bugs));
        let expected = if no_bugs { &[][..] } else { &program.bugs };
        problems.extend(bugs(expected, &run.bugs(), &program.name()));
    }
    problems.extend(incomplete(program, run));
    if config.level == 0 {
        problems.extend(lines(program, run));
    }
    problems.extend(counts(program, config, run));
    problems
}

fn verdict(program: &Program, run: &Run, no_bugs: bool) -> Vec<String> {
    let mut problems = Vec::new();
    let found = run.report["verdict"].as_str().unwrap_or("none");
    let lost = no_bugs && found == "proved";
    if !lost && !program.verdicts.iter().any(|verdict| verdict == found) {
        problems.push(format!("verdict {found}, not {}: {}", program.verdicts.join(" or "), run.report["incomplete"]));
    }
    let code = EXIT_CODES.iter().find(|(verdict, _)| *verdict == found).map(|(_, code)| *code);
    if code != run.finished.code {
        problems.push(format!("verdict {found} with exit code {:?}", run.finished.code));
    }
    problems
}

fn bugs(expected: &[ExpectedBug], found: &BTreeSet<FoundBug>, file: &str) -> Vec<String> {
    let is = |bug: &ExpectedBug, found: &FoundBug| {
        bug.kinds.contains(&found.kind) && bug.line == found.line && found.file == file
    };
    let was_found = |bug: &ExpectedBug| found.iter().any(|found| is(bug, found));
    let mut problems: Vec<String> = expected
        .iter()
        .filter(|bug| bug.required && !was_found(bug))
        .map(|bug| format!("no {} found at line {}", bug.kinds.join(" or "), bug.line))
        .collect();
    let mut maybe = expected.iter().filter(|bug| !bug.required).peekable();
    let some_required = expected.iter().any(|bug| bug.required);
    if maybe.peek().is_some() && !some_required && !maybe.any(was_found) && found.is_empty() {
        problems.push("none of the possible bugs was found".to_owned());
    }
    let unexpected = found.iter().filter(|found| !expected.iter().any(|bug| is(bug, found)));
    problems.extend(unexpected.map(|bug| format!("unexpected {} at {}:{}", bug.kind, bug.file, bug.line)));
    problems
}

fn incomplete(program: &Program, run: &Run) -> Option<String> {
    let reasons = run.report["incomplete"].to_string().to_lowercase();
    let named = program.incomplete.is_empty() || program.incomplete.iter().any(|word| reasons.contains(word.as_str()));
    (!named).then(|| format!("incomplete does not name {}: {reasons}", program.incomplete.join(" or ")))
}

fn lines(program: &Program, run: &Run) -> Vec<String> {
    let [reached, missed] = match run.lines(&program.name()) {
        Ok(lines) => lines,
        Err(what) => return vec![what],
    };
    let mut problems = Vec::new();
    for line in program.reached.iter().filter(|line| !reached.contains(line)) {
        let why = if missed.contains(line) { "not reached" } else { "not in the coverage file" };
        problems.push(format!("line {line} is {why}"));
    }
    let dead = program.dead.iter().filter(|line| reached.contains(line));
    problems.extend(dead.map(|line| format!("line {line} is reached")));
    problems
}

fn counts(program: &Program, config: Config, run: &Run) -> Vec<String> {
    let overridden = program.overridden(config).find_map(|what| match what {
        Override::Paths(number) => Some(*number),
        _ => None,
    });
    let [paths, tests] = if config.counts_paths() { [program.paths, program.tests] } else { [None; 2] };
    let expected = [("paths", overridden.or(paths)), ("tests", tests)];
    let differs = |(name, expected): (&str, Option<u64>)| {
        let found = run.number(name);
        expected.filter(|_| expected != found).map(|expected| format!("{name}: {found:?}, not {expected}"))
    };
    expected.into_iter().filter_map(differs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Finished;
    use serde_json::json;

    fn expected(kind: &str, line: u64, required: bool) -> ExpectedBug {
        ExpectedBug { kinds: vec![kind.to_owned()], line, required }
    }

    fn found(kind: &str, line: u64) -> FoundBug {
        FoundBug { kind: kind.to_owned(), file: "a.c".to_owned(), line }
    }

    fn run(report: serde_json::Value, code: i32) -> Run {
        let finished = Finished { code: Some(code), ..Finished::default() };
        Run { finished, report, out: std::path::PathBuf::from("nowhere") }
    }

    #[test]
    fn missing_wrong_and_superfluous_bugs_are_told() {
        let one = [expected("abort", 3, true)];
        let set = |bugs: &[FoundBug]| bugs.iter().cloned().collect::<BTreeSet<_>>();
        assert!(bugs(&one, &set(&[found("abort", 3)]), "a.c").is_empty());
        assert_eq!(bugs(&one, &set(&[]), "a.c").len(), 1);
        assert_eq!(bugs(&one, &set(&[found("abort", 4)]), "a.c").len(), 2);
        assert_eq!(bugs(&one, &set(&[found("abort", 3)]), "b.c").len(), 2);
        assert_eq!(bugs(&[], &set(&[found("abort", 3)]), "a.c").len(), 1);
        let maybe = [expected("abort", 3, false), expected("abort", 5, false)];
        assert!(bugs(&maybe, &set(&[found("abort", 5)]), "a.c").is_empty());
        assert_eq!(bugs(&maybe, &set(&[]), "a.c").len(), 1);
    }

    #[test]
    fn verdict_and_exit_code_belong_together() {
        let program = Program { verdicts: vec!["proved".to_owned()], ..Program::default() };
        assert!(verdict(&program, &run(json!({"verdict": "proved"}), 0), false).is_empty());
        assert_eq!(verdict(&program, &run(json!({"verdict": "proved"}), 4), false).len(), 1);
        assert_eq!(verdict(&program, &run(json!({"verdict": "bug"}), 1), false).len(), 1);
        assert_eq!(verdict(&program, &run(json!({}), 70), false).len(), 2);
    }

    #[test]
    fn numbers_are_compared_where_they_are_pinned() {
        let program = Program { paths: Some(4), ..Program::default() };
        let reference = crate::config::REFERENCE;
        assert!(counts(&program, reference, &run(json!({"paths": 4}), 0)).is_empty());
        assert!(counts(&program, reference, &run(json!({"paths": "4"}), 0)).is_empty());
        assert_eq!(counts(&program, reference, &run(json!({"paths": 5}), 0)).len(), 1);
        assert_eq!(counts(&program, reference, &run(json!({}), 0)).len(), 1);
        assert!(counts(&program, Config { level: 1, ..reference }, &run(json!({"paths": 5}), 0)).is_empty());
    }
}
