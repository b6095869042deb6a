//! Query counts as a merger sees them: what a place of the program expects of the variables that are live there.
//!
//! The counts are made by [`CountTable`](crate::CountTable); here is only their form. A variable is a
//! slot of the frame, or a word of memory at a known distance from an address that a slot holds or that is known by itself
//! (Kuznetsov 2012, section 5.1).

use braid_analysis::Magnitude;
use braid_analysis::query_count::Branches;

/// How queries are counted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The probability with which a branch goes one of its ways.
    pub beta: f64,
    /// How often the body of a loop is executed whose count is not known.
    pub kappa: u64,
    /// Whether divisions and accesses at computed addresses count too, or branches alone.
    pub all: bool,
    /// How a branch weighs its ways.
    pub branches: Branches,
    /// Whether a query weighs what it has cost in this run, or the same everywhere.
    pub measured: bool,
}

/// Something that a state holds and that the code of a frame names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variable {
    /// A slot of the frame.
    Slot(u32),
    /// So many bytes of memory.
    Word {
        /// Where they begin is counted from here.
        base: Base,
        /// So many bytes behind it.
        offset: i64,
        /// How many bytes.
        bytes: u32,
    },
}

/// The offset of a word that is all of the object that its address leads into.
pub const WHOLE: i64 = i64::MIN;

/// An address that words are counted from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// What a slot of the frame holds.
    Slot(u32),
    /// An address of the program.
    Address(u64),
}

/// A variable that tells how far a loop has come: every iteration moves it in one direction, or leaves it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leading {
    /// Which.
    pub variable: Variable,
    /// Whether it rises.
    pub rises: bool,
    /// How many bits it has.
    pub bits: u32,
    /// Whether no iteration leaves it.
    pub always: bool,
}

/// What is expected after a place, within the function and what it calls.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Counts of one epoch belong together; when more is known about the program, all are made anew.
    pub epoch: u64,
    /// All queries: Q_t.
    pub total: Magnitude,
    /// The queries that depend on each variable that matters: Q_add. Those that nothing depends on are left out.
    pub variables: Vec<(Variable, Magnitude)>,
    /// The other words of memory that the function names: nothing depends on them any more.
    pub unasked: Vec<Variable>,
    /// If a loop begins here: the variables that tell how far it has come.
    pub leading: Vec<Leading>,
    /// Whether what the function returns depends on each of the variables, in the same order.
    pub returned: Vec<bool>,
}
