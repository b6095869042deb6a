//! Rules of if-then-else, which joining makes in great numbers.

use super::pattern::are_complements;
use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;

fn parts(key: &Key) -> (ExprId, ExprId, ExprId) {
    (key.arg(0), key.arg(1), key.arg(2))
}

/// match: (ite true x y), (ite false x y)
/// result: x, y
pub(super) fn ite_constant(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (c, x, y) = parts(key);
    let truth = pool.as_u64(c)?;
    Some(if truth == 1 { x } else { y })
}

/// match: (ite c x x)
/// result: x
pub(super) fn ite_same(_: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (_, x, y) = parts(key);
    (x == y).then_some(x)
}

/// match: (ite (not c) x y)
/// result: (ite c y x)
pub(super) fn ite_not(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (c, x, y) = parts(key);
    let Node::Not(c) = pool.node(c) else { return None };
    Some(pool.ite(c, y, x))
}

/// match: (ite c true y), (ite c false y), (ite c x true), (ite c x false)
/// result: (or c y), (and (not c) y), (or (not c) x), (and c x)
pub(super) fn ite_bool(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    if key.width != 1 {
        return None;
    }
    let (c, x, y) = parts(key);
    let (then, other) = (pool.as_u64(x), pool.as_u64(y));
    if then == Some(1) {
        return Some(pool.or(c, y));
    }
    if other == Some(0) {
        return Some(pool.and(c, x));
    }
    if then == Some(0) {
        let not_c = pool.not(c);
        return Some(pool.and(not_c, y));
    }
    if other == Some(1) {
        let not_c = pool.not(c);
        return Some(pool.or(not_c, x));
    }
    None
}

/// match: (ite c c y), (ite c x c), and with the negation of c in place of c
/// result: (or c y), (and c x), (and (not c) y), (or (not c) x)
pub(super) fn ite_condition(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    if key.width != 1 {
        return None;
    }
    let (c, x, y) = parts(key);
    if x == c {
        return Some(pool.or(c, y));
    }
    if y == c {
        return Some(pool.and(c, x));
    }
    if are_complements(pool, c, x) {
        return Some(pool.and(x, y));
    }
    are_complements(pool, c, y).then(|| pool.or(y, x))
}

/// match: (ite c (ite c x y) z), (ite c x (ite c y z)), and with the negation of c inside
/// result: (ite c x z), and likewise the side that is reached
pub(super) fn ite_nested(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (c, x, y) = parts(key);
    if let Node::Ite(d, then, other) = pool.node(x) {
        if d == c {
            return Some(pool.ite(c, then, y));
        }
        if are_complements(pool, c, d) {
            return Some(pool.ite(c, other, y));
        }
    }
    if let Node::Ite(d, then, other) = pool.node(y) {
        if d == c {
            return Some(pool.ite(c, x, other));
        }
        if are_complements(pool, c, d) {
            return Some(pool.ite(c, x, then));
        }
    }
    None
}

/// match: (ite c (ite d x y) y), (ite c (ite d y x) y), (ite c x (ite d x y)), (ite c x (ite d y x))
/// result: (ite (and c d) x y), (ite (and c (not d)) x y), (ite (or c d) x y), (ite (or c (not d)) x y)
pub(super) fn ite_shared(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (c, x, y) = parts(key);
    if let Node::Ite(d, then, other) = pool.node(x) {
        if other == y {
            let both = pool.and(c, d);
            return Some(pool.ite(both, then, y));
        }
        if then == y {
            let not_d = pool.not(d);
            let both = pool.and(c, not_d);
            return Some(pool.ite(both, other, y));
        }
    }
    if let Node::Ite(d, then, other) = pool.node(y) {
        if then == x {
            let either = pool.or(c, d);
            return Some(pool.ite(either, x, other));
        }
        if other == x {
            let not_d = pool.not(d);
            let either = pool.or(c, not_d);
            return Some(pool.ite(either, x, then));
        }
    }
    None
}

/// match: (ite (eq x y) x y), (ite (eq x y) y x)
/// result: y, x
pub(super) fn ite_equal(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (c, x, y) = parts(key);
    let Node::Eq(a, b) = pool.node(c) else { return None };
    ((a, b) == (x, y) || (a, b) == (y, x)).then_some(y)
}

/// match: (ite c (zext x) (zext y)), (ite c (sext x) (sext y)); x and y of one width
/// result: (zext (ite c x y)), (sext (ite c x y))
pub(super) fn ite_extension(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (c, x, y) = parts(key);
    let (a, b) = match (pool.node(x), pool.node(y)) {
        (Node::Zext(a), Node::Zext(b)) | (Node::Sext(a), Node::Sext(b)) => (a, b),
        _ => return None,
    };
    if pool.width(a) != pool.width(b) {
        return None;
    }
    let inner = pool.ite(c, a, b);
    Some(if pool.op(x) == Op::Zext { pool.zext(inner, key.width()) } else { pool.sext(inner, key.width()) })
}

/// match: (ite c (concat x y) (concat x z)), (ite c (concat x z) (concat y z)) with x and y of one width
/// result: (concat x (ite c y z)), (concat (ite c x y) z)
pub(super) fn ite_concat(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (c, x, y) = parts(key);
    let (Node::Concat(h1, l1), Node::Concat(h2, l2)) = (pool.node(x), pool.node(y)) else { return None };
    if h1 == h2 {
        let low = pool.ite(c, l1, l2);
        return Some(pool.concat(h1, low));
    }
    if l1 == l2 {
        let high = pool.ite(c, h1, h2);
        return Some(pool.concat(high, l1));
    }
    None
}

/// match: (op (ite c k1 k2) k), (op k (ite c k1 k2)), (op (ite c k1 k2)), all of the k constants
/// result: (ite c (op k1 k) (op k2 k)), and likewise
pub(super) fn ite_operand(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let children = key.children();
    let choice = children.iter().position(|&child| pool.op(child) == Op::Ite)?;
    let Node::Ite(c, k1, k2) = pool.node(children[choice]) else { return None };
    let others = children.iter().enumerate().filter(|&(at, _)| at != choice);
    let constants = others.map(|(_, &child)| child).chain([k1, k2]).all(|child| pool.is_const(child));
    if !constants {
        return None;
    }
    let [first, second] = [k1, k2].map(|side| {
        let mut key = *key;
        key.args[choice] = braid_entity::Entity::as_u32(side);
        pool.make(key)
    });
    Some(pool.ite(c, first, second))
}
