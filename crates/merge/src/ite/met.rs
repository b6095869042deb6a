//! The form for states that merely met, without an execution tree: what is common stays as it is, the rests become one condition that
//! is as small as it can be seen to be, and values are chosen by the smallest conditions that tell the states apart.
//!
//! The rest of a state is a set of literals: for each byte that is read alone, the set of its values; and all other conjuncts. Two rests that
//! differ in one byte alone are one rest with the union of both sets, two that differ in the sign of one conjunct alone are one without it; what
//! is left out is left out because the literals are equivalent, never because a tree is complete. What all rests say
//! stands outside of the disjunction, and so does every part of them that shares nothing with the others, if all combinations are there:
//! else one disjunction would glue all bytes into one slice.
//!
//! Whatever has an order has that of the states and their conjuncts, not that of the ids of terms: what states become is the same wherever
//! they are joined again.
//!
//! Values are chosen along a decision tree over the rests: by the values of one byte, or by one conjunct, wherever each of the states is on one
//! side of it; else by the whole rest. States are exclusive, so that a whole rest tells its state from all others.

mod decisions;
mod grouped;
mod rows;
#[cfg(test)]
mod tests;

use core::cell::RefCell;

use braid_expr::{ByteSets, ExprId, ExprPool};
use braid_state::Value;
use braid_state::join::Choice;

use crate::rule::{Group, JoinRule, Part, Plan};
use decisions::{Decision, Decisions};
use rows::{Numbers, Row};

/// The rule.
#[derive(Default)]
pub struct Met {
    sets: RefCell<ByteSets>,
}

impl JoinRule for Met {
    fn name(&self) -> &'static str {
        "ite-met"
    }
    fn plan(&self, group: &mut Group<'_>, _: &Part) -> Plan {
        let sets = &mut *self.sets.borrow_mut();
        let rests: Vec<Vec<ExprId>> = group.states.iter().map(|state| group.common.rest(&state.path)).collect();
        let mut numbers = Numbers::default();
        let rows: Vec<Row> = rests.iter().map(|rest| Row::of(group.pool, sets, &mut numbers, rest)).collect();
        let conditions = rows::conditions(group.pool, &numbers, rows.clone());
        let decisions = Decisions::new(group.pool, &numbers, &rows);
        Plan::exact(conditions, Box::new(ByDecisions { decisions }))
    }
}

/// Choices along a decision tree.
struct ByDecisions {
    decisions: Decisions,
}

impl Choice for ByDecisions {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        let mut chosen: Vec<Value> = Vec::with_capacity(self.decisions.nodes.len());
        for node in &self.decisions.nodes {
            let value = |at: Decision| match at {
                Decision::State(member) => values[member],
                Decision::Node(node) => chosen[node],
            };
            let (&(_, last), others) = node.split_last().expect("a decision has sides");
            let mut result = value(last);
            for &(condition, side) in others.iter().rev() {
                let value = value(side);
                if value != result {
                    let (then, otherwise) = (value.term(pool, bits), result.term(pool, bits));
                    let term = pool.ite(condition, then, otherwise);
                    result = Value::of(pool, term);
                }
            }
            chosen.push(result);
        }
        match self.decisions.top {
            Decision::State(member) => values[member],
            Decision::Node(node) => chosen[node],
        }
    }
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        let (yes, no) = (pool.tru(), pool.fls());
        let states = self.decisions.states;
        let mut is_member = vec![no; states];
        members.iter().for_each(|&member| is_member[member] = yes);
        let mut holds: Vec<ExprId> = Vec::with_capacity(self.decisions.nodes.len());
        for node in &self.decisions.nodes {
            let value = |at: Decision| match at {
                Decision::State(member) => is_member[member],
                Decision::Node(node) => holds[node],
            };
            let (&(_, last), others) = node.split_last().expect("a decision has sides");
            let mut result = value(last);
            for &(condition, side) in others.iter().rev() {
                let value = value(side);
                if value != result {
                    result = pool.ite(condition, value, result);
                }
            }
            holds.push(result);
        }
        match self.decisions.top {
            Decision::State(member) => is_member[member],
            Decision::Node(node) => holds[node],
        }
    }
}
