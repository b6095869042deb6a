//! Which code was reached: for each block of each lowered function, how far.

use crate::code::{Code, Pc};

/// A block that was left by its end.
const COMPLETE: Pc = Pc::MAX;

/// How far each block was reached, by its number among all blocks.
#[derive(Debug, Default)]
pub struct Coverage {
    /// 0 if never; otherwise one more than the last operation that was begun.
    reached: Vec<Pc>,
    /// Changes whenever a block is entered for the first time.
    pub version: u64,
}

impl Coverage {
    /// Makes room for this many blocks.
    pub(crate) fn grow(&mut self, blocks: u32) {
        self.reached.resize(blocks as usize, 0);
    }
    /// Whether some state has left the block by its end.
    #[inline(always)]
    pub fn is_complete(&self, block: u32) -> bool {
        self.reached[block as usize] == COMPLETE
    }
    /// Whether some state has entered the block.
    pub fn is_entered(&self, block: u32) -> bool {
        self.reached.get(block as usize).is_some_and(|&reached| reached != 0)
    }
    /// A state enters a block, at this operation; whether it is the first.
    #[inline]
    pub(crate) fn enter(&mut self, block: u32, pc: Pc) -> bool {
        let first = self.reached[block as usize] == 0;
        self.version += u64::from(first);
        self.reach(block, pc);
        first
    }
    /// A state has begun an operation of a block.
    pub fn reach(&mut self, block: u32, pc: Pc) {
        let reached = &mut self.reached[block as usize];
        *reached = (*reached).max(pc + 1);
    }
    /// A state leaves a block by its end.
    #[inline]
    pub(crate) fn complete(&mut self, block: u32) {
        self.reached[block as usize] = COMPLETE;
    }
    /// Whether an operation of a function was begun.
    pub fn covers(&self, code: &Code, pc: Pc) -> bool {
        let block = code.first_block + code.block_of.get(pc as usize).copied().unwrap_or(0);
        self.reached.get(block as usize).is_some_and(|&reached| reached > pc)
    }
}
