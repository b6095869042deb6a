//! Rules of concatenation, extraction and extension: words that are taken apart into bytes come together again.

use super::pattern::is_zero;
use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;

/// match: (extract x 0 w), w the width of x
/// result: x
pub(super) fn extract_all(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    (pool.width(key.arg(0)) == key.width()).then(|| key.arg(0))
}

/// match: (extract (extract x l1 n1) l2 n2)
/// result: (extract x l1+l2 n2)
pub(super) fn extract_extract(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Extract(x, inner) = pool.node(key.arg(0)) else { return None };
    Some(pool.extract(x, inner + key.args[1], key.width()))
}

/// match: (extract (concat x y) l n)
/// result: from x alone, from y alone, or the concatenation of the parts of both
pub(super) fn extract_concat(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Concat(x, y) = pool.node(key.arg(0)) else { return None };
    let (low, high, cut) = (key.args[1], key.args[1] + key.width(), pool.width(y));
    if low >= cut {
        return Some(pool.extract(x, low - cut, key.width()));
    }
    if high <= cut {
        return Some(pool.extract(y, low, key.width()));
    }
    let (upper, lower) = (pool.extract(x, 0, high - cut), pool.extract(y, low, cut - low));
    Some(pool.concat(upper, lower))
}

/// match: (extract (zext x) l n)
/// result: from x alone, 0, or what is left of x with zeros above
pub(super) fn extract_zext(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Zext(x) = pool.node(key.arg(0)) else { return None };
    let (low, own) = (key.args[1], pool.width(x));
    if low >= own {
        return Some(pool.zero(key.width()));
    }
    let part = pool.extract(x, low, key.width().min(own - low));
    Some(pool.zext(part, key.width()))
}

/// match: (extract (sext x) l n)
/// result: from x alone, or what is left of x, at least its sign bit, with signs above
pub(super) fn extract_sext(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Sext(x) = pool.node(key.arg(0)) else { return None };
    let own = pool.width(x);
    let low = key.args[1].min(own - 1);
    let part = pool.extract(x, low, key.width().min(own - low));
    Some(pool.sext(part, key.width()))
}

/// match: (extract (not x) l n)
/// result: (not (extract x l n))
pub(super) fn extract_not(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Not(x) = pool.node(key.arg(0)) else { return None };
    let part = pool.extract(x, key.args[1], key.width());
    Some(pool.not(part))
}

/// Whether an extract from `e` is simpler than an extract from what is built over it.
fn comes_apart(pool: &ExprPool, e: ExprId) -> bool {
    matches!(pool.op(e), Op::Const | Op::Concat | Op::Zext | Op::Sext | Op::Extract)
}

/// match: (extract (op x y) l n), op one of and, or, xor; x and y come apart
/// result: (op (extract x l n) (extract y l n))
pub(super) fn extract_bitwise(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let a = key.arg(0);
    if !matches!(pool.op(a), Op::And | Op::Or | Op::Xor) {
        return None;
    }
    let [x, y] = [pool.children(a)[0], pool.children(a)[1]];
    if !(pool.is_const(y) || comes_apart(pool, x) && comes_apart(pool, y)) {
        return None;
    }
    let (x, y) = (pool.extract(x, key.args[1], key.width()), pool.extract(y, key.args[1], key.width()));
    Some(pool.binary(pool.op(a), x, y))
}

/// match: (extract (op x y) 0 n), op one of add, sub, mul; x and y come apart
/// result: (op (extract x 0 n) (extract y 0 n))
pub(super) fn extract_low(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let a = key.arg(0);
    if key.args[1] != 0 || !matches!(pool.op(a), Op::Add | Op::Sub | Op::Mul) {
        return None;
    }
    let [x, y] = [pool.children(a)[0], pool.children(a)[1]];
    if !comes_apart(pool, x) || !comes_apart(pool, y) {
        return None;
    }
    let (x, y) = (pool.extract(x, 0, key.width()), pool.extract(y, 0, key.width()));
    Some(pool.binary(pool.op(a), x, y))
}

