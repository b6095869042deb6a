//! Where states stop: at the heads of all loops.

use std::rc::Rc;

use braid_ir::FuncId;
use braid_state::{Arrival, Blocks, Fence, State};
use rustc_hash::FxHashMap;

use super::track::At;
use crate::host::View;

/// The loop heads of all functions that were met.
#[derive(Default)]
pub(crate) struct Heads {
    stops: Rc<FxHashMap<FuncId, Blocks>>,
    fence: Rc<Fence>,
}

impl Heads {
    /// Makes a state stop at loop heads. If it stands at one, it goes on from there.
    pub(crate) fn fence(&mut self, view: &dyn View, state: &mut State) {
        let new: Vec<FuncId> =
            state.stack.frames().map(|frame| frame.func).filter(|func| !self.stops.contains_key(func)).collect();
        for &func in &new {
            let heads = Rc::clone(&view.flow(func).heads);
            Rc::make_mut(&mut self.stops).insert(func, heads);
        }
        if !new.is_empty() || self.stops.len() <= new.len() {
            self.fence = Rc::new(Fence::of_functions(Rc::clone(&self.stops)));
        }
        state.fence = Some(Rc::clone(&self.fence));
        state.passes_fence = self.stands_at_head(view, state);
    }
    fn stands_at_head(&self, view: &dyn View, state: &State) -> bool {
        let Some(top) = state.stack.frames().next() else { return false };
        let flow = view.flow(top.func);
        let block_of = |pc: u32| flow.block_of.get(pc as usize).copied();
        let begins = top.pc == 0 || block_of(top.pc) != block_of(top.pc - 1);
        begins && block_of(top.pc).is_some_and(|block| flow.heads.get(block as usize) == Some(&true))
    }
    /// The loop head that a state has come to, if it is one.
    pub(crate) fn head(view: &dyn View, state: &State, at: Arrival) -> Option<At> {
        let Arrival::Block(func, block) = at else { return None };
        let is_head = view.flow(func).heads.get(block as usize) == Some(&true);
        is_head.then(|| At { func, block, depth: state.stack.depth() })
    }
}
