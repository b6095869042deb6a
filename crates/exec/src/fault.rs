//! Faults of the program under test: the kinds, as rows of one table.

use braid_ir::FuncId;
use braid_state::Value;

use braid_code::Pc;

macro_rules! faults {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $help:literal;)*) => {
        /// What went wrong in the program.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum FaultKind { $($(#[$doc])* $kind,)* }
        impl FaultKind {
            /// Every kind.
            pub const ALL: &'static [FaultKind] = &[$(FaultKind::$kind),*];
            /// Its name in reports: stable.
            pub fn name(self) -> &'static str { match self { $(FaultKind::$kind => $name,)* } }
            /// What it means, in a few words.
            pub fn help(self) -> &'static str { match self { $(FaultKind::$kind => $help,)* } }
        }
    };
}

faults! {
    /// An access at or near address zero.
    NullDeref = "null-deref", "access through a null pointer";
    /// An access outside of every object, or past the end of one.
    OutOfBounds = "out-of-bounds", "access outside of an object";
    /// An access to an object that has ended.
    UseAfterFree = "use-after-free", "access to an object that was freed or has gone out of scope";
    /// A second free.
    DoubleFree = "double-free", "an object is freed twice";
    /// A free of what was not allocated.
    InvalidFree = "invalid-free", "free of an address that is no allocation";
    /// A write to a constant.
    ReadOnlyWrite = "readonly-write", "write to a constant object";
    /// A division by zero.
    DivByZero = "div-by-zero", "division by zero";
    /// A shift by at least the width.
    OverShift = "overshift", "shift by more than the width allows";
    /// A failed assertion.
    Assert = "assert", "an assertion fails";
    /// The program ends itself abnormally.
    Abort = "abort", "the program aborts";
    /// Code that the compiler was promised to be dead.
    Unreachable = "unreachable", "code that must not be reached is reached";
    /// Too many nested calls.
    StackOverflow = "stack-overflow", "calls nest too deeply";
    /// A call of what is no function, or not of this type.
    BadCall = "bad-call", "call through a wrong pointer or with a wrong signature";
    /// An error that the program reports by itself.
    UserError = "user-error", "the program reports an error";
    /// Arithmetic that leaves its range where the language forbids it.
    Overflow = "overflow", "integer overflow";
    /// An operation that has no result, of operands that are numbers.
    FloatInvalid = "float-invalid", "floating-point operation without a result";
    /// A result beyond the largest number, of finite operands.
    FloatOverflow = "float-overflow", "floating-point result beyond the largest number";
    /// A number that does not fit the integer it becomes.
    FloatConvert = "float-convert", "conversion of a number to an integer that it does not fit";
    /// What another check of UndefinedBehaviorSanitizer finds.
    Undefined = "undefined-behavior", "what a check of the compiler's finds undefined";
    /// A decision that depends on memory that was never written.
    UninitializedRead = "uninitialized-read", "use of a value that was never written";
    /// Memory that nobody can free any more.
    Leak = "leak", "allocated memory is lost";
}

impl FaultKind {
    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<FaultKind> {
        FaultKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// A fault, as found where the state stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// What exactly is wrong, for people.
    pub message: String,
    /// The place that the program itself names (an assertion's file and line), if it does.
    pub place: Option<(String, u32)>,
    /// The operation that is to blame, if it is not the one where the state stands.
    pub blame: Option<(FuncId, Pc)>,
    /// Phrases of the message that stand for numbers.
    pub computed: Vec<Computed>,
}

/// A phrase of a message that stands for a number, which an input makes known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Computed {
    /// The phrase.
    pub phrase: &'static str,
    /// What to say instead once the number is known, which goes where the braces are.
    pub filled: &'static str,
    /// The number, 64 bits.
    pub value: Value,
}

impl Fault {
    /// A fault at the place where the state stands.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into(), place: None, blame: None, computed: Vec::new() }
    }
}
