//! What contexts hear of states, and what they do about it.

use core::cmp::Reverse;

use braid_code::SourcePlace;
use braid_ir::FuncId;
use braid_report::Shadowed;
use braid_state::{Arrival, EventKind, NodeId, RecipeId, State, StateId, Step};
use rustc_hash::FxHashMap;

use super::context::Context;
use super::{Action, Complaint, Contexts, Event, Member, Order, Rerun};
use crate::explain::Row;
use crate::host::{Done, Host};
use crate::merger::{Before, Child, Cost, Counted, End, Fork, Held, Merger};
use crate::recording::ContextId;
use crate::region;
use crate::rule::JoinRule;

impl Merger for Contexts {
    fn gained(&mut self, _: &mut dyn Host, id: StateId, steps: &[Step]) -> Done {
        self.extend(id, steps);
        Ok(())
    }

    fn about_to_fork(&mut self, host: &mut dyn Host, id: StateId, before: State) -> Done<Before> {
        let answer = self.fold(host, id, before)?;
        if let Before::Instead(state) = &answer {
            self.enqueue_at(id, state.steps);
        }
        Ok(answer)
    }

    fn forked(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        if let Some(scope) = self.scope_of_fork(host, id, &fork.step) {
            let prefix = host.state(id).expect("who has forked goes on").path.len() - 1;
            self.open(host, scope, id, prefix);
        }
        let Some(&parent) = self.members.get(&id) else { return Ok(()) };
        self.grow(parent, Child { state: id, ends: false, step: fork.step }, 0);
        fork.others.iter().for_each(|&other| self.grow(parent, other, 1));
        let living = fork.others.iter().filter(|other| !other.ends).map(|other| other.state);
        for id in [id].into_iter().chain(living) {
            self.set_fence(host, id);
            self.enqueue(host, id);
        }
        Ok(())
    }

    fn split(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        self.forked(host, id, fork)?;
        for id in [id].into_iter().chain(fork.others.iter().map(|other| other.state)) {
            if let Some(member) = self.members.get_mut(&id) {
                self.parts += 1;
                member.part = self.parts;
            }
        }
        Ok(())
    }

    fn paused(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        let actions = self.take_out_if_outside(host, id);
        self.enqueue(host, id);
        self.carry_out(host, actions)
    }

    fn reached(&mut self, host: &mut dyn Host, id: StateId, at: Arrival) -> Done {
        let actions = match at {
            Arrival::Block(func, block) if self.begins_iteration(host, id, func, block) => {
                self.fold_in_place(host, id)?;
                Vec::new()
            }
            Arrival::Block(..) => self.left(host, id),
            // No context asks for it.
            Arrival::Return(..) | Arrival::MergePoint(..) => Vec::new(),
            Arrival::RegionBegins(func, pc) => {
                let place = host.view().source_place(func, pc);
                self.region_begins(host, id, &place)
            }
            Arrival::RegionEnds(func, pc) => {
                let place = host.view().source_place(func, pc);
                self.region_ends(host, id, &place)
            }
        };
        self.enqueue(host, id);
        self.carry_out(host, actions)
    }

    fn exits(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        let regions = self.around(id).filter(|context| context.scope.body().is_none());
        let places: Vec<SourcePlace> = regions.map(|context| context.scope.place().clone()).collect();
        let actions = places.iter().flat_map(|place| self.refuse(place, region::NOT_CLOSED)).collect();
        self.carry_out(host, actions)
    }

    fn ended(&mut self, host: &mut dyn Host, id: StateId, end: End) -> Done {
        if self.members.get(&id).is_some_and(|member| member.ended) {
            let Member { context, node, .. } = self.members.remove(&id).expect("it was just found");
            self.count(context, node, end.counted);
            return Ok(());
        }
        if end.kind == EventKind::Dropped {
            self.mark_released(id);
        }
        let Some(member) = self.members.remove(&id) else { return Ok(()) };
        self.lose(member.context);
        let open = &mut self.contexts[member.context];
        open.at.remove(&member.node);
        self.count(member.context, member.node, end.counted);
        let actions = if member.parked.is_some() { Vec::new() } else { self.arrive(member.context) };
        self.carry_out(host, actions)
    }

    fn tick(&mut self, host: &mut dyn Host) -> Done {
        self.waiting.set_now(host.view().instructions());
        while let Some((id, waited)) = self.longest_waiting()
            && waited >= self.patience
        {
            self.let_go(host, id)?;
        }
        Ok(())
    }

