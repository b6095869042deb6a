//! What a run may be told.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use braid_exec::{Capacities, Sizes, Undefined};
use braid_solver::Stages;

/// Faults that are looked for only if the user asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Broken promises about wrap-around of integers.
    pub overflow: bool,
    /// Decisions that depend on memory that was never written.
    pub uninitialized_read: bool,
    /// Memory that is lost when the program ends.
    pub leak: bool,
}

/// Options of a run. The defaults explore everything without limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The function where execution begins.
    pub entry: String,
    /// The program's arguments, without its name.
    pub arguments: Vec<String>,
    /// How states are joined.
    pub merge: braid_merge::Options,
    /// The search order, as [`Spec`](crate::Spec) reads it.
    pub search: String,
    /// For random choices.
    pub seed: u64,
    /// How many instructions a state runs before another may be picked.
    pub batch: u64,
    /// Stop after this long.
    pub max_time: Option<Duration>,
    /// Keep memory below this many bytes; 4 GiB unless told, so that no program takes all of a machine.
    pub max_memory: Option<u64>,
    /// Stop after this many instructions.
    pub max_instructions: Option<u64>,
    /// How many case splits a path may have.
    pub max_depth: Option<u32>,
    /// How many forks a run may have.
    pub max_forks: Option<u64>,
    /// Write at most this many tests.
    pub max_tests: Option<u64>,
    /// How many calls may nest.
    pub max_call_depth: usize,
    /// Bytes of the buffer for `LLVMFuzzerTestOneInput`.
    pub fuzz_bytes: u64,
    /// How an allocation of symbolic size is treated.
    pub sizes: Sizes,
    /// The largest sizes that objects of symbolic size can have.
    pub capacities: Capacities,
    /// Conflicts that the solver may spend on a query; its own default if absent.
    pub solver_conflicts: Option<u64>,
    /// Which stages decide queries with quantifiers.
    pub stages: Stages,
    /// A command that checks every answer of the back end.
    pub solver_check: Option<String>,
    /// A folder that every query is written to.
    pub dump_queries: Option<PathBuf>,
    /// Keep only tests that reach new lines.
    pub only_new_coverage: bool,
    /// Count the paths of joined states exactly, at the cost of a query for each.
    pub count_paths: bool,
    /// What happens at a call of a function that nobody defines.
    pub undefined: Undefined,
    /// Libraries of the machine, by name or path, whose functions [`Undefined::External`] may call.
    pub link_libraries: Vec<String>,
    /// Faults that are looked for only if the user asks.
    pub checks: Checks,
    /// Where tests and reports go; `braid-out-N` in the current folder if absent.
    pub out: Option<PathBuf>,
    /// Whether tests and reports are written at all.
    pub write: bool,
    /// Further flags for the compiler of source files.
    pub compiler_flags: Vec<OsString>,
    /// Passes that are switched off.
    pub without_passes: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            entry: "main".to_owned(),
            arguments: Vec::new(),
            merge: braid_merge::Options::default(),
            search: "random-path,nurs:md2u".to_owned(),
            seed: 0,
            batch: 10_000,
            max_time: None,
            max_memory: Some(4 << 30),
            max_instructions: None,
            max_depth: None,
            max_forks: None,
            max_tests: None,
            max_call_depth: 8192,
            fuzz_bytes: 32,
            sizes: Sizes::default(),
            capacities: Capacities::default(),
            solver_conflicts: None,
            stages: Stages::default(),
            solver_check: None,
            dump_queries: None,
            only_new_coverage: false,
            count_paths: false,
            undefined: Undefined::default(),
            link_libraries: Vec::new(),
            checks: Checks::default(),
            out: None,
            write: true,
            compiler_flags: Vec::new(),
            without_passes: Vec::new(),
        }
    }
}
