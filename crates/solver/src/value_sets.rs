//! Value sets: a slice over one byte is decided by intersecting 256-bit sets, without a search.
//!
//! Parsers and string functions compare single bytes with constants, over and over. The set of bytes that satisfies a
//! conjunct is found once, from its shape where it is a comparison or a connective of such, else by trying all values.

use std::rc::Rc;

use braid_entity::Entity;
use braid_expr::{Evaluator, ExprId, ExprPool, Model, Node, Range, Space, SymbolId};
use rustc_hash::FxHashMap;

use crate::confirm::confirm;
use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Reason, Verdict};

/// Decides slices over a single cell or symbol of at most 8 bits.
pub struct ValueSets {
    next: Box<dyn Layer>,
    known: FxHashMap<ExprId, Set>,
    evaluator: Evaluator,
}

/// Known sets are forgotten when there are more than this: 40 bytes each.
const MAX_KNOWN: usize = 1 << 18;

impl ValueSets {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        ValueSets { next, known: FxHashMap::default(), evaluator: Evaluator::new() }
    }
}

impl Layer for ValueSets {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        let Some(unknown) = single_unknown(workspace.pool, query.conjuncts) else {
            return self.next.check(workspace, query);
        };
        workspace.stats.value_set_hits += 1;
        self.decide(workspace.pool, unknown, query.conjuncts).unwrap_or_else(Verdict::Unknown)
    }

    fn forget(&mut self) {
        self.known = FxHashMap::default();
        self.next.forget();
    }
}

impl ValueSets {
    fn decide(&mut self, pool: &ExprPool, unknown: Unknown, conjuncts: &[ExprId]) -> Result<Verdict, Reason> {
        if self.known.len() > MAX_KNOWN {
            self.known.clear();
        }
        let mut all = Set::below(1 << unknown.width);
        let mut used = Vec::new();
        for &conjunct in conjuncts {
            let set = self.set_of(pool, unknown, conjunct)?;
            let fewer = all.and(set);
            if fewer != all {
                used.push((conjunct, set));
                all = fewer;
            }
            if all.is_empty() {
                return Ok(Verdict::Unsat(shrink(unknown, &used)));
            }
        }
        let model = unknown.model(all.lowest());
        confirm(&mut self.evaluator, pool, &model, conjuncts)?;
        Ok(Verdict::Sat(Rc::new(model)))
    }

    /// The values under which `conjunct` holds.
    fn set_of(&mut self, pool: &ExprPool, unknown: Unknown, conjunct: ExprId) -> Result<Set, Reason> {
        if let Some(&set) = self.known.get(&conjunct) {
            return Ok(set);
        }
        let set = match set_by_shape(pool, conjunct, SHAPE_DEPTH) {
            Some(set) => set.and(Set::below(1 << unknown.width)),
            None => self.set_by_trial(pool, unknown, conjunct)?,
        };
        self.known.insert(conjunct, set);
        Ok(set)
    }

    fn set_by_trial(&mut self, pool: &ExprPool, unknown: Unknown, conjunct: ExprId) -> Result<Set, Reason> {
        let mut set = Set::default();
        for value in 0..1 << unknown.width {
            let model = unknown.model(value);
            if self.evaluator.under(pool, &model).truth(conjunct)? {
                set.insert(value);
            }
        }
        Ok(set)
    }
}

/// The one thing a slice is about.
#[derive(Clone, Copy)]
struct Unknown {
    range: Range,
    width: u32,
}

impl Unknown {
    fn model(self, value: u64) -> Model {
        let mut model = Model::new();
        match self.range.space {
            Space::Array(array) => model.set_cell(array, self.range.low, value),
            _ => model.set_word(SymbolId::from_u32(self.range.low as u32), value),
        }
        model
    }
}

/// The cell or symbol of at most 8 bits that all conjuncts are about, if it is one.
fn single_unknown(pool: &ExprPool, conjuncts: &[ExprId]) -> Option<Unknown> {
    let support = pool.support_id(*conjuncts.first()?);
    let &[range] = pool.support_set(support) else { return None };
    let width = match range.space {
        Space::Array(array) => pool.array_data(array).element_width,
        Space::Symbols => pool.symbol_data(SymbolId::from_u32(range.low as u32)).width,
        Space::Bound => return None,
    };
    let single = range.low == range.high && width <= 8;
    (single && conjuncts.iter().all(|&c| pool.support_id(c) == support)).then_some(Unknown { range, width })
}

/// How deep connectives are looked through; deeper terms are tried value by value.
const SHAPE_DEPTH: u32 = 8;

