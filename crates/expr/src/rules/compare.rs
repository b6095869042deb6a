//! Rules of equality and order.

use std::cmp::Ordering;

use super::pattern::{is_non_negative, is_zero, split_sum};
use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;
use crate::value::Value;

/// match: (op x x)
/// result: true for eq, ule, sle; false for ult, slt
pub(super) fn compare_same(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    (x == y).then(|| pool.bool(matches!(key.op, Op::Eq | Op::Ule | Op::Sle)))
}

/// match: (eq x true), (eq x false), (ult x y), (ule x y), (slt x y), (sle x y) on width 1; signed, 1 is -1
/// result: x, (not x), (and (not x) y), (or (not x) y), (and x (not y)), (or x (not y))
pub(super) fn compare_bool(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    if pool.width(x) != 1 {
        return None;
    }
    if key.op == Op::Eq {
        let truth = pool.as_u64(y)?;
        return Some(if truth == 1 { x } else { pool.not(x) });
    }
    let (not_x, not_y) = (pool.not(x), pool.not(y));
    Some(match key.op {
        Op::Ult => pool.and(not_x, y),
        Op::Ule => pool.or(not_x, y),
        Op::Slt => pool.and(x, not_y),
        _ => pool.or(x, not_y),
    })
}

/// The smallest and the largest number in the order of `op`.
fn limits(op: Op, width: u32) -> (Value, Value) {
    let ones = Value::ones(width);
    match op {
        Op::Ult | Op::Ule => (Value::zero(width), ones),
        _ => {
            let largest = ones.binary(Op::Lshr, &Value::new(width, 1));
            (largest.unary(Op::Not), largest)
        }
    }
}

/// match: (ult x min), (ult max x), (ule min x), (ule x max), and likewise signed
/// result: false, false, true, true
pub(super) fn compare_limit(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    let (smallest, largest) = limits(key.op, pool.width(x));
    let strict = matches!(key.op, Op::Ult | Op::Slt);
    let (left, right) = if strict { (largest, smallest) } else { (smallest, largest) };
    let found = pool.as_const(x).is_some_and(|x| x == left) || pool.as_const(y).is_some_and(|y| y == right);
    found.then(|| pool.bool(!strict))
}

/// match: (ule x c), (ult c x), and likewise signed, with a c that is not the largest
/// result: (ult x c+1), (ule c+1 x)
pub(super) fn compare_strict(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    let strict = matches!(key.op, Op::Ult | Op::Slt);
    let c = pool.as_const(if strict { x } else { y })?;
    let (_, largest) = limits(key.op, c.width());
    if c == largest {
        return None;
    }
    let next = c.binary(Op::Add, &Value::new(c.width(), 1));
    let next = pool.bv_value(&next);
    Some(match key.op {
        Op::Ule => pool.ult(x, next),
        Op::Sle => pool.slt(x, next),
        Op::Ult => pool.ule(next, y),
        _ => pool.sle(next, y),
    })
}

/// match: (op (ite c k1 k2) k), (op k (ite c k1 k2)), all of the k constants
/// result: (ite c (op k1 k) (op k2 k)), which is c, (not c), true or false
pub(super) fn compare_ite(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    let (choice, constant, swapped) = if pool.is_const(y) { (x, y, false) } else { (y, x, true) };
    let Node::Ite(condition, k1, k2) = pool.node(choice) else { return None };
    if !pool.is_const(constant) || !pool.is_const(k1) || !pool.is_const(k2) {
        return None;
    }
    let [first, second] = [k1, k2].map(|side| match swapped {
        true => pool.binary(key.op, constant, side),
        false => pool.binary(key.op, side, constant),
    });
    Some(pool.ite(condition, first, second))
}

/// match: (op (zext x) (zext y)), op one of eq, ult, ule; x and y of one width
/// result: (op x y)
pub(super) fn compare_zext(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let (Node::Zext(x), Node::Zext(y)) = (pool.node(a), pool.node(b)) else { return None };
    (pool.width(x) == pool.width(y)).then(|| pool.binary(key.op, x, y))
}

/// match: (op (sext x) (sext y)), op one of eq, slt, sle; x and y of one width
/// result: (op x y)
pub(super) fn compare_sext(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let (Node::Sext(x), Node::Sext(y)) = (pool.node(a), pool.node(b)) else { return None };
    (pool.width(x) == pool.width(y)).then(|| pool.binary(key.op, x, y))
}

