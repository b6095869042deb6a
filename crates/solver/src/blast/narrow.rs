//! Narrowing: a symbol that the query bounds is encoded at the bits it needs.
//!
//! A conjunct k ≤ 200 makes a 32-bit k an 8-bit one, which shrinks every circuit over it. The encoding is then right
//! only for queries that hold such a conjunct: each query is checked for one, its core names the conjunct, and a query
//! without one gets a new context in which the symbol is wide (and stays so).

use braid_entity::Entity;
use braid_expr::{ExprId, ExprPool, Node, Space, SymbolId};

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

/// Whether a term may depend on a symbol.
pub(super) fn mentions(pool: &ExprPool, term: ExprId, symbol: SymbolId) -> bool {
    let at = u64::from(symbol.as_u32());
    pool.support(term).iter().any(|range| range.space == Space::Symbols && (range.low..=range.high).contains(&at))
}

#[cfg(test)]
mod tests {
    use braid_expr::SymbolClass;

    use super::*;
    use crate::blast::BackEnd;
    use crate::{Solver, Verdict};

    #[test]
    fn a_narrow_symbol_widens_when_its_bound_goes_and_cores_name_the_bound() {
        let mut pool = ExprPool::new();
        let mut solver = Solver::with_chain(Box::new(BackEnd::new()));
        let k = pool.symbol("k", 32, SymbolClass::Round);
        let (limit, large) = (pool.bv(32, 200), pool.bv(32, 100_000));
        let (bounded, above) = (pool.ule(k, limit), pool.ult(large, k));
        let Verdict::Unsat(core) = solver.check(&mut pool, &[bounded, above]) else { panic!("unsat was expected") };
        assert_eq!(core, [bounded, above]);
        let Verdict::Sat(model) = solver.check(&mut pool, &[above]) else { panic!("sat was expected") };
        let Node::Symbol(symbol) = pool.node(k) else { panic!("k is a symbol") };
        assert!(model.word(symbol) > 100_000);
        assert_eq!(solver.stats().contexts_widened, 1);
    }

    #[test]
    fn bounds_are_read_from_either_form_of_a_comparison() {
        let mut pool = ExprPool::without_rules();
        let k = pool.symbol("k", 32, SymbolClass::Round);
        let Node::Symbol(symbol) = pool.node(k) else { panic!("k is a symbol") };
        let nine = pool.bv(32, 9);
        let (ule, ult, above, at_least) = (pool.ule(k, nine), pool.ult(k, nine), pool.ult(nine, k), pool.ule(nine, k));
        let (not_above, below) = (pool.not(above), pool.not(at_least));
        let bounds = [ule, ult, not_above, below, above].map(|term| upper_bound(&pool, term));
        assert_eq!(bounds, [Some((symbol, 9)), Some((symbol, 8)), Some((symbol, 9)), Some((symbol, 8)), None]);
        assert_eq!([0, 1, 200, 255, 256].map(bits_for), [0, 1, 8, 8, 9]);
    }
}
