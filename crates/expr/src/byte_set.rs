//! Sets of byte values: which values of one cell or symbol satisfy a term that reads nothing else.
//!
//! A set is found from the shape of the term where it is a comparison or a connective of such, else by trying all values, of small terms at once.

use braid_entity::Entity;
use rustc_hash::FxHashMap;

use crate::eval::lanes::Lanes;
use crate::eval::{EvalError, Evaluator};
use crate::model::Model;
use crate::node::{ExprId, Node};
use crate::pool::ExprPool;
use crate::support::{Range, Space};
use crate::symbol::SymbolId;

/// Known sets are forgotten when there are more than this: 40 bytes each.
const MAX_KNOWN: usize = 1 << 18;

/// The sets of terms over one cell or symbol of at most 8 bits.
#[derive(Default, Debug)]
pub struct ByteSets {
    known: FxHashMap<ExprId, ByteSet>,
    lanes: Lanes,
    evaluator: Evaluator,
}

impl ByteSets {
    /// The cell that a term is about and the values under which it holds; none if it reads more than one, or too much to be tried.
    pub fn of(&mut self, pool: &ExprPool, term: ExprId) -> Option<(Cell, ByteSet)> {
        let cell = Cell::of(pool, &[term])?;
        let set = self.set_of(pool, cell, term).ok()?;
        Some((cell, set))
    }

    /// The values under which a term over a cell holds.
    pub fn set_of(&mut self, pool: &ExprPool, cell: Cell, term: ExprId) -> Result<ByteSet, EvalError> {
        if let Some(&set) = self.known.get(&term) {
            return Ok(set);
        }
        if self.known.len() > MAX_KNOWN {
            self.known.clear();
        }
        let set = match set_by_shape(pool, term, SHAPE_DEPTH).or_else(|| self.lanes.truths(pool, term)) {
            Some(set) => set.and(cell.all()),
            None => self.set_by_trial(pool, cell, term)?,
        };
        self.known.insert(term, set);
        Ok(set)
    }

    fn set_by_trial(&mut self, pool: &ExprPool, cell: Cell, term: ExprId) -> Result<ByteSet, EvalError> {
        let mut set = ByteSet::default();
        let mut model = Model::new();
        for value in 0..1 << cell.width {
            cell.set(&mut model, value);
            if self.evaluator.under(pool, &model).truth(term)? {
                set.insert(value);
            }
        }
        Ok(set)
    }

    /// The evaluator that tries values, for whoever confirms what the sets say.
    pub fn evaluator(&mut self) -> &mut Evaluator {
        &mut self.evaluator
    }

    /// Gives back the memory of all that is known.
    pub fn forget(&mut self) {
        self.known = FxHashMap::default();
        self.lanes = Lanes::default();
        self.evaluator = Evaluator::new();
    }
}

/// A cell of an array, or a symbol, of at most 8 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// Which.
    pub range: Range,
    /// How many bits it has.
    pub width: u32,
}

