//! Static state merging: states run in topological order and wait at every join point until nobody is behind.
//!
//! A loop that never ends would hold up all that wait behind it, so that nobody waits longer than the patience of the run.

use std::collections::BTreeSet;

use braid_report::Shadowed;
use braid_state::{Arrival, State, StateId};
use rustc_hash::FxHashMap;

use super::joiner::{Joiner, MAX_FRAMES};
use super::rank::Rank;
use super::similar::Profile;
use crate::explain::Row;
use crate::host::{Done, Host};
use crate::merger::{Cost, End, Fork, Held, Merger};
use crate::mode::Options;
use crate::patience::Waiting;
use crate::rule::JoinRule;

/// What is known of a state.
struct Entry {
    rank: Rank,
    /// If it waits: since when, and what those agree in that it may be joined with.
    waits: Option<(u64, Profile)>,
}

/// The merger.
pub struct Static {
    joiner: Joiner,
    patience: u64,
    entries: FxHashMap<StateId, Entry>,
    queue: BTreeSet<Rank>,
    /// Those that wait, by what they agree in.
    groups: FxHashMap<u64, Vec<StateId>>,
    /// Those that go before all others, because they have waited for too long.
    urgent: BTreeSet<StateId>,
    waiting: Waiting,
    /// Whether anybody is joined.
    joins: bool,
}

impl Static {
    pub(crate) fn new(options: &Options) -> Static {
        Static::joining_if(options, true)
    }
    /// The same, or the order alone.
    pub(crate) fn joining_if(options: &Options, joins: bool) -> Static {
        Static {
            joins,
            joiner: Joiner::new(options),
            patience: options.patience,
            entries: FxHashMap::default(),
            queue: BTreeSet::new(),
            groups: FxHashMap::default(),
            urgent: BTreeSet::new(),
            waiting: Waiting::default(),
        }
    }

    /// A state that runs stands elsewhere now.
    fn moved(&mut self, host: &dyn Host, id: StateId) {
        let Some(state) = host.state(id).filter(|state| state.stack.depth() > 0) else { return };
        // Where a deep recursion began is where it is.
        let before = self.entries.get(&id).filter(|entry| entry.waits.is_none() && state.stack.depth() > MAX_FRAMES);
        let rank = before.map_or_else(|| Rank::of(host.view(), id, state), |entry| entry.rank.clone());
        self.set(id, rank, None);
    }

    fn set(&mut self, id: StateId, rank: Rank, waits: Option<(u64, Profile)>) {
        self.queue.insert(rank.clone());
        if let Some(before) = self.entries.insert(id, Entry { rank: rank.clone(), waits })
            && before.rank != rank
        {
            self.queue.remove(&before.rank);
        }
    }

    fn forget(&mut self, id: StateId) {
        self.urgent.remove(&id);
        let Some(entry) = self.entries.remove(&id) else { return };
        self.queue.remove(&entry.rank);
        if let Some((_, profile)) = entry.waits {
            self.leave_group(&profile, id);
        }
    }
    fn leave_group(&mut self, profile: &Profile, id: StateId) {
        let key = profile.hash();
        if let Some(group) = self.groups.get_mut(&key) {
            group.retain(|&other| other != id);
            if group.is_empty() {
                self.groups.remove(&key);
            }
        }
    }

    /// A state waits where it stands, unless it is never joined.
    fn wait(&mut self, host: &mut dyn Host, id: StateId) -> bool {
        if !self.joins {
            return false;
        }
        let Some(profile) = self.joiner.profile(host, id) else { return false };
        let Some(state) = host.state(id) else { return false };
        self.urgent.remove(&id);
        self.joiner.came(host, id, &profile);
        let before = self.entries.get(&id).map(|entry| &entry.rank);
        let rank = Rank::waiting(host.view(), &self.joiner.estimate, id, state, before);
        host.park(id);
        let since = self.waiting.add(id);
        self.groups.entry(profile.hash()).or_default().push(id);
        self.set(id, rank, Some((since, profile)));
        true
    }

    /// Those that wait and are similar to one of them, which is the first.
    fn group_of(&self, id: StateId) -> Vec<StateId> {
        let Some((_, profile)) = self.entries.get(&id).and_then(|entry| entry.waits.as_ref()) else { return vec![id] };
        let similar = self.joiner.flags.similar;
        let profile_of =
            |id: StateId| self.entries.get(&id).and_then(|entry| entry.waits.as_ref()).map(|waits| &waits.1);
        let mut group = vec![id];
        let mut others: Vec<StateId> = self.groups.get(&profile.hash()).cloned().unwrap_or_default();
        others.sort_unstable();
        for other in others.into_iter().filter(|&other| other != id) {
            let is_like = |member: &StateId| match (profile_of(*member), profile_of(other)) {
                (Some(one), Some(another)) => one.is_like(another, similar),
                _ => false,
            };
            if group.iter().all(is_like) {
                group.push(other);
            }
        }
        group
    }

    /// Those that are similar to a state that waits become one and go on.
    fn join_and_resume(&mut self, host: &mut dyn Host, id: StateId, urgent: bool) -> Done {
        let similar = self.group_of(id);
        let group = self.joiner.gather(host, id, &similar[1..]);
        group.iter().for_each(|&member| self.forget(member));
        let left = self.joiner.join(host, &group)?;
        self.joiner.resume(host, &left);
        for id in left {
            if urgent {
                self.urgent.insert(id);
            }
            self.moved(host, id);
        }
        self.spare_fence(host);
        Ok(())
    }

