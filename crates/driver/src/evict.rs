//! Evicts states to their names when memory is short, and brings them back.
//!
//! States that no merger needs are put on the [shelf](crate::shelf), in groups of near relatives, until three quarters of the limit are in use.
//! They are in no search order then. A group comes back when nobody else can run, and one in turn after every so many rounds, so that no state
//! waits for ever. While memory is tight the run goes depth first, because a path that comes to its end gives memory back, and the
//! order that the user asked for would only fork.

use braid_expr::Cause;
use braid_state::{RecipeId, StateId};
use rustc_hash::FxHashMap;

use crate::budget::Excess;
use crate::cut::Cut;
use crate::error::EngineError;
use crate::exploration::Explorer;
use crate::family;
use crate::live::{Answers, Live};
use crate::shelf::Evicted;

/// States of a group: enough that what they have in common costs little for each, and few enough that a group changes little.
const GROUP: usize = 64;
/// A group comes back after so many rounds at the latest.
const TURN: u32 = 1024;
/// Of the limit on memory, one part in so many may be taken by names of evicted states.
const SHELF_PART: u64 = 32;

braid_entity::counters! {
    /// Counts of states that were put aside for want of memory.
    pub Evictions {
        /// States that were evicted to their names.
        evicted;
        /// States that were made again from their names.
        revived;
    }
}

/// The bytes of names that are kept in memory, with this limit.
pub(crate) fn shelf_bound(limit: Option<u64>) -> usize {
    usize::try_from(limit.unwrap_or(0) / SHELF_PART).unwrap_or(usize::MAX)
}

