//! Control flow of a body as the verifier needs it: predecessors, what is reachable, which block dominates which.
//!
//! Kept apart from the analyses on purpose: a checker that shared its dominators with the passes it checks would share
//! their mistakes. The dominators are those of Lengauer and Tarjan (1979) in the simple variant with path compression,
//! O(m log n) on every graph, hostile ones included; the iterative algorithm of Cooper, Harvey and Kennedy is shorter
//! but quadratic on graphs that are easy to make. "Does a dominate b" is then one comparison of intervals.
//!
//! All tables are kept and reused from body to body, so that a module of many small functions costs few allocations.

use braid_entity::Entity;

use crate::body::{BlockId, Body};

/// No block, no number.
const NONE: u32 = u32::MAX;

/// Control flow of one body. Rows are indexed by block id.
#[derive(Default)]
pub(super) struct Flow {
    succ_start: Vec<u32>,
    succs: Vec<BlockId>,
    pred_start: Vec<u32>,
    preds: Vec<BlockId>,
    /// Preorder number of each block in the depth-first walk from the entry; none if it is unreachable.
    number: Vec<u32>,
    /// Place of each numbered block in the dominator tree's preorder, and how many blocks it dominates.
    interval: Vec<(u32, u32)>,
    walk: Walk,
}

/// Tables of the dominator computation, indexed by preorder number.
#[derive(Default)]
struct Walk {
    blocks: Vec<BlockId>,
    parent: Vec<u32>,
    stack: Vec<(BlockId, u32)>,
    seen: Vec<u32>,
    semi: Vec<u32>,
    label: Vec<u32>,
    ancestor: Vec<u32>,
    idom: Vec<u32>,
    bucket: Vec<u32>,
    next: Vec<u32>,
    path: Vec<u32>,
}

impl Flow {
    /// Computes everything for `body`, whose blocks all end in a terminator with targets in range.
    pub(super) fn rebuild(&mut self, body: &Body) {
        self.collect_successors(body);
        self.collect_predecessors(body.blocks.len());
        self.walk_from_entry(body.blocks.len());
        self.walk.dominators(&self.number, &self.pred_start, &self.preds);
        self.number_tree();
    }
    /// The blocks that may jump to `block`, each once.
    pub(super) fn preds(&self, block: BlockId) -> &[BlockId] {
        row(&self.pred_start, &self.preds, block)
    }
    /// Whether control can reach `block` from the entry.
    #[inline]
    pub(super) fn is_reachable(&self, block: BlockId) -> bool {
        self.number[block.index()] != NONE
    }
    /// Whether every way from the entry to `b` leads through `a`. Both must be reachable.
    #[inline]
    pub(super) fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (start, size) = self.interval[self.number[a.index()] as usize];
        let (at, _) = self.interval[self.number[b.index()] as usize];
        at.wrapping_sub(start) < size
    }

    fn collect_successors(&mut self, body: &Body) {
        let count = body.blocks.len();
        let Flow { succ_start, succs, walk, .. } = self;
        refill(&mut walk.seen, count, NONE);
        refill(succ_start, count + 1, 0);
        succs.clear();
        // Rows of the layout order do not come in order of ids, so a row stands where it was made.
        for &block in &body.order {
            if let Some(terminator) = body.terminator(block) {
                terminator.for_each_successor(|target| {
                    if walk.seen[target.index()] != block.as_u32() {
                        walk.seen[target.index()] = block.as_u32();
                        succs.push(target);
                        succ_start[block.index()] += 1;
                    }
                });
            }
        }
        if body.order.iter().enumerate().any(|(at, block)| at != block.index()) {
            reorder(succ_start, succs, &body.order);
        }
        sum_up(succ_start);
    }

    fn collect_predecessors(&mut self, count: usize) {
        let Flow { succ_start, succs, pred_start, preds, .. } = self;
        refill(pred_start, count + 1, 0);
        succs.iter().for_each(|target| pred_start[target.index()] += 1);
        sum_up(pred_start);
        preds.clear();
        preds.resize(succs.len(), BlockId::ENTRY);
        // Filled from the back of each row: its start is counted up and moved down again afterwards.
        for block in 0..count {
            let block = BlockId::new(block);
            for target in row(succ_start, succs, block) {
                let at = &mut pred_start[target.index()];
                preds[*at as usize] = block;
                *at += 1;
            }
        }
        pred_start.copy_within(0..count, 1);
        pred_start[0] = 0;
    }

    /// Numbers the blocks in depth-first preorder.
    fn walk_from_entry(&mut self, count: usize) {
        let Flow { succ_start, succs, number, walk, .. } = self;
        refill(number, count, NONE);
        walk.blocks.clear();
        walk.parent.clear();
        walk.stack.clear();
        if count == 0 {
            return;
        }
        walk.stack.push((BlockId::ENTRY, NONE));
        while let Some((block, parent)) = walk.stack.pop() {
            if number[block.index()] != NONE {
                continue;
            }
            let at = walk.blocks.len() as u32;
            number[block.index()] = at;
            walk.blocks.push(block);
            walk.parent.push(parent);
            let targets = row(succ_start, succs, block).iter().rev();
            walk.stack.extend(targets.filter(|target| number[target.index()] == NONE).map(|&target| (target, at)));
        }
    }

    /// Turns immediate dominators into intervals. A dominator has the smaller preorder number, so that two sweeps do.
    fn number_tree(&mut self) {
        let count = self.walk.blocks.len();
        self.interval.clear();
        self.interval.resize(count, (0, 1));
        for w in (1..count).rev() {
            self.interval[self.walk.idom[w] as usize].1 += self.interval[w].1;
        }
        let free = &mut self.walk.next;
        refill(free, count, 1);
        for w in 1..count {
            let above = self.walk.idom[w] as usize;
            let at = free[above];
            free[above] += self.interval[w].1;
            self.interval[w].0 = at;
            free[w] = at + 1;
        }
    }
}

