//! Topological orders: of the blocks of a function with back edges removed, and of the functions of a module.
//!
//! The reverse postorder of a graph is topological too, but it may put what follows a loop between the blocks of the
//! loop. Whoever merges states at the end of a loop wants all of the loop done before anything after it; so here every
//! loop is in one piece: once its header is out, its blocks come before any other. Blocks become ready when all their
//! predecessors along forward edges are out (Kahn, 1962), wait in the loop they belong to, and of those waiting in one
//! loop the first in reverse postorder is taken. In irreducible regions the edges against the reverse postorder are
//! removed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::Cfg;
use braid_entity::Entity;
use braid_ir::{BlockId, FuncId};

use crate::callgraph::CallGraph;
use crate::loops::{LoopId, Loops};

/// The reachable blocks, each after all its predecessors but those along retreating edges, and each loop in one piece
/// with its header first.
pub fn blocks(cfg: &Cfg, loops: &Loops) -> Vec<BlockId> {
    let mut waiting = waiting_counts(cfg);
    // What is ready in each loop, by place in the reverse postorder; the last one is for blocks outside of loops.
    let mut ready: Vec<BinaryHeap<Reverse<usize>>> = (0..=loops.len()).map(|_| BinaryHeap::new()).collect();
    let outside = loops.len();
    let mut order = Vec::with_capacity(cfg.reverse_postorder().len());
    let mut open: Vec<usize> = vec![outside];
    if !cfg.reverse_postorder().is_empty() {
        ready[place(loops, BlockId::ENTRY)].push(Reverse(0));
    }
    while let Some(&current) = open.last() {
        let Some(Reverse(number)) = ready[current].pop() else {
            open.pop();
            continue;
        };
        let block = cfg.reverse_postorder()[number];
        order.push(block);
        if let Some(entered) = loops.headed_by(block) {
            open.push(entered.index());
        }
        for &to in cfg.successors(block).iter().filter(|&&to| !cfg.is_retreating(block, to)) {
            waiting[to.index()] -= 1;
            if waiting[to.index()] == 0 {
                let number = cfg.number(to).expect("what follows a reachable block is reachable");
                ready[place(loops, to)].push(Reverse(number));
            }
        }
    }
    order
}

/// The functions of a module, callees before callers; functions that may call each other stand together.
pub fn functions(calls: &CallGraph) -> Vec<FuncId> {
    calls.components().flat_map(<[FuncId]>::to_vec).collect()
}

/// For each block how many forward edges lead to it.
fn waiting_counts(cfg: &Cfg) -> Vec<u32> {
    let mut waiting = vec![0; cfg.graph().len()];
    for &block in cfg.reverse_postorder() {
        for &to in cfg.successors(block).iter().filter(|&&to| !cfg.is_retreating(block, to)) {
            waiting[to.index()] += 1;
        }
    }
    waiting
}

/// Where a block waits: a header outside of its loop, any other block in its innermost loop.
fn place(loops: &Loops, block: BlockId) -> usize {
    let around = match loops.headed_by(block) {
        Some(id) => loops[id].parent,
        None => loops.innermost(block),
    };
    around.map_or(loops.len(), LoopId::index)
}
