//! Runs a state to its successors: instructions over words and terms, faults, case splits.
//!
//! - [`fast`] runs words; [`step`] carries out one operation on any values, by way of the [`algebra`](braid_state::algebra).
//! - [`access`] finds objects and checks bounds, [`block`] copies and fills, [`call`] calls and returns,
//!   [`size`] tells what an allocation of symbolic size becomes, [`unwind`] brings exceptions to what catches them.
//! - [`decide`] asks the solver; [`stop`] says how running pauses or ends.
//!
//! An operation looks before it changes anything: if cases must be told apart first, it answers with them and is carried
//! out again in each. This crate knows no strategy: which state runs next, and which are joined, is decided elsewhere.

pub mod access;
mod answers;
mod aside;
mod assumption;
mod atomic;
mod block;
mod call;
mod capacity;
mod choice;
mod coverage;
mod decide;
mod dependence;
mod distance;
mod executor;
mod explain;
mod fast;
mod fault;
mod features;
mod float;
mod float_checks;
mod float_env;
mod float_terms;
mod globals;
mod incomplete;
mod input;
mod intrinsic;
mod leaves;
mod library;
mod machine;
mod nan;
mod options;
mod poison;
mod query_costs;
mod record;
pub mod sanitizer;
mod signature;
mod size;
mod stack_size;
mod step;
mod stop;
mod type_info;
mod unknown;
mod unmerge;
mod unwind;
mod varargs;
mod words;

pub use access::describe;
pub use answers::SetAside;
pub use aside::Asked;
pub use assumption::{Assumptions, Passage};
pub use braid_state::Arrival;
pub use capacity::{Capacities, CapacityError, DEFAULT_CAPACITY, MAX_SYMBOLIC};
pub use coverage::{Contexts, Coverage, Stretch};
pub use decide::Sides;
pub use executor::{Counters, Executor};
pub use fault::{Computed, Fault, FaultKind};
pub use float::CHOSEN_FLOAT;
pub use float_env::rounding_number;
pub use incomplete::{Incomplete, Row as IncompleteRow};
pub use intrinsic::INTRINSICS;
pub use machine::{Builtin, External, Invocation, Machine, Returned};
pub use options::{FloatChecks, Options, Sizes, Undefined};
pub use record::Record;
pub use size::{Extent, SizeCut};
pub use stop::{Case, Ending, Limit, Outcome, Split, SplitKind, Stop, Then};
pub use unwind::Handler;