    fn stuck(&mut self, host: &mut dyn Host) -> Done<bool> {
        let Some((id, _)) = self.longest_waiting() else { return Ok(false) };
        self.let_go(host, id)?;
        Ok(true)
    }

    fn forget(&mut self) {
        self.contexts.open.values_mut().for_each(|context| context.snapshots.give_up());
    }

    /// Whole contexts go, those with most states first: their trees and histories go with the last of them.
    fn spare(&mut self, host: &mut dyn Host, wanted: usize) -> Done<Vec<StateId>> {
        let mut spared = Vec::new();
        for members in self.largest_contexts() {
            if spared.len() >= wanted {
                break;
            }
            for &id in &members {
                self.depart(host, id)?;
            }
            spared.extend(members);
        }
        Ok(spared)
    }

    fn wound_down(&mut self) {
        for member in self.members.values().filter(|member| !member.ended) {
            let row = self.contexts[member.context].row;
            self.explain.row_mut(row).told.lost += 1;
        }
        self.members.clear();
        self.contexts.open.clear();
    }

    fn charge(&mut self, joined_at: usize, cost: Cost) {
        let row = self.explain.row_mut(joined_at);
        row.told.unmerged += cost.unmerged;
        row.told.queries_after += cost.queries;
        row.told.time_after_s += cost.nanoseconds as f64 / 1e9;
    }

    fn charge_shadows(&mut self, joined_at: usize, cost: Shadowed) {
        self.explain.row_mut(joined_at).charge_shadows(cost);
    }

    fn prefer(&mut self, host: &dyn Host, picked: StateId) -> StateId {
        self.least_far(host, picked)
    }

    fn needs(&self, id: StateId) -> bool {
        self.members.contains_key(&id)
    }

    fn keeps_before_fork(&self) -> bool {
        self.incremental
    }

    fn context(&self, id: StateId) -> Option<ContextId> {
        self.members.get(&id).filter(|member| !member.ended).map(|member| member.context)
    }

    fn recipes(&self) -> Vec<RecipeId> {
        let kept = self.contexts.open.values().flat_map(|context| context.snapshots.states());
        kept.map(|state| state.inherited.recipe()).collect()
    }

    fn rule(&self) -> &dyn JoinRule {
        &*self.rule
    }

    fn joins(&self) -> u64 {
        self.joins
    }

    fn rows(&self) -> Vec<&Row> {
        self.explain.rows()
    }

    fn remarks(&self) -> Vec<String> {
        let what = "no loop there has forked: a place is a function, or file:line where a loop begins";
        let unused = self.strategy.unused_places().into_iter();
        unused.map(|place| format!("the place {place} of --merge-loops is not used: {what}")).collect()
    }

    fn held(&self) -> Held {
        Held { states: self.members.len() as u64, groups: self.contexts.open.len() as u64 }
    }

    fn rerun(&mut self) -> Option<&mut dyn Rerun> {
        Some(self)
    }
}

impl Contexts {
    /// Returns true if a state that its fence has stopped stands where an iteration of its loop begins. It goes on from there.
    fn begins_iteration(&mut self, host: &mut dyn Host, id: StateId, func: FuncId, block: u32) -> bool {
        let inner = self.around(id).find_map(|context| Some((context.scope.body()?, context.inner_fence.clone())));
        let Some((body, fence)) = inner else { return false };
        if !self.incremental || body.func != func || body.first != block {
            return false;
        }
        host.state_mut(id).expect("who runs is there").fence = fence;
        true
    }

    /// A state stands outside the loop it was in: it waits there for the others.
    fn left(&mut self, host: &mut dyn Host, id: StateId) -> Vec<Action> {
        let mut actions = self.take_out_of_inner(id, |context| context.scope.body().is_some());
        host.state_mut(id).expect("who runs is there").fence = None;
        if self.members.contains_key(&id) {
            actions.extend(self.park(id, host.state(id).expect("who runs is there")));
        }
        actions
    }

    /// The program marks the beginning of a region at this place.
    fn region_begins(&mut self, host: &mut dyn Host, id: StateId, place: &SourcePlace) -> Vec<Action> {
        let order = self.strategy.observe(host.view(), &Event::RegionBegins { place });
        let Order::Open(scope) = order else { return Vec::new() };
        if self.is_nested_too_deeply(id) {
            self.members.entry(id).and_modify(|member| member.ignored = member.ignored.saturating_add(1));
            return self.refuse(scope.place(), region::TOO_DEEP);
        }
        let prefix = host.state(id).expect("who runs is there").path.len();
        self.open(host, scope, id, prefix);
        Vec::new()
    }

