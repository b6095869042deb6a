//! The flat form (Trabish 2021, algorithm 2): a disjunction of whole conditions, and a chain of choices by them.
//!
//! Conditions of n states of a loop have n conjuncts each, so this is quadratic where the tree-shaped form is linear. It
//! is what the papers compare with.

use braid_expr::{ExprId, ExprPool};
use braid_state::Value;
use braid_state::join::Choice;

use crate::rule::{Group, JoinRule, Part, Plan};

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

impl JoinRule for Flat {
    fn name(&self) -> &'static str {
        "ite-flat"
    }
    fn plan(&self, group: &mut Group<'_>, _: &Part) -> Plan {
        let conditions = group.rests();
        let condition = group.pool.any(conditions.iter().copied());
        Plan::exact(vec![condition], Box::new(Chain { conditions }))
    }
}

/// Choices one after another, by the condition of each state; the last needs none.
struct Chain {
    conditions: Vec<ExprId>,
}

impl Choice for Chain {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        let (&last, others) = values.split_last().expect("a group has states");
        let mut chosen = last.term(pool, bits);
        for (&condition, value) in self.conditions.iter().zip(others).rev() {
            let value = value.term(pool, bits);
            chosen = pool.ite(condition, value, chosen);
        }
        Value::of(pool, chosen)
    }
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        pool.any(members.iter().map(|&member| self.conditions[member]))
    }
}