impl Cell {
    /// All its values.
    pub fn all(self) -> ByteSet {
        ByteSet::below(1 << self.width)
    }
    /// The term that is its value.
    pub fn term(self, pool: &mut ExprPool) -> ExprId {
        match self.range.space {
            Space::Array(array) => {
                let (base, width) = (pool.base(array), pool.array_data(array).index_width);
                let index = pool.bv(width, self.range.low);
                pool.read(base, index)
            }
            _ => pool.symbol_term(SymbolId::from_u32(self.range.low as u32)),
        }
    }
    /// A term that holds for just these values, as ranges.
    pub fn is_in(self, pool: &mut ExprPool, set: ByteSet) -> ExprId {
        let (inside, outside) = (set.ranges(), set.complement().and(self.all()).ranges());
        if outside.len() < inside.len() {
            let other = self.within(pool, &outside);
            return pool.not(other);
        }
        self.within(pool, &inside)
    }
    fn within(self, pool: &mut ExprPool, ranges: &[(u64, u64)]) -> ExprId {
        let value = self.term(pool);
        let last = (1 << self.width) - 1;
        let terms: Vec<ExprId> = ranges
            .iter()
            .map(|&(low, high)| {
                let [lowest, highest] = [low, high].map(|bound| pool.bv(self.width, bound));
                match (low, high) {
                    (0, high) if high == last => pool.tru(),
                    (low, high) if low == high => pool.eq(value, lowest),
                    (0, _) => pool.ule(value, highest),
                    (_, high) if high == last => pool.ule(lowest, value),
                    _ => {
                        let (above, below) = (pool.ule(lowest, value), pool.ule(value, highest));
                        pool.and(above, below)
                    }
                }
            })
            .collect();
        pool.any(terms)
    }
    /// The model in which it has this value.
    pub fn model(self, value: u64) -> Model {
        let mut model = Model::new();
        self.set(&mut model, value);
        model
    }
    /// Gives it a value in a model.
    pub fn set(self, model: &mut Model, value: u64) {
        match self.range.space {
            Space::Array(array) => model.set_cell(array, self.range.low, value),
            _ => model.set_word(SymbolId::from_u32(self.range.low as u32), value),
        }
    }
    /// Its value in a model.
    pub fn value(self, model: &Model) -> u64 {
        match self.range.space {
            Space::Array(array) => model.cell(array, self.range.low),
            _ => model.word(SymbolId::from_u32(self.range.low as u32)),
        }
    }
    /// The cell or symbol of at most 8 bits that all conjuncts are about, if it is one.
    pub fn of(pool: &ExprPool, conjuncts: &[ExprId]) -> Option<Cell> {
        let support = pool.support_id(*conjuncts.first()?);
        let &[range] = pool.support_set(support) else { return None };
        let width = match range.space {
            Space::Array(array) => pool.array_data(array).element_width,
            Space::Symbols => pool.symbol_data(SymbolId::from_u32(range.low as u32)).width,
            Space::Bound => return None,
        };
        let single = range.low == range.high && width <= 8;
        (single && conjuncts.iter().all(|&c| pool.support_id(c) == support)).then_some(Cell { range, width })
    }
}

/// How deep connectives are looked through; deeper terms are tried value by value.
const SHAPE_DEPTH: u32 = 8;

/// The set of a comparison of the unknown itself with a constant, or of a connective of such.
fn set_by_shape(pool: &ExprPool, term: ExprId, depth: u32) -> Option<ByteSet> {
    let below = depth.checked_sub(1)?;
    match pool.node(term) {
        Node::Not(a) => Some(set_by_shape(pool, a, below)?.complement()),
        Node::And(a, b) => Some(set_by_shape(pool, a, below)?.and(set_by_shape(pool, b, below)?)),
        Node::Or(a, b) => Some(set_by_shape(pool, a, below)?.or(set_by_shape(pool, b, below)?)),
        Node::Eq(a, b) => {
            let value = compared_constant(pool, a, b).or_else(|| compared_constant(pool, b, a))?;
            let mut set = ByteSet::default();
            set.insert(value);
            Some(set)
        }
        Node::Ult(a, b) => ordered(pool, a, b, true),
        Node::Ule(a, b) => ordered(pool, a, b, false),
        _ => None,
    }
}

