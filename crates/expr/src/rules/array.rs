//! Rules of reads, stores and quantifiers.

use braid_entity::Entity;

use super::pattern::{is_zero, split_sum};
use crate::bounds;
use crate::node::{ExprId, Key, Node, UpdateId};
use crate::pool::ExprPool;

/// How many stores a read looks past: a limit on the cost of a construction, far above what lists of symbolic stores
/// reach.
const MAX_STORES: u32 = 256;

/// match: (read (store u i v) j), i and j equal, or different whatever the unknowns are
/// result: v, (read u j)
pub(super) fn read_store(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let index = key.arg(1);
    let start = UpdateId::from_u32(key.args[0]);
    let mut updates = start;
    for _ in 0..MAX_STORES {
        let Node::Store(older, at, value) = pool.update(updates) else { break };
        if at == index {
            return Some(value);
        }
        if !differ(pool, at, index) {
            break;
        }
        updates = older;
    }
    (updates != start).then(|| pool.read(updates, index))
}

/// Whether two indexes differ under every model: by constant offsets from one term, or because their ranges do.
fn differ(pool: &ExprPool, a: ExprId, b: ExprId) -> bool {
    let ((x, c1), (y, c2)) = (split_sum(pool, a), split_sum(pool, b));
    if x == y {
        return c1 != c2;
    }
    let ((low_a, high_a), (low_b, high_b)) = (bounds::unsigned(pool, a), bounds::unsigned(pool, b));
    high_a < low_b || high_b < low_a
}

/// match: (store (store u i v) i w)
/// result: (store u i w)
pub(super) fn store_store(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let updates = UpdateId::from_u32(key.args[0]);
    let Node::Store(older, at, _) = pool.update(updates) else { return None };
    (at == key.arg(1)).then(|| pool.store(older, at, key.arg(2)).node())
}

/// match: (store u i (read u i))
/// result: u
pub(super) fn store_read(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Node::Read(updates, at) = pool.node(key.arg(2)) else { return None };
    (updates.as_u32() == key.args[0] && at == key.arg(1)).then(|| updates.node())
}

/// match: (forall 0 p)
/// result: true
pub(super) fn forall_none(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    is_zero(pool, key.arg(0)).then(|| pool.tru())
}

/// match: (forall k true)
/// result: true
pub(super) fn forall_true(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    pool.is_true(key.arg(1)).then(|| key.arg(1))
}

/// match: (forall k p), p without the bound variable
/// result: (or (eq k 0) p)
pub(super) fn forall_closed(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (k, p) = key.pair();
    if pool.has_bound(p) {
        return None;
    }
    let zero = pool.zero(pool.width(k));
    let none = pool.eq(k, zero);
    Some(pool.or(none, p))
}
