//! Pressure of memory: what is done when more is in use than may be.

use braid_exec::{Ending, Limit};
use braid_merge::Counted;
use braid_state::EventKind;

use crate::budget::{Excess, Stop};
use crate::error::EngineError;
use crate::exploration::Explorer;

/// While states are dropped, what the solver remembers of them goes after so many.
const FORGET_EVERY: usize = 64;

impl Explorer<'_> {
    /// Memory is short: what is only remembered goes first, then states.
    pub(crate) fn save_memory(&mut self) -> Result<(), EngineError> {
        self.subject.exec.solver.forget();
        match self.subject.budget.excess_now() {
            Some(excess) => self.drop_states(excess),
            None => Ok(()),
        }
    }

    /// Memory is short: as many states as bring the run well below its limit are ended with a test, the youngest first; if
    /// only one is left, the run stops.
    pub(crate) fn drop_states(&mut self, excess: Excess) -> Result<(), EngineError> {
        let ids = self.run.live.ids();
        if ids.len() < 2 {
            return self.wind_down(Stop::Memory);
        }
        let kept = ids.len() - excess.share_of(ids.len()).min(ids.len() - 1);
        for (number, &id) in ids[kept..].iter().rev().enumerate() {
            if number.is_multiple_of(FORGET_EVERY) {
                // Models for tests are remembered, too.
                self.subject.exec.solver.forget();
            }
            if self.subject.budget.exhausted().is_some() {
                break;
            }
            if self.run.ran_last == Some(id) && kept > 0 {
                continue;
            }
            self.run.search.remove(id);
            self.subject.budget.watch_memory();
            if let Some(mut live) = self.run.live.take(id) {
                self.stand(&mut live.state);
                self.end(&mut live.state, Ending::Limit(Limit::Memory))?;
                self.ended(id, &live.state, EventKind::Dropped, Counted::default())?;
            }
        }
        Ok(())
    }
}
