//! How functions that a program does not define are carried out: the table behind `braid env`.
//!
//! A function that the engine or the runtime has is an exact model unless it stands in [`INEXACT`]; every other one is refused. Whoever
//! runs a program can say otherwise for single functions.

use crate::{TABLES, runtime};

/// How a function is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// As the machine does it, for every input.
    Exact,
    /// With more results than the machine can give.
    Over,
    /// With one of the results that the machine can give, which is told.
    Under,
    /// By the machine itself, for one input.
    Native,
    /// Not at all: the path ends there, and is counted.
    Refused,
}

impl How {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            How::Exact => "exact model",
            How::Over => "over-approximation",
            How::Under => "under-approximation",
            How::Native => "native call",
            How::Refused => "refused",
        }
    }
}

/// Functions of the runtime that are no exact models: what they do not know, they give as some value or refuse by name.
const INEXACT: &[(&str, How)] = &[
    ("arc4random", How::Under),
    ("arc4random_buf", How::Under),
    ("arc4random_uniform", How::Under),
    ("getentropy", How::Under),
    ("getrandom", How::Under),
    ("pause", How::Refused),
    ("popen", How::Refused),
    ("pthread_create", How::Under),
    ("system", How::Refused),
];

/// How a function of the runtime is carried out.
pub fn of_runtime(name: &str) -> How {
    INEXACT.iter().find(|row| row.0 == name).map_or(How::Exact, |row| row.1)
}

/// The functions that the engine itself carries out for programs, with the file that does, in the order of their names.
pub fn of_engine() -> Vec<(&'static str, &'static str)> {
    let is_for_programs = |name: &str| !name.starts_with("__braid_") && !name.starts_with("llvm.");
    let rows = TABLES.iter().flat_map(|(file, rows)| rows.iter().map(move |(name, _)| (*name, *file)));
    let mut rows: Vec<_> = rows.filter(|(name, _)| is_for_programs(name)).collect();
    rows.sort_unstable();
    rows
}

/// The names that the runtime defines for programs with 64-bit pointers, with the bitcode of the module they are in.
pub fn runtime_modules() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    runtime::MODULES.iter().filter(|(bits, ..)| *bits == 64).map(|&(_, names, bytes)| (names, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_are_functions_of_the_runtime() {
        let known: Vec<&str> = runtime_modules().flat_map(|(names, _)| names.lines()).collect();
        for (name, how) in INEXACT {
            assert!(known.contains(name), "{name} is in no module");
            assert_ne!(*how, How::Exact, "{name} needs no row");
        }
    }

    #[test]
    fn the_engine_has_memcpy() {
        assert!(of_engine().contains(&("memcpy", "crates/env/src/memory.rs")));
        assert!(of_engine().iter().all(|(name, _)| !name.starts_with("__braid_")));
    }
}
