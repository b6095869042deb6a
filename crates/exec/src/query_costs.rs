//! What queries cost at each operation, counted where they are asked.

use braid_code::costs::Costs;
use braid_code::{Magnitude, Pc};
use braid_ir::FuncId;
use braid_state::State;

use crate::executor::Executor;

impl Executor {
    /// A query was asked where a state stands; `before` are the conflicts of all queries before it.
    pub(crate) fn count_cost(&mut self, state: &State, before: u64) {
        if let Some(costs) = &mut self.query_costs
            && let Some(frame) = state.stack.frames().next()
        {
            costs.add(frame.func, frame.pc, self.solver.stats().conflicts - before);
        }
    }
}

/// The costs of this run.
impl Costs for Executor {
    fn version(&self) -> u32 {
        self.query_costs.as_ref().map_or(0, |costs| costs.version())
    }
    fn weight(&self, func: FuncId, pc: Pc) -> Magnitude {
        self.query_costs.as_ref().map_or(Magnitude::ONE, |costs| costs.weight(func, pc))
    }
}
