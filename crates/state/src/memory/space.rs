//! All objects of a state.
//!
//! The objects lie in a persistent map under their addresses, shared with the states this one was forked from. The
//! running state has the objects it uses checked out into the [`HotSet`], where it finds and changes them without a look
//! at the map; a snapshot writes the changed ones back.
//!
//! Freed objects stay as tombstones, so that a use after free is told from an access out of bounds; a bounded quarantine
//! forgets the oldest.

use std::rc::Rc;

use braid_expr::ExprPool;

use super::address_space::AddressSpace;
use super::hot::HotSet;
use super::identity::{CallPath, Identity, PlaceError, Site, Slots};
use super::object::{Object, OriginKind};
use super::patricia::{Keyed, PatriciaMap};
use super::quarantine::Quarantine;
use super::unknown::Names;
use crate::value::Value;

/// The objects of a state.
#[derive(Debug, Default)]
pub struct Memory {
    pub(super) objects: PatriciaMap<Rc<Object>>,
    /// What the running state has checked out; a state that does not run has none.
    pub(super) hot: Option<Box<HotSet>>,
    pub(super) books: Rc<Books>,
    /// What addresses look like.
    pub(super) addresses: AddressSpace,
}

/// What lies ready for the state that runs next: room for the objects that it will have at hand. It is made once, not for every state that
/// runs for a while.
#[derive(Debug, Default)]
pub struct Bench(Option<Box<HotSet>>);

/// What is written down about allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct Books {
    pub(super) counts: PatriciaMap<Count>,
    /// Names of what was never written.
    pub(super) names: PatriciaMap<Names>,
    /// Freed local variables; apart from all others, which are far fewer.
    locals: Quarantine,
    others: Quarantine,
}

/// How many allocations of one site and path there were.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) family: u64,
    pub(super) next: u32,
}

impl Keyed for Count {
    fn key(&self) -> u64 {
        self.family
    }
}

impl Memory {
    /// Without objects.
    pub fn new() -> Self {
        Self::default()
    }
    /// Without objects, for a program with such addresses.
    pub fn of(addresses: AddressSpace) -> Self {
        Memory { addresses, ..Self::default() }
    }
    /// What addresses look like.
    pub fn addresses(&self) -> AddressSpace {
        self.addresses
    }

    // The running state's fast paths.

    /// The word of `bytes` (1 to 8) at `address`, if all its bytes are known, written, and in a live object of known size.
    /// Otherwise the caller finds out what is the matter.
    #[inline(always)]
    pub fn load_word(&mut self, address: u64, bytes: u32) -> Option<u64> {
        if let Some(hot) = &self.hot
            && let Some(word) = hot.load(address, bytes)
        {
            return Some(word);
        }
        self.load_cold(address, bytes)
    }
    /// Stores a word of `bytes` (1 to 8) at `address`, if it is in a live, writable object of known size. Otherwise
    /// nothing is done and the caller finds out what is the matter.
    #[inline(always)]
    pub fn store_word(&mut self, address: u64, bytes: u32, word: u64) -> bool {
        if let Some(hot) = &mut self.hot
            && hot.store(address, bytes, word)
        {
            return true;
        }
        self.store_cold(address, bytes, word)
    }
    /// Objects that are not at hand.
    #[inline(never)]
    fn load_cold(&mut self, address: u64, bytes: u32) -> Option<u64> {
        let base = self.check_out(address)?;
        let object = self.hot.as_ref()?.get(base)?;
        object.contents.word(address.wrapping_sub(base), bytes)
    }
    /// Objects that are not at hand, and those that are shared and copied now.
    #[inline(never)]
    fn store_cold(&mut self, address: u64, bytes: u32, word: u64) -> bool {
        let Some(base) = self.check_out(address) else { return false };
        let Some(object) = self.hot.as_mut().and_then(|hot| hot.get_rc(base)) else { return false };
        let offset = address.wrapping_sub(base);
        let within = offset.checked_add(bytes.into()).is_some_and(|end| end <= object.capacity());
        if !within || object.is_read_only() {
            return false;
        }
        Rc::make_mut(object).contents.set_word(offset, bytes, word);
        true
    }
    /// Puts the object of an address into the hot set, if it may be there, and gives its base.
    fn check_out(&mut self, address: u64) -> Option<u64> {
        let base = self.addresses.base_of(address)?;
        if self.hot.as_mut().is_some_and(|hot| hot.fetch(base)) {
            return Some(base);
        }
        let object = self.objects.get(base)?;
        if !object.is_simple() {
            return None;
        }
        let old = self.hot.get_or_insert_default().put(object.clone());
        if let Some(object) = old {
            self.objects.insert(object);
        }
        Some(base)
    }

