//! The summary for people at the end of a run: bugs with their source, the verdict and why, coverage, cost.
//!
//! The order follows what a reader asks: what is wrong, may I trust it, what was looked at, what did it cost.

use std::fmt::Write as _;

use crate::count::Count;
use crate::place::located;
use crate::run::{Bound, BoundKind, Bug, DeadAssumption, Incomplete, RunReport, Verdict};
use crate::source::Sources;

/// More bugs are counted, not shown; `run.json` has them all.
const BUGS_SHOWN: usize = 20;
/// More reasons are counted, not shown.
const REASONS_SHOWN: usize = 20;

/// How the summary is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Whether to use the colours of a terminal.
    pub colour: bool,
}

/// Escape sequences for what stands out.
const RED: &str = "\x1b[1;31m";
const GREEN: &str = "\x1b[1;32m";
const YELLOW: &str = "\x1b[1;33m";
const PLAIN: &str = "\x1b[0m";

impl Style {
    fn paint(self, colour: &str, text: &str) -> String {
        if self.colour { format!("{colour}{text}{PLAIN}") } else { text.to_owned() }
    }
}

/// The summary of a run whose output lies in `folder` (as shown to the user).
pub fn render(report: &RunReport, folder: &str, sources: &Sources, style: Style) -> String {
    let mut text = String::new();
    for bug in report.bugs.iter().take(BUGS_SHOWN) {
        text.push_str(&bug_text(bug, report.paths_exact, sources, style));
    }
    if report.bugs.len() > BUGS_SHOWN {
        put(&mut text, &format!("... and {} more bugs in {folder}/run.json\n", report.bugs.len() - BUGS_SHOWN));
    }
    text.push_str(&verdict_text(report, style));
    text.push_str(&cost_text(report));
    put(&mut text, &format!("output    {folder}"));
    text
}

fn put(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes everything");
}

/// A bug as text. How many paths lead to it is the most there can be, unless the count is `exact`.
fn bug_text(bug: &Bug, exact: bool, sources: &Sources, style: Style) -> String {
    let fault = &bug.fault;
    let mut text = format!("{} {} {}\n", style.paint(RED, "BUG"), style.paint(RED, &fault.kind), fault.place.located());
    if !fault.message.is_empty() {
        put(&mut text, &format!("    {}", fault.message));
    }
    let test = bug.test.as_deref().map(|test| format!("; shown by {test}")).unwrap_or_default();
    let paths = match bug.count.word() {
        Some(1) => "1 path".to_owned(),
        _ => number_of_paths(&bug.count, exact, " paths"),
    };
    put(&mut text, &format!("    {paths}{test}"));
    text.push_str(&sources.excerpt(&fault.place).unwrap_or_default());
    text.push('\n');
    text
}

fn verdict_text(report: &RunReport, style: Style) -> String {
    let input: Vec<&Bound> = report.bounds.iter().filter(|bound| bound.kind == BoundKind::Input).collect();
    let mut text = match report.verdict {
        Verdict::Bug => format!("{}: {} found\n", style.paint(RED, "bug"), counted(report.bugs.len(), "bug")),
        Verdict::Proved if input.is_empty() => {
            format!("{}: all paths were explored, none has a bug\n", style.paint(GREEN, "proved"))
        }
        Verdict::Proved => {
            format!("{}: all paths within these bounds were explored, none has a bug\n", style.paint(GREEN, "proved"))
        }
        Verdict::Inconclusive => format!("{}: no bug was found, but\n", style.paint(YELLOW, "inconclusive")),
    };
    for bound in input {
        put(&mut text, &format!("  bound: {} = {}", bound.name, bound.value));
    }
    text.push_str(&incomplete_text(report));
    for assumption in &report.dead_assumptions {
        let DeadAssumption { place, reached } = assumption;
        put(&mut text, &format!("  the assumption at {place} lets no path through ({reached} came to it)"));
    }
    for row in report.warnings.iter().take(REASONS_SHOWN) {
        put(&mut text, &format!("  note: {}", row_text(row)));
    }
    text
}

/// A counted row.
fn row_text(row: &Incomplete) -> String {
    let place = row.place.as_deref().map(|place| format!(", first {}", located(place))).unwrap_or_default();
    format!("{} ({} times{place})", row.reason, row.count)
}

fn incomplete_text(report: &RunReport) -> String {
    let mut text = String::new();
    if report.verdict == Verdict::Bug && !report.incomplete.is_empty() {
        put(&mut text, "there may be more bugs, because");
    }
    for row in report.incomplete.iter().take(REASONS_SHOWN) {
        put(&mut text, &format!("  {}", row_text(row)));
    }
    if report.incomplete.len() > REASONS_SHOWN {
        put(&mut text, &format!("  ... and {} more reasons", report.incomplete.len() - REASONS_SHOWN));
    }
    text
}

/// A number of paths; an estimate, which is the most there can be, is called one.
fn number_of_paths(count: &Count, exact: bool, noun: &str) -> String {
    match exact {
        true => format!("{count}{noun}"),
        false if count.is_off_the_scale() => format!("more than 10^18{noun} (an estimate)"),
        false => format!("at most {count}{noun} (an estimate)"),
    }
}

