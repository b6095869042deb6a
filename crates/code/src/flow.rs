//! The flow of control through the code of a function: the order of its blocks, and where they join.

use std::rc::Rc;

use braid_analysis::{Cfg, Dominators, Loops, PostDominators};
use braid_ir::BlockId;
use braid_state::Blocks;
use rustc_hash::FxHashMap;

use crate::code::Code;
use crate::program::Program;

/// What is computed from the code of a function. Blocks go by their numbers in the code.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The block of each operation.
    pub block_of: Rc<[u32]>,
    /// The place of each block in reverse postorder; blocks that cannot be reached come last.
    pub rank: Box<[u32]>,
    /// The place of each block in a topological order in which the blocks of every loop stand side by side, its head first; blocks
    /// that cannot be reached come last.
    pub order: Box<[u32]>,
    /// The last place in that order of a block of the loop that begins with a block; the block's own place if none does.
    pub end: Box<[u32]>,
    /// Blocks that loops begin with.
    pub heads: Blocks,
    /// Blocks with several predecessors.
    pub join_points: Blocks,
    /// Blocks that are entered from a loop which they are not part of.
    pub exits: Blocks,
    /// The block that every way from a block to the function's end goes through first, if there is one.
    pub post_dominator: Box<[Option<u32>]>,
}

impl Flow {
    /// That of a function that was called.
    pub(crate) fn of(program: &Program, code: &Code) -> Flow {
        let body = program.module.funcs[code.func].body.ready().expect("a function that runs has a body");
        let cfg = Cfg::new(body);
        let loops = Loops::new(&cfg, &Dominators::of(&cfg));
        let ends = PostDominators::of(&cfg);
        let order = loop_order(&cfg, &loops);
        let numbers: FxHashMap<BlockId, u32> =
            (0..).zip(&code.blocks).map(|(number, &(block, _))| (block, number)).collect();
        let blocks = || code.blocks.iter().map(|&(block, _)| block);
        Flow {
            block_of: code.block_of[..].into(),
            rank: blocks().map(|block| cfg.number(block).map_or(u32::MAX, |number| number as u32)).collect(),
            order: blocks().map(|block| order.get(&block).map_or(u32::MAX, |place| place.0)).collect(),
            end: blocks().map(|block| order.get(&block).map_or(u32::MAX, |place| place.1)).collect(),
            heads: blocks().map(|block| loops.headed_by(block).is_some()).collect(),
            join_points: blocks().map(|block| cfg.predecessors(block).len() > 1).collect(),
            exits: blocks().map(|block| is_exit(&cfg, &loops, block)).collect(),
            post_dominator: blocks().map(|block| numbers.get(&ends.ipdom(block)?).copied()).collect(),
        }
    }
}

/// Returns true if a block is entered from a loop that it is not part of.
fn is_exit(cfg: &Cfg, loops: &Loops, block: BlockId) -> bool {
    let leaves = |from: BlockId| loops.innermost(from).is_some_and(|inner| !loops.contains(inner, block));
    cfg.predecessors(block).iter().any(|&from| leaves(from))
}

/// The place of each block in a topological order in which the blocks of a loop stand side by side, and the last place in the loop
/// that it begins. A block is told by the heads of the loops around it, from outside in, and itself: a head comes before all
/// of its loop, and what comes before or behind a loop as a whole comes so before or behind its head.
fn loop_order(cfg: &Cfg, loops: &Loops) -> FxHashMap<BlockId, (u32, u32)> {
    let number = |block: BlockId| cfg.number(block).unwrap_or(usize::MAX);
    let key = |block: BlockId| {
        let around = loops.innermost(block).into_iter().flat_map(|id| loops.around(id));
        let mut key: Vec<usize> = around.map(|id| number(loops.blocks(id)[0])).collect();
        key.reverse();
        key.push(number(block));
        key
    };
    let mut blocks: Vec<BlockId> = cfg.reverse_postorder().to_vec();
    blocks.sort_by_cached_key(|&block| key(block));
    let mut order: FxHashMap<BlockId, (u32, u32)> =
        (0..).zip(blocks).map(|(place, block)| (block, (place, place))).collect();
    for (id, _) in loops.iter() {
        let last = loops.blocks(id).iter().filter_map(|block| order.get(block)).map(|place| place.0).max();
        if let (Some(last), Some(head)) = (last, order.get_mut(&loops.blocks(id)[0])) {
            head.1 = last;
        }
    }
    order
}
