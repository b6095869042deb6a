//! Depth first and breadth first: a queue by time of arrival, taken from one end.
//!
//! Both keep the states under rising numbers in an ordered map, so that a state anywhere in the queue leaves in
//! O(log n). They differ in who runs on at a fork: depth first stays with the state that is running (its frames and
//! memory are warm) and comes back to the child that split off last; breadth first sends the running one to the back,
//! behind it its child, as KLEE does.

use std::collections::BTreeMap;

use braid_state::StateId;
use rustc_hash::FxHashMap;

use crate::{Searcher, View};

/// Runs one path to its end, then the one that split off last. Memory is least, but an endless loop is never left.
#[derive(Debug, Default)]
pub struct DepthFirst(Queue);

/// Runs all paths in turns, one fork each: every state is picked after at most n forks of others.
#[derive(Debug, Default)]
pub struct BreadthFirst(Queue);

impl Searcher for DepthFirst {
    fn add(&mut self, id: StateId, _: &dyn View) {
        self.0.push(id);
    }
    fn fork(&mut self, parent: StateId, child: StateId, _: &dyn View) {
        self.0.push(child);
        self.0.push(parent);
    }
    fn remove(&mut self, id: StateId) {
        self.0.remove(id);
    }
    fn pick(&mut self, _: &dyn View) -> Option<StateId> {
        self.0.by_arrival.last_key_value().map(|(_, &id)| id)
    }
    fn len(&self) -> usize {
        self.0.by_arrival.len()
    }
}

impl Searcher for BreadthFirst {
    fn add(&mut self, id: StateId, _: &dyn View) {
        self.0.push(id);
    }
    fn fork(&mut self, parent: StateId, child: StateId, _: &dyn View) {
        self.0.push(parent);
        self.0.push(child);
    }
    fn remove(&mut self, id: StateId) {
        self.0.remove(id);
    }
    fn pick(&mut self, _: &dyn View) -> Option<StateId> {
        self.0.by_arrival.first_key_value().map(|(_, &id)| id)
    }
    fn len(&self) -> usize {
        self.0.by_arrival.len()
    }
}

/// States by the number of their latest arrival.
#[derive(Debug, Default)]
struct Queue {
    /// Each state under the number it got when it arrived.
    by_arrival: BTreeMap<u64, StateId>,
    /// The number of each state.
    arrival: FxHashMap<StateId, u64>,
    /// The next number.
    next: u64,
}

impl Queue {
    /// The state arrives now, again if it was here before.
    fn push(&mut self, id: StateId) {
        self.remove(id);
        self.by_arrival.insert(self.next, id);
        self.arrival.insert(id, self.next);
        self.next += 1;
    }

    fn remove(&mut self, id: StateId) {
        if let Some(number) = self.arrival.remove(&id) {
            self.by_arrival.remove(&number);
        }
    }
}
