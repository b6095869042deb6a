//! Where states stop: at the heads of all loops; and where they may meet others, if there are others.

use std::collections::BTreeMap;
use std::rc::Rc;

use braid_ir::FuncId;
use braid_state::{Arrival, Blocks, Fence, Operator, State};
use rustc_hash::FxHashMap;

use super::places::{Joins, MergeAt};
use super::track::At;
use crate::host::View;

/// Blocks of all functions that were met, as a fence.
#[derive(Default)]
struct Stops {
    blocks: Rc<FxHashMap<FuncId, Blocks>>,
    fence: Rc<Fence>,
}

impl Stops {
    fn add(&mut self, func: FuncId, blocks: Blocks) {
        Rc::make_mut(&mut self.blocks).insert(func, blocks);
    }
    fn renew(&mut self) {
        self.fence = Rc::new(Fence::of_functions(Rc::clone(&self.blocks)));
    }
}

/// The places of all functions that were met.
#[derive(Default)]
pub(crate) struct Heads {
    /// Where a state stops that is alone.
    heads: Stops,
    /// Where one stops that may meet others.
    meetings: Stops,
    joins: Joins,
    at: Vec<MergeAt>,
    /// For each place of the command line, whether there is such a line.
    found: Vec<bool>,
    /// The blocks of places of the command line.
    marked: BTreeMap<(FuncId, u32), Operator>,
}

impl Heads {
    pub(crate) fn new(joins: Joins, at: &[MergeAt]) -> Heads {
        Heads { joins, at: at.to_vec(), found: vec![false; at.len()], ..Heads::default() }
    }

    /// Makes a state stop at loop heads, and where it may meet others if it `meets` any. If it stands at such a place and `passes`, it goes on from there.
    pub(crate) fn fence(&mut self, view: &dyn View, state: &mut State, meets: bool, passes: bool) {
        let known = &self.heads.blocks;
        let new: Vec<FuncId> =
            state.stack.frames().map(|frame| frame.func).filter(|func| !known.contains_key(func)).collect();
        for &func in &new {
            self.learn(view, func);
        }
        if !new.is_empty() || self.heads.blocks.len() <= new.len() {
            self.heads.renew();
            self.meetings.renew();
        }
        let stops = if meets { &self.meetings } else { &self.heads };
        state.fence = Some(Rc::clone(&stops.fence));
        if passes {
            state.passes_fence = stands_at_stop(view, state, &stops.blocks);
        }
    }

    fn learn(&mut self, view: &dyn View, func: FuncId) {
        let flow = view.flow(func);
        for (number, at) in self.at.iter().enumerate() {
            if let Some(block) = at.block(view, func) {
                self.found[number] = true;
                self.marked.insert((func, block), at.operator);
            }
        }
        let is_marked = |block: usize| self.marked.contains_key(&(func, block as u32));
        let meets = |block: usize| {
            let joins = self.joins == Joins::All && (flow.join_points[block] || flow.exits[block]);
            flow.heads[block] || joins || is_marked(block)
        };
        let all: Blocks = (0..flow.heads.len()).map(meets).collect();
        self.heads.add(func, Rc::clone(&flow.heads));
        self.meetings.add(func, all);
    }

    /// The loop head that a state has come to, if it is one.
    pub(crate) fn head(view: &dyn View, state: &State, at: Arrival) -> Option<At> {
        let Arrival::Block(func, block) = at else { return None };
        let is_head = view.flow(func).heads.get(block as usize) == Some(&true);
        is_head.then(|| At { func, block, depth: state.stack.depth() })
    }

    /// The operator of the command line for a block.
    pub(crate) fn marked(&self, func: FuncId, block: u32) -> Option<Operator> {
        self.marked.get(&(func, block)).copied()
    }

    /// Returns true if states are joined where nobody said so.
    pub(crate) fn joins_all(&self) -> bool {
        self.joins == Joins::All
    }

    /// Places of the command line that are in no function that was run.
    pub(crate) fn unused(&self) -> Vec<String> {
        let unused = self.at.iter().zip(&self.found).filter(|(_, found)| !**found);
        unused.map(|(at, _)| at.to_string()).collect()
    }
}

fn stands_at_stop(view: &dyn View, state: &State, stops: &FxHashMap<FuncId, Blocks>) -> bool {
    let Some(top) = state.stack.frames().next() else { return false };
    let flow = view.flow(top.func);
    let block_of = |pc: u32| flow.block_of.get(pc as usize).copied();
    let begins = top.pc == 0 || block_of(top.pc) != block_of(top.pc - 1);
    let is_stop = |block: u32| stops.get(&top.func).is_some_and(|stops| stops.get(block as usize) == Some(&true));
    begins && block_of(top.pc).is_some_and(is_stop)
}
