//! Rules of shifts. A shift by a constant is no shift: it becomes an extract with zeros or signs around it.

use super::pattern::is_zero;
use crate::node::{ExprId, Key, Op};
use crate::pool::ExprPool;

/// match: (shl x y), (lshr x y), (ashr x y) on width 1
/// result: (and x (not y)), (and x (not y)), x
pub(super) fn shift_bool(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    if key.width != 1 {
        return None;
    }
    let (x, y) = key.pair();
    if key.op == Op::Ashr {
        return Some(x);
    }
    let stays = pool.not(y);
    Some(pool.and(x, stays))
}

/// match: (shl 0 y), (lshr 0 y), (ashr 0 y), and any shift by 0
/// result: what is shifted
pub(super) fn shift_zero(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (x, y) = key.pair();
    (is_zero(pool, x) || is_zero(pool, y)).then_some(x)
}

/// The amount of a shift by a constant, at most the width.
fn amount(pool: &ExprPool, key: &Key) -> Option<u32> {
    let amount = pool.as_const(key.arg(1))?.to_u64().unwrap_or(u64::MAX);
    Some(amount.min(key.width.into()) as u32)
}

/// match: (shl x n)
/// result: (concat (extract x 0 w-n) 0), or 0 if n is the width or more
pub(super) fn shl_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let n = amount(pool, key)?;
    if n == key.width() {
        return Some(pool.zero(n));
    }
    let high = pool.extract(key.arg(0), 0, key.width() - n);
    let zeros = pool.zero(n);
    Some(pool.concat(high, zeros))
}

/// match: (lshr x n)
/// result: (zext (extract x n w-n)), or 0 if n is the width or more
pub(super) fn lshr_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let n = amount(pool, key)?;
    if n == key.width() {
        return Some(pool.zero(n));
    }
    let low = pool.extract(key.arg(0), n, key.width() - n);
    Some(pool.zext(low, key.width()))
}

/// match: (ashr x n)
/// result: (sext (extract x n w-n)), at least the sign bit staying
pub(super) fn ashr_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let n = amount(pool, key)?.min(key.width() - 1);
    let low = pool.extract(key.arg(0), n, key.width() - n);
    Some(pool.sext(low, key.width()))
}
