//! Instructions. One enum for all; the last instruction of a block is its terminator.
//!
//! Kept small (see the size test): a function body is a vector of these, and rare or long parts stand in a box. Types
//! of results are stored with the result value, so an instruction names a type only where it is an operand of its own.

use core::fmt;

use braid_entity::{Entity, Symbol};
use thin_vec::ThinVec;

use crate::attributes::AttrListId;
use crate::body::{BlockId, ValueId};
use crate::constant::ConstId;
use crate::debug::{ScopeId, VarId};
use crate::types::TypeId;

/// An operand: a value of the function or a constant of the module, packed into a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operand(u32);

/// An [`Operand`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// A parameter or the result of an instruction.
    Value(ValueId),
    /// A constant.
    Const(ConstId),
}

const CONST_BIT: u32 = 1 << 31;

impl Operand {
    /// A value as operand. There are at most 2^31 values in a function: a reader refuses larger ones.
    #[inline]
    pub fn value(id: ValueId) -> Operand {
        debug_assert!(id.as_u32() < CONST_BIT);
        Operand(id.as_u32())
    }
    /// A constant as operand.
    #[inline]
    pub fn constant(id: ConstId) -> Operand {
        debug_assert!(id.as_u32() < CONST_BIT);
        Operand(id.as_u32() | CONST_BIT)
    }
    /// What it is.
    #[inline]
    pub fn kind(self) -> OperandKind {
        if self.0 & CONST_BIT == 0 {
            OperandKind::Value(ValueId::from_u32(self.0))
        } else {
            OperandKind::Const(ConstId::from_u32(self.0 & !CONST_BIT))
        }
    }
    /// The value, if it is one.
    #[inline]
    pub fn as_value(self) -> Option<ValueId> {
        match self.kind() {
            OperandKind::Value(id) => Some(id),
            OperandKind::Const(_) => None,
        }
    }
    /// The constant, if it is one.
    #[inline]
    pub fn as_const(self) -> Option<ConstId> {
        match self.kind() {
            OperandKind::Const(id) => Some(id),
            OperandKind::Value(_) => None,
        }
    }
}

impl From<ValueId> for Operand {
    fn from(id: ValueId) -> Operand {
        Operand::value(id)
    }
}

impl From<ConstId> for Operand {
    fn from(id: ConstId) -> Operand {
        Operand::constant(id)
    }
}

impl fmt::Debug for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            OperandKind::Value(id) => write!(f, "{id}"),
            OperandKind::Const(id) => write!(f, "{id}"),
        }
    }
}

