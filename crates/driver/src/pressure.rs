//! Pressure of memory: what is done when more is in use than may be.

use braid_exec::{Ending, Limit};
use braid_expr::Cause;
use braid_merge::Counted;
use braid_state::{EventKind, StateId};

use crate::budget::{Excess, Stop};
use crate::error::EngineError;
use crate::exploration::Explorer;

/// While states are dropped, what the solver remembers of them goes after so many.
const FORGET_EVERY: usize = 64;

impl Explorer<'_> {
    /// Memory is short: what is only remembered goes first, then states are evicted to their names. If there are none that can be, some are
    /// dropped.
    pub(crate) fn save_memory(&mut self) -> Result<(), EngineError> {
        self.subject.exec.forget();
        self.tell_merger(|merger, _| {
            merger.forget();
            Ok(())
        })?;
        let Some(excess) = self.subject.budget.excess_now() else { return Ok(()) };
        if self.evict(excess)? > 0 {
            return Ok(());
        }
        self.run.checkpoints.give_back();
        match self.subject.budget.excess_now() {
            Some(excess) => self.drop_states(excess),
            None => Ok(()),
        }
    }

    /// If the run of a state was interrupted because memory did not suffice, others make room for it. If none can, it ends.
    pub(crate) fn feed(&mut self, id: StateId) -> Result<(), EngineError> {
        if self.subject.exec.pool.interrupt().cause() != Some(Cause::Memory) {
            return Ok(());
        }
        self.subject.exec.forget();
        self.subject.budget.watch_memory();
        let steps = self.run.live.get(id).map_or(0, |live| live.state.steps);
        let evicted = match self.subject.budget.usage() {
            Some(usage) => self.evict(usage)?,
            None => 0,
        };
        if self.run.starved.replace((id, steps)) != Some((id, steps)) || evicted > 0 {
            return Ok(());
        }
        self.run.search.remove(id);
        match self.run.live.take(id) {
            Some(mut live) => {
                self.stand(&mut live.state);
                self.end(&mut live.state, Ending::Limit(Limit::Memory))?;
                self.ended(id, &live.state, EventKind::Dropped, Counted::default())
            }
            None => Ok(()),
        }
    }

    /// Memory is short: as many states as bring the run well below its limit are ended with a test, the youngest first. One is left, unless
    /// there are evicted ones to go on with; if it is the only one, the run stops.
    pub(crate) fn drop_states(&mut self, excess: Excess) -> Result<(), EngineError> {
        let ids = self.run.live.ids();
        if ids.len() < 2 && self.run.shelf.is_empty() {
            return self.wind_down(Stop::Memory);
        }
        let most = if ids.len() > 1 { ids.len() - 1 } else { ids.len() };
        let kept = ids.len() - excess.share_of(ids.len()).min(most);
        for (number, &id) in ids[kept..].iter().rev().enumerate() {
            if number.is_multiple_of(FORGET_EVERY) {
                // Models for tests are remembered, too.
                self.subject.exec.forget();
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
