//! Joining inside a loop: a state becomes one with what another was before, and what came of that is superseded.

use core::cmp::Reverse;

use braid_state::join::{Common, FramePlace};
use braid_state::{Exactness, Junction, NodeId, State, StateId};

use super::incremental::{self, Snapshot};
use super::{Contexts, Member};
use crate::free_model;
use crate::host::{Done, Host, Parts, Sources};
use crate::joining::{self, Claim};
use crate::merger::{Before, Counted};
use crate::recording::ContextId;

/// A state that became one with what another was before.
#[derive(Debug)]
struct Folded {
    /// States that are given up: what they stand for is explored again.
    superseded: Vec<StateId>,
    /// What was counted for states that ended there: it is explored again, and must not be counted twice.
    uncounted: Vec<Counted>,
    /// The two as they were.
    sources: [State; 2],
    /// What snapshots of it are found by.
    hash: u64,
}

impl Contexts {
    /// A state of a context is on its way.
    pub(super) fn enqueue(&mut self, host: &dyn Host, id: StateId) {
        if let Some(state) = host.state(id) {
            self.enqueue_at(id, state.steps);
        }
    }

    /// A state of a context is on its way, and has executed so many instructions.
    pub(super) fn enqueue_at(&mut self, id: StateId, steps: u64) {
        if let Some(&Member { context, .. }) = self.members.get(&id).filter(|_| self.incremental) {
            let open = &mut self.contexts[context];
            open.running.push(Reverse((steps, id)));
        }
    }

    /// The state that is to run where this one was picked: of its context, the one that has executed least, so that states that are
    /// about to become one meet before they are explored further.
    pub(super) fn least_far(&mut self, host: &dyn Host, id: StateId) -> StateId {
        let Some(&Member { context, .. }) = self.members.get(&id).filter(|_| self.incremental) else { return id };
        let members = &self.members;
        let running = &mut self.contexts[context].running;
        while let Some(&Reverse((far, other))) = running.peek() {
            let runs = members.get(&other).is_some_and(|member| member.context == context && member.parked.is_none());
            if runs && host.state(other).map(|state| state.steps) == Some(far) {
                return other;
            }
            running.pop();
        }
        id
    }

    /// As [`fold`](Self::fold), for a state that is in the host's table and of which everybody was told.
    pub(super) fn fold_in_place(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        let state = host.take(id).expect("who runs is there");
        let (Before::Forks(state) | Before::Instead(state)) = self.fold(host, id, state)?;
        host.put(id, state);
        Ok(())
    }

    /// If a state is what another was at an inner node of the tree, it becomes one with that: the state is changed, and what was
    /// explored from there is superseded. Otherwise it leaves a snapshot behind.
    pub(super) fn fold(&mut self, host: &mut dyn Host, id: StateId, mut state: State) -> Done<Before> {
        let mut parts = host.parts();
        let Some((hash, snapshot)) = self.twin(&mut parts, id, &mut state) else { return Ok(Before::Forks(state)) };
        let mut folded = self.become_one(&mut parts, id, hash, &mut state, snapshot);
        if !state.new_lines.is_empty() {
            folded.sources[0].new_lines = core::mem::take(&mut state.new_lines);
            host.write_new_lines(&mut folded.sources[0], "joined with others")?;
        }
        folded.uncounted.drain(..).for_each(|counted| host.uncount(counted));
        self.inherit(&mut host.parts(), id, &folded, &mut state);
        let common = Common::prefix(state.path.len() - 1);
        free_model::give(&mut host.parts(), &folded.sources, &state, &[]);
        let claim = Claim { common: &common, fresh: &[], exactness: Exactness::Exact };
        let place = || "a place inside a loop".to_owned();
        joining::check(host, self.manner.validation, &mut folded.sources, &mut state, claim, place)?;
        for id in folded.superseded {
            host.supersede(id)?;
        }
        let states = folded.sources.into_iter().map(|source| (None, source)).collect();
        host.keep_sources(Sources { id, joined: &state, states, fresh: &[] });
        Ok(Before::Instead(state))
    }

