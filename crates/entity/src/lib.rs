//! Typed u32 ids, dense maps over them, and an interning arena.
//!
//! Everything the engine names (values, blocks, terms, states) is a u32 behind a type of its own, so that ids of
//! different things cannot be mixed up and tables over them are plain vectors. An id prints the same in text IR, log,
//! report and test: a short prefix and the number, `v12`, `block3`.
//!
//! This crate knows nothing of programs, terms or anything else.

mod interner;
mod map;

pub use interner::{Interner, StringPool, Symbol};
pub use map::{Entity, EntityMap, SecondaryMap};

/// Declares a typed u32 id with its printed prefix: `entity!(/// A basic block. BlockId, "block");`
#[macro_export]
macro_rules! entity {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(unreachable_pub, reason = "an id may be declared inside a private module")]
        pub struct $name(u32);

        impl $crate::Entity for $name {
            #[inline]
            fn from_u32(index: u32) -> Self {
                $name(index)
            }
            #[inline]
            fn as_u32(self) -> u32 {
                self.0
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    };
}
