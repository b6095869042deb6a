//! Dynamic state merging (Kuznetsov 2012, algorithm 2): the search decides, but a state that is like what another one was a few join
//! points ago runs first until it has caught up with it.
//!
//! States never wait. One that comes to a join point is joined with those that stand there and are similar. Else it is
//! forwarded if its profile is in the history of another state; then it goes before what the search picks, those that are furthest behind first,
//! for some turns per join point of a history, so that the search never starves.
//!
//! Beyond the paper, the children of a fork are forwarded to the next join point: each is one step behind what the other was. And whoever
//! stands where another state was before follows that one ([`Companions`]). A search that follows one state to its end would find nobody to
//! join with otherwise.

use core::hash::{Hash, Hasher};
use std::collections::BTreeSet;

use braid_report::Shadowed;
use braid_state::{Arrival, State, StateId};
use rustc_hash::{FxHashMap, FxHasher};

use super::companions::Companions;
use super::history::Histories;
use super::joiner::{Joiner, MAX_FRAMES};
use super::rank::Rank;
use super::similar::Profile;
use crate::explain::Row;
use crate::host::{Done, Host};
use crate::merger::{Cost, End, Fork, Held, Merger};
use crate::mode::Options;
use crate::rule::JoinRule;

/// From one join point to the next a state has so many turns: it forks and pauses on the way.
const TURNS: u32 = 4;

/// A state that is forwarded.
struct Episode {
    rank: Rank,
    /// How many turns it still has.
    left: u32,
    /// Whom it follows: where that one stood.
    target: Option<Rank>,
}

/// The merger.
pub struct Dynamic {
    joiner: Joiner,
    distance: u32,
    histories: Histories,
    companions: Companions,
    /// The same for heads of loops alone: who has begun another iteration leaves behind who is still in the one before, wherever that is.
    iterations: Companions,
    states: BTreeSet<StateId>,
    /// The states that stand at a join point and have not moved since.
    standing: FxHashMap<StateId, Profile>,
    /// The same by what they must agree in.
    places: FxHashMap<u64, BTreeSet<StateId>>,
    forwarded: FxHashMap<StateId, Episode>,
    order: BTreeSet<Rank>,
    /// Where each state was when it was last heard of.
    ranks: FxHashMap<StateId, Rank>,
    /// Of these, those that are like what another state was.
    behind: BTreeSet<StateId>,
    /// Those that stand behind a call that they came back from.
    back: BTreeSet<StateId>,
    /// The last of them.
    last_back: Option<StateId>,
    /// Those whose turns are used up: they are not forwarded before the search has picked them.
    tired: BTreeSet<StateId>,
}

impl Dynamic {
    pub(crate) fn new(options: &Options) -> Dynamic {
        Dynamic {
            distance: options.qce.distance,
            histories: Histories::new(options.qce.distance),
            companions: Companions::new(options.qce.distance),
            iterations: Companions::new(options.qce.distance),
            joiner: Joiner::new(options),
            states: BTreeSet::new(),
            standing: FxHashMap::default(),
            places: FxHashMap::default(),
            forwarded: FxHashMap::default(),
            order: BTreeSet::new(),
            ranks: FxHashMap::default(),
            behind: BTreeSet::new(),
            back: BTreeSet::new(),
            last_back: None,
            tired: BTreeSet::new(),
        }
    }

