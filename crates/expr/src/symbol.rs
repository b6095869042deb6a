//! Symbols: the unknowns of a query that are single words.

use braid_entity::{Symbol, entity};

entity!(
    /// A symbol of an [`ExprPool`](crate::ExprPool).
    SymbolId,
    "x"
);

/// What a symbol stands for. The classes are kept apart because only inputs are part of a test case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SymbolClass {
    /// An unknown of the program under analysis: a test case gives its value.
    Input,
    /// The number of iterations k that joining introduces: it selects one of the joined paths.
    Round,
    /// A value that was never written: any value, which no test case gives.
    Uninitialised,
    /// The place of an uninitialised value that has no symbol of its own yet. It is moved, and never part of a larger term.
    Deferred,
    /// The result of an operation that has none: what uses it is at fault.
    Poison,
    /// A result that the language leaves open, one of several, chosen at each execution: the bits of a NaN, the sign of the smaller of two zeros,
    /// whether a product is fused with a sum. No test case gives it, and using it is no fault.
    Unspecified,
    /// A value of which only a property is known; an over-approximating join or a function without exact rounding introduces it.
    Abstract,
    /// A witness that the solver introduces for a negated quantifier; it never leaves the solver.
    Witness,
}

/// What the pool knows of a symbol.
#[derive(Clone, Copy, Debug)]
pub struct SymbolData {
    /// Interned name; [`ExprPool::symbol_name`](crate::ExprPool::symbol_name) gives its text.
    pub(crate) name: Symbol,
    /// Width in bits.
    pub width: u32,
    /// What it stands for.
    pub class: SymbolClass,
}