/// What was joined, and how many paths that may stand for.
fn joins_text(report: &RunReport) -> String {
    let RunReport { joins, multiplicity, multiplicity_log2, .. } = report;
    format!(", {joins} joins; multiplicity {multiplicity} (2^{multiplicity_log2:.1})")
}

fn cost_text(report: &RunReport) -> String {
    let mut text = String::from("\n");
    let joins = if report.joins.word() == Some(0) { String::new() } else { joins_text(report) };
    put(
        &mut text,
        &format!(
            "paths     {}; {} states, {} forks{joins}",
            number_of_paths(&report.paths, report.paths_exact, ""),
            report.states,
            report.forks
        ),
    );
    put(&mut text, &format!("tests     {}", report.tests));
    let coverage = report.coverage;
    if coverage.lines_total > 0 {
        let percent = 100.0 * coverage.lines_covered as f64 / coverage.lines_total as f64;
        put(
            &mut text,
            &format!("coverage  {} of {} lines ({percent:.1} %)", coverage.lines_covered, coverage.lines_total),
        );
    }
    let share = if report.time_s > 0.0 { 100.0 * report.solver_time_s / report.time_s } else { 0.0 };
    put(
        &mut text,
        &format!(
            "cost      {:.2} s, {share:.0} % of it in {} queries; {} instructions; {:.0} MB",
            report.time_s, report.queries, report.instructions, report.peak_memory_mb
        ),
    );
    text
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("{number} {noun}") } else { format!("{number} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Fault;
    use crate::place::Place;
    use crate::run::Coverage;

    fn bug() -> Bug {
        let place = Place { file: Some("a.c".to_owned()), line: 2, column: 3, function: "f".to_owned() };
        let fault = Fault { kind: "assert".to_owned(), place, message: "x < 3".to_owned(), stack: Vec::new() };
        Bug { fault, test: Some("test000004".to_owned()), count: Count::from(5u64) }
    }

    fn text(report: &RunReport, style: Style) -> String {
        render(report, "braid-out-1", &Sources::none(), style)
    }

    #[test]
    fn a_bug_is_told_with_place_and_test_and_what_limits_the_search() {
        let reason = Incomplete {
            reason: "time limit".to_owned(),
            count: Count::from(12u64),
            place: Some("a.c:9 in g".to_owned()),
        };
        let report = RunReport {
            verdict: Verdict::Bug,
            bugs: vec![bug()],
            incomplete: vec![reason],
            coverage: Coverage { lines_covered: 3, lines_total: 4 },
            paths_exact: true,
            ..RunReport::default()
        };
        let expected = "BUG assert at a.c:2:3 in f\n    x < 3\n    5 paths; shown by test000004\n\n\
            bug: 1 bug found\nthere may be more bugs, because\n  time limit (12 times, first at a.c:9 in g)\n\n\
            paths     0; 0 states, 0 forks\ntests     0\ncoverage  3 of 4 lines (75.0 %)\n\
            cost      0.00 s, 0 % of it in 0 queries; 0 instructions; 0 MB\noutput    braid-out-1\n";
        assert_eq!(text(&report, Style::default()), expected);
    }

    #[test]
    fn a_proof_names_its_bounds_on_the_input_only() {
        let bound = |name: &str, kind| Bound { name: name.to_owned(), value: "8".to_owned(), kind, hit: false };
        let bounds = vec![bound("data bytes", BoundKind::Input), bound("max-time", BoundKind::Resource)];
        let report = RunReport { verdict: Verdict::Proved, bounds, ..RunReport::default() };
        let text = text(&report, Style::default());
        assert!(text.starts_with("proved: all paths within these bounds"), "{text}");
        assert!(text.contains("bound: data bytes = 8") && !text.contains("max-time"), "{text}");
        assert!(text.contains("paths     at most 0 (an estimate)"), "{text}");
        let joined = RunReport {
            joins: Count::from(3u64),
            multiplicity: Count::from(24u64),
            multiplicity_log2: 4.585,
            ..report
        };
        let told = super::render(&joined, "o", &Sources::default(), Style::default());
        assert!(told.contains("0 forks, 3 joins; multiplicity 24 (2^4.6)"), "{told}");
        let many = RunReport { paths: Count::estimate(u128::MAX), ..joined };
        let text = super::render(&many, "o", &Sources::default(), Style::default());
        assert!(text.contains("paths     more than 10^18 (an estimate)"), "{text}");
    }

    #[test]
    fn colours_come_only_when_asked_for() {
        let report = RunReport { verdict: Verdict::Bug, bugs: vec![bug()], ..RunReport::default() };
        assert!(!text(&report, Style::default()).contains('\x1b'));
        assert!(text(&report, Style { colour: true }).contains(RED));
    }

    #[test]
    fn a_flood_of_bugs_is_cut() {
        let report = RunReport { verdict: Verdict::Bug, bugs: vec![bug(); 50], ..RunReport::default() };
        let text = text(&report, Style::default());
        assert_eq!(text.matches("BUG assert").count(), BUGS_SHOWN);
        assert!(text.contains("... and 30 more bugs"), "{text}");
    }
}
