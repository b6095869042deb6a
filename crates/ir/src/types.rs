//! Types, interned: equal types have equal ids.
//!
//! All pointers are one type per address space, so no type can contain itself and every type is built from ids smaller
//! than its own. A struct's name is part of its identity, as in LLVM; where only the shape matters, compare layouts.

use braid_entity::{Entity, Interner, Symbol, entity};

entity!(
    /// A type of a module's [`TypeTable`].
    TypeId,
    "ty"
);

/// The floating-point formats of LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// IEEE 754 binary16, `half`.
    Half,
    /// The upper half of a binary32, `bfloat`.
    BFloat,
    /// IEEE 754 binary32, `float`.
    Single,
    /// IEEE 754 binary64, `double`.
    Double,
    /// The 80-bit format of the x87, `x86_fp80`.
    X86Extended,
    /// IEEE 754 binary128, `fp128`.
    Quad,
    /// A pair of doubles, `ppc_fp128`.
    PpcPair,
}

impl FloatKind {
    /// Every format.
    pub const ALL: [FloatKind; 7] = [
        FloatKind::Half,
        FloatKind::BFloat,
        FloatKind::Single,
        FloatKind::Double,
        FloatKind::X86Extended,
        FloatKind::Quad,
        FloatKind::PpcPair,
    ];

    /// How many bits the value itself has.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X86Extended => 80,
            FloatKind::Quad | FloatKind::PpcPair => 128,
        }
    }

    /// The keyword of the text form, LLVM's own.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Single => "float",
            FloatKind::Double => "double",
            FloatKind::X86Extended => "x86_fp80",
            FloatKind::Quad => "fp128",
            FloatKind::PpcPair => "ppc_fp128",
        }
    }
}

/// A type. Ids inside are of the same table and smaller than the type's own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of this many bits, 1 to 2^23.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer into an address space.
    Ptr {
        /// The address space, 0 for ordinary memory.
        space: u32,
    },
    /// A fixed number of elements in memory order.
    Array {
        /// The type of each element.
        elem: TypeId,
        /// How many there are.
        len: u64,
    },
    /// Fields in memory order.
    Struct {
        /// The name in the source module, if it has one; part of the type's identity.
        name: Option<Symbol>,
        /// The types of the fields.
        fields: Box<[TypeId]>,
        /// Whether the fields stand without padding.
        packed: bool,
    },
    /// A struct that is declared and not defined; linking may find its fields.
    Opaque {
        /// The name in the source module.
        name: Symbol,
    },
    /// A SIMD vector.
    Vector {
        /// The type of each lane.
        elem: TypeId,
        /// How many lanes, or for a scalable vector how many per unit of the machine's vector length.
        len: u32,
        /// Whether the number of lanes is a multiple known only at run time.
        scalable: bool,
    },
    /// The type of a function, as used by calls and function definitions.
    Function {
        /// What it returns; [`Type::Void`] for nothing.
        ret: TypeId,
        /// The fixed parameters.
        params: Box<[TypeId]>,
        /// Whether further arguments may follow.
        varargs: bool,
    },
    /// The type of a basic block as an operand.
    Label,
    /// An opaque token that ties instructions together (exception handling pads, coroutines).
    Token,
    /// Metadata passed to an intrinsic.
    Metadata,
    /// The MMX register type of older LLVMs.
    X86Mmx,
    /// The AMX tile type.
    X86Amx,
    /// A target extension type with its parameters.
    Target {
        /// The name, such as `spirv.Image`.
        name: Symbol,
        /// Type parameters.
        types: Box<[TypeId]>,
        /// Integer parameters.
        ints: Box<[u32]>,
    },
}

impl Type {
    /// Calls `f` on each type that this one is directly made of, in order.
    pub fn for_each_part(&self, mut f: impl FnMut(TypeId)) {
        match self {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => f(*elem),
            Type::Struct { fields, .. } => fields.iter().copied().for_each(f),
            Type::Function { ret, params, .. } => core::iter::once(ret).chain(params).copied().for_each(f),
            Type::Target { types, .. } => types.iter().copied().for_each(f),
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Ptr { .. }
            | Type::Opaque { .. }
            | Type::Label
            | Type::Token
            | Type::Metadata
            | Type::X86Mmx
            | Type::X86Amx => {}
        }
    }
}

