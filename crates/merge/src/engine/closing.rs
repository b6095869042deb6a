//! Closing a context: what waits there is parted, joined, and handed over to the context around.

use braid_entity::Entity;
use braid_expr::{ExprPool, SymbolClass};
use braid_state::join::{self, FramePlace, LiveSlot};
use braid_state::{Gain, NodeId, State, StateId, Step, Tree};

use super::{Action, Member, Merger, Settled};
use crate::context::{Context, ContextId, Group};
use crate::explain::Row;
use crate::rule::{Auxiliary, JoinRule, Part, distinct};
use crate::strategy::{Event, Order};
use crate::view::View;

impl Merger {
    /// The groups of a context that is to be closed, or whose states have waited for too long: then those that are not
    /// there yet are lost for these. States that wait at the same place are a group, parted as the rule likes; `fresh` tells
    /// how many variables joins have introduced into a state.
    pub fn groups(&mut self, pool: &mut ExprPool, context: ContextId, fresh: &dyn Fn(StateId) -> u32) -> Vec<Group> {
        let open = self.contexts[context].as_mut().expect("the context is open");
        let members = &self.members;
        open.parked.retain(|parked| members.contains_key(&parked.state));
        let row = self.explain.row_mut(open.row);
        let early = open.open > 0;
        open.lost |= early;
        row.released += u64::from(early);
        row.complete += u64::from(!open.lost);
        let mut groups = Vec::new();
        for group in open.groups() {
            groups.extend(parted(&*self.rule, pool, &open.tree, group, fresh, row));
        }
        groups.iter().for_each(|group| row.group(group.members.len()));
        groups
    }

    /// Joins the states of a group, which are in its order; if they cannot be joined, they are as they were.
    pub fn join(
        &mut self,
        pool: &mut ExprPool,
        context: ContextId,
        group: &Group,
        states: &mut [State],
        live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>,
    ) -> Option<(State, Option<Auxiliary>)> {
        let open = self.contexts[context].as_ref().expect("the context is open");
        let row = self.explain.row_mut(open.row);
        if states.len() > self.max_group {
            row.refuse("too many states");
            return None;
        }
        if let Err(refusal) = join::compatible(states) {
            row.refuse(refusal.name());
            return None;
        }
        let leaves: Vec<NodeId> = group.members.iter().map(|member| member.1).collect();
        let terms = pool.len();
        let mut plan = self.rule.plan(pool, &open.tree, &leaves, &group.part);
        let nothing = pool.tru();
        let joined = join::join(pool, states, open.prefix, nothing, live, &mut *plan.choice);
        let mut joined = match joined {
            Ok(joined) => joined,
            Err(refusal) => {
                row.refuse(refusal.name());
                return None;
            }
        };
        let conditions = plan.conditions.iter().copied().filter(|&condition| !pool.is_true(condition));
        conditions.for_each(|condition| joined.path.push(condition));
        let used = states.iter().map(|state| state.auxiliaries).max().unwrap_or(0);
        joined.auxiliaries = plan.auxiliary.as_ref().map_or(used, |auxiliary| used.max(auxiliary.number + 1));
        row.patterns += u64::from(plan.auxiliary.is_some());
        row.joins += 1;
        row.states += states.len() as u64;
        row.terms += (pool.len() - terms) as u64;
        if self.measure {
            let before = states.iter().flat_map(|state| state.path.since(open.prefix));
            row.nodes_before += distinct(pool, before.collect());
            row.nodes_after += distinct(pool, plan.conditions.clone());
        }
        self.joins += 1;
        Some((joined, plan.auxiliary))
    }

    /// These states come of a context, in order; members of its groups that are not among them are gone. If nobody is on the
    /// way any more, the context is done with.
    pub fn settle(
        &mut self,
        view: &dyn View,
        context: ContextId,
        groups: &[Group],
        settled: &[Settled],
    ) -> Vec<Action> {
        for &(member, _) in groups.iter().flat_map(|group| &group.members) {
            self.members.remove(&member);
        }
        let inner = self.contexts[context].as_mut().expect("the context is open");
        if inner.open > 0 {
            inner.released = true;
            if let Some(outer) = inner.outer {
                self.hand_over(view.pool(), outer, settled, true);
            }
            return Vec::new();
        }
        let mut closed = self.contexts[context].take().expect("the context is open");
        if let Some((outer, at)) = closed.outer {
            let around = self.contexts[outer].as_mut().expect("an outer context is open");
            around.inner -= 1;
            let counted = core::mem::take(&mut closed.counted).into_values().flatten();
            around.counted.entry(at).or_default().extend(counted);
        }
        let outer = closed.outer.or_else(|| self.part(view, &closed, settled.len()));
        let Some(outer) = outer else { return Vec::new() };
        self.hand_over(view.pool(), outer, settled, closed.lost);
        self.arrive(outer.0)
    }

