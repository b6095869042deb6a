//! Joins of states that have met: which places count, and what becomes of those that wait at one.
//!
//! States meet at merge points of the program, at places of the command line, behind branches, and where a loop is left that could not be closed. Behind branches they are
//! joined only outside of loops, or in loops that are closed: in an iteration that is run by itself the loop's own join comes next, and whatever was
//! forgotten before is lost to it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use braid_state::join::Common;
use braid_state::{Arrival, Exactness, Junction, Operator, Stand, State, StateId};

use super::closing::{with_axioms, work};
use super::meetings::{Group, How};
use super::merger::Lattice;
use super::track::{At, Closed, Kind, Track};
use super::weakening::Weakened;
use crate::host::{Done, Host};
use crate::joining::{self, Claim, Request};

/// States that become one at a time.
const MAX_AT_ONCE: usize = 64;
/// States that are joined by forgetting, at a time: each axiom is asked of each.
const MAX_WEAKENED: usize = 16;

impl Lattice {
    /// Makes a state wait that has come to a place where it may meet others; whether it does.
    pub(super) fn waits(&mut self, host: &mut dyn Host, id: StateId, at: Arrival) -> bool {
        let Some(how) = self.how(host, id, at) else { return false };
        if !self.meetings.has_others() {
            return false;
        }
        let chain = self.tracks.entry(id).or_default().chain.iter().map(|closed| Rc::as_ptr(closed) as usize).collect();
        let Some(group) = host.state(id).and_then(|state| Group::of(state, how, chain)) else { return false };
        host.park(id);
        let Some(state) = host.state(id) else { return false };
        self.meetings.wait(host.view(), id, state, group);
        true
    }

    /// How states are joined where one has come to; none if they are not.
    fn how(&mut self, host: &dyn Host, id: StateId, at: Arrival) -> Option<How> {
        let (func, block) = match at {
            Arrival::MergePoint(func, pc, operator) => {
                let block = host.view().flow(func).block_of.get(pc as usize).copied()?;
                return (!self.spoiled.contains(&(func, block))).then_some(How::Told(operator));
            }
            Arrival::Block(func, block) => (func, block),
            Arrival::Return(..) | Arrival::RegionBegins(..) | Arrival::RegionEnds(..) => return None,
        };
        let state = host.state(id)?;
        let flow = host.view().flow(func);
        let left = flow.exits[block as usize] && {
            let at = At { func, block, depth: state.stack.depth() };
            self.tracks.entry(id).or_default().leave(&flow, at)
        };
        let is_spoiled = self.spoiled.contains(&(func, block));
        if let Some(operator) = self.closer.heads.marked(func, block) {
            return (!is_spoiled).then_some(How::Told(operator));
        }
        if !self.closer.heads.joins_all() {
            return None;
        }
        if left {
            return Some(How::Exactly);
        }
        let joins = flow.join_points[block as usize]
            && !is_spoiled
            && !self.is_dear(host)
            && self.is_closed_around(host, id, state);
        joins.then_some(How::Inferred)
    }

    /// Returns true if all loops that a state is in are closed for it.
    fn is_closed_around(&self, host: &dyn Host, id: StateId, state: &State) -> bool {
        let chain = self.tracks.get(&id).map(|track| &track.chain[..]).unwrap_or_default();
        let around = host.view().loops_around(state, state.stack.top().pc);
        around.iter().all(|around| {
            let at = At { func: around.body.func, block: around.body.first, depth: around.body.depth };
            chain.iter().any(|closed| closed.closes(at))
        })
    }

    /// Those that wait with a state become one, or fewer, and go on.
    pub(super) fn resume_group(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        let Some((how, ids)) = self.meetings.group_of(id) else { return Ok(()) };
        ids.iter().for_each(|&id| self.meetings.forget(id));
        let mut left = ids;
        left.sort_unstable();
        if left.len() > 1 {
            left = match how {
                How::Told(Operator::Ite) | How::Exactly => self.join_exactly(host, left)?,
                How::Told(_) | How::Inferred => self.weaken(host, left, how)?,
            };
        }
        for id in left {
            host.resume(id);
            self.meetings.moved(host, id);
            self.fence(host, id, true);
        }
        Ok(())
    }

    /// Joins states without forgetting anything; those that are left.
    fn join_exactly(&mut self, host: &mut dyn Host, ids: Vec<StateId>) -> Done<Vec<StateId>> {
        let mut left = Vec::new();
        for chunk in ids.chunks(MAX_AT_ONCE) {
            left.extend(self.join_chunk(host, chunk)?);
        }
        Ok(left)
    }

