//! The merger: which state is in which context, and what becomes of a context when nobody is on the way any more.
//!
//! It is told what states do and keeps the execution trees. Two things it asks of the engine: to park a state, and to
//! close a context, that is to join the groups that wait there. No state is lost: one that is in a context is on its way
//! (`open`), waits (`parked`), or has ended or was taken out, which is told. An inner context counts as one on its way in
//! the outer one until it is closed.

mod closing;
mod folding;

use std::rc::Rc;

use braid_entity::EntityMap;
use braid_expr::{ExprId, ExprPool};
use braid_state::{EventKind, Gain, NodeId, RecipeId, Recipes, State, StateId, Step, Tree, Watch};
use rustc_hash::FxHashMap;

use crate::context::{Context, ContextId, Parked};
use crate::explain::{Explain, Row};
use crate::history::{self, History, Opening};
use crate::mode::{ModeKind, Options};
use crate::patience::Waiting;
use crate::region;
use crate::rule::JoinRule;
use crate::strategy::{Complaint, Event, MergeStrategy, Order, Scope};
use crate::view::{SourcePlace, View};

/// How deeply contexts may nest. Every fork looks at those around it, so there must be a bound: a program may begin regions
/// for ever.
const MAX_NESTING: usize = 64;

/// What the engine is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// The state waits: it is not run until it is joined or released.
    Park(StateId),
    /// Nobody in the context is on the way any more: its groups are to be joined.
    Close(ContextId),
    /// The user is told that something about the place of a row is wrong.
    Tell(usize, Complaint),
}

/// A state that a closed context leaves.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    /// The state.
    pub state: StateId,
    /// What it has gained since the context was opened.
    pub condition: ExprId,
}

/// A fork's child: the state, or nothing if it ended at once, and the condition that it took.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The state, if it goes on.
    pub state: Option<StateId>,
    /// Its condition.
    pub step: Step,
}

/// What was counted for a state that ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// Completed paths.
    pub paths: u128,
    /// Bugs, by their numbers, and how many paths to each.
    pub bugs: Vec<(usize, u128)>,
}

/// Where a state ended that a fork made, for those who count.
#[derive(Clone, Copy, Debug)]
pub struct EndedAt(ContextId, NodeId);

/// A state that became one with what another was before.
#[derive(Debug)]
pub struct Folded {
    /// States that are given up: what they stand for is explored again.
    pub superseded: Vec<StateId>,
    /// What was counted for states that ended there: it is explored again, and must not be counted twice.
    pub uncounted: Vec<Counted>,
    /// The two as they were, for those who check.
    pub sources: [State; 2],
    /// What snapshots of it are found by.
    pub(crate) hash: u64,
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
}

/// The merger.
pub struct Merger {
    strategy: Box<dyn MergeStrategy>,
    rule: Box<dyn JoinRule>,
    /// Groups of more states are released.
    max_group: usize,
    /// How many instructions a state waits at most.
    patience: u64,
    waiting: Waiting,
    /// Whether states are joined inside loops.
    incremental: bool,
    /// Whether the nodes of conditions are counted.
    measure: bool,
    contexts: EntityMap<ContextId, Option<Context>>,
    /// The states that are in a context.
    members: FxHashMap<StateId, Member>,
    /// What was done.
    pub explain: Explain,
    joins: u64,
}

impl Merger {
    /// A merger; none if nothing is to be merged.
    pub fn new(options: &Options) -> Option<Merger> {
        Some(Merger {
            strategy: options.strategy()?,
            rule: options.rule(),
            max_group: options.max_group,
            patience: options.patience,
            waiting: Waiting::default(),
            incremental: options.incremental && options.mode == ModeKind::Pattern,
            measure: options.measure,
            contexts: EntityMap::new(),
            members: FxHashMap::default(),
            explain: Explain::default(),
            joins: 0,
        })
    }

    /// How many joins there were.
    pub fn joins(&self) -> u64 {
        self.joins
    }

    /// Whether a state is in a context.
    pub fn is_member(&self, id: StateId) -> bool {
        self.members.contains_key(&id)
    }

    /// Places that the user named and where there was nothing to merge.
    pub fn unused_places(&self) -> Vec<String> {
        self.strategy.unused_places()
    }

