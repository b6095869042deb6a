//! For tests only: C programs whose faults are known from elsewhere, to hold against what Braid finds.
//!
//! Random programs ([`generate`]), and correct ones with a mistake put in ([`mutate`]), take few enough inputs that a native run
//! under sanitizers on each of them is cheap ([`native`], [`oracle`]). Braid explores the same programs in every merge mode
//! ([`explore`]). [`judge`] compares: every fault that a sanitizer sees is found, every fault that is found is seen, every test is
//! right about its exit. Many programs are one file, a *batch* ([`mod@print`], [`batch`]), and a disagreement becomes a program of
//! a few lines ([`reduce`]). [`csmith`] compares the checksums of programs that Csmith made, [`limits`] times and
//! memory with what was allowed. [`campaign`] runs all of that for hours and goes on where it stopped.
//!
//! Everything is a function of seeds.

pub mod batch;
pub mod campaign;
pub mod csmith;
pub mod explore;
pub mod generate;
pub mod judge;
pub mod known;
pub mod limits;
pub mod mutate;
pub mod native;
pub mod oracle;
pub mod print;
pub mod program;
pub mod reduce;
