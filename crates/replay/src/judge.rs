//! Compares what a test claims with what was seen: a pure function, and the words for its answer.

use braid_report::bytes::escape;
use braid_report::fault::distance;
use braid_report::{Ending, Fault, Place, TestClaim, located};

use crate::kinds::{self, Absence, Row, signal_name};
use crate::run::{NativeEnding, Observation, Report, SANITIZER_CODE};
use crate::sanitizer::{Finding, Frame, Tool};

/// What came of a replayed test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// The native program does what the test claims.
    Confirmed {
        /// What was not checked, or how it was seen; empty if there is nothing to say.
        note: String,
    },
    /// It does something else.
    Differs {
        /// What.
        what: String,
    },
    /// A native program cannot show it, at least not this build of it.
    NotObservable {
        /// Why.
        why: String,
    },
    /// The test could not be run or not be judged.
    Failed {
        /// Why.
        reason: String,
    },
}

impl Judgement {
    /// Whether the claim holds.
    pub fn is_confirmed(&self) -> bool {
        matches!(self, Judgement::Confirmed { .. })
    }

    /// The word for it, and the detail.
    pub fn words(&self) -> (&'static str, &str) {
        match self {
            Judgement::Confirmed { note } => ("confirmed", note),
            Judgement::Differs { what } => ("differs", what),
            Judgement::NotObservable { why } => ("not-observable", why),
            Judgement::Failed { reason } => ("failed", reason),
        }
    }

    fn confirmed(note: impl Into<String>) -> Judgement {
        Judgement::Confirmed { note: note.into() }
    }

    fn differs(what: impl Into<String>) -> Judgement {
        Judgement::Differs { what: what.into() }
    }
}

/// The report of the harness that a test ran out of inputs.
const USED_UP: &str = "the inputs are used up";
/// How its reports end that an assumption is broken.
const BROKEN: &str = "does not hold";

/// Judges a test. What a machine finds where nothing was written is chance: whether a claim holds that depends on it does not show.
pub fn judge(claim: &TestClaim, seen: &Observation) -> Judgement {
    if claim.uninitialized {
        return Judgement::NotObservable {
            why: "it depends on values that no input gives (never written, or left open as the bits of a NaN are)"
                .to_owned(),
        };
    }
    let is_early = is_early(claim);
    if let Some(misfit) = report(seen, "misfit")
        && !(is_early && is_beyond(&misfit.text))
    {
        return Judgement::differs(format!("the test does not fit: {}{}", misfit.text, about(&misfit.file)));
    }
    if let Some(unknown) = report(seen, "unknown") {
        return Judgement::NotObservable { why: format!("{} has no meaning outside of Braid", unknown.text) };
    }
    if let Some(undefined) = report(seen, "undefined")
        && !is_early
    {
        let why = format!("it calls or uses {}, which nothing defines on this machine", undefined.text);
        return Judgement::NotObservable { why };
    }
    match &claim.ending {
        Ending::Exit { exit_code } => judge_exit(*exit_code, claim, seen),
        Ending::Fault { fault } => judge_fault(fault, claim, seen),
        Ending::Early { .. } => judge_early(claim, seen),
    }
}

/// Whether a misfit may come after what an early claim is about: the engine had asked for no further input, and had not
/// met the assumption or ended there.
fn is_beyond(misfit: &str) -> bool {
    misfit == USED_UP || misfit.ends_with(BROKEN)
}

/// What a test claims, in a few words.
pub fn describe(claim: &TestClaim) -> String {
    match &claim.ending {
        Ending::Exit { exit_code } => format!("exit code {exit_code}"),
        Ending::Fault { fault } => format!("{} {}", fault.kind, fault.place.located()),
        Ending::Early { reason } => format!("stopped early: {reason}"),
    }
}

/// Whether a claim is about a run that was stopped before its end.
pub fn is_early(claim: &TestClaim) -> bool {
    matches!(claim.ending, Ending::Early { .. })
}

/// Whether a test claims that the stack overflows.
pub fn is_overflow(claim: &TestClaim) -> bool {
    matches!(&claim.ending, Ending::Fault { fault } if fault.kind == "stack-overflow")
}

/// Whether a test claims a leak, which is looked for only then.
pub fn is_leak(claim: &TestClaim) -> bool {
    matches!(&claim.ending, Ending::Fault { fault } if fault.kind == "leak")
}

/// Returns true if a fault is claimed that does not show.
pub fn is_unseen(claim: &TestClaim, seen: &Observation) -> bool {
    let Ending::Fault { fault } = &claim.ending else { return false };
    evidence(kinds::row(&fault.kind), fault, seen).is_none()
}

