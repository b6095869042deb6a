//! Rules of the bitwise operators, which are the logical connectives on width 1.

use super::pattern::{are_complements, is_ones, is_zero};
use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;
use crate::value::Value;

/// match: (not (not x))
/// result: x
pub(super) fn not_not(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    match pool.node(key.arg(0)) {
        Node::Not(x) => Some(x),
        _ => None,
    }
}

/// match: (not (ult x y))
/// result: (ule y x), and likewise for the other three orders
pub(super) fn not_compare(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    match pool.node(key.arg(0)) {
        Node::Ult(x, y) => Some(pool.ule(y, x)),
        Node::Ule(x, y) => Some(pool.ult(y, x)),
        Node::Slt(x, y) => Some(pool.sle(y, x)),
        Node::Sle(x, y) => Some(pool.slt(y, x)),
        _ => None,
    }
}

/// match: (not (xor x c))
/// result: (xor x ~c)
pub(super) fn not_xor_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Xor(x, c) = pool.node(key.arg(0)) else { return None };
    let c = pool.as_const(c)?.unary(Op::Not);
    let c = pool.bv_value(&c);
    Some(pool.xor(x, c))
}

/// match: (not (neg x))
/// result: (add x -1)
pub(super) fn not_neg(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Neg(x) = pool.node(key.arg(0)) else { return None };
    let minus_one = pool.ones(key.width());
    Some(pool.add(x, minus_one))
}

/// match: (and x c), c zero or all ones
/// result: c or x
pub(super) fn and_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    if is_zero(pool, c) {
        return Some(c);
    }
    is_ones(pool, c).then_some(x)
}

/// match: (or x c), c zero or all ones
/// result: x or c
pub(super) fn or_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    if is_zero(pool, c) {
        return Some(x);
    }
    is_ones(pool, c).then_some(c)
}

/// match: (xor x c), c zero or all ones
/// result: x or (not x)
pub(super) fn xor_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    if is_zero(pool, c) {
        return Some(x);
    }
    is_ones(pool, c).then(|| pool.not(x))
}

/// match: (and x x), (or x x), (xor x x)
/// result: x, x, 0
pub(super) fn bitwise_same(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    if x != y {
        return None;
    }
    Some(if key.op == Op::Xor { pool.zero(key.width()) } else { x })
}

/// match: (and x (not x)), (or x (not x)), (xor x (not x)); on width 1 also with a comparison and its negation
/// result: 0, all ones, all ones
pub(super) fn bitwise_complement(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    if !are_complements(pool, x, y) {
        return None;
    }
    Some(if key.op == Op::And { pool.zero(key.width()) } else { pool.ones(key.width()) })
}

/// match: (op (op x c1) c2), op one of and, or, xor
/// result: (op x (op c1 c2))
pub(super) fn bitwise_constants(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c2 = pool.as_const(b)?;
    if pool.op(a) != key.op {
        return None;
    }
    let [x, c1] = [pool.children(a)[0], pool.children(a)[1]];
    let c = pool.as_const(c1)?.binary(key.op, &c2);
    let c = pool.bv_value(&c);
    Some(pool.binary(key.op, x, c))
}

/// The other of the two connectives that absorb each other.
fn dual(op: Op) -> Op {
    if op == Op::And { Op::Or } else { Op::And }
}

/// The operands of `e` if it is an `op`.
fn operands(pool: &ExprPool, op: Op, e: ExprId) -> Option<[(ExprId, ExprId); 2]> {
    if pool.op(e) != op {
        return None;
    }
    let children = pool.children(e);
    Some([(children[0], children[1]), (children[1], children[0])])
}

/// match: (and x (or x y)), (or x (and x y))
/// result: x
pub(super) fn absorb(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    key.both_orders().into_iter().find_map(|(x, other)| {
        let orders = operands(pool, dual(key.op), other)?;
        orders.into_iter().any(|(same, _)| same == x).then_some(x)
    })
}

/// match: (and x (or (not x) y)), (or x (and (not x) y))
/// result: (and x y), (or x y)
pub(super) fn absorb_complement(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    for (x, other) in key.both_orders() {
        let Some(orders) = operands(pool, dual(key.op), other) else { continue };
        if let Some((_, y)) = orders.into_iter().find(|&(z, _)| are_complements(pool, x, z)) {
            return Some(pool.binary(key.op, x, y));
        }
    }
    None
}