    /// Whether states are joined inside loops.
    pub fn is_incremental(&self) -> bool {
        self.incremental
    }

    /// Whether a state waits.
    pub fn waits(&self, id: StateId) -> bool {
        self.members.get(&id).is_some_and(|member| member.parked.is_some())
    }

    // What states do.

    /// A state has run for a while: the conditions that it met become nodes. If it has left the loop of its context in
    /// another way than by an edge, it is taken out.
    pub fn advanced(&mut self, view: &dyn View, id: StateId, state: &mut State) -> Vec<Action> {
        let steps = state.trail.read();
        self.extend(id, &steps);
        self.take_out_if_outside(view, id, state)
    }

    fn extend(&mut self, id: StateId, steps: &[Step]) {
        if steps.is_empty() {
            return;
        }
        if let Some(member) = self.members.get_mut(&id) {
            let context = self.contexts[member.context].as_mut().expect("a member's context is open");
            context.lost |= steps.iter().any(|step| !step.gain.covers());
            context.at.remove(&member.node);
            member.node = context.tree.extend(member.node, steps);
            context.at.insert(member.node, id);
        }
    }

    /// A state has forked, and had another recipe before. It is itself the first child; its trail ends with the condition that
    /// it took. Where those of the others are that ended at once.
    pub fn forked(
        &mut self,
        view: &dyn View,
        id: StateId,
        before: RecipeId,
        state: &mut State,
        others: &[Child],
    ) -> Vec<EndedAt> {
        self.note(id, EventKind::Ran, before);
        let mut steps = state.trail.read();
        let Some(step) = steps.pop() else { return Vec::new() };
        self.extend(id, &steps);
        if let Some(scope) = self.scope_of_fork(view, id, state, &step) {
            let prefix = state.path.len() - 1;
            self.open(scope, id, prefix, Opening::Fork(before));
        }
        let Some(&parent) = self.members.get(&id) else { return Vec::new() };
        self.grow(parent, Child { state: Some(id), step }, 0);
        let ended = others.iter().filter_map(|&other| self.grow(parent, other, 1)).collect();
        state.watch = self.watch_of(id);
        ended
    }

    /// This was counted for a state that ended as it was made.
    pub fn counted_at(&mut self, EndedAt(context, node): EndedAt, counted: Counted) {
        if let Some(open) = &mut self.contexts[context] {
            open.counted.entry(node).or_default().push(counted);
        }
    }

    /// A child of a state's node; `more` states are on the way. Where it is, if it has ended at once.
    fn grow(&mut self, parent: Member, child: Child, more: usize) -> Option<EndedAt> {
        let Member { context, node, .. } = parent;
        let tree = self.contexts[context].as_mut().expect("the context is open");
        let leaf = tree.tree.grow(node, child.step);
        match child.state {
            Some(id) => {
                tree.open += more;
                tree.at.remove(&node);
                tree.at.insert(leaf, id);
                self.members.insert(id, Member { node: leaf, parked: None, ..parent });
                None
            }
            None => {
                self.lose(context);
                Some(EndedAt(context, leaf))
            }
        }
    }

    /// The context that a fork opens, if any.
    fn scope_of_fork(&mut self, view: &dyn View, id: StateId, state: &State, step: &Step) -> Option<Scope> {
        let innermost = self.members.get(&id).map(|member| member.context);
        let scopes = outwards(&self.contexts, innermost).map(|context| &context.scope).collect();
        match self.strategy.observe(view, &Event::Forked { state, step, scopes }) {
            Order::Open(scope) => Some(scope),
            Order::Continue | Order::Refuse(..) => None,
        }
    }

    /// A state stands outside the loop it was in: it waits there for the others.
    pub fn left(&mut self, id: StateId, state: &mut State) -> Vec<Action> {
        self.note(id, EventKind::Ran, state.recipe);
        let steps = state.trail.read();
        self.extend(id, &steps);
        let mut actions = self.take_out_of_inner(id, |context| context.scope.watch().is_some());
        state.watch = None;
        if self.members.contains_key(&id) {
            actions.extend(self.park(id, state));
        }
        actions
    }

