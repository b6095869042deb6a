//! Braid as a library: the engine put together.
//!
//! [`Engine::load`] takes the files of a program and [`Options`]; [`Engine::run`] explores it and gives a
//! [`RunReport`](braid_report::RunReport). Tests and reports are written as they come up if a folder is named.
//!
//! The main loop ([`exploration`]) is a ladder of questions that fits on one screen. What it asks of others: [`start`] makes the
//! first state, [`live`] keeps the states that can run, `search` picks one, `exec` runs it, [`witness`] turns the end of
//! a path into a test, [`findings`] keeps what was found, [`budget`] says when to stop.

mod account;
mod budget;
mod calls;
mod certificates;
mod checkpoints;
mod clobber;
mod confirm;
mod count;
mod coverage;
mod cut;
mod describe;
mod doubt;
mod ending;
mod engine;
mod error;
mod evict;
mod exploration;
mod family;
mod files;
mod findings;
mod host;
mod live;
mod merging;
mod new_line_tests;
mod new_lines;
mod options;
mod outcome;
mod pressure;
mod progress;
pub mod quantity;
mod recreate;
mod remake;
mod rerun;
mod revive;
mod shadow;
mod shelf;
mod shrink;
mod start;
mod subject;
mod unknowns;
mod witness;

pub use braid_env::calls::How;
pub use braid_exec::{Capacities, CapacityError, FaultKind, Sizes, Undefined};
pub use braid_merge as merge;
pub use braid_report as report;
pub use braid_search::{STRATEGIES, Spec};
pub use braid_solver::Stages;
pub use braid_state::{Name, NameError, Stand};
pub use budget::{Interrupt, resident_memory};
pub use calls::{CallRow, call_table};
pub use engine::Engine;
pub use error::EngineError;
pub use options::{Check, Options};
pub use progress::Observer;
pub use shadow::Disagreement;
