//! Guards and value summaries (Sen 2015): conditions as reduced ordered binary decision diagrams, and values that are sets of
//! (guard, leaf) pairs.
//!
//! A [`Guard`] is a boolean function whose variables are bits of input bytes and opaque predicates; equal functions are
//! equal guards. What is known of bytes is therefore exact: a guard over bytes alone is satisfiable unless it is
//! [`Guard::FALSE`], and exclusion and implication need no solver. Everything is owned by [`Guards`]. A [`Summary`] is
//! a value with guards that are disjoint and complete; its leaves are of any type.
//!
//! This crate knows terms and nothing of programs, states or solvers.

mod apply;
mod assignment;
mod bdd;
mod choose;
mod circuit;
mod diagrams;
mod guards;
mod leafwise;
mod shape;
mod summary;
mod term;
mod variable;
mod vector;

pub use assignment::Assignment;
pub use bdd::Guard;
pub use diagrams::{Began, Cases, DiagramCounts, Diagrams, Leaves, NoCases};
pub use guards::{Counts, Guards, MAX_NODES};
pub use summary::{Overlap, Summary, TooManyLeaves};
pub use variable::Variable;
pub use vector::Vectors;
