//! Merging in contexts: which state is in which merge context, and what becomes of a context when nobody is on the way any more.
//!
//! A context is opened on a fork in a loop, or by a mark of the program; states are joined where they leave it. The execution
//! tree of each context tells how its states came apart. Two plugs decide: a [`MergeStrategy`] says which contexts are opened, a
//! [`JoinRule`] how groups that wait together are joined. No state is lost: one that is in a context is on its way (`open`), waits
//! (`parked`), or has ended or was taken out. An inner context counts as one on its way in the outer one until it is closed.

mod closing;
mod context;
mod events;
mod folding;
mod incremental;
mod rerun;
mod strategy;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use braid_code::SourcePlace;
use braid_entity::Entity;
use braid_state::{Fence, Gain, NodeId, State, StateId, Step, Tree};
use rustc_hash::FxHashMap;

use crate::explain::Explain;
use crate::host::Host;
use crate::joining::Manner;
use crate::merger::Child;
use crate::mode::Options;
use crate::patience::Waiting;
use crate::recording::{ContextId, Recorder};
use crate::region;
use crate::rule::JoinRule;
use context::{Context, Parked};

#[cfg(test)]
pub(crate) use incremental::either;
pub use rerun::Rerun;
pub use strategy::{Complaint, Event, MergeStrategy, Order, Scope};

/// The contexts that are open, by their numbers, which are given out in order.
#[derive(Debug, Default)]
struct Contained {
    open: FxHashMap<ContextId, Box<Context>>,
    made: u32,
}

impl Contained {
    fn add(&mut self, context: Context) -> ContextId {
        let id = ContextId::from_u32(self.made);
        self.made += 1;
        self.open.insert(id, Box::new(context));
        id
    }
}

impl core::ops::Index<ContextId> for Contained {
    type Output = Context;
    fn index(&self, id: ContextId) -> &Context {
        self.open.get(&id).expect("a context with members is open, and so are those around it")
    }
}

impl core::ops::IndexMut<ContextId> for Contained {
    fn index_mut(&mut self, id: ContextId) -> &mut Context {
        self.open.get_mut(&id).expect("a context with members is open, and so are those around it")
    }
}

/// How deeply contexts may nest. Every fork looks at those around it, so there must be a bound: a program may begin regions
/// for ever.
const MAX_NESTING: usize = 64;

/// What is still to be done about an event, after the books were brought up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    /// The state waits.
    Park(StateId),
    /// Nobody in the context is on the way any more: its groups are joined.
    Close(ContextId),
    /// The user is told that something about the place of a row is wrong.
    Tell(usize, Complaint),
}

/// Where a state is in its innermost context.
#[derive(Clone, Copy, Debug)]
struct Member {
    context: ContextId,
    node: NodeId,
    /// Since when it waits there, if it does.
    parked: Option<u64>,
    /// How many regions it is in that are not followed, because contexts nest too deeply; their ends are not those of others.
    ignored: u32,
    /// Which part it is of a state that was split again in this context; 0 if it is of none. Parts are not joined with each other there.
    part: u32,
    /// Whether it ended as a fork made it: it is lost already, and only what was counted for it is missing.
    ended: bool,
}

impl Member {
    fn new(context: ContextId, node: NodeId) -> Member {
        Member { context, node, parked: None, ignored: 0, part: 0, ended: false }
    }
}

/// The merger that joins states in contexts.
pub struct Contexts {
    strategy: Box<dyn MergeStrategy>,
    rule: Box<dyn JoinRule>,
    manner: Manner,
    /// How many instructions a state waits at most.
    patience: u64,
    waiting: Waiting,
    /// Whether states are joined inside loops.
    incremental: bool,
    /// The contexts that are open.
    contexts: Contained,
    /// The states that are in a context.
    members: FxHashMap<StateId, Member>,
    /// What was done.
    explain: Explain,
    joins: u64,
    /// How many parts there were of states that were split again.
    parts: u32,
}

impl Contexts {
    /// A merger that opens contexts by a strategy and joins by a rule; `incremental` joins inside loops too.
    pub fn new(
        options: &Options,
        strategy: Box<dyn MergeStrategy>,
        rule: Box<dyn JoinRule>,
        incremental: bool,
    ) -> Contexts {
        Contexts {
            strategy,
            rule,
            manner: options.manner(),
            patience: options.patience,
            waiting: Waiting::default(),
            incremental,
            contexts: Contained::default(),
            members: FxHashMap::default(),
            explain: Explain::default(),
            joins: 0,
            parts: 0,
        }
    }

    // What states do.