fn report<'a>(seen: &'a Observation, kind: &str) -> Option<&'a Report> {
    seen.reports.iter().find(|report| report.kind == kind)
}

fn about(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(" ('{name}')") }
}

fn judge_exit(code: u8, claim: &TestClaim, seen: &Observation) -> Judgement {
    if let NativeEnding::Timeout(time) = seen.ending {
        return Judgement::Failed { reason: format!("still running after {} s", time.as_secs_f64()) };
    }
    if seen.ending != NativeEnding::Exit(i32::from(code)) || unclaimed(seen).is_some() {
        return Judgement::differs(format!("it ended with {}, not with exit code {code}", ending_words(seen)));
    }
    match output_difference(claim, &seen.stdout, false).or_else(|| file_difference(claim, seen)) {
        Some(what) => Judgement::differs(what),
        None => Judgement::confirmed(""),
    }
}

/// In which file at the end the program differs from the claim.
fn file_difference(claim: &TestClaim, seen: &Observation) -> Option<String> {
    let claimed = claim.files.as_ref()?;
    if let Some((path, bytes)) = claimed.iter().find(|(path, bytes)| seen.files.get(*path) != Some(&bytes.0)) {
        return Some(match seen.files.get(path) {
            Some(found) => format!("{path} at the end: {}", difference(&bytes.0, found)),
            None => format!("{path} is not there at the end"),
        });
    }
    let other = seen.files.keys().find(|path| !claimed.contains_key(*path))?;
    Some(format!("{other} is there at the end"))
}

/// A finding that the engine would have reported as a fault, too.
fn unclaimed(seen: &Observation) -> Option<&Finding> {
    let found = seen.findings.iter().flatten();
    found.into_iter().find(|finding| finding.tool == Tool::Address)
}

fn judge_early(claim: &TestClaim, seen: &Observation) -> Judgement {
    if claim.stdout.0.len() <= seen.stdout.len() && seen.stdout.starts_with(&claim.stdout.0) {
        return Judgement::confirmed("up to where the run stopped");
    }
    Judgement::differs(difference(&claim.stdout.0, &seen.stdout))
}

fn judge_fault(fault: &Fault, claim: &TestClaim, seen: &Observation) -> Judgement {
    let row = kinds::row(&fault.kind);
    match evidence(row, fault, seen) {
        Some(Ok(note)) => match output_difference(claim, &seen.stdout, true) {
            Some(what) => Judgement::differs(what),
            None => Judgement::confirmed(note),
        },
        Some(Err(elsewhere)) => Judgement::differs(elsewhere),
        None => judge_absence(row, fault, seen),
    }
}

/// What shows the fault: a note on how, or, if it shows at another place, where.
fn evidence(row: &Row, fault: &Fault, seen: &Observation) -> Option<Result<String, String>> {
    // The operation is gone that went wrong, and its place with it.
    let is_folded = fault.message.contains(FOLDED);
    // What was there once is not known any more.
    let is_nowhere = fault.message.contains(NOWHERE);
    let shows_it = |found: &&Finding| match found.tool {
        Tool::Undefined if is_folded => true,
        Tool::Address if is_nowhere => true,
        _ => row.findings.iter().any(|words| found.text.contains(words)),
    };
    let findings: Vec<&Finding> = seen.findings.iter().flatten().filter(shows_it).collect();
    if let Some(first) = findings.first() {
        let here = !row.placed || is_folded || findings.iter().any(|finding| is_there(finding, &fault.place));
        // Another leak says nothing about this one.
        if !here && first.tool == Tool::Leak {
            return None;
        }
        return Some(if here { Ok(first_line(&first.text)) } else { Err(elsewhere(fault, &finding_place(first))) });
    }
    let shows_it = |report: &&Report| row.reports.contains(&report.kind.as_str()) && !is_caught(report, seen);
    let reports = || seen.reports.iter().filter(shows_it);
    // The last one ends the program, but for what a library says behind it.
    if let Some(last) = reports().next_back() {
        let here = reports().any(|report| report_is_there(report, &fault.place));
        let place = format!("{}:{}", last.file, last.line);
        return Some(if here { Ok(String::new()) } else { Err(elsewhere(fault, &place)) });
    }
    match seen.ending {
        NativeEnding::Signal(signal) if shows(signal, row, fault) => {
            Some(Ok(format!("{}; a signal tells no line", signal_name(signal))))
        }
        _ => None,
    }
}

