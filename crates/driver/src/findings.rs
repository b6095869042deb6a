//! What a run has found so far: bugs, counts, reasons why it is not complete.

use braid_report::{Bug, Count, Fault, Incomplete};
use rustc_hash::FxHashMap;

/// Bugs by kind and place, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Bugs {
    bugs: Vec<(Bug, u64)>,
    numbers: FxHashMap<(String, Option<String>, u32, String), usize>,
}

impl Bugs {
    /// Counts a fault; whether it is the first of its kind and place.
    pub(crate) fn count(&mut self, fault: &Fault) -> bool {
        let place = &fault.place;
        let key = (fault.kind.clone(), place.file.clone(), place.line, place.function.clone());
        let bugs = &mut self.bugs;
        let mut first = false;
        let number = *self.numbers.entry(key).or_insert_with(|| {
            first = true;
            bugs.push((Bug { fault: fault.clone(), ..Bug::default() }, 0));
            bugs.len() - 1
        });
        self.bugs[number].1 += 1;
        first
    }
    /// The last bug that was found is shown by this test.
    pub(crate) fn shown_by(&mut self, test: String) {
        if let Some((bug, _)) = self.bugs.last_mut() {
            bug.test = Some(test);
        }
    }
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.bugs.len()
    }
    /// All of them, with their counts.
    pub(crate) fn report(&self) -> Vec<Bug> {
        self.bugs.iter().map(|(bug, count)| Bug { count: Count::from(*count), ..bug.clone() }).collect()
    }
}

/// Counts of how paths ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Paths {
    /// Ended by themselves: by exit or by a fault.
    pub(crate) completed: u64,
    /// All states that ended, in whatever way.
    pub(crate) states: u64,
    /// Tests that were written.
    pub(crate) tests: u64,
}

/// Reasons why a run is not complete that have no place in the program.
#[derive(Debug, Default)]
pub(crate) struct Reasons {
    rows: Vec<(String, u64)>,
}

impl Reasons {
    /// Counts a reason some times.
    pub(crate) fn add(&mut self, reason: &str, count: u64) {
        match self.rows.iter_mut().find(|(known, _)| known == reason) {
            Some((_, sum)) => *sum += count,
            None => self.rows.push((reason.to_owned(), count)),
        }
    }
    /// Whether a reason was counted.
    pub(crate) fn has(&self, reason: &str) -> bool {
        self.rows.iter().any(|(known, _)| known == reason)
    }
    /// All of them.
    pub(crate) fn report(&self) -> Vec<Incomplete> {
        let row = |(reason, count): &(String, u64)| Incomplete {
            reason: reason.clone(),
            count: Count::from(*count),
            place: None,
        };
        self.rows.iter().map(row).collect()
    }
}
