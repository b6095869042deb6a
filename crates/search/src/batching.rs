//! Stays with a state for a number of instructions before the order underneath is asked again.
//!
//! A change of state costs: what the running one has checked out goes back, the caches of the solver grow cold. KLEE
//! batches by instructions or by time; here by instructions alone, for time would make equal runs differ.

use braid_state::StateId;

use crate::{Searcher, View};

/// An order in batches.
pub struct Batching {
    inner: Box<dyn Searcher>,
    /// How many instructions a batch has.
    instructions: u64,
    /// The state whose batch it is, and how many instructions it had executed at the beginning.
    current: Option<(StateId, u64)>,
}

impl Batching {
    /// The order `inner`, asked again after that many instructions or when the running state is gone.
    pub fn new(inner: Box<dyn Searcher>, instructions: u64) -> Self {
        Batching { inner, instructions, current: None }
    }

    /// The state whose batch is not over yet.
    fn unfinished(&self, view: &dyn View) -> Option<StateId> {
        let (id, start) = self.current?;
        (view.instructions(id).saturating_sub(start) < self.instructions).then_some(id)
    }
}

impl Searcher for Batching {
    fn add(&mut self, id: StateId, view: &dyn View) {
        self.inner.add(id, view);
    }
    fn fork(&mut self, parent: StateId, child: StateId, view: &dyn View) {
        self.inner.fork(parent, child, view);
    }
    fn update(&mut self, id: StateId, view: &dyn View) {
        self.inner.update(id, view);
    }
    fn remove(&mut self, id: StateId) {
        self.inner.remove(id);
        self.current = self.current.filter(|(current, _)| *current != id);
    }
    fn pick(&mut self, view: &dyn View) -> Option<StateId> {
        if let Some(id) = self.unfinished(view) {
            return Some(id);
        }
        let picked = self.inner.pick(view);
        self.current = picked.map(|id| (id, view.instructions(id)));
        picked
    }
    fn len(&self) -> usize {
        self.inner.len()
    }
}
