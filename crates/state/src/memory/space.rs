//! All objects of a state.
//!
//! The objects lie in a persistent map under their addresses, shared with the states this one was forked from. The
//! running state has the objects it uses checked out into a small direct-mapped *hot set*, where it finds and changes
//! them without a look at the map; a snapshot writes the changed ones back. An object in the hot set is newer than the one
//! in the map exactly if nobody shares it.
//!
//! Freed objects stay as tombstones, so that a use after free is told from an access out of bounds; a bounded quarantine
//! forgets the oldest.

use std::rc::Rc;

use super::address;
use super::identity::{CallPath, Identity, Site};
use super::object::Object;
use super::patricia::{Keyed, PatriciaMap};

/// How many objects the running state has at hand.
const HOT: usize = 16;

/// How many freed objects a state remembers.
pub const QUARANTINE: usize = 1024;

/// The objects of a state.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    objects: PatriciaMap<Rc<Object>>,
    /// What the running state has checked out; a state that does not run has none.
    hot: Option<Box<[Hot; HOT]>>,
    counts: PatriciaMap<Count>,
    graves: PatriciaMap<Grave>,
    /// How many objects were freed.
    freed: u64,
}

/// A place of the hot set. Place i holds a slot whose key is i modulo [`HOT`].
#[derive(Clone, Debug, Default)]
struct Hot {
    /// The key of the slot, for a test that needs no look at the object; meaningless without an object.
    slot: u64,
    base: u64,
    /// How many bytes may be written without further checks.
    writable: u64,
    object: Option<Rc<Object>>,
}

/// How many allocations of one site and path there were.
#[derive(Clone, Copy, Debug)]
struct Count {
    family: u64,
    next: u32,
}

impl Keyed for Count {
    fn key(&self) -> u64 {
        self.family
    }
}

/// The address of a freed object, filed under its number.
#[derive(Clone, Copy, Debug)]
struct Grave {
    number: u64,
    base: u64,
}

impl Keyed for Grave {
    fn key(&self) -> u64 {
        self.number
    }
}

impl Memory {
    /// Without objects.
    pub fn new() -> Self {
        Self::default()
    }

    // The running state's fast paths.

    /// The word of `bytes` (1 to 8) at `address`, if all its bytes are known, written, and in a live object of known size.
    /// Otherwise the caller finds out what is the matter.
    #[inline]
    pub fn load_word(&mut self, address: u64, bytes: u32) -> Option<u64> {
        let slot = address::slot_of(address).0;
        if let Some(hot) = &self.hot {
            let hot = &hot[slot as usize % HOT];
            if hot.slot == slot
                && let Some(object) = &hot.object
            {
                return object.contents.word(address.wrapping_sub(hot.base), bytes);
            }
        }
        self.load_cold(address, bytes)
    }
    /// Stores a word of `bytes` (1 to 8) at `address`, if it is in a live, writable object of known size and over known
    /// bytes. Otherwise nothing is done and the caller finds out what is the matter.
    #[inline]
    pub fn store_word(&mut self, address: u64, bytes: u32, word: u64) -> bool {
        let slot = address::slot_of(address).0;
        if let Some(hot) = &mut self.hot {
            let hot = &mut hot[slot as usize % HOT];
            let offset = address.wrapping_sub(hot.base);
            if hot.slot == slot
                && let Some(object) = hot.object.as_mut().and_then(Rc::get_mut)
                && offset < hot.writable
                && hot.writable - offset >= bytes.into()
                && object.contents.set_word(offset, bytes, word)
            {
                return true;
            }
        }
        self.store_cold(address, bytes, word)
    }
    #[cold]
    fn load_cold(&mut self, address: u64, bytes: u32) -> Option<u64> {
        let at = self.check_out(address)?;
        let hot = self.hot.as_ref().expect("just checked out");
        let object = hot[at].object.as_ref().expect("just checked out");
        object.contents.word(address.wrapping_sub(object.base()), bytes)
    }
    #[cold]
    fn store_cold(&mut self, address: u64, bytes: u32, word: u64) -> bool {
        let Some(at) = self.check_out(address) else { return false };
        let hot = &mut self.hot.as_mut().expect("just checked out")[at];
        let offset = address.wrapping_sub(hot.base);
        if offset >= hot.writable || hot.writable - offset < bytes.into() {
            return false;
        }
        let object = Rc::make_mut(hot.object.as_mut().expect("just checked out"));
        object.contents.set_word(offset, bytes, word)
    }
    /// Puts the object of an address into the hot set, if it is live and its size is known, and tells where it is there.
    fn check_out(&mut self, address: u64) -> Option<usize> {
        let slot = address::slot_of(address).0;
        let at = slot as usize % HOT;
        if let Some(hot) = &self.hot
            && hot[at].slot == slot
            && hot[at].object.is_some()
        {
            return Some(at);
        }
        let object = self.objects.get(address::base_of(address)?)?;
        if !object.is_live() || object.size().word().is_none() {
            return None;
        }
        let new = Hot { slot, base: object.base(), writable: object.writable(), object: Some(object.clone()) };
        let hot = self.hot.get_or_insert_default();
        let old = core::mem::replace(&mut hot[at], new);
        if let Some(object) = old.object {
            write_back(&mut self.objects, object);
        }
        Some(at)
    }

