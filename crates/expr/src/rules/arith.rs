//! Rules of sums, differences, negation and products.

use super::pattern::{is_one, is_ones, is_zero, split_sum};
use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;
use crate::value::Value;

/// match: (add x y), (sub x y), (mul x y), (neg x) on width 1
/// result: (xor x y), (xor x y), (and x y), x
pub(super) fn small_width(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    if key.width != 1 {
        return None;
    }
    let (x, y) = key.pair();
    Some(match key.op {
        Op::Neg => x,
        Op::Mul => pool.and(x, y),
        _ => pool.xor(x, y),
    })
}

/// match: (add x 0)
/// result: x
pub(super) fn add_zero(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    is_zero(pool, c).then_some(x)
}

/// match: (add (add x c1) c2)
/// result: (add x c1+c2)
pub(super) fn add_constants(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c2 = pool.as_const(b)?;
    let (x, c1) = split_sum(pool, a);
    (x != a).then(|| add_value(pool, x, &c1.binary(Op::Add, &c2)))
}

/// match: (add (sub c1 x) c2)
/// result: (sub c1+c2 x)
pub(super) fn add_constant_sub(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c2 = pool.as_const(b)?;
    let Node::Sub(c1, x) = pool.node(a) else { return None };
    let c = pool.as_const(c1)?.binary(Op::Add, &c2);
    let c = pool.bv_value(&c);
    Some(pool.sub(c, x))
}

/// match: (add (add x c) y), y not a constant
/// result: (add (add x y) c)
pub(super) fn add_constant_out(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    for (a, y) in key.both_orders() {
        let (x, c) = split_sum(pool, a);
        if x != a && !pool.is_const(y) {
            let sum = pool.add(x, y);
            return Some(add_value(pool, sum, &c));
        }
    }
    None
}

/// match: (add x (neg y))
/// result: (sub x y)
pub(super) fn add_neg(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    key.both_orders().into_iter().find_map(|(x, other)| match pool.node(other) {
        Node::Neg(y) if !pool.is_const(x) => Some(pool.sub(x, y)),
        _ => None,
    })
}

/// match: (add x (not x))
/// result: all ones
pub(super) fn add_not(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    let complements = pool.node(x) == Node::Not(y) || pool.node(y) == Node::Not(x);
    complements.then(|| pool.ones(key.width()))
}

/// match: (add (sub x y) y)
/// result: x
pub(super) fn add_sub_cancel(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    key.both_orders().into_iter().find_map(|(a, y)| match pool.node(a) {
        Node::Sub(x, z) if y == z => Some(x),
        _ => None,
    })
}

/// match: (sub x x)
/// result: 0
pub(super) fn sub_same(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    (x == y).then(|| pool.zero(key.width()))
}

/// match: (sub x c)
/// result: (add x -c)
pub(super) fn sub_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    let minus = pool.as_const(c)?.unary(Op::Neg);
    Some(add_value(pool, x, &minus))
}

/// match: (sub 0 x)
/// result: (neg x)
pub(super) fn sub_from_zero(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (c, x) = key.pair();
    is_zero(pool, c).then(|| pool.neg(x))
}

/// match: (sub x (neg y))
/// result: (add x y)
pub(super) fn sub_neg(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, b) = key.pair();
    let Node::Neg(y) = pool.node(b) else { return None };
    Some(pool.add(x, y))
}

/// match: (sub (add x y) (add x z)), where an operand without a sum counts as a sum with 0
/// result: (sub y z)
pub(super) fn sub_common(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    for (x, y) in summands(pool, a) {
        if let Some((_, z)) = summands(pool, b).into_iter().find(|&(w, _)| w == x) {
            return Some(match (y, z) {
                (Some(y), Some(z)) => pool.sub(y, z),
                (Some(y), None) => y,
                (None, Some(z)) => pool.neg(z),
                (None, None) => pool.zero(key.width()),
            });
        }
    }
    None
}

/// Each summand of `e` with the other one, if `e` is a sum; `e` itself with nothing.
fn summands(pool: &ExprPool, e: ExprId) -> [(ExprId, Option<ExprId>); 3] {
    match pool.node(e) {
        Node::Add(x, y) => [(e, None), (x, Some(y)), (y, Some(x))],
        _ => [(e, None); 3],
    }
}

/// match: (sub (add x c1) (add y c2)), one of the constants may be missing, or be all of the first operand
/// result: (add (sub x y) c1-c2)
pub(super) fn sub_constant_out(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let ((x, c1), (y, c2)) = (split_sum(pool, a), split_sum(pool, b));
    if x == a && y == b {
        return None;
    }
    if let Some(c) = pool.as_const(x) {
        // (sub c (add y c2)) is (sub c-c2 y): the constant cannot go further out.
        let c = c.binary(Op::Sub, &c2);
        let c = pool.bv_value(&c);
        return Some(pool.sub(c, y));
    }
    let difference = pool.sub(x, y);
    Some(add_value(pool, difference, &c1.binary(Op::Sub, &c2)))
}

/// match: (neg (neg x))
/// result: x
pub(super) fn neg_neg(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    match pool.node(key.arg(0)) {
        Node::Neg(x) => Some(x),
        _ => None,
    }
}

/// match: (neg (not x))
/// result: (add x 1)
pub(super) fn neg_not(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Not(x) = pool.node(key.arg(0)) else { return None };
    Some(add_value(pool, x, &Value::new(key.width(), 1)))
}

/// match: (neg (sub x y))
/// result: (sub y x)
pub(super) fn neg_sub(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Sub(x, y) = pool.node(key.arg(0)) else { return None };
    Some(pool.sub(y, x))
}

/// match: (neg (add x c))
/// result: (sub -c x)
pub(super) fn neg_add_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = split_sum(pool, key.arg(0));
    if x == key.arg(0) {
        return None;
    }
    let minus = pool.bv_value(&c.unary(Op::Neg));
    Some(pool.sub(minus, x))
}

/// match: (mul x c), c one of 0, 1, -1
/// result: 0, x, (neg x)
pub(super) fn mul_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    if is_zero(pool, c) {
        return Some(c);
    }
    if is_one(pool, c) {
        return Some(x);
    }
    is_ones(pool, c).then(|| pool.neg(x))
}

/// match: (mul (mul x c1) c2)
/// result: (mul x c1*c2)
pub(super) fn mul_constants(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c2 = pool.as_const(b)?;
    let Node::Mul(x, c1) = pool.node(a) else { return None };
    let c = pool.as_const(c1)?.binary(Op::Mul, &c2);
    let c = pool.bv_value(&c);
    Some(pool.mul(x, c))
}

/// match: (mul x 2^n)
/// result: (shl x n)
pub(super) fn mul_power(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    let n = pool.as_const(c)?.power_of_two()?;
    let n = pool.bv(key.width(), n.into());
    Some(pool.shl(x, n))
}

/// match: (mul (add x c1) c2)
/// result: (add (mul x c2) c1*c2)
pub(super) fn mul_add_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c2 = pool.as_const(b)?;
    let (x, c1) = split_sum(pool, a);
    if x == a {
        return None;
    }
    let product = pool.mul(x, b);
    Some(add_value(pool, product, &c1.binary(Op::Mul, &c2)))
}

fn add_value(pool: &mut ExprPool, x: ExprId, c: &Value) -> ExprId {
    let c = pool.bv_value(c);
    pool.add(x, c)
}
