//! For tests of this crate and of those above it: a seeded generator of terms over all operators, and their inputs.
//!
//! Present only in tests or with the feature `testing`. The same seed gives the same term in every pool, whether its
//! rules are on or off, so that two pools can be compared term by term.

mod generator;
mod inputs;
mod random;
mod transfer;
mod volume;

pub use braid_testing::Random;
pub use generator::{Generator, Limits};
pub use inputs::Inputs;
pub use random::RandomValues;
pub use transfer::transfer;
pub use volume::{fill, peak_memory};
