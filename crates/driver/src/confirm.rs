//! Candidates: faults of states that may stand for more than there is.
//!
//! A join that over-approximates may invent inputs and values, so a fault of such a state is no bug yet. The input that its model
//! gives is run from the start, exactly: all of its bytes are known, so there is one path. If that path ends with the fault it is a
//! bug, with the test of the exact run. Otherwise the candidate is not decided, and the run is not complete.

use braid_exec::{Ending, Outcome};
use braid_expr::Model;
use braid_report as report;
use braid_state::State;

use crate::error::EngineError;
use crate::exploration::Explorer;
use crate::start;
use crate::witness::{self, Purpose};

/// Instructions of an exact run.
const MAX_INSTRUCTIONS: u64 = 10_000_000;
/// The reason that is counted for a candidate that no exact run has shown.
const NOT_SHOWN: &str = "a fault of an over-approximated state that no exact run has shown";

impl Explorer<'_> {
    /// Reports the fault of a state that may have been invented if an exact run shows it, and counts it as not decided otherwise.
    pub(crate) fn confirm(&mut self, state: &State, shown: &report::Fault, paths: u128) -> Result<(), EngineError> {
        if let Ok(model) = witness::model(&mut self.subject.exec, state, Purpose::Bug) {
            for mut exact in self.exact_states(state, &model)? {
                let Some(Ending::Fault(fault)) = self.run_exactly(&mut exact) else { continue };
                let found = witness::fault(&self.subject.exec, &exact, &fault);
                if (&found.kind, &found.place) == (&shown.kind, &shown.place) {
                    self.run.lines.take_in(&mut self.subject.exec, &mut exact);
                    return self.show(&mut exact, &fault, found, paths);
                }
            }
        }
        let place = (state.stack.depth() > 0).then(|| self.subject.exec.here(state));
        self.subject.exec.incomplete.note(NOT_SHOWN, place);
        Ok(())
    }

    /// The first states, in which all inputs of a state are what a model makes them.
    fn exact_states(&mut self, state: &State, model: &Model) -> Result<Vec<State>, EngineError> {
        let mut states = match start::first_states(&mut self.subject.exec, &self.subject.options, &self.subject.world) {
            Err(EngineError::Interrupted { .. }) => return Ok(Vec::new()),
            states => states?,
        };
        let pool = &mut self.subject.exec.pool;
        for input in state.inputs.iter() {
            let bytes = pool.base(input.array);
            let width = pool.array_data(input.array).index_width;
            for at in 0..input.size {
                let (index, byte) = (pool.bv(width, at), pool.bv(8, model.cell(input.array, at)));
                let read = pool.read(bytes, index);
                let same = pool.eq(read, byte);
                states.iter_mut().for_each(|state| state.path.push(same));
            }
        }
        Ok(states)
    }

    /// Runs a state whose inputs are known to its end; none if there is none in time, or several ways on.
    fn run_exactly(&mut self, state: &mut State) -> Option<Ending> {
        while state.steps < MAX_INSTRUCTIONS && !self.subject.budget.interrupt().has_come() {
            match self.subject.exec.run(state, self.subject.options.batch) {
                Outcome::Paused | Outcome::Arrived(_) => {}
                Outcome::Forked(_) => return None,
                Outcome::Ended(ending) => return Some(ending),
            }
        }
        None
    }
}
