//! What an executor may do and what it checks.

/// What happens at a call of a function that nobody defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Undefined {
    /// The path ends, and the run is not complete.
    #[default]
    Error,
    /// The result is a fresh unknown; the call does nothing else.
    Symbolic,
}

/// Options of an executor.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many calls may nest.
    pub max_call_depth: usize,
    /// How many case splits a path may have.
    pub max_depth: u32,
    /// How many forks a run may have.
    pub max_forks: u64,
    /// How many objects a pointer may point to before the state is forked instead.
    pub max_objects: usize,
    /// The largest size that an allocation of unknown size gets.
    pub max_symbolic_size: u64,
    /// Whether broken promises about wrap-around are faults.
    pub check_overflow: bool,
    /// Whether decisions that depend on memory which was never written are faults.
    pub check_uninitialized: bool,
    /// Whether memory that is allocated when the program ends is a fault.
    pub check_leak: bool,
    /// What happens at a call of a function that nobody defines.
    pub undefined: Undefined,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            max_call_depth: 8192,
            max_depth: u32::MAX,
            max_forks: u64::MAX,
            max_objects: 16,
            max_symbolic_size: 256,
            check_overflow: false,
            check_uninitialized: false,
            check_leak: false,
            undefined: Undefined::Error,
        }
    }
}