/// The set of a comparison of the unknown itself with a constant, or of a connective of such.
fn set_by_shape(pool: &ExprPool, term: ExprId, depth: u32) -> Option<Set> {
    let below = depth.checked_sub(1)?;
    match pool.node(term) {
        Node::Not(a) => Some(set_by_shape(pool, a, below)?.complement()),
        Node::And(a, b) => Some(set_by_shape(pool, a, below)?.and(set_by_shape(pool, b, below)?)),
        Node::Or(a, b) => Some(set_by_shape(pool, a, below)?.or(set_by_shape(pool, b, below)?)),
        Node::Eq(a, b) => {
            let value = compared_constant(pool, a, b).or_else(|| compared_constant(pool, b, a))?;
            let mut set = Set::default();
            set.insert(value);
            Some(set)
        }
        Node::Ult(a, b) => ordered(pool, a, b, true),
        Node::Ule(a, b) => ordered(pool, a, b, false),
        _ => None,
    }
}

/// The set of a < b or a ≤ b.
fn ordered(pool: &ExprPool, a: ExprId, b: ExprId, strict: bool) -> Option<Set> {
    if let Some(limit) = compared_constant(pool, a, b) {
        return Some(Set::below(limit + u64::from(!strict)));
    }
    let limit = compared_constant(pool, b, a)?;
    Some(Set::below(limit + u64::from(strict)).complement())
}

/// The number `b` if `a` is the unknown itself.
fn compared_constant(pool: &ExprPool, a: ExprId, b: ExprId) -> Option<u64> {
    let is_unknown = match pool.node(a) {
        Node::Symbol(_) => true,
        // The slice reads one cell only, so a read of a symbolic array at a constant index is a read of that cell.
        Node::Read(updates, index) => {
            pool.is_const(index)
                && pool.update_count(updates) == 0
                && !pool.array_data(pool.updated_array(updates)).is_constant()
        }
        _ => false,
    };
    pool.as_u64(b).filter(|_| is_unknown)
}

/// Drops conjuncts whose set is not needed to leave nothing.
fn shrink(unknown: Unknown, used: &[(ExprId, Set)]) -> Vec<ExprId> {
    let mut kept = used.to_vec();
    let mut at = 0;
    while at < kept.len() {
        let others = kept.iter().enumerate().filter(|(other, _)| *other != at);
        let left = others.fold(Set::below(1 << unknown.width), |all, (_, (_, set))| all.and(*set));
        if left.is_empty() {
            kept.remove(at);
        } else {
            at += 1;
        }
    }
    kept.into_iter().map(|(conjunct, _)| conjunct).collect()
}

/// A set of numbers below 256.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Set([u64; 4]);

impl Set {
    /// All numbers below `limit`.
    fn below(limit: u64) -> Set {
        let mut set = Set::default();
        for (at, limb) in set.0.iter_mut().enumerate() {
            let left = limit.saturating_sub(64 * at as u64);
            *limb = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
        }
        set
    }
    fn insert(&mut self, value: u64) {
        self.0[(value >> 6) as usize] |= 1 << (value & 63);
    }
    fn and(self, other: Set) -> Set {
        Set(core::array::from_fn(|at| self.0[at] & other.0[at]))
    }
    fn or(self, other: Set) -> Set {
        Set(core::array::from_fn(|at| self.0[at] | other.0[at]))
    }
    fn complement(self) -> Set {
        Set(self.0.map(|limb| !limb))
    }
    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }
    fn lowest(self) -> u64 {
        let at = self.0.iter().position(|&limb| limb != 0).unwrap_or(0);
        64 * at as u64 + u64::from(self.0[at].trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use braid_expr::{ArrayKind, Op};

    use super::*;

    /// Every comparison with every constant, both ways round, under connectives: the shape says what trial says.
    #[test]
    fn sets_by_shape_are_sets_by_trial() {
        let mut pool = ExprPool::new();
        let array = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
        let (base, index) = (pool.base(array), pool.bv(32, 3));
        let byte = pool.read(base, index);
        let low = pool.bv(8, 48);
        let lower = pool.ule(low, byte);
        let mut layer = ValueSets::new(Box::new(crate::blast::BackEnd::new()));
        for (op, value) in [Op::Eq, Op::Ult, Op::Ule].into_iter().flat_map(|op| (0..256).map(move |v| (op, v))) {
            let constant = pool.bv(8, value);
            let (one, other) = (pool.binary(op, byte, constant), pool.binary(op, constant, byte));
            let (negated, both) = (pool.not(one), pool.and(other, lower));
            for term in [one, other, negated, both] {
                let Some(unknown) = single_unknown(&pool, &[term]) else { continue };
                let shape = set_by_shape(&pool, term, SHAPE_DEPTH);
                let trial = layer.set_by_trial(&pool, unknown, term).expect("a small term");
                assert!(shape.is_none_or(|shape| shape == trial), "{op:?} {value}");
            }
        }
    }
}