/// Declares an enum whose variants have a name in the text form.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)* }
        impl $name {
            /// Every one of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// The keyword of the text form.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
            /// The one with this keyword.
            pub fn from_name(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

named! {
    /// Operations on two operands of one type; on vectors lane by lane.
    BinaryOp {
        /// Addition modulo 2^width.
        Add = "add",
        /// Subtraction modulo 2^width.
        Sub = "sub",
        /// Multiplication modulo 2^width.
        Mul = "mul",
        /// Unsigned division; faults on a zero divisor.
        UDiv = "udiv",
        /// Signed division, towards zero; faults on a zero divisor and on overflow.
        SDiv = "sdiv",
        /// Unsigned remainder; faults on a zero divisor.
        URem = "urem",
        /// Signed remainder with the sign of the dividend; faults on a zero divisor and on overflow.
        SRem = "srem",
        /// Shift left; poison if the amount is not less than the width.
        Shl = "shl",
        /// Logical shift right; poison if the amount is not less than the width.
        LShr = "lshr",
        /// Arithmetic shift right; poison if the amount is not less than the width.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Floating-point addition.
        FAdd = "fadd",
        /// Floating-point subtraction.
        FSub = "fsub",
        /// Floating-point multiplication.
        FMul = "fmul",
        /// Floating-point division.
        FDiv = "fdiv",
        /// Floating-point remainder, as C's fmod.
        FRem = "frem",
    }
}

impl BinaryOp {
    /// Whether it divides and so faults on zero.
    pub fn divides(self) -> bool {
        matches!(self, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
    }
    /// Whether it shifts and so faults on an amount that is too large.
    pub fn shifts(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
    }
    /// Whether it works on floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem)
    }
}

named! {
    /// Operations on one operand.
    UnaryOp {
        /// Floating-point negation: flips the sign bit.
        FNeg = "fneg",
    }
}

named! {
    /// Conversions; on vectors lane by lane.
    CastOp {
        /// Drops the upper bits.
        Trunc = "trunc",
        /// Fills with zeros.
        ZExt = "zext",
        /// Fills with the sign bit.
        SExt = "sext",
        /// Rounds to a smaller float format.
        FpTrunc = "fptrunc",
        /// Widens to a larger float format.
        FpExt = "fpext",
        /// Float to unsigned integer, towards zero; poison if it does not fit.
        FpToUi = "fptoui",
        /// Float to signed integer, towards zero; poison if it does not fit.
        FpToSi = "fptosi",
        /// Unsigned integer to float, rounded.
        UiToFp = "uitofp",
        /// Signed integer to float, rounded.
        SiToFp = "sitofp",
        /// Pointer to integer; exposes the provenance.
        PtrToInt = "ptrtoint",
        /// The address of a pointer, without exposing it.
        PtrToAddr = "ptrtoaddr",
        /// Integer to pointer.
        IntToPtr = "inttoptr",
        /// The same bits as another type.
        BitCast = "bitcast",
        /// A pointer into another address space.
        AddrSpaceCast = "addrspacecast",
    }
}

named! {
    /// Comparisons of integers and pointers.
    IntPredicate {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned greater.
        Ugt = "ugt",
        /// Unsigned greater or equal.
        Uge = "uge",
        /// Unsigned less.
        Ult = "ult",
        /// Unsigned less or equal.
        Ule = "ule",
        /// Signed greater.
        Sgt = "sgt",
        /// Signed greater or equal.
        Sge = "sge",
        /// Signed less.
        Slt = "slt",
        /// Signed less or equal.
        Sle = "sle",
    }
}

named! {
    /// Comparisons of floating-point numbers: ordered ones are false, unordered ones true, if an operand is a NaN.
    FloatPredicate {
        /// Never.
        False = "false",
        /// Ordered and equal.
        Oeq = "oeq",
        /// Ordered and greater.
        Ogt = "ogt",
        /// Ordered and greater or equal.
        Oge = "oge",
        /// Ordered and less.
        Olt = "olt",
        /// Ordered and less or equal.
        Ole = "ole",
        /// Ordered and not equal.
        One = "one",
        /// Ordered: neither is a NaN.
        Ord = "ord",
        /// Unordered: one is a NaN.
        Uno = "uno",
        /// Unordered or equal.
        Ueq = "ueq",
        /// Unordered or greater.
        Ugt = "ugt",
        /// Unordered or greater or equal.
        Uge = "uge",
        /// Unordered or less.
        Ult = "ult",
        /// Unordered or less or equal.
        Ule = "ule",
        /// Unordered or not equal.
        Une = "une",
        /// Always.
        True = "true",
    }
}

named! {
    /// Memory orderings of atomic accesses.
    Ordering {
        /// An ordinary access.
        NotAtomic = "notatomic",
        /// No tearing, nothing more.
        Unordered = "unordered",
        /// One order per address.
        Monotonic = "monotonic",
        /// Later accesses stay behind it.
        Acquire = "acquire",
        /// Earlier accesses stay before it.
        Release = "release",
        /// Both.
        AcquireRelease = "acq_rel",
        /// One order for all.
        SeqCst = "seq_cst",
    }
}

named! {
    /// What an atomic read-modify-write does.
    RmwOp {
        /// Replaces the value.
        Xchg = "xchg",
        /// Addition.
        Add = "add",
        /// Subtraction.
        Sub = "sub",
        /// Bitwise and.
        And = "and",
        /// Bitwise not-and.
        Nand = "nand",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Signed maximum.
        Max = "max",
        /// Signed minimum.
        Min = "min",
        /// Unsigned maximum.
        UMax = "umax",
        /// Unsigned minimum.
        UMin = "umin",
        /// Floating-point addition.
        FAdd = "fadd",
        /// Floating-point subtraction.
        FSub = "fsub",
        /// Floating-point maximum.
        FMax = "fmax",
        /// Floating-point minimum.
        FMin = "fmin",
        /// IEEE 754-2019 maximum.
        FMaximum = "fmaximum",
        /// IEEE 754-2019 minimum.
        FMinimum = "fminimum",
        /// Increment, wrapping to zero at a limit.
        UIncWrap = "uinc_wrap",
        /// Decrement, wrapping to a limit at zero.
        UDecWrap = "udec_wrap",
        /// Subtract if the value is not less.
        USubCond = "usub_cond",
        /// Saturating subtraction.
        USubSat = "usub_sat",
    }
}

named! {
    /// What is said about a call in tail position.
    TailKind {
        /// Nothing.
        None = "",
        /// It may be turned into a jump.
        Tail = "tail",
        /// It must be a jump.
        MustTail = "musttail",
        /// It must not be a jump.
        NoTail = "notail",
    }
}

/// Declares a set of bits with names in the text form.
macro_rules! flag_set {
    ($(#[$meta:meta])* $set:ident($repr:ty) { $($(#[$doc:meta])* $name:ident = $bit:literal, $text:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $set($repr);
        impl $set {
            /// No flag.
            pub const NONE: $set = $set(0);
            $($(#[$doc])* pub const $name: $set = $set(1 << $bit);)*
            /// Every flag with its keyword, in the order of the text form.
            pub const NAMES: &'static [($set, &'static str)] = &[$(($set::$name, $text)),*];
            /// Whether all flags of `other` are in the set.
            pub fn has(self, other: $set) -> bool { self.0 & other.0 == other.0 }
            /// This set and the flags of `other`.
            #[must_use]
            pub fn with(self, other: $set) -> $set { $set(self.0 | other.0) }
            /// This set without the flags of `other`.
            #[must_use]
            pub fn without(self, other: $set) -> $set { $set(self.0 & !other.0) }
            /// Whether the set is empty.
            pub fn is_empty(self) -> bool { self.0 == 0 }
        }
    };
}

flag_set! {
    /// Promises about integer arithmetic, casts and comparisons; a broken one makes the result poison.
    WrapFlags(u8) {
        /// No unsigned wrap-around.
        NUW = 0, "nuw";
        /// No signed wrap-around.
        NSW = 1, "nsw";
        /// No remainder, no bit shifted out.
        EXACT = 2, "exact";
        /// No bit is set on both sides of an `or`.
        DISJOINT = 3, "disjoint";
        /// The operand of a `zext` or `uitofp` is not negative.
        NNEG = 4, "nneg";
        /// Both sides of a comparison have the same sign.
        SAMESIGN = 5, "samesign";
    }
}

flag_set! {
    /// Promises about address arithmetic; a broken one makes the result poison.
    PtrFlags(u8) {
        /// The result stays within the object.
        INBOUNDS = 0, "inbounds";
        /// No signed wrap-around of the offset, nor unsigned-signed of the sum.
        NUSW = 1, "nusw";
        /// No unsigned wrap-around.
        NUW = 2, "nuw";
    }
}

flag_set! {
    /// Licences to be inexact about floating point.
    FastMath(u8) {
        /// Reassociation.
        REASSOC = 0, "reassoc";
        /// No NaNs.
        NNAN = 1, "nnan";
        /// No infinities.
        NINF = 2, "ninf";
        /// The sign of a zero does not matter.
        NSZ = 3, "nsz";
        /// Division by multiplication with the reciprocal.
        ARCP = 4, "arcp";
        /// Fusing operations.
        CONTRACT = 5, "contract";
        /// Approximate functions.
        AFN = 6, "afn";
    }
}

flag_set! {
    /// What else is said of an alloca.
    AllocaFlags(u8) {
        /// It is the argument block of a call.
        INALLOCA = 0, "inalloca";
        /// It is Swift's error slot.
        SWIFT_ERROR = 1, "swifterror";
    }
}

/// How an access touches memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// The base-2 logarithm of the promised alignment in bytes.
    pub align_log2: u8,
    /// Whether it must happen exactly as written.
    pub volatile: bool,
    /// Its atomic ordering.
    pub ordering: Ordering,
    /// The synchronisation scope; 1 is the whole system, 0 one thread, others by the module's names.
    pub scope: u8,
}

impl Access {
    /// An ordinary access with this alignment.
    pub fn plain(align_log2: u8) -> Access {
        Access { align_log2, volatile: false, ordering: Ordering::NotAtomic, scope: 1 }
    }
    /// The promised alignment in bytes.
    pub fn align(self) -> u64 {
        1 << self.align_log2.min(63)
    }
    /// Whether it is neither volatile nor atomic.
    pub fn is_plain(self) -> bool {
        !self.volatile && self.ordering == Ordering::NotAtomic
    }
}

/// A group of extra operands of a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bundle {
    /// The tag, such as `deopt` or `funclet`.
    pub tag: Symbol,
    /// The operands.
    pub args: Box<[Operand]>,
}

/// A call, whatever instruction it stands in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// A function, a pointer, or inline assembly.
    pub callee: Operand,
    /// The function type it is called with.
    pub ty: TypeId,
    /// The arguments, fixed ones first.
    pub args: Box<[Operand]>,
    /// Attributes at the call site.
    pub attrs: AttrListId,
    /// LLVM's number of the calling convention; 0 is C's.
    pub convention: u16,
    /// What is said about its tail position.
    pub tail: TailKind,
    /// Licences for a floating-point result.
    pub fast: FastMath,
    /// Extra operands.
    pub bundles: Box<[Bundle]>,
}

