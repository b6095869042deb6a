//! A merge context: states that came apart in one place and are to be joined, with their execution tree.

use core::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use braid_ir::FuncId;
use braid_state::{Fence, NodeId, State, StateId, Tree};

use rustc_hash::FxHashMap;

use super::incremental::Snapshots;
use super::strategy::Scope;
use crate::merger::Counted;
use crate::recording::ContextId;
use crate::rule::Part;

/// Where a state stands: function and operation of each frame, from the topmost down to the frame of the context.
pub(crate) type Location = Vec<(FuncId, u32)>;

/// A merge context.
#[derive(Debug)]
pub(crate) struct Context {
    /// What its states have in common.
    pub(crate) scope: Scope,
    /// The context around it, and the node there that this one grew from.
    pub(crate) outer: Option<(ContextId, NodeId)>,
    /// How its states came apart.
    pub(crate) tree: Tree,
    /// How many conjuncts the path had when it was opened.
    pub(crate) prefix: usize,
    /// How many states, or inner contexts, are still on their way.
    pub(crate) open: usize,
    /// States that wait at its end.
    pub(crate) parked: Vec<Parked>,
    /// Whether a state of it ended, was taken out or lost some of its inputs, so that those that are left are not all.
    pub(crate) lost: bool,
    /// Where its states stop, if it is a loop.
    pub(crate) fence: Option<Rc<Fence>>,
    /// Where those stop that have just begun an iteration.
    pub(crate) inner_fence: Option<Rc<Fence>>,
    /// How many inner contexts are open.
    pub(crate) inner: usize,
    /// Whether some of its states have left it early.
    pub(crate) released: bool,
    /// States on their way by how far they are, with some that are not any more.
    pub(crate) running: BinaryHeap<Reverse<(u64, StateId)>>,
    /// States as they were at nodes, for incremental merging.
    pub(crate) snapshots: Snapshots,
    /// What was counted for states that ended, by their leaves or where the contexts inside began in which they did.
    pub(crate) counted: FxHashMap<NodeId, Vec<Counted>>,
    /// The state at each leaf that has one.
    pub(crate) at: FxHashMap<NodeId, StateId>,
    /// The row it is counted in.
    pub(crate) row: usize,
}

/// A state that waits.
#[derive(Clone, Debug)]
pub(crate) struct Parked {
    /// The state.
    pub(crate) state: StateId,
    /// Its leaf.
    pub(crate) node: NodeId,
    /// Where it stands.
    pub(crate) location: Location,
    /// Which part it is of a state that was split again.
    pub(crate) part: u32,
}

/// States that may be joined: they wait at the same place.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The states, in the order in which they came.
    pub(crate) members: Vec<(StateId, NodeId)>,
    /// What the rule has found out about them.
    pub(crate) part: Part,
}

impl Group {
    fn new() -> Group {
        Group { members: Vec::new(), part: Part::all(0) }
    }
    /// Some of the states of a group.
    pub(crate) fn select(&self, part: Part) -> Group {
        Group { members: part.members.iter().map(|&member| self.members[member]).collect(), part }
    }
}

impl Context {
    /// A context; with `each_round`, its states stop where a round begins too.
    pub(crate) fn new(
        scope: Scope,
        outer: Option<(ContextId, NodeId)>,
        prefix: usize,
        row: usize,
        each_round: bool,
    ) -> Context {
        let inner_fence = scope.body().map(|body| body.fence());
        let fence = match each_round {
            true => scope.body().map(|body| body.fence_of_iterations()),
            false => inner_fence.clone(),
        };
        Context {
            scope,
            fence,
            inner_fence,
            outer,
            tree: Tree::new(),
            prefix,
            open: 0,
            parked: Vec::new(),
            lost: false,
            inner: 0,
            released: false,
            running: BinaryHeap::new(),
            snapshots: Snapshots::default(),
            counted: FxHashMap::default(),
            at: FxHashMap::default(),
            row,
        }
    }

    /// The states that wait, by place and by part of a split, in the order in which the first of each came.
    pub(crate) fn groups(&mut self) -> Vec<Group> {
        let mut at = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        for Parked { state, node, location, part } in core::mem::take(&mut self.parked) {
            let number = *at.entry((location, part)).or_insert(groups.len());
            if number == groups.len() {
                groups.push(Group::new());
            }
            groups[number].members.push((state, node));
        }
        groups
    }

    /// Where a state of the context stands.
    pub(crate) fn location(&self, state: &State) -> Location {
        let frames = match self.scope.body() {
            Some(body) => state.stack.depth().saturating_sub(body.depth) + 1,
            None => state.stack.depth(),
        };
        state.stack.frames().take(frames).map(|frame| (frame.func, frame.pc)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_code::SourcePlace;
    use braid_entity::Entity;

    #[test]
    fn parts_of_a_split_wait_in_groups_of_their_own() {
        let scope = Scope::Region { place: SourcePlace::default() };
        let mut context = Context::new(scope, None, 0, 0, false);
        let place = |pc| vec![(FuncId::numbered(0), pc)];
        for (number, (pc, part)) in (0..).zip([(1, 0), (1, 7), (1, 8), (2, 7), (1, 7)]) {
            let state = StateId::from_u32(number);
            context.parked.push(Parked { state, node: Tree::ROOT, location: place(pc), part });
        }
        let groups = context.groups();
        let numbers = |group: &Group| group.members.iter().map(|member| member.0.as_u32()).collect::<Vec<_>>();
        assert_eq!(groups.iter().map(numbers).collect::<Vec<_>>(), [vec![0], vec![1, 4], vec![2], vec![3]]);
    }
}