/// All types of a module.
#[derive(Clone, Debug)]
pub struct TypeTable {
    types: Interner<TypeId, Type>,
}

impl Default for TypeTable {
    fn default() -> Self {
        Self::new()
    }
}

impl TypeTable {
    /// The id of `void`, the same in every table.
    pub const VOID: TypeId = fixed(0);
    /// The id of `i1`, the same in every table.
    pub const I1: TypeId = fixed(1);
    /// The id of `i8`, the same in every table.
    pub const I8: TypeId = fixed(2);
    /// The id of `i32`, the same in every table.
    pub const I32: TypeId = fixed(3);
    /// The id of `i64`, the same in every table.
    pub const I64: TypeId = fixed(4);
    /// The id of `ptr` in address space 0, the same in every table.
    pub const PTR: TypeId = fixed(5);

    /// A table that holds the types with fixed ids.
    pub fn new() -> Self {
        let mut types = Interner::new();
        let fixed = [Type::Void, Type::Int(1), Type::Int(8), Type::Int(32), Type::Int(64), Type::Ptr { space: 0 }];
        for ty in fixed {
            types.intern(ty);
        }
        TypeTable { types }
    }
    /// The id of `ty`, which is added if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        self.types.intern(ty)
    }
    /// The type of `id`, if the table has it.
    pub fn get(&self, id: TypeId) -> Option<&Type> {
        (id.index() < self.types.len()).then(|| &self.types[id])
    }
    /// The id of `ty` if the table has it.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.types.find(ty)
    }
    /// The integer type of this many bits.
    pub fn int(&mut self, bits: u32) -> TypeId {
        self.intern(Type::Int(bits))
    }
    /// The pointer type of this address space.
    pub fn ptr(&mut self, space: u32) -> TypeId {
        self.intern(Type::Ptr { space })
    }
    /// All types, in order: whatever a type is made of comes before it.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (TypeId, &Type)> + ExactSizeIterator {
        self.types.iter()
    }
    /// How many types there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }
    /// Never true: the types with fixed ids are always there.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
    /// The width of an integer type.
    pub fn int_bits(&self, id: TypeId) -> Option<u32> {
        match self[id] {
            Type::Int(bits) => Some(bits),
            _ => None,
        }
    }
    /// The type of the lanes and their number if `id` is a vector; otherwise `id` itself as one lane.
    pub fn lanes(&self, id: TypeId) -> (TypeId, Option<u32>) {
        match self[id] {
            Type::Vector { elem, len, .. } => (elem, Some(len)),
            _ => (id, None),
        }
    }
    /// `elem` in the shape of `like`: a vector of as many lanes if `like` is one, else `elem` itself.
    pub fn shaped_like(&mut self, like: TypeId, elem: TypeId) -> TypeId {
        match self[like] {
            Type::Vector { len, scalable, .. } => self.intern(Type::Vector { elem, len, scalable }),
            _ => elem,
        }
    }
    /// The type of field or element `index` of an aggregate.
    pub fn member(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match &self[id] {
            Type::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            Type::Array { elem, len } => (index < *len).then_some(*elem),
            Type::Vector { elem, len, scalable } => (*scalable || index < u64::from(*len)).then_some(*elem),
            _ => None,
        }
    }
    /// Whether values of this type can be held in a register at all.
    pub fn is_first_class(&self, id: TypeId) -> bool {
        !matches!(self[id], Type::Void | Type::Function { .. } | Type::Opaque { .. })
    }
}

impl core::ops::Index<TypeId> for TypeTable {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.types[id]
    }
}

/// The id with this number, for the constants above.
const fn fixed(index: u32) -> TypeId {
    TypeId::numbered(index)
}