    /// The value of `bytes` bytes at `address`, if they were stored as one term or are elements of an array, in a live object of known
    /// size. Otherwise the caller finds out what is the matter.
    pub fn load_term(&mut self, pool: &mut ExprPool, address: u64, bytes: u32) -> Option<Value> {
        let base = self.check_out(address)?;
        self.hot.as_ref()?.get(base)?.contents.read_stored(pool, address.wrapping_sub(base), bytes)
    }

    // Objects.

    /// Adds an object; one that was in its slot is gone.
    pub fn insert(&mut self, object: Object) {
        let base = object.base();
        let simple = object.is_simple() && !object.is_read_only() && !self.addresses.is_fixed(base);
        if let Some(hot) = &mut self.hot {
            hot.take(base);
        }
        // A new object is used at once, and many are freed before anybody else sees them.
        let aside = if simple { self.hot.get_or_insert_default().put(Rc::new(object)) } else { Some(Rc::new(object)) };
        if let Some(object) = aside {
            self.objects.insert(object);
        }
    }
    /// The object, live or freed, in whose slot `address` lies.
    pub fn find(&self, address: u64) -> Option<&Object> {
        let base = self.base_of(address)?;
        let hot = self.hot.as_ref().and_then(|hot| hot.get(base));
        hot.or_else(|| self.objects.get(base).map(Rc::as_ref))
    }
    /// Where the object of an address begins. Objects at addresses that the program chose have no slots: there it is the
    /// nearest below, if that is long enough.
    fn base_of(&self, address: u64) -> Option<u64> {
        if !self.addresses.is_fixed(address) {
            return self.addresses.base_of(address);
        }
        let object = self.fixed_below(address)?;
        (address - object.base() <= object.capacity()).then(|| object.base())
    }
    /// The object at an address that the program chose that begins nearest below this one, or at it.
    pub fn fixed_below(&self, address: u64) -> Option<&Object> {
        self.objects.at_or_below(address).map(Rc::as_ref).filter(|object| self.addresses.is_fixed(object.base()))
    }
    /// The object, live or freed, in whose slot `address` lies, to be changed.
    pub fn find_mut(&mut self, address: u64) -> Option<&mut Object> {
        let base = self.base_of(address)?;
        if self.find(base)?.is_read_only() {
            // In the hot set an object that nobody shares is one that the program may write.
            self.check_in(base);
        } else if self.check_out(base).is_some() {
            return self.hot.as_mut()?.get_rc(base).map(Rc::make_mut);
        }
        self.objects.get_mut(base).map(Rc::make_mut)
    }
    /// Frees the object that begins at `base`: from now on it is a tombstone, until about
    /// [`QUARANTINE`](super::QUARANTINE) others of its kind are freed.
    pub fn free(&mut self, base: u64, place: Site) {
        let changed = self.hot.as_mut().and_then(|hot| hot.take(base));
        let object = changed.as_ref().or_else(|| self.objects.get(base));
        let Some(object) = object.filter(|object| !object.is_freed()) else { return };
        let is_local = object.origin().kind == OriginKind::Stack;
        let tombstone = object.buried(place);
        self.objects.insert(Rc::new(tombstone));
        self.remember(base, is_local);
    }
    /// Control enters the scope of the local variable at `base`: it is live, and no byte of it is written.
    pub fn enter_scope(&mut self, base: u64) {
        let Some(mut object) = self.local_at(base) else { return };
        object.revive();
        self.insert(object);
    }
    /// Control leaves the scope of the local variable at `base`, or has not entered it yet.
    pub fn leave_scope(&mut self, base: u64) {
        let Some(mut object) = self.local_at(base) else { return };
        object.leave_scope();
        self.insert(object);
    }
    /// A copy of the local variable that begins at `base`, without its bytes, if its function has not returned.
    fn local_at(&self, base: u64) -> Option<Object> {
        let object = self.find(base)?;
        let is_local = object.base() == base && object.origin().kind == OriginKind::Stack && !object.is_freed();
        is_local.then(|| object.without_bytes())
    }
    /// Puts a tombstone into the quarantine; those that it forgets for it are gone.
    pub(super) fn remember(&mut self, base: u64, is_local: bool) {
        let books = Rc::make_mut(&mut self.books);
        let quarantine = if is_local { &mut books.locals } else { &mut books.others };
        let Some(forgotten) = quarantine.add(base) else { return };
        for &base in forgotten.iter() {
            // The place of a local variable may be in use again.
            if self.find(base).is_some_and(Object::is_freed) {
                self.objects.remove(base);
            }
        }
    }
    /// Takes the object that begins at `base` out without a trace: what happens to the locals of a function that returns.
    pub fn remove(&mut self, base: u64) {
        if let Some(hot) = &mut self.hot {
            hot.take(base);
        }
        self.objects.remove(base);
    }
    /// How many objects there are, tombstones included.
    pub fn len(&self) -> usize {
        self.objects.len() + self.unfiled().count()
    }
    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// All objects that are live for some inputs, in the order of their addresses.
    pub fn iter_live(&self) -> impl Iterator<Item = &Object> {
        let filed = self.objects.iter().map(|object| {
            let hot = self.hot.as_ref().and_then(|hot| hot.get(object.base()));
            hot.unwrap_or(object)
        });
        let mut all: Vec<&Object> = filed.chain(self.unfiled()).filter(|object| object.may_be_live()).collect();
        all.sort_unstable_by_key(|object| object.base());
        all.into_iter()
    }
    /// The new objects that the map does not have yet.
    fn unfiled(&self) -> impl Iterator<Item = &Object> {
        let changed = self.hot.iter().flat_map(|hot| hot.changed());
        changed.filter(|object| self.objects.get(object.base()).is_none()).map(Rc::as_ref)
    }
    /// The identity of the next allocation of this site and path.
    pub fn next_identity(&mut self, site: Site, path: CallPath) -> Identity {
        let family = Identity::family(site, path);
        let counts = &mut Rc::make_mut(&mut self.books).counts;
        let count = counts.get(family).map_or(0, |count| count.next);
        counts.insert(Count { family, next: count + 1 });
        Identity { site, path, count }
    }

