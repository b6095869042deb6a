//! What a run found, as plain data, and its formats: test files, coverage, statistics, summaries.
//!
//! The engine fills these types and this crate writes them; `replay` and `export` read them back. Nothing here knows
//! terms, states or programs: a fault kind is a string, a place is a file name and a line. Formats are one file each:
//! [`ktest`] (KLEE's test files), [`test`](mod@test) (what a test claims), [`run`] (the result), [`lcov`], [`stats`],
//! [`forks`], [`merges`], [`fault_text`], [`summary`], [`export`], [`witness`]; and [`folder`] knows what lies where in the folder of a run.
//!
//! Invariant: equal data gives equal bytes. Maps are ordered, fields are written in the order of their declaration.

mod archive;
pub mod bytes;
mod claims;
pub mod count;
mod csv;
pub mod export;
pub mod fault;
pub mod fault_text;
pub mod folder;
pub mod forks;
pub mod inputs;
pub mod ktest;
pub mod lcov;
pub mod lines;
pub mod merges;
pub mod place;
pub mod program;
pub mod run;
pub mod shown;
pub mod source;
pub mod stats;
pub mod status;
mod stdin;
pub mod summary;
pub mod test;
pub mod witness;
pub mod world;

pub use bytes::Bytes;
pub use count::Count;
pub use fault::Fault;
pub use folder::{Folder, FolderError, TestStorage};
pub use forks::ForkSite;
pub use ktest::{InputObject, KTest, KTestError};
pub use lcov::LineTable;
pub use lines::LineSet;
pub use merges::{Effort, HotVariable, MergeRow, Shadowed};
pub use place::{Place, located};
pub use program::Program;
pub use run::{
    Bound, BoundKind, Bug, Coverage, DeadAssumption, Incomplete, LoopInvariant, RunReport, SCHEMA_VERSION, Verdict,
};
pub use source::Sources;
pub use stats::Sample;
pub use summary::Style;
pub use test::{Ending, TestClaim};
pub use world::World;
