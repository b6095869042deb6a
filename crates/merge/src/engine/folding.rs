//! Joining inside a loop: a state becomes one with what another was before, and what came of that is superseded.

use braid_expr::ExprPool;
use braid_state::join::{FramePlace, LiveSlot};
use braid_state::{NodeId, State, StateId};

use super::{Folded, Member, Merger};
use crate::context::ContextId;
use crate::incremental;

impl Merger {
    /// A state was just made by a fork. If it is what another was at an inner node of the tree, it becomes one with that: the
    /// state is changed, and what was explored from there is superseded. Otherwise it leaves a snapshot behind.
    pub fn fold(
        &mut self,
        pool: &mut ExprPool,
        id: StateId,
        state: &mut State,
        live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>,
    ) -> Option<Folded> {
        let &Member { context, node, parked } = self.members.get(&id).filter(|_| self.incremental)?;
        let open = self.contexts[context].as_mut().expect("a member's context is open");
        let depth = open.scope.watch().map(|watch| watch.depth)?;
        if parked.is_some() || open.inner > 0 || open.released {
            return None;
        }
        let hash = incremental::hash(state, depth, live);
        let found = open.snapshots.take(pool, &open.tree, hash, node, state, live);
        let Some(snapshot) = found else {
            open.snapshots.keep(hash, node, state);
            return None;
        };
        let (superseded, uncounted) = self.supersede(context, snapshot.node, id);
        let open = self.contexts[context].as_mut().expect("a member's context is open");
        let ancestor = open.tree.common_ancestor(node, snapshot.node);
        let (mine, own) = incremental::gained(pool, &open.tree, ancestor, node);
        let (others, _) = incremental::gained(pool, &open.tree, ancestor, snapshot.node);
        let condition = pool.or(mine, others);
        let step = incremental::step(&open.tree, node, condition);
        open.tree.remove(snapshot.node, ancestor);
        open.tree.remove(node, ancestor);
        let joined = open.tree.grow_across(ancestor, step);
        open.at.remove(&node);
        open.at.insert(joined, id);
        self.members.insert(id, Member { context, node: joined, parked: None });
        let source = state.fork();
        state.path.cut(state.path.len() - own);
        state.path.push(condition);
        state.auxiliaries = state.auxiliaries.max(snapshot.state.auxiliaries);
        state.multiplicity = state.multiplicity.saturating_add(snapshot.state.multiplicity);
        open.snapshots.keep(hash, joined, state);
        let row = self.explain.row_mut(open.row);
        row.folds += 1;
        row.superseded += superseded.len() as u64;
        Some(Folded { superseded, uncounted, sources: [source, snapshot.state] })
    }

    /// The states below a node, which are given up, and how many completed paths ended there; the state that takes their
    /// place stays.
    fn supersede(&mut self, context: ContextId, node: NodeId, instead: StateId) -> (Vec<StateId>, u128) {
        let open = self.contexts[context].as_mut().expect("the context is open");
        let below = open.tree.below(node);
        let uncounted = below.iter().filter_map(|node| open.counted.remove(node)).sum();
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
