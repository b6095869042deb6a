//! States that may stand for more than there is: what they reach does not count as reached, and what keeps them from being followed is doubted.
//!
//! A doubt is told to the merger first: if it undoes the join that lost too much, states that know more explore the same again, and the doubt is
//! gone. Otherwise it is a row of `incomplete`, so that nothing is proved.

use braid_code::Pc;
use braid_exec::{Coverage, Incomplete};
use braid_ir::FuncId;
use braid_state::{State, StateId};

use crate::error::EngineError;
use crate::exploration::Explorer;

/// What such states have reached and come to.
#[derive(Default)]
pub(crate) struct Imagined {
    /// Code that they have reached.
    pub(crate) coverage: Coverage,
    /// What kept the one that ran last from being followed, with places.
    doubts: Incomplete,
    /// Exact runs that were made to see what they have reached.
    pub(crate) exact_runs: u32,
    /// Instructions of all exact runs, which the user's limit does not count.
    pub(crate) exact_instructions: u64,
}

impl Explorer<'_> {
    /// A state is about to run. Returns true if what it reaches is not recorded.
    pub(crate) fn begin_imagining(&mut self, state: &State) -> bool {
        let imagines = state.inherited.exactness().may_invent();
        self.swap_imagined(imagines);
        let certifies = imagines && self.run.merger.as_ref().is_some_and(|merger| merger.certifies());
        self.subject.exec.excluded = certifies.then(Vec::new);
        imagines
    }
    /// It has run.
    pub(crate) fn end_imagining(&mut self, id: StateId, imagines: bool) {
        if let (Some(excluded), Some(merger)) = (self.subject.exec.excluded.take(), &mut self.run.merger) {
            merger.excluded(id, &excluded);
        }
        self.swap_imagined(imagines);
        self.run.imagined.coverage.fresh.clear();
    }
    fn swap_imagined(&mut self, swaps: bool) {
        if swaps {
            let imagined = &mut self.run.imagined;
            self.subject.exec.swap_coverage(&mut imagined.coverage);
            core::mem::swap(&mut self.subject.exec.incomplete, &mut imagined.doubts);
        }
    }

    /// Something that such a state has come to is not known to be so.
    pub(crate) fn doubt(&mut self, reason: &str, place: Option<(FuncId, Pc)>) {
        self.run.imagined.doubts.note(reason, place);
    }

    /// Takes the doubts about a state to the merger. Returns true if there were any, and what came of the join behind them is given up.
    pub(crate) fn was_undone(&mut self, id: StateId) -> Result<bool, EngineError> {
        if self.run.imagined.doubts.is_empty() {
            return Ok(false);
        }
        let doubts = core::mem::take(&mut self.run.imagined.doubts);
        if self.tell_merger(|merger, host| merger.doubted(host, id))? == Some(true) {
            return Ok(true);
        }
        for row in doubts.rows() {
            for _ in 0..row.count {
                self.subject.exec.incomplete.note(row.reason.clone(), row.place);
            }
        }
        Ok(false)
    }
}