/// match: (and x (and x y)), (or x (or x y))
/// result: (and x y), (or x y)
pub(super) fn repeated(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    key.both_orders().into_iter().find_map(|(x, other)| {
        let orders = operands(pool, key.op, other)?;
        orders.into_iter().any(|(same, _)| same == x).then_some(other)
    })
}

/// match: (and x (and (not x) y)), (or x (or (not x) y))
/// result: 0, all ones
pub(super) fn contradiction(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let found = key.both_orders().into_iter().any(|(x, other)| {
        let orders = operands(pool, key.op, other);
        orders.is_some_and(|orders| orders.into_iter().any(|(z, _)| are_complements(pool, x, z)))
    });
    found.then(|| if key.op == Op::And { pool.zero(key.width()) } else { pool.ones(key.width()) })
}

/// match: (xor x (xor x y))
/// result: y
pub(super) fn xor_cancel(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    key.both_orders().into_iter().find_map(|(x, other)| {
        let orders = operands(pool, Op::Xor, other)?;
        orders.into_iter().find(|&(same, _)| same == x).map(|(_, y)| y)
    })
}

/// match: (xor (not x) y)
/// result: (not (xor x y)), or (xor x ~y) for a constant y
pub(super) fn xor_not(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    for (a, y) in key.both_orders() {
        let Node::Not(x) = pool.node(a) else { continue };
        if pool.is_const(y) {
            let y = pool.not(y);
            return Some(pool.xor(x, y));
        }
        let xor = pool.xor(x, y);
        return Some(pool.not(xor));
    }
    None
}

/// match: (and (eq x c1) (eq x c2)) or (and (eq x c1) (not (eq x c2))), c1 and c2 different constants
/// result: false, (eq x c1)
pub(super) fn equals_two_constants(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    if key.width != 1 {
        return None;
    }
    for (a, b) in key.both_orders() {
        let Some((x, c1)) = equals_constant(pool, a) else { continue };
        let inner = if let Node::Not(inner) = pool.node(b) { inner } else { b };
        if equals_constant(pool, inner).is_some_and(|(y, c2)| x == y && c1 != c2) {
            return Some(if inner == b { pool.fls() } else { a });
        }
    }
    None
}

fn equals_constant(pool: &ExprPool, e: ExprId) -> Option<(ExprId, ExprId)> {
    match pool.node(e) {
        Node::Eq(x, c) if pool.is_const(c) => Some((x, c)),
        _ => None,
    }
}

/// match: (and x c), c one run of ones from bit l on, n of them
/// result: zeros above (extract x l n) above zeros
pub(super) fn and_mask(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    let (low, count) = run_of_ones(&pool.as_const(c)?)?;
    let mut part = pool.extract(x, low, count);
    if low > 0 {
        let zeros = pool.zero(low);
        part = pool.concat(part, zeros);
    }
    Some(pool.zext(part, key.width()))
}

/// Where the ones of a value begin and how many there are, if they are in one run.
fn run_of_ones(value: &Value) -> Option<(u32, u32)> {
    let low = value.trailing_zeros();
    let high = value.width() - value.leading_zeros();
    let run = high.checked_sub(low).filter(|&count| count > 0)?;
    value.extract(low, run).is_ones().then_some((low, run))
}

/// match: (or (concat x 0) y), y zero from bit n on, n the width of the 0; likewise with xor and add, except that the
/// sum with a constant is left alone: sums with different constants shall look alike
/// result: (concat x (extract y 0 n))
pub(super) fn disjoint_concat(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    for (a, y) in key.both_orders() {
        let zeros = trailing_zeros(pool, a);
        if zeros == 0 || used_bits(pool, y) > zeros || (key.op == Op::Add && pool.is_const(y)) {
            continue;
        }
        let high = pool.extract(a, zeros, key.width() - zeros);
        let low = pool.extract(y, 0, zeros);
        return Some(pool.concat(high, low));
    }
    None
}

/// How many low bits of `e` are 0 because it is a concatenation with 0.
fn trailing_zeros(pool: &ExprPool, e: ExprId) -> u32 {
    let inner = if let Node::Zext(inner) = pool.node(e) { inner } else { e };
    match pool.node(inner) {
        Node::Concat(_, low) if is_zero(pool, low) => pool.width(low),
        _ => 0,
    }
}

/// From which bit on `e` is 0 by its shape.
fn used_bits(pool: &ExprPool, e: ExprId) -> u32 {
    match pool.node(e) {
        Node::Zext(x) => pool.width(x),
        Node::Const => pool.as_const(e).map_or(0, |value| value.width() - value.leading_zeros()),
        _ => pool.width(e),
    }
}
