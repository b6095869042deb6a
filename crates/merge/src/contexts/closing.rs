//! Closing a context: what waits there is parted, joined, and handed over to the context around.

use braid_entity::Entity;
use braid_expr::{ExprId, ExprPool, SymbolClass};
use braid_state::join::Common;
use braid_state::{Gain, NodeId, State, StateId, Step, Tree};

use super::context::{Context, Group};
use super::{Action, Contexts, Event, Member, Order};
use crate::explain::Row;
use crate::host::{Done, Host, Parts};
use crate::joining::{self, Request, Within};
use crate::recording::ContextId;
use crate::rule::{self, JoinRule, Part};

/// A state that a closed context leaves.
#[derive(Clone, Copy, Debug)]
struct Settled {
    state: StateId,
    gained: Gained,
}

/// What a state has gained since a context was opened. It is made a term only where a context around asks: for thousands of states each
/// of which has gained one condition more than the one before, the terms would be the square of that.
#[derive(Clone, Copy, Debug)]
enum Gained {
    /// What the joined state of a group has.
    Known(ExprId),
    /// What leads to a node of the context's tree.
    Node(NodeId),
}

impl Gained {
    fn condition(self, pool: &mut ExprPool, tree: &Tree) -> ExprId {
        match self {
            Gained::Known(condition) => condition,
            Gained::Node(node) => tree.path_condition(pool, node),
        }
    }
}

impl Contexts {
    /// Joins the groups of a context; what comes of them goes on.
    pub(super) fn close(&mut self, host: &mut dyn Host, context: ContextId) -> Done<Vec<Action>> {
        let groups = self.groups(&mut host.parts(), context);
        let mut settled = Vec::new();
        for group in &groups {
            match group.members[..] {
                [(state, node)] => settled.push(Settled { state, gained: Gained::Node(node) }),
                _ => settled.extend(self.join(host, context, group)?),
            }
        }
        let actions = self.settle(host, context, &groups, &settled);
        for result in settled {
            self.set_fence(host, result.state);
            host.resume(result.state);
            self.enqueue(host, result.state);
        }
        Ok(actions)
    }

    /// The groups of a context that is to be closed, or whose states have waited for too long: then those that are not
    /// there yet are lost for these. States that wait at the same place are a group, parted as the rule likes.
    fn groups(&mut self, parts: &mut Parts<'_>, context: ContextId) -> Vec<Group> {
        let open = &mut self.contexts[context];
        let members = &self.members;
        open.parked.retain(|parked| members.contains_key(&parked.state));
        let row = self.explain.row_mut(open.row);
        let early = open.open > 0;
        open.lost |= early;
        row.told.released += u64::from(early);
        row.told.complete += u64::from(!open.lost);
        let mut groups = Vec::new();
        for group in open.groups() {
            groups.extend(parted(&*self.rule, parts, open, group, row));
        }
        groups.iter().for_each(|group| row.group(group.members.len()));
        groups
    }

    /// Joins a group of several states; what is left of it.
    fn join(&mut self, host: &mut dyn Host, context: ContextId, group: &Group) -> Done<Vec<Settled>> {
        let open = &mut self.contexts[context];
        let (tree, row) = (core::mem::take(&mut open.tree), open.row);
        let common = Common::prefix(open.prefix);
        let (ids, leaves): (Vec<StateId>, Vec<NodeId>) = group.members.iter().copied().unzip();
        let place = self.explain.row_mut(row).place.to_string();
        let within = Some(Within { context, tree: (&tree, &leaves), part: &group.part });
        let request = Request { ids: &ids, within, common: Some(common), place, row };
        let joined = joining::join(host, &*self.rule, self.manner, request);
        self.contexts[context].tree = tree;
        let row = self.explain.row_mut(row);
        match joined? {
            Ok(joined) => {
                self.joins += 1;
                row.join(ids.len(), &joined);
                if let [fresh] = &joined.fresh[..]
                    && self.manner.measure
                    && row.wants_words()
                {
                    row.describe(joining::explained(host, joined.id, fresh, &group.part));
                }
                Ok(vec![Settled { state: joined.id, gained: Gained::Known(joined.condition) }])
            }
            Err(why) => {
                row.refuse(why);
                Ok(group.members.iter().map(|&(state, node)| Settled { state, gained: Gained::Node(node) }).collect())
            }
        }
    }

    /// These states come of a context, in order; members of its groups that are not among them are gone. If nobody is on the
    /// way any more, the context is done with.
    fn settle(
        &mut self,
        host: &mut dyn Host,
        context: ContextId,
        groups: &[Group],
        settled: &[Settled],
    ) -> Vec<Action> {
        for &(member, _) in groups.iter().flat_map(|group| &group.members) {
            self.members.remove(&member);
        }
        let inner = &mut self.contexts[context];
        if inner.open > 0 {
            inner.released = true;
            if let Some(outer) = inner.outer {
                let conditions = conditions(host, &inner.tree, settled);
                self.hand_over(host.view().pool(), outer, (settled, &conditions), true);
            }
            return Vec::new();
        }
        let mut closed = self.contexts.open.remove(&context).expect("the context is open");
        if let Some((outer, at)) = closed.outer {
            let around = &mut self.contexts[outer];
            around.inner -= 1;
            let counted = core::mem::take(&mut closed.counted).into_values().flatten();
            around.counted.entry(at).or_default().extend(counted);
        }
        let outer = closed.outer.or_else(|| self.enclose(host, (context, &closed), settled.len()));
        host.parts().recorder.closed(context);
        let Some(outer) = outer else { return Vec::new() };
        let conditions = conditions(host, &closed.tree, settled);
        self.hand_over(host.view().pool(), outer, (settled, &conditions), closed.lost);
        self.arrive(outer.0)
    }

