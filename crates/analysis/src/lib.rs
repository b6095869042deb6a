//! Pure functions from a function body or module to tables: control flow, dominators, loops, liveness, calls.
//!
//! Every analysis is one file with one table type, computed at once in linear or near-linear time, and never changed
//! afterwards: whoever changes the body computes the table anew. Nothing here recurses over the program.
//!
//! The control-flow graph and dominators live in `braid_ir`, because its verifier needs them, and are offered here
//! under the same names. This crate knows nothing of terms, states or solvers.

pub mod callgraph;
pub mod frontier;
pub mod liveness;
pub mod loops;
pub mod order;
pub mod postdominators;

pub use braid_ir::{cfg, dominators, graph};

pub use braid_ir::{Cfg, Components, DominatorTree, Dominators, Graph};

pub use callgraph::CallGraph;
pub use frontier::FrontierFinder;
pub use liveness::Liveness;
pub use loops::{Loop, LoopId, Loops};
pub use postdominators::PostDominators;
