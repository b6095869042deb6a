//! The memory of a state: objects at addresses that tell which object they belong to.
//!
//! - [`address`] says how an address is made of slot and offset, [`narrow`] the same of 32 bits, [`address_space`] which of
//!   them a program has; [`identity`] where an allocation goes.
//! - [`object`] is one allocation; [`contents`] its bytes, known and unknown.
//! - [`space`] is all objects of a state; a snapshot of it costs what is in use, not what there is.
//! - [`join`] makes one memory of several.
//! - [`provenance`] finds the objects that a symbolic pointer was made from.
//! - [`patricia`] is the persistent map under it.

pub mod address;
pub mod address_space;
mod array_form;
mod bits;
pub mod contents;
mod differing;
mod hot;
pub mod identity;
mod join;
pub mod narrow;
pub mod object;
mod page;
mod pages;
pub mod patricia;
pub mod provenance;
mod quarantine;
pub mod space;
mod table_read;
pub mod unknown;

pub use address::{MAX_CAPACITY, NULL_PAGE, SlotKey, is_null, slot_of};
pub use address_space::AddressSpace;
pub use array_form::INDEX_WIDTH;
pub use contents::Contents;
pub use differing::Differing;
pub use identity::{CallPath, Identity, PlaceError, Site, Slots};
pub(crate) use join::held;
pub use object::{Life, Object, Origin, OriginKind};
pub use provenance::{Candidate, Candidates};
pub use quarantine::QUARANTINE;
pub use space::{Bench, Memory};
pub use unknown::Unknown;
