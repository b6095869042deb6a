//! Constants, interned per module: equal constants have equal ids, and a constant's parts have smaller ids.
//!
//! Constant expressions take the same form as instructions do: address arithmetic is [`Constant::PtrAdd`] with its
//! offset computed from the data layout, so that LLVM's constant GEPs need no second treatment anywhere.

use braid_entity::{Entity, Interner, Symbol, entity};

use crate::body::BlockId;
use crate::inst::{BinaryOp, CastOp, FloatPredicate, IntPredicate, PtrFlags, UnaryOp, WrapFlags};
use crate::module::{AliasId, FuncId, GlobalId, IFuncId};
use crate::types::TypeId;

entity!(
    /// A constant of a module's [`Constants`].
    ConstId,
    "c"
);

/// What an address constant names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlobalRef {
    /// A function.
    Func(FuncId),
    /// A global variable.
    Var(GlobalId),
    /// An alias of one of these.
    Alias(AliasId),
    /// A function chosen at load time.
    IFunc(IFuncId),
}

/// Inline assembly as a callee.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Asm {
    /// The function type it is called with.
    pub ty: TypeId,
    /// The template text.
    pub text: Symbol,
    /// The constraint string.
    pub constraints: Symbol,
    /// Whether it has effects beyond its outputs.
    pub side_effects: bool,
    /// Whether it needs the stack aligned.
    pub align_stack: bool,
    /// Whether it is in Intel syntax.
    pub intel: bool,
    /// Whether it may unwind.
    pub can_throw: bool,
}

/// A cast of a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CastExpr {
    /// Which cast.
    pub op: CastOp,
    /// What is cast.
    pub arg: ConstId,
    /// The type it is cast to.
    pub ty: TypeId,
}

/// A constant. Ids inside are of the same pool and smaller than the constant's own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// An integer of at most 64 bits; bits above the type's width are zero.
    Int {
        /// An integer type.
        ty: TypeId,
        /// The value, zero-extended.
        value: u64,
    },
    /// An integer of more than 64 bits.
    WideInt {
        /// An integer type.
        ty: TypeId,
        /// As many words as the width needs, least significant first; bits above the width are zero.
        words: Box<[u64]>,
    },
    /// A floating-point number, by its bits.
    Float {
        /// A floating-point type.
        ty: TypeId,
        /// The bit pattern; bits above the format's are zero.
        bits: u128,
    },
    /// The null pointer, or the absent token, of a type.
    Null(TypeId),
    /// All bytes zero: aggregates, vectors and target types.
    Zero(TypeId),
    /// Any value, a new one at each use.
    Undef(TypeId),
    /// The result of a broken promise.
    Poison(TypeId),
    /// What a promoted stack slot holds before its first write. Made by passes only; the read of it is
    /// [`Inst::CheckInit`](crate::Inst::CheckInit).
    Uninit(TypeId),
    /// How many units of vector length the machine has that runs the program (`vscale`), as an integer of this type.
    /// Sizes of scalable vectors are multiples of it.
    VScale(TypeId),
    /// A struct, array or vector by its parts.
    Aggregate {
        /// The type of the whole.
        ty: TypeId,
        /// One constant per field, element or lane.
        parts: Box<[ConstId]>,
    },
    /// An array of bytes.
    Bytes {
        /// An array type with elements of type i8.
        ty: TypeId,
        /// The contents, as many as the array has elements.
        bytes: Box<[u8]>,
    },
    /// The address of a symbol.
    Global(GlobalRef),
    /// The address of a basic block.
    BlockAddress {
        /// The function it is in.
        func: FuncId,
        /// The block.
        block: BlockId,
    },
    /// The address of a symbol's local equivalent (`dso_local_equivalent`).
    DsoLocal(GlobalRef),
    /// The address of a function without its control-flow-integrity entry (`no_cfi`).
    NoCfi(GlobalRef),
    /// A signed pointer (`ptrauth`): pointer, key, discriminator, address discriminator.
    PtrAuth([ConstId; 4]),
    /// An address `offset` bytes past `base`; still a pointer.
    PtrAdd {
        /// The address that is moved.
        base: ConstId,
        /// A signed number of bytes, of the index width of the address space.
        offset: ConstId,
        /// What is promised about the arithmetic.
        flags: PtrFlags,
        /// The pointer type, or vector of pointers, of the result.
        ty: TypeId,
    },
    /// A cast.
    Cast(CastExpr),
    /// Arithmetic on constants that the producer could not fold.
    Binary {
        /// Which operation.
        op: BinaryOp,
        /// What is promised about it.
        flags: WrapFlags,
        /// The operands.
        args: [ConstId; 2],
        /// The type of the result.
        ty: TypeId,
    },
    /// A unary operation on a constant.
    Unary {
        /// Which operation.
        op: UnaryOp,
        /// The operand.
        arg: ConstId,
        /// The type of the result.
        ty: TypeId,
    },
    /// An integer or pointer comparison.
    IntCompare {
        /// Which comparison.
        pred: IntPredicate,
        /// The operands.
        args: [ConstId; 2],
        /// i1, or a vector of i1.
        ty: TypeId,
    },
    /// A floating-point comparison.
    FloatCompare {
        /// Which comparison.
        pred: FloatPredicate,
        /// The operands.
        args: [ConstId; 2],
        /// i1, or a vector of i1.
        ty: TypeId,
    },
    /// A choice: condition, value if true, value if false.
    Select {
        /// Condition, then-value, else-value.
        args: [ConstId; 3],
        /// The type of the result.
        ty: TypeId,
    },
    /// A lane of a vector: vector, index.
    ExtractElement {
        /// Vector and index.
        args: [ConstId; 2],
        /// The type of the lane.
        ty: TypeId,
    },
    /// A vector with one lane replaced: vector, value, index.
    InsertElement {
        /// Vector, new value, index.
        args: [ConstId; 3],
        /// The type of the vector.
        ty: TypeId,
    },
    /// Lanes picked out of two vectors by a constant mask.
    Shuffle {
        /// The two vectors.
        args: [ConstId; 2],
        /// The mask: a vector constant of i32.
        mask: ConstId,
        /// The type of the result.
        ty: TypeId,
    },
    /// Inline assembly.
    Asm(Box<Asm>),
    /// A piece of metadata passed to an intrinsic, by its text.
    Metadata(Symbol),
    /// A value wrapped as metadata, passed to an intrinsic.
    MetadataValue(ConstId),
}

