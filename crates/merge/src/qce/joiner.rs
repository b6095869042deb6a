//! What both mergers share: where states stop, who of those that wait together is similar, and joining them.

use std::collections::BTreeMap;
use std::rc::Rc;

use braid_code::estimate::Estimate;
use braid_ir::FuncId;
use braid_state::join::Common;
use braid_state::{Arrival, Blocks, Fence, State, StateId};
use rustc_hash::FxHashMap;

use super::apart::Apart;
use super::criterion::{self, Ledger};
use super::flags::Flags;
use super::frames::Frames;
use super::rank;
use super::similar::Profile;
use super::untracked::{self, Untracked};
use super::words;
use crate::explain::Explain;
use crate::host::{Done, Host, View};
use crate::ite::Met;
use crate::joining::{self, Manner, Request};
use crate::merger::{Cost, Fork};
use crate::mode::Options;

/// States with more frames than this are not joined: whatever looks at all frames would cost the square of the depth of a recursion.
pub(crate) const MAX_FRAMES: usize = 256;

/// How many states become one at a time; of more, several.
const MAX_AT_ONCE: usize = 256;

/// Why similar states are not joined: each of the variables that they differ in is cold, but not all together (equation 7).
const TOO_MUCH_TOGETHER: &str = "too many queries depend on what they differ in";

/// Why similar states are not joined: what they hold leads into different objects.
const OTHER_POINTERS: &str = "they differ in pointers that no variable names";

/// Why similar states are not joined: a query about what they were together was too hard.
const CAME_APART: &str = "they were split because a question was too hard";

/// What is counted of bytes that differ in states that are joined.
const COLD_BYTES: &str = "bytes that differed and that no variable names";

/// States that are to become one.
struct Group {
    ids: Vec<StateId>,
    /// What each of them is expected to be asked about, if that matters.
    ledgers: Vec<Ledger>,
}

/// Joins states that met.
pub(crate) struct Joiner {
    pub(crate) flags: Flags,
    pub(crate) estimate: Estimate,
    manner: Manner,
    pub(crate) rule: Met,
    /// The join points of all functions that were met.
    stops: Rc<FxHashMap<FuncId, Blocks>>,
    fence: Rc<Fence>,
    /// States that were put aside: whether they enter a block at which they had stopped, and below how many frames they stop.
    aside: BTreeMap<StateId, (bool, u32)>,
    /// States that are not joined because they came apart for a reason.
    pub(crate) apart: Apart,
    pub(crate) explain: Explain,
    pub(crate) joins: u64,
    /// Whether hot variables are told.
    explains: bool,
    /// What the frames below the topmost ones expect.
    frames: Frames,
    /// What the last state that came to a place was like.
    last: FxHashMap<u64, Profile>,
}

impl Joiner {
    pub(crate) fn new(options: &Options) -> Joiner {
        let stops: Rc<FxHashMap<FuncId, Blocks>> = Rc::default();
        Joiner {
            flags: options.qce.clone(),
            estimate: options.qce.estimate(),
            manner: options.manner(),
            rule: Met::default(),
            fence: Rc::new(Fence::of_functions(Rc::clone(&stops))),
            stops,
            aside: BTreeMap::new(),
            apart: Apart::default(),
            explain: Explain::default(),
            joins: 0,
            explains: options.measure,
            frames: Frames::default(),
            last: FxHashMap::default(),
        }
    }

