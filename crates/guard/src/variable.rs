//! What the variables of guards stand for: bits of bytes, and predicates.
//!
//! The order is fixed beforehand and not by who asks first. Bytes stand before predicates. Bytes of a number of arrays with one index stand
//! together, so that comparing two strings byte by byte is small, too; arrays and predicates are in order of their making, as in Sen 2015.
//! The bits of a byte are adjacent, the highest first, so that a range of values is a path and not a tree.

use braid_expr::{ByteSet, Cell, ExprId, ExprPool, Node, Space};
use rustc_hash::FxHashMap;

use crate::bdd::{Bdd, Guard};

/// What one variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// A bit of a byte that is an input: its number, 0 is the lowest.
    Bit(Cell, u32),
    /// A term of width 1 about which nothing is known.
    Predicate(ExprId),
}

/// Bytes and small symbols have so many levels each.
const LEVELS: u32 = 8;
/// So many arrays stand together; those made later come after all of their bytes.
const TOGETHER: u32 = 16;
/// Bytes further into an array have no variables.
const MAX_INDEX: u32 = 1 << 16;
/// The level of the first predicate.
const PREDICATES: u32 = 1 << 31;
/// How many arrays have variables; small symbols count as one.
const MAX_ARRAYS: u32 = PREDICATES / (LEVELS * MAX_INDEX);

/// The variables, by level.
#[derive(Clone, Default, Debug)]
pub(crate) struct Variables {
    /// The number of each array, and of the symbols.
    arrays: FxHashMap<Space, u32>,
    /// The level of the highest bit of each byte.
    cells: FxHashMap<Cell, u32>,
    /// Bytes by the level of their highest bit.
    of_level: FxHashMap<u32, Cell>,
    predicates: FxHashMap<ExprId, u32>,
    of_predicate: Vec<ExprId>,
}

impl Variables {
    /// What a level tests.
    pub(crate) fn get(&self, level: u32) -> Variable {
        if let Some(predicate) = level.checked_sub(PREDICATES) {
            return Variable::Predicate(self.of_predicate[predicate as usize]);
        }
        let cell = self.of_level[&(level / LEVELS * LEVELS)];
        Variable::Bit(cell, cell.width - 1 - level % LEVELS)
    }
    /// How many bytes have variables.
    pub(crate) fn cell_count(&self) -> usize {
        self.cells.len()
    }
    /// How many predicates have one.
    pub(crate) fn predicate_count(&self) -> usize {
        self.of_predicate.len()
    }
    /// The guard that a term is as it stands, without a look inside but for its sign: a comparison and its negation are one predicate.
    pub(crate) fn literal(&mut self, bdd: &mut Bdd, pool: &mut ExprPool, term: ExprId) -> Guard {
        if let Some(value) = pool.as_u64(term) {
            return Guard::FALSE.negate_if(value == 1);
        }
        let (term, negated) = positive(pool, term);
        let next = PREDICATES + self.of_predicate.len() as u32;
        let level = *self.predicates.entry(term).or_insert(next);
        if level == next {
            self.of_predicate.push(term);
        }
        bdd.node(level, Guard::FALSE, Guard::TRUE).negate_if(negated)
    }
    /// The guard that holds if the byte has one of these values; none if it lies too far into its array.
    pub(crate) fn is_in(&mut self, bdd: &mut Bdd, cell: Cell, set: ByteSet) -> Option<Guard> {
        let first = self.first_level(cell)?;
        let mut guards: Vec<Guard> =
            (0..1 << cell.width).map(|value| Guard::FALSE.negate_if(set.contains(value))).collect();
        for level in (first..first + cell.width).rev() {
            guards = guards.chunks(2).map(|pair| bdd.node(level, pair[0], pair[1])).collect();
        }
        Some(guards[0])
    }
    /// The bits of a byte, the lowest first; none if it lies too far into its array.
    pub(crate) fn bits(&mut self, bdd: &mut Bdd, cell: Cell) -> Option<Vec<Guard>> {
        let first = self.first_level(cell)?;
        Some((0..cell.width).rev().map(|at| bdd.node(first + at, Guard::FALSE, Guard::TRUE)).collect())
    }
    /// What a guard whose first variable is a bit of this byte becomes under each value of the byte, with the values; in order of the
    /// lowest ones.
    pub(crate) fn exits(&self, bdd: &Bdd, cell: Cell, guard: Guard) -> Vec<(Guard, ByteSet)> {
        let end = self.cells[&cell] + cell.width;
        let mut exits: Vec<(Guard, ByteSet)> = Vec::new();
        // Values from `low` on, of which the bits from a level on are open.
        let mut open = vec![(guard, self.cells[&cell], 0_u64)];
        while let Some((guard, level, low)) = open.pop() {
            if level < end && bdd.level(guard) < end {
                let (zero, one) = bdd.cofactors(guard, level);
                let half = 1 << (end - level - 1);
                open.extend([(one, level + 1, low + half), (zero, level + 1, low)]);
                continue;
            }
            let at = exits.iter().position(|&(exit, _)| exit == guard).unwrap_or(exits.len());
            if at == exits.len() {
                exits.push((guard, ByteSet::default()));
            }
            let beyond = low + (1 << (end - level));
            exits[at].1 = exits[at].1.or(ByteSet::below(beyond).and(ByteSet::below(low).complement()));
        }
        exits
    }

    fn first_level(&mut self, cell: Cell) -> Option<u32> {
        if let Some(&level) = self.cells.get(&cell) {
            return Some(level);
        }
        let (next, space) = (self.arrays.len() as u32, cell.range.space);
        let number = *self.arrays.entry(space).or_insert(next);
        let index = u32::try_from(cell.range.low).ok().filter(|&index| index < MAX_INDEX)?;
        if number >= MAX_ARRAYS {
            return None;
        }
        let place = (number / TOGETHER * MAX_INDEX + index) * TOGETHER + number % TOGETHER;
        let level = place * LEVELS;
        self.cells.insert(cell, level);
        self.of_level.insert(level, cell);
        Some(level)
    }
}

/// The term that stands for a predicate and its negation, and whether the given one is the negation.
fn positive(pool: &mut ExprPool, term: ExprId) -> (ExprId, bool) {
    match pool.node(term) {
        Node::Not(inner) => (inner, true),
        Node::Ule(..) | Node::Sle(..) => {
            let opposite = pool.not(term);
            match pool.node(opposite) {
                Node::Ult(..) | Node::Slt(..) => (opposite, true),
                _ => (term, false),
            }
        }
        _ => (term, false),
    }
}
