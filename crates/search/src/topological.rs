//! The state that is furthest behind in the program's text runs first.
//!
//! States that will meet at a join wait for each other by themselves: what stands before the join in a reverse
//! postorder is always run before what already stands at it. Static state merging (Kuznetsov et al., PLDI 2012) needs
//! this order; without merging it is a depth-first search that finishes loops first.

use std::collections::BTreeSet;

use braid_state::StateId;
use rustc_hash::FxHashMap;

use crate::{Position, Searcher, View};

/// States by position; of those at the same place the oldest is first.
#[derive(Debug, Default)]
pub struct Topological {
    order: BTreeSet<(Position, StateId)>,
    positions: FxHashMap<StateId, Position>,
}

impl Searcher for Topological {
    fn add(&mut self, id: StateId, view: &dyn View) {
        self.remove(id);
        let position = view.position(id);
        self.order.insert((position.clone(), id));
        self.positions.insert(id, position);
    }
    fn update(&mut self, id: StateId, view: &dyn View) {
        if self.positions.contains_key(&id) {
            self.add(id, view);
        }
    }
    fn remove(&mut self, id: StateId) {
        if let Some(position) = self.positions.remove(&id) {
            self.order.remove(&(position, id));
        }
    }
    fn pick(&mut self, _: &dyn View) -> Option<StateId> {
        self.order.first().map(|(_, id)| *id)
    }
    fn len(&self) -> usize {
        self.positions.len()
    }
}
