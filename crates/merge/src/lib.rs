//! State merging: paths that forked are explored as one again.
//!
//! A [`Merger`] hears what states do and joins some of them, acting through a small [`Host`]. It owns no states: the engine
//! does. A way of merging is one folder and one row of [`MODES`].
//!
//! Most ways are made of two plugs under [`contexts`]: a [`MergeStrategy`] says when and who, a [`JoinRule`] says how. A rule
//! turns the conditions and values of several states into those of one, and serves mergers without contexts as well, by way of
//! [`joining`].
//! - [`loops`]: states are joined where they leave a loop (Trabish 2021)
//! - [`region`]: states are joined where the program says so (KLEE's `klee_open_merge`)
//! - [`pattern`]: states whose paths differ in the number of iterations become one state with that number (Trabish 2023)
//! - [`qce`]: states are joined wherever they meet, if few queries depend on what differs (Kuznetsov 2012)
//! - [`lattice`]: values are forgotten up to what a domain keeps of them, at loop heads up to an invariant (Scheurer 2016)
//! - [`unmerge`]: joined states are taken apart where a query about them is too hard
//! - [`recording`]: how joined states came to be, which no merger need know
//! - [`ite`]: values become choices by condition, flat or in the shape of the execution tree

pub mod contexts;
pub mod explain;
mod free_model;
pub mod host;
pub mod ite;
pub mod joining;
pub mod lattice;
pub mod loops;
pub mod merger;
mod mode;
mod paths;
pub mod patience;
pub mod pattern;
pub mod qce;
pub mod recording;
pub mod region;
pub mod rule;
mod slices;
mod summary;
pub mod unmerge;
pub mod validate;
pub mod words;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use contexts::{Complaint, Event, MergeStrategy, Order, Scope};
pub use host::{Aside, Done, Failure, Host, Parts, Sources, States, View};
pub use loops::Nesting;
pub use merger::{Before, Child, Cost, Counted, End, Fork, Held, Merger};
pub use mode::{Encoding, MODES, Mode, Options, Values};
pub use paths::{PathCount, count_paths};
pub use recording::{ContextId, Recorder};
pub use rule::{JoinRule, Part, Plan};
