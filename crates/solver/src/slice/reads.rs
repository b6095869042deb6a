//! What a conjunct reads, given the bounds that conjuncts before it set.
//!
//! A term's own support takes a quantifier to read every cell that its bound variable can reach, which is the whole array. But
//! under k ≤ 10 the body s[i - 1] reads ten cells, and what is said of the eleventh is independent. The bound is a
//! conjunct over a symbol of the quantifier, so it is in the same group; it came before and leaves after, so the group
//! keeps it as long as it relies on it.

use braid_entity::Entity;
use braid_expr::{Analysis, ExprId, ExprPool, Facts, Node, Range, Space, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The bounds of so many symbols with adjacent numbers are looked at; a longer range is one that was made coarse.
const MAX_SYMBOLS: u64 = 64;

/// Upper bounds of symbols, from a list of conjuncts that grows and shrinks at its end.
#[derive(Default)]
pub(super) struct Bounds {
    /// The bounds of each symbol, each smaller than the one before.
    limits: FxHashMap<SymbolId, Vec<u64>>,
    /// The symbol that each conjunct bounds more tightly than those before.
    log: Vec<Option<SymbolId>>,
}

impl Bounds {
    pub(super) fn push(&mut self, pool: &ExprPool, conjunct: ExprId) {
        let bound =
            self.bound(pool, conjunct).filter(|(symbol, limit)| self.of(*symbol).is_none_or(|old| *limit < old));
        if let Some((symbol, limit)) = bound {
            self.limits.entry(symbol).or_default().push(limit);
        }
        self.log.push(bound.map(|(symbol, _)| symbol));
    }

    pub(super) fn pop(&mut self) {
        if let Some(symbol) = self.log.pop().flatten()
            && let Some(limits) = self.limits.get_mut(&symbol)
        {
            limits.pop();
        }
    }

    fn of(&self, symbol: SymbolId) -> Option<u64> {
        self.limits.get(&symbol)?.last().copied()
    }

    /// What a conjunct says of the largest value of a symbol: a ≤ b where b is a constant or has a bound itself.
    fn bound(&self, pool: &ExprPool, conjunct: ExprId) -> Option<(SymbolId, u64)> {
        let (small, large, strict) = match pool.node(conjunct) {
            Node::Ule(a, b) => (a, b, false),
            Node::Ult(a, b) => (a, b, true),
            Node::Eq(a, b) if pool.is_const(b) => (a, b, false),
            Node::Eq(a, b) => (b, a, false),
            Node::Not(inner) => match pool.node(inner) {
                Node::Ult(a, b) => (b, a, false),
                Node::Ule(a, b) => (b, a, true),
                _ => return None,
            },
            _ => return None,
        };
        let Node::Symbol(symbol) = pool.node(small) else { return None };
        let limit = match pool.node(large) {
            Node::Symbol(other) => self.of(other)?,
            _ => pool.as_u64(large)?,
        };
        Some((symbol, limit.checked_sub(u64::from(strict))?))
    }

    /// What is known of the symbols in some ranges.
    fn assumed(&self, pool: &mut ExprPool, support: &[Range]) -> Analysis {
        let mut analysis = Analysis::new();
        let few = |range: &&Range| range.space == Space::Symbols && range.high - range.low < MAX_SYMBOLS;
        let symbols = support.iter().filter(few).flat_map(|range| range.low..=range.high);
        for symbol in symbols.map(|number| SymbolId::from_u32(number as u32)) {
            if let Some(limit) = self.of(symbol) {
                let term = pool.symbol_term(symbol);
                analysis.assume_facts(pool, term, Facts::between(pool.width(term), 0, limit));
            }
        }
        analysis
    }

    /// What a conjunct with quantifiers reads where the bounds hold.
    pub(super) fn reads(&self, pool: &mut ExprPool, conjunct: ExprId) -> Vec<Range> {
        let support = pool.support(conjunct).to_vec();
        let mut reads = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![conjunct];
        while let Some(term) = stack.pop() {
            if !pool.has_forall(term) {
                reads.extend_from_slice(pool.support(term));
            } else if !seen.insert(term) {
            } else if let Node::Forall(k, body) = pool.node(term) {
                let mut analysis = self.assumed(pool, &support);
                if body_reads(pool, &mut analysis, k, body, &mut reads).is_none() {
                    return support;
                }
            } else {
                stack.extend(pool.children(term));
            }
        }
        reads
    }
}

/// Adds what a quantifier reads. None if facts do not tell.
fn body_reads(
    pool: &mut ExprPool,
    analysis: &mut Analysis,
    k: ExprId,
    body: ExprId,
    reads: &mut Vec<Range>,
) -> Option<()> {
    reads.extend_from_slice(pool.support(k));
    let width = pool.width(k);
    if width > 64 {
        return None;
    }
    let highest = analysis.facts(pool, k).high;
    if highest == 0 {
        return Some(());
    }
    let bound = pool.bound(width);
    analysis.assume_facts(pool, bound, Facts::between(width, 1, highest));
    let mut seen = FxHashSet::default();
    let mut stack = vec![body];
    while let Some(term) = stack.pop() {
        if !pool.has_bound(term) {
            reads.extend_from_slice(pool.support(term));
            continue;
        }
        if !seen.insert(term) {
            continue;
        }
        if let Node::Read(updates, index) = pool.node(term) {
            let array = pool.updated_array(updates);
            if !pool.array_data(array).is_constant() {
                let Facts { low, high, .. } = analysis.facts(pool, index);
                reads.push(Range { space: Space::Array(array), low, high });
            }
        }
        stack.extend(pool.children(term));
    }
    // Facts of what cannot hold mean nothing.
    (!analysis.is_contradictory()).then_some(())
}