/// A call that may unwind to a landing pad.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Invoke {
    /// The call.
    pub call: Call,
    /// Where it goes on after a return.
    pub normal: BlockId,
    /// Where it goes on after an exception.
    pub unwind: BlockId,
}

/// Inline assembly that may jump.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallBr {
    /// The call.
    pub call: Call,
    /// Where it goes on if the assembly falls through.
    pub normal: BlockId,
    /// Where it may jump to.
    pub indirect: Box<[BlockId]>,
}

/// An inclusive range of case values, by unsigned order; a single value is a range of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CaseRange {
    /// The smallest value.
    pub low: ConstId,
    /// The largest value.
    pub high: ConstId,
}

/// One target of a switch with the condition for going there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SwitchTarget {
    /// The target; each block stands at most once in a switch, the default's included.
    pub block: BlockId,
    /// The values that lead there: sorted, disjoint, and not adjacent unless wider than 64 bits.
    pub ranges: Box<[CaseRange]>,
}

/// A jump by value, in the form with one condition per target. Values that lead to the default block are not listed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Switch {
    /// The value that decides.
    pub value: Operand,
    /// Where all other values lead.
    pub default: BlockId,
    /// The targets, ordered by their smallest value.
    pub targets: Box<[SwitchTarget]>,
}

/// A clause of a landing pad.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clause {
    /// Catches exceptions of this type.
    Catch(Operand),
    /// Lets through only the types of this array.
    Filter(Operand),
}

