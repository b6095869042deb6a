//! Which code was reached: for each block of each lowered function, how far and how often.
//!
//! What is reached for the first time is logged, so that it can be told which state was the first. The log holds each
//! operation at most once, so all of it costs no more than the program is long.

use braid_state::memory::CallPath;

use braid_code::{Code, Pc};

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

/// Operations of a block that were reached for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The block, by its number among all blocks.
    pub block: u32,
    /// The first of the operations.
    pub from: Pc,
    /// The operation after the last of them; beyond all if it goes to the end of the block.
    pub to: Pc,
}

/// How far each block was reached, by its number among all blocks.
#[derive(Debug, Default)]
pub struct Coverage {
    blocks: Vec<Block>,
    /// Changes whenever a block is entered for the first time.
    pub version: u64,
    /// Changes whenever a line may have been reached for the first time.
    pub progress: u64,
    /// What was reached for the first time since somebody last emptied this.
    pub fresh: Vec<Stretch>,
    /// How many instructions were carried out in functions that were called by each chain of calls, if somebody wants to
    /// know.
    pub contexts: Option<Contexts>,
}

/// How many counters there are for chains of calls: half a megabyte, and more than coreutils' tools have chains within a minute.
const COUNTERS: usize = 1 << 16;

/// Instructions by chain of calls. Chains whose hashes fall together share a counter, so that neither a call's time nor the memory
/// grows with the number of chains, of which a recursion has as many as calls.
#[derive(Debug)]
pub struct Contexts(Vec<u64>);

impl Default for Contexts {
    fn default() -> Self {
        Contexts(vec![0; COUNTERS])
    }
}

impl Contexts {
    fn add(&mut self, path: CallPath, instructions: u64) {
        self.0[path.0 as usize % COUNTERS] += instructions;
    }
    /// The instructions counted for a chain of calls.
    pub(crate) fn of(&self, path: CallPath) -> u64 {
        self.0[path.0 as usize % COUNTERS]
    }
}

impl Coverage {
    /// Makes room for this many blocks.
    pub(crate) fn grow(&mut self, blocks: u32) {
        self.blocks.resize(blocks as usize, Block::default());
    }
    /// Returns true if some block was entered here that was not entered there.
    pub fn is_beyond(&self, other: &Coverage) -> bool {
        let reached = |at: usize| other.blocks.get(at).is_some_and(|block| block.reached > 0);
        self.blocks.iter().enumerate().any(|(at, block)| block.reached > 0 && !reached(at))
    }
    /// Counts a visit of a block; whether some state has left it by its end.
    #[inline(always)]
    pub(crate) fn visit(&mut self, block: u32) -> bool {
        let block = &mut self.blocks[block as usize];
        block.visits = block.visits.saturating_add(1);
        block.reached == COMPLETE
    }
    /// Counts instructions of a function that was called by this chain of calls.
    #[inline(always)]
    pub(crate) fn count_in_context(&mut self, path: CallPath, instructions: u64) {
        if let Some(contexts) = &mut self.contexts {
            contexts.add(path, instructions);
        }
    }
    /// How often a block was entered.
    pub fn visits(&self, block: u32) -> u64 {
        self.blocks.get(block as usize).map_or(0, |block| u64::from(block.visits))
    }
    /// Whether some state has entered the block.
    pub fn is_entered(&self, block: u32) -> bool {
        self.blocks.get(block as usize).is_some_and(|block| block.reached != 0)
    }
    /// A state enters a block, at this operation.
    #[inline]
    pub(crate) fn enter(&mut self, block: u32, pc: Pc) {
        self.version += u64::from(self.blocks[block as usize].reached == 0);
        self.reach(block, pc);
    }
    /// A state has begun an operation of a block.
    pub(crate) fn reach(&mut self, block: u32, pc: Pc) {
        self.extend(block, pc + 1);
    }
    /// A state leaves a block by its end.
    #[inline]
    pub(crate) fn complete(&mut self, block: u32) {
        self.extend(block, COMPLETE);
    }
    /// A state has begun the operations of a block that come before this one.
    fn extend(&mut self, block: u32, to: Pc) {
        let reached = &mut self.blocks[block as usize].reached;
        let from = *reached;
        if from < to {
            *reached = to;
            self.progress += 1;
            self.fresh.push(Stretch { block, from, to });
        }
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
