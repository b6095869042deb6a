//! What a run has found so far: bugs and counts.

use braid_report::{Bug, Count, Fault};
use rustc_hash::FxHashMap;

/// Bugs by kind and place, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Bugs {
    bugs: Vec<Known>,
    /// Paths to bugs that were counted since somebody asked.
    pub(crate) recent: Vec<(usize, u128)>,
    numbers: FxHashMap<(String, Option<String>, u32, String), usize>,
}

/// A bug with what is kept of it.
#[derive(Debug)]
struct Known {
    bug: Bug,
    /// How many states have shown it.
    seen: u64,
    /// How many paths these stand for.
    paths: u128,
    /// The sum of the symbolic sizes in the test that shows it.
    bulk: Option<u64>,
}

/// How many later paths to a bug are asked whether they show it with smaller sizes.
const ATTEMPTS: u64 = 1024;

/// A fault was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sighting {
    /// For the first time; the number of the bug.
    First(usize),
    /// Again.
    Again {
        /// The number of the bug.
        number: usize,
        /// The sum of the symbolic sizes in the test that shows it, if a smaller one is wanted.
        bulk: Option<u64>,
    },
}

impl Sighting {
    /// The number of the bug.
    pub(crate) fn number(self) -> usize {
        match self {
            Sighting::First(number) | Sighting::Again { number, .. } => number,
        }
    }
}

impl Bugs {
    /// Counts a fault of so many paths; bugs are told apart by kind and place.
    pub(crate) fn count(&mut self, fault: &Fault, paths: u128) -> Sighting {
        let place = &fault.place;
        let key = (fault.kind.clone(), place.file.clone(), place.line, place.function.clone());
        let bugs = &mut self.bugs;
        let mut first = false;
        let number = *self.numbers.entry(key).or_insert_with(|| {
            first = true;
            bugs.push(Known { bug: Bug { fault: fault.clone(), ..Bug::default() }, seen: 0, paths: 0, bulk: None });
            bugs.len() - 1
        });
        let known = &mut self.bugs[number];
        known.seen += 1;
        known.paths = known.paths.saturating_add(paths);
        self.recent.push((number, paths));
        match first {
            true => Sighting::First(number),
            false => Sighting::Again { number, bulk: known.bulk.filter(|_| known.seen <= ATTEMPTS) },
        }
    }
    /// A bug is shown by this test, whose symbolic sizes have this sum; a test before it is not as small.
    pub(crate) fn shown_by(&mut self, number: usize, fault: Fault, test: String, bulk: Option<u64>) {
        let known = &mut self.bugs[number];
        known.bug = Bug { fault, test: Some(test), ..Bug::default() };
        known.bulk = bulk;
    }
    /// Paths to a bug are explored again as part of others.
    pub(crate) fn uncount(&mut self, number: usize, paths: u128) {
        let known = &mut self.bugs[number];
        known.paths = known.paths.saturating_sub(paths);
    }
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.bugs.len()
    }
    /// All of them, with their numbers of paths as `count` tells them.
    pub(crate) fn report(&self, count: impl Fn(u128) -> Count) -> Vec<Bug> {
        self.bugs.iter().map(|known| Bug { count: count(known.paths.max(1)), ..known.bug.clone() }).collect()
    }
}

/// Counts of how paths ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Paths {
    /// Ended by themselves: by exit or by a fault. A joined state counts as what it stands for.
    pub(crate) completed: u128,
    /// The multiplicities of the states that ended by themselves, added up: that many paths at most.
    pub(crate) multiplicity: u128,
    /// Whether the paths of some joined state could not be counted.
    pub(crate) uncounted: bool,
    /// All states that were made.
    pub(crate) made: u64,
    /// All states that ended, in whatever way.
    pub(crate) states: u64,
    /// Tests that were written.
    pub(crate) tests: u64,
}
