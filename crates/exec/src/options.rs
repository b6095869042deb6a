//! What an executor may do and what it checks.

use std::collections::BTreeMap;

use crate::capacity::Capacities;

/// What happens at a call of a function that nobody defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Undefined {
    /// The path ends, and the run is not complete.
    #[default]
    Error,
    /// The result is a fresh unknown; the call does nothing else.
    Symbolic,
    /// The machine carries it out.
    External,
}

/// How an allocation of symbolic size is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sizes {
    /// It gets the largest size that is possible and within its capacity; others are not explored.
    Max,
    /// The state forks into one for each size.
    Eager,
    /// The object has a symbolic size.
    #[default]
    Lazy,
}

impl Sizes {
    /// Every way, by its name.
    pub const ALL: [(&str, Sizes); 3] = [("max", Sizes::Max), ("eager", Sizes::Eager), ("lazy", Sizes::Lazy)];

    /// The way of a name.
    pub fn named(name: &str) -> Option<Sizes> {
        Sizes::ALL.into_iter().find(|&(known, _)| known == name).map(|(_, sizes)| sizes)
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        Sizes::ALL.into_iter().find(|&(_, sizes)| sizes == self).map_or("", |(name, _)| name)
    }
}

/// How many calls may nest if nobody says otherwise: more than fit the stack that there is then.
const DEFAULT_CALL_DEPTH: usize = 1_000_000;

/// The stack of a process if nobody says otherwise, as Linux has it.
const DEFAULT_STACK_SIZE: u64 = 8 << 20;

/// Which results of floating-point operations are faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FloatChecks {
    /// A NaN made of numbers.
    pub invalid: bool,
    /// An infinity made of finite numbers.
    pub overflow: bool,
    /// A number that does not fit the integer it becomes.
    pub convert: bool,
}

impl FloatChecks {
    /// Whether anything is looked at.
    pub fn any(self) -> bool {
        self != FloatChecks::default()
    }
}

/// Options of an executor.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many calls may nest; deeper paths are not followed.
    pub max_call_depth: usize,
    /// How many bytes the modelled stack has.
    pub stack_size: u64,
    /// How many case splits a path may have.
    pub max_depth: u32,
    /// How many forks a run may have.
    pub max_forks: u64,
    /// How many objects a pointer may point to before the state is forked instead.
    pub max_objects: usize,
    /// How an allocation of symbolic size is treated.
    pub sizes: Sizes,
    /// The largest sizes that objects of symbolic size can have.
    pub capacities: Capacities,
    /// Whether broken promises about wrap-around are faults.
    pub check_overflow: bool,
    /// Which results of floating-point operations are faults.
    pub check_floats: FloatChecks,
    /// Whether decisions that depend on memory which was never written are faults.
    pub check_uninitialized: bool,
    /// Whether memory that is allocated when the program ends is a fault.
    pub check_leak: bool,
    /// What happens at a call of a function that nobody defines.
    pub undefined: Undefined,
    /// The same for functions that have a row of their own.
    pub undefined_by_name: BTreeMap<String, Undefined>,
}

impl Options {
    /// Whether functions of the machine may be called.
    pub fn calls_machine(&self) -> bool {
        self.undefined == Undefined::External
            || self.undefined_by_name.values().any(|what| *what == Undefined::External)
    }
    /// What happens at a call of this function, if nobody defines it.
    pub(crate) fn undefined_of(&self, name: &str) -> Undefined {
        self.undefined_by_name.get(name).copied().unwrap_or(self.undefined)
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            max_call_depth: DEFAULT_CALL_DEPTH,
            stack_size: DEFAULT_STACK_SIZE,
            max_depth: u32::MAX,
            max_forks: u64::MAX,
            max_objects: 16,
            sizes: Sizes::default(),
            capacities: Capacities::default(),
            check_overflow: false,
            check_floats: FloatChecks::default(),
            check_uninitialized: false,
            check_leak: false,
            undefined: Undefined::Error,
            undefined_by_name: BTreeMap::new(),
        }
    }
}