    fn join_chunk(&mut self, host: &mut dyn Host, ids: &[StateId]) -> Done<Vec<StateId>> {
        let row = self.row_at(host, ids[0]);
        let states: Vec<&State> = ids.iter().filter_map(|&id| host.state(id)).collect();
        let common = Common::of_all(&states);
        // A choice between values needs states that exclude each other.
        if ids.len() < 2 || states.iter().any(|state| common.rest(&state.path).is_empty()) {
            return Ok(ids.to_vec());
        }
        let place = self.explain.row_mut(row).place.to_string();
        let request = Request { ids, within: None, common: Some(common), place, row };
        match joining::join(host, &self.rule, self.manner, request)? {
            Ok(joined) => {
                self.met += 1;
                let row = self.explain.row_mut(row);
                row.group(ids.len());
                row.join(ids.len(), &joined);
                ids[1..].iter().for_each(|id| drop(self.tracks.remove(id)));
                Ok(vec![joined.id])
            }
            Err(why) => {
                self.explain.row_mut(row).refuse(why);
                Ok(ids.to_vec())
            }
        }
    }

    /// Joins states by forgetting what they differ in; those that are left.
    fn weaken(&mut self, host: &mut dyn Host, ids: Vec<StateId>, how: How) -> Done<Vec<StateId>> {
        let mut left = Vec::new();
        for chunk in ids.chunks(MAX_WEAKENED) {
            left.extend(if chunk.len() > 1 { self.weaken_chunk(host, chunk, how)? } else { chunk.to_vec() });
        }
        Ok(left)
    }

    fn weaken_chunk(&mut self, host: &mut dyn Host, ids: &[StateId], how: How) -> Done<Vec<StateId>> {
        joining::keep_new_lines(host, ids)?;
        let row = self.row_at(host, ids[0]);
        let states: Vec<State> = ids.iter().filter_map(|&id| host.take(id)).collect();
        host.begin_aside();
        let begun = work(host);
        let made = self.closer.weakened(host, &states.iter().collect::<Vec<_>>(), how);
        let spent = work(host).saturating_sub(begun);
        host.end_aside();
        self.closer.spent += spent;
        match made {
            Ok(Some(weakened)) => {
                self.tell(host, row, &weakened.complaints);
                return self.become_one(host, ids, states, weakened, row).map(|id| vec![id]);
            }
            Ok(None) => {}
            Err(why) => {
                if self.explain.row_mut(row).refuse(why) && matches!(how, How::Told(_)) {
                    self.tell(host, row, &[format!("states are not joined here: {why}")]);
                }
            }
        }
        let is_equal = matches!(made, Ok(None));
        ids.iter().zip(states).for_each(|(&id, state)| host.put(id, state));
        if is_equal { self.join_chunk(host, ids) } else { Ok(ids.to_vec()) }
    }

    /// Tells the user something about a place, once.
    fn tell(&mut self, host: &mut dyn Host, row: usize, complaints: &[String]) {
        let place = self.explain.row_mut(row).place.to_string();
        for said in complaints {
            if self.told.insert((row, said.clone())) {
                host.tell(format!("{place}: {said}"));
            }
        }
    }

    /// States that were taken become one that forgets what they differ in.
    fn become_one(
        &mut self,
        host: &mut dyn Host,
        ids: &[StateId],
        mut states: Vec<State>,
        Weakened { head, axioms, .. }: Weakened,
        row: usize,
    ) -> Done<StateId> {
        let mut joined = with_axioms(&head, &axioms);
        let parts = host.parts();
        let recipe =
            parts.heritage.recipes.met(states.iter().map(|state| (state.inherited.recipe(), Stand::of(state))));
        let next_fresh = states.iter().map(|state| state.inherited.fresh()).max().unwrap_or(0);
        let junction = Junction { recipe, fresh: &[], next_fresh, exactness: Exactness::Over, row: Some(row) };
        joined.inherited = parts.heritage.join(&states, junction);
        joined.trail.keep();
        let common = Common::of(&states);
        let claim = Claim { common: &common, fresh: &[], exactness: Exactness::Over };
        let place = self.explain.row_mut(row).place.to_string();
        joining::check(host, self.manner.validation, &mut states, &mut joined, claim, || place)?;
        let top = joined.stack.top();
        let block = host.view().flow(top.func).block_of[top.pc as usize];
        let at = At { func: top.func, block, depth: joined.stack.depth() };
        let tracks: Vec<Track> = ids.iter().map(|id| self.tracks.remove(id).unwrap_or_default()).collect();
        let mut track = tracks[0].clone();
        let sources = RefCell::new(states.into_iter().zip(tracks).collect());
        let (proof, undone) = (RefCell::default(), Cell::new(false));
        track.chain.push(Rc::new(Closed { kind: Kind::Meeting, at, head, axioms, sources, proof, undone }));
        host.replace(ids, joined);
        self.met += 1;
        let told = &mut self.explain.row_mut(row).told;
        told.joins += 1;
        told.states += ids.len() as u64;
        self.explain.row_mut(row).count("joins that forget");
        self.tracks.insert(ids[0], track);
        Ok(ids[0])
    }

    fn row_at(&mut self, host: &dyn Host, id: StateId) -> usize {
        let top = host.state(id).and_then(|state| state.stack.frames().next().map(|frame| (frame.func, frame.pc)));
        let place = top.map(|(func, pc)| host.view().source_place(func, pc)).unwrap_or_default();
        self.explain.row_of(&place)
    }
}
