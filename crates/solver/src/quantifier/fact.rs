//! Quantifiers as facts: where 1 ≤ t ≤ k is known, ∀i. 1 ≤ i ≤ k → ψ(i) decides ψ(t) without a search.
//!
//! A branch after a joined loop often looks again at what the loop looked at. Its one side is ¬ψ(t), which the lemma from
//! negated terms turns into ¬(1 ≤ t ≤ k): if the bounds of the path leave that no model, the side cannot be taken.

use braid_expr::{ExprId, ExprPool, Node};

use super::lemma::negated_at;
use super::strip::Quantifier;

/// What must hold if `forall` and `conjunct` do, written in two ways as bounds may be written: k ≤ t - 1, and t = 0 ∨ k < t.
/// None if they say nothing of each other.
pub(crate) fn outside(pool: &mut ExprPool, forall: ExprId, conjunct: ExprId) -> Option<[ExprId; 2]> {
    let Node::Forall(k, body) = pool.node(forall) else { return None };
    let t = negated_at(pool, Quantifier { term: forall, k, body, name: None }, conjunct)?;
    let k = pool.zext(k, pool.width(t));
    let (zero, one) = (pool.zero(pool.width(t)), pool.one(pool.width(t)));
    let before = pool.sub(t, one);
    let (is_zero, above) = (pool.eq(t, zero), pool.ult(k, t));
    Some([pool.ule(k, before), pool.or(is_zero, above)])
}
