//! The bytes of an object before they are written: any values, but always the same ones.
//!
//! An object that was never written is an array of its own class ([`ArrayKind::Uninitialised`](braid_expr::ArrayKind)), named by
//! the object's address, which is a function of its identity, and by the number of its lifetime: the local variable of the next
//! iteration, or of the next call that came the same way, holds other unknowns at the same address. The name is given when such a byte is
//! first read or copied, from a count of the state for the address. So an object whose unwritten bytes nobody touches costs
//! nothing and is equal to that of another lifetime, states that did the same things give the same names, and two reads of a
//! byte agree. Copies keep the name and the index ([`Source::Unwritten`](super::page::Source)); a term is made only when a byte is
//! read.
//!
//! Invariant: in one state, no two lifetimes that were named have the same name. A join takes the highest count.

use core::num::NonZeroU32;
use std::rc::Rc;

use braid_expr::{ExprId, ExprPool, SymbolClass, UpdateId};
use rustc_hash::FxHashSet;

use super::array_form::INDEX_WIDTH;
use super::object::Life;
use super::patricia::Keyed;
use super::space::Memory;
use crate::value::Value;

/// The unwritten bytes of one lifetime of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unknown {
    /// Address of the object.
    pub(super) base: u64,
    /// Which of its lifetimes, counting those that were named.
    pub(super) lifetime: NonZeroU32,
}

/// An unwritten byte: whose, and which.
pub(crate) type Element = (Unknown, u32);

/// How many names were given under one key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    pub(super) key: u64,
    pub(super) given: u32,
}

impl Keyed for Names {
    fn key(&self) -> u64 {
        self.key
    }
}

impl Unknown {
    /// The first one at `base` after `given` others.
    pub(super) fn after(base: u64, given: u32) -> Unknown {
        Unknown { base, lifetime: NonZeroU32::MIN.saturating_add(given) }
    }
    /// The array whose elements they are.
    pub(super) fn array(self, pool: &mut ExprPool) -> UpdateId {
        let array = pool.uninitialised_array((self.base, self.lifetime.get()), INDEX_WIDTH);
        pool.base(array)
    }
}

impl Memory {
    /// Gives the unwritten bytes of the object at `base` their name, if some of the `len` bytes at `offset` are unwritten
    /// and have none yet.
    pub fn name_unwritten(&mut self, base: u64, offset: u64, len: u64) {
        let Some(object) = self.find(base) else { return };
        if object.contents.is_named() || object.contents.is_written(offset, len) {
            return;
        }
        let unknown = Unknown::after(base, self.next_name(base));
        if let Some(object) = self.find_mut(base) {
            object.contents.name(unknown);
        }
    }
    /// The same for all bytes of the object: it is accessed at a computed offset.
    pub fn name_all_unwritten(&mut self, base: u64) {
        // What has an array form was named when that was made, or was all written.
        if let Some(object) = self.find(base).filter(|object| !object.contents.has_form()) {
            self.name_unwritten(base, 0, object.capacity());
        }
    }
    /// A new symbol for a value of this width that was never written, of a register: `key` is where it comes from.
    pub fn fresh_unknown(&mut self, pool: &mut ExprPool, key: u64, bits: u32) -> Value {
        let name = format!("uninitialised.{key:x}.{}.{bits}", self.next_name(key));
        Value::Term(pool.symbol(&name, bits, SymbolClass::Uninitialised))
    }
    /// A new symbol for a result that the language leaves open: `key` is which one it is.
    pub fn fresh_unspecified(&mut self, pool: &mut ExprPool, key: u64, bits: u32) -> ExprId {
        let name = format!("unspecified.{key:x}.{}.{bits}", self.next_name(key));
        pool.symbol(&name, bits, SymbolClass::Unspecified)
    }
    /// A new symbol for what a function returns of which only a property is known: `key` is which call it is.
    pub fn fresh_abstract(&mut self, pool: &mut ExprPool, function: &str, key: u64, bits: u32) -> ExprId {
        let name = format!("abstract.{function}.{key:x}.{}.{bits}", self.next_name(key));
        pool.symbol(&name, bits, SymbolClass::Abstract)
    }
    /// Returns true if something but the bytes at these places mentions one of some unknowns. Where terms do, that counts for all.
    pub(crate) fn mentions(
        &self,
        pool: &ExprPool,
        elements: &FxHashSet<Element>,
        places: &FxHashSet<(u64, u64)>,
    ) -> bool {
        let is_open = |term: ExprId| pool.has_class(term, SymbolClass::Uninitialised);
        self.iter_live().any(|object| {
            let guarded = matches!(object.life(), Life::Guarded { when, .. } if is_open(when));
            let sized = matches!(object.size(), Value::Term(size) if is_open(size));
            let base = object.base();
            guarded || sized || object.contents.mentions(pool, elements, |offset| places.contains(&(base, offset)))
        })
    }
    /// Gives no name from here on that another state has given.
    pub fn avoid_names(&mut self, other: &Memory) {
        if Rc::ptr_eq(&self.books, &other.books) {
            return;
        }
        for key in self.books.names.differences(&other.books.names, |a, b| a.given == b.given) {
            let given = other.names_given(key);
            if given > self.names_given(key) {
                self.set_names_given(key, given);
            }
        }
    }
    /// A number that was not given under this key before; the first is 0.
    pub fn next_name(&mut self, key: u64) -> u32 {
        let given = self.names_given(key);
        self.set_names_given(key, given + 1);
        given
    }
    /// How many names were given under a key.
    pub(super) fn names_given(&self, key: u64) -> u32 {
        self.books.names.get(key).map_or(0, |names| names.given)
    }
    /// Notes that so many names were given under a key.
    pub(super) fn set_names_given(&mut self, key: u64, given: u32) {
        Rc::make_mut(&mut self.books).names.insert(Names { key, given });
    }
}
