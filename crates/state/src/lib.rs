//! One state of a program under exploration: memory, frames, path condition, inputs, and its place in the execution tree.
//!
//! This crate may use terms and programs; it knows neither solvers nor strategies.

mod id;
pub mod memory;
mod value;

pub use id::StateId;
pub use value::Value;