/// match: (op (zext x) c), (op c (zext x)), op one of eq, ult, ule
/// result: (op x c) on x's width; if c does not fit, false for eq, else what a c above all x gives
pub(super) fn compare_zext_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let (extended, constant, swapped) = if pool.is_const(b) { (a, b, false) } else { (b, a, true) };
    let Node::Zext(x) = pool.node(extended) else { return None };
    let (c, own) = (pool.as_const(constant)?, pool.width(x));
    if c.width() - c.leading_zeros() > own {
        return Some(pool.bool(key.op != Op::Eq && !swapped));
    }
    narrow(pool, key.op, x, &c.extract(0, own), swapped)
}

/// match: (op (sext x) c), (op c (sext x)), op one of eq, slt, sle
/// result: (op x c) on x's width; if c does not fit, false for eq, else what c's side of all x gives
pub(super) fn compare_sext_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let (extended, constant, swapped) = if pool.is_const(b) { (a, b, false) } else { (b, a, true) };
    let Node::Sext(x) = pool.node(extended) else { return None };
    let (c, own) = (pool.as_const(constant)?, pool.width(x));
    let low = c.extract(0, own);
    if low.sext(c.width()) != c {
        return Some(pool.bool(key.op != Op::Eq && swapped == c.sign()));
    }
    narrow(pool, key.op, x, &low, swapped)
}

fn narrow(pool: &mut ExprPool, op: Op, x: ExprId, c: &Value, swapped: bool) -> Option<ExprId> {
    let c = pool.bv_value(c);
    Some(if swapped { pool.binary(op, c, x) } else { pool.binary(op, x, c) })
}

/// match: (slt x y), (sle x y), neither negative by its shape
/// result: (ult x y), (ule x y)
pub(super) fn compare_non_negative(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    if !is_non_negative(pool, x) || !is_non_negative(pool, y) {
        return None;
    }
    Some(if key.op == Op::Slt { pool.ult(x, y) } else { pool.ule(x, y) })
}

/// match: (op (concat x y) (concat x z)), op an order
/// result: (ult y z) or (ule y z)
pub(super) fn compare_concat(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let (Node::Concat(x, y), Node::Concat(w, z)) = (pool.node(a), pool.node(b)) else { return None };
    if x != w {
        return None;
    }
    Some(if matches!(key.op, Op::Ult | Op::Slt) { pool.ult(y, z) } else { pool.ule(y, z) })
}

/// match: (eq (add x c1) c2), (eq (sub c1 x) c2)
/// result: (eq x c2-c1), (eq x c1-c2)
pub(super) fn eq_add_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c2 = pool.as_const(b)?;
    let (x, c) = match pool.node(a) {
        Node::Add(x, c1) => (x, c2.binary(Op::Sub, &pool.as_const(c1)?)),
        Node::Sub(c1, x) => (x, pool.as_const(c1)?.binary(Op::Sub, &c2)),
        _ => return None,
    };
    let c = pool.bv_value(&c);
    Some(pool.eq(x, c))
}

/// match: (eq (not x) c), (eq (neg x) c)
/// result: (eq x ~c), (eq x -c)
pub(super) fn eq_unary_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c = pool.as_const(b)?;
    let (Node::Not(x) | Node::Neg(x)) = pool.node(a) else { return None };
    let c = pool.bv_value(&c.unary(pool.op(a)));
    Some(pool.eq(x, c))
}

/// match: (eq (xor x c1) c2)
/// result: (eq x c1^c2)
pub(super) fn eq_xor_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c2 = pool.as_const(b)?;
    let Node::Xor(x, c1) = pool.node(a) else { return None };
    let c = pool.as_const(c1)?.binary(Op::Xor, &c2);
    let c = pool.bv_value(&c);
    Some(pool.eq(x, c))
}

/// match: (eq (sub x y) 0), (eq (xor x y) 0)
/// result: (eq x y)
pub(super) fn eq_difference(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    match pool.node(a) {
        Node::Sub(x, y) | Node::Xor(x, y) if is_zero(pool, b) => Some(pool.eq(x, y)),
        _ => None,
    }
}

/// match: (eq (add x y) (add x z)), (eq (xor x y) (xor x z)), (eq (add x y) x), (eq (add x c1) (add y c2))
/// result: (eq y z), (eq y z), (eq y 0), (eq x (add y c2-c1))
pub(super) fn eq_common(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    for (a, b) in key.both_orders() {
        let (op @ (Op::Add | Op::Xor), children) = (pool.op(a), pool.children(a)) else { continue };
        for (x, y) in [(children[0], children[1]), (children[1], children[0])] {
            if b == x {
                let zero = pool.zero(pool.width(x));
                return Some(pool.eq(y, zero));
            }
            let others = pool.children(b);
            if pool.op(b) == op && others.contains(&x) {
                let z = if others[0] == x { others[1] } else { others[0] };
                return Some(pool.eq(y, z));
            }
        }
    }
    constants_to_one_side(pool, key)
}

