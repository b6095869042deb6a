//! How many tests passed and failed, read from what the test runners print.

use std::ops::AddAssign;

/// Passed and failed, tests or checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// How many passed.
    pub(crate) passed: usize,
    /// How many failed, timed out or died.
    pub(crate) failed: usize,
}

impl Counts {
    /// One check that passed or failed.
    pub(crate) fn one(passed: bool) -> Self {
        Counts { passed: usize::from(passed), failed: usize::from(!passed) }
    }

    /// The counts in a runner's output: the summary line of nextest, or every result line of `cargo test`. Nextest shows what a failed test
    /// printed, a result line among it.
    pub(crate) fn read(lines: &[String]) -> Self {
        let is_nextest = lines.iter().any(|line| is_of_nextest(line));
        let mut total = Counts::default();
        let summaries = lines.iter().filter(|line| !is_nextest || is_of_nextest(line));
        summaries.filter_map(|line| summary(line)).for_each(|counts| total += counts);
        total
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

fn summary(line: &str) -> Option<Counts> {
    let line = line.trim_start();
    if !line.starts_with("test result:") && !is_of_nextest(line) {
        return None;
    }
    let failed = ["failed", "timed out", "exec failed"].iter().map(|word| number_before(line, word)).sum();
    Some(Counts { passed: number_before(line, "passed"), failed })
}

/// Returns true for the line with which nextest ends.
fn is_of_nextest(line: &str) -> bool {
    line.trim_start().starts_with("Summary [") && line.contains(" run: ")
}

/// The number in `… NUMBER word …`, or 0.
fn number_before(line: &str, word: &str) -> usize {
    let parts = line.split([',', ';', ':', '.', '(', ')', '/']).map(str::trim);
    parts.filter_map(|part| part.strip_suffix(word)?.trim_end().parse::<usize>().ok()).next().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Counts {
        Counts::read(&text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn cargo_test() {
        let text = "running 3 tests\ntest a ... ok\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\n\
                    test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s";
        assert_eq!(read(text), Counts { passed: 5, failed: 1 });
    }

    #[test]
    fn nextest() {
        assert_eq!(
            read("     Summary [   0.005s] 12 tests run: 12 passed, 0 skipped"),
            Counts { passed: 12, failed: 0 }
        );
        assert_eq!(
            read("     Summary [   9.005s] 12/20 tests run: 8 passed (2 slow), 3 failed, 1 timed out, 4 skipped"),
            Counts { passed: 8, failed: 4 }
        );
    }

    #[test]
    fn a_failed_test_counts_once() {
        let text = "    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.10s\n\
                         Summary [   9.005s] 12 tests run: 11 passed, 1 failed, 0 skipped";
        assert_eq!(read(text), Counts { passed: 11, failed: 1 });
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(read("3 passed, 4 failed\nSummary: 3 passed"), Counts::default());
    }
}
