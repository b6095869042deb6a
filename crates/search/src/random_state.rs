//! Any state, each equally likely.

use braid_state::StateId;
use rustc_hash::FxHashMap;

use crate::{Rng, Searcher, View};

/// Picks each live state with the same chance. All operations take O(1).
#[derive(Debug)]
pub struct RandomState {
    /// The states, without gaps.
    states: Vec<StateId>,
    /// Where each of them is.
    places: FxHashMap<StateId, usize>,
    rng: Rng,
}

impl RandomState {
    /// No states yet.
    pub fn new(rng: Rng) -> Self {
        RandomState { states: Vec::new(), places: FxHashMap::default(), rng }
    }
}

impl Searcher for RandomState {
    fn add(&mut self, id: StateId, _: &dyn View) {
        if let std::collections::hash_map::Entry::Vacant(entry) = self.places.entry(id) {
            entry.insert(self.states.len());
            self.states.push(id);
        }
    }
    fn remove(&mut self, id: StateId) {
        let Some(place) = self.places.remove(&id) else { return };
        self.states.swap_remove(place);
        if let Some(moved) = self.states.get(place) {
            self.places.insert(*moved, place);
        }
    }
    fn pick(&mut self, _: &dyn View) -> Option<StateId> {
        let count = self.states.len() as u64;
        (count > 0).then(|| self.states[self.rng.below(count) as usize])
    }
    fn len(&self) -> usize {
        self.states.len()
    }
}