    fn extend(&mut self, id: StateId, steps: &[Step]) {
        if steps.is_empty() {
            return;
        }
        if let Some(member) = self.members.get_mut(&id) {
            let context = &mut self.contexts[member.context];
            context.lost |= steps.iter().any(|step| !step.gain.covers());
            context.at.remove(&member.node);
            member.node = context.tree.extend(member.node, steps);
            context.at.insert(member.node, id);
        }
    }

    /// A child of a state's node; `more` states are on the way.
    fn grow(&mut self, parent: Member, child: Child, more: usize) {
        let Member { context, node, .. } = parent;
        let tree = &mut self.contexts[context];
        let leaf = tree.tree.grow(node, child.step);
        self.members.insert(child.state, Member { node: leaf, parked: None, ended: child.ends, ..parent });
        if child.ends {
            self.lose(context);
        } else {
            tree.open += more;
            tree.at.remove(&node);
            tree.at.insert(leaf, child.state);
        }
    }

    /// The context that a fork opens, if any.
    fn scope_of_fork(&mut self, host: &dyn Host, id: StateId, step: &Step) -> Option<Scope> {
        let state = host.state(id).expect("who has forked goes on");
        let innermost = self.members.get(&id).map(|member| member.context);
        let scopes = outwards(&self.contexts, innermost).map(|context| &context.scope).collect();
        match self.strategy.observe(host.view(), &Event::Forked { state, step, scopes }) {
            Order::Open(scope) => Some(scope),
            Order::Continue | Order::Refuse(..) => None,
        }
    }

    /// Something that the program asks for is refused; the user is told the first time.
    fn refuse(&mut self, place: &SourcePlace, why: Complaint) -> Vec<Action> {
        let row = self.explain.row_of(place);
        let first = self.explain.row_mut(row).refuse(why.reason);
        if first { vec![Action::Tell(row, why)] } else { Vec::new() }
    }

    // Contexts.

    /// Returns true if no further context fits around a state.
    fn is_nested_too_deeply(&self, id: StateId) -> bool {
        self.around(id).nth(MAX_NESTING - 1).is_some()
    }

    /// Opens a context for a state, inside the one that it is in, unless there are too many around it.
    fn open(&mut self, host: &mut dyn Host, scope: Scope, id: StateId, prefix: usize) {
        if self.is_nested_too_deeply(id) {
            let row = self.explain.row_of(scope.place());
            self.explain.row_mut(row).refuse(region::TOO_DEEP.reason);
            return;
        }
        self.open_around(host.parts().recorder, scope, id, prefix);
    }

    /// Opens a context around a state, inside the one that it is in.
    fn open_around(&mut self, recorder: &mut Recorder, scope: Scope, id: StateId, prefix: usize) -> ContextId {
        let outer = self.members.get(&id).map(|member| (member.context, member.node));
        let bounds = scope.bounds();
        let context = self.open_in(scope, outer, prefix);
        recorder.opened(context, outer.map(|(outer, _)| outer), bounds);
        self.put(context, id, Tree::ROOT);
        context
    }

    fn open_in(&mut self, scope: Scope, outer: Option<(ContextId, NodeId)>, prefix: usize) -> ContextId {
        let row = self.explain.row_of(scope.place());
        self.explain.row_mut(row).told.contexts += 1;
        if let Some((outer, node)) = outer {
            let around = &mut self.contexts[outer];
            around.inner += 1;
            around.at.remove(&node);
        }
        self.contexts.add(Context::new(scope, outer, prefix, row, self.incremental))
    }

    /// Puts a state into a context as one that is on its way.
    fn put(&mut self, context: ContextId, id: StateId, node: NodeId) {
        let open = &mut self.contexts[context];
        open.open += 1;
        open.at.insert(node, id);
        self.members.insert(id, Member::new(context, node));
    }

    /// Not all that came of the context will be joined.
    fn lose(&mut self, context: ContextId) {
        let context = &mut self.contexts[context];
        context.lost = true;
        self.explain.row_mut(context.row).told.lost += 1;
    }

    /// One state less is on the way.
    fn arrive(&mut self, context: ContextId) -> Vec<Action> {
        let open = &mut self.contexts[context];
        open.open -= 1;
        if open.open == 0 { vec![Action::Close(context)] } else { Vec::new() }
    }

