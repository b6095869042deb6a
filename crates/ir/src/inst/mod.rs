//! Instructions. One enum for all; the last instruction of a block is its terminator.
//!
//! Kept small (see the size test): a function body is a vector of these, and rare or long parts stand in a box. Types
//! of results are stored with the result value, so an instruction names a type only where it is an operand of its own.

mod flags;
mod operand;
mod operation;

use braid_entity::Symbol;
use thin_vec::ThinVec;

pub use flags::{AllocaFlags, FastMath, PtrFlags, WrapFlags};
pub use operand::{Operand, OperandKind};
pub use operation::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Ordering, RmwOp, TailKind, UnaryOp};

use crate::attributes::AttrListId;
use crate::body::BlockId;
use crate::constant::ConstId;
use crate::debug::{ScopeId, VarId};
use crate::types::TypeId;

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
