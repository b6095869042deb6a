//! Post-dominators: which blocks every path from a block to the end of the function passes.
//!
//! They are the dominators of the graph read backwards from a virtual exit, which follows every block without
//! successors (returns, resumes, unreachables). A block from which no path leads to such an end, because it is caught
//! in a loop that nothing leaves, would not be in that tree; so each such loop gets one edge to the exit, from its
//! block that comes first in the reverse postorder. That block then post-dominates what leads only into the loop, which
//! is what a join point is for. Unreachable blocks are not in the tree.

use crate::{Cfg, Components, DominatorTree, Graph};
use braid_entity::{Entity, entity};
use braid_ir::BlockId;

entity!(
    /// A block, or the virtual exit: the number after the last block's.
    Node,
    "node"
);

/// The post-dominator tree of a body.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: DominatorTree<Node>,
    exit: Node,
    endless: Vec<BlockId>,
}

impl PostDominators {
    /// The post-dominators of the reachable blocks of `cfg`.
    pub fn of(cfg: &Cfg) -> PostDominators {
        let len = cfg.graph().len();
        let exit = Node::new(len);
        let endless = endless_loops(cfg);
        let mut edges = Vec::new();
        for &block in cfg.reverse_postorder() {
            edges.extend(cfg.successors(block).iter().map(|&to| (node(block), node(to))));
            if cfg.successors(block).is_empty() {
                edges.push((node(block), exit));
            }
        }
        edges.extend(endless.iter().map(|&block| (node(block), exit)));
        let graph = Graph::new(len + 1, edges).reversed();
        PostDominators { tree: DominatorTree::new(&graph, exit), exit, endless }
    }
    /// The nearest other block that every path from `block` to an end passes; none if that is only the virtual exit, or
    /// if `block` is unreachable.
    pub fn ipdom(&self, block: BlockId) -> Option<BlockId> {
        self.tree.idom(node(block)).filter(|&node| node != self.exit).map(|node| BlockId::new(node.index()))
    }
    /// Whether every path from `b` to an end passes `a`. True of any `a` if `b` is unreachable.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(node(a), node(b))
    }
    /// Whether `a` post-dominates `b` and is another block.
    pub fn strictly_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a != b && self.dominates(a, b)
    }
    /// How many blocks strictly post-dominate `block`, plus one for the virtual exit.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.tree.depth(node(block))
    }
    /// The blocks that stand for the end of a loop that nothing leaves, one for each such loop.
    pub fn endless(&self) -> &[BlockId] {
        &self.endless
    }
}

fn node(block: BlockId) -> Node {
    Node::new(block.index())
}

/// For each component without an edge out of it and without a block that ends the function, its first block in the
/// reverse postorder.
fn endless_loops(cfg: &Cfg) -> Vec<BlockId> {
    let components = Components::new(cfg.graph());
    let mut leaves = vec![false; components.len()];
    for &block in cfg.reverse_postorder() {
        let own = components.of(block);
        let successors = cfg.successors(block);
        leaves[own] |= successors.is_empty() || successors.iter().any(|&to| components.of(to) != own);
    }
    let mut first = Vec::new();
    for &block in cfg.reverse_postorder() {
        if !core::mem::replace(&mut leaves[components.of(block)], true) {
            first.push(block);
        }
    }
    first
}
