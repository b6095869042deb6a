//! How far it is from where a state stands to code that nobody has reached yet.
//!
//! Distances are counted in operations, within a function, by a search backwards from blocks that were never entered and
//! from calls of functions that were never called. They are computed anew when coverage has grown.

use std::collections::VecDeque;

use braid_ir::FuncId;
use rustc_hash::FxHashMap;

use crate::code::{Callee, Code, Op, Pc};
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
    /// How many operations it is from a place to code that nobody has reached; none if no way within the function leads
    /// there.
    pub fn distance(&self, func: FuncId, pc: Pc) -> Option<u64> {
        let code = self.program.ready(func);
        let mut cache = self.distances.borrow_mut();
        let distances = cache.functions.entry(func).or_default();
        if distances.from_block.is_empty() || distances.version != self.coverage.version {
            *distances = Distances { version: self.coverage.version, from_block: self.distances_of(code) };
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
        let count = |path| self.coverage.contexts.as_ref()?.get(&path).copied();
        path.and_then(count).unwrap_or(0)
    }

    fn distances_of(&self, code: &Code) -> Vec<Option<u64>> {
        let count = code.blocks.len();
        let mut from_block: Vec<Option<u64>> = vec![None; count];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut open = VecDeque::new();
        for (pc, op) in code.ops.iter().enumerate() {
            let block = code.block_of[pc];
            each_target(op, |target| {
                let to = landing(code, target);
                if to != block {
                    before[to as usize].push(block);
                }
            });
            if let Op::Call(call) = op
                && let Callee::Direct(callee) = call.callee
                && self.program.is_new(callee)
                && from_block[block as usize].is_none()
            {
                from_block[block as usize] = Some(1);
                open.push_back(block);
            }
        }
        for block in 0..count as u32 {
            if !self.coverage.is_entered(code.first_block + block) {
                from_block[block as usize] = Some(0);
                open.push_front(block);
            }
        }
        while let Some(block) = open.pop_front() {
            let next = from_block[block as usize].map_or(0, |distance| distance + 1);
            for &earlier in &before[block as usize] {
                if from_block[earlier as usize].is_none() {
                    from_block[earlier as usize] = Some(next);
                    open.push_back(earlier);
                }
            }
        }
        from_block
    }
}

/// The block that a target leads to: past the moves of an edge.
fn landing(code: &Code, target: Pc) -> u32 {
    let mut pc = target as usize;
    loop {
        match &code.ops[pc] {
            Op::Move { .. } => pc += 1,
            Op::Jump(next) => return code.block_of[*next as usize],
            _ => return code.block_of[pc],
        }
    }
}

/// Calls `f` with every place that an operation may lead to besides the next.
fn each_target(op: &Op, mut f: impl FnMut(Pc)) {
    match op {
        Op::Jump(target) => f(*target),
        Op::Branch { then, otherwise, .. } | Op::CompareBranch { then, otherwise, .. } => {
            f(*then);
            f(*otherwise);
        }
        Op::Switch(cases) => {
            f(cases.default);
            cases.ranges.iter().for_each(|&(_, _, target)| f(target));
        }
        Op::IndirectJump { targets, .. } => targets.iter().for_each(|&(_, target)| f(target)),
        Op::Call(call) if call.leaves_block => {
            f(call.normal);
            call.unwind.into_iter().for_each(f);
        }
        _ => {}
    }
}
