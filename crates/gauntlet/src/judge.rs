//! Holds what Braid found in a case against what the sanitizers saw on every input of it. A pure function.
//!
//! - A fault that comes first on some input must be reported at its line, as a kind that the table of findings allows.
//! - A reported fault has a test; on its input the native program shows that fault at that line, unless no sanitizer need see
//!   it. A use of memory that was never written shows in runs that differ by what the memory held.
//! - A test that claims an exit code is right about it, and no sanitizer objects to its input.
//!
//! The memory sanitizer follows bits and not values: it sees a use in `x - x` and in `0 < x % 5 + 1`, and none behind a carry. So
//! of a use that it sees, one at a later line that it sees too will do; and where runs that differ in what the memory held do the
//! same ([`Behaviour::depends_on_memory`]), none need be reported.
//!
//! Of optimised programs only the second and the third are asked: an optimiser may remove a fault, or its line.

use std::ops::Range;

use crate::explore::{Bug, Exploration, Test, Way};
use crate::native::{Behaviour, Behaviours, Seen};
use crate::oracle::unseen;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// A sanitizer sees a fault that Braid does not report.
    Missed,
    /// Braid reports a fault that no sanitizer sees.
    FalseAlarm,
    /// A test claims an exit that the native program does not take.
    WrongExit,
    /// Something was left out, so that nothing can be said.
    Incomplete,
    /// No report.
    Crash,
    /// A run took more than it was allowed.
    Limit,
}

impl Class {
    /// Its name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Class::Missed => "missed",
            Class::FalseAlarm => "false-alarm",
            Class::WrongExit => "wrong-exit",
            Class::Incomplete => "incomplete",
            Class::Crash => "crash",
            Class::Limit => "limit",
        }
    }
}

/// A disagreement between Braid and the machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// What is wrong.
    pub class: Class,
    /// The kind of fault that it is about, if it is about one.
    pub kind: String,
    /// In words.
    pub detail: String,
}

/// Compares a case of a batch, which has these lines.
pub fn judge(case: usize, lines: &Range<u64>, native: &Behaviours, found: &Exploration, way: Way) -> Vec<Disagreement> {
    let bugs: Vec<&Bug> = found.bugs.iter().filter(|bug| belongs(bug, case, lines, found)).collect();
    let mut wrong: Vec<Disagreement> = bugs.iter().filter_map(|bug| false_alarm(bug, native, found, way)).collect();
    wrong.extend(found.tests.iter().filter(|test| test.case == case).filter_map(|test| wrong_exit(test, native, way)));
    let is_shadowed = bugs.iter().any(|bug| unseen(&bug.kind, &bug.message).is_some());
    if way.level == 0 && !is_shadowed {
        wrong.extend(missed(native, &bugs));
    }
    if !found.incomplete.is_empty() && way.level == 0 {
        wrong.retain(|disagreement| disagreement.class != Class::Missed);
        let detail = found.incomplete.join("; ");
        wrong.push(Disagreement { class: Class::Incomplete, kind: String::new(), detail });
    }
    wrong
}

fn belongs(bug: &Bug, case: usize, lines: &Range<u64>, found: &Exploration) -> bool {
    let test = found.tests.iter().find(|test| test.name == bug.test);
    test.map_or_else(|| lines.contains(&bug.line), |test| test.case == case)
}

fn missed(native: &Behaviours, bugs: &[&Bug]) -> Vec<Disagreement> {
    let mut wrong: Vec<Disagreement> = Vec::new();
    for (choices, behaviour) in native {
        let Some(first) = unreported(behaviour, bugs) else { continue };
        let detail = format!("{} at line {} is not reported; input {choices:?}", first.name, first.line);
        let kind = first.kinds[0].to_owned();
        if !wrong.iter().any(|other| other.detail.split(';').next() == detail.split(';').next()) {
            wrong.push(Disagreement { class: Class::Missed, kind, detail });
        }
    }
    wrong
}

/// The first fault on an input, if it must be reported and is not.
fn unreported<'a>(behaviour: &'a Behaviour, bugs: &[&Bug]) -> Option<&'a Seen> {
    let is_reported = |seen: &&Seen| bugs.iter().any(|bug| agrees(bug, seen));
    let first = behaviour.first();
    if first.iter().any(is_reported) {
        return None;
    }
    if first.first()?.is_uninitialized() {
        let uses = || behaviour.seen.iter().filter(|seen| seen.is_uninitialized());
        let others = || behaviour.seen.iter().filter(|seen| !seen.is_uninitialized());
        let is_harmless =
            !behaviour.depends_on_memory() && (others().next().is_none() || others().any(|seen| is_reported(&seen)));
        if is_harmless || uses().any(|seen| is_reported(&seen)) {
            return None;
        }
    }
    // Only some of the fillings go wrong: what was never written is used there.
    let is_use = |bug: &&Bug| bug.kind == "uninitialized-read" && first.iter().any(|seen| seen.line == bug.line);
    let explained = behaviour.depends_on_memory() && bugs.iter().any(is_use);
    first.first().copied().filter(|seen| !explained || behaviour.is_certain(seen))
}