    /// The program marks the beginning of a region at this place; it is so many marks since the state's recipe.
    pub fn region_begins(
        &mut self,
        view: &dyn View,
        id: StateId,
        state: &mut State,
        place: &SourcePlace,
        marks: u32,
    ) -> Vec<Action> {
        self.note(id, EventKind::Ran, state.recipe);
        let steps = state.trail.read();
        self.extend(id, &steps);
        let Order::Open(scope) = self.strategy.observe(view, &Event::RegionBegins { place }) else { return Vec::new() };
        if self.is_nested_too_deeply(id) {
            self.members.entry(id).and_modify(|member| member.ignored = member.ignored.saturating_add(1));
            return self.refuse(scope.place(), region::TOO_DEEP);
        }
        self.open(scope, id, state.path.len(), Opening::Mark(state.recipe, marks));
        Vec::new()
    }

    /// The program marks the end of a region at this place: the state waits, if it is in one. Otherwise it just goes on.
    pub fn region_ends(&mut self, view: &dyn View, id: StateId, state: &mut State, place: &SourcePlace) -> Vec<Action> {
        self.note(id, EventKind::Ran, state.recipe);
        let steps = state.trail.read();
        self.extend(id, &steps);
        if let Some(member) = self.members.get_mut(&id).filter(|member| member.ignored > 0) {
            member.ignored -= 1;
            return Vec::new();
        }
        let is_region = |context: &Context| context.scope.watch().is_none();
        if !self.around(id).any(is_region) {
            return match self.strategy.observe(view, &Event::RegionEndsAlone { place }) {
                Order::Refuse(place, why) => self.refuse(&place, why),
                Order::Continue | Order::Open(_) => Vec::new(),
            };
        }
        let mut actions = self.take_out_of_inner(id, is_region);
        actions.extend(self.park(id, state));
        actions
    }

    /// Something that the program asks for is refused; the user is told the first time.
    fn refuse(&mut self, place: &SourcePlace, why: Complaint) -> Vec<Action> {
        let row = self.explain.row_of(place);
        let first = self.explain.row_mut(row).refuse(why.reason);
        if first { vec![Action::Tell(row, why)] } else { Vec::new() }
    }

    /// The program is about to end in a state by itself: the regions that it is in are never closed.
    pub fn exits(&mut self, id: StateId) -> Vec<Action> {
        let regions = self.around(id).filter(|context| context.scope.watch().is_none());
        let places: Vec<SourcePlace> = regions.map(|context| context.scope.place().clone()).collect();
        places.iter().flat_map(|place| self.refuse(place, region::NOT_CLOSED)).collect()
    }

    /// A state has ended, or is given up from outside; this was counted for it.
    pub fn ended(&mut self, id: StateId, recipe: RecipeId, kind: EventKind, counted: Counted) -> Vec<Action> {
        self.note(id, kind, recipe);
        let Some(member) = self.members.remove(&id) else { return Vec::new() };
        self.lose(member.context);
        let open = self.contexts[member.context].as_mut().expect("a member's context is open");
        open.at.remove(&member.node);
        open.counted.entry(member.node).or_default().push(counted);
        if member.parked.is_some() { Vec::new() } else { self.arrive(member.context) }
    }

    // Contexts.

    /// Whether no further context fits around a state.
    fn is_nested_too_deeply(&self, id: StateId) -> bool {
        self.around(id).nth(MAX_NESTING - 1).is_some()
    }

    /// Opens a context for a state, inside the one that it is in, unless there are too many around it.
    fn open(&mut self, scope: Scope, id: StateId, prefix: usize, opening: Opening) {
        let outer = self.members.get(&id).map(|member| (member.context, member.node));
        if self.is_nested_too_deeply(id) {
            let row = self.explain.row_of(scope.place());
            self.explain.row_mut(row).refuse(region::TOO_DEEP.reason);
            return;
        }
        let context = self.open_in(scope, outer, prefix, History::new(opening));
        self.put(context, id, Tree::ROOT);
    }

    fn open_in(
        &mut self,
        scope: Scope,
        outer: Option<(ContextId, NodeId)>,
        prefix: usize,
        history: History,
    ) -> ContextId {
        let row = self.explain.row_of(scope.place());
        self.explain.row_mut(row).contexts += 1;
        if let Some((outer, node)) = outer {
            let around = self.contexts[outer].as_mut().expect("an outer context is open");
            around.inner += 1;
            around.at.remove(&node);
        }
        self.contexts.push(Some(Context::new(scope, outer, prefix, row, history, self.incremental)))
    }