    fn park(&mut self, id: StateId, state: &State) -> Vec<Action> {
        let member = self.members.get_mut(&id).expect("the state is in a context");
        member.parked = Some(self.waiting.add(id));
        let Member { context, node, part, .. } = *member;
        let open = &mut self.contexts[context];
        debug_assert!(
            holds_together(open, node, state),
            "a path is that of the root and what the tree tells: {:?}, not {:?}",
            open.tree.conditions(node),
            state.path.since(open.prefix)
        );
        let location = open.location(state);
        open.parked.push(Parked { state: id, node, location, part });
        let mut actions = vec![Action::Park(id)];
        actions.extend(self.arrive(context));
        actions
    }

    /// Takes a state out of its contexts up to the first that fits, which becomes its innermost.
    fn take_out_of_inner(&mut self, id: StateId, fits: impl Fn(&Context) -> bool) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Some(&Member { context, .. }) = self.members.get(&id) {
            if fits(&self.contexts[context]) {
                break;
            }
            actions.extend(self.take_out(id));
        }
        actions
    }

    /// Takes a state out of its innermost context: in the one around, it has gained what it gained inside.
    fn take_out(&mut self, id: StateId) -> Vec<Action> {
        let member = self.members.remove(&id).expect("the state is in a context");
        let Member { context, node, .. } = member;
        self.lose(context);
        let inner = &mut self.contexts[context];
        inner.at.remove(&node);
        let (outer, steps) = (inner.outer, gained(&inner.tree, node));
        if let Some((outer, at)) = outer {
            let around = &mut self.contexts[outer];
            around.open += 1;
            around.lost = true;
            let node = around.tree.extend(at, &steps);
            around.at.insert(node, id);
            self.members.insert(id, Member { context: outer, node, part: 0, ..member });
        }
        self.arrive(context)
    }

    /// A state that is no longer in the loop of its context, by a jump across frames, is taken out.
    fn take_out_if_outside(&mut self, host: &mut dyn Host, id: StateId) -> Vec<Action> {
        let mut actions = Vec::new();
        while self.is_outside(host, id) {
            actions.extend(self.take_out_of_inner(id, |context| context.scope.body().is_some()));
            actions.extend(self.take_out(id));
            self.set_fence(host, id);
        }
        actions
    }

    /// Returns true if a state has left the innermost loop that has a context.
    fn is_outside(&self, host: &dyn Host, id: StateId) -> bool {
        let Some(body) = self.around(id).find_map(|context| context.scope.body()) else { return false };
        host.state(id).is_some_and(|state| state.fence.is_some() && !host.view().is_inside(state, body))
    }

    /// Where a state is to stop: where it leaves the innermost loop that has a context.
    fn fence_of(&self, id: StateId) -> Option<Rc<Fence>> {
        self.around(id).find_map(|context| context.fence.clone())
    }

    fn set_fence(&self, host: &mut dyn Host, id: StateId) {
        if let Some(state) = host.state_mut(id) {
            state.fence = self.fence_of(id);
        }
    }

    /// The contexts of a state, from inside out.
    fn around(&self, id: StateId) -> impl Iterator<Item = &Context> {
        outwards(&self.contexts, self.members.get(&id).map(|member| member.context))
    }

    // Patience.

    /// The state that waits longest, and for how many instructions.
    fn longest_waiting(&mut self) -> Option<(StateId, u64)> {
        let members = &self.members;
        let since = |id: StateId| members.get(&id).and_then(|member| member.parked);
        self.waiting.longest(|id, moment| since(id) == Some(moment))
    }
}

/// A context and those around it, from inside out.
fn outwards(contexts: &Contained, innermost: Option<ContextId>) -> impl Iterator<Item = &Context> {
    let get = |id: ContextId| contexts.open.get(&id).map(|context| &**context);
    core::iter::successors(innermost.and_then(get), move |context| context.outer.and_then(|(outer, _)| get(outer)))
}

/// Returns true if a path is that of the context's root and what the tree tells. What comes of an inner context is one node whose
/// condition stands for several conjuncts, and is not compared.
fn holds_together(context: &Context, node: NodeId, state: &State) -> bool {
    let tree = &context.tree;
    let from_inner = |node| matches!(tree.gain(node), Some(Gain::Joined | Gain::Parted));
    tree.up(node).any(from_inner) || tree.conditions(node) == state.path.since(context.prefix)
}

/// The steps from the root to a node that became part of the path, as steps of a tree that knows nothing of their forks.
fn gained(tree: &Tree, node: NodeId) -> Vec<Step> {
    let mut steps: Vec<Step> = tree.up(node).filter_map(|node| tree.node(node).step).collect();
    steps.reverse();
    steps.retain(|step| step.gain.constrains());
    steps.iter_mut().for_each(|step| step.gain = Gain::Joined);
    steps
}
