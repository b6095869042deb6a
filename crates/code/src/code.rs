//! Code: a function body in the form that is run.
//!
//! A body is lowered once ([`lower`](crate::lower)). Blocks become a flat list of operations; values become slots of the
//! frame, one for each scalar part of an aggregate or lane of a vector; phis become moves on edges; constants stand in a
//! table beside the code. An operation names its operands by [`Src`] and its result by a slot.

use core::cell::{Cell, OnceCell};
use std::rc::Rc;

use braid_expr::ExprId;
use braid_ir::debug::LocId;
use braid_ir::inst::{BinaryOp, CastOp, FastMath, FloatPredicate, IntPredicate, RmwOp};
use braid_ir::{BlockId, FloatKind, FuncId};
use braid_state::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::homes::Homes;
use crate::intrinsic::Intrinsic;
use crate::live_slots::LiveSlots;
use crate::points::BadPoint;
use crate::quick::Quick;

/// A slot of a frame.
pub type Slot = u32;

/// The number of an operation of a function.
pub type Pc = u32;

/// An operand: a slot or a constant of the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Src(u32);

const CONSTANT: u32 = 1 << 31;

impl Src {
    /// A slot as operand.
    pub fn slot(slot: Slot) -> Src {
        debug_assert!(slot < CONSTANT);
        Src(slot)
    }
    /// A constant of the code as operand.
    pub fn constant(index: u32) -> Src {
        debug_assert!(index < CONSTANT);
        Src(index | CONSTANT)
    }
    /// Its value.
    #[inline(always)]
    pub fn get(self, registers: &[Value], constants: &[Value]) -> Value {
        if self.0 & CONSTANT == 0 { registers[self.0 as usize] } else { constants[(self.0 & !CONSTANT) as usize] }
    }
    /// The slot, if it is one.
    pub fn as_slot(self) -> Option<Slot> {
        (self.0 & CONSTANT == 0).then_some(self.0)
    }
    /// The number of the constant, if it is one.
    pub fn as_constant(self) -> Option<u32> {
        (self.0 & CONSTANT != 0).then_some(self.0 & !CONSTANT)
    }
}

/// What a scalar is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// An integer of this many bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer of this many bits.
    Ptr(u32),
}

impl Scalar {
    /// Its width in bits.
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) | Scalar::Ptr(bits) => bits,
            Scalar::Float(kind) => kind.bits(),
        }
    }
    /// How many bytes it takes in memory, without padding.
    pub fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }
}

/// Two operands and a result, all of one width.
#[derive(Clone, Copy, Debug)]
pub struct Alu {
    /// Where the result goes.
    pub dst: Slot,
    /// The first operand.
    pub a: Src,
    /// The second operand.
    pub b: Src,
    /// The width of the operands in bits.
    pub bits: u32,
}

/// An access to one scalar in memory.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The slot that is loaded; the slot or constant that is stored.
    pub value: Src,
    /// The address.
    pub addr: Src,
    /// Bytes past the address.
    pub offset: u32,
    /// The width of the value in bits; it takes as many bytes as it needs.
    pub bits: u32,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module.
    Direct(FuncId),
    /// A function by address.
    Indirect(Src),
}

/// What a flag of an operation promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// The result of the operation fits, as a signed number or as an unsigned one.
    Wrap {
        /// The operation.
        op: BinaryOp,
        /// Whether it is about signed numbers.
        signed: bool,
    },
    /// A division leaves no remainder, a shift to the right loses no bit.
    Exact(BinaryOp),
    /// No bit is set on both sides of an `or`.
    Disjoint,
    /// The operand of a `zext` or `uitofp` is not negative.
    NonNegative,
    /// Both sides of a comparison have the same sign.
    SameSign,
}

