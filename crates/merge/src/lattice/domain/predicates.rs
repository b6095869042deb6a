//! Predicate abstraction (Graf, Saïdi 1997): of a value is kept which of some predicates hold of it.
//!
//! A predicate is a term over placeholders, one for each variable of a state, so that it may relate variables. *Conjunctive* elements are sets of
//! predicates that all hold; the least is the set of all that are implied. *Disjunctive* ones are sets of *minterms* (each predicate or its negation)
//! of which one holds. The paper takes disjunctions of the predicates themselves; where those overlap there is no canonical least
//! one, and minterms are the coarsest refinement that has it. For predicates that exclude each other the two are the same.

use braid_expr::{Conjunction, ExprId, ExprPool, Substitution};

use super::{Domain, Subject};
use crate::lattice::asker::Asker;

/// Predicates of a conjunctive domain at most.
pub const MAX_PREDICATES: usize = 64;
/// Predicates of a disjunctive domain at most: there are 2 to the power of it minterms.
pub const MAX_DISJOINED: usize = 6;

/// Predicates over placeholders.
#[derive(Clone, Debug)]
struct Predicates {
    /// For each variable, what stands for it.
    placeholders: Vec<ExprId>,
    terms: Vec<ExprId>,
}

impl Predicates {
    /// Each predicate of the values of a state.
    fn of(&self, pool: &mut ExprPool, values: &[ExprId]) -> Vec<ExprId> {
        let mut substitution = Substitution::new();
        for (&placeholder, &value) in self.placeholders.iter().zip(values) {
            substitution.replace(pool, placeholder, value);
        }
        let mut instance = |&term: &ExprId| substitution.apply(pool, term).expect("predicates have no quantifiers");
        self.terms.iter().map(&mut instance).collect()
    }
}

/// Sets of predicates that all hold.
#[derive(Clone, Debug)]
pub struct Conjunctive(Predicates);

impl Conjunctive {
    /// Of these predicates over these placeholders; none if there are too many.
    pub fn new(placeholders: Vec<ExprId>, terms: Vec<ExprId>) -> Option<Conjunctive> {
        (terms.len() <= MAX_PREDICATES).then_some(Conjunctive(Predicates { placeholders, terms }))
    }
}

/// The predicates that hold, as bits; none if there is no value. More predicates are fewer values.
impl Domain for Conjunctive {
    type Element = Option<u64>;
    fn name(&self) -> &'static str {
        "predicates"
    }
    fn bottom(&self) -> Option<u64> {
        None
    }
    fn top(&self) -> Option<u64> {
        Some(0)
    }
    fn join(&self, a: &Option<u64>, b: &Option<u64>) -> Option<u64> {
        match (a, b) {
            (Some(a), Some(b)) => Some(a & b),
            (one, other) => one.or(*other),
        }
    }
    fn axiom(&self, pool: &mut ExprPool, element: &Option<u64>, of: Subject<'_>) -> ExprId {
        let Some(held) = element else { return pool.fls() };
        let terms = self.0.of(pool, of.values);
        pool.all(terms.into_iter().enumerate().filter(|(at, _)| held >> at & 1 == 1).map(|(_, term)| term))
    }
    fn least(&self, asker: &mut Asker<'_>, path: &Conjunction, of: Subject<'_>) -> Option<u64> {
        if asker.is_dead(path) {
            return None;
        }
        let terms = self.0.of(asker.pool, of.values);
        let held = |(at, &term): (usize, &ExprId)| u64::from(asker.must(path, term)) << at;
        Some(terms.iter().enumerate().map(held).sum())
    }
}

/// Sets of minterms of which one holds.
#[derive(Clone, Debug)]
pub struct Disjunctive(Predicates);

impl Disjunctive {
    /// Of these predicates over these placeholders; none if there are too many.
    pub fn new(placeholders: Vec<ExprId>, terms: Vec<ExprId>) -> Option<Disjunctive> {
        (terms.len() <= MAX_DISJOINED).then_some(Disjunctive(Predicates { placeholders, terms }))
    }
    /// All minterms, of the values of a state.
    fn minterms(&self, pool: &mut ExprPool, values: &[ExprId]) -> Vec<ExprId> {
        let terms = self.0.of(pool, values);
        let mut minterms = Vec::with_capacity(1 << terms.len());
        for signs in 0..1_u32 << terms.len() {
            let literal = |(at, &term): (usize, &ExprId)| if signs >> at & 1 == 1 { term } else { pool.not(term) };
            let literals: Vec<ExprId> = terms.iter().enumerate().map(literal).collect();
            minterms.push(pool.all(literals));
        }
        minterms
    }
}

/// The minterms that may hold, as bits.
impl Domain for Disjunctive {
    type Element = u64;
    fn name(&self) -> &'static str {
        "disjoined predicates"
    }
    fn bottom(&self) -> u64 {
        0
    }
    fn top(&self) -> u64 {
        u64::MAX >> (64 - (1 << self.0.terms.len()))
    }
    fn join(&self, a: &u64, b: &u64) -> u64 {
        a | b
    }
    fn axiom(&self, pool: &mut ExprPool, element: &u64, of: Subject<'_>) -> ExprId {
        if *element == self.top() {
            return pool.tru();
        }
        let minterms = self.minterms(pool, of.values);
        pool.any(minterms.into_iter().enumerate().filter(|(at, _)| element >> at & 1 == 1).map(|(_, term)| term))
    }
    fn least(&self, asker: &mut Asker<'_>, path: &Conjunction, of: Subject<'_>) -> u64 {
        let minterms = self.minterms(asker.pool, of.values);
        let held = |(at, &term): (usize, &ExprId)| u64::from(asker.may(path, term)) << at;
        minterms.iter().enumerate().map(held).sum()
    }
}
