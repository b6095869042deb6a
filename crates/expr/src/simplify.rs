//! Simplification on construction.

use crate::fold;
use crate::node::{ExprId, Key};
use crate::pool::ExprPool;

/// What the node of `key`, which does not exist yet, simplifies to; `None` if it is in normal form.
pub(crate) fn apply(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    fold::fold(pool, key)
}