/// An argument of a call, with all its parts.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The parts.
    pub parts: Box<[Src]>,
    /// What each part is.
    pub scalars: Box<[Scalar]>,
    /// Whether it is a vector, which travels as a whole.
    pub vector: bool,
    /// If it is passed by value in memory: how many bytes are copied, and their alignment.
    pub by_value: Option<(u64, u64)>,
    /// Whether it is promised to be no poison.
    pub no_undef: bool,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// The arguments.
    pub args: Box<[Argument]>,
    /// How many of them the called type names; the others are variable.
    pub fixed: u32,
    /// Where the parts of the result go.
    pub dst: Slot,
    /// What the parts of the result are.
    pub result: Box<[Scalar]>,
    /// Whether the call ends its block.
    pub leaves_block: bool,
    /// Where control goes on after the call.
    pub normal: Pc,
    /// Where control goes on after an exception, if it is caught or cleaned up after.
    pub unwind: Option<Pc>,
    /// Whether it was found to be a direct call, with fitting types, of a function with a body, without variable
    /// arguments and copies.
    pub plain: Cell<bool>,
}

/// Floating-point work on scalars.
#[derive(Clone, Copy, Debug)]
pub enum FloatOp {
    /// Arithmetic.
    Binary(BinaryOp, FloatKind),
    /// A comparison.
    Compare(FloatPredicate, FloatKind),
    /// A sign flip.
    Negate(FloatKind),
    /// A conversion from one scalar to another.
    Cast(CastOp, Scalar, Scalar),
}

/// Where a value leads in a switch.
#[derive(Clone, Debug)]
pub struct Cases {
    /// The value.
    pub value: Src,
    /// Its width.
    pub bits: u32,
    /// Where values of no case lead.
    pub default: Pc,
    /// Ranges of values, inclusive, ascending, and where they lead; of values of at most 64 bits.
    pub ranges: Box<[(u64, u64, Pc)]>,
}

impl Cases {
    /// Where a value leads.
    #[inline]
    pub fn target(&self, value: u64) -> Pc {
        let at = self.ranges.partition_point(|&(low, ..)| low <= value);
        match at.checked_sub(1).map(|at| self.ranges[at]) {
            Some((_, high, target)) if value <= high => target,
            _ => self.default,
        }
    }
}

