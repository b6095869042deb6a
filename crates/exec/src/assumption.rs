//! What the program's assumptions did, by place: an assumption that lets nobody through makes everything behind it unexplored,
//! and whoever wrote it should hear of it.

use braid_ir::FuncId;
use rustc_hash::FxHashMap;

use braid_code::Pc;

/// How many states came to an assumption and how many it let through.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Passage {
    /// States that came.
    pub reached: u64,
    /// States that went on.
    pub passed: u64,
}

/// All assumptions that were reached.
#[derive(Debug, Default)]
pub struct Assumptions {
    places: FxHashMap<(FuncId, Pc), Passage>,
}

impl Assumptions {
    /// A state came to an assumption and went on if it `passed`.
    pub fn count(&mut self, place: (FuncId, Pc), passed: bool) {
        let passage = self.places.entry(place).or_default();
        passage.reached += 1;
        passage.passed += u64::from(passed);
    }
    /// The places, in no order that means anything, with their counts.
    pub fn places(&self) -> impl Iterator<Item = ((FuncId, Pc), Passage)> + '_ {
        self.places.iter().map(|(&place, &passage)| (place, passage))
    }
}