/// Whether a report is a panic that the program went on behind: one that nothing catches ends it by a signal or with a code of its own.
fn is_caught(report: &Report, seen: &Observation) -> bool {
    const UNCAUGHT: i32 = 101;
    report.kind == "panic" && matches!(seen.ending, NativeEnding::Exit(code) if code != UNCAUGHT)
}

/// Whether a signal shows a fault: the one that its message names, or one of its kind.
fn shows(signal: i32, row: &Row, fault: &Fault) -> bool {
    let named = fault.message.split_once(SIGNAL).and_then(|(_, rest)| rest.split(' ').next()?.parse::<i32>().ok());
    named.map_or_else(|| row.signals.contains(&signal), |named| named == signal)
}

/// How the message of a fault speaks of a value that a compiler computed, of operands for which there is none.
const FOLDED: &str = "that the compiler found to be none";

/// How it speaks of an address that belongs to nobody, or to what was freed long ago.
const NOWHERE: &str = "where there is no object";

/// How the message of a fault names the signal that a program ends itself with, up to its number.
const SIGNAL: &str = "ends itself with signal ";

fn elsewhere(fault: &Fault, place: &str) -> String {
    format!("{} shows {}, not {}", fault.kind, located(place), fault.place.located())
}

fn first_line(text: &str) -> String {
    const SHOWN: usize = 60;
    let line = text.lines().next().unwrap_or_default();
    // The address and what follows differ from run to run.
    let line = line.split(" on address ").next().unwrap_or_default().split(" 0x").next().unwrap_or_default();
    line.chars().take(SHOWN).collect()
}

fn finding_place(finding: &Finding) -> String {
    finding
        .frames
        .first()
        .map_or_else(|| "an unknown place".to_owned(), |frame| format!("{}:{}", frame.file, frame.line))
}

/// Whether a finding is at a place: one of its frames is. Without debug information on either side there is nothing to
/// compare.
fn is_there(finding: &Finding, place: &Place) -> bool {
    let Some(file) = place.file.as_deref().filter(|_| place.line > 0) else { return true };
    // What main ends with by a jump has the frame of its caller.
    let is_start = |frame: &Frame| same_file(&frame.file, START);
    finding.frames.first().is_none_or(is_start)
        || finding.frames.iter().any(|frame| frame.line == place.line && same_file(&frame.file, file))
}

/// The file of the C library that calls main.
const START: &str = "libc_start_call_main.h";

/// An assertion over several lines has one line for the compiler and another for `__LINE__`: the function decides, too.
fn report_is_there(report: &Report, place: &Place) -> bool {
    let Some(file) = place.file.as_deref().filter(|_| place.line > 0 && report.line > 0) else { return true };
    let same_function = !place.function.is_empty() && report.function == place.function;
    same_function || report.line == place.line && same_file(&report.file, file)
}

/// Paths may be relative or absolute; the names decide.
fn same_file(a: &str, b: &str) -> bool {
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    name(a) == name(b)
}

/// How the message of a fault names an object without bytes.
const EMPTY: &str = "an allocation of 0 bytes";
/// How it begins with a variable whose time is over.
const LOCAL: &str = "the local variable";
/// How it names a word of the command line.
const ARGUMENT: &str = "of the argument '";
/// How far outside of an object an access is seen for sure, in bytes: as few as this many behind some objects belong to nobody.
const SEEN_DISTANCE: u64 = 15;

/// Functions of the C library that read texts or tables of the program, and that no sanitizer stands in for.
const UNWATCHED: &[&str] = &[
    "error",
    "error_at_line",
    "warn",
    "warnx",
    "vwarn",
    "vwarnx",
    "err",
    "errx",
    "verr",
    "verrx",
    "perror",
    "getopt",
    "getopt_long",
    "getopt_long_only",
    "regcomp",
    "regexec",
    "fnmatch",
    "setenv",
    "putenv",
    "strverscmp",
    "basename",
    "dirname",
    "execvp",
];

/// Whether a fault is inside of a function of the C library that no sanitizer watches: the one that the program called.
fn is_unwatched(fault: &Fault) -> bool {
    let own = |frame: &Place| (&frame.file, frame.line) == (&fault.place.file, fault.place.line);
    let called = fault.stack.iter().position(own).and_then(|own| own.checked_sub(1)).map(|at| &fault.stack[at]);
    called.is_some_and(|frame| UNWATCHED.contains(&frame.function.as_str()))
}

