//! Tests that cannot pass yet: kept, run, and required to fail.
//!
//! `tests/pending.txt` has one line per test, `PACKAGE TEST # reason`. The test run leaves these tests out; this check
//! runs each alone and accepts it only if it fails. A pending test that passes makes the run fail, so the list shrinks
//! as soon as it can; so does a name that no test has, so the list cannot rot.

use std::path::Path;

use crate::counts::Counts;
use crate::run::{self, Show};
use crate::violation::Violation;

const LIST: &str = "tests/pending.txt";

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    /// The package that the test belongs to.
    pub(crate) package: String,
    /// The full name of the test, as the runner prints it.
    pub(crate) test: String,
}

/// Runs each pending test; what is wrong is one that passes, is not there, or a line that says nothing.
pub(crate) fn check(root: &Path) -> Vec<Violation> {
    match list(root) {
        Ok(list) => list.iter().filter_map(|pending| judge(pending, run_one(root, pending))).collect(),
        Err(violation) => vec![violation],
    }
}

/// The list in the workspace at `root`.
pub(crate) fn list(root: &Path) -> Result<Vec<Pending>, Violation> {
    let text = std::fs::read_to_string(root.join(LIST)).map_err(|error| Violation::new(LIST, error.to_string()))?;
    parse(&text)
}

/// The filter with which nextest leaves out the tests of the list.
pub(crate) fn nextest_filter(list: &[Pending]) -> String {
    let one = |pending: &Pending| format!(" and not (package({}) and test(={}))", pending.package, pending.test);
    list.iter().fold("all()".to_owned(), |filter, pending| filter + &one(pending))
}

fn parse(text: &str) -> Result<Vec<Pending>, Violation> {
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    numbered
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(at, line)| parse_line(at, line))
        .collect()
}

fn parse_line(at: usize, line: &str) -> Result<Pending, Violation> {
    let refuse = |what: &str| Violation::new(format!("{LIST}:{at}"), what);
    let (words, reason) = line.split_once('#').ok_or_else(|| refuse("has no reason; write `PACKAGE TEST # reason`"))?;
    match words.split_whitespace().collect::<Vec<_>>()[..] {
        [package, test] if !reason.trim().is_empty() => {
            Ok(Pending { package: package.to_owned(), test: test.to_owned() })
        }
        _ => Err(refuse("is not of the form `PACKAGE TEST # reason`")),
    }
}

/// `cargo test` and not nextest, also where nextest is there: its result lines tell one failed test from a test binary
/// that does not build.
fn run_one(root: &Path, pending: &Pending) -> Counts {
    let arguments = [
        "test",
        "--quiet",
        "--no-fail-fast",
        "--all-targets",
        "--package",
        &pending.package,
        "--",
        "--exact",
        &pending.test,
    ];
    Counts::read(&run::run(run::cargo(root, &arguments), Show::Silent).lines)
}

fn judge(pending: &Pending, counts: Counts) -> Option<Violation> {
    let name = format!("{} {}", pending.package, pending.test);
    match counts {
        Counts { passed: 0, failed: 1 } => None,
        Counts { passed: 0, failed: 0 } => {
            Some(Violation::new(name, "is pending but no such test ran; does it build?"))
        }
        Counts { passed: 0, .. } => {
            Some(Violation::new(name, "is the name of several tests; give them different names"))
        }
        Counts { .. } => Some(Violation::new(name, format!("passes now; remove it from {LIST}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Pending {
        Pending { package: "braid-ir".to_owned(), test: "text::round_trip".to_owned() }
    }

    #[test]
    fn lines_are_read_and_comments_are_not() {
        let list = parse("# comment\n\nbraid-ir text::round_trip # no vectors yet\n");
        assert_eq!(list, Ok(vec![sample()]));
    }

    #[test]
    fn a_line_without_reason_is_refused() {
        assert!(parse("braid-ir text::round_trip\n").is_err());
        assert!(parse("braid-ir text::round_trip #\n").is_err());
        assert!(parse("braid-ir # why\n").is_err());
    }

    #[test]
    fn only_a_failing_test_is_pending() {
        assert_eq!(judge(&sample(), Counts { passed: 0, failed: 1 }), None);
        for (passed, failed) in [(1, 0), (0, 0), (1, 1), (0, 2)] {
            assert!(judge(&sample(), Counts { passed, failed }).is_some());
        }
    }

    #[test]
    fn the_filter_leaves_out_exactly_the_list() {
        assert_eq!(nextest_filter(&[]), "all()");
        assert_eq!(nextest_filter(&[sample()]), "all() and not (package(braid-ir) and test(=text::round_trip))");
    }
}