    /// How many turns a state that is forwarded has.
    fn turns(&self) -> u32 {
        self.distance.saturating_mul(TURNS)
    }
    fn count(&mut self, host: &dyn Host, id: StateId, what: &'static str) {
        let row = self.joiner.row(host, id);
        self.joiner.explain.row_mut(row).count(what);
    }
    /// A state does not stand where it stood.
    fn leave(&mut self, id: StateId) {
        self.back.remove(&id);
        let Some(profile) = self.standing.remove(&id) else { return };
        if let Some(here) = self.places.get_mut(&profile.hash()) {
            here.remove(&id);
            if here.is_empty() {
                self.places.remove(&profile.hash());
            }
        }
    }
    fn stop_forwarding(&mut self, id: StateId) -> Option<Episode> {
        let episode = self.forwarded.remove(&id)?;
        self.order.remove(&episode.rank);
        Some(episode)
    }
    fn forward(&mut self, id: StateId, left: u32, target: Option<Rank>) {
        self.stop_forwarding(id);
        let Some(rank) = self.ranks.get(&id).cloned() else { return };
        self.order.insert(rank.clone());
        self.forwarded.insert(id, Episode { rank, left, target });
    }
    /// A state is somewhere between join points.
    fn moved(&mut self, host: &dyn Host, id: StateId) {
        let Some(state) = host.state(id).filter(|state| state.stack.depth() > 0) else { return };
        // Where a deep recursion began is where it is.
        if state.stack.depth() <= MAX_FRAMES || !self.ranks.contains_key(&id) {
            self.set_rank(host, id, Rank::of(host.view(), id, state));
        }
    }
    /// A state that is somewhere between join points goes on as it was going.
    fn go_on(&mut self, host: &dyn Host, id: StateId) {
        self.moved(host, id);
        if let Some(Episode { left, target, .. }) = self.stop_forwarding(id) {
            self.forward(id, left, target);
        }
    }
    /// A state stands at a join point.
    fn waits(&mut self, host: &dyn Host, id: StateId) {
        let Some(state) = host.state(id).filter(|state| state.stack.depth() > 0) else { return };
        let rank = Rank::waiting(host.view(), &self.joiner.estimate, id, state, self.ranks.get(&id));
        self.set_rank(host, id, rank);
    }
    /// A state was heard of. What it has executed since the last time counts as forwarding if it was behind.
    fn set_rank(&mut self, host: &dyn Host, id: StateId, rank: Rank) {
        let steps = rank.steps();
        let before = self.ranks.insert(id, rank).map_or(steps, |before| before.steps());
        if self.behind.contains(&id) && steps > before {
            let row = self.joiner.row(host, id);
            self.joiner.explain.row_mut(row).count_many("instructions while forwarded", steps - before);
        }
    }
    fn forget(&mut self, id: StateId) {
        self.leave(id);
        self.stop_forwarding(id);
        self.histories.forget(id);
        self.companions.forget(id);
        self.iterations.forget(id);
        self.ranks.remove(&id);
        self.states.remove(&id);
        self.tired.remove(&id);
        self.behind.remove(&id);
    }

