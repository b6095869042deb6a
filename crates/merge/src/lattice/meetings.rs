//! Who waits where for whom: states run in topological order, and one that waits goes on as soon as nobody is behind it.
//!
//! This is the order of static merging (Kuznetsov 2012). It holds only while somebody waits; nobody waits longer than the patience of the run.

use std::collections::{BTreeMap, BTreeSet};

use braid_ir::FuncId;
use braid_state::{Operator, State, StateId};

use crate::host::{Host, View};
use crate::patience::Waiting;
use crate::qce::Rank;

/// States with more frames than this do not wait.
const MAX_FRAMES: usize = 64;

/// How states are joined that met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// As the program or the command line says.
    Told(Operator),
    /// Behind a branch: by what can be guessed.
    Inferred,
    /// Where a loop was left that is not closed: by condition.
    Exactly,
}

/// What those agree in that wait for each other: how they are joined, where all of their frames are, and which joins they came of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub(crate) how: How,
    frames: Vec<(FuncId, u32)>,
    chain: Vec<usize>,
}

impl Group {
    /// That of a state, given the identities of the joins that it came of; none if it does not wait.
    pub(crate) fn of(state: &State, how: How, chain: Vec<usize>) -> Option<Group> {
        let depth = state.stack.depth();
        let frames = || state.stack.frames().map(|frame| (frame.func, frame.pc)).collect();
        (1..=MAX_FRAMES).contains(&depth).then(|| Group { how, frames: frames(), chain })
    }
}

/// What is known of a state.
struct Entry {
    rank: Rank,
    /// If it waits: since when, and with whom.
    waits: Option<(u64, Group)>,
}

/// All states of the run, in order.
#[derive(Default)]
pub(crate) struct Meetings {
    entries: BTreeMap<StateId, Entry>,
    queue: BTreeSet<Rank>,
    waiting: Waiting,
    /// How many wait.
    count: usize,
}

impl Meetings {
    /// A state that runs stands elsewhere now.
    pub(crate) fn moved(&mut self, host: &dyn Host, id: StateId) {
        let Some(state) = host.state(id).filter(|state| state.stack.depth() > 0) else { return };
        // Where a deep recursion began is where it is.
        let is_deep = state.stack.depth() > MAX_FRAMES;
        let before = self.entries.get(&id).filter(|entry| entry.waits.is_none() && is_deep);
        let rank = match before {
            Some(entry) => entry.rank.clone(),
            None => Rank::of(host.view(), id, state),
        };
        self.set(id, rank, None);
    }
    fn set(&mut self, id: StateId, rank: Rank, waits: Option<(u64, Group)>) {
        self.forget(id);
        self.count += usize::from(waits.is_some());
        self.queue.insert(rank.clone());
        self.entries.insert(id, Entry { rank, waits });
    }
    /// A state is gone.
    pub(crate) fn forget(&mut self, id: StateId) {
        if let Some(entry) = self.entries.remove(&id) {
            self.count -= usize::from(entry.waits.is_some());
            self.queue.remove(&entry.rank);
        }
    }
    /// All states are gone.
    pub(crate) fn clear(&mut self) {
        *self = Meetings::default();
    }
    /// A state waits where it stands.
    pub(crate) fn wait(&mut self, view: &dyn View, id: StateId, state: &State, group: Group) {
        let since = self.waiting.add(id);
        self.set(id, Rank::of(view, id, state), Some((since, group)));
    }
    /// Returns true if there is more than one state.
    pub(crate) fn has_others(&self) -> bool {
        self.entries.len() > 1
    }
    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.count
    }
    /// All of them.
    pub(crate) fn ids(&self) -> Vec<StateId> {
        self.entries.keys().copied().collect()
    }
    pub(crate) fn waits(&self, id: StateId) -> bool {
        self.entries.get(&id).is_some_and(|entry| entry.waits.is_some())
    }
    /// Those that wait with a state, which is the first, and how they are joined.
    pub(crate) fn group_of(&self, id: StateId) -> Option<(How, Vec<StateId>)> {
        let group_of = |entry: &Entry| entry.waits.as_ref().map(|waits| waits.1.clone());
        let group = group_of(self.entries.get(&id)?)?;
        let is_with = |(other, entry): &(&StateId, &Entry)| {
            **other != id && entry.waits.as_ref().is_some_and(|waits| waits.1 == group)
        };
        let others = self.entries.iter().filter(is_with).map(|(&other, _)| other);
        Some((group.how, [id].into_iter().chain(others).collect()))
    }
    /// The state that has waited for more work than this.
    pub(crate) fn impatient(&mut self, now: u64, patience: u64) -> Option<StateId> {
        self.waiting.set_now(now);
        let entries = &self.entries;
        let waits = |id: StateId, since: u64| {
            entries.get(&id).and_then(|entry| entry.waits.as_ref()).is_some_and(|waits| waits.0 == since)
        };
        self.waiting.longest(waits).filter(|&(_, long)| long > patience).map(|(id, _)| id)
    }
    /// The state that nobody is behind, if it waits.
    pub(crate) fn first(&self) -> Option<StateId> {
        self.queue.first().map(Rank::id).filter(|&id| self.waits(id))
    }
    /// The first of those that wait.
    pub(crate) fn first_waiting(&self) -> Option<StateId> {
        self.queue.iter().map(Rank::id).find(|&id| self.waits(id))
    }
    /// While somebody waits: the state that is furthest behind and can run.
    pub(crate) fn furthest_behind(&self, host: &dyn Host) -> Option<StateId> {
        if self.count == 0 {
            return None;
        }
        self.queue.iter().map(Rank::id).find(|&id| !self.waits(id) && host.state(id).is_some())
    }
}