    /// The program marks the end of a region at this place: the state waits, if it is in one. Otherwise it just goes on.
    fn region_ends(&mut self, host: &mut dyn Host, id: StateId, place: &SourcePlace) -> Vec<Action> {
        if let Some(member) = self.members.get_mut(&id).filter(|member| member.ignored > 0) {
            member.ignored -= 1;
            return Vec::new();
        }
        let is_region = |context: &Context| context.scope.body().is_none();
        if !self.around(id).any(is_region) {
            return match self.strategy.observe(host.view(), &Event::RegionEndsAlone { place }) {
                Order::Refuse(place, why) => self.refuse(&place, why),
                Order::Continue | Order::Open(_) => Vec::new(),
            };
        }
        let mut actions = self.take_out_of_inner(id, is_region);
        actions.extend(self.park(id, host.state(id).expect("who runs is there")));
        actions
    }

    /// The states of each context, of the largest first; in each, those that wait come first, so that nobody is joined while they go.
    fn largest_contexts(&self) -> Vec<Vec<StateId>> {
        let mut members: FxHashMap<ContextId, Vec<(bool, StateId)>> = FxHashMap::default();
        for (&id, member) in self.members.iter().filter(|(_, member)| !member.ended) {
            members.entry(member.context).or_default().push((member.parked.is_none(), id));
        }
        let mut contexts: Vec<(ContextId, Vec<(bool, StateId)>)> = members.into_iter().collect();
        contexts.sort_unstable_by_key(|(context, states)| (Reverse(states.len()), *context));
        contexts.iter_mut().for_each(|(_, states)| states.sort_unstable());
        contexts.into_iter().map(|(_, states)| states.into_iter().map(|(_, id)| id).collect()).collect()
    }

    /// A state leaves all contexts around it and goes on by itself. For them it is as if it had been dropped, also when they are gone through
    /// once more.
    fn depart(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        let waits = self.members.get(&id).is_some_and(|member| member.parked.is_some());
        let Some(recipe) = host.state(id).map(|state| state.inherited.recipe()) else { return Ok(()) };
        if let Some(context) = self.context(id) {
            host.parts().recorder.dropped(context, recipe);
        }
        self.ended(host, id, End { recipe, kind: EventKind::Dropped, counted: Counted::default() })?;
        self.set_fence(host, id);
        if waits {
            host.resume(id);
        }
        Ok(())
    }

    /// Nothing is superseded any more in the contexts around a state: it leaves them, and what comes of it would be explored twice.
    fn mark_released(&mut self, id: StateId) {
        let mut at = self.context(id);
        while let Some(context) = at {
            let context = &mut self.contexts[context];
            context.released = true;
            at = context.outer.map(|(outer, _)| outer);
        }
    }

    /// What was counted for a state that ended at a node. It matters only where states can be superseded.
    fn count(&mut self, context: ContextId, node: NodeId, counted: Counted) {
        if self.incremental
            && counted != Counted::default()
            && let Some(open) = self.contexts.open.get_mut(&context)
        {
            open.counted.entry(node).or_default().push(counted);
        }
    }

    /// A state, and those that wait where it does, wait no longer.
    pub(super) fn let_go(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        let Some(&Member { context, parked: Some(_), .. }) = self.members.get(&id) else { return Ok(()) };
        let who = host.state(id).expect("who waits is there").inherited.recipe();
        host.parts().recorder.released(context, who);
        let actions = self.close(host, context)?;
        self.carry_out(host, actions)
    }

    /// Does what is left to be done.
    pub(super) fn carry_out(&mut self, host: &mut dyn Host, actions: Vec<Action>) -> Done {
        let mut open = actions;
        open.reverse();
        while let Some(action) = open.pop() {
            match action {
                Action::Park(id) => host.park(id),
                Action::Tell(row, Complaint { reason, advice }) => {
                    let place = self.explain.row_mut(row).place.to_string();
                    host.tell(format!("{place}: {reason}: {advice}"));
                }
                Action::Close(context) => {
                    let more = self.close(host, context)?;
                    open.extend(more.into_iter().rev());
                }
            }
        }
        Ok(())
    }
}