    /// A state came to a join point. One that came back from a call is joined with who stands there, and goes on as it was going: the place is
    /// none of its history, and took none of its turns.
    fn arrive(&mut self, host: &mut dyn Host, id: StateId, at: Arrival) -> Done {
        let Some(profile) = self.joiner.profile(host, id) else { return Ok(()) };
        self.joiner.came(host, id, &profile);
        let came_back = matches!(at, Arrival::Return(..));
        let (place, is_head) = self.place(host, id, &profile);
        if !came_back {
            self.waits(host, id);
            self.bring_companions(host, id, place, is_head);
        }
        let similar = self.joiner.flags.similar;
        let here = self.places.get(&profile.hash()).into_iter().flatten();
        let like = here.copied().filter(|other| self.standing[other].is_like(&profile, similar));
        let like: Vec<StateId> = like.collect();
        let group = self.joiner.gather(host, id, &like);
        if group.len() > 1 {
            return self.join(host, id, &group, profile);
        }
        let hash = profile.hash();
        if came_back {
            self.go_on(host, id);
            self.set_standing(id, profile);
            self.back.insert(id);
            self.last_back = Some(id);
            return Ok(());
        }
        let before = self.stop_forwarding(id).filter(|_| self.behind.contains(&id));
        self.behind.remove(&id);
        let target = before.as_ref().and_then(|episode| episode.target.clone());
        let on_its_way = target.as_ref().is_some_and(|target| self.ranks[&id].is_before(target));
        let is_behind = on_its_way || self.histories.is_behind(id, hash) || self.is_left(id, place);
        if !is_behind {
            self.tired.remove(&id);
        } else if !self.tired.contains(&id) {
            if before.is_none() {
                self.count(host, id, "forwarded");
            }
            self.forward(id, before.map_or(self.turns(), |episode| episode.left), target);
            self.behind.insert(id);
        }
        self.stand(id, profile);
        Ok(())
    }
    /// Where a state stands that came to a join point: the place, and how far the loop has come whose head it is. Returns also whether it is one.
    fn place(&self, host: &dyn Host, id: StateId, profile: &Profile) -> (u64, bool) {
        let state = host.state(id).expect("who came to a place is there");
        let position = Rank::position(host.view(), &self.joiner.estimate, state);
        let mut hasher = FxHasher::default();
        (profile.place(), &position).hash(&mut hasher);
        (hasher.finish(), !position.is_empty())
    }
    /// Returns true if another state has left the place where this one stands, or the iteration in which it is.
    fn is_left(&self, id: StateId, place: u64) -> bool {
        let iteration = self.iterations.newest(id);
        self.companions.is_left(id, place) || iteration.is_some_and(|head| self.iterations.is_left(id, head))
    }
    /// A state came to a place: those that are still where it was before follow.
    fn bring_companions(&mut self, host: &dyn Host, id: StateId, place: u64, is_head: bool) {
        let mut companions = self.companions.came(id, place);
        if is_head {
            companions.extend(self.iterations.came(id, place));
        }
        for companion in companions {
            let is_there = host.state(companion).is_some();
            if is_there && !self.forwarded.contains_key(&companion) && !self.tired.contains(&companion) {
                self.count(host, companion, "forwarded");
                self.forward(companion, self.turns(), self.ranks.get(&id).cloned());
                self.behind.insert(companion);
            }
        }
    }
    fn stand(&mut self, id: StateId, profile: Profile) {
        self.histories.push(id, profile.hash());
        self.set_standing(id, profile);
    }
    fn set_standing(&mut self, id: StateId, profile: Profile) {
        self.places.entry(profile.hash()).or_default().insert(id);
        self.standing.insert(id, profile);
    }

    fn join(&mut self, host: &mut dyn Host, id: StateId, group: &[StateId], profile: Profile) -> Done {
        group.iter().for_each(|&member| host.park(member));
        let left = self.joiner.join(host, group)?;
        if let [only] = left[..] {
            let forwarded = group.iter().filter(|member| self.behind.contains(member)).count();
            (0..forwarded).for_each(|_| self.count(host, only, "forwarded and joined"));
            self.histories.join(group);
            for &member in group {
                self.leave(member);
                self.stop_forwarding(member);
                self.tired.remove(&member);
                self.behind.remove(&member);
                if member != only {
                    self.companions.forget(member);
                    self.iterations.forget(member);
                    self.ranks.remove(&member);
                    self.states.remove(&member);
                }
            }
        }
        self.joiner.resume(host, &left);
        match left[..] {
            [only] => self.stand(only, profile),
            // Refused: it goes its own way.
            _ => {
                self.stop_forwarding(id);
                self.stand(id, profile);
            }
        }
        self.joiner.spare_fence(host, self.states.iter().copied());
        Ok(())
    }
}