    /// Puts a state into a context as one that is on its way.
    fn put(&mut self, context: ContextId, id: StateId, node: NodeId) {
        let open = self.contexts[context].as_mut().expect("the context is open");
        open.open += 1;
        open.at.insert(node, id);
        self.members.insert(id, Member { context, node, parked: None, ignored: 0 });
    }

    /// Not all that came of the context will be joined.
    fn lose(&mut self, context: ContextId) {
        let context = self.contexts[context].as_mut().expect("the context is open");
        context.lost = true;
        self.explain.row_mut(context.row).lost += 1;
    }

    /// One state less is on the way.
    fn arrive(&mut self, context: ContextId) -> Vec<Action> {
        let open = self.contexts[context].as_mut().expect("the context is open");
        open.open -= 1;
        if open.open == 0 { vec![Action::Close(context)] } else { Vec::new() }
    }

    fn park(&mut self, id: StateId, state: &State) -> Vec<Action> {
        let member = self.members.get_mut(&id).expect("the state is in a context");
        member.parked = Some(self.waiting.add(id));
        let Member { context, node, .. } = *member;
        let open = self.contexts[context].as_mut().expect("a member's context is open");
        debug_assert!(
            holds_together(open, node, state),
            "a path is that of the root and what the tree tells: {:?}, not {:?}",
            open.tree.conditions(node),
            state.path.since(open.prefix)
        );
        let location = open.location(state);
        open.parked.push(Parked { state: id, node, location });
        let mut actions = vec![Action::Park(id)];
        actions.extend(self.arrive(context));
        actions
    }

