//! Damaged programs: makes them from sound ones, and digests them.
//!
//! Reading must end with a program or with a message, whatever the bytes are: never with a panic, an abort, a hang or
//! without memory. [`mutate()`] makes the bytes and [`digest()`] does all that a user can make Braid do with a file before
//! it is run. The test of this crate counts what happens to some ten thousand of them in child processes; the fuzz
//! target under `fuzz/` searches further with the same function.

mod digest;
mod mutate;

pub use braid_testing::Random;
pub use digest::{Outcome, digest, print};
pub use mutate::{Kind, Mutant, mutate};