/// Why the address sanitizer need not see a fault that is there; none if it must.
fn unseen_address(fault: &Fault) -> Option<&'static str> {
    match fault.kind.as_str() {
        _ if is_unwatched(fault) => Some("it is inside of a function of the C library that no sanitizer watches"),
        _ if fault.message.contains(EMPTY) => Some("a sanitizer takes an allocation of no bytes for one of a byte"),
        "out-of-bounds" if fault.message.contains(ARGUMENT) => {
            Some("arguments lie end to end, in memory that no sanitizer watches")
        }
        "out-of-bounds" if distance(&fault.message).is_some_and(|distance| distance > SEEN_DISTANCE) => {
            Some("an access far outside of an object may meet another, which no sanitizer sees")
        }
        "out-of-bounds" if fault.message.contains(NOWHERE) => {
            Some("an address that belongs to nobody in the model may belong to somebody natively")
        }
        "use-after-free" if fault.message.starts_with(LOCAL) => Some(
            "of functions that have returned a sanitizer watches no arrays of variable length, no frame beyond 64 KiB, and not \
             all of very many calls",
        ),
        _ => None,
    }
}

fn judge_absence(row: &Row, fault: &Fault, seen: &Observation) -> Judgement {
    let ended = ending_words(seen);
    let differs = || Judgement::differs(format!("it ended with {ended}, not with {}", fault.kind));
    if let NativeEnding::Timeout(time) = seen.ending {
        return Judgement::Failed { reason: format!("still running after {} s", time.as_secs_f64()) };
    }
    match (row.absence, &seen.findings, seen.blind) {
        (Absence::Inconclusive(why), _, _) => {
            Judgement::NotObservable { why: format!("{why} (it ended with {ended})") }
        }
        (Absence::NeedsSanitizer(_), None, _) => {
            Judgement::NotObservable { why: format!("not observable without --sanitize (it ended with {ended})") }
        }
        (Absence::NeedsSanitizer(tool), Some(_), Some(blind)) if tool == Tool::Undefined || !blind.sees_addresses => {
            Judgement::NotObservable { why: format!("{} (it ended with {ended})", blind.why) }
        }
        (Absence::NeedsSanitizer(Tool::Leak), Some(_), _) if ends_by_itself(seen) => Judgement::NotObservable {
            why: format!(
                "the leak sanitizer takes any word that looks like an address for a pointer (it ended with {ended})"
            ),
        },
        (Absence::NeedsSanitizer(tool), Some(_), _) => match unseen_address(fault).filter(|_| tool == Tool::Address) {
            Some(why) => Judgement::NotObservable { why: format!("{why} (it ended with {ended})") },
            None => differs(),
        },
        (Absence::Contradicts, _, _) => differs(),
    }
}

/// Returns true if the program came to its end, where leaks are looked for.
fn ends_by_itself(seen: &Observation) -> bool {
    matches!(seen.ending, NativeEnding::Exit(_)) && unclaimed(seen).is_none()
}

/// How the program ended, for people.
fn ending_words(seen: &Observation) -> String {
    let kinds = [("assert", "a failed assertion"), ("error", "an error of its own"), ("panic", "a panic")];
    for (kind, words) in kinds {
        if let Some(report) = report(seen, kind).filter(|report| !is_caught(report, seen)) {
            return format!("{words} at {}:{}: {}", report.file, report.line, report.text);
        }
    }
    if let Some(finding) = unclaimed(seen).filter(|_| seen.ending == NativeEnding::Exit(SANITIZER_CODE)) {
        return format!("{} at {}", first_line(&finding.text), finding_place(finding));
    }
    match seen.ending {
        NativeEnding::Exit(code) => format!("exit code {code}"),
        NativeEnding::Signal(signal) => signal_name(signal),
        NativeEnding::Timeout(time) => format!("its time over after {} s", time.as_secs_f64()),
    }
}

/// What is different in the output. A claim holds what a pipe has received. A machine may go on for a while behind a fault, so
/// it may have seen more of a program that dies.
fn output_difference(claim: &TestClaim, seen: &[u8], died: bool) -> Option<String> {
    let claimed = &claim.stdout.0[..];
    let agrees = claimed == seen || (claim.stdout_truncated || died) && seen.starts_with(claimed);
    (!agrees).then(|| difference(claimed, seen))
}

fn difference(claimed: &[u8], seen: &[u8]) -> String {
    const SHOWN: usize = 24;
    let at = claimed.iter().zip(seen).take_while(|(a, b)| a == b).count();
    let part = |bytes: &[u8]| escape(&bytes[at..bytes.len().min(at + SHOWN)]);
    format!("the output differs at byte {at}: claimed \"{}\", got \"{}\"", part(claimed), part(seen))
}

#[cfg(test)]
mod tests;
