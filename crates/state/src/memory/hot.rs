//! The hot set: objects that the running state has at hand, in a table of pairs of places.
//!
//! The address of an object tells the place where it is looked for; when that is needed for another object, the older one
//! moves to the other place of the pair, from where it is fetched back without a look at the map.
//!
//! Only *simple* objects are here: live, of known size, and all of that size kept. Whether an address hits is decided by
//! the bounds check of the access alone: objects never overlap, so an address that is within the bounds of the object at
//! its place is an address of that object.
//!
//! Invariant: an object that is new or was changed since it was checked out is shared with nobody, all others are shared
//! with the map of the memory; and only objects that the program may write are new or changed here. So one look at the
//! reference count tells a store that it may go ahead, and a snapshot what to write back.

use std::rc::Rc;

use super::narrow;
use super::object::Object;

/// How many places there are.
const PLACES: usize = 64;

/// Objects at hand.
#[derive(Debug)]
pub(super) struct HotSet {
    places: [Place; PLACES],
    /// Which places are used, one bit each.
    used: u64,
}

#[derive(Debug, Default)]
struct Place {
    /// The base of the object, so that a miss does not look at the object.
    base: u64,
    object: Option<Rc<Object>>,
}

/// The place of an address: the highest bits of the slot's number, which are the same all over a slot of any class and
/// as random as all others; the lowest where addresses have 32 bits.
#[inline(always)]
fn place_of(address: u64) -> usize {
    let number = if address >> 32 == 0 { narrow::slot_number(address) } else { address >> 50 };
    number as usize % PLACES
}

impl HotSet {
    /// The known word at an address, if its object is here and its page holds nothing else than known bytes.
    #[inline(always)]
    pub(super) fn load(&self, address: u64, bytes: u32) -> Option<u64> {
        let place = &self.places[place_of(address)];
        place.object.as_ref()?.contents.plain_word(address.wrapping_sub(place.base), bytes)
    }
    /// Stores a word, if its object is here, nobody shares it and its page holds nothing else than known bytes; false if it
    /// was not done.
    #[inline(always)]
    pub(super) fn store(&mut self, address: u64, bytes: u32, word: u64) -> bool {
        let place = &mut self.places[place_of(address)];
        let object = place.object.as_mut().and_then(Rc::get_mut);
        object.is_some_and(|object| object.contents.set_plain_word(address.wrapping_sub(place.base), bytes, word))
    }
    /// The object that begins at `base`.
    pub(super) fn get(&self, base: u64) -> Option<&Object> {
        self.places[self.find(base)?].object.as_deref()
    }
    /// The same, to be changed.
    pub(super) fn get_rc(&mut self, base: u64) -> Option<&mut Rc<Object>> {
        let at = self.find(base)?;
        self.places[at].object.as_mut()
    }
    /// Where the object that begins at `base` is.
    fn find(&self, base: u64) -> Option<usize> {
        let at = place_of(base);
        [at, at ^ 1].into_iter().find(|&at| self.places[at].base == base && self.places[at].object.is_some())
    }
    /// Moves the object that begins at `base` to where it is looked for; false if it is not here.
    pub(super) fn fetch(&mut self, base: u64) -> bool {
        let Some(at) = self.find(base) else { return false };
        if at != place_of(base) {
            self.places.swap(at, at ^ 1);
            self.note_use(at);
            self.note_use(at ^ 1);
        }
        true
    }
    /// Adds an object that is not here, and gives back the one that must leave for it if it was new or changed.
    pub(super) fn put(&mut self, object: Rc<Object>) -> Option<Rc<Object>> {
        debug_assert!(object.is_simple(), "only simple objects are hot");
        debug_assert!(self.find(object.base()).is_none(), "an object is here once");
        let at = place_of(object.base());
        let new = Place { base: object.base(), object: Some(object) };
        let mut out = core::mem::replace(&mut self.places[at], new);
        if out.object.is_some() {
            core::mem::swap(&mut out, &mut self.places[at ^ 1]);
        }
        self.note_use(at);
        self.note_use(at ^ 1);
        out.object.filter(is_changed)
    }
    /// Takes the object that begins at `base` out, and gives it back if it was new or changed.
    pub(super) fn take(&mut self, base: u64) -> Option<Rc<Object>> {
        let at = self.find(base)?;
        let out = core::mem::take(&mut self.places[at]);
        self.note_use(at);
        out.object.filter(is_changed)
    }
    /// Takes all objects out, and gives back those that were new or changed.
    pub(super) fn take_all(&mut self) -> impl Iterator<Item = Rc<Object>> {
        core::iter::from_fn(move || {
            let at = (self.used != 0).then(|| self.used.trailing_zeros() as usize)?;
            self.used &= self.used - 1;
            core::mem::take(&mut self.places[at]).object
        })
        .filter(is_changed)
    }
    /// Notes whether a place is used.
    fn note_use(&mut self, at: usize) {
        let bit = 1 << at;
        self.used = if self.places[at].object.is_some() { self.used | bit } else { self.used & !bit };
    }
    /// The objects that are new or were changed.
    pub(super) fn changed(&self) -> impl Iterator<Item = &Rc<Object>> {
        let mut used = self.used;
        let places = core::iter::from_fn(move || {
            let at = (used != 0).then(|| used.trailing_zeros() as usize)?;
            used &= used - 1;
            Some(at)
        });
        places.filter_map(|at| self.places[at].object.as_ref()).filter(|object| is_changed(object))
    }
}

/// Returns true if the map has not this version of an object.
fn is_changed(object: &Rc<Object>) -> bool {
    Rc::strong_count(object) == 1
}

impl Default for HotSet {
    fn default() -> Self {
        HotSet { places: core::array::from_fn(|_| Place::default()), used: 0 }
    }
}
