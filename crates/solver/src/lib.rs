//! Answers queries over terms: a chain of layers in front of a bit-blasting back end.

pub mod blast;
pub mod sat;