/// Returns true if a report means what a sanitizer saw. A leak is reported where the memory was allocated.
fn agrees(bug: &Bug, seen: &Seen) -> bool {
    seen.kinds.contains(&bug.kind.as_str()) && (bug.line == seen.line || bug.kind == "leak")
}

fn false_alarm(bug: &Bug, native: &Behaviours, found: &Exploration, way: Way) -> Option<Disagreement> {
    let test = found.tests.iter().find(|test| test.name == bug.test);
    let behaviour = test.and_then(|test| native.get(&test.choices));
    let is_right = behaviour.is_some_and(|behaviour| is_shown(bug, behaviour, way));
    if is_right || unseen(&bug.kind, &bug.message).is_some() {
        return None;
    }
    let detail = format!(
        "{} at line {} ({}) on input {:?}, where {}",
        bug.kind,
        bug.line,
        bug.message,
        test.map(|test| &test.choices),
        behaviour.map_or_else(|| "nothing was run".to_owned(), describe)
    );
    Some(Disagreement { class: Class::FalseAlarm, kind: bug.kind.clone(), detail })
}

fn is_shown(bug: &Bug, behaviour: &Behaviour, way: Way) -> bool {
    let optimised = way.level > 0 && !behaviour.seen.is_empty();
    let is_used = bug.kind == "uninitialized-read"
        && (behaviour.depends_on_memory() || behaviour.seen.iter().any(|seen| agrees(bug, seen)));
    optimised || is_used || behaviour.first().iter().any(|seen| agrees(bug, seen))
}

fn wrong_exit(test: &Test, native: &Behaviours, way: Way) -> Option<Disagreement> {
    let behaviour = native.get(&test.choices).filter(|_| test.kind == "exit")?;
    let is_right = if behaviour.is_good() { behaviour.code == test.code } else { way.level > 0 };
    (!is_right).then(|| Disagreement {
        class: Class::WrongExit,
        kind: behaviour.first().first().map_or_else(String::new, |seen| seen.kinds[0].to_owned()),
        detail: format!("claims exit code {:?} on input {:?}, where {}", test.code, test.choices, describe(behaviour)),
    })
}