    /// Takes a state out of its contexts up to the first that fits, which becomes its innermost.
    fn take_out_of_inner(&mut self, id: StateId, fits: impl Fn(&Context) -> bool) -> Vec<Action> {
        let mut actions = Vec::new();
        while let Some(&Member { context, .. }) = self.members.get(&id) {
            if fits(self.contexts[context].as_ref().expect("a member's context is open")) {
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
        let inner = self.contexts[context].as_mut().expect("a member's context is open");
        inner.at.remove(&node);
        let (outer, steps) = (inner.outer, gained(&inner.tree, node));
        if let Some((outer, at)) = outer {
            let around = self.contexts[outer].as_mut().expect("an outer context is open as long as its inner ones");
            around.open += 1;
            around.lost = true;
            let node = around.tree.extend(at, &steps);
            around.at.insert(node, id);
            self.members.insert(id, Member { context: outer, node, ..member });
        }
        self.arrive(context)
    }

    /// A state that is no longer in the loop of its context, by a jump across frames, is taken out.
    fn take_out_if_outside(&mut self, view: &dyn View, id: StateId, state: &mut State) -> Vec<Action> {
        let mut actions = Vec::new();
        if state.watch.as_ref().is_some_and(|watch| !view.is_inside(state, watch)) {
            self.note(id, EventKind::Ran, state.recipe);
        }
        while let Some(watch) = state.watch.clone()
            && self.members.contains_key(&id)
            && !view.is_inside(state, &watch)
        {
            let stays = |context: &Context| context.scope.watch().is_some_and(|other| *other == watch);
            actions.extend(self.take_out_of_inner(id, stays));
            actions.extend(self.take_out(id));
            state.watch = self.watch_of(id);
        }
        actions
    }

    /// Where a state is to stop: where it leaves the innermost loop that has a context.
    pub fn watch_of(&self, id: StateId) -> Option<Rc<Watch>> {
        self.around(id).find_map(|context| context.watch.clone())
    }

    /// The contexts of a state, from inside out.
    fn around(&self, id: StateId) -> impl Iterator<Item = &Context> {
        outwards(&self.contexts, self.members.get(&id).map(|member| member.context))
    }

    // Patience.

    /// So many instructions were executed by all states together.
    pub fn set_now(&mut self, instructions: u64) {
        self.waiting.set_now(instructions);
    }

    /// The state that waits longest, if that is longer than any should: it is to be [released](Self::release).
    pub fn overdue(&mut self) -> Option<StateId> {
        self.longest_waiting().filter(|&(_, waited)| waited >= self.patience).map(|(id, _)| id)
    }

    /// The state that waits longest, and for how many instructions.
    pub fn longest_waiting(&mut self) -> Option<(StateId, u64)> {
        let members = &self.members;
        let since = |id: StateId| members.get(&id).and_then(|member| member.parked);
        self.waiting.longest(|id, moment| since(id) == Some(moment))
    }

    /// A state does not wait any longer: those that wait where it does are to be joined and go on, without those that are still
    /// on their way. The context that is to be closed for that.
    pub fn release(&mut self, id: StateId, recipe: RecipeId) -> Option<ContextId> {
        let member = *self.members.get(&id).filter(|member| member.parked.is_some())?;
        self.note(id, EventKind::Released, recipe);
        Some(member.context)
    }

    // Histories.

    /// A state does something: every context around it remembers.
    fn note(&mut self, id: StateId, kind: EventKind, who: RecipeId) {
        let mut at = self.context_of(id);
        while let Some(context) = at {
            let context = self.contexts[context].as_mut().expect("a member's context is open");
            context.history.add(kind, who);
            at = context.outer.map(|(outer, _)| outer);
        }
    }

    /// The recipe of a state that is joined now in a context.
    pub fn recipe_of_join(&mut self, recipes: &mut Recipes, context: ContextId) -> RecipeId {
        let mut inside_out = outwards(&self.contexts, Some(context));
        let is_known = inside_out.next().is_some_and(|context| context.history.is_known());
        let scopes: Vec<&Scope> = inside_out.map(|outer| &outer.scope).collect();
        let around = if is_known { Recipes::ROOT } else { history::surroundings(recipes, &scopes) };
        self.contexts[context].as_mut().expect("the context is open").history.join(recipes, around)
    }

    /// The innermost context of a state.
    pub fn context_of(&self, id: StateId) -> Option<ContextId> {
        self.members.get(&id).map(|member| member.context)
    }

    /// For who goes through a history once more: puts a state inside of such contexts, the outermost first, which are never closed.
    pub fn surround(&mut self, id: StateId, state: &mut State, scopes: Vec<Scope>) {
        for scope in scopes {
            let outer = self.members.get(&id).map(|member| (member.context, member.node));
            let history = History::new(Opening::Fork(state.recipe));
            let context = self.open_in(scope, outer, state.path.len(), history);
            self.put(context, id, Tree::ROOT);
            // Somebody who never comes is on the way.
            self.contexts[context].as_mut().expect("it was just opened").open += 1;
        }
        state.watch = self.watch_of(id);
    }

    /// The condition that a state has gained in a context, as one term.
    pub fn gained(&self, pool: &mut ExprPool, context: ContextId, node: NodeId) -> ExprId {
        let open = self.contexts[context].as_ref().expect("the context is open");
        open.tree.path_condition(pool, node)
    }

    /// How many conjuncts the path had when a context was opened.
    pub fn prefix(&self, context: ContextId) -> usize {
        self.contexts[context].as_ref().expect("the context is open").prefix
    }

    /// The row that a context is counted in.
    pub fn row(&self, context: ContextId) -> usize {
        self.contexts[context].as_ref().expect("the context is open").row
    }

    /// The counts of all places.
    pub fn rows(&self) -> Vec<&Row> {
        self.explain.rows()
    }

    /// How many states are in a context; none at the end of a run.
    pub fn member_count(&self) -> usize {
        self.members.len()
    }

    /// The run stops, and all states have ended: nobody is left who would close what is open.
    pub fn give_up(&mut self) {
        self.contexts.values_mut().for_each(|context| *context = None);
    }

    /// How many contexts are open; none at the end of a run.
    pub fn open_contexts(&self) -> usize {
        self.contexts.iter().filter(|(_, context)| context.is_some()).count()
    }
}

/// A context and those around it, from inside out.
fn outwards(
    contexts: &EntityMap<ContextId, Option<Context>>,
    innermost: Option<ContextId>,
) -> impl Iterator<Item = &Context> {
    let get = |id: ContextId| contexts[id].as_ref();
    core::iter::successors(innermost.and_then(get), move |context| context.outer.and_then(|(outer, _)| get(outer)))
}

/// Whether a path is that of the context's root and what the tree tells. What comes of an inner context is one node whose
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
