//! Who goes beside whom: for each state, the places of the last join points that it came through, whatever it held there.
//!
//! Beyond the paper (Kuznetsov 2012): there a state catches up only if it is just like what another one was. States of a parser that stand at a
//! loop's head in different modes are not alike; yet after one more iteration some of them are. A search that follows one of them to its
//! end leaves the others behind, and they are explored once more for each. So whoever stood at a place that another state has left goes on,
//! too, for some join points.

use std::collections::{BTreeSet, VecDeque};

use braid_state::StateId;
use rustc_hash::FxHashMap;

/// The last places of all states.
#[derive(Debug)]
pub(crate) struct Companions {
    /// How many join points are remembered.
    distance: usize,
    /// For each state, the newest last.
    of: FxHashMap<StateId, VecDeque<u64>>,
    /// Whose newest place it is.
    at: FxHashMap<u64, BTreeSet<StateId>>,
    /// How often a place is remembered that its state has left.
    left: FxHashMap<u64, u32>,
}

impl Companions {
    pub(crate) fn new(distance: u32) -> Companions {
        Companions {
            distance: distance as usize,
            of: FxHashMap::default(),
            at: FxHashMap::default(),
            left: FxHashMap::default(),
        }
    }

    /// A state came to a place. Returns some of those that are still where it was before.
    pub(crate) fn came(&mut self, id: StateId, place: u64) -> Vec<StateId> {
        let before = self.newest(id);
        self.push(id, place);
        let Some(before) = before.filter(|&before| before != place) else { return Vec::new() };
        self.at.get(&before).into_iter().flatten().copied().take(self.distance).collect()
    }
    fn push(&mut self, id: StateId, place: u64) {
        let places = self.of.entry(id).or_default();
        let before = places.back().copied();
        places.push_back(place);
        let oldest = if places.len() > self.distance { places.pop_front() } else { None };
        if let Some(before) = before {
            self.leave(id, before);
            *self.left.entry(before).or_default() += 1;
        }
        if let Some(oldest) = oldest {
            self.forget_place(oldest);
        }
        self.at.entry(place).or_default().insert(id);
    }

    /// The place that a state came to last.
    pub(crate) fn newest(&self, id: StateId) -> Option<u64> {
        self.of.get(&id).and_then(|places| places.back().copied())
    }

    /// Returns true if another state has been at a place and has left it.
    pub(crate) fn is_left(&self, id: StateId, place: u64) -> bool {
        let own = self.of.get(&id).map_or(0, |places| {
            let before = places.len().saturating_sub(1);
            places.iter().take(before).filter(|&&own| own == place).count()
        });
        self.left.get(&place).is_some_and(|&all| all as usize > own)
    }

    /// A state has become another one too, which has the same past.
    pub(crate) fn fork(&mut self, id: StateId, child: StateId) {
        for place in self.of.get(&id).cloned().unwrap_or_default() {
            self.push(child, place);
        }
    }

    /// A state is gone.
    pub(crate) fn forget(&mut self, id: StateId) {
        let Some(mut places) = self.of.remove(&id) else { return };
        if let Some(newest) = places.pop_back() {
            self.leave(id, newest);
        }
        places.into_iter().for_each(|place| self.forget_place(place));
    }
    pub(crate) fn clear(&mut self) {
        *self = Companions::new(self.distance as u32);
    }

    fn leave(&mut self, id: StateId, place: u64) {
        let Some(there) = self.at.get_mut(&place) else { return };
        there.remove(&id);
        if there.is_empty() {
            self.at.remove(&place);
        }
    }
    fn forget_place(&mut self, place: u64) {
        let Some(count) = self.left.get_mut(&place) else { return };
        *count -= 1;
        if *count == 0 {
            self.left.remove(&place);
        }
    }
}

#[cfg(test)]
mod tests {
    use braid_entity::Entity;

    use super::*;

    #[test]
    fn who_is_left_behind_is_told_when_another_goes_on() {
        let [a, b, c] = [1, 2, 3].map(StateId::from_u32);
        let mut companions = Companions::new(2);
        assert_eq!(companions.came(a, 10), []);
        companions.fork(a, b);
        companions.fork(a, c);
        assert!(!companions.is_left(b, 10), "all of them stand there");
        assert_eq!(companions.came(a, 11), [b, c]);
        assert!(companions.is_left(b, 10) && !companions.is_left(a, 10), "its own past is no reason");
        assert_eq!(companions.came(b, 11), [c]);
        assert!(!companions.is_left(b, 11), "they stand side by side again");
        assert_eq!(companions.came(a, 11), [], "the same place once more");
        companions.came(a, 12);
        companions.forget(b);
        assert!(!companions.is_left(c, 10), "older than the distance");
        assert!(companions.is_left(c, 11));
        [a, c].into_iter().for_each(|id| companions.forget(id));
        assert!(companions.of.is_empty() && companions.at.is_empty() && companions.left.is_empty());
    }
}
