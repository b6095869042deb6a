//! What was joined where, what it saved and what it cost: the rows of `--explain-merges`.

use core::cmp::Reverse;
use std::collections::BTreeMap;

use braid_code::SourcePlace;
use braid_report::{MergeRow, Shadowed};

use crate::joining::Joined;

/// How many sizes of groups are listed for a place.
const LISTED_GROUPS: usize = 1000;

/// How many patterns are shown for a place.
const LISTED_PATTERNS: usize = 10;

/// What is counted for one place of the source.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// The place: where the loop or region begins.
    pub place: SourcePlace,
    /// What is told of it.
    pub told: MergeRow,
    /// Nodes of execution trees that were looked at since the last pattern was found.
    pub in_vain: u64,
}

impl Row {
    /// Returns the row of a place, with nothing counted yet.
    fn new(place: &SourcePlace) -> Row {
        let file = (!place.file.is_empty()).then(|| place.file.clone());
        let told = MergeRow { file, line: place.line, function: place.function.clone(), ..MergeRow::default() };
        Row { place: place.clone(), told, in_vain: 0 }
    }
    /// How many states fewer there were to explore.
    pub fn saved(&self) -> u64 {
        self.told.states - self.told.joins
    }
    pub(crate) fn group(&mut self, size: usize) {
        if self.told.groups.len() < LISTED_GROUPS {
            self.told.groups.push(size as u64);
        }
    }
    pub(crate) fn fall_back(&mut self, reason: &'static str) {
        count(&mut self.told.fallbacks, reason);
    }
    /// So many nodes were looked at, and a pattern was found or not.
    pub(crate) fn looked(&mut self, visits: u64, found: bool) {
        self.told.visits += visits;
        self.in_vain = if found { 0 } else { self.in_vain + visits };
    }
    /// Returns true if further patterns are to be described.
    pub fn wants_words(&self) -> bool {
        self.told.found.len() < LISTED_PATTERNS
    }
    /// A pattern was found; this is what it says.
    pub fn describe(&mut self, words: Vec<String>) {
        if self.wants_words() && !self.told.found.contains(&words) {
            self.told.found.push(words);
        }
    }
    /// So many states were joined.
    pub fn join(&mut self, states: usize, joined: &Joined) {
        self.told.joins += 1;
        self.told.states += states as u64;
        self.told.terms += joined.terms;
        self.told.patterns += u64::from(!joined.fresh.is_empty());
        if let Some((before, after)) = joined.nodes {
            self.told.nodes_before += before;
            self.told.nodes_after += after;
        }
        if let Some((before, after)) = joined.slices {
            self.told.slice_before = self.told.slice_before.max(before);
            self.told.slice_after = self.told.slice_after.max(after);
        }
    }
    /// A state that was joined here and the shadows that followed it have cost this.
    pub fn charge_shadows(&mut self, cost: Shadowed) {
        *self.told.shadowed.get_or_insert_default() += cost;
    }
    /// Counts something that only this mode knows of.
    pub fn count(&mut self, what: &'static str) {
        count(&mut self.told.own, what);
    }
    /// Counts so many of something that only this mode knows of.
    pub fn count_many(&mut self, what: &'static str, many: u64) {
        if many > 0 {
            *self.told.own.entry(what.to_owned()).or_default() += many;
        }
    }
    /// Counts a refusal; whether it is the first of its kind.
    pub fn refuse(&mut self, reason: &str) -> bool {
        count(&mut self.told.refused, reason) == 1
    }
}

/// Counts one more of a kind; returns how many there are now.
fn count(kinds: &mut BTreeMap<String, u64>, kind: &str) -> u64 {
    if let Some(count) = kinds.get_mut(kind) {
        *count += 1;
        return *count;
    }
    kinds.insert(kind.to_owned(), 1);
    1
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
        self.rows.push(Row::new(place));
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
        rows.sort_by_key(|row| (Reverse((row.saved(), row.told.queries_after, row.told.terms)), &row.place));
        rows
    }
}