    fn spare_fence(&mut self, host: &mut dyn Host) {
        let waits = |entry: &Entry| entry.waits.is_some();
        if self.entries.len() == 1 && !self.entries.values().any(waits) {
            self.joiner.spare_fence(host, self.entries.keys().copied());
        }
    }

    /// Who has waited for too long goes on.
    fn release(&mut self, host: &mut dyn Host) -> Done {
        self.waiting.set_now(host.view().instructions());
        let entries = &self.entries;
        let waits = |id: StateId, since: u64| {
            entries.get(&id).and_then(|entry| entry.waits.as_ref()).is_some_and(|waits| waits.0 == since)
        };
        if let Some((id, long)) = self.waiting.longest(waits)
            && long > self.patience
        {
            let row = self.joiner.row(host, id);
            self.joiner.explain.row_mut(row).told.released += 1;
            self.join_and_resume(host, id, true)?;
        }
        Ok(())
    }
}

impl Merger for Static {
    fn started(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        self.moved(host, id);
        if self.entries.len() > 1 {
            let ids: Vec<StateId> = self.queue.iter().map(Rank::id).collect();
            ids.into_iter().for_each(|id| self.joiner.fence(host, id));
        }
        Ok(())
    }
    fn forked(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        let urgent = self.urgent.contains(&id);
        let born = fork.others.iter().filter(|other| !other.ends).map(|other| other.state);
        let born: Vec<StateId> = [id].into_iter().chain(born).collect();
        for &id in &born {
            self.joiner.apart.fork(born[0], id);
            if urgent {
                self.urgent.insert(id);
            }
            self.moved(host, id);
        }
        if self.entries.len() > 1 {
            for id in born {
                self.joiner.fence(host, id);
                self.joiner.stop_at_return(host, id);
            }
        }
        Ok(())
    }
    fn split(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        self.forked(host, id, fork)?;
        self.joiner.split(host, id, fork);
        Ok(())
    }
    fn paused(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        self.moved(host, id);
        Ok(())
    }
    fn reached(&mut self, host: &mut dyn Host, id: StateId, at: Arrival) -> Done {
        let Some(is_join_point) = self.joiner.is_join_point(host.view(), at) else {
            self.moved(host, id);
            return Ok(());
        };
        if is_join_point && self.entries.len() > 1 && self.wait(host, id) {
            return Ok(());
        }
        self.joiner.pass(host, id);
        self.moved(host, id);
        self.spare_fence(host);
        Ok(())
    }
    fn ended(&mut self, host: &mut dyn Host, id: StateId, _: End) -> Done {
        self.forget(id);
        self.joiner.apart.forget(id);
        self.spare_fence(host);
        Ok(())
    }
    fn tick(&mut self, host: &mut dyn Host) -> Done {
        self.release(host)?;
        while self.urgent.is_empty()
            && let Some(first) = self.queue.first().map(Rank::id)
            && self.entries[&first].waits.is_some()
        {
            self.join_and_resume(host, first, false)?;
        }
        Ok(())
    }
    fn stuck(&mut self, host: &mut dyn Host) -> Done<bool> {
        let first = self.queue.iter().map(Rank::id).find(|id| self.entries[id].waits.is_some());
        match first {
            Some(id) => self.join_and_resume(host, id, false).map(|()| true),
            None => Ok(false),
        }
    }
    /// Of those that wait, the ones go that would come last.
    fn spare(&mut self, host: &mut dyn Host, wanted: usize) -> Done<Vec<StateId>> {
        let waiting = self.queue.iter().rev().map(Rank::id).filter(|&id| self.needs(id));
        let spared: Vec<StateId> = waiting.take(wanted).collect();
        for &id in &spared {
            self.forget(id);
            self.joiner.spare_fence(host, core::iter::once(id));
            host.resume(id);
        }
        self.spare_fence(host);
        Ok(spared)
    }
    fn wound_down(&mut self) {
        self.entries.clear();
        self.queue.clear();
        self.groups.clear();
        self.urgent.clear();
    }
    fn charge(&mut self, joined_at: usize, cost: Cost) {
        self.joiner.charge(joined_at, cost);
    }
    fn charge_shadows(&mut self, joined_at: usize, cost: Shadowed) {
        self.joiner.explain.row_mut(joined_at).charge_shadows(cost);
    }
    fn put_aside(&mut self, id: StateId, state: &State) {
        self.joiner.put_aside(id, state);
    }
    fn came_back(&mut self, host: &mut dyn Host, id: StateId) {
        self.joiner.came_back(host, id, self.entries.len() > 1);
    }
    fn needs(&self, id: StateId) -> bool {
        self.entries.get(&id).is_some_and(|entry| entry.waits.is_some())
    }
    fn prefer(&mut self, host: &dyn Host, picked: StateId) -> StateId {
        let is_there = |id: &StateId| host.state(*id).is_some();
        let runs = |id: &StateId| self.entries.get(id).is_some_and(|entry| entry.waits.is_none()) && is_there(id);
        let urgent = self.urgent.iter().copied().find(runs);
        urgent.or_else(|| self.queue.iter().map(Rank::id).find(runs)).unwrap_or(picked)
    }
    fn rule(&self) -> &dyn JoinRule {
        &self.joiner.rule
    }
    fn joins(&self) -> u64 {
        self.joiner.joins
    }
    fn rows(&self) -> Vec<&Row> {
        self.joiner.explain.rows()
    }
    fn held(&self) -> Held {
        let states = self.entries.values().filter(|entry| entry.waits.is_some()).count() as u64;
        Held { states, groups: self.groups.len() as u64 }
    }
}
