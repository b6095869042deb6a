//! Natural loops with their nesting, and the regions that are cyclic without being natural loops.
//!
//! An edge to a block that dominates its source is a back edge; its target is the header of a loop, its source a latch.
//! The loop is what reaches a latch without passing the header; loops of one header are one loop. Loops found this way
//! are nested or disjoint. They are collected from the inside out, each inner loop passed over in one step, so the whole
//! forest takes near-linear time. The blocks of a loop, inner loops included, are a slice of one table: storing them
//! per loop would take quadratic room for deep nests.
//!
//! A cycle that is left when all back edges are taken away has several entries and no header: an irreducible region,
//! which C programs make with `goto` into a loop. Regions are listed with their entries, so that nobody takes the
//! absence of a loop for the absence of a cycle.

use crate::{Cfg, Components, Dominators};
use braid_entity::{Entity, EntityMap, entity};
use braid_ir::BlockId;

entity!(
    /// A natural loop of a body.
    LoopId,
    "loop"
);
entity!(
    /// An irreducible region of a body.
    RegionId,
    "region"
);

/// A natural loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The block through which every path enters.
    pub header: BlockId,
    /// The blocks inside with an edge to the header, by number.
    pub latches: Vec<BlockId>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// How many loops it is in, itself included: 1 for an outermost loop.
    pub depth: u32,
    /// Its blocks, as a range of the table.
    start: u32,
    end: u32,
}

/// A cyclic region that is no natural loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// The blocks with an edge from outside, in reverse postorder; at least two.
    pub entries: Vec<BlockId>,
    /// Its blocks, in reverse postorder.
    pub blocks: Vec<BlockId>,
}

/// An edge out of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exit {
    /// The last block inside.
    pub from: BlockId,
    /// The first block outside.
    pub to: BlockId,
}

/// The loops of a body. Outer loops have smaller ids than the loops in them.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: EntityMap<LoopId, Loop>,
    regions: EntityMap<RegionId, Region>,
    /// The innermost loop of each block, or [`NONE`].
    innermost: Vec<u32>,
    /// The region of each block, or [`NONE`].
    region: Vec<u32>,
    /// The blocks that are in loops, each loop in one piece, its header first.
    blocks: Vec<BlockId>,
}

const NONE: u32 = u32::MAX;

impl Loops {
    /// The loops among the reachable blocks of `cfg`.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Loops {
        let len = cfg.graph().len();
        let mut finder = Finder { cfg, innermost: vec![NONE; len], found: Vec::new(), outer: Vec::new() };
        for &header in dominators.preorder().iter().rev() {
            let back = cfg.predecessors(header).iter().copied();
            let latches: Vec<_> =
                back.filter(|&from| cfg.is_reachable(from) && dominators.dominates(header, from)).collect();
            if !latches.is_empty() {
                finder.collect(header, latches);
            }
        }
        let mut loops = finder.finish();
        loops.lay_out_blocks(cfg);
        loops.find_regions(cfg, dominators);
        loops
    }
    /// All loops, outer before inner.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (LoopId, &Loop)> + ExactSizeIterator {
        self.loops.iter()
    }
    /// How many loops there are.
    pub fn len(&self) -> usize {
        self.loops.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }
    /// The innermost loop that `block` is in.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        Some(self.innermost[block.index()]).filter(|&id| id != NONE).map(LoopId::from_u32)
    }
    /// The loop that `block` is the header of.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block).filter(|&id| self.loops[id].header == block)
    }
    /// How many loops `block` is in.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }
    /// The blocks of a loop, inner loops included; the header first.
    pub fn blocks(&self, id: LoopId) -> &[BlockId] {
        let range = &self.loops[id];
        &self.blocks[range.start as usize..range.end as usize]
    }
    /// Whether `block` is in the loop or in one inside it. The blocks of a loop are in one piece and loops are numbered
    /// in the order of their pieces, so this is two comparisons.
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let Some(innermost) = self.innermost(block) else { return false };
        let (outer, inner) = (&self.loops[id], &self.loops[innermost]);
        outer.start <= inner.start && inner.end <= outer.end
    }
    /// `id` and the loops around it, from inside out.
    pub fn around(&self, id: LoopId) -> impl Iterator<Item = LoopId> + '_ {
        core::iter::successors(Some(id), |&id| self.loops[id].parent)
    }
    /// The edges out of a loop, found by a look at all its blocks.
    pub fn exits(&self, cfg: &Cfg, id: LoopId) -> Vec<Exit> {
        let mut exits = Vec::new();
        for &from in self.blocks(id) {
            let outside = cfg.successors(from).iter().filter(|&&to| !self.contains(id, to));
            exits.extend(outside.map(|&to| Exit { from, to }));
        }
        exits
    }
    /// The blocks outside that an edge out of the loop leads to, each once, by number.
    pub fn exit_blocks(&self, cfg: &Cfg, id: LoopId) -> Vec<BlockId> {
        let mut blocks: Vec<_> = self.exits(cfg, id).into_iter().map(|exit| exit.to).collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }
    /// All irreducible regions.
    pub fn regions(&self) -> impl ExactSizeIterator<Item = (RegionId, &Region)> {
        self.regions.iter()
    }
    /// The irreducible region that `block` is in.
    pub fn region(&self, block: BlockId) -> Option<RegionId> {
        Some(self.region[block.index()]).filter(|&id| id != NONE).map(RegionId::from_u32)
    }

    /// Orders the blocks so that each loop is one piece. Loops are numbered outer before inner and the subtree of a loop
    /// has consecutive numbers, so counting is enough.
    fn lay_out_blocks(&mut self, cfg: &Cfg) {
        let mut own = vec![0u32; self.loops.len()];
        for &block in cfg.reverse_postorder() {
            if let Some(id) = self.innermost(block) {
                own[id.index()] += 1;
            }
        }
        let mut next = 0;
        for (id, this) in self.loops.iter_mut() {
            this.start = next;
            next += own[id.index()];
            this.end = next;
        }
        for id in self.loops.ids().rev().collect::<Vec<_>>() {
            let end = self.loops[id].end;
            if let Some(parent) = self.loops[id].parent {
                self.loops[parent].end = self.loops[parent].end.max(end);
            }
        }
        self.blocks = vec![BlockId::ENTRY; next as usize];
        let mut free: Vec<u32> = self.loops.values().map(|this| this.start).collect();
        for &block in cfg.reverse_postorder() {
            if let Some(id) = self.innermost(block) {
                self.blocks[free[id.index()] as usize] = block;
                free[id.index()] += 1;
            }
        }
    }

    fn find_regions(&mut self, cfg: &Cfg, dominators: &Dominators) {
        let forward = |from: BlockId, to: BlockId| !dominators.dominates(to, from);
        let components = Components::filtered(cfg.graph(), forward);
        for &first in cfg.reverse_postorder() {
            let members = components.members(components.of(first));
            if members.len() < 2 || self.region[first.index()] != NONE {
                continue;
            }
            let mut blocks = members.to_vec();
            blocks.sort_unstable_by_key(|&block| cfg.number(block));
            let own = components.of(first);
            let from_outside = |block: &BlockId| {
                let mut before = cfg.predecessors(*block).iter();
                before.any(|&from| cfg.is_reachable(from) && components.of(from) != own)
            };
            let entries = blocks.iter().copied().filter(from_outside).collect();
            for &block in &blocks {
                self.region[block.index()] = self.regions.next_id().as_u32();
            }
            self.regions.push(Region { entries, blocks });
        }
    }
}

