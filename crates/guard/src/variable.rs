//! What the variables of guards stand for: bits of bytes, and predicates.
//!
//! They get levels in order of their making, as in Sen 2015; the bits of a byte get adjacent ones, the highest bit first, so that a range of
//! values is a path and not a tree.

use braid_expr::{ByteSet, Cell, ExprId, ExprPool, Node};
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

/// The variables, by level.
#[derive(Clone, Default, Debug)]
pub(crate) struct Variables {
    of_level: Vec<Variable>,
    /// The level of the highest bit of each byte.
    cells: FxHashMap<Cell, u32>,
    predicates: FxHashMap<ExprId, u32>,
}

impl Variables {
    /// What a level tests.
    pub(crate) fn get(&self, level: u32) -> Variable {
        self.of_level[level as usize]
    }
    /// How many bytes have variables.
    pub(crate) fn cell_count(&self) -> usize {
        self.cells.len()
    }
    /// How many predicates have one.
    pub(crate) fn predicate_count(&self) -> usize {
        self.predicates.len()
    }
    /// The guard that a term is as it stands, without a look inside but for its sign: a comparison and its negation are one predicate.
    pub(crate) fn literal(&mut self, bdd: &mut Bdd, pool: &mut ExprPool, term: ExprId) -> Guard {
        if let Some(value) = pool.as_u64(term) {
            return Guard::FALSE.negate_if(value == 1);
        }
        let (term, negated) = positive(pool, term);
        let next = self.of_level.len() as u32;
        let level = *self.predicates.entry(term).or_insert(next);
        if level == next {
            self.of_level.push(Variable::Predicate(term));
        }
        bdd.node(level, Guard::FALSE, Guard::TRUE).negate_if(negated)
    }
    /// The guard that holds if the byte has one of these values.
    pub(crate) fn is_in(&mut self, bdd: &mut Bdd, cell: Cell, set: ByteSet) -> Guard {
        let first = self.first_level(cell);
        let mut guards: Vec<Guard> =
            (0..1 << cell.width).map(|value| Guard::FALSE.negate_if(set.contains(value))).collect();
        for level in (first..first + cell.width).rev() {
            guards = guards.chunks(2).map(|pair| bdd.node(level, pair[0], pair[1])).collect();
        }
        guards[0]
    }
    /// What a guard whose first variable is a bit of this byte becomes under each value of the byte, with the values; in order of the
    /// lowest ones.
    pub(crate) fn exits(&self, bdd: &Bdd, cell: Cell, guard: Guard) -> Vec<(Guard, ByteSet)> {
        let first = self.cells[&cell];
        let mut guards = vec![guard];
        for level in first..first + cell.width {
            let sides = guards.into_iter().map(|guard| bdd.cofactors(guard, level));
            guards = sides.flat_map(|(low, high)| [low, high]).collect();
        }
        let mut exits: Vec<(Guard, ByteSet)> = Vec::new();
        for (value, guard) in guards.into_iter().enumerate() {
            let at = exits.iter().position(|&(exit, _)| exit == guard).unwrap_or(exits.len());
            if at == exits.len() {
                exits.push((guard, ByteSet::default()));
            }
            exits[at].1.insert(value as u64);
        }
        exits
    }

    fn first_level(&mut self, cell: Cell) -> u32 {
        let next = self.of_level.len() as u32;
        let first = *self.cells.entry(cell).or_insert(next);
        if first == next {
            self.of_level.extend((0..cell.width).rev().map(|bit| Variable::Bit(cell, bit)));
        }
        first
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