impl Walk {
    /// Lengauer and Tarjan's algorithm; leaves the immediate dominators in `idom`.
    fn dominators(&mut self, number: &[u32], pred_start: &[u32], preds: &[BlockId]) {
        let count = self.blocks.len();
        for identity in [&mut self.semi, &mut self.label] {
            identity.clear();
            identity.extend(0..count as u32);
        }
        for empty in [&mut self.ancestor, &mut self.bucket, &mut self.next] {
            refill(empty, count, NONE);
        }
        refill(&mut self.idom, count, 0);
        for w in (1..count).rev() {
            for pred in row(pred_start, preds, self.blocks[w]) {
                let v = number[pred.index()];
                if v != NONE {
                    let u = self.eval(v);
                    self.semi[w] = self.semi[w].min(self.semi[u as usize]);
                }
            }
            let semi = self.semi[w] as usize;
            self.next[w] = self.bucket[semi];
            self.bucket[semi] = w as u32;
            self.ancestor[w] = self.parent[w];
            self.empty_bucket(self.parent[w]);
        }
        for w in 1..count {
            if self.idom[w] != self.semi[w] {
                self.idom[w] = self.idom[self.idom[w] as usize];
            }
        }
    }

    /// Gives each block whose semidominator is `parent` its dominator, or the block that shares it.
    fn empty_bucket(&mut self, parent: u32) {
        let mut v = core::mem::replace(&mut self.bucket[parent as usize], NONE);
        while v != NONE {
            let u = self.eval(v);
            let closer = self.semi[u as usize] < self.semi[v as usize];
            self.idom[v as usize] = if closer { u } else { parent };
            v = self.next[v as usize];
        }
    }

    /// The block with the smallest semidominator on the linked way up from `v`, which is compressed.
    fn eval(&mut self, v: u32) -> u32 {
        let mut at = v;
        self.path.clear();
        while self.ancestor[at as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        // The topmost entry hangs directly below the root of its tree and is compressed already.
        self.path.pop();
        while let Some(below) = self.path.pop() {
            let above = self.ancestor[below as usize] as usize;
            let best = self.label[above];
            if self.semi[best as usize] < self.semi[self.label[below as usize] as usize] {
                self.label[below as usize] = best;
            }
            self.ancestor[below as usize] = self.ancestor[above];
        }
        self.label[v as usize]
    }
}

/// The entries of `block`.
fn row<'a>(starts: &[u32], entries: &'a [BlockId], block: BlockId) -> &'a [BlockId] {
    &entries[starts[block.index()] as usize..starts[block.index() + 1] as usize]
}

/// Sets the table to `count` copies of `value`.
fn refill(table: &mut Vec<u32>, count: usize, value: u32) {
    table.clear();
    table.resize(count, value);
}

/// Turns lengths of rows into their starts; the last entry becomes the end of all.
fn sum_up(lengths: &mut [u32]) {
    let mut start = 0;
    for length in lengths {
        start += core::mem::replace(length, start);
    }
}

