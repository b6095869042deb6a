//! What is promised or allowed beside an operation: sets of bits with names.

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
