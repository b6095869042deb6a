//! Abstract domains (Scheurer, Hähnle, Bubel 2016, definitions 11 and 12): what is kept of a value that is forgotten.
//!
//! An element stands for a set of values and is told to the solver by its *defining axiom*, a term over the value. A domain is a
//! join-semilattice of elements with a canonical least element for every value under a path condition; without that, joins
//! would not be associative (SEL3). Widening is there for fixed points: it is sound and ends, and satisfies neither SEL2 nor SEL3.
//!
//! An axiom may speak of other variables. It is stated over all values of a state at once, so that in the joined state it speaks of the joined
//! values: this is the {U*} of definition 9.
//!
//! Invariant: what a path condition says of a value implies the axiom of the least element. The property tests beside ask the solver for all of it.

mod interval;
mod known_bits;
mod predicates;
mod sign;

pub use interval::{Interval, Range};
pub use known_bits::{Bits, KnownBits};
pub use predicates::{Conjunctive, Disjunctive, MAX_DISJOINED, MAX_PREDICATES};
pub use sign::{Sign, Signs};

use core::fmt::Debug;

use braid_expr::{Conjunction, ExprId, ExprPool};

use super::asker::Asker;

/// The values of a state's variables, and which of them is spoken of.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// All values.
    pub values: &'a [ExprId],
    /// The one that is spoken of.
    pub at: usize,
}

impl Subject<'_> {
    /// The value that is spoken of.
    pub fn value(&self) -> ExprId {
        self.values[self.at]
    }
}

/// An abstract domain for values of one width.
pub trait Domain {
    /// What is kept of a value.
    type Element: Clone + PartialEq + Debug;
    /// Its name, for people.
    fn name(&self) -> &'static str;
    /// Stands for no value.
    fn bottom(&self) -> Self::Element;
    /// Stands for every value.
    fn top(&self) -> Self::Element;
    /// Returns true if whatever the first element stands for, the second does.
    fn is_below(&self, a: &Self::Element, b: &Self::Element) -> bool {
        self.join(a, b) == *b
    }
    /// The least element above both.
    fn join(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// Some element above both. A chain in which each element is the widening of the one before with any other comes to rest.
    fn widen(&self, old: &Self::Element, new: &Self::Element) -> Self::Element {
        self.join(old, new)
    }
    /// That an element stands for a value.
    fn axiom(&self, pool: &mut ExprPool, element: &Self::Element, of: Subject<'_>) -> ExprId;
    /// The least element that stands for a value wherever a path condition holds; a greater one where the solver does not tell.
    fn least(&self, asker: &mut Asker<'_>, path: &Conjunction, of: Subject<'_>) -> Self::Element;
}