/// Brings rows that were made in layout order into the order of ids.
fn reorder(lengths: &[u32], entries: &mut Vec<BlockId>, order: &[BlockId]) {
    let mut starts = lengths.to_vec();
    sum_up(&mut starts);
    let old = core::mem::take(entries);
    entries.resize(old.len(), BlockId::ENTRY);
    let mut from = 0;
    for &block in order {
        let (to, length) = (starts[block.index()] as usize, lengths[block.index()] as usize);
        entries[to..to + length].copy_from_slice(&old[from..from + length]);
        from += length;
    }
}

#[cfg(test)]
mod tests {
    use braid_testing::Random;

    use super::*;
    use crate::constant::ConstId;
    use crate::inst::{Inst, Operand};

    /// A body with these edges; blocks without one return.
    fn body_of(edges: &[&[usize]]) -> Body {
        let mut body = Body::default();
        for _ in edges {
            body.add_block();
        }
        for (block, targets) in edges.iter().enumerate() {
            let inst = match targets {
                [] => Inst::Ret { value: None },
                targets => Inst::IndirectBr {
                    addr: Operand::constant(ConstId::new(0)),
                    targets: targets.iter().map(|&target| BlockId::new(target)).collect(),
                },
            };
            body.append(BlockId::new(block), inst, None, None);
        }
        body
    }

    /// Dominance by its definition: `b` cannot be reached once `a` is taken out.
    fn dominates_by_definition(edges: &[&[usize]], a: usize, b: usize) -> bool {
        let mut seen = vec![false; edges.len()];
        let mut stack = vec![0];
        while let Some(block) = stack.pop() {
            if block != a && !core::mem::replace(&mut seen[block], true) {
                stack.extend(edges[block]);
            }
        }
        !seen[b]
    }

    fn check(edges: &[&[usize]]) {
        let mut flow = Flow::default();
        flow.rebuild(&body_of(edges));
        let reachable = |b: usize| flow.is_reachable(BlockId::new(b));
        for a in (0..edges.len()).filter(|&a| reachable(a)) {
            for b in (0..edges.len()).filter(|&b| reachable(b)) {
                let expected = dominates_by_definition(edges, a, b);
                assert_eq!(flow.dominates(BlockId::new(a), BlockId::new(b)), expected, "{a} {b} in {edges:?}");
            }
        }
    }

    #[test]
    fn dominance_is_that_of_the_definition() {
        check(&[&[]]);
        check(&[&[1, 2], &[3], &[3], &[]]);
        check(&[&[1], &[2, 4], &[3], &[1], &[5], &[5, 1], &[0]]);
        // Graphs of up to nine blocks from a fixed sequence of numbers.
        let mut random = Random::new(12345);
        let mut next = |below: usize| random.index(below);
        for _ in 0..2000 {
            let count = 2 + next(8);
            let mut edges = Vec::new();
            for _ in 0..count {
                let mut targets: Vec<usize> = (0..next(4)).map(|_| 1 + next(count - 1)).collect();
                targets.sort_unstable();
                targets.dedup();
                edges.push(targets);
            }
            check(&edges.iter().map(Vec::as_slice).collect::<Vec<_>>());
        }
    }

    #[test]
    fn blocks_may_stand_in_any_order() {
        let mut body = body_of(&[&[1, 2], &[3], &[3], &[]]);
        body.order = [0, 3, 1, 2].map(BlockId::new).into();
        let mut flow = Flow::default();
        flow.rebuild(&body);
        assert_eq!(flow.preds(BlockId::new(3)), [1, 2].map(BlockId::new));
        assert!(flow.dominates(BlockId::ENTRY, BlockId::new(3)));
        assert!(!flow.dominates(BlockId::new(1), BlockId::new(3)));
    }

    #[test]
    fn a_long_ladder_is_not_quadratic() {
        // Each block also jumps back to the first: the iterative algorithm would walk up the tree at each of them.
        let edges: Vec<Vec<usize>> =
            (0..200_000).map(|i| if i + 1 < 200_000 { vec![1, i + 1] } else { vec![1] }).collect();
        let mut flow = Flow::default();
        flow.rebuild(&body_of(&edges.iter().map(Vec::as_slice).collect::<Vec<_>>()));
        assert!(flow.dominates(BlockId::new(1000), BlockId::new(199_999)));
    }
}
