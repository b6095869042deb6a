//! Pure functions from a function body or module to tables: control flow, dominators, loops, liveness, calls.
//!
//! Every analysis is one file with one table type, computed at once in linear or near-linear time, and never changed
//! afterwards: whoever changes the body computes the table anew. Nothing here recurses over the program.
//!
//! The verifier of `braid_ir` has dominators of its own, so that it does not share the mistakes of those here. This crate
//! knows nothing of terms, states or solvers.

pub mod callgraph;
pub mod cfg;
pub mod dominators;
pub mod frontier;
pub mod graph;
pub mod liveness;
pub mod loops;
pub mod magnitude;
pub mod order;
pub mod postdominators;
pub mod query_count;

pub use cfg::Cfg;
pub use dominators::{DominatorTree, Dominators};
pub use graph::{Components, Graph};

pub use callgraph::CallGraph;
pub use frontier::FrontierFinder;
pub use liveness::Liveness;
pub use loops::{Loop, LoopId, Loops};
pub use magnitude::Magnitude;
pub use postdominators::PostDominators;
pub use query_count::QueryCounts;