    // Objects.

    /// Adds an object.
    pub fn insert(&mut self, object: Object) {
        self.drop_hot(object.base());
        self.objects.insert(Rc::new(object));
    }
    /// The object, live or freed, in whose slot `address` lies.
    pub fn find(&self, address: u64) -> Option<&Object> {
        let base = address::base_of(address)?;
        if let Some(object) = self.hot_object(base) {
            return Some(object);
        }
        self.objects.get(base).map(|object| &**object)
    }
    /// The object, live or freed, in whose slot `address` lies, to be changed.
    pub fn find_mut(&mut self, address: u64) -> Option<&mut Object> {
        let base = address::base_of(address)?;
        if let Some(at) = self.check_out(address) {
            let object = self.hot.as_mut()?[at].object.as_mut()?;
            return Some(Rc::make_mut(object));
        }
        self.objects.get_mut(base).map(Rc::make_mut)
    }
    /// Frees the object that begins at `base`: from now on it is a tombstone.
    pub fn free(&mut self, base: u64, place: Site) {
        self.drop_hot(base);
        let Some(object) = self.objects.get_mut(base) else { return };
        Rc::make_mut(object).bury(place);
        self.graves.insert(Grave { number: self.freed, base });
        self.freed += 1;
        if self.graves.len() > QUARANTINE {
            let oldest = *self.graves.iter().next().expect("there are graves");
            self.graves.remove(oldest.number);
            self.objects.remove(oldest.base);
        }
    }
    /// Takes the object that begins at `base` out without a trace: what happens to the locals of a function that returns.
    pub fn remove(&mut self, base: u64) {
        self.drop_hot(base);
        self.objects.remove(base);
    }
    /// How many objects there are, tombstones included.
    pub fn len(&self) -> usize {
        self.objects.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }
    /// All live objects in the order of their addresses.
    pub fn iter_live(&self) -> impl Iterator<Item = &Object> {
        self.objects
            .iter()
            .map(|object| self.hot_object(object.base()).unwrap_or(object))
            .filter(|object| object.is_live())
    }
    /// The same memory for another state. What either state changes from now on, the other does not see.
    pub fn snapshot(&mut self) -> Memory {
        if let Some(hot) = &self.hot {
            for object in hot.iter().filter_map(|hot| hot.object.as_ref()) {
                write_back(&mut self.objects, object.clone());
            }
        }
        Memory {
            objects: self.objects.clone(),
            hot: None,
            counts: self.counts.clone(),
            graves: self.graves.clone(),
            freed: self.freed,
        }
    }
    /// The identity of the next allocation of this site and path.
    pub fn next_identity(&mut self, site: Site, path: CallPath) -> Identity {
        let family = Identity::family(site, path);
        let count = self.counts.get(family).map_or(0, |count| count.next);
        self.counts.insert(Count { family, next: count + 1 });
        Identity { site, path, count }
    }

    // The hot set.

    fn hot_object(&self, base: u64) -> Option<&Object> {
        let slot = address::slot_of(base).0;
        let hot = &self.hot.as_ref()?[slot as usize % HOT];
        hot.object.as_deref().filter(|_| hot.slot == slot)
    }
    /// Writes an object back and takes it out of the hot set.
    fn drop_hot(&mut self, base: u64) {
        let slot = address::slot_of(base).0;
        let Some(hot) = &mut self.hot else { return };
        let hot = &mut hot[slot as usize % HOT];
        if hot.slot == slot
            && let Some(object) = core::mem::take(hot).object
        {
            write_back(&mut self.objects, object);
        }
    }
}

/// Files an object that was checked out, if it was changed.
fn write_back(objects: &mut PatriciaMap<Rc<Object>>, object: Rc<Object>) {
    if !objects.get(object.base()).is_some_and(|old| Rc::ptr_eq(old, &object)) {
        objects.insert(object);
    }
}
