//! Narrowing: a symbol that the query bounds is encoded at the bits it needs.
//!
//! A conjunct k ≤ 200 makes a 32-bit k an 8-bit one, which shrinks every circuit over it. The encoding is then right
//! only for queries that hold such a conjunct: each query is checked for one, its core names the conjunct, and a query
//! without one gets a new context in which the symbol is wide (and stays so).

use braid_expr::{ExprId, ExprPool, Node, SymbolId};

/// What a conjunct says of the largest value of a symbol of at most 64 bits, if it has that shape.
pub(super) fn upper_bound(pool: &ExprPool, conjunct: ExprId) -> Option<(SymbolId, u64)> {
    let (small, large, strict) = match pool.node(conjunct) {
        Node::Ule(a, b) => (a, b, false),
        Node::Ult(a, b) => (a, b, true),
        Node::Not(inner) => match pool.node(inner) {
            // not (a < b) is b ≤ a
            Node::Ult(a, b) => (b, a, false),
            Node::Ule(a, b) => (b, a, true),
            _ => return None,
        },
        _ => return None,
    };
    let Node::Symbol(symbol) = pool.node(small) else { return None };
    let limit = pool.as_u64(large)?;
    Some((symbol, limit.checked_sub(u64::from(strict))?))
}

/// How many bits a number up to `limit` needs.
pub(super) fn bits_for(limit: u64) -> u32 {
    u64::BITS - limit.leading_zeros()
}
