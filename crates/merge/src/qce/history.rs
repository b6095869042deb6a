//! What states have been: for each, the profiles of the last join points that it came through, and who was at each.

use std::collections::VecDeque;

use braid_state::StateId;
use rustc_hash::FxHashMap;

/// The histories of all states.
#[derive(Debug)]
pub(crate) struct Histories {
    /// How many join points are remembered.
    distance: usize,
    /// For each state, the newest last.
    of: FxHashMap<StateId, VecDeque<u64>>,
    /// How often each profile is in a history of some state.
    who: FxHashMap<u64, FxHashMap<StateId, u32>>,
}

impl Histories {
    pub(crate) fn new(distance: u32) -> Histories {
        Histories { distance: distance as usize, of: FxHashMap::default(), who: FxHashMap::default() }
    }

    /// A state came through a join point.
    pub(crate) fn push(&mut self, id: StateId, profile: u64) {
        let history = self.of.entry(id).or_default();
        history.push_back(profile);
        let oldest = if history.len() > self.distance { history.pop_front() } else { None };
        *self.who.entry(profile).or_default().entry(id).or_default() += 1;
        if let Some(oldest) = oldest {
            self.leave(oldest, id);
        }
    }

    /// Whether another state has been like this.
    pub(crate) fn is_behind(&self, id: StateId, profile: u64) -> bool {
        self.who.get(&profile).is_some_and(|states| states.keys().any(|&other| other != id))
    }

    /// A state has become another one too, which has the same past.
    pub(crate) fn fork(&mut self, id: StateId, child: StateId) {
        for profile in self.of.get(&id).cloned().unwrap_or_default() {
            self.push(child, profile);
        }
    }

    /// States have become the first of them: its past is that of all, the newest of each first.
    pub(crate) fn join(&mut self, ids: &[StateId]) {
        let all: Vec<VecDeque<u64>> = ids.iter().map(|id| self.of.get(id).cloned().unwrap_or_default()).collect();
        ids.iter().for_each(|&id| self.forget(id));
        let longest = all.iter().map(VecDeque::len).max().unwrap_or(0);
        let mut union: Vec<u64> = Vec::new();
        for back in 1..=longest {
            for history in all.iter().filter(|history| history.len() >= back) {
                let profile = history[history.len() - back];
                if !union.contains(&profile) {
                    union.push(profile);
                }
            }
        }
        union.truncate(self.distance);
        union.into_iter().rev().for_each(|profile| self.push(ids[0], profile));
    }

    /// A state is gone.
    pub(crate) fn forget(&mut self, id: StateId) {
        for profile in self.of.remove(&id).unwrap_or_default() {
            self.leave(profile, id);
        }
    }

    fn leave(&mut self, profile: u64, id: StateId) {
        let Some(states) = self.who.get_mut(&profile) else { return };
        if let Some(count) = states.get_mut(&id) {
            *count -= 1;
            if *count == 0 {
                states.remove(&id);
            }
        }
        if states.is_empty() {
            self.who.remove(&profile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_entity::Entity;

    #[test]
    fn own_history_is_no_reason_to_catch_up() {
        let [a, b, c] = [1, 2, 3].map(StateId::from_u32);
        let mut histories = Histories::new(2);
        histories.push(a, 10);
        assert!(!histories.is_behind(a, 10) && histories.is_behind(b, 10));
        histories.fork(a, b);
        assert!(histories.is_behind(a, 10), "the child has the same past");
        histories.push(a, 11);
        histories.push(a, 12);
        assert!(!histories.is_behind(b, 10), "older than the distance");
        histories.push(b, 13);
        histories.join(&[a, b]);
        assert!(histories.is_behind(c, 12) && histories.is_behind(c, 13) && !histories.is_behind(c, 11));
        histories.forget(a);
        assert!(histories.who.is_empty() && histories.of.is_empty());
    }
}