    /// What came of a context becomes part of the one around it.
    fn hand_over(
        &mut self,
        pool: &ExprPool,
        (outer, at): (ContextId, NodeId),
        (settled, conditions): (&[Settled], &[ExprId]),
        lost: bool,
    ) {
        let whole = settled.len() == 1 && pool.is_true(conditions[0]);
        // A condition that says what a number of rounds is must never be forgotten.
        let lost = lost || conditions.iter().any(|&condition| pool.has_class(condition, SymbolClass::Round));
        let gain = if lost { Gain::Joined } else { Gain::Parted };
        let around = &mut self.contexts[outer];
        around.lost |= lost;
        for (case, (result, &condition)) in (0..).zip(settled.iter().zip(conditions)) {
            let (func, pc) = (braid_ir::FuncId::from_u32(0), 0);
            let step = Step { condition, gain, case, func, pc };
            let node = if whole { at } else { around.tree.grow(at, step) };
            around.open += 1;
            around.at.insert(node, result.state);
            self.members.insert(result.state, Member::new(outer, node));
        }
    }

    /// Several states came of a context that is in no other: perhaps the loop around it gets one.
    fn enclose(
        &mut self,
        host: &mut dyn Host,
        (id, closed): (ContextId, &Context),
        count: usize,
    ) -> Option<(ContextId, NodeId)> {
        if count < 2 {
            return None;
        }
        let Order::Open(scope) = self.strategy.observe(host.view(), &Event::Parted { scope: &closed.scope }) else {
            return None;
        };
        // It goes on from what has happened in the closed one.
        let bounds = scope.bounds();
        let context = self.open_in(scope, None, closed.prefix);
        host.parts().recorder.continued(context, id, bounds);
        self.contexts[context].open = 1;
        Some((context, Tree::ROOT))
    }
}

/// What states have gained, as terms.
fn conditions(host: &mut dyn Host, tree: &Tree, settled: &[Settled]) -> Vec<ExprId> {
    let pool = host.parts().pool;
    settled.iter().map(|result| result.gained.condition(pool, tree)).collect()
}

/// Where so many nodes were looked at since a pattern was last found, none is looked for any more.
const MAX_IN_VAIN: u64 = 1 << 18;

/// A group of several states as the rule parts it.
fn parted(rule: &dyn JoinRule, parts: &mut Parts<'_>, open: &Context, group: Group, row: &mut Row) -> Vec<Group> {
    if group.members.len() < 2 {
        return vec![group];
    }
    if row.in_vain > MAX_IN_VAIN {
        row.fall_back("patterns were looked for in vain");
        return vec![group.select(Part::all(group.members.len()))];
    }
    let before = rule.visits();
    let leaves: Vec<NodeId> = group.members.iter().map(|member| member.1).collect();
    let states: Vec<&State> = group.members.iter().filter_map(|&(id, _)| parts.states.state(id)).collect();
    let next_fresh = states.iter().map(|state| state.inherited.fresh()).max().unwrap_or(0);
    let Parts { pool, solver, live, .. } = parts;
    let (tree, common) = (Some((&open.tree, &leaves[..])), &Common::prefix(open.prefix));
    let mut seen = rule::Group { pool, solver, live: *live, states: &states, tree, common, next_fresh };
    let found = rule.partition(&mut seen);
    row.looked(rule.visits() - before, found.iter().any(|part| part.encoded.is_some()));
    found.iter().filter_map(|part| part.refused).for_each(|reason| row.fall_back(reason));
    found.into_iter().filter(|part| !part.members.is_empty()).map(|part| group.select(part)).collect()
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;
    use crate::contexts::Scope;
    use crate::ite::TreeShaped;
    use crate::rule::Plan;
    use crate::testing::FakeHost;
    use braid_code::SourcePlace;

    /// A rule that looks long and finds nothing.
    struct Vain(Cell<u64>);

    impl JoinRule for Vain {
        fn name(&self) -> &'static str {
            "vain"
        }
        fn partition(&self, group: &mut rule::Group<'_>) -> Vec<Part> {
            self.0.set(self.0.get() + MAX_IN_VAIN / 3);
            vec![Part::all(group.tree.map_or(0, |(_, leaves)| leaves.len()))]
        }
        fn visits(&self) -> u64 {
            self.0.get()
        }
        fn plan(&self, group: &mut rule::Group<'_>, part: &Part) -> Plan {
            TreeShaped.plan(group, part)
        }
    }

    #[test]
    fn where_no_pattern_was_ever_found_none_is_looked_for_in_the_end() {
        let (rule, mut host, mut row) = (Vain(Cell::new(0)), FakeHost::new(1, &[]), Row::default());
        let scope = Scope::Region { place: SourcePlace::default() };
        let open = Context::new(scope, None, 0, 0, false);
        let member = |number| (StateId::from_u32(number), Tree::ROOT);
        for _ in 0..10 {
            let group = Group { members: vec![member(0), member(1)], part: Part::all(0) };
            let parts = parted(&rule, &mut host.parts(), &open, group, &mut row);
            assert!(parts.len() == 1 && parts[0].members.len() == 2, "they are joined all the same");
        }
        assert_eq!((rule.visits(), row.told.visits), (4 * (MAX_IN_VAIN / 3), 4 * (MAX_IN_VAIN / 3)));
        assert_eq!(row.told.fallbacks["patterns were looked for in vain"], 6);
        row.looked(1, true);
        assert_eq!(row.in_vain, 0, "a pattern makes up for it");
    }
}
