//! How far it is from where a state stands to code that nobody has reached yet.
//!
//! The distances of a function ([`Program::distances`](braid_code::Program::distances)) are computed anew when coverage has grown.

use braid_code::Pc;
use braid_ir::FuncId;
use rustc_hash::FxHashMap;

use crate::executor::Executor;

/// Distances of one function: for each block, from its beginning.
#[derive(Debug, Default)]
struct Distances {
    version: u64,
    from_block: Vec<Option<u64>>,
}

/// Distances that were computed, by function.
#[derive(Debug, Default)]
pub(crate) struct DistanceCache {
    functions: FxHashMap<FuncId, Distances>,
}

impl Executor {
    /// How many blocks it is from a place to code that nobody has reached; none if no way within the function leads
    /// there.
    pub fn distance(&self, func: FuncId, pc: Pc) -> Option<u64> {
        let code = self.program.ready(func);
        let mut cache = self.distances.borrow_mut();
        let distances = cache.functions.entry(func).or_default();
        if distances.from_block.is_empty() || distances.version != self.coverage.version {
            *distances = Distances {
                version: self.coverage.version,
                from_block: self.program.distances(code, &|block| self.coverage.is_entered(block)),
            };
        }
        distances.from_block[code.block_of[pc as usize] as usize]
    }

    /// How often all states together have entered the block that a state stands in.
    pub fn visits(&self, state: &braid_state::State) -> u64 {
        let Some(frame) = state.stack.frames().next() else { return 0 };
        let code = self.program.ready(frame.func);
        self.coverage.visits(code.first_block + code.block_of[frame.pc as usize])
    }

    /// How many instructions all states together have carried out in the function that a state is in, called by the same
    /// chain of calls. Counted only if [`contexts`](crate::Coverage::contexts) are wanted.
    pub fn executed_in_context(&self, state: &braid_state::State) -> u64 {
        let path = state.stack.frames().next().map(|frame| frame.path);
        path.zip(self.coverage.contexts.as_ref()).map_or(0, |(path, contexts)| contexts.of(path))
    }
}