/// match: (extract (ite c x y) l n), x and y come apart
/// result: (ite c (extract x l n) (extract y l n))
pub(super) fn extract_ite(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Ite(c, x, y) = pool.node(key.arg(0)) else { return None };
    if !comes_apart(pool, x) || !comes_apart(pool, y) {
        return None;
    }
    let (x, y) = (pool.extract(x, key.args[1], key.width()), pool.extract(y, key.args[1], key.width()));
    Some(pool.ite(c, x, y))
}

/// match: (concat 0 x)
/// result: (zext x)
pub(super) fn concat_zero(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (high, x) = key.pair();
    is_zero(pool, high).then(|| pool.zext(x, key.width()))
}

/// match: (concat (concat x y) z)
/// result: (concat x (concat y z))
pub(super) fn concat_right(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, z) = key.pair();
    let Node::Concat(x, y) = pool.node(a) else { return None };
    let right = pool.concat(y, z);
    Some(pool.concat(x, right))
}

/// match: (concat c1 (concat c2 x))
/// result: (concat c1c2 x)
pub(super) fn concat_constants(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (c1, b) = key.pair();
    let Node::Concat(c2, x) = pool.node(b) else { return None };
    if !pool.is_const(c1) || !pool.is_const(c2) {
        return None;
    }
    let constant = pool.concat(c1, c2);
    Some(pool.concat(constant, x))
}

/// match: (concat (zext x) y), (concat (sext x) y)
/// result: (zext (concat x y)), (sext (concat x y))
pub(super) fn concat_extension(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, y) = key.pair();
    let (Node::Zext(x) | Node::Sext(x)) = pool.node(a) else { return None };
    let inner = pool.concat(x, y);
    Some(if pool.op(a) == Op::Zext { pool.zext(inner, key.width()) } else { pool.sext(inner, key.width()) })
}

/// The extract that two extracts of one term make, if the first is right above the second.
fn joined(pool: &mut ExprPool, high: ExprId, low: ExprId) -> Option<ExprId> {
    let (Node::Extract(x, h), Node::Extract(y, l)) = (pool.node(high), pool.node(low)) else { return None };
    let (high, low) = (pool.width(high), pool.width(low));
    (x == y && h == l + low).then(|| pool.extract(x, l, high + low))
}

/// match: (concat (extract x l+n m) (extract x l n))
/// result: (extract x l n+m)
pub(super) fn concat_extracts(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (high, low) = key.pair();
    joined(pool, high, low)
}

/// match: (concat (extract x l+n m) (concat (extract x l n) y))
/// result: (concat (extract x l n+m) y)
pub(super) fn concat_extracts_nested(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (high, b) = key.pair();
    let Node::Concat(low, y) = pool.node(b) else { return None };
    let part = joined(pool, high, low)?;
    Some(pool.concat(part, y))
}

/// match: (concat (ite c x y) (ite c z w))
/// result: (ite c (concat x z) (concat y w))
pub(super) fn concat_ite(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = key.pair();
    let (Node::Ite(c, x, y), Node::Ite(d, z, w)) = (pool.node(a), pool.node(b)) else { return None };
    if c != d {
        return None;
    }
    let (first, second) = (pool.concat(x, z), pool.concat(y, w));
    Some(pool.ite(c, first, second))
}

/// match: (zext (zext x)), (sext (sext x))
/// result: (zext x), (sext x)
pub(super) fn extend_twice(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let a = key.arg(0);
    match pool.node(a) {
        Node::Zext(x) if key.op == Op::Zext => Some(pool.zext(x, key.width())),
        Node::Sext(x) if key.op == Op::Sext => Some(pool.sext(x, key.width())),
        _ => None,
    }
}

/// match: (sext (zext x))
/// result: (zext x)
pub(super) fn sext_zext(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    match pool.node(key.arg(0)) {
        Node::Zext(x) => Some(pool.zext(x, key.width())),
        _ => None,
    }
}