    /// The snapshot that a state agrees with, if there is one, and what it was found by. If not, the state leaves one.
    fn twin(&mut self, parts: &mut Parts<'_>, id: StateId, state: &mut State) -> Option<(u64, Snapshot)> {
        let &Member { context, node, parked, .. } = self.members.get(&id).filter(|_| self.incremental)?;
        let open = &mut self.contexts[context];
        let depth = open.scope.body().map(|body| body.depth)?;
        if parked.is_some() || open.inner > 0 || open.released || open.snapshots.has(node) {
            return None;
        }
        let live = parts.live;
        let live = &mut |place: FramePlace| live.live_slots(place);
        let hash = incremental::hash(state, depth, live);
        let found = open.snapshots.take(parts.pool, &open.tree, hash, node, state, live);
        if found.is_none() {
            open.snapshots.keep(hash, node, state.fork());
        }
        found.map(|snapshot| (hash, snapshot))
    }

    /// A state that became one with another inherits from both, and leaves a snapshot behind too.
    fn inherit(&mut self, parts: &mut Parts<'_>, id: StateId, folded: &Folded, state: &mut State) {
        let Member { context, node, .. } = self.members[&id];
        let recipe = parts.recorder.joined(&mut parts.heritage.recipes, context);
        let row = state.inherited.joined_at();
        let junction = Junction { recipe, fresh: &[], next_fresh: 0, exactness: Exactness::Exact, row };
        state.inherited = parts.heritage.join(&folded.sources, junction);
        let open = &mut self.contexts[context];
        open.snapshots.keep(folded.hash, node, state.fork());
    }

    /// A state becomes one with a snapshot that it agrees with.
    fn become_one(
        &mut self,
        parts: &mut Parts<'_>,
        id: StateId,
        hash: u64,
        state: &mut State,
        snapshot: Snapshot,
    ) -> Folded {
        let Member { context, node, .. } = self.members[&id];
        let (superseded, uncounted) = self.supersede(context, snapshot.node, id);
        let open = &mut self.contexts[context];
        let ancestor = open.tree.common_ancestor(node, snapshot.node);
        let [mine, others] = [node, snapshot.node].map(|node| incremental::gained(&open.tree, ancestor, node));
        let own = mine.len();
        let condition = incremental::either(parts.pool, mine, others);
        let step = incremental::step(&open.tree, node, condition);
        open.tree.remove(snapshot.node, ancestor);
        open.tree.remove(node, ancestor);
        let joined = open.tree.grow_across(ancestor, step);
        open.at.remove(&node);
        open.at.insert(joined, id);
        self.members.insert(id, Member::new(context, joined));
        let source = state.fork();
        state.path.cut(state.path.len() - own);
        state.path.push(condition);
        state.memory.avoid_names(&snapshot.state.memory);
        let row = self.explain.row_mut(open.row);
        row.told.folds += 1;
        row.told.superseded += superseded.len() as u64;
        Folded { superseded, uncounted, sources: [source, snapshot.state], hash }
    }

    /// The states below a node, which are given up, and what was counted for those that ended there; the state that takes their
    /// place stays.
    fn supersede(&mut self, context: ContextId, node: NodeId, instead: StateId) -> (Vec<StateId>, Vec<Counted>) {
        let open = &mut self.contexts[context];
        let below = open.tree.below(node);
        let uncounted = below.iter().filter_map(|node| open.counted.remove(node)).flatten().collect();
        let mut superseded: Vec<StateId> =
            below.iter().filter_map(|node| open.at.remove(node)).filter(|&id| id != instead).collect();
        superseded.sort_unstable();
        for id in &superseded {
            let member = self.members.remove(id).expect("who stands at a leaf is a member");
            open.open -= usize::from(member.parked.is_none());
        }
        (superseded, uncounted)
    }
}
