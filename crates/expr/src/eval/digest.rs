//! Long update lists, read often: which store hits an index, without walking the whole list.
//!
//! Reading each of n cells of a list of n stores would take n² steps. So stores are numbered from the base up, and blocks
//! of [`FAN`] of them, of `FAN`² and so on are digested into maps from index to newest value, for the model of the run.
//! A read walks to the next block boundary and from there by whole blocks, the largest that end there: about `FAN` steps
//! for each power of `FAN` in the length. Blocks belong to the node at their upper end, so lists that share a tail share
//! its blocks. Lists that mention a bound variable have no fixed indexes and are walked.

use rustc_hash::FxHashMap;

use crate::node::ExprId;

/// How many blocks of one size make a block of the next.
pub(super) const FAN: u32 = 64;

/// A run of stores under one model.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// The newest value at each index.
    newest: FxHashMap<u64, ExprId>,
    /// The list below the run; unknown while the block is made.
    below: Option<ExprId>,
}

impl Block {
    /// Adds a store that is older than all in the block.
    pub(super) fn add(&mut self, index: u64, value: ExprId) {
        self.newest.entry(index).or_insert(value);
    }
    /// Adds all of a block that is older.
    pub(super) fn append(&mut self, older: &Block) {
        older.newest.iter().for_each(|(&index, &value)| self.add(index, value));
        self.below = older.below;
    }
    pub(super) fn end(&mut self, below: ExprId) {
        self.below = Some(below);
    }
    /// The value at `index`, or the list below.
    pub(super) fn find(&self, index: u64) -> Result<ExprId, ExprId> {
        self.newest.get(&index).copied().ok_or_else(|| self.below())
    }
    pub(super) fn below(&self) -> ExprId {
        self.below.expect("a finished block has an end")
    }
}

/// The blocks of a run of the evaluator, by their upper end and the power of their size.
#[derive(Clone, Debug, Default)]
pub(super) struct Digests {
    blocks: FxHashMap<(ExprId, u32), Block>,
}

impl Digests {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if !self.blocks.is_empty() {
            self.blocks = FxHashMap::default();
        }
    }
    pub(super) fn get(&self, end: ExprId, power: u32) -> Option<&Block> {
        self.blocks.get(&(end, power))
    }
    pub(super) fn insert(&mut self, end: ExprId, power: u32, block: Block) {
        self.blocks.insert((end, power), block);
    }
}

/// The largest power of [`FAN`] that divides the number of stores of a list: the size of the block that ends there.
pub(super) fn power(stores: u32) -> u32 {
    let (mut rest, mut power) = (stores, 0);
    while rest != 0 && rest.is_multiple_of(FAN) {
        rest /= FAN;
        power += 1;
    }
    power
}
