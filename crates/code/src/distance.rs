//! How far it is to code that nobody has reached yet.
//!
//! Distances are counted in blocks, within a function, by a search backwards from blocks that were never entered and
//! from calls of functions that were never called.

use std::collections::VecDeque;

use crate::code::{Callee, Code, Op, Pc};
use crate::program::Program;

impl Program {
    /// Distances from the beginning of each block of a function, given which blocks of all lowered functions were entered.
    pub fn distances(&self, code: &Code, is_entered: &dyn Fn(u32) -> bool) -> Vec<Option<u64>> {
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
                && self.is_new(callee)
                && from_block[block as usize].is_none()
            {
                from_block[block as usize] = Some(1);
                open.push_back(block);
            }
        }
        for block in 0..count as u32 {
            if !is_entered(code.first_block + block) {
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
