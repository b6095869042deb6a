//! Typed u32 ids, dense maps over them, an interning arena, a persistent list, tables of counters, and the interrupt of long work.
//!
//! Everything the engine names (values, blocks, terms, states) is a u32 behind a type of its own, so that ids of
//! different things cannot be mixed up and tables over them are plain vectors. An id prints the same in text IR, log,
//! report and test: a short prefix and the number, `v12`, `block3`.
//!
//! This crate knows nothing of programs, terms or anything else.

mod counters;
mod interner;
mod interrupt;
mod list;
mod map;
mod paged;
mod sharded;

pub use interner::{Interner, StringPool, Symbol};
pub use interrupt::{Cause, Interrupt, Meter};
pub use list::List;
pub use map::{Entity, EntityMap, SecondaryMap};
pub use paged::Paged;
pub use sharded::Sharded;

/// Declares a typed u32 id with its printed prefix: `entity!(/// A basic block. BlockId, "block");`
#[macro_export]
macro_rules! entity {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(unreachable_pub, reason = "an id may be declared inside a private module")]
        pub struct $name(::core::num::NonZeroU32);

        #[allow(dead_code, reason = "not every kind of id has constants")]
        impl $name {
            /// The id with this number, also in constants. It is kept with one added, so that an optional id takes no
            /// more room than an id; 2^32 - 1 is no number of an entity.
            #[inline]
            #[allow(unreachable_pub, reason = "an id may be declared inside a private module")]
            pub const fn numbered(index: u32) -> Self {
                $name(::core::num::NonZeroU32::MIN.saturating_add(index))
            }
        }

        impl $crate::Entity for $name {
            #[inline]
            fn from_u32(index: u32) -> Self {
                Self::numbered(index)
            }
            #[inline]
            fn as_u32(self) -> u32 {
                self.0.get() - 1
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                write!(f, concat!($prefix, "{}"), $crate::Entity::as_u32(*self))
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }
    };
}