/// The landing pad of an unwinding call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LandingPad {
    /// Whether it runs for every exception.
    pub cleanup: bool,
    /// What it catches.
    pub clauses: Box<[Clause]>,
}

/// A pad of funclet-based exception handling: `catchpad` and `cleanuppad`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FuncletPad {
    /// The token of the pad around it, or of the catchswitch.
    pub parent: Operand,
    /// Its arguments.
    pub args: Box<[Operand]>,
}

/// The dispatch of funclet-based exception handling.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CatchSwitch {
    /// The token of the pad around it, or none.
    pub parent: Operand,
    /// The blocks of its catch pads.
    pub handlers: Box<[BlockId]>,
    /// Where an exception that none of them catches goes; the caller if absent.
    pub unwind: Option<BlockId>,
}

/// An atomic compare-and-exchange; its result is the old value and whether it was exchanged.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CmpXchg {
    /// Where.
    pub addr: Operand,
    /// What is expected there.
    pub expected: Operand,
    /// What replaces it.
    pub new: Operand,
    /// Alignment, volatility, scope and the ordering on success.
    pub access: Access,
    /// The ordering on failure.
    pub failure: Ordering,
    /// Whether it may fail without a reason.
    pub weak: bool,
}

/// An aggregate in a register with a part replaced.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InsertValue {
    /// The aggregate.
    pub agg: Operand,
    /// The new part.
    pub value: Operand,
    /// The way to the part, from outside in.
    pub path: Box<[u32]>,
}

