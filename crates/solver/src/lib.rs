//! Answers queries over terms: a chain of layers in front of a bit-blasting back end.
//!
//! A [`Query`] is a list of terms that must hold together; a [`Verdict`] is a model, a core of terms that cannot, or the
//! reason why there is no answer. Layers share one trait ([`Layer`]) and are stacked in one function ([`chain`]);
//! [`Solver`] puts the questions of an engine in front of them. Every model is confirmed by evaluation before it leaves.
//!
//! This crate knows terms and nothing of programs or states.

pub mod blast;
mod cache;
pub mod chain;
mod confirm;
mod diagrams;
mod dump;
mod layer;
mod linear;
pub mod pipe;
mod portfolio;
mod quantifier;
mod refute;
mod room;
pub mod sat;
pub mod script;
mod sequence;
mod slice;
mod solver;
mod stats;
#[cfg(feature = "streams")]
pub mod streams;
mod syntactic;
mod validate;
mod value_sets;
mod verdict;

pub use cache::QueryCache;
pub use dump::Dump;
pub use layer::{Layer, Workspace};
pub use pipe::Pipe;
pub use portfolio::Portfolio;
pub use quantifier::{Quantifiers, Stages};
pub use refute::Refute;
pub use sequence::{Premises, Sequence};
pub use slice::Slicing;
pub use solver::{Branch, Solver};
pub use stats::Stats;
pub use syntactic::Syntactic;
pub use validate::Validate;
pub use value_sets::ValueSets;
pub use verdict::{Budget, Near, ProcessFault, Query, Reason, Unsupported, Verdict};
