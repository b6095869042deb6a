//! Attributes that change what a call or a function means. Those that only help an optimiser are not kept.

use braid_entity::{Interner, entity};

use crate::types::TypeId;

entity!(
    /// An attribute list of a module's [`AttrLists`].
    AttrListId,
    "attr"
);

impl AttrListId {
    /// The list without any attribute, the same in every module.
    pub const NONE: AttrListId = AttrListId::numbered(0);
}

/// A set of attributes that carry no value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttrFlags(u32);

macro_rules! attr_flags {
    ($($(#[$doc:meta])* $name:ident = $bit:literal, $text:literal;)*) => {
        impl AttrFlags {
            $($(#[$doc])* pub const $name: AttrFlags = AttrFlags(1 << $bit);)*
            /// Every flag with its name in the text form, LLVM's own.
            pub const NAMES: &'static [(AttrFlags, &'static str)] = &[$((AttrFlags::$name, $text)),*];
        }
    };
}

attr_flags! {
    /// The value is zero-extended to the ABI's register width.
    ZERO_EXT = 0, "zeroext";
    /// The value is sign-extended to the ABI's register width.
    SIGN_EXT = 1, "signext";
    /// Passed in a register where the ABI allows.
    IN_REG = 2, "inreg";
    /// The static chain of a nested function.
    NEST = 3, "nest";
    /// The function does not return.
    NO_RETURN = 4, "noreturn";
    /// The function may return twice, as setjmp does.
    RETURNS_TWICE = 5, "returns_twice";
    /// The function does not unwind.
    NO_UNWIND = 6, "nounwind";
    /// The pointer is never null.
    NON_NULL = 7, "nonnull";
    /// The argument is returned.
    RETURNED = 8, "returned";
    /// The value is neither undef nor poison.
    NO_UNDEF = 9, "noundef";
    /// The function has no prologue and epilogue.
    NAKED = 10, "naked";
    /// The argument is an immediate constant.
    IMM_ARG = 11, "immarg";
    /// The pointer aliases no other.
    NO_ALIAS = 12, "noalias";
    /// Swift's self argument.
    SWIFT_SELF = 13, "swiftself";
    /// Swift's error slot.
    SWIFT_ERROR = 14, "swifterror";
    /// Swift's asynchronous context.
    SWIFT_ASYNC = 15, "swiftasync";
    /// The function must not be inlined; sources use it to keep a frame visible.
    NO_INLINE = 16, "noinline";
    /// Null pointers may be dereferenced.
    NULL_POINTER_IS_VALID = 17, "null_pointer_is_valid";
    /// Calls of the function are not treated as the library function of that name.
    NO_BUILTIN = 18, "nobuiltin";
    /// The function or call is convergent.
    CONVERGENT = 19, "convergent";
    /// The function only reads memory or does not touch it.
    READ_ONLY = 20, "readonly";
    /// The function does not touch memory.
    READ_NONE = 21, "readnone";
    /// The function always comes back.
    WILL_RETURN = 22, "willreturn";
    /// The function is never entered but on an error path.
    COLD = 23, "cold";
    /// The function must progress.
    MUST_PROGRESS = 24, "mustprogress";
    /// The function is strict about floating point exceptions and rounding.
    STRICT_FP = 25, "strictfp";
    /// Optimisers leave the function alone.
    OPT_NONE = 26, "optnone";
    /// The features of the function's target are given.
    KNOWN_FEATURES = 27, "target_features";
    /// One of them is an instruction for a product and a sum that are rounded once.
    FUSES = 28, "target_fma";
}

impl AttrFlags {
    /// No flag.
    pub const NONE: AttrFlags = AttrFlags(0);
    /// Whether all flags of `other` are in the set.
    pub fn has(self, other: AttrFlags) -> bool {
        self.0 & other.0 == other.0
    }
    /// Adds the flags of `other`.
    pub fn insert(&mut self, other: AttrFlags) {
        self.0 |= other.0;
    }
    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The attributes of a function, a return value or a parameter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Attributes {
    /// Those without a value.
    pub flags: AttrFlags,
    /// `align`: the alignment in bytes, 0 if none is given.
    pub align: u64,
    /// `alignstack`: the alignment of the argument's stack slot in bytes, 0 if none is given.
    pub stack_align: u64,
    /// `dereferenceable`: how many bytes may be read, 0 if none is given.
    pub dereferenceable: u64,
    /// `byval`: a copy of what the pointer points to is passed.
    pub by_val: Option<TypeId>,
    /// `byref`: what the pointer points to is passed without a copy.
    pub by_ref: Option<TypeId>,
    /// `sret`: the pointer is where the result goes.
    pub s_ret: Option<TypeId>,
    /// `inalloca`: the argument lies in the caller's alloca.
    pub in_alloca: Option<TypeId>,
    /// `preallocated`: as `inalloca`, set up by an intrinsic.
    pub preallocated: Option<TypeId>,
    /// `elementtype`: what an intrinsic's pointer points to.
    pub element: Option<TypeId>,
    /// `allocsize`: the argument that is the size, and the one that is the number of elements.
    pub alloc_size: Option<(u32, Option<u32>)>,
}

impl Attributes {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Attributes::default()
    }
}

/// The attributes of a function or a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct AttributeList {
    /// Of the function itself.
    pub func: Attributes,
    /// Of the return value.
    pub ret: Attributes,
    /// Of each parameter; parameters past the end have none.
    pub params: Box<[Attributes]>,
}

/// All attribute lists of a module, interned.
#[derive(Clone, Debug)]
pub struct AttrLists {
    lists: Interner<AttrListId, AttributeList>,
}

impl Default for AttrLists {
    fn default() -> Self {
        let mut lists = Interner::new();
        lists.intern(AttributeList::default());
        AttrLists { lists }
    }
}

impl AttrLists {
    /// The id of `list`, which is added if it is new.
    pub fn intern(&mut self, list: AttributeList) -> AttrListId {
        self.lists.intern(list)
    }
    /// The attributes of parameter `index` in list `id`.
    pub fn param(&self, id: AttrListId, index: usize) -> Option<&Attributes> {
        self.lists[id].params.get(index)
    }
    /// All lists, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (AttrListId, &AttributeList)> {
        self.lists.iter()
    }
}

impl core::ops::Index<AttrListId> for AttrLists {
    type Output = AttributeList;
    fn index(&self, id: AttrListId) -> &AttributeList {
        &self.lists[id]
    }
}
