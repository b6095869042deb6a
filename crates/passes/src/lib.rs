//! Rewrites of function bodies: promotion to SSA, folding, dead code, block merging.
//!
//! Symbolic execution merges states well where program data is in registers, so unoptimised code is brought into the
//! form that optimised code has. That is all these passes are for: none of them makes the program faster at the price
//! of hiding something. Two rules bind every pass:
//!
//! - No instruction that can fault is removed or folded, not even if its result is unused. What can fault is said in
//!   one place, [`fault`].
//! - What was never written stays visible: a promoted stack slot holds [`Constant::Uninit`](braid_ir::Constant) until
//!   its first write, and a read that may see it becomes [`Inst::CheckInit`](braid_ir::Inst) at the same place.
//!
//! A pass is a row of [`PASSES`] and a file of that name; [`Pipeline`] runs the chosen ones in order. Every pass takes
//! a well-formed body to a well-formed body, in time about linear in its size.

pub mod blocks;
pub mod conditions;
pub mod constants;
pub mod dce;
pub mod fault;
pub mod fold;
mod intrinsic;
mod lifetime;
pub mod pass;
pub mod pipeline;
pub mod promote;
mod rewrite;
pub mod selections;
mod slots;
mod speculate;
pub mod sroa;
pub mod switches;
pub mod unreachable;

pub use pass::{Context, Counter, PASSES, Pass, SELECTIONS, SEQUENCE, Stats};
pub use pipeline::{Pipeline, UnknownPass};
