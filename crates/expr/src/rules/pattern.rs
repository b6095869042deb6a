//! What rules of all theories look for: constants of a kind, sums with a constant, the order of operands.

use braid_entity::Entity;

use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;
use crate::value::Value;

impl Key {
    /// The operands of a binary node.
    #[inline]
    pub(super) fn pair(&self) -> (ExprId, ExprId) {
        (self.arg(0), self.arg(1))
    }
    /// Both orders of the operands of a commutative node.
    #[inline]
    pub(super) fn both_orders(&self) -> [(ExprId, ExprId); 2] {
        let (a, b) = self.pair();
        [(a, b), (b, a)]
    }
    #[inline]
    pub(super) fn width(&self) -> u32 {
        self.width.into()
    }
}

/// Whether `e` is the constant 0.
pub(super) fn is_zero(pool: &ExprPool, e: ExprId) -> bool {
    pool.limbs(e, &mut 0).is_some_and(|limbs| limbs.iter().all(|&limb| limb == 0))
}

/// Whether `e` is the constant 1.
pub(super) fn is_one(pool: &ExprPool, e: ExprId) -> bool {
    pool.limbs(e, &mut 0).is_some_and(|limbs| limbs[0] == 1 && limbs[1..].iter().all(|&limb| limb == 0))
}

/// Whether `e` is the constant with all bits set.
pub(super) fn is_ones(pool: &ExprPool, e: ExprId) -> bool {
    pool.as_const(e).is_some_and(|value| value.is_ones())
}

/// Whether one is the complement of the other.
pub(super) fn are_complements(pool: &ExprPool, a: ExprId, b: ExprId) -> bool {
    if pool.node(a) == Node::Not(b) || pool.node(b) == Node::Not(a) {
        return true;
    }
    match (pool.node(a), pool.node(b)) {
        (Node::Ult(x, y), Node::Ule(z, w)) | (Node::Ule(x, y), Node::Ult(z, w)) => (x, y) == (w, z),
        (Node::Slt(x, y), Node::Sle(z, w)) | (Node::Sle(x, y), Node::Slt(z, w)) => (x, y) == (w, z),
        _ => false,
    }
}

/// `e` as a sum with a constant: the other summand and the constant, which is 0 if there is none.
pub(super) fn split_sum(pool: &ExprPool, e: ExprId) -> (ExprId, Value) {
    if let Node::Add(x, c) = pool.node(e)
        && let Some(c) = pool.as_const(c)
    {
        return (x, c);
    }
    (e, Value::zero(pool.width(e)))
}

/// Whether the highest bit is known to be 0 by the shape alone.
pub(super) fn is_non_negative(pool: &ExprPool, e: ExprId) -> bool {
    pool.op(e) == Op::Zext || pool.as_const(e).is_some_and(|value| !value.sign())
}

/// match: (op c x), op commutative, c a constant, x not
/// result: (op x c)
pub(super) fn constant_right(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    (pool.is_const(a) && !pool.is_const(b)).then(|| pool.binary(key.op, b, a))
}

/// match: (op y x), op commutative, x older than y
/// result: (op x y)
pub(super) fn older_left(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    (b.index() < a.index() && !pool.is_const(b)).then(|| pool.binary(key.op, b, a))
}