impl Explorer<'_> {
    /// Returns true if states of this run can be made again. A function that the machine carries out might do twice what it does.
    pub(crate) fn can_evict(&self) -> bool {
        self.subject.options.max_memory.is_some() && !self.subject.exec.options.calls_machine()
    }

    /// States that can be evicted: nobody else knows them. Who has reached new lines keeps them; there are few.
    fn evictable(&self) -> Vec<StateId> {
        let merger = self.run.merger.as_ref();
        let is_free = |live: &Live| !live.parked && live.state.new_lines.is_empty();
        let mut ids = self.run.live.ids();
        ids.retain(|&id| {
            self.run.ran_last != Some(id)
                && self.run.live.get(id).is_some_and(is_free)
                && merger.is_none_or(|merger| !merger.needs(id))
        });
        ids
    }

    /// Evicts as many states as bring the run well below its limit. If there are not as many that nobody needs, the merger parts with some.
    /// Returns how many.
    pub(crate) fn evict(&mut self, excess: Excess) -> Result<usize, EngineError> {
        if !self.can_evict() {
            return Ok(0);
        }
        let wanted = excess.share_to_three_quarters(self.run.live.len());
        let free = self.evictable().len();
        if free >= wanted {
            return Ok(self.evict_some(wanted));
        }
        let spared = self.tell_merger(|merger, host| merger.spare(host, wanted - free))?.unwrap_or_default();
        let evicted = self.evict_some(wanted);
        for id in spared.into_iter().filter(|&id| self.run.live.get(id).is_some()).collect::<Vec<_>>() {
            self.tell_merger(|merger, host| merger.started(host, id))?;
        }
        Ok(evicted)
    }

    /// Evicts all states that nobody needs.
    pub(crate) fn evict_all(&mut self) {
        self.evict_some(usize::MAX);
    }

    /// Evicts so many states of those that nobody needs. Returns how many there were.
    fn evict_some(&mut self, wanted: usize) -> usize {
        if !self.can_evict() {
            return 0;
        }
        let ids = self.in_tree_order(&self.evictable());
        let count = wanted.min(ids.len());
        for group in ids[..count].chunks(GROUP) {
            let members: Vec<Evicted> = group.iter().filter_map(|&id| self.put_aside(id)).collect();
            self.run.shelf.push(&members);
        }
        self.run.evictions.evicted += count as u64;
        count
    }

    fn put_aside(&mut self, id: StateId) -> Option<Evicted> {
        self.run.search.remove(id);
        let live = self.run.live.take(id)?;
        if let Some(merger) = &mut self.run.merger {
            merger.put_aside(id, &live.state);
        }
        Some(Evicted::of(id, &live))
    }

    /// States as they stand in the tree of all decisions, so that near relatives stand beside each other.
    fn in_tree_order(&self, ids: &[StateId]) -> Vec<StateId> {
        let recipe = |&id: &StateId| self.run.live.get(id).map(|live| (live.state.inherited.recipe(), id));
        let states: FxHashMap<RecipeId, StateId> = ids.iter().filter_map(recipe).collect();
        let order = family::in_order(&self.subject.exec.heritage.recipes, states.keys().copied());
        order.into_iter().filter_map(|at| states.get(&at).copied()).collect()
    }

    /// Brings back a group. Returns how many states can run that could not before.
    fn bring_back(&mut self) -> Result<usize, EngineError> {
        let Some(members) = self.next_group() else { return Ok(0) };
        let (made, left) = self.make_again(&members)?;
        self.run.shelf.put_back(&left);
        Ok(made)
    }

    /// The group that comes back next; those that cannot be read are given up.
    fn next_group(&mut self) -> Option<Vec<Evicted>> {
        match self.run.shelf.pop()? {
            Ok(members) => Some(members),
            Err(lost) => {
                self.give_up(lost);
                None
            }
        }
    }

    /// Makes states again. Returns how many there are, and those that were not made because the work was interrupted.
    fn make_again(&mut self, members: &[Evicted]) -> Result<(usize, Vec<Evicted>), EngineError> {
        self.subject.budget.watch_memory();
        let revived = self.subject.revive(&mut self.run.checkpoints, members);
        self.give_up(revived.lost);
        let made = revived.made.len();
        self.run.evictions.revived += made as u64;
        for (member, mut state) in revived.made {
            state.inherited = member.inherited;
            let live = Live { new_at: member.new_at, query_cost: member.query_cost, ..Live::of(state) };
            self.run.live.put_back(member.id, Box::new(live));
            if let Some(mut merger) = self.run.merger.take() {
                merger.came_back(self, member.id);
                self.run.merger = Some(merger);
            }
            self.run.search.add(member.id, &Answers { live: &self.run.live, exec: &self.subject.exec });
            self.tell_merger(|merger, host| merger.started(host, member.id))?;
        }
        Ok((made, revived.left))
    }

    /// Nobody can run: evicted states come back. Returns false if there are none.
    pub(crate) fn bring_back_some(&mut self) -> Result<bool, EngineError> {
        while !self.run.shelf.is_empty() && !self.is_stopped() {
            if self.bring_back()? > 0 {
                return Ok(true);
            }
            if self.is_short_of_memory() && self.bring_back_one()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Memory does not suffice for a group: all goes that may, and of the next group one state after the other is tried, until one is there.
    /// One that does not fit beside what cannot be given back is dropped.
    fn bring_back_one(&mut self) -> Result<bool, EngineError> {
        let Some(members) = self.next_group() else { return Ok(false) };
        for (number, member) in members.iter().enumerate() {
            self.subject.exec.forget();
            self.run.checkpoints.give_back();
            let (made, left) = self.make_again(core::slice::from_ref(member))?;
            if made > 0 || self.is_stopped() {
                self.run.shelf.put_back(&left);
                self.run.shelf.put_back(&members[number + 1..]);
                return Ok(made > 0);
            }
            self.run.cuts.add(Cut::Memory, left.len() as u64);
            self.run.paths.states += left.len() as u64;
        }
        Ok(false)
    }

    fn is_stopped(&self) -> bool {
        self.subject.budget.interrupt().has_come() && !self.is_short_of_memory()
    }

    pub(crate) fn is_short_of_memory(&self) -> bool {
        self.subject.exec.pool.interrupt().cause() == Some(Cause::Memory)
    }

    /// Brings all back, as long as that can be done.
    pub(crate) fn bring_all_back(&mut self) {
        while matches!(self.bring_back_some(), Ok(true)) {}
    }

    /// States that could not be made again.
    fn give_up(&mut self, lost: u64) {
        if lost > 0 {
            self.run.cuts.add(Cut::NotMadeAgain, lost);
            self.run.paths.states += lost;
        }
    }

    /// Brings back a group if it is time for one.
    pub(crate) fn take_turns(&mut self) -> Result<bool, EngineError> {
        self.run.turn += 1;
        if self.run.turn < TURN || self.run.shelf.is_empty() {
            return Ok(false);
        }
        self.run.turn = 0;
        if self.subject.budget.usage().is_some_and(Excess::is_near) {
            self.evict_some(2 * GROUP);
        }
        Ok(self.bring_back()? > 0)
    }
}
