//! The control-flow graph of a body: who follows whom, what can be reached, and a good order to visit the blocks in.
//!
//! The table is computed once from the terminators and does not follow later changes of the body. Only blocks of the
//! layout have edges; a block that no path from the entry leads to keeps its edges, so that its successors' phis can be
//! checked against it, and is named by [`Cfg::is_reachable`].

use braid_entity::Entity;

use crate::graph::Graph;
use braid_ir::{BlockId, Body};

/// The control-flow graph of a body.
#[derive(Clone, Debug)]
pub struct Cfg {
    graph: Graph<BlockId>,
    reverse_postorder: Vec<BlockId>,
    /// The place of each block in the reverse postorder, or [`UNREACHABLE`].
    number: Vec<u32>,
}

const UNREACHABLE: u32 = u32::MAX;

impl Cfg {
    /// The graph of `body`. A block without a terminator, which exists only while a body is built, has no successors.
    pub fn new(body: &Body) -> Cfg {
        let mut edges = Vec::new();
        for &block in &body.order {
            if let Some(last) = body.terminator(block) {
                last.for_each_successor(|target| edges.push((block, target)));
            }
        }
        let graph = Graph::new(body.blocks.len(), edges);
        let reverse_postorder =
            if body.order.is_empty() { Vec::new() } else { graph.reverse_postorder(BlockId::ENTRY) };
        let mut number = vec![UNREACHABLE; body.blocks.len()];
        for (at, block) in reverse_postorder.iter().enumerate() {
            number[block.index()] = at as u32;
        }
        Cfg { graph, reverse_postorder, number }
    }
    /// The blocks that `block` may go to, each once, in the order of its terminator.
    #[inline]
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.graph.successors(block)
    }
    /// The blocks that may go to `block`, each once, by number; unreachable ones included.
    #[inline]
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.graph.predecessors(block)
    }
    /// The reachable blocks: the entry first, and each block before its successors wherever no cycle forbids it.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.reverse_postorder
    }
    /// The place of `block` in the reverse postorder; none if it cannot be reached.
    pub fn number(&self, block: BlockId) -> Option<usize> {
        Some(self.number[block.index()]).filter(|&at| at != UNREACHABLE).map(|at| at as usize)
    }
    /// Whether a path from the entry leads to `block`.
    #[inline]
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.number[block.index()] != UNREACHABLE
    }
    /// Whether the edge goes back, or stays, in the reverse postorder. Without these edges the graph has no cycle.
    pub fn is_retreating(&self, from: BlockId, to: BlockId) -> bool {
        self.number[to.index()] <= self.number[from.index()]
    }
    /// The graph itself; its nodes are all blocks of the body's table.
    pub fn graph(&self) -> &Graph<BlockId> {
        &self.graph
    }
}