impl Constant {
    /// Calls `f` on each constant that this one is directly made of, in order.
    pub fn for_each_part(&self, mut f: impl FnMut(ConstId)) {
        match self {
            Constant::Aggregate { parts, .. } => parts.iter().copied().for_each(f),
            Constant::PtrAuth(parts) => parts.iter().copied().for_each(f),
            Constant::PtrAdd { base, offset, .. } => [*base, *offset].into_iter().for_each(f),
            Constant::Cast(cast) => f(cast.arg),
            Constant::Unary { arg, .. } | Constant::MetadataValue(arg) => f(*arg),
            Constant::Binary { args, .. }
            | Constant::IntCompare { args, .. }
            | Constant::FloatCompare { args, .. }
            | Constant::ExtractElement { args, .. } => args.iter().copied().for_each(f),
            Constant::Select { args, .. } | Constant::InsertElement { args, .. } => args.iter().copied().for_each(f),
            Constant::Shuffle { args, mask, .. } => args.iter().chain([mask]).copied().for_each(f),
            Constant::Int { .. }
            | Constant::WideInt { .. }
            | Constant::Float { .. }
            | Constant::Null(_)
            | Constant::Zero(_)
            | Constant::Undef(_)
            | Constant::Poison(_)
            | Constant::Uninit(_)
            | Constant::VScale(_)
            | Constant::Bytes { .. }
            | Constant::Global(_)
            | Constant::BlockAddress { .. }
            | Constant::DsoLocal(_)
            | Constant::NoCfi(_)
            | Constant::Asm(_)
            | Constant::Metadata(_) => {}
        }
    }
}

/// All constants of a module.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    items: Interner<ConstId, Constant>,
}

impl Constants {
    /// The id of `constant`, which is added if it is new.
    pub fn intern(&mut self, constant: Constant) -> ConstId {
        self.items.intern(constant)
    }
    /// The constant of `id`, if there is one.
    pub fn get(&self, id: ConstId) -> Option<&Constant> {
        (id.index() < self.items.len()).then(|| &self.items[id])
    }
    /// The id of `constant` if it was interned before.
    pub fn find(&self, constant: &Constant) -> Option<ConstId> {
        self.items.find(constant)
    }
    /// An integer of at most 64 bits; `value` must be zero-extended.
    pub fn int(&mut self, ty: TypeId, value: u64) -> ConstId {
        self.intern(Constant::Int { ty, value })
    }
    /// The value of an integer of at most 64 bits, zero-extended.
    pub fn as_int(&self, id: ConstId) -> Option<u64> {
        match self[id] {
            Constant::Int { value, .. } => Some(value),
            _ => None,
        }
    }
    /// Whether an operand is what a local variable holds before it is written.
    pub fn is_uninit(&self, operand: crate::inst::Operand) -> bool {
        operand.as_const().is_some_and(|id| matches!(self[id], Constant::Uninit(_)))
    }
    /// All constants, in order: whatever a constant is made of comes before it.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (ConstId, &Constant)> + ExactSizeIterator {
        self.items.iter()
    }
    /// How many constants there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl core::ops::Index<ConstId> for Constants {
    type Output = Constant;
    #[inline]
    fn index(&self, id: ConstId) -> &Constant {
        &self.items[id]
    }
}
