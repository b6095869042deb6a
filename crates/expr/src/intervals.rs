//! Sets of words as few intervals: which values of a word satisfy a term that compares it with constants.

use smallvec::SmallVec;

use crate::byte_set::Cell;
use crate::model::Model;
use crate::node::{ExprId, Node};
use crate::pool::ExprPool;
use crate::support::{Range, Space};
use crate::value::mask;

/// A set of words of one width, as intervals, inclusive, ascending, with gaps between them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Intervals(SmallVec<[(u64, u64); 2]>);

/// Sets of more intervals are not kept.
const MAX_INTERVALS: usize = 16;
/// How deep connectives are looked through.
const DEPTH: u32 = 8;

impl Intervals {
    /// All words of a width.
    pub(crate) fn all(width: u32) -> Intervals {
        Intervals(SmallVec::from_slice(&[(0, mask(width))]))
    }
    /// The words from `low` to `high`; none if there are none.
    fn between(low: u64, high: u64) -> Intervals {
        Intervals(if low <= high { SmallVec::from_slice(&[(low, high)]) } else { SmallVec::new() })
    }
    /// Whether it has nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Its lowest word.
    pub(crate) fn lowest(&self) -> u64 {
        self.0.first().map_or(0, |interval| interval.0)
    }
    /// Whether it can be kept.
    pub(crate) fn is_small(&self) -> bool {
        self.0.len() <= MAX_INTERVALS
    }
    /// What both have.
    pub(crate) fn and(&self, other: &Intervals) -> Intervals {
        let mut both = SmallVec::new();
        for &(low, high) in &self.0 {
            let met = other.0.iter().map(|&(l, h)| (l.max(low), h.min(high)));
            both.extend(met.filter(|(low, high)| low <= high));
        }
        Intervals(both)
    }
    /// The words of this width that it has not.
    pub(crate) fn complement(&self, width: u32) -> Intervals {
        let mut others = SmallVec::new();
        let mut from = Some(0);
        for &(low, high) in &self.0 {
            if let Some(from) = from.filter(|&from| from < low) {
                others.push((from, low - 1));
            }
            from = high.checked_add(1);
        }
        others.extend(from.filter(|&from| from <= mask(width)).map(|from| (from, mask(width))));
        Intervals(others)
    }
    /// That a word is in it.
    pub(crate) fn contain(&self, pool: &mut ExprPool, word: ExprId) -> ExprId {
        let width = pool.width(word);
        let terms: Vec<ExprId> = self
            .0
            .iter()
            .map(|&(low, high)| {
                let [lowest, highest] = [low, high].map(|bound| pool.bv(width, bound));
                match (low, high) {
                    (low, high) if low == high => pool.eq(word, lowest),
                    (0, high) if high == mask(width) => pool.tru(),
                    (0, _) => pool.ule(word, highest),
                    (_, high) if high == mask(width) => pool.ule(lowest, word),
                    _ => {
                        let (above, below) = (pool.ule(lowest, word), pool.ule(word, highest));
                        pool.and(above, below)
                    }
                }
            })
            .collect();
        pool.any(terms)
    }
}

/// A term whose bits are those of some cells, each once.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    /// The term.
    pub(crate) term: ExprId,
    /// How many bits it has, at most 64.
    pub(crate) width: u32,
    /// The cells, each with its lowest bit.
    pub(crate) parts: Vec<(Cell, u32)>,
}

impl Word {
    /// The word that a term is: a symbol, or cells of an array one after the other.
    fn of(pool: &ExprPool, term: ExprId) -> Option<Word> {
        let width = pool.width(term);
        let mut parts = Vec::new();
        let mut open = vec![(term, 0)];
        while let Some((term, low)) = open.pop() {
            match pool.node(term) {
                Node::Concat(upper, lower) => {
                    open.extend([(upper, low + pool.width(lower)), (lower, low)]);
                }
                _ => parts.push((cell(pool, term)?, low)),
            }
        }
        let mut ranges: SmallVec<[Range; 8]> = parts.iter().map(|(cell, _)| cell.range).collect();
        ranges.sort_unstable();
        let distinct = ranges.windows(2).all(|pair| pair[0] != pair[1]);
        (width <= 64 && distinct).then_some(Word { term, width, parts })
    }
    /// Gives it a value in a model.
    pub(crate) fn set(&self, model: &mut Model, value: u64) {
        for &(cell, low) in &self.parts {
            cell.set(model, value >> low & mask(cell.width));
        }
    }
}

/// The cell that a term is.
fn cell(pool: &ExprPool, term: ExprId) -> Option<Cell> {
    let is_leaf = match pool.node(term) {
        Node::Symbol(_) => true,
        Node::Read(updates, index) => pool.is_const(index) && pool.update_count(updates) == 0,
        _ => false,
    };
    let &[range] = pool.support(term) else { return None };
    let single = range.low == range.high && range.space != Space::Bound;
    (is_leaf && single).then(|| Cell { range, width: pool.width(term) })
}

/// The word that a condition compares with constants, and the values under which it holds; none if it is no such condition, or about a
/// word of at most 8 bits.
pub(crate) fn of_condition(pool: &ExprPool, condition: ExprId) -> Option<(Word, Intervals)> {
    let (term, set) = by_shape(pool, condition, DEPTH)?;
    let word = Word::of(pool, term).filter(|word| word.width > 8)?;
    set.is_small().then_some((word, set))
}

