//! The checks that guard the source. `cargo xtask test` runs what CI runs; each check can also be run alone.
//!
//! This is a crate of its own so that a broken engine can still be checked: it depends on no other part of Braid.
//! Every check is a pure function from what it reads to a list of [`Violation`]s, so that the checks are tested
//! themselves, each on a sample that it must refuse.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command-line tool, and its results are text")]

mod counts;
mod pending;
mod run;
mod scratch;
mod skipped;
mod source;
mod steps;
mod tidy;
mod unused;
mod violation;
mod walls;
mod workspace;

use std::process::ExitCode;

use crate::violation::Violation;

const USAGE: &str = "usage: cargo xtask COMMAND
  test     everything that CI runs, then one line with the counts
  soak     the tests again, optimised, with their long versions and on real programs; hours
  walls    no crate depends on one that it must not know
  unused   no crate names a dependency that it does not use
  tidy     length, opening comments, forbidden words
  pending  each test in tests/pending.txt still fails";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = workspace::root();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => steps::run_all(&root),
        ["soak"] => steps::soak(&root),
        ["walls"] => verdict("walls", &walls::check(&root)),
        ["unused"] => verdict("unused", &unused::check(&root)),
        ["tidy"] => verdict("tidy", &tidy::check(&root)),
        ["pending"] => verdict("pending", &pending::check(&root)),
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Prints what a check found and turns it into an exit code.
fn verdict(name: &str, violations: &[Violation]) -> ExitCode {
    for violation in violations {
        println!("{violation}");
    }
    println!("{name}: {}", if violations.is_empty() { "ok" } else { "failed" });
    ExitCode::from(u8::from(!violations.is_empty()))
}