/// An operation.
#[derive(Clone, Debug)]
pub enum Op {
    /// A block begins.
    Enter {
        /// The number of the block in the order of the code.
        block: u32,
        /// How many instructions of the program it has.
        count: u32,
    },
    /// The source goes to the destination.
    Move {
        /// Where to.
        dst: Slot,
        /// What.
        src: Src,
    },
    /// Sum.
    Add(Alu),
    /// Difference.
    Sub(Alu),
    /// Product.
    Mul(Alu),
    /// Bitwise and.
    And(Alu),
    /// Bitwise or.
    Or(Alu),
    /// Bitwise exclusive or.
    Xor(Alu),
    /// Shift left.
    Shl(Alu),
    /// Logical shift right.
    LShr(Alu),
    /// Arithmetic shift right.
    AShr(Alu),
    /// Division or remainder.
    Divide(BinaryOp, Alu),
    /// A comparison of integers or pointers, of operands of the given width.
    Compare(IntPredicate, Alu),
    /// A comparison whose result decides the branch that follows it, and nothing else.
    CompareBranch {
        /// Which comparison.
        pred: IntPredicate,
        /// The operands and the slot of the result.
        alu: Alu,
        /// Where to if it holds.
        then: Pc,
        /// Where to if it does not.
        otherwise: Pc,
    },
    /// A promise about an operation, checked before it where the user asks for that.
    CheckPromise {
        /// What is promised.
        promise: Promise,
        /// The operands of the operation; no result.
        alu: Alu,
    },
    /// The same behind the operation: its result is poison where the promise is broken.
    MarkPromise {
        /// What is promised.
        promise: Promise,
        /// The operands of the operation, and its result.
        alu: Alu,
        /// The width of the result.
        bits: u32,
    },
    /// A floating-point operation, checked before it where the user asks for that.
    CheckFloat {
        /// What is done; the operands tell the format.
        op: Box<FloatOp>,
        /// The first operand.
        a: Src,
        /// The second; the first again if there is one.
        b: Src,
    },
    /// The lower bits.
    Trunc {
        /// Where to.
        dst: Slot,
        /// What.
        src: Src,
        /// The width of the operand.
        from: u32,
        /// The width of the result.
        bits: u32,
    },
    /// Zero-extension.
    ZExt {
        /// Where to.
        dst: Slot,
        /// What.
        src: Src,
        /// The width of the operand.
        from: u32,
        /// The width of the result.
        bits: u32,
    },
    /// Sign-extension.
    SExt {
        /// Where to.
        dst: Slot,
        /// What.
        src: Src,
        /// The width of the operand.
        from: u32,
        /// The width of the result.
        bits: u32,
    },
    /// A choice.
    Select {
        /// Where to.
        dst: Slot,
        /// The condition.
        cond: Src,
        /// The value if it holds.
        a: Src,
        /// The value if it does not.
        b: Src,
        /// The width of the values.
        bits: u32,
    },
    /// Floating-point work on one or two operands.
    Float {
        /// What is done.
        op: Box<FloatOp>,
        /// Where to.
        dst: Slot,
        /// The first operand.
        a: Src,
        /// The second operand; the first again if there is none.
        b: Src,
    },
    /// The same bits in other pieces: bitcasts between vectors of different lanes.
    Repack(Box<Repack>),
    /// The lane of a vector at a computed index.
    PickLane {
        /// Where to.
        dst: Slot,
        /// The index.
        index: Src,
        /// The width of the index.
        bits: u32,
        /// The lanes.
        lanes: Box<Lanes>,
    },
    /// A vector with the lane at a computed index replaced.
    PutLane {
        /// Where the first lane of the result goes.
        dst: Slot,
        /// The index.
        index: Src,
        /// The width of the index.
        bits: u32,
        /// The new value.
        value: Src,
        /// The lanes.
        lanes: Box<Lanes>,
    },
    /// A value that has a symbol of its own from here on, if it is deferred: a read of a promoted local variable, or a freeze, which
    /// makes some value of poison, too.
    Name {
        /// Where to.
        dst: Slot,
        /// The value.
        src: Src,
        /// Its width.
        bits: u32,
        /// Whether it is a freeze.
        frozen: bool,
        /// The slots of the starts of lifetimes that it may come from: what it is named is kept there, for other reads.
        lives: Box<[Slot]>,
    },
    /// Reads a scalar.
    Load(Access),
    /// Writes a scalar.
    Store(Access),
    /// Room on the stack.
    Alloca {
        /// Where its address goes.
        dst: Slot,
        /// How many elements.
        count: Src,
        /// The width of the count.
        bits: u32,
        /// The size of an element in bytes.
        size: u64,
        /// The binary logarithm of the alignment in bytes.
        align_log2: u8,
        /// Whether the frame has no room for it, because its size or number is known only when it is made.
        dynamic: bool,
        /// Whether it is out of scope until a marker says otherwise.
        scoped: bool,
    },
    /// Reads, computes and writes as one step; gives the old value.
    Rmw {
        /// What is computed.
        op: RmwOp,
        /// What the scalar is.
        scalar: Box<Scalar>,
        /// Where the old value goes.
        dst: Slot,
        /// The address.
        addr: Src,
        /// The operand.
        value: Src,
    },
    /// Compares with memory and writes if equal; gives the old value and whether it was equal.
    CmpXchg {
        /// Where the old value goes; whether it was equal goes to the next slot.
        dst: Slot,
        /// The address.
        addr: Src,
        /// The expected and the new value.
        values: Box<[Src; 2]>,
        /// The width of the value in bits.
        bits: u32,
    },
    /// Goes on elsewhere.
    Jump(Pc),
    /// Goes on at one of two places.
    Branch {
        /// The condition.
        cond: Src,
        /// Where to if it holds.
        then: Pc,
        /// Where to if it does not.
        otherwise: Pc,
    },
    /// Goes on by value.
    Switch(Box<Cases>),
    /// Goes on at the address of a block.
    IndirectJump {
        /// The address.
        addr: Src,
        /// The blocks it may lead to, with their first operation.
        targets: Box<[(BlockId, Pc)]>,
    },
    /// Calls a function.
    Call(Box<Call>),
    /// Something that LLVM defines.
    Intrinsic(Box<IntrinsicCall>),
    /// Returns these parts.
    Ret(Box<[Src]>),
    /// The next variable argument.
    VaArg {
        /// Where to.
        dst: Slot,
        /// The address of the list.
        list: Src,
        /// What it is.
        scalar: Box<Scalar>,
    },
    /// What a landing pad gives: the exception and the number of the clause that caught it.
    LandingPad(Box<LandingPad>),
    /// Goes on unwinding with this exception.
    Resume(Src),
    /// Must not be reached.
    Unreachable,
    /// Cannot be carried out; says what it is.
    Unsupported(Box<str>),
}

