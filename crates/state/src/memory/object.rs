//! An object: one allocation of the program, live or freed, with what is known of it.

use std::rc::Rc;

use braid_expr::ExprId;

use super::address;
use super::contents::Contents;
use super::identity::Site;
use super::patricia::Keyed;
use crate::value::Value;

/// One allocation.
#[derive(Clone, Debug)]
pub struct Object {
    base: u64,
    life: Life,
    about: Rc<About>,
    /// Its bytes; none if it is not live.
    pub contents: Contents,
}

/// What does not change: shared by all versions of the object.
#[derive(Clone, Debug)]
struct About {
    size: Value,
    /// How many bytes are kept while it is live.
    capacity: u64,
    origin: Origin,
    read_only: bool,
}

/// Whether an object may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It may.
    Live,
    /// It was freed at this place; only the tombstone is left.
    Freed(Site),
    /// It is a local variable whose scope control has not entered or has left; it may become live again.
    OutOfScope,
    /// Joined states do not agree: it may be used exactly where a condition holds.
    Guarded {
        /// The condition, a term of width 1.
        when: ExprId,
        /// What holds elsewhere: it was freed at this place (of a local variable: it is out of scope), or it was never there.
        otherwise: Option<Site>,
    },
}

/// Where an object comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// What made it.
    pub kind: OriginKind,
    /// Where.
    pub site: Site,
    /// Name of the variable or input, if it has one.
    pub name: Option<Rc<str>>,
}

/// What made an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OriginKind {
    /// A global variable or constant.
    Global,
    /// A global variable that is defined nowhere: it has an address and no bytes.
    Undefined,
    /// A local variable.
    Stack,
    /// An allocation function.
    Heap,
    /// The environment, for the entry point: arguments and the like.
    Argument,
    /// A call, for its variable arguments: the areas that a list of them leads to.
    Variadic,
}

impl Object {
    /// A live object at `base`, which [`Slots::place`](super::Slots::place) gave, whose bytes were never written. `size`
    /// is a value of 64 bits of at most `capacity`.
    pub fn new(base: u64, size: Value, capacity: u64, origin: Origin) -> Object {
        let about = Rc::new(About { size, capacity, origin, read_only: false });
        Object { base, life: Life::Live, about, contents: Contents::unwritten(capacity) }
    }
    /// The same with these bytes.
    #[must_use]
    pub fn with_contents(mut self, contents: Contents) -> Object {
        assert_eq!(contents.capacity(), self.capacity(), "contents have the capacity of their object");
        self.contents = contents;
        self
    }
    /// The same, which the program may not write.
    #[must_use]
    pub fn read_only(mut self) -> Object {
        Rc::make_mut(&mut self.about).read_only = true;
        self
    }
    /// Address of the first byte.
    #[inline]
    pub fn base(&self) -> u64 {
        self.base
    }
    /// How many bytes the program may use: 64 bits, at most the capacity.
    #[inline]
    pub fn size(&self) -> Value {
        self.about.size
    }
    /// How many bytes are kept: 0 if it is not live.
    #[inline]
    pub fn capacity(&self) -> u64 {
        self.contents.capacity()
    }
    /// Where it comes from.
    pub fn origin(&self) -> &Origin {
        &self.about.origin
    }
    /// Returns true if the program may not write it.
    #[inline]
    pub fn is_read_only(&self) -> bool {
        self.about.read_only
    }
    /// Whether it may be used.
    #[inline]
    pub fn life(&self) -> Life {
        self.life
    }
    /// Returns true if it is live, whatever the inputs are.
    #[inline]
    pub fn is_live(&self) -> bool {
        self.life() == Life::Live
    }
    /// Returns true if it is live for some inputs: it has bytes.
    #[inline]
    pub fn may_be_live(&self) -> bool {
        !matches!(self.life, Life::Freed(_) | Life::OutOfScope)
    }
    /// Returns true if it was freed: its place may be taken by another.
    #[inline]
    pub fn is_freed(&self) -> bool {
        matches!(self.life, Life::Freed(_))
    }
    /// The slot it lies in.
    pub fn slot(&self) -> address::SlotKey {
        address::slot_of(self.base)
    }
    /// Returns true if an access within the bytes that are kept is right without a further look: the object is live and all its
    /// bytes, and no others, are kept. Of variable arguments it matters how they were passed.
    pub(super) fn is_simple(&self) -> bool {
        let is_plain = self.is_live() && self.size() == Value::Word(self.capacity());
        is_plain && self.origin().kind != OriginKind::Variadic
    }
    /// The same object with what joined states hold of it.
    pub(super) fn rejoined(&self, life: Life, size: Value, contents: Contents) -> Object {
        let mut about = Rc::clone(&self.about);
        if (about.size, about.capacity) != (size, contents.capacity()) {
            let about = Rc::make_mut(&mut about);
            (about.size, about.capacity) = (size, contents.capacity());
        }
        Object { base: self.base, life, about, contents }
    }
    /// The same without its bytes: for what gets others.
    pub(super) fn without_bytes(&self) -> Object {
        let contents = Contents::unwritten(0);
        Object { base: self.base, life: self.life, about: Rc::clone(&self.about), contents }
    }
    /// Begins its life, or a new one: no byte is written.
    pub(super) fn revive(&mut self) {
        self.life = Life::Live;
        self.contents = Contents::unwritten(self.about.capacity);
    }
    /// Ends its life until it is revived: the bytes are given up.
    pub(super) fn leave_scope(&mut self) {
        self.life = Life::OutOfScope;
        self.contents = Contents::unwritten(0);
    }
    /// What is left of it when its life ends: no bytes.
    pub(super) fn buried(&self, place: Site) -> Object {
        Object { life: Life::Freed(place), ..self.without_bytes() }
    }
}

impl Keyed for Rc<Object> {
    #[inline]
    fn key(&self) -> u64 {
        self.base
    }
}
