//! Rules of quotients and remainders. Division by zero has SMT-LIB's meaning throughout.

use super::pattern::{is_non_negative, is_one, is_ones, is_zero};
use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;

/// match: (udiv x 0), (urem x 0), (srem x 0), (sdiv x 0)
/// result: all ones, x, x, (ite (slt x 0) 1 -1)
pub(super) fn divide_by_zero(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    if !is_zero(pool, c) {
        return None;
    }
    Some(match key.op {
        Op::Udiv => pool.ones(key.width()),
        Op::Sdiv => {
            let (negative, one, minus_one) = (pool.slt(x, c), pool.one(key.width()), pool.ones(key.width()));
            pool.ite(negative, one, minus_one)
        }
        _ => x,
    })
}

/// match: (udiv x 1), (sdiv x 1), (urem x 1), (srem x 1), the signed ones not on width 1
/// result: x, x, 0, 0
pub(super) fn divide_by_one(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    let signed = matches!(key.op, Op::Sdiv | Op::Srem);
    if !is_one(pool, c) || (signed && key.width == 1) {
        return None;
    }
    Some(if matches!(key.op, Op::Udiv | Op::Sdiv) { x } else { pool.zero(key.width()) })
}

/// match: (sdiv x -1), (srem x -1)
/// result: (neg x), 0
pub(super) fn divide_by_minus_one(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    if !is_ones(pool, c) {
        return None;
    }
    Some(if key.op == Op::Sdiv { pool.neg(x) } else { pool.zero(key.width()) })
}

/// match: (urem x x), (srem x x)
/// result: 0
pub(super) fn remainder_same(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    (x == y).then(|| pool.zero(key.width()))
}

/// match: (udiv x 2^n)
/// result: (lshr x n)
pub(super) fn udiv_power(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    let n = pool.as_const(c)?.power_of_two()?;
    let n = pool.bv(key.width(), n.into());
    Some(pool.lshr(x, n))
}

/// match: (urem x 2^n), n > 0
/// result: (extract x 0 n) with zeros above
pub(super) fn urem_power(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    let n = pool.as_const(c)?.power_of_two().filter(|&n| n > 0)?;
    let low = pool.extract(x, 0, n);
    Some(pool.zext(low, key.width()))
}

/// match: (udiv (zext x) c), (urem (zext x) c), c not 0
/// result: the same on x's width, extended; 0 and (zext x) if c does not fit
pub(super) fn divide_zext(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let c = pool.as_const(b).filter(|c| !c.is_zero())?;
    let Node::Zext(x) = pool.node(a) else { return None };
    let own = pool.width(x);
    if key.width() - c.leading_zeros() > own {
        return Some(if key.op == Op::Udiv { pool.zero(key.width()) } else { a });
    }
    let c = pool.bv_value(&c.extract(0, own));
    let result = pool.binary(key.op, x, c);
    Some(pool.zext(result, key.width()))
}

/// match: (sdiv x y), (srem x y), neither negative by its shape
/// result: (udiv x y), (urem x y)
pub(super) fn divide_non_negative(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    if !is_non_negative(pool, x) || !is_non_negative(pool, y) {
        return None;
    }
    Some(if key.op == Op::Sdiv { pool.udiv(x, y) } else { pool.urem(x, y) })
}

/// match: (sdiv x 2^n), 2^n positive
/// result: (ashr (add x (lshr (ashr x w-1) w-n)) n): a negative x is rounded to zero, not down
pub(super) fn sdiv_power(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    let width = key.width();
    let n = pool.as_const(c)?.power_of_two().filter(|&n| n > 0 && n < width - 1)?;
    let [all, rest, n] = [width - 1, width - n, n].map(|amount| pool.bv(width, amount.into()));
    let sign = pool.ashr(x, all);
    let bias = pool.lshr(sign, rest);
    let biased = pool.add(x, bias);
    Some(pool.ashr(biased, n))
}

/// match: (srem x 2^n), 2^n positive
/// result: (sub x (shl (sdiv x 2^n) n))
pub(super) fn srem_power(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, c) = key.pair();
    let width = key.width();
    let n = pool.as_const(c)?.power_of_two().filter(|&n| n > 0 && n < width - 1)?;
    let quotient = pool.sdiv(x, c);
    let n = pool.bv(width, n.into());
    let multiple = pool.shl(quotient, n);
    Some(pool.sub(x, multiple))
}