/// Bits that are gathered from pieces and cut into others, lowest first.
#[derive(Clone, Debug)]
pub struct Repack {
    /// The pieces with their widths.
    pub from: Box<[(Src, u32)]>,
    /// Where the results begin.
    pub dst: Slot,
    /// Their widths.
    pub to: Box<[u32]>,
}

/// The lanes of a vector.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// Their values.
    pub parts: Box<[Src]>,
    /// The width of each.
    pub bits: u32,
}

/// A call of something that LLVM defines.
#[derive(Clone, Debug)]
pub struct IntrinsicCall {
    /// What it is.
    pub intrinsic: Intrinsic,
    /// The operands.
    pub args: Box<[(Src, Scalar)]>,
    /// Where each part of the result goes.
    pub dst: Box<[Slot]>,
    /// What the parts of the result are.
    pub result: Box<[Scalar]>,
}

/// A landing pad.
#[derive(Clone, Debug)]
pub struct LandingPad {
    /// Where the exception goes; the number of the clause goes to the next slot.
    pub dst: Slot,
    /// Whether it runs for every exception.
    pub cleanup: bool,
    /// What it catches: addresses of type descriptions; a filter has several.
    pub clauses: Box<[Clause]>,
}

/// A clause of a landing pad.
#[derive(Clone, Debug)]
pub enum Clause {
    /// Catches this type; null catches all.
    Catch(Src),
    /// Lets only these through.
    Filter(Box<[Src]>),
}

/// A function in the form that is run.
#[derive(Debug)]
pub struct Code {
    /// Which function it is.
    pub func: FuncId,
    /// The operations.
    pub ops: Vec<Op>,
    /// Each operation as the loop over words carries it out.
    pub quick: Vec<Quick>,
    /// Where each operation stands in the source.
    pub locs: Vec<Option<LocId>>,
    /// The block of each operation, by its number in [`blocks`](Self::blocks); of moves on edges, the block they leave.
    pub block_of: Vec<u32>,
    /// Which source location is reached with which operation, in order of operations. Also those of instructions that
    /// became no operation.
    pub lines: Vec<(Pc, LocId)>,
    /// The constants that operations name.
    pub constants: Vec<Value>,
    /// The blocks in order, each with its first operation.
    pub blocks: Vec<(BlockId, Pc)>,
    /// How many slots a frame has.
    pub slots: u32,
    /// How many bytes of the modelled stack a call of it takes.
    pub frame_bytes: u64,
    /// Whether an optimiser may have moved its loads to where a local variable is not live.
    pub optimised: bool,
    /// Whether its result is promised to be no poison.
    pub no_undef_result: bool,
    /// How many bits each slot has; none for the one that only moves on edges use.
    pub widths: Vec<u32>,
    /// Whether it calls a function that may return twice.
    pub returns_twice: bool,
    /// Licences of fast-math flags to give other results than the exact ones, and where the first stands.
    pub relaxed: Option<(FastMath, Pc)>,
    /// Where the values of the body are kept; none if each has a slot of its own.
    pub homes: Option<Homes>,
    /// Which slots matter where; found when it is first asked for.
    pub live_slots: OnceCell<LiveSlots>,
    /// What the slots of the parameters are, in order.
    pub params: Box<[Scalar]>,
    /// How many parts the result has.
    pub result: Box<[Scalar]>,
    /// Whether it takes variable arguments.
    pub varargs: bool,
    /// What is wrong with its merge points.
    pub bad_points: Box<[BadPoint]>,
    /// The names of local variables that live in memory, by the operation that makes room for them.
    pub local_names: FxHashMap<Pc, Rc<str>>,
    /// Number of the first block of this function among the blocks of all lowered functions.
    pub first_block: u32,
    /// The operations whose result something may choose against: where they go wrong it is poison.
    pub chosen: FxHashSet<Pc>,
    /// The slot of the start of a lifetime that a deferred value comes from.
    pub lives: FxHashMap<ExprId, Slot>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_stays_small() {
        assert!(size_of::<Op>() <= 32, "{}", size_of::<Op>());
    }
}