impl Merger for Dynamic {
    fn started(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        self.states.insert(id);
        if self.states.len() > 1 {
            let ids: Vec<StateId> = self.states.iter().copied().collect();
            ids.into_iter().for_each(|id| self.joiner.fence(host, id));
        }
        Ok(())
    }
    fn forked(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        self.leave(id);
        let tired = self.tired.contains(&id);
        let (left, target) =
            self.forwarded.get(&id).map_or((None, None), |episode| (Some(episode.left), episode.target.clone()));
        let left = left.or_else(|| (!tired).then_some(self.turns()));
        let born: Vec<StateId> = fork.others.iter().filter(|other| !other.ends).map(|other| other.state).collect();
        for &child in &born {
            self.states.insert(child);
            self.histories.fork(id, child);
            self.companions.fork(id, child);
            self.iterations.fork(id, child);
            self.joiner.apart.fork(id, child);
            if tired {
                self.tired.insert(child);
            }
        }
        for member in [id].into_iter().chain(born) {
            if self.states.len() > 1 {
                self.joiner.fence(host, member);
                self.joiner.stop_at_return(host, member);
            }
            self.moved(host, member);
            if let Some(left) = left {
                self.forward(member, left, target.clone());
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
        self.leave(id);
        self.go_on(host, id);
        Ok(())
    }
    fn reached(&mut self, host: &mut dyn Host, id: StateId, at: Arrival) -> Done {
        self.leave(id);
        let Some(is_join_point) = self.joiner.is_join_point(host.view(), at) else { return Ok(()) };
        self.joiner.pass(host, id);
        if is_join_point && self.states.len() > 1 {
            return self.arrive(host, id, at);
        }
        self.joiner.spare_fence(host, self.states.iter().copied());
        Ok(())
    }
    fn ended(&mut self, host: &mut dyn Host, id: StateId, _: End) -> Done {
        self.forget(id);
        self.joiner.apart.forget(id);
        self.joiner.spare_fence(host, self.states.iter().copied());
        Ok(())
    }
    /// Of those that catch up, the youngest go.
    fn spare(&mut self, host: &mut dyn Host, wanted: usize) -> Done<Vec<StateId>> {
        let needed = self.states.iter().rev().copied().filter(|&id| self.needs(id));
        let spared: Vec<StateId> = needed.take(wanted).collect();
        for &id in &spared {
            self.forget(id);
            self.joiner.spare_fence(host, core::iter::once(id));
        }
        self.joiner.spare_fence(host, self.states.iter().copied());
        Ok(spared)
    }
    fn wound_down(&mut self) {
        self.states.clear();
        self.companions.clear();
        self.iterations.clear();
        self.ranks.clear();
        self.standing.clear();
        self.places.clear();
        self.forwarded.clear();
        self.order.clear();
        self.behind.clear();
        self.back.clear();
        self.tired.clear();
    }
    fn charge(&mut self, joined_at: usize, cost: Cost) {
        self.joiner.charge(joined_at, cost);
    }
    fn charge_shadows(&mut self, joined_at: usize, cost: Shadowed) {
        self.joiner.explain.row_mut(joined_at).charge_shadows(cost);
    }
    fn put_aside(&mut self, id: StateId, state: &State) {
        self.joiner.put_aside(id, state);
        self.leave(id);
    }
    fn came_back(&mut self, host: &mut dyn Host, id: StateId) {
        self.joiner.came_back(host, id, self.states.len() > 1);
    }
    fn needs(&self, id: StateId) -> bool {
        self.forwarded.contains_key(&id)
    }
    fn prefer(&mut self, host: &dyn Host, picked: StateId) -> StateId {
        let first = self.order.first().map(Rank::id);
        let goes_on = self.last_back.take().filter(|id| self.back.contains(id) && host.state(*id).is_some());
        let chosen = first.or(goes_on).unwrap_or(picked);
        if self.back.contains(&chosen) {
            return chosen;
        }
        if let Some(episode) = self.forwarded.get_mut(&chosen) {
            episode.left = episode.left.saturating_sub(1);
            if episode.left == 0 {
                self.stop_forwarding(chosen);
                self.tired.insert(chosen);
            }
        } else {
            self.tired.remove(&chosen);
        }
        chosen
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
        Held { states: 0, groups: 0 }
    }
}
