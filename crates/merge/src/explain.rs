//! What was joined where, what it saved and what it cost: the rows of `--explain-merges`.

use core::cmp::Reverse;
use std::collections::BTreeMap;

use crate::host::SourcePlace;
use crate::joining::Joined;

/// How many sizes of groups are listed for a place.
const LISTED_GROUPS: usize = 1000;

/// How many patterns are shown for a place.
const LISTED_PATTERNS: usize = 10;

/// What is counted for one place of the source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// The place: where the loop or region begins.
    pub place: SourcePlace,
    /// How many contexts were opened.
    pub contexts: u64,
    /// Of those that were closed, in how many no state was lost.
    pub complete: u64,
    /// How many joins there were.
    pub joins: u64,
    /// How many states were joined.
    pub states: u64,
    /// The size of each group that waited together, joined or not, in order; the first thousand.
    pub groups: Vec<u64>,
    /// How many states were lost inside: they ended, or were taken out.
    pub lost: u64,
    /// How often those that waited went on without the others, because that took too long.
    pub released: u64,
    /// How often a state became one with what another was before.
    pub folds: u64,
    /// States that were given up by that.
    pub superseded: u64,
    /// Of the joins, those by a pattern.
    pub patterns: u64,
    /// Patterns that were found, each as a list of what it says; the first few, each once.
    pub found: Vec<Vec<String>>,
    /// Groups without a pattern where one was looked for, by reason.
    pub fallbacks: BTreeMap<&'static str, u64>,
    /// Nodes of execution trees that were looked at to find patterns.
    pub visits: u64,
    /// Of those, the ones since the last pattern was found.
    pub in_vain: u64,
    /// Groups that were not joined, and marks of the program that were not followed, by reason.
    pub refused: BTreeMap<&'static str, u64>,
    /// Nodes of the conditions that the joined states had gained, if they are counted.
    pub nodes_before: u64,
    /// Nodes of the conditions that came of them.
    pub nodes_after: u64,
    /// New terms that joined conditions and values needed.
    pub terms: u64,
    /// How often a state joined here was split again because a question about it was too hard.
    pub unmerged: u64,
    /// Queries that states joined here asked afterwards.
    pub queries_after: u64,
    /// Time that states joined here took afterwards, in nanoseconds.
    pub time_after: u128,
    /// What a mode counts for itself, by the text that is shown.
    pub own: BTreeMap<&'static str, u64>,
}

impl Row {
    /// How many states fewer there were to explore.
    pub fn saved(&self) -> u64 {
        self.states - self.joins
    }
    pub(crate) fn group(&mut self, size: usize) {
        if self.groups.len() < LISTED_GROUPS {
            self.groups.push(size as u64);
        }
    }
    pub(crate) fn fall_back(&mut self, reason: &'static str) {
        *self.fallbacks.entry(reason).or_default() += 1;
    }
    /// So many nodes were looked at, and a pattern was found or not.
    pub(crate) fn looked(&mut self, visits: u64, found: bool) {
        self.visits += visits;
        self.in_vain = if found { 0 } else { self.in_vain + visits };
    }
    /// Whether further patterns are to be described.
    pub fn wants_words(&self) -> bool {
        self.found.len() < LISTED_PATTERNS
    }
    /// A pattern was found; this is what it says.
    pub fn describe(&mut self, words: Vec<String>) {
        if self.wants_words() && !self.found.contains(&words) {
            self.found.push(words);
        }
    }
    /// So many states were joined.
    pub fn join(&mut self, states: usize, joined: &Joined) {
        self.joins += 1;
        self.states += states as u64;
        self.terms += joined.terms;
        self.patterns += u64::from(!joined.fresh.is_empty());
        if let Some((before, after)) = joined.nodes {
            self.nodes_before += before;
            self.nodes_after += after;
        }
    }
    /// Counts something that only this mode knows of.
    pub fn count(&mut self, what: &'static str) {
        *self.own.entry(what).or_default() += 1;
    }
    /// Counts a refusal; whether it is the first of its kind.
    pub fn refuse(&mut self, reason: &'static str) -> bool {
        let count = self.refused.entry(reason).or_default();
        *count += 1;
        *count == 1
    }
}

/// All rows, by place.
#[derive(Debug, Default)]
pub struct Explain {
    rows: Vec<Row>,
    numbers: BTreeMap<SourcePlace, usize>,
}

impl Explain {
    /// The number of the row of a place.
    pub fn row_of(&mut self, place: &SourcePlace) -> usize {
        if let Some(&row) = self.numbers.get(place) {
            return row;
        }
        self.rows.push(Row { place: place.clone(), ..Row::default() });
        self.numbers.insert(place.clone(), self.rows.len() - 1);
        self.rows.len() - 1
    }
    /// A row.
    pub fn row_mut(&mut self, row: usize) -> &mut Row {
        &mut self.rows[row]
    }
    /// All rows, those that saved most first; among those that saved the same, the ones that cost most. Time is no part of the
    /// cost here: it would make the order another one in every run.
    pub fn rows(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        rows.sort_by_key(|row| (Reverse((row.saved(), row.queries_after, row.terms)), &row.place));
        rows
    }
}