    /// A state stops at the join points of all functions from now on.
    pub(crate) fn fence(&mut self, host: &mut dyn Host, id: StateId) {
        let Some(state) = host.state(id) else { return };
        // Whoever has a fence was stopped where a function that was new began.
        let unknown = if state.fence.is_some() { 1 } else { MAX_FRAMES };
        let new: Vec<FuncId> = state
            .stack
            .frames()
            .take(unknown)
            .map(|frame| frame.func)
            .filter(|func| !self.stops.contains_key(func))
            .collect();
        for func in new {
            self.learn(host.view(), func);
        }
        let fence = Rc::clone(&self.fence);
        if let Some(state) = host.state_mut(id) {
            state.fence = Some(fence);
        }
    }
    /// A state has forked: behind the call of the function that it is in, it may meet the others again.
    pub(crate) fn stop_at_return(&self, host: &mut dyn Host, id: StateId) {
        if let Some(state) = host.state_mut(id) {
            state.stops_below = state.stack.depth() as u32;
        }
    }
    /// A state that stands where it stops goes on from there when it runs next, and stops at later places.
    pub(crate) fn pass(&mut self, host: &mut dyn Host, id: StateId) {
        self.fence(host, id);
        let stands_at_block = host.state(id).is_some_and(|state| self.stands_at_stop(host.view(), state));
        if let Some(state) = host.state_mut(id) {
            state.passes_fence = stands_at_block;
            state.stops_below = state.stops_below.min(state.stack.depth() as u32);
        }
    }
    /// Whether a state stands at the beginning of a block at which it stops.
    fn stands_at_stop(&self, view: &dyn View, state: &State) -> bool {
        let Some(top) = state.stack.frames().next() else { return false };
        let (flow, stops) = (view.flow(top.func), self.stops.get(&top.func));
        let block = flow.block_of[top.pc as usize] as usize;
        rank::begins_block(&flow, top.pc) && stops.is_none_or(|stops| stops.get(block) == Some(&true))
    }
    /// States that waited go on.
    pub(crate) fn resume(&mut self, host: &mut dyn Host, ids: &[StateId]) {
        for &id in ids {
            self.pass(host, id);
            host.resume(id);
        }
    }
    /// Of the states that are there, one that is alone meets nobody, and need not stop.
    pub(crate) fn spare_fence(&self, host: &mut dyn Host, mut states: impl ExactSizeIterator<Item = StateId>) {
        if states.len() == 1
            && let Some(state) = states.next().and_then(|only| host.state_mut(only))
        {
            state.fence = None;
            state.stops_below = 0;
        }
    }
    /// A state is put aside.
    pub(crate) fn put_aside(&mut self, id: StateId, state: &State) {
        self.aside.insert(id, (state.passes_fence, state.stops_below));
    }
    /// A state that was put aside is back. If it may meet others it goes on as it would have.
    pub(crate) fn came_back(&mut self, host: &mut dyn Host, id: StateId, meets: bool) {
        let Some((passes, below)) = self.aside.remove(&id).filter(|_| meets) else { return };
        match passes {
            true => self.pass(host, id),
            false => self.fence(host, id),
        }
        if let Some(state) = host.state_mut(id) {
            state.stops_below = below;
        }
    }

    fn learn(&mut self, view: &dyn View, func: FuncId) {
        let flow = view.flow(func);
        let stops: Blocks = flow.heads.iter().zip(flow.join_points.iter()).map(|(&head, &join)| head || join).collect();
        Rc::make_mut(&mut self.stops).insert(func, stops);
        self.fence = Rc::new(Fence::of_functions(Rc::clone(&self.stops)));
    }

    /// Whether a place at which a state stopped is a join point: behind a call it is; a block else is the first of a function that was new. None for marks
    /// of the program.
    pub(crate) fn is_join_point(&mut self, view: &dyn View, at: Arrival) -> Option<bool> {
        match at {
            Arrival::Return(..) => Some(true),
            Arrival::Block(func, block) => {
                if !self.stops.contains_key(&func) {
                    self.learn(view, func);
                }
                Some(self.stops[&func].get(block as usize) == Some(&true))
            }
            Arrival::RegionBegins(..) | Arrival::RegionEnds(..) | Arrival::MergePoint(..) => None,
        }
    }

    /// What a state must agree in with others.
    pub(crate) fn profile(&mut self, host: &mut dyn Host, id: StateId) -> Option<Profile> {
        let runs = |depth: usize| (1..=MAX_FRAMES).contains(&depth);
        host.state_mut(id).filter(|state| runs(state.stack.depth()))?.stack.freeze();
        Some(Profile::of(host.view(), &self.flags, &self.estimate, &mut self.frames, host.state(id)?))
    }

    /// A state has come to a place where it may be joined: tells what is hot there, and what keeps it apart from the one before.
    pub(crate) fn came(&mut self, host: &dyn Host, id: StateId, profile: &Profile) {
        let Some(state) = host.state(id) else { return };
        self.apart.came(host.view(), id, state);
        if !self.explains {
            return;
        }
        let row = self.row(host, id);
        if self.explain.row_mut(row).told.hot.is_empty() {
            self.explain.row_mut(row).told.hot = words::hot(host.view(), &self.flags, state);
        }
        let before = self.last.insert(profile.place(), profile.clone());
        if let Some(held) = before.and_then(|before| before.difference(profile)) {
            let name = words::name(host.view(), state, held);
            self.explain.row_mut(row).refuse(&format!("they differ in {name}"));
        }
    }

