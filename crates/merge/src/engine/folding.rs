//! Joining inside a loop: a state becomes one with what another was before, and what came of that is superseded.

use core::cmp::Reverse;

use braid_expr::ExprPool;
use braid_state::join::{FramePlace, LiveSlot};
use braid_state::{EventKind, NodeId, RecipeId, State, StateId};

use super::{Counted, Folded, Member, Merger};
use crate::context::ContextId;
use crate::incremental::{self, Snapshot};
use crate::view::View;

impl Merger {
    /// A state of a context is on its way, and has executed so many instructions.
    pub fn goes_on(&mut self, id: StateId, steps: u64) {
        if let Some(&Member { context, .. }) = self.members.get(&id).filter(|_| self.incremental) {
            let open = self.contexts[context].as_mut().expect("a member's context is open");
            open.running.push(Reverse((steps, id)));
        }
    }

    /// The state that is to run where this one was picked: of its context, the one that is least far, so that states that are about
    /// to become one meet before they are explored further. `steps` tells how far a state is.
    pub fn least_far(&mut self, id: StateId, steps: &dyn Fn(StateId) -> Option<u64>) -> StateId {
        let Some(&Member { context, .. }) = self.members.get(&id).filter(|_| self.incremental) else { return id };
        let members = &self.members;
        let running = &mut self.contexts[context].as_mut().expect("a member's context is open").running;
        while let Some(&Reverse((far, other))) = running.peek() {
            let runs = members.get(&other).is_some_and(|member| member.context == context && member.parked.is_none());
            if runs && steps(other) == Some(far) {
                return other;
            }
            running.pop();
        }
        id
    }

    /// Whether a state that its watch has stopped stands at the beginning of a round, from which it goes on.
    pub fn begins_round(&mut self, view: &dyn View, id: StateId, state: &mut State) -> bool {
        if !state.watch.as_ref().is_some_and(|watch| watch.each_round && view.is_inside(state, watch)) {
            return false;
        }
        self.note(id, EventKind::Ran, state.recipe);
        let steps = state.trail.read();
        self.extend(id, &steps);
        state.watch = self.around(id).find_map(|context| context.scope.watch().cloned());
        true
    }

    /// What a state met before its last fork becomes nodes; the fork itself is left on its trail.
    pub fn catch_up(&mut self, id: StateId, state: &mut State) {
        let mut steps = state.trail.read();
        if let Some(fork) = steps.pop() {
            self.extend(id, &steps);
            state.trail.add(|| fork);
        }
    }

    /// If a state is what another was at an inner node of the tree, it becomes one with that: the state is changed, and what was
    /// explored from there is superseded. Otherwise it leaves a snapshot behind. If nobody has been told yet that the state has run,
    /// with this recipe, that is an event when it becomes one.
    pub fn fold(
        &mut self,
        pool: &mut ExprPool,
        id: StateId,
        state: &mut State,
        untold: Option<RecipeId>,
        live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>,
    ) -> Option<Folded> {
        let &Member { context, node, parked, .. } = self.members.get(&id).filter(|_| self.incremental)?;
        let open = self.contexts[context].as_mut().expect("a member's context is open");
        let depth = open.scope.watch().map(|watch| watch.depth)?;
        if parked.is_some() || open.inner > 0 || open.released || open.snapshots.has(node) {
            return None;
        }
        let hash = incremental::hash(state, depth, live);
        match open.snapshots.take(pool, &open.tree, hash, node, state, live) {
            Some(snapshot) => {
                if let Some(recipe) = untold {
                    self.note(id, EventKind::Ran, recipe);
                }
                Some(self.become_one(pool, id, hash, state, snapshot))
            }
            None => {
                open.snapshots.keep(hash, node, state.fork());
                None
            }
        }
    }

    /// A joined state leaves a snapshot behind too, once its name and its ways are known.
    pub fn keep_folded(&mut self, id: StateId, folded: &Folded, state: &mut State) {
        let Some(&Member { context, node, .. }) = self.members.get(&id) else { return };
        let open = self.contexts[context].as_mut().expect("a member's context is open");
        open.snapshots.keep(folded.hash, node, state.fork());
    }

    /// A state becomes one with a snapshot that it agrees with.
    fn become_one(
        &mut self,
        pool: &mut ExprPool,
        id: StateId,
        hash: u64,
        state: &mut State,
        snapshot: Snapshot,
    ) -> Folded {
        let Member { context, node, .. } = self.members[&id];
        let (superseded, uncounted) = self.supersede(context, snapshot.node, id);
        let open = self.contexts[context].as_mut().expect("a member's context is open");
        let ancestor = open.tree.common_ancestor(node, snapshot.node);
        let [mine, others] = [node, snapshot.node].map(|node| incremental::gained(&open.tree, ancestor, node));
        let own = mine.len();
        let condition = incremental::either(pool, mine, others);
        let step = incremental::step(&open.tree, node, condition);
        open.tree.remove(snapshot.node, ancestor);
        open.tree.remove(node, ancestor);
        let joined = open.tree.grow_across(ancestor, step);
        open.at.remove(&node);
        open.at.insert(joined, id);
        self.members.insert(id, Member { context, node: joined, parked: None, ignored: 0 });
        let source = state.fork();
        state.path.cut(state.path.len() - own);
        state.path.push(condition);
        state.memory.avoid_names(&snapshot.state.memory);
        state.auxiliaries = state.auxiliaries.max(snapshot.state.auxiliaries);
        state.multiplicity = state.multiplicity.saturating_add(snapshot.state.multiplicity);
        let row = self.explain.row_mut(open.row);
        row.folds += 1;
        row.superseded += superseded.len() as u64;
        Folded { superseded, uncounted, sources: [source, snapshot.state], hash }
    }

    /// The states below a node, which are given up, and what was counted for those that ended there; the state that takes their
    /// place stays.
    fn supersede(&mut self, context: ContextId, node: NodeId, instead: StateId) -> (Vec<StateId>, Vec<Counted>) {
        let open = self.contexts[context].as_mut().expect("the context is open");
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
