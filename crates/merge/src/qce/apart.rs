//! States that came apart because a query about them was not answered: its parts are not joined with each other before they leave the loop in
//! which that was, or the function if it was in none. Else they would become the state whose query is too hard, and come apart again.

use std::rc::Rc;

use braid_code::FrameLoop;
use braid_state::{State, StateId};
use rustc_hash::FxHashMap;

use crate::host::View;

/// That a state is, or holds, a part of a split.
#[derive(Clone, Debug)]
struct Parted {
    /// Which split.
    split: u32,
    /// Which of its parts.
    part: u32,
    within: Within,
}

/// Where parts stay apart.
#[derive(Clone, Debug)]
enum Within {
    Loop(Rc<FrameLoop>),
    /// A frame, by how many there are up to it.
    Frame(usize),
}

impl Within {
    /// What is left last of what a state is in.
    fn of(view: &dyn View, state: &State) -> Within {
        let depth = state.stack.depth();
        let pc = state.stack.frames().next().map_or(0, |top| top.pc);
        let innermost = view.loops_within(state, pc, depth).into_iter().next();
        innermost.map_or(Within::Frame(depth), |at| Within::Loop(at.body))
    }
    fn holds(&self, view: &dyn View, state: &State) -> bool {
        match self {
            Within::Loop(body) => view.is_inside(state, body),
            Within::Frame(depth) => state.stack.depth() >= *depth,
        }
    }
}

/// All parts of splits.
#[derive(Debug, Default)]
pub(crate) struct Apart {
    splits: u32,
    of: FxHashMap<StateId, Vec<Parted>>,
}

impl Apart {
    /// A state was split; these are its parts.
    pub(crate) fn split<'a>(&mut self, view: &dyn View, parts: impl Iterator<Item = (StateId, &'a State)>) {
        self.splits += 1;
        for (part, (id, state)) in (0..).zip(parts) {
            let parted = Parted { split: self.splits, part, within: Within::of(view, state) };
            self.of.entry(id).or_default().push(parted);
        }
    }
    /// A state has become another one too.
    pub(crate) fn fork(&mut self, id: StateId, child: StateId) {
        if let Some(parted) = self.of.get(&id).cloned() {
            self.of.insert(child, parted);
        }
    }
    /// States have become the first of them.
    pub(crate) fn join(&mut self, ids: &[StateId]) {
        let all: Vec<Parted> = ids.iter().filter_map(|id| self.of.remove(id)).flatten().collect();
        let mut union: Vec<Parted> = Vec::new();
        for parted in all {
            if !union.iter().any(|known| known.split == parted.split) {
                union.push(parted);
            }
        }
        if !union.is_empty() {
            self.of.insert(ids[0], union);
        }
    }
    /// A state is gone.
    pub(crate) fn forget(&mut self, id: StateId) {
        self.of.remove(&id);
    }
    /// A state has come to a place: what it has left keeps it apart from nobody.
    pub(crate) fn came(&mut self, view: &dyn View, id: StateId, state: &State) {
        let Some(parted) = self.of.get_mut(&id) else { return };
        parted.retain(|parted| parted.within.holds(view, state));
        if parted.is_empty() {
            self.of.remove(&id);
        }
    }
    /// Whether two states are different parts of one split.
    pub(crate) fn are_apart(&self, one: StateId, other: StateId) -> bool {
        let (Some(one), Some(other)) = (self.of.get(&one), self.of.get(&other)) else { return false };
        one.iter().any(|a| other.iter().any(|b| a.split == b.split && a.part != b.part))
    }
}
