//! For tests only; nothing of the product depends on it.
//!
//! - [`interp`]: a plain, concrete interpreter of the IR. A program that the reader decoded, and that passes rewrote, must
//!   print and return what the native program does.
//! - [`corpus`]: the programs under `tests/programs`, the compilers found on this machine, and a cache of what they made.
//! - [`process`], [`parallel`]: commands under a time limit, and work on all cores.
//! - [`listing`]: counts from LLVM's text form, to hold against what the reader decoded.

pub mod corpus;
pub mod interp;
pub mod listing;
pub mod parallel;
pub mod process;