impl core::ops::Index<LoopId> for Loops {
    type Output = Loop;
    fn index(&self, id: LoopId) -> &Loop {
        &self.loops[id]
    }
}

impl core::ops::Index<RegionId> for Loops {
    type Output = Region;
    fn index(&self, id: RegionId) -> &Region {
        &self.regions[id]
    }
}

/// Collects loops from the inside out. Loops have provisional numbers: inner ones smaller.
struct Finder<'a> {
    cfg: &'a Cfg,
    innermost: Vec<u32>,
    found: Vec<Found>,
    /// For each loop a loop around it, not always the nearest: the way to the outermost is shortened as it is walked.
    outer: Vec<u32>,
}

struct Found {
    header: BlockId,
    latches: Vec<BlockId>,
    parent: u32,
}

impl Finder<'_> {
    /// Walks backwards from the latches to the header; what is met there belongs to the loop.
    fn collect(&mut self, header: BlockId, latches: Vec<BlockId>) {
        let id = self.found.len() as u32;
        let mut stack = latches.clone();
        self.found.push(Found { header, latches, parent: NONE });
        self.outer.push(NONE);
        while let Some(block) = stack.pop() {
            let entered = match self.innermost[block.index()] {
                NONE => {
                    self.innermost[block.index()] = id;
                    block
                }
                inner => {
                    let outermost = self.outermost(inner);
                    if outermost == id {
                        continue;
                    }
                    self.found[outermost as usize].parent = id;
                    self.outer[outermost as usize] = id;
                    self.found[outermost as usize].header
                }
            };
            if entered != header {
                let before = self.cfg.predecessors(entered).iter().copied();
                stack.extend(before.filter(|&from| self.cfg.is_reachable(from)));
            }
        }
    }

    /// The outermost loop known so far around `id`, by path halving.
    fn outermost(&mut self, mut id: u32) -> u32 {
        while self.outer[id as usize] != NONE {
            let above = self.outer[id as usize];
            if self.outer[above as usize] != NONE {
                self.outer[id as usize] = self.outer[above as usize];
            }
            id = above;
        }
        id
    }

    /// Gives the loops their final numbers: by a walk over the dominator tree an inner loop would come after its outer
    /// one but loops side by side could be interleaved, so the forest is walked instead.
    fn finish(self) -> Loops {
        let mut loops = EntityMap::<LoopId, Loop>::with_capacity(self.found.len());
        let mut final_id = vec![NONE; self.found.len()];
        let mut children = vec![Vec::new(); self.found.len()];
        let mut roots = Vec::new();
        // Larger provisional numbers come earlier in the preorder of the dominator tree.
        for at in 0..self.found.len() {
            match self.found[at].parent {
                NONE => roots.push(at),
                parent => children[parent as usize].push(at),
            }
        }
        let mut stack = roots;
        while let Some(at) = stack.pop() {
            let found = &self.found[at];
            let parent = Some(found.parent).filter(|&p| p != NONE).map(|p| LoopId::from_u32(final_id[p as usize]));
            let depth = parent.map_or(1, |parent| loops[parent].depth + 1);
            let (header, latches) = (found.header, found.latches.clone());
            final_id[at] = loops.push(Loop { header, latches, parent, depth, start: 0, end: 0 }).as_u32();
            stack.append(&mut children[at]);
        }
        let innermost = self.innermost.iter().map(|&id| if id == NONE { NONE } else { final_id[id as usize] });
        let region = vec![NONE; self.innermost.len()];
        Loops { loops, regions: EntityMap::new(), innermost: innermost.collect(), region, blocks: Vec::new() }
    }
}