/// The set of a < b or a ≤ b.
fn ordered(pool: &ExprPool, a: ExprId, b: ExprId, strict: bool) -> Option<ByteSet> {
    if let Some(limit) = compared_constant(pool, a, b) {
        return Some(ByteSet::below(limit + u64::from(!strict)));
    }
    let limit = compared_constant(pool, b, a)?;
    Some(ByteSet::below(limit + u64::from(strict)).complement())
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

/// A set of numbers below 256.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// All numbers below `limit`.
    pub fn below(limit: u64) -> ByteSet {
        let mut set = ByteSet::default();
        for (at, limb) in set.0.iter_mut().enumerate() {
            let left = limit.saturating_sub(64 * at as u64);
            *limb = if left >= 64 { u64::MAX } else { (1 << left) - 1 };
        }
        set
    }
    /// Adds a value.
    pub fn insert(&mut self, value: u64) {
        self.0[(value >> 6) as usize] |= 1 << (value & 63);
    }
    /// What both have.
    #[must_use]
    pub fn and(self, other: ByteSet) -> ByteSet {
        ByteSet(core::array::from_fn(|at| self.0[at] & other.0[at]))
    }
    /// What one of them has.
    #[must_use]
    pub fn or(self, other: ByteSet) -> ByteSet {
        ByteSet(core::array::from_fn(|at| self.0[at] | other.0[at]))
    }
    /// What it has not.
    #[must_use]
    pub fn complement(self) -> ByteSet {
        ByteSet(self.0.map(|limb| !limb))
    }
    /// Whether it has nothing.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }
    /// Its lowest value.
    pub fn lowest(self) -> u64 {
        let at = self.0.iter().position(|&limb| limb != 0).unwrap_or(0);
        64 * at as u64 + u64::from(self.0[at].trailing_zeros())
    }
    /// Whether it has a value.
    pub fn contains(self, value: u64) -> bool {
        self.0[(value >> 6) as usize] >> (value & 63) & 1 == 1
    }
    /// Its lowest value from `from` on; 256 if there is none.
    fn next(self, from: u64) -> u64 {
        let first = (from >> 6) as usize;
        let ahead = |at: usize| if at == first { self.0[at] >> (from & 63) << (from & 63) } else { self.0[at] };
        (first..4).find(|&at| ahead(at) != 0).map_or(256, |at| 64 * at as u64 + u64::from(ahead(at).trailing_zeros()))
    }
    /// Its values as ranges, inclusive, ascending, as few as can be.
    pub fn ranges(self) -> Vec<(u64, u64)> {
        let mut ranges = Vec::new();
        let mut low = self.next(0);
        while low < 256 {
            let end = self.complement().next(low);
            ranges.push((low, end - 1));
            low = self.next(end);
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use crate::array::ArrayKind;
    use crate::node::Op;
    use crate::testing::{Generator, Limits, Random};

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
        let mut sets = ByteSets::default();
        for (op, value) in [Op::Eq, Op::Ult, Op::Ule].into_iter().flat_map(|op| (0..256).map(move |v| (op, v))) {
            let constant = pool.bv(8, value);
            let (one, other) = (pool.binary(op, byte, constant), pool.binary(op, constant, byte));
            let (negated, both) = (pool.not(one), pool.and(other, lower));
            for term in [one, other, negated, both] {
                let Some(cell) = Cell::of(&pool, &[term]) else { continue };
                let shape = set_by_shape(&pool, term, SHAPE_DEPTH);
                let trial = sets.set_by_trial(&pool, cell, term).expect("a small term");
                assert!(shape.is_none_or(|shape| shape == trial), "{op:?} {value}");
                let again = cell.is_in(&mut pool, trial);
                let empty_or_full = pool.is_const(again);
                assert!(empty_or_full || sets.of(&pool, again).map(|found| found.1) == Some(trial), "{op:?} {value}");
            }
        }
    }

    /// Random terms over one byte: all values at once give what they give one by one.
    #[test]
    fn sets_at_once_are_sets_by_trial() {
        let limits = Limits { max_width: 64, nodes: 12, input_bits: 8, arrays: true, quantifiers: false };
        let (mut sets, mut compared) = (ByteSets::default(), 0);
        for seed in 0..4000 {
            let mut pool = ExprPool::new();
            let mut generator = Generator::new(seed, limits, &mut pool);
            let term = generator.boolean(&mut pool);
            let Some(cell) = Cell::of(&pool, &[term]) else { continue };
            let Some(at_once) = sets.lanes.truths(&pool, term) else { continue };
            let trial = sets.set_by_trial(&pool, cell, term).expect("a small term");
            assert_eq!(at_once.and(cell.all()), trial, "seed {seed}");
            compared += 1;
        }
        assert!(compared > 500, "only {compared} terms were compared");
    }

    /// Ranges of random sets hold what the sets hold, and are apart.
    #[test]
    fn ranges_are_those_of_the_set() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let limb = |random: &mut Random| random.word() & random.word() | random.word() << 40;
            let set = ByteSet(core::array::from_fn(|_| limb(&mut random)));
            let ranges = set.ranges();
            let within = |value: u64| ranges.iter().any(|&(low, high)| (low..=high).contains(&value));
            assert!((0..256).all(|value| within(value) == set.contains(value)), "{set:?}");
            assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0), "{set:?}");
        }
    }
}
