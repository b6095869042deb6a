//! Terms become guards, and guards terms.
//!
//! A term over one byte is a set of values. Connectives of width 1 are looked through. Whatever is left is a predicate. Back, a guard over
//! one byte is a condition on its ranges of values; one over several is a choice for each byte between what is left under its values.

use braid_expr::{ByteSet, ExprId, ExprPool, Node};

use crate::bdd::Guard;
use crate::guards::Guards;
use crate::variable::Variable;

/// Units of work that a part of a term counts for: an operation on guards of ordinary size.
const UNITS_OF_A_PART: u32 = 64;

impl Guards {
    /// The guard of a term of width 1. If the run is interrupted, it is the predicate that the term is: it means the same.
    pub fn of_term(&mut self, pool: &mut ExprPool, term: ExprId) -> Guard {
        assert_eq!(pool.width(term), 1, "a guard is a condition");
        let mut open = vec![term];
        while let Some(&term) = open.last() {
            if pool.interrupt().spend(UNITS_OF_A_PART) {
                self.counts.interrupted += 1;
                return self.variables.literal(&mut self.bdd, pool, open[0]);
            }
            let before = open.len();
            if !self.of_term.contains_key(&term) {
                let parts = self.parts(pool, term);
                open.extend(parts.into_iter().rev().filter(|part| !self.of_term.contains_key(part)));
            }
            if open.len() == before {
                open.pop();
                let guard = self.of_parts(pool, term);
                self.of_term.insert(term, guard);
            }
        }
        self.of_term[&term]
    }

    /// The operands, if the term is a connective over more than one byte.
    fn parts(&mut self, pool: &ExprPool, term: ExprId) -> Vec<ExprId> {
        let is_connective = match pool.node(term) {
            Node::Not(_) | Node::And(..) | Node::Or(..) | Node::Xor(..) | Node::Ite(..) => true,
            Node::Eq(a, _) => pool.width(a) == 1,
            _ => false,
        };
        if !is_connective || self.sets.of(pool, term).is_some() {
            return Vec::new();
        }
        pool.children(term).to_vec()
    }

    /// The guard of a term whose parts have theirs.
    fn of_parts(&mut self, pool: &mut ExprPool, term: ExprId) -> Guard {
        if let Some(&known) = self.of_term.get(&term) {
            return known;
        }
        if let Some(guard) = self.of_byte(pool, term) {
            return guard;
        }
        let parts = self.parts(pool, term);
        if parts.is_empty() {
            return self.variables.literal(&mut self.bdd, pool, term);
        }
        let guards: Vec<Guard> = parts.iter().map(|part| self.of_term[part]).collect();
        self.connect(pool, term, &guards).unwrap_or_else(|| self.opaque(pool, term))
    }

    /// The guard of a term over one byte.
    pub(crate) fn of_byte(&mut self, pool: &ExprPool, term: ExprId) -> Option<Guard> {
        let (cell, set) = self.sets.of(pool, term)?;
        self.variables.is_in(&mut self.bdd, cell, set)
    }

    /// The guard of a connective over guards, if it is not too large.
    fn connect(&mut self, pool: &ExprPool, term: ExprId, guards: &[Guard]) -> Option<Guard> {
        match (pool.node(term), guards) {
            (Node::Not(_), &[a]) => Some(!a),
            (Node::And(..), &[a, b]) => self.try_and(a, b),
            (Node::Or(..), &[a, b]) => self.try_and(!a, !b).map(|neither| !neither),
            (Node::Xor(..), &[a, b]) => self.try_ite(a, !b, b),
            (Node::Eq(..), &[a, b]) => self.try_ite(a, b, !b),
            (Node::Ite(..), &[c, a, b]) => self.try_ite(c, a, b),
            _ => unreachable!("only connectives have parts"),
        }
    }

    /// A term of width 1 that holds where the guard does.
    pub fn term(&mut self, pool: &mut ExprPool, guard: Guard) -> ExprId {
        let mut open = vec![regular(guard)];
        while let Some(&guard) = open.last() {
            let before = open.len();
            if !self.terms.contains_key(&guard) {
                let below = self.below(guard).into_iter().map(|(exit, _)| regular(exit));
                open.extend(below.filter(|exit| !self.terms.contains_key(exit)));
            }
            if open.len() == before {
                open.pop();
                let term = self.term_over(pool, guard);
                self.terms.insert(guard, term);
            }
        }
        self.known_term(pool, guard)
    }

    /// What a guard becomes under the values of its first byte or predicate, with those values (1 and 0 for a predicate).
    fn below(&self, guard: Guard) -> Vec<(Guard, ByteSet)> {
        match self.variable(guard) {
            None => Vec::new(),
            Some(Variable::Bit(cell, _)) => self.variables.exits(&self.bdd, cell, guard),
            Some(Variable::Predicate(_)) => {
                let (low, high) = self.sides(guard);
                vec![(high, ByteSet::below(2).and(ByteSet::below(1).complement())), (low, ByteSet::below(1))]
            }
        }
    }

    /// The term of a guard that is not negated; those of what it becomes under its first byte or predicate are known.
    fn term_over(&self, pool: &mut ExprPool, guard: Guard) -> ExprId {
        let Some(variable) = self.variable(guard) else { return pool.tru() };
        let mut exits = self.below(guard);
        // The case that takes most words to say is the rest.
        let rest = (0..exits.len()).max_by_key(|&at| (exits[at].1.ranges().len(), at)).expect("a byte has a value");
        let mut term = {
            let (rest, _) = exits.remove(rest);
            self.known_term(pool, rest)
        };
        for (exit, values) in exits.into_iter().rev() {
            let condition = match variable {
                Variable::Bit(cell, _) => cell.is_in(pool, values),
                Variable::Predicate(predicate) if values.contains(1) => predicate,
                Variable::Predicate(predicate) => pool.not(predicate),
            };
            let case = self.known_term(pool, exit);
            term = pool.ite(condition, case, term);
        }
        term
    }

    fn known_term(&self, pool: &mut ExprPool, guard: Guard) -> ExprId {
        let term = self.terms[&regular(guard)];
        if guard.is_negated() { pool.not(term) } else { term }
    }
}

/// The guard without its negation.
fn regular(guard: Guard) -> Guard {
    guard.negate_if(guard.is_negated())
}
