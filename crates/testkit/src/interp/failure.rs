//! How a run ends when it does not end by itself, and where.
//!
//! Faults are the program's (or a pass's, if the program is known to be right); `Unsupported` is ours to say honestly;
//! the budget keeps a wrong loop from running for ever.

use core::fmt;

/// A run that could not be carried to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} {place}")]
pub struct Failure {
    /// What happened.
    pub kind: FailureKind,
    /// Where.
    pub place: Place,
    /// What had been printed.
    pub output: Vec<u8>,
}

/// A place in the program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    /// The function.
    pub func: String,
    /// The block, as the text form names it.
    pub block: String,
    /// The number of the instruction in the block.
    pub at: usize,
    /// The opcode.
    pub opcode: &'static str,
    /// The source line, 0 if it is not known.
    pub line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in {}, {}, instruction {} ({})", self.func, self.block, self.at, self.opcode)?;
        if self.line > 0 { write!(f, ", line {}", self.line) } else { Ok(()) }
    }
}

/// Why a run could not go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FailureKind {
    /// The program did something that has no meaning.
    #[error("fault: {0}")]
    Fault(#[from] Fault),
    /// The interpreter does not know this.
    #[error("unsupported: {0}")]
    Unsupported(#[from] Unsupported),
    /// More instructions than the budget allows.
    #[error("out of budget after {0} instructions")]
    Budget(u64),
    /// The IR breaks a rule that the verifier checks.
    #[error("invalid IR: {0}")]
    Invalid(&'static str),
}

/// Something that has no meaning in the language.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// A division or remainder by zero, or the one that overflows.
    #[error("division by zero or overflow of a division")]
    Division,
    /// Something was decided by bits that nobody has written, or by poison.
    #[error("{0} depends on undefined bits")]
    Undefined(&'static str),
    /// An access outside of every object.
    #[error("access of {size} bytes at {address:#x} is outside of every object")]
    OutOfBounds {
        /// Where.
        address: u64,
        /// How many bytes.
        size: u64,
    },
    /// An access of an object that was freed.
    #[error("access of {0:#x} after free")]
    UseAfterFree(u64),
    /// A write to constant memory.
    #[error("write to constant memory at {0:#x}")]
    ReadOnly(u64),
    /// An address was freed that is not the start of a live heap object.
    #[error("free of {0:#x}, which is not the start of a live heap object")]
    BadFree(u64),
    /// A call of an address at which no function is.
    #[error("call of {0:#x}, where no function is")]
    BadCall(u64),
    /// A jump to an address that is not one of the listed blocks.
    #[error("indirect branch to {0:#x}, which is not one of its targets")]
    BadJump(u64),
    /// `unreachable` was reached.
    #[error("unreachable code was reached")]
    Unreachable,
    /// A function without return was returned from, or a call with too few arguments was made.
    #[error("call with too few arguments")]
    Arguments,
    /// The stack is deeper than the interpreter allows.
    #[error("stack overflow")]
    StackOverflow,
    /// An assumption (`llvm.assume`) is false.
    #[error("an assumption is false")]
    Assumption,
    /// A format string and its arguments do not fit.
    #[error("printf: {0}")]
    Format(&'static str),
}

/// Something the interpreter does not know.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsupported {
    /// An instruction.
    #[error("instruction {0}")]
    Instruction(&'static str),
    /// An intrinsic.
    #[error("intrinsic {0}")]
    Intrinsic(String),
    /// A function that is declared and not among the host's.
    #[error("external function {0}")]
    External(String),
    /// Inline assembly.
    #[error("inline assembly \"{0}\"")]
    Asm(String),
    /// A type that cannot be held.
    #[error("a value of type {0}")]
    Type(&'static str),
    /// A constant.
    #[error("constant {0}")]
    Constant(&'static str),
    /// An operation on a floating-point format.
    #[error("{0} at this floating-point format")]
    Float(&'static str),
    /// A target that is not little-endian with 64-bit pointers.
    #[error("a target that is not little-endian with 64-bit pointers")]
    Target,
    /// A conversion of printf.
    #[error("printf conversion {0}")]
    Format(char),
}

/// Why the flow of instructions was left. The program's own end is no failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Interrupt {
    /// `exit` was called.
    Exit(i32),
    /// `abort` was called, or the program panicked.
    Abort,
    /// A trap instruction.
    Trap,
    /// A failure.
    Fail(FailureKind),
}

/// The result of everything that can leave the flow of instructions.
pub(crate) type Step<T> = Result<T, Interrupt>;

impl From<Fault> for Interrupt {
    fn from(fault: Fault) -> Interrupt {
        Interrupt::Fail(FailureKind::Fault(fault))
    }
}

impl From<Unsupported> for Interrupt {
    fn from(what: Unsupported) -> Interrupt {
        Interrupt::Fail(FailureKind::Unsupported(what))
    }
}

impl From<braid_float::Unsupported> for Interrupt {
    fn from(what: braid_float::Unsupported) -> Interrupt {
        Unsupported::Float(what.0).into()
    }
}

/// IR that breaks a rule.
pub(crate) fn invalid(what: &'static str) -> Interrupt {
    Interrupt::Fail(FailureKind::Invalid(what))
}
