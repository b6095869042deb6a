//! Quantifiers in the shape the pool has: for all i up to a bound.
//!
//! The text may say `(forall ((i S)) (=> (and (bvule 1 i) (bvule i k)) body))` in many ways, so the bound is looked for
//! in the finished body: a body that is a disjunction with a part `i > k` holds beyond k by itself. Whatever else was
//! said of i, a lower bound for instance, stays in the body; index 0, which the pool's quantifier leaves out, is added
//! as an instance.

use crate::{ExprId, ExprPool, ForallError, Node};

/// How many parts of a disjunction are looked at when the bound is looked for.
const MAX_PARTS: usize = 4096;

/// Sorts of at most this many bits need no bound: all their values are few.
const SMALL_WIDTH: u32 = 8;

/// Why a quantifier cannot be expressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum QuantifierError {
    /// No part of the body bounds the variable from above.
    Unbounded,
    /// The pool refuses it.
    Refused(ForallError),
}

/// For all values of the bound variable of `width` bits, `body`.
pub(super) fn forall(pool: &mut ExprPool, width: u32, body: ExprId) -> Result<ExprId, QuantifierError> {
    let mut all = pool.tru();
    for conjunct in parts(pool, body, Connective::And) {
        let holds = if mentions_bound(pool, conjunct) { bounded(pool, width, conjunct)? } else { conjunct };
        all = pool.and(all, holds);
    }
    Ok(all)
}

/// Whether the term speaks of the bound variable; a quantifier inside is left to the pool to refuse.
fn mentions_bound(pool: &ExprPool, term: ExprId) -> bool {
    pool.has_bound(term) || pool.has_forall(term)
}

fn bounded(pool: &mut ExprPool, width: u32, body: ExprId) -> Result<ExprId, QuantifierError> {
    let i = pool.bound(width);
    let disjuncts = parts(pool, body, Connective::Or);
    let bound = disjuncts.iter().find_map(|&part| upper_bound(pool, part, i));
    let (k, skip) = match bound {
        Some(Bound::AtMost(k)) => (k, pool.fls()),
        Some(Bound::Below(k)) => {
            let (zero, one) = (pool.zero(width), pool.one(width));
            (pool.sub(k, one), pool.eq(k, zero))
        }
        None if width <= SMALL_WIDTH => (pool.ones(width), pool.fls()),
        None => return Err(QuantifierError::Unbounded),
    };
    let quantified = pool.forall(k, body).map_err(QuantifierError::Refused)?;
    let zero = pool.zero(width);
    let first = pool.instantiate_bound(body, zero);
    let all = pool.and(first, quantified);
    Ok(pool.or(skip, all))
}

/// What a disjunct says of the variable by being false.
enum Bound {
    /// i ≤ k.
    AtMost(ExprId),
    /// i < k.
    Below(ExprId),
}

/// The bound on `i` under which the disjunct is false.
fn upper_bound(pool: &ExprPool, disjunct: ExprId, i: ExprId) -> Option<Bound> {
    let (term, negated) = match pool.node(disjunct) {
        Node::Not(inner) => (inner, true),
        _ => (disjunct, false),
    };
    let closed = |k: ExprId| !pool.has_bound(k) && !pool.has_forall(k);
    match (pool.node(term), negated) {
        (Node::Ult(k, x), false) if x == i && closed(k) => Some(Bound::AtMost(k)), // not k < i
        (Node::Ule(k, x), false) if x == i && closed(k) => Some(Bound::Below(k)),  // not k ≤ i
        (Node::Ule(x, k), true) if x == i && closed(k) => Some(Bound::AtMost(k)),  // i ≤ k
        (Node::Ult(x, k), true) if x == i && closed(k) => Some(Bound::Below(k)),   // i < k
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Connective {
    And,
    Or,
}

/// The parts of a conjunction or disjunction, through negations; the term itself if it is neither.
fn parts(pool: &mut ExprPool, term: ExprId, connective: Connective) -> Vec<ExprId> {
    let mut open = vec![(term, false)];
    let mut parts = Vec::new();
    while let Some((term, negated)) = open.pop() {
        let splits = if negated { connective == Connective::Or } else { connective == Connective::And };
        match pool.node(term) {
            Node::Not(inner) => open.push((inner, !negated)),
            Node::And(a, b) if splits && open.len() + parts.len() < MAX_PARTS => {
                open.extend([(b, negated), (a, negated)]);
            }
            Node::Or(a, b) if !splits && open.len() + parts.len() < MAX_PARTS => {
                open.extend([(b, negated), (a, negated)]);
            }
            _ => parts.push(if negated { pool.not(term) } else { term }),
        }
    }
    parts
}
