//! Bounds of a term that its shape alone tells, in constant time: enough to know which cells a read may reach.
//!
//! The full analysis, with known bits and a context, is in the term analysis; this one runs at every
//! construction of a read and therefore looks at most [`DEPTH`] levels deep.

use crate::node::{ExprId, Node};
use crate::pool::ExprPool;
use crate::value::mask;

/// How deep the shape is looked at: `base + 4 * zext(x)` needs four levels.
const DEPTH: u32 = 6;

/// The smallest and the largest unsigned value that `e`, a term of at most 64 bits, may take.
pub(crate) fn unsigned(pool: &ExprPool, e: ExprId) -> (u64, u64) {
    bounds(pool, e, DEPTH)
}

fn bounds(pool: &ExprPool, e: ExprId, depth: u32) -> (u64, u64) {
    let width = pool.width(e);
    let all = (0, mask(width));
    if let Some(word) = pool.as_u64(e) {
        return (word, word);
    }
    if depth == 0 {
        return all;
    }
    let of = |child| bounds(pool, child, depth - 1);
    match pool.node(e) {
        Node::Zext(a) => of(a),
        // What is not negative stays what it is.
        Node::Sext(a) if of(a).1 <= mask(pool.width(a)) >> 1 => of(a),
        Node::Extract(a, 0) if pool.width(a) <= 64 && of(a).1 <= mask(width) => of(a),
        Node::Read(updates, index) if pool.update_count(updates) == 0 => {
            let (low, high) = of(index);
            let elements = pool.array_data(pool.updated_array(updates)).elements(low, high);
            elements.map_or(all, |elements| (elements.low, elements.high))
        }
        Node::And(a, b) => (0, of(a).1.min(of(b).1)),
        Node::Add(a, b) => within(width, of(a), of(b), u64::checked_add).unwrap_or(all),
        Node::Mul(a, b) => within(width, of(a), of(b), u64::checked_mul).unwrap_or(all),
        Node::Concat(high, low) => {
            let shift = pool.width(low);
            let ((h0, h1), (l0, l1)) = (of(high), of(low));
            (h0 << shift | l0, h1 << shift | l1)
        }
        Node::Urem(a, b) => match of(b) {
            (low, high) if low > 0 => (0, of(a).1.min(high - 1)),
            _ => all,
        },
        Node::Ite(_, a, b) => {
            let ((a0, a1), (b0, b1)) = (of(a), of(b));
            (a0.min(b0), a1.max(b1))
        }
        _ => all,
    }
}

/// The bounds of a monotone operation, unless its largest result wraps.
fn within(
    width: u32,
    (a0, a1): (u64, u64),
    (b0, b1): (u64, u64),
    f: impl Fn(u64, u64) -> Option<u64>,
) -> Option<(u64, u64)> {
    let high = f(a1, b1).filter(|&high| high <= mask(width))?;
    Some((f(a0, b0)?, high))
}
