//! Iterated dominance frontiers: where phis are needed for a variable that is written in given blocks.
//!
//! The frontier of a block is where its dominance ends: the blocks it does not strictly dominate that follow a block it
//! dominates. Iterated over a set of writes it is where different writes meet (Cytron et al., 1991). Writing frontiers
//! down for all blocks takes quadratic room on nested loops and ladders, so they are found per variable by the walk of
//! Sreedhar and Gao (A Linear Time Algorithm for Placing phi-Nodes, 1995), from the deepest write upwards, each block
//! at most once.
//!
//! Where we differ: the walk goes only through blocks in which the variable is live. That loses nothing: where it is
//! not live on the way down from a write, other writes lie between, and what is reached from there is found from those.
//! So a variable costs what its live range has edges, not what the function has.

use std::collections::BinaryHeap;

use crate::{Cfg, Dominators};
use braid_entity::Entity;
use braid_ir::BlockId;

/// Finds frontiers of one function; keeps its room from one variable to the next.
#[derive(Debug)]
pub struct FrontierFinder<'a> {
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    /// What is known of each block for the variable at hand, valid if the stamp is the variable's.
    visits: Vec<Visit>,
    stamp: u32,
    /// The live blocks below each block of the dominator tree, as linked lists.
    first_child: Vec<u32>,
    next_sibling: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    stamp: u32,
    live: bool,
    visited: bool,
    placed: bool,
}

const NONE: u32 = u32::MAX;

impl<'a> FrontierFinder<'a> {
    /// A finder for the function with this graph and these dominators.
    pub fn new(cfg: &'a Cfg, dominators: &'a Dominators) -> Self {
        let len = cfg.graph().len();
        FrontierFinder {
            cfg,
            dominators,
            visits: vec![Visit::default(); len],
            stamp: 0,
            first_child: vec![NONE; len],
            next_sibling: vec![NONE; len],
        }
    }

    /// The blocks of `live` in the iterated dominance frontier of `writes`, in the order of the reverse postorder.
    /// `live` are the blocks at whose start the variable is live, each once; unreachable blocks are passed over.
    pub fn iterated(&mut self, writes: &[BlockId], live: &[BlockId]) -> Vec<BlockId> {
        self.stamp += 1;
        self.link(live);
        // The deepest write first; ties in the order of the dominator tree, so that the answer is the same in every run.
        let mut queue: BinaryHeap<(u32, u32)> = BinaryHeap::new();
        let depth = |block: BlockId| (self.dominators.depth(block), block.as_u32());
        queue.extend(writes.iter().filter(|&&block| self.cfg.is_reachable(block)).map(|&block| depth(block)));
        let mut frontier = Vec::new();
        let mut stack = Vec::new();
        while let Some((depth, root)) = queue.pop() {
            let root = BlockId::from_u32(root);
            if core::mem::replace(&mut self.visit(root).visited, true) {
                continue;
            }
            stack.push(root);
            while let Some(block) = stack.pop() {
                self.meet(block, depth, &mut frontier, &mut queue);
                self.descend(block, &mut stack);
            }
        }
        self.unlink(live);
        frontier.sort_unstable_by_key(|&block| self.cfg.number(block));
        frontier
    }

    /// Marks the live blocks and hangs each below its immediate dominator.
    fn link(&mut self, live: &[BlockId]) {
        for &block in live {
            self.visit(block).live = true;
            if let Some(parent) = self.dominators.idom(block) {
                let first = &mut self.first_child[parent.index()];
                self.next_sibling[block.index()] = core::mem::replace(first, block.as_u32());
            }
        }
    }

    fn unlink(&mut self, live: &[BlockId]) {
        for &block in live {
            if let Some(parent) = self.dominators.idom(block) {
                self.first_child[parent.index()] = NONE;
            }
        }
    }

    /// Places a phi at each live successor of `block` that the walk's root at `depth` does not dominate strictly.
    fn meet(&mut self, block: BlockId, depth: u32, frontier: &mut Vec<BlockId>, queue: &mut BinaryHeap<(u32, u32)>) {
        for &to in self.cfg.successors(block) {
            let to_depth = self.dominators.depth(to);
            let visit = self.visit(to);
            if to_depth <= depth && visit.live && !visit.placed {
                visit.placed = true;
                frontier.push(to);
                queue.push((to_depth, to.as_u32()));
            }
        }
    }

    fn descend(&mut self, block: BlockId, stack: &mut Vec<BlockId>) {
        let mut child = self.first_child[block.index()];
        while child != NONE {
            let id = BlockId::from_u32(child);
            if !core::mem::replace(&mut self.visit(id).visited, true) {
                stack.push(id);
            }
            child = self.next_sibling[id.index()];
        }
    }

    fn visit(&mut self, block: BlockId) -> &mut Visit {
        let visit = &mut self.visits[block.index()];
        if visit.stamp != self.stamp {
            *visit = Visit { stamp: self.stamp, ..Visit::default() };
        }
        visit
    }
}
