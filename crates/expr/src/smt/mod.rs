//! SMT-LIB 2: the language in which terms are exchanged with other solvers and with people.
//!
//! Read what a script says with [`syntax`] (text to s-expressions) and [`term`] (s-expressions to terms of a pool).
//! Write queries with [`mod@print`].
//! Hostile text is refused with a line and a column; nothing here recurses on the input.

mod apply;
mod array_term;
mod error;
mod float;
mod literal;
mod open;
mod operator;
pub mod print;
mod quantifier;
mod sort;
pub mod syntax;
pub mod term;
#[cfg(test)]
mod tests;

pub use array_term::{ArrayTerm, ArrayTerms, ArrayUnderModel};
pub use error::{Problem, SmtError};
pub use sort::Sort;
pub use syntax::{Position, Reader, Sexprs, Token, TokenKind};
pub use term::{Binding, Scope, ScopeLevel, Term};