    /// Of states that are similar to one of them, those that are joined with it, in order of their numbers: they agree in pointers that nobody
    /// counts, and what they differ in is cold all together.
    pub(crate) fn gather(&mut self, host: &mut dyn Host, first: StateId, others: &[StateId]) -> Vec<StateId> {
        let mut group = Group { ids: vec![first], ledgers: Vec::new() };
        for &other in others {
            match self.fits(host, &mut group, other) {
                Ok(()) => group.ids.push(other),
                Err(why) => {
                    let row = self.row(host, first);
                    self.explain.row_mut(row).refuse(why);
                }
            }
        }
        group.ids.sort_unstable();
        group.ids
    }
    /// Whether a state may be joined with those of a group.
    fn fits(&mut self, host: &mut dyn Host, group: &mut Group, other: StateId) -> Result<(), &'static str> {
        if group.ids.iter().any(|&id| self.apart.are_apart(id, other)) {
            return Err(CAME_APART);
        }
        // Whoever joins everything asks for nothing.
        if self.flags.alpha.is_infinite() {
            return Ok(());
        }
        if self.has_other_pointers(host, group.ids[0], other) {
            return Err(OTHER_POINTERS);
        }
        if !criterion::is_needed(&self.flags) {
            return Ok(());
        }
        let ledger = |id: StateId| host.state(id).map(|state| Ledger::of(host.view(), &self.estimate, state));
        if group.ledgers.is_empty() {
            group.ledgers.extend(ledger(group.ids[0]));
        }
        group.ledgers.extend(ledger(other));
        let all: Vec<&Ledger> = group.ledgers.iter().collect();
        if criterion::holds(&self.flags, &all) {
            return Ok(());
        }
        group.ledgers.pop();
        Err(TOO_MUCH_TOGETHER)
    }
    /// Whether two states differ in pointers that no variable names; other bytes are counted.
    fn has_other_pointers(&mut self, host: &mut dyn Host, first: StateId, other: StateId) -> bool {
        let Some(mut one) = host.take(first) else { return false };
        let mut untracked = Untracked::default();
        if let Some(mut another) = host.take(other) {
            untracked = untracked::compare(host.view(), &self.estimate, &mut one, &mut another);
            host.put(other, another);
        }
        host.put(first, one);
        if untracked.pointers == 0 && untracked.bytes > 0 {
            let row = self.row(host, first);
            self.explain.row_mut(row).count_many(COLD_BYTES, untracked.bytes);
        }
        untracked.pointers > 0
    }

    /// Joins states that are similar; those that are left of them.
    pub(crate) fn join(&mut self, host: &mut dyn Host, ids: &[StateId]) -> Done<Vec<StateId>> {
        let mut left = Vec::new();
        for chunk in ids.chunks(MAX_AT_ONCE) {
            left.extend(if chunk.len() > 1 { self.join_some(host, chunk)? } else { chunk.to_vec() });
        }
        Ok(left)
    }

    /// A state was split because a query about it was not answered.
    pub(crate) fn split(&mut self, host: &dyn Host, id: StateId, fork: &Fork) {
        let ids = [id].into_iter().chain(fork.others.iter().map(|other| other.state));
        self.apart.split(host.view(), ids.filter_map(|id| Some((id, host.state(id)?))));
    }

    fn join_some(&mut self, host: &mut dyn Host, ids: &[StateId]) -> Done<Vec<StateId>> {
        let row = self.row(host, ids[0]);
        let common = common(host, ids);
        let says_something = |id: &StateId| host.state(*id).is_some_and(|state| !common.rest(&state.path).is_empty());
        if !ids.iter().all(says_something) {
            self.explain.row_mut(row).refuse("nothing tells them apart");
            return Ok(ids.to_vec());
        }
        let place = self.explain.row_mut(row).place.to_string();
        let request = Request { ids, within: None, common: Some(common), place, row };
        match joining::join(host, &self.rule, self.manner, request)? {
            Ok(joined) => {
                self.joins += 1;
                let row = self.explain.row_mut(row);
                row.group(ids.len());
                row.join(ids.len(), &joined);
                self.apart.join(ids);
                self.stop_at_return(host, joined.id);
                Ok(vec![joined.id])
            }
            Err(why) => {
                self.explain.row_mut(row).refuse(why);
                Ok(ids.to_vec())
            }
        }
    }

    /// What it has cost to run a state that was joined.
    pub(crate) fn charge(&mut self, joined_at: usize, cost: Cost) {
        let row = self.explain.row_mut(joined_at);
        row.told.queries_after += cost.queries;
        row.told.time_after_s += cost.nanoseconds as f64 / 1e9;
        row.told.unmerged += cost.unmerged;
    }

    /// The row of the place where a state stands.
    pub(crate) fn row(&mut self, host: &dyn Host, id: StateId) -> usize {
        let top = host.state(id).and_then(|state| state.stack.frames().next().map(|frame| (frame.func, frame.pc)));
        let place = top.map(|(func, pc)| host.view().source_place(func, pc)).unwrap_or_default();
        self.explain.row_of(&place)
    }
}

/// What the paths of states have in common.
fn common(host: &dyn Host, ids: &[StateId]) -> Common {
    let states: Vec<&State> = ids.iter().filter_map(|&id| host.state(id)).collect();
    Common::of_all(&states)
}
