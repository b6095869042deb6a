//! State merging: paths that came apart are explored as one again.
//!
//! Two plugs, kept apart. A [`MergeStrategy`] says when and who: it hears of forks, of loops that are left and of marks in
//! the program, and answers with orders. A [`JoinRule`] says how: it turns the conditions and values of several states into
//! those of one. Between them stands the [`Merger`], which grows the execution trees, knows which state waits for which,
//! and loses none. It owns no states: the engine does, and carries out what the merger asks for.
//!
//! A paper is one strategy, one rule, or both, and a row of [`MODES`]:
//! - [`loops`]: states are joined where they leave a loop (Trabish, Itzhaky, Rinetzky: "A Bounded Symbolic-Size Model for
//!   Symbolic Execution", 2021)
//! - [`region`]: states are joined where the program says so (KLEE's `klee_open_merge`)
//! - [`pattern`]: states whose paths differ in how many iterations a loop had become one state with a number of iterations (Trabish 2023)
//! - [`ite`]: values become choices by condition, flat or in the shape of the execution tree

mod context;
mod engine;
pub mod explain;
mod history;
mod incremental;
pub mod ite;
pub mod loops;
mod mode;
pub mod patience;
pub mod pattern;
pub mod region;
mod rule;
mod strategy;
pub mod validate;
mod view;
pub mod words;

#[cfg(test)]
mod tests;

pub use context::{ContextId, Group, Parked};
pub use engine::{Action, Child, Counted, EndedAt, Folded, Merger, Settled};
pub use mode::{Encoding, MODES, Mode, ModeKind, Nesting, Options};
pub use rule::{Auxiliary, Exactness, JoinRule, Part, Plan};
pub use strategy::{Complaint, Event, MergeStrategy, Order, Scope};
pub use view::{LoopAt, SourcePlace, View};