/// Where the value of a source variable is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DebugVariable {
    /// The variable.
    pub var: VarId,
    /// Its value ([`Inst::DebugValue`]) or address ([`Inst::DebugDeclare`]); absent if it was optimised away.
    pub value: Option<Operand>,
    /// The scope of the record, for inlined variables.
    pub scope: Option<ScopeId>,
    /// The operations of the DWARF expression, empty if the operand is the variable itself.
    pub expr: Box<[u64]>,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Inst {
    /// Arithmetic on two operands.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Promises about integers.
        flags: WrapFlags,
        /// Licences about floats.
        fast: FastMath,
        /// The operands.
        args: [Operand; 2],
    },
    /// Arithmetic on one operand.
    Unary {
        /// Which.
        op: UnaryOp,
        /// Licences about floats.
        fast: FastMath,
        /// The operand.
        arg: Operand,
    },
    /// A conversion to the type of the result.
    Cast {
        /// Which.
        op: CastOp,
        /// Promises.
        flags: WrapFlags,
        /// Licences about floats.
        fast: FastMath,
        /// The operand.
        arg: Operand,
    },
    /// A comparison of integers or pointers.
    IntCompare {
        /// Which.
        pred: IntPredicate,
        /// Promises.
        flags: WrapFlags,
        /// The operands.
        args: [Operand; 2],
    },
    /// A comparison of floating-point numbers.
    FloatCompare {
        /// Which.
        pred: FloatPredicate,
        /// Licences.
        fast: FastMath,
        /// The operands.
        args: [Operand; 2],
    },
    /// A choice by condition, value if true, value if false.
    Select {
        /// Condition (i1 or a vector of i1), then-value, else-value.
        args: [Operand; 3],
        /// Licences about floats.
        fast: FastMath,
    },
    /// The operand, with undef and poison turned into one arbitrary value.
    Freeze {
        /// The operand.
        arg: Operand,
    },
    /// An address `offset` bytes past `base`, in the same object.
    PtrAdd {
        /// The address; or a vector of them.
        base: Operand,
        /// A signed number of bytes of the index width; or a vector of them.
        offset: Operand,
        /// Promises.
        flags: PtrFlags,
    },
    /// Room on the stack for `count` values of type `ty`; gives its address.
    Alloca {
        /// The type of one element.
        ty: TypeId,
        /// How many.
        count: Operand,
        /// The base-2 logarithm of the alignment in bytes.
        align_log2: u8,
        /// What else is said of it.
        flags: AllocaFlags,
    },
    /// Reads a value of the result's type.
    Load {
        /// Where.
        addr: Operand,
        /// How.
        access: Access,
    },
    /// Writes a value.
    Store {
        /// What.
        value: Operand,
        /// Where.
        addr: Operand,
        /// How.
        access: Access,
    },
    /// An atomic read-modify-write; gives the old value.
    AtomicRmw {
        /// What is done.
        op: RmwOp,
        /// Where.
        addr: Operand,
        /// With what.
        value: Operand,
        /// How.
        access: Access,
    },
    /// An atomic compare-and-exchange.
    CmpXchg(Box<CmpXchg>),
    /// Orders memory accesses.
    Fence {
        /// The ordering.
        ordering: Ordering,
        /// The synchronisation scope.
        scope: u8,
    },
    /// A part of an aggregate in a register.
    ExtractValue {
        /// The aggregate.
        agg: Operand,
        /// The way to the part, from outside in.
        path: ThinVec<u32>,
    },
    /// An aggregate with a part replaced.
    InsertValue(Box<InsertValue>),
    /// A lane of a vector: vector, index.
    ExtractElement {
        /// Vector and index.
        args: [Operand; 2],
    },
    /// A vector with a lane replaced: vector, value, index.
    InsertElement {
        /// Vector, new value, index.
        args: [Operand; 3],
    },
    /// Lanes picked out of two vectors.
    Shuffle {
        /// The two vectors.
        args: [Operand; 2],
        /// The mask: a vector constant of i32.
        mask: ConstId,
    },
    /// The value that belongs to the block control came from. Stands only at the start of a block.
    Phi {
        /// One entry per distinct predecessor block.
        incoming: ThinVec<(BlockId, Operand)>,
    },
    /// A call.
    Call(Box<Call>),
    /// The next variable argument of the result's type.
    VaArg {
        /// The address of the argument list.
        list: Operand,
    },
    /// Begins a landing pad.
    LandingPad(Box<LandingPad>),
    /// Begins a catch funclet.
    CatchPad(Box<FuncletPad>),
    /// Begins a cleanup funclet.
    CleanupPad(Box<FuncletPad>),
    /// The operand; reported as an uninitialised read if it is [`Constant::Uninit`](crate::Constant::Uninit) at run
    /// time. Stands where a load of a promoted stack slot stood that may come before every write.
    CheckInit {
        /// The value that was read.
        arg: Operand,
    },
    /// From here on the source variable has this value.
    DebugValue(Box<DebugVariable>),
    /// The source variable lives at this address.
    DebugDeclare(Box<DebugVariable>),

    /// Returns.
    Ret {
        /// The value, unless the function returns nothing.
        value: Option<Operand>,
    },
    /// Goes on at another block.
    Br {
        /// The block.
        target: BlockId,
    },
    /// Goes on at one of two different blocks.
    CondBr {
        /// An i1.
        cond: Operand,
        /// Where to if it is true.
        then: BlockId,
        /// Where to if it is false.
        otherwise: BlockId,
    },
    /// Goes on by value.
    Switch(Box<Switch>),
    /// Goes on at a block address.
    IndirectBr {
        /// The address.
        addr: Operand,
        /// Where it may lead, each block once.
        targets: ThinVec<BlockId>,
    },
    /// A call that may unwind.
    Invoke(Box<Invoke>),
    /// Inline assembly that may jump.
    CallBr(Box<CallBr>),
    /// Goes on unwinding.
    Resume {
        /// The exception.
        value: Operand,
    },
    /// Leaves a catch funclet.
    CatchRet {
        /// The token of its pad.
        pad: Operand,
        /// Where to.
        target: BlockId,
    },
    /// Leaves a cleanup funclet.
    CleanupRet {
        /// The token of its pad.
        pad: Operand,
        /// Where unwinding goes on; the caller if absent.
        unwind: Option<BlockId>,
    },
    /// Dispatches an exception to catch funclets; gives their parent token.
    CatchSwitch(Box<CatchSwitch>),
    /// Never reached; getting here is a fault.
    Unreachable,
}