    /// What came of a context becomes part of the one around it.
    fn hand_over(&mut self, pool: &ExprPool, (outer, at): (ContextId, NodeId), settled: &[Settled], lost: bool) {
        let whole = settled.len() == 1 && pool.is_true(settled[0].condition);
        // A condition that says what a number of rounds is must never be forgotten.
        let lost = lost || settled.iter().any(|result| pool.has_class(result.condition, SymbolClass::Round));
        let gain = if lost { Gain::Joined } else { Gain::Parted };
        let around = self.contexts[outer].as_mut().expect("an outer context is open as long as its inner ones");
        around.lost |= lost;
        for (case, result) in (0..).zip(settled) {
            let (func, pc) = (braid_ir::FuncId::from_u32(0), 0);
            let step = Step { condition: result.condition, gain, case, func, pc };
            let node = if whole { at } else { around.tree.grow(at, step) };
            around.open += 1;
            around.at.insert(node, result.state);
            self.members.insert(result.state, Member { context: outer, node, parked: None, ignored: 0 });
        }
    }

    /// Several states came of a context that is in no other: perhaps the loop around it gets one.
    fn part(&mut self, view: &dyn View, closed: &Context, count: usize) -> Option<(ContextId, NodeId)> {
        if count < 2 {
            return None;
        }
        let Order::Open(scope) = self.strategy.observe(view, &Event::Parted { scope: &closed.scope }) else {
            return None;
        };
        // It goes on from what has happened in the closed one.
        let context = self.open_in(scope, None, closed.prefix, closed.history.clone());
        self.contexts[context].as_mut().expect("it was just opened").open = 1;
        Some((context, Tree::ROOT))
    }
}

/// Where so many nodes were looked at since a pattern was last found, none is looked for any more.
const MAX_IN_VAIN: u64 = 1 << 18;

/// A group of several states as the rule parts it.
fn parted(
    rule: &dyn JoinRule,
    pool: &mut ExprPool,
    tree: &Tree,
    group: Group,
    fresh: &dyn Fn(StateId) -> u32,
    row: &mut Row,
) -> Vec<Group> {
    if group.members.len() < 2 {
        return vec![group];
    }
    if row.in_vain > MAX_IN_VAIN {
        row.fall_back("patterns were looked for in vain");
        return vec![group.part(Part::all(group.members.len()))];
    }
    let before = rule.visits();
    let leaves: Vec<NodeId> = group.members.iter().map(|member| member.1).collect();
    let fresh = group.members.iter().map(|member| fresh(member.0)).max().unwrap_or(0);
    let parts = rule.partition(pool, tree, &leaves, fresh);
    let found = parts.iter().any(|part| part.encoded.is_some());
    row.looked(rule.visits() - before, found);
    parts.iter().filter_map(|part| part.refused).for_each(|reason| row.fall_back(reason));
    parts.into_iter().filter(|part| !part.members.is_empty()).map(|part| group.part(part)).collect()
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;
    use crate::ite::TreeShaped;
    use crate::rule::{Exactness, Plan};

    /// A rule that looks long and finds nothing.
    struct Vain(Cell<u64>);

    impl JoinRule for Vain {
        fn name(&self) -> &'static str {
            "vain"
        }
        fn exactness(&self) -> Exactness {
            Exactness::Exact
        }
        fn partition(&self, _: &mut ExprPool, _: &Tree, leaves: &[NodeId], _: u32) -> Vec<Part> {
            self.0.set(self.0.get() + MAX_IN_VAIN / 3);
            vec![Part::all(leaves.len())]
        }
        fn visits(&self) -> u64 {
            self.0.get()
        }
        fn plan(&self, pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId], part: &Part) -> Plan {
            TreeShaped.plan(pool, tree, leaves, part)
        }
    }

    #[test]
    fn where_no_pattern_was_ever_found_none_is_looked_for_in_the_end() {
        let (rule, mut pool, tree, mut row) = (Vain(Cell::new(0)), ExprPool::new(), Tree::new(), Row::default());
        let member = |number| (StateId::from_u32(number), Tree::ROOT);
        for _ in 0..10 {
            let group = Group { members: vec![member(0), member(1)], part: Part::all(0) };
            let parts = parted(&rule, &mut pool, &tree, group, &|_| 0, &mut row);
            assert!(parts.len() == 1 && parts[0].members.len() == 2, "they are joined all the same");
        }
        assert_eq!((rule.visits(), row.visits), (4 * (MAX_IN_VAIN / 3), 4 * (MAX_IN_VAIN / 3)));
        assert_eq!(row.fallbacks["patterns were looked for in vain"], 6);
        row.looked(1, true);
        assert_eq!(row.in_vain, 0, "a pattern makes up for it");
    }
}
