//! Equality of choices, leaf by leaf (Sen 2015, section 3.2): what is equal by itself, or known, needs no predicate.
//!
//! A value that a queue gives back is a choice between inputs, and so is the one that it is compared with. As bits, their equality is a diagram over
//! all of these inputs; leaf by leaf it is the guard under which both are the same one.

use std::collections::BTreeMap;

use braid_expr::{ExprId, ExprPool, Node};

use crate::bdd::Guard;
use crate::guards::Guards;
use crate::vector::Vectors;

/// Choices between more terms than this are not compared leaf by leaf.
const MAX_LEAVES: usize = 32;
/// Pairs of leaves, at most.
const MAX_PAIRS: usize = 256;
/// Choices that a choice is made of, at most.
const MAX_CHOICES: usize = 256;

impl Vectors {
    /// The guard of an equality of which one operand is a choice between terms. None if it is none, or too large.
    pub(crate) fn equate_leaves(
        &self,
        guards: &mut Guards,
        pool: &mut ExprPool,
        term: ExprId,
        steps: usize,
    ) -> Option<Guard> {
        // Of other comparisons little is known where nothing is equal.
        let Node::Eq(a, b) = pool.node(term) else { return None };
        let mut left = steps;
        let lists = [a, b].map(|operand| self.leaves_of(guards, pool, operand, &mut left));
        let [Some(of_a), Some(of_b)] = lists else { return None };
        if of_a.len() + of_b.len() <= 2 || of_a.len() * of_b.len() > MAX_PAIRS {
            return None;
        }
        let mut never = Guard::TRUE;
        for &(here, one) in &of_a {
            for &(there, other) in &of_b {
                let both = guards.both(here, there, &mut left)?;
                if both.is_false() {
                    continue;
                }
                let holds = pool.map_children(term, |operand| if operand == a { one } else { other }).ok()?;
                let holds = self.leaf_condition(guards, pool, holds);
                let both = guards.both(both, holds, &mut left)?;
                never = guards.both(never, !both, &mut left)?;
            }
        }
        Some(!never)
    }

    /// The guard of an equality of two leaves: known, of one byte, or a predicate.
    fn leaf_condition(&self, guards: &mut Guards, pool: &mut ExprPool, term: ExprId) -> Guard {
        match guards.of_byte(pool, term) {
            Some(guard) => guard,
            None => guards.variables.literal(&mut guards.bdd, pool, term),
        }
    }

    /// What an operand is a choice between, an extension of one included.
    fn leaves_of(
        &self,
        guards: &mut Guards,
        pool: &mut ExprPool,
        operand: ExprId,
        steps: &mut usize,
    ) -> Option<Vec<(Guard, ExprId)>> {
        let inner = match pool.node(operand) {
            Node::Zext(inner) | Node::Sext(inner) => inner,
            _ => operand,
        };
        let (mut found, mut open) = (Vec::new(), BTreeMap::from([(inner, Guard::TRUE)]));
        for _ in 0..MAX_CHOICES {
            let Some((term, guard)) = open.pop_last() else { return Some(found) };
            let Node::Ite(condition, then, otherwise) = pool.node(term) else {
                let whole = if inner == operand { Some(term) } else { pool.map_children(operand, |_| term).ok() };
                found.push((guard, whole?));
                if found.len() > MAX_LEAVES {
                    return None;
                }
                continue;
            };
            let condition = self.guard_of(condition)?;
            for (side, condition) in [(then, condition), (otherwise, !condition)] {
                let here = guards.both(guard, condition, steps)?;
                if !here.is_false() {
                    let known = open.remove(&side).unwrap_or(Guard::FALSE);
                    open.insert(side, !guards.both(!known, !here, steps)?);
                }
            }
        }
        None
    }
}
