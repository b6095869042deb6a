//! How running a state pauses or ends: outcomes as types.

use braid_code::Pc;
use braid_expr::ExprId;
use braid_solver::Reason;
use braid_state::{Arrival, Gain, State, Value};

use crate::fault::Fault;
use crate::size::SizeCut;

/// Why an operation was not carried out to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Cases must be told apart first. The operation is carried out again in each.
    Split(Split),
    /// The path ends here.
    End(Ending),
    /// The user or a limit of the run has ended the work before it changed anything. The operation can be carried out again.
    Interrupted,
}

/// Cases that exclude each other and leave nothing out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// What is decided, for the profile of forks.
    pub why: SplitKind,
    /// The cases.
    pub cases: Vec<Case>,
}

/// What a split decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SplitKind {
    /// A branch or switch of the program.
    Branch,
    /// Whether an operation faults.
    Check,
    /// Which object a pointer points to, or which function is called.
    Pointer,
    /// Which value an operand has, of a few.
    Value,
    /// How large an allocation is.
    Size,
    /// Which part of a joined state it is, where a question about all was too hard.
    Unmerge,
    /// The same, where some parts could not be decided and are left out.
    UnmergeSome,
    /// Which of several cases applies, where some could not be decided and are left out.
    SomeCases,
}

impl SplitKind {
    /// Whether it takes a joined state apart.
    pub(crate) fn unmerges(self) -> bool {
        matches!(self, SplitKind::Unmerge | SplitKind::UnmergeSome)
    }
    /// What such a decision is to whoever follows the path.
    pub(crate) fn gain(self) -> Gain {
        match self {
            SplitKind::Branch => Gain::Branch,
            SplitKind::Check => Gain::Check,
            SplitKind::Pointer | SplitKind::Value => Gain::Pointer,
            SplitKind::Size => Gain::Size,
            SplitKind::Unmerge => Gain::Unmerged,
            SplitKind::UnmergeSome => Gain::UnmergedSome,
            SplitKind::SomeCases => Gain::GivenUp,
        }
    }
}

/// One case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// When it applies.
    pub condition: ExprId,
    /// What happens then.
    pub then: Then,
}

/// What happens in a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Then {
    /// The operation is carried out again.
    Again,
    /// Control goes on elsewhere in the function.
    Goto(Pc),
    /// The path ends.
    End(Ending),
}

/// How a path ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The program ended by itself with this status, a value of 32 bits.
    Exit(Value),
    /// A fault of the program.
    Fault(Fault),
    /// Something cannot be carried out; what.
    Unsupported(String),
    /// The program asked for the path to end without a test.
    Silent,
    /// A limit of the run was met; which.
    Limit(Limit),
    /// The solver gave no answer; why.
    Unsolved(String),
    /// Nothing satisfies what the program assumes.
    Infeasible,
}

/// A limit on a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// Case splits on one path.
    Depth,
    /// Forks of the whole run.
    Forks,
    /// Memory of the run.
    Memory,
    /// Calls that are nested.
    Calls,
    /// Time of the run, or the user's patience, in the middle of an operation.
    Time,
    /// Sizes of an allocation.
    Size(SizeCut),
}

/// What came of running a state for a while.
#[derive(Debug)]
pub enum Outcome {
    /// It can go on.
    Paused,
    /// It has forked: it goes on itself as one case, and these are the others. Some of them may already have ended.
    Forked(Vec<(State, Option<Ending>)>),
    /// It has come to a place at which it is to stop, and can go on.
    Arrived(Arrival),
    /// It has ended.
    Ended(Ending),
}

impl Stop {
    /// What follows a question that the solver has not answered.
    pub fn unsolved(reason: &Reason) -> Stop {
        match reason {
            Reason::Interrupted => Stop::Interrupted,
            reason => Stop::End(Ending::Unsolved(reason.to_string())),
        }
    }
    /// The path ends with a fault.
    pub fn fault(kind: crate::fault::FaultKind, message: impl Into<String>) -> Stop {
        Stop::End(Ending::Fault(Fault::new(kind, message)))
    }
    /// The path ends because something is not supported.
    pub fn unsupported(what: impl Into<String>) -> Stop {
        Stop::End(Ending::Unsupported(what.into()))
    }
}
