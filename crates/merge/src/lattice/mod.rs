//! Joins in a lattice (Scheurer, Hähnle, Bubel 2016): joins that may forget.
//!
//! - [`model`]: what any join must satisfy, and the two techniques of the paper
//! - [`domain`]: what is kept of a value that is forgotten: sign, interval, known bits, predicates
//! - [`asker`]: bounded questions, of which undecided is no proof

pub mod asker;
pub mod domain;
pub mod model;

#[cfg(test)]
mod tests;