fn by_shape(pool: &ExprPool, condition: ExprId, depth: u32) -> Option<(ExprId, Intervals)> {
    let below = depth.checked_sub(1)?;
    match pool.node(condition) {
        Node::Not(a) => {
            let (term, set) = by_shape(pool, a, below)?;
            Some((term, set.complement(pool.width(term))))
        }
        Node::And(a, b) => {
            let ((x, one), (y, other)) = (by_shape(pool, a, below)?, by_shape(pool, b, below)?);
            (x == y).then(|| (x, one.and(&other)))
        }
        Node::Or(a, b) => {
            let ((x, one), (y, other)) = (by_shape(pool, a, below)?, by_shape(pool, b, below)?);
            let width = pool.width(x);
            (x == y).then(|| (x, one.complement(width).and(&other.complement(width)).complement(width)))
        }
        Node::Eq(a, b) => compared(pool, a, b, |_, value| Intervals::between(value, value)),
        Node::Ult(a, b) => ordered(pool, a, b, true, 0),
        Node::Ule(a, b) => ordered(pool, a, b, false, 0),
        Node::Slt(a, b) => ordered(pool, a, b, true, 1),
        Node::Sle(a, b) => ordered(pool, a, b, false, 1),
        _ => None,
    }
}

/// The set of a comparison with a constant on the right; equality has it there.
fn compared(
    pool: &ExprPool,
    a: ExprId,
    b: ExprId,
    set: impl FnOnce(u32, u64) -> Intervals,
) -> Option<(ExprId, Intervals)> {
    let width = pool.width(a);
    let value = pool.as_u64(b).filter(|_| width > 1 && !pool.is_const(a))?;
    Some((a, set(width, value)))
}

/// The set of a < b or a ≤ b, of numbers with a sign if `signed` is 1: those are the others with their upper halves exchanged.
fn ordered(pool: &ExprPool, a: ExprId, b: ExprId, strict: bool, signed: u64) -> Option<(ExprId, Intervals)> {
    let turn = |width: u32| signed << (width - 1);
    let turned = |width: u32, set: Intervals| if signed == 1 { exchange(width, &set) } else { set };
    if let Some(found) = compared(pool, a, b, |width, limit| {
        let limit = limit ^ turn(width);
        let high = if strict { limit.checked_sub(1) } else { Some(limit) };
        turned(width, high.map_or_else(|| Intervals::between(1, 0), |high| Intervals::between(0, high)))
    }) {
        return Some(found);
    }
    compared(pool, b, a, |width, limit| {
        let low = (limit ^ turn(width)).checked_add(u64::from(strict));
        turned(width, low.map_or_else(|| Intervals::between(1, 0), |low| Intervals::between(low, mask(width))))
    })
}

/// A set of numbers without sign in the order of those with one, as words.
fn exchange(width: u32, set: &Intervals) -> Intervals {
    let half = 1 << (width - 1);
    let halves = [(half, mask(width)), (0, half - 1)].map(|(low, high)| Intervals::between(low, high));
    let mut words = SmallVec::new();
    for part in halves {
        words.extend(set.and(&part).0.into_iter().map(|(low, high)| (low ^ half, high ^ half)));
    }
    joined(words)
}

/// Ascending intervals, those that touch made one.
fn joined(words: SmallVec<[(u64, u64); 2]>) -> Intervals {
    let mut set: SmallVec<[(u64, u64); 2]> = SmallVec::new();
    for (low, high) in words {
        match set.last_mut().filter(|last| last.1.checked_add(1) == Some(low)) {
            Some(last) => last.1 = high,
            None => set.push((low, high)),
        }
    }
    Intervals(set)
}

#[cfg(test)]
mod tests {
    use crate::array::ArrayKind;
    use crate::eval::Evaluator;
    use crate::node::Op;
    use crate::testing::Random;

    use super::*;

    /// Comparisons of a word with constants, both ways round, under connectives: the set has a value if and only if evaluation says so.
    #[test]
    fn sets_by_shape_are_what_evaluation_says() {
        let mut pool = ExprPool::new();
        let array = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
        let base = pool.base(array);
        let [low, high] = [4, 5].map(|at| {
            let index = pool.bv(32, at);
            pool.read(base, index)
        });
        let word = pool.concat(high, low);
        let mut random = Random::new(8);
        let edges = [0, 1, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff];
        let mut evaluator = Evaluator::new();
        let mut found = 0;
        for _ in 0..400 {
            let comparison = |pool: &mut ExprPool, random: &mut Random| {
                let value = if random.once_in(2) { random.pick(&edges) } else { random.below(1 << 16) };
                let constant = pool.bv(16, value);
                let op = random.pick(&[Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle]);
                if random.once_in(2) { pool.binary(op, word, constant) } else { pool.binary(op, constant, word) }
            };
            let (one, other) = (comparison(&mut pool, &mut random), comparison(&mut pool, &mut random));
            let negated = pool.not(other);
            let condition = random.pick(&[one, pool.and(one, negated), pool.or(one, other)]);
            let Some((shape, set)) = of_condition(&pool, condition) else { continue };
            found += 1;
            let again = set.contain(&mut pool, word);
            let tried = (0..40).map(|_| random.below(1 << 16)).chain(edges).collect::<Vec<u64>>();
            for value in tried.into_iter().chain([set.lowest()]) {
                let mut model = Model::new();
                shape.set(&mut model, value);
                let mut run = evaluator.under(&pool, &model);
                let contained = set.0.iter().any(|&(low, high)| (low..=high).contains(&value));
                for term in [condition, again] {
                    assert_eq!(run.truth(term), Ok(contained), "{value:#x} in {set:x?}");
                }
            }
        }
        assert!(found > 200, "{found}");
    }
}