fn describe(behaviour: &Behaviour) -> String {
    match behaviour.first().first() {
        Some(seen) => format!("a sanitizer sees {} at line {}", seen.name, seen.line),
        None => format!("the machine ends with {:?}", behaviour.code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAY: Way = Way { mode: "none", level: 0 };

    fn native(name: &str, kinds: &'static [&'static str]) -> Behaviours {
        let seen = Seen { name: name.into(), kinds, line: 7, steps: 3 };
        let good = Behaviour { code: Some(4), ..Behaviour::default() };
        let bad = Behaviour { seen: vec![seen], ..Behaviour::default() };
        Behaviours::from([(vec![0], good), (vec![1], bad)])
    }

    fn found(kind: &str, line: u64, choice: i64) -> Exploration {
        let bug = Bug { kind: kind.into(), line, message: String::new(), test: "t".into() };
        let test = |name: &str, choice, kind: &str, code| Test {
            name: name.into(),
            case: 0,
            choices: vec![choice],
            kind: kind.into(),
            code,
        };
        let tests = vec![test("t", choice, "fault", None), test("u", 0, "exit", Some(4))];
        Exploration { verdict: "bug".into(), bugs: vec![bug], tests, incomplete: Vec::new() }
    }

    fn classes(found: &Exploration, way: Way) -> Vec<Class> {
        let native = native("double-free", &["double-free"]);
        judge(0, &(1..20), &native, found, way).into_iter().map(|wrong| wrong.class).collect()
    }

    #[test]
    fn agreement_is_silent() {
        assert_eq!(classes(&found("double-free", 7, 1), WAY), []);
    }

    #[test]
    fn wrong_kinds_lines_inputs_and_exits_are_told() {
        assert_eq!(classes(&found("leak", 7, 1), WAY), [Class::FalseAlarm, Class::Missed]);
        assert_eq!(classes(&found("double-free", 8, 1), WAY), [Class::FalseAlarm, Class::Missed]);
        assert_eq!(classes(&found("double-free", 7, 0), WAY), [Class::FalseAlarm]);
        let mut silent = found("double-free", 7, 1);
        silent.bugs.clear();
        assert_eq!(classes(&silent, WAY), [Class::Missed]);
        assert_eq!(classes(&silent, Way { level: 1, ..WAY }), []);
        silent.tests[1].code = Some(5);
        assert_eq!(classes(&silent, WAY), [Class::WrongExit, Class::Missed]);
        silent.incomplete.push("time".into());
        assert_eq!(classes(&silent, WAY), [Class::WrongExit, Class::Incomplete]);
    }

    #[test]
    fn a_use_explains_no_fault_that_every_filling_shows() {
        let fault = |ending: &str| format!("fault:{ending} 7 3 0");
        let with = |filled: Vec<String>| {
            let mut native = native("integer-divide-by-zero", &["div-by-zero"]);
            native.get_mut(&vec![1]).expect("the bad input").filled = filled;
            native
        };
        let certain = with(vec![fault("integer-divide-by-zero"); 3]);
        let chance = with(vec![fault("integer-divide-by-zero"), "exit:4 9 4 0".into(), "exit:4 9 4 0".into()]);
        let classes = |native: &Behaviours, found: &Exploration| -> Vec<Class> {
            judge(0, &(1..20), native, found, WAY).into_iter().map(|wrong| wrong.class).collect()
        };
        let used = found("uninitialized-read", 7, 1);
        assert_eq!(classes(&chance, &used), []);
        assert_eq!(classes(&certain, &used), [Class::FalseAlarm, Class::Missed]);
        assert_eq!(classes(&certain, &found("div-by-zero", 7, 1)), []);
        assert_eq!(classes(&chance, &found("uninitialized-read", 8, 1)), [Class::Missed]);
    }

    #[test]
    fn a_use_on_the_way_excuses_no_other_fault() {
        let native = uses(&[7], true);
        let wrong = judge(0, &(1..20), &native, &found("out-of-bounds", 9, 1), WAY);
        assert_eq!(wrong.into_iter().map(|wrong| wrong.class).collect::<Vec<_>>(), [Class::FalseAlarm, Class::Missed]);
    }

    #[test]
    fn an_overflow_of_a_block_is_no_use_of_a_freed_one() {
        let seen = |name: &str| native(name, crate::oracle::kinds(name).expect("a finding that is known"));
        let classes = |native: &Behaviours, kind: &str| -> Vec<Class> {
            judge(0, &(1..20), native, &found(kind, 7, 1), WAY).into_iter().map(|wrong| wrong.class).collect()
        };
        assert_eq!(classes(&seen("heap-buffer-overflow"), "out-of-bounds"), []);
        assert_eq!(classes(&seen("heap-buffer-overflow"), "use-after-free"), [Class::FalseAlarm, Class::Missed]);
        assert_eq!(classes(&seen("overflow-of-freed-buffer"), "use-after-free"), []);
        assert_eq!(classes(&seen("overflow-of-freed-buffer"), "out-of-bounds"), [Class::FalseAlarm, Class::Missed]);
        assert_eq!(classes(&seen("integer-divide-by-zero"), "uninitialized-read"), [Class::FalseAlarm, Class::Missed]);
    }

    /// What the memory sanitizer saw at some lines, and whether runs differ.
    fn uses(lines: &[u64], depends: bool) -> Behaviours {
        let seen = |(step, &line): (usize, &u64)| Seen {
            name: "use-of-uninitialized-value".into(),
            kinds: &["uninitialized-read"],
            line,
            steps: step as u64,
        };
        let filled = vec!["exit:4".to_owned(), if depends { "exit:5" } else { "exit:4" }.to_owned()];
        let bad = Behaviour {
            seen: lines.iter().enumerate().map(seen).collect(),
            code: Some(4),
            filled,
            ..Behaviour::default()
        };
        Behaviours::from([(vec![0], Behaviour { code: Some(4), ..Behaviour::default() }), (vec![1], bad)])
    }

    #[test]
    fn uses_that_do_not_matter_need_not_be_reported() {
        let classes = |native: &Behaviours, found: &Exploration| -> Vec<Class> {
            judge(0, &(1..20), native, found, WAY).into_iter().map(|wrong| wrong.class).collect()
        };
        let found = found("uninitialized-read", 9, 1);
        let silent = Exploration { bugs: Vec::new(), ..found.clone() };
        assert_eq!(classes(&uses(&[7, 9], true), &found), []);
        assert_eq!(classes(&uses(&[7], false), &found), [Class::FalseAlarm]);
        assert_eq!(classes(&uses(&[7], false), &silent), []);
        assert_eq!(classes(&uses(&[7], true), &silent), [Class::Missed]);
        assert_eq!(classes(&uses(&[], false), &found), [Class::FalseAlarm]);
    }
}
