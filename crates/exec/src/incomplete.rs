//! What keeps a run from being complete: reasons with their places, counted.

use braid_ir::FuncId;
use rustc_hash::FxHashMap;

use braid_code::Pc;

/// Reasons in the order in which they first came up.
#[derive(Debug, Default)]
pub struct Incomplete {
    rows: Vec<Row>,
    numbers: FxHashMap<(String, Option<(FuncId, Pc)>), usize>,
}

/// A reason at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The reason, for people.
    pub reason: String,
    /// Where it came up, if it has a place.
    pub place: Option<(FuncId, Pc)>,
    /// How often.
    pub count: u64,
}

impl Incomplete {
    /// Counts a reason.
    pub fn note(&mut self, reason: impl Into<String>, place: Option<(FuncId, Pc)>) {
        let reason = reason.into();
        let rows = &mut self.rows;
        let number = *self.numbers.entry((reason.clone(), place)).or_insert_with(|| {
            rows.push(Row { reason, place, count: 0 });
            rows.len() - 1
        });
        self.rows[number].count += 1;
    }
    /// All reasons.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
    /// Whether nothing is missing.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}
