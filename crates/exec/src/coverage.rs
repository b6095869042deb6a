//! Which code was reached: for each block of each lowered function, how far and how often.

use crate::code::{Code, Pc};

/// A block that was left by its end.
const COMPLETE: Pc = Pc::MAX;

/// What is known of a block.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// 0 if it was never entered; otherwise one more than the last operation that was begun.
    reached: Pc,
    /// How often it was entered, saturating.
    visits: u32,
}

/// How far each block was reached, by its number among all blocks.
#[derive(Debug, Default)]
pub struct Coverage {
    blocks: Vec<Block>,
    /// Changes whenever a block is entered for the first time.
    pub version: u64,
    /// Changes whenever a line may have been reached for the first time.
    pub progress: u64,
}

impl Coverage {
    /// Makes room for this many blocks.
    pub(crate) fn grow(&mut self, blocks: u32) {
        self.blocks.resize(blocks as usize, Block::default());
    }
    /// Counts a visit of a block; whether some state has left it by its end.
    #[inline(always)]
    pub(crate) fn visit(&mut self, block: u32) -> bool {
        let block = &mut self.blocks[block as usize];
        block.visits = block.visits.saturating_add(1);
        block.reached == COMPLETE
    }
    /// How often a block was entered.
    pub fn visits(&self, block: u32) -> u64 {
        self.blocks.get(block as usize).map_or(0, |block| u64::from(block.visits))
    }
    /// Whether some state has entered the block.
    pub fn is_entered(&self, block: u32) -> bool {
        self.blocks.get(block as usize).is_some_and(|block| block.reached != 0)
    }
    /// A state enters a block, at this operation; whether it is the first.
    #[inline]
    pub(crate) fn enter(&mut self, block: u32, pc: Pc) -> bool {
        let first = self.blocks[block as usize].reached == 0;
        self.version += u64::from(first);
        self.reach(block, pc);
        first
    }
    /// A state has begun an operation of a block.
    pub(crate) fn reach(&mut self, block: u32, pc: Pc) {
        let reached = &mut self.blocks[block as usize].reached;
        self.progress += u64::from(*reached <= pc);
        *reached = (*reached).max(pc + 1);
    }
    /// A state leaves a block by its end.
    #[inline]
    pub(crate) fn complete(&mut self, block: u32) {
        let reached = &mut self.blocks[block as usize].reached;
        self.progress += u64::from(*reached != COMPLETE);
        *reached = COMPLETE;
    }
    /// How often an operation of a function was begun, as far as it is known: visits of its block, 0 if none came so far.
    pub fn hits(&self, code: &Code, pc: Pc) -> u64 {
        let number = code.block_of.get(pc as usize).map(|&block| code.first_block + block);
        match number.and_then(|number| self.blocks.get(number as usize)) {
            Some(block) if block.reached > pc => u64::from(block.visits).max(1),
            _ => 0,
        }
    }
}
