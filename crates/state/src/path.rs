//! The path condition: what holds of the inputs in a state.
//!
//! A persistent list: a fork copies a pointer, and solvers find what two paths share by walking back to the node that both
//! have, so that nothing costs the whole path.
//!
//! Beside the conjuncts stand some conditions that were found to follow from them. A path only ever grows, so what
//! follows once follows for ever, and a loop that asks the same again needs no solver.
//!
//! What the conjuncts say of single cells ([`Cells`]) follows them when somebody asks, so that no way of gaining a
//! condition can be forgotten; a cut begins it anew.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use braid_entity::Entity;
use braid_expr::{CellTable, Cells, Conjunction, ExprId, ExprPool, Model, Open};

/// How many conditions that follow are remembered.
const LEARNED: usize = 64;
/// How many of the newest conjuncts are looked at before a solver is asked, which looks at all.
const RECENT: usize = 32;

/// A path condition: conjuncts, oldest first.
#[derive(Default)]
pub struct Path {
    conjuncts: Conjunction,
    /// A memory, not a part of the state: whether it is there changes no answer. Hence what reads a path may write it.
    learned: Cell<Option<Rc<Learned>>>,
    /// What the first conjuncts say of single cells: a function of them.
    cells: RefCell<Cells>,
}

/// Conditions that follow, each at the place that its number tells; a newer one takes the place of an older.
#[derive(Clone, Debug)]
struct Learned([Option<ExprId>; LEARNED]);

impl Path {
    /// A path condition of these conjuncts.
    pub fn of(conjuncts: Conjunction) -> Path {
        Path { conjuncts, ..Path::default() }
    }
    /// The conjuncts.
    pub fn conjuncts(&self) -> &Conjunction {
        &self.conjuncts
    }
    /// The conjuncts after the oldest `prefix`, oldest first.
    pub fn since(&self, prefix: usize) -> Vec<ExprId> {
        self.conjuncts.since(prefix)
    }
    /// Adds a conjunct.
    pub fn push(&mut self, condition: ExprId) {
        self.conjuncts.push(condition);
    }
    /// Keeps only the first conjuncts; whoever cuts adds what the others said in another form.
    pub fn cut(&mut self, len: usize) {
        if len < self.len() {
            self.conjuncts.cut(len);
            self.learned.set(None);
            self.cells.take();
        }
    }
    /// How many conjuncts there are.
    pub fn len(&self) -> usize {
        self.conjuncts.len()
    }
    /// Returns true if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.conjuncts.is_empty()
    }
    /// Returns true if a condition is one of the newest conjuncts or remembered to follow.
    pub fn is_known(&self, condition: ExprId) -> bool {
        if self.conjuncts.newest().take(RECENT).any(|known| known == condition) {
            return true;
        }
        let learned = self.learned.take();
        let is_learned = learned.as_ref().is_some_and(|learned| learned.0[place_of(condition)] == Some(condition));
        self.learned.set(learned);
        is_learned
    }
    /// Whether a condition can hold and can fail, if that is a matter of one cell; none if it is the solver's.
    pub fn decide(&self, pool: &mut ExprPool, table: &mut CellTable, condition: ExprId) -> Option<Open> {
        let cells = &mut *self.cells.borrow_mut();
        table.follow(pool, cells, &self.conjuncts)?;
        table.decide(pool, cells, condition)
    }
    /// What a solver is asked under about a term: it can hold together with a condition on the term if and only if all conjuncts can.
    pub fn premises(&self, pool: &mut ExprPool, table: &mut CellTable, term: ExprId) -> Conjunction {
        let cells = &mut *self.cells.borrow_mut();
        match table.follow(pool, cells, &self.conjuncts) {
            Some(()) => table.premises(pool, cells, term),
            None => self.conjuncts.clone(),
        }
    }
    /// What a solver is asked under for a model, which [`complete`](Self::complete) makes one of all conjuncts. None if the run was
    /// interrupted.
    pub fn asked(&self, pool: &mut ExprPool, table: &mut CellTable) -> Option<Conjunction> {
        let cells = &mut *self.cells.borrow_mut();
        table.follow(pool, cells, &self.conjuncts)?;
        Some(cells.asked().clone())
    }
    /// Whether every conjunct is about one cell, and each cell has a value.
    pub fn is_exact(&self, pool: &mut ExprPool, table: &mut CellTable) -> bool {
        let cells = &mut *self.cells.borrow_mut();
        table.follow(pool, cells, &self.conjuncts).is_some() && cells.asked().is_empty() && cells.can_hold()
    }
    /// Gives the cells that no solver is asked about a value in a model. Returns false if one has none.
    pub fn complete(&self, table: &CellTable, model: &mut Model) -> bool {
        table.complete(&self.cells.borrow(), model)
    }
    /// Remembers that a condition follows.
    pub fn learn(&self, condition: ExprId) {
        let mut learned = self.learned.take().unwrap_or_else(|| Rc::new(Learned([None; LEARNED])));
        Rc::make_mut(&mut learned).0[place_of(condition)] = Some(condition);
        self.learned.set(Some(learned));
    }
}

fn place_of(condition: ExprId) -> usize {
    condition.as_u32() as usize % LEARNED
}

impl core::fmt::Debug for Path {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.conjuncts.fmt(f)
    }
}

impl Clone for Path {
    fn clone(&self) -> Self {
        let learned = self.learned.take();
        self.learned.set(learned.clone());
        Path { conjuncts: self.conjuncts.clone(), learned: Cell::new(learned), cells: self.cells.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_state_learns_the_other_does_not_know() {
        let condition = |number: usize| ExprId::from_u32(number as u32);
        let mut path = Path::default();
        path.learn(condition(3));
        let fork = path.clone();
        path.push(condition(1));
        path.learn(condition(2));
        assert!([1, 2, 3].into_iter().all(|number| path.is_known(condition(number))));
        assert!(fork.is_known(condition(3)));
        assert!(!fork.is_known(condition(1)) && !fork.is_known(condition(2)));
        fork.learn(condition(3 + LEARNED));
        assert!(fork.is_known(condition(3 + LEARNED)) && !fork.is_known(condition(3)));
        assert!(path.is_known(condition(3)));
    }
}
