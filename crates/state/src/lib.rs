//! One state of a program under exploration: memory, frames, path condition, inputs, and its place in the execution tree.

mod id;

pub use id::StateId;