fn constants_to_one_side(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let ((x, c1), (y, c2)) = (split_sum(pool, a), split_sum(pool, b));
    if x == a || y == b {
        return None;
    }
    let c = pool.bv_value(&c2.binary(Op::Sub, &c1));
    let sum = pool.add(y, c);
    Some(pool.eq(x, sum))
}

/// How many summands of a sum are looked at.
const MAX_SUMMANDS: usize = 64;

/// match: (eq (add … x …) (add … x …)), (eq (xor … x …) (xor … x …)), x at any depth of either sum
/// result: (eq (add … …) (add … …)), what both have in common left out; an empty sum is 0
pub(super) fn eq_sums(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let op = pool.op(a);
    if !matches!(op, Op::Add | Op::Xor) || pool.op(b) != op {
        return None;
    }
    let (left, right) = (summands(pool, op, a)?, summands(pool, op, b)?);
    let (left, right) = without_common(left, right)?;
    let [left, right] = [left, right].map(|rest| {
        let sum = rest.into_iter().reduce(|sum, x| pool.binary(op, sum, x));
        sum.unwrap_or_else(|| pool.zero(pool.width(a)))
    });
    Some(pool.eq(left, right))
}

/// What a sum consists of, in order of age; none if that is a lot.
fn summands(pool: &ExprPool, op: Op, sum: ExprId) -> Option<Vec<ExprId>> {
    let (mut found, mut open) = (Vec::new(), vec![sum]);
    while let Some(e) = open.pop() {
        if pool.op(e) == op {
            open.extend(pool.children(e));
        } else {
            found.push(e);
        }
        if found.len() + open.len() > MAX_SUMMANDS {
            return None;
        }
    }
    found.sort_unstable();
    Some(found)
}

/// Two sorted lists without what they have in common; none if that is nothing.
fn without_common(left: Vec<ExprId>, right: Vec<ExprId>) -> Option<(Vec<ExprId>, Vec<ExprId>)> {
    let total = left.len() + right.len();
    let (mut lefts, mut rights) = (Vec::new(), Vec::new());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(&x), Some(&y)) = (left.peek(), right.peek()) {
        match x.cmp(&y) {
            Ordering::Less => lefts.extend(left.next()),
            Ordering::Greater => rights.extend(right.next()),
            Ordering::Equal => {
                left.next();
                right.next();
            }
        }
    }
    lefts.extend(left);
    rights.extend(right);
    (lefts.len() + rights.len() < total).then_some((lefts, rights))
}

/// match: (eq (not x) (not y)), (eq x (not y)) on width 1
/// result: (eq x y), (not (eq x y))
pub(super) fn eq_not(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    match (pool.node(a), pool.node(b)) {
        (Node::Not(x), Node::Not(y)) => Some(pool.eq(x, y)),
        (Node::Not(x), _) if pool.width(a) == 1 => Some(pool.ne(x, b)),
        (_, Node::Not(y)) if pool.width(a) == 1 => Some(pool.ne(a, y)),
        _ => None,
    }
}

/// match: (eq (concat x y) c)
/// result: (and (eq x high c) (eq y low c))
pub(super) fn eq_concat_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c = pool.as_const(b)?;
    let Node::Concat(x, y) = pool.node(a) else { return None };
    let cut = pool.width(y);
    let (high, low) = (pool.bv_value(&c.extract(cut, c.width() - cut)), pool.bv_value(&c.extract(0, cut)));
    let (upper, lower) = (pool.eq(x, high), pool.eq(y, low));
    Some(pool.and(upper, lower))
}

/// match: (eq (concat x y) (concat z w)), y and w of one width
/// result: (and (eq x z) (eq y w))
pub(super) fn eq_concat(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let (Node::Concat(x, y), Node::Concat(z, w)) = (pool.node(a), pool.node(b)) else { return None };
    if pool.width(y) != pool.width(w) {
        return None;
    }
    let (upper, lower) = (pool.eq(x, z), pool.eq(y, w));
    Some(pool.and(upper, lower))
}

/// match: (eq (ite c k x) k'), k and k' different constants, or likewise on the other side
/// result: (and (not c) (eq x k'))
pub(super) fn eq_ite_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, k) = key.pair();
    let Node::Ite(condition, x, y) = pool.node(a) else { return None };
    if !pool.is_const(k) {
        return None;
    }
    let excluded = |pool: &ExprPool, side: ExprId| pool.is_const(side) && side != k;
    if excluded(pool, x) {
        let (other, equal) = (pool.not(condition), pool.eq(y, k));
        return Some(pool.and(other, equal));
    }
    if excluded(pool, y) {
        let equal = pool.eq(x, k);
        return Some(pool.and(condition, equal));
    }
    None
}
