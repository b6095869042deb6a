//! Several orders over the same states, which take turns.

use braid_state::StateId;

use crate::{Searcher, View};

/// Asks each order in turn; all of them are told everything.
pub struct Interleaved {
    searchers: Vec<Box<dyn Searcher>>,
    /// Whose turn it is.
    turn: usize,
}

impl Interleaved {
    /// These orders, of which there must be at least one, take turns.
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> Self {
        debug_assert!(!searchers.is_empty(), "somebody must pick");
        Interleaved { searchers, turn: 0 }
    }
}

impl Searcher for Interleaved {
    fn add(&mut self, id: StateId, view: &dyn View) {
        self.searchers.iter_mut().for_each(|searcher| searcher.add(id, view));
    }
    fn fork(&mut self, parent: StateId, child: StateId, view: &dyn View) {
        self.searchers.iter_mut().for_each(|searcher| searcher.fork(parent, child, view));
    }
    fn update(&mut self, id: StateId, view: &dyn View) {
        self.searchers.iter_mut().for_each(|searcher| searcher.update(id, view));
    }
    fn remove(&mut self, id: StateId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.remove(id));
    }
    fn pick(&mut self, view: &dyn View) -> Option<StateId> {
        let count = self.searchers.len();
        let picker = self.searchers.get_mut(self.turn)?;
        self.turn = (self.turn + 1) % count;
        picker.pick(view)
    }
    fn len(&self) -> usize {
        self.searchers.first().map_or(0, |searcher| searcher.len())
    }
}