    /// Where a local variable goes, the count of whose identity is its number in the frame: at the place of the same variable of the last call
    /// that came the same way, if that call has returned. So long runs need no more slots than they have ways, and the
    /// address does not tell how many calls came before, which would keep states from being joined.
    pub fn place_local(
        &self,
        slots: &mut Slots,
        identity: Identity,
        capacity: u64,
        align: u64,
    ) -> Result<u64, PlaceError> {
        let mut identity = identity;
        loop {
            let base = slots.place(&identity, capacity, align)?;
            match self.find(base) {
                None => return Ok(base),
                Some(object) if object.is_freed() => return Ok(base),
                Some(_) => identity.count += 1,
            }
        }
    }

    // Sharing.

    /// The same memory for another state. What either state changes from now on, the other does not see.
    pub fn snapshot(&mut self) -> Memory {
        self.write_back();
        Memory { objects: self.objects.clone(), hot: None, books: self.books.clone(), addresses: self.addresses }
    }
    /// For a state that is about to run: takes what lies ready.
    pub fn begin(&mut self, bench: &mut Bench) {
        if self.hot.is_none() {
            self.hot = bench.0.take();
        }
    }
    /// For a state that is put aside: gives up what only a running state needs.
    pub fn settle(&mut self, bench: &mut Bench) {
        if let Some(mut hot) = self.hot.take() {
            for object in hot.take_all() {
                self.objects.insert(object);
            }
            bench.0 = Some(hot);
        }
    }
    /// The bases of objects, tombstones included, that are in one memory alone or were changed in one of them since the
    /// states forked, in order: what a join has to look at. Takes the time of what differs.
    pub fn differences(&mut self, other: &mut Memory) -> Vec<u64> {
        self.write_back();
        other.write_back();
        self.objects.differences(&other.objects, Rc::ptr_eq)
    }
    fn write_back(&mut self) {
        if let Some(hot) = &self.hot {
            for object in hot.changed() {
                self.objects.insert(object.clone());
            }
        }
    }
    /// Takes an object out of the hot set.
    fn check_in(&mut self, base: u64) {
        if let Some(object) = self.hot.as_mut().and_then(|hot| hot.take(base)) {
            self.objects.insert(object);
        }
    }
}

/// A copy where there is only a shared reference; [`Memory::snapshot`] does not copy the objects in use.
impl Clone for Memory {
    fn clone(&self) -> Self {
        let mut objects = self.objects.clone();
        for object in self.hot.iter().flat_map(|hot| hot.changed()) {
            objects.insert(Rc::new(Object::clone(object)));
        }
        Memory { objects, hot: None, books: self.books.clone(), addresses: self.addresses }
    }
}
