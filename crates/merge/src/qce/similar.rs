//! Who is similar: the hot variables of a state, and what it holds in them (Kuznetsov 2012, equations 1, 2 and 7, section 4.3).
//!
//! The counts of a place are those of the function and what it calls; all frames of the stack together give what is
//! expected until the end. A word of memory that several frames name has all their counts.

use core::hash::{Hash, Hasher};
use std::collections::BTreeMap;

use braid_analysis::Magnitude;
use braid_code::estimate::{Base, Counts, Estimate, Variable, WHOLE};
use braid_state::join::FramePlace;
use braid_state::{State, Value};
use rustc_hash::FxHasher;

use super::flags::{Flags, Heap, Similar};
use super::frames::{self, Chain, Frames};
use crate::host::View;

/// A variable of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Held {
    /// A slot of a frame, which is told by how many frames are below it.
    Slot(u32, u32),
    /// Bytes of memory: the address and how many; 0 for all of the object there.
    Memory(u64, u32),
}

/// What a state holds in a hot variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// A known value.
    Known(u64),
    /// Some symbolic value.
    Symbolic,
    /// Bytes that are known or symbolic, by a hash.
    Digest(u64),
    /// Just this symbolic value: of a variable that is too hot for another one to be mixed in.
    Exactly(Value),
}

/// What states must agree in to be similar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Where the state stands: function, operation and call path of the topmost frame.
    top: (u32, u32, u64),
    /// Where the frames below stand, by a hash.
    below: u64,
    /// The hot variables.
    hot: Vec<(Held, Content)>,
    /// The live heap objects, if they must be the same.
    heap: Vec<u64>,
    hash: u64,
}

impl Profile {
    /// That of a state that runs and whose stack is frozen.
    pub(crate) fn of(
        view: &dyn View,
        flags: &Flags,
        estimate: &Estimate,
        frames: &mut Frames,
        state: &State,
    ) -> Profile {
        let top = state.stack.top();
        let counts = view.counts(FramePlace { func: top.func, pc: top.pc, waits: false }, estimate);
        let below = frames.below(view, estimate, state, counts.epoch);
        let hot = hot(view, flags, state, &counts, below.as_deref());
        let heap = match flags.heap {
            Heap::Equal => state.memory.iter_live().map(braid_state::memory::Object::base).collect(),
            Heap::Guarded => Vec::new(),
        };
        let mut profile =
            Profile { top: frames::place_of(top), below: below.map_or(0, |below| below.place), hot, heap, hash: 0 };
        profile.hash = profile.digest(flags.similar);
        profile
    }

    /// Equal for similar states.
    pub fn hash(&self) -> u64 {
        self.hash
    }
    fn digest(&self, similar: Similar) -> u64 {
        let mut hasher = FxHasher::default();
        (self.top, self.below, &self.heap).hash(&mut hasher);
        if similar == Similar::Hash {
            self.hot.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Equal for states that stand at the same place.
    pub fn place(&self) -> u64 {
        hashed((self.top, self.below))
    }

    /// Whether two states are similar.
    pub fn is_like(&self, other: &Profile, similar: Similar) -> bool {
        if (self.top, self.below) != (other.top, other.below) || self.heap != other.heap {
            return false;
        }
        match similar {
            Similar::Hash => self.hot == other.hot,
            Similar::Paper => self.accepts(other),
        }
    }
    /// Relation 1: every hot variable is equal, or symbolic on one side.
    fn accepts(&self, other: &Profile) -> bool {
        let (mut a, mut b) = (self.hot.iter().peekable(), other.hot.iter().peekable());
        while let (Some(one), Some(another)) = (a.peek(), b.peek()) {
            if one.0 != another.0 {
                // A word that only one of them can name: its address is symbolic in the other.
                if one.0 < another.0 {
                    a.next()
                } else {
                    b.next()
                };
                continue;
            }
            let fits = one.1 == another.1 || one.1 == Content::Symbolic || another.1 == Content::Symbolic;
            if !fits {
                return false;
            }
            a.next();
            b.next();
        }
        true
    }
    /// The first hot variable in which two states differ.
    pub fn difference(&self, other: &Profile) -> Option<Held> {
        self.hot.iter().zip(&other.hot).find(|(one, another)| one != another).map(|(one, _)| one.0)
    }
}

/// The counts of all variables of a state, and of all queries together.
pub(crate) fn global_counts(
    view: &dyn View,
    estimate: &Estimate,
    state: &State,
) -> (Magnitude, BTreeMap<Held, Magnitude>) {
    let depth = state.stack.depth() as u32;
    let mut total = Magnitude::ZERO;
    let mut counts: BTreeMap<Held, Magnitude> = BTreeMap::new();
    for (number, (frame, registers)) in state.stack.frames_with_registers().enumerate() {
        let here = view.counts(FramePlace { func: frame.func, pc: frame.pc, waits: number > 0 }, estimate);
        total = total + here.total;
        for &(variable, count) in &here.variables {
            if let Some(held) = resolved(variable, registers, depth - number as u32) {
                let sum = counts.entry(held).or_insert(Magnitude::ZERO);
                *sum = *sum + count;
            }
        }
    }
    (total, counts)
}

/// The words of memory that the frames of a state name, also those that no query depends on: each from an address on, so many bytes, 0 for
/// all of the object there.
pub(crate) fn named_words(view: &dyn View, estimate: &Estimate, state: &State) -> Vec<(u64, u32)> {
    let mut named = Vec::new();
    for (number, (frame, registers)) in state.stack.frames_with_registers().enumerate() {
        let here = view.counts(FramePlace { func: frame.func, pc: frame.pc, waits: number > 0 }, estimate);
        let all = here.variables.iter().map(|row| row.0).chain(here.unasked.iter().copied());
        named.extend(all.filter_map(|variable| match resolved(variable, registers, 0)? {
            Held::Memory(address, bytes) => Some((address, bytes)),
            Held::Slot(..) => None,
        }));
    }
    named
}

/// What a variable of a frame is in a state; none for a word whose address is not known.
pub(crate) fn resolved(variable: Variable, registers: &[Value], depth: u32) -> Option<Held> {
    match variable {
        Variable::Slot(slot) => Some(Held::Slot(depth, slot)),
        Variable::Word { base, offset, bytes } => {
            let base = match base {
                Base::Address(address) => address,
                Base::Slot(slot) => registers.get(slot as usize)?.word()?,
            };
            let offset = if offset == WHOLE { 0 } else { offset };
            Some(Held::Memory(base.wrapping_add(offset as u64), bytes))
        }
    }
}

/// The hot variables of a state, in order, with what it holds in them.
fn hot(view: &dyn View, flags: &Flags, state: &State, counts: &Counts, below: Option<&Chain>) -> Vec<(Held, Content)> {
    if flags.alpha.is_infinite() {
        return Vec::new();
    }
    let total = counts.total + below.map_or(Magnitude::ZERO, |below| below.total);
    let threshold = total * Magnitude::new(flags.alpha);
    let exact = Magnitude::new(flags.zeta - 1.0);
    let is_hot = |count: Magnitude| count > threshold || count * exact > threshold;
    // Up to here nothing is hot.
    let limit = if exact > Magnitude::ONE { Magnitude::ZERO } else { threshold };
    let mut hot = Vec::new();
    let mut words: BTreeMap<(u64, u32), Magnitude> = BTreeMap::new();
    let registers = state.stack.registers();
    for &(variable, count) in &counts.variables {
        match resolved(variable, registers, state.stack.depth() as u32) {
            Some(held @ Held::Slot(_, slot)) if is_hot(count) => {
                let value = registers.get(slot as usize);
                hot.extend(value.map(|&value| (held, slot_content(value, count * exact > threshold))));
            }
            Some(Held::Memory(address, bytes)) => {
                let known = below.and_then(|below| below.words.get(&(address, bytes))).copied();
                let sum = words.entry((address, bytes)).or_insert(known.unwrap_or(Magnitude::ZERO));
                *sum = *sum + count;
            }
            _ => {}
        }
    }
    if let Some(below) = below {
        let slots = below.slots_above(limit).filter(|slot| is_hot(slot.1));
        hot.extend(slots.map(|(held, count, value)| (held, slot_content(value, count * exact > threshold))));
        if below.highest_word > limit {
            for (&word, &count) in below.words.iter() {
                words.entry(word).or_insert(count);
            }
        }
    }
    for ((address, bytes), count) in words.into_iter().filter(|word| is_hot(word.1)) {
        let content = memory_content(view, state, (address, bytes), count * exact > threshold);
        hot.extend(content.map(|content| (Held::Memory(address, bytes), content)));
    }
    hot.sort_unstable_by_key(|row| row.0);
    hot
}

fn slot_content(value: Value, exactly: bool) -> Content {
    match value {
        Value::Word(word) => Content::Known(word),
        Value::Term(_) if exactly => Content::Exactly(value),
        Value::Term(_) => Content::Symbolic,
    }
}

/// What a state holds in a word of memory, or in all of an object; none if there is no such thing.
fn memory_content(view: &dyn View, state: &State, (address, bytes): (u64, u32), exactly: bool) -> Option<Content> {
    let digest = || memory_digest(view, state, address, bytes, exactly).map(|digest| Content::Digest(digest.hash));
    if bytes == 0 {
        return digest();
    }
    Some(match word(state, address, bytes)? {
        Some(word) => Content::Known(word),
        None if exactly => digest().unwrap_or(Content::Symbolic),
        None => Content::Symbolic,
    })
}

/// The value of a word of memory: none if it is not there, and no value if it is symbolic in some way.
fn word(state: &State, address: u64, bytes: u32) -> Option<Option<u64>> {
    let object = state.memory.find(address).filter(|object| object.may_be_live())?;
    let offset = address.wrapping_sub(object.base());
    let within = offset.checked_add(u64::from(bytes)).is_some_and(|end| end <= object.capacity());
    Some((within && (1..=8).contains(&bytes)).then(|| object.contents.word(offset, bytes)).flatten())
}

/// The value of a variable of a state's topmost frame, if it is known.
pub(crate) fn known_value(state: &State, variable: Variable) -> Option<u64> {
    let registers = state.stack.registers();
    match resolved(variable, registers, state.stack.depth() as u32)? {
        Held::Slot(_, slot) => registers.get(slot as usize)?.word(),
        Held::Memory(address, bytes) => word(state, address, bytes)?,
    }
}

/// Objects of more bytes than this are not looked at as a whole.
const MAX_WHOLE: u64 = 4096;

/// A hash of what some bytes of memory hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digest {
    pub(crate) hash: u64,
    /// Whether some of the bytes are known.
    pub(crate) some_known: bool,
    /// Whether some of the bytes are symbolic.
    pub(crate) some_symbolic: bool,
}

/// A hash of what so many bytes of memory hold, 0 for all of the object there: of symbolic bytes only that they are, or exactly what they are.
pub(crate) fn memory_digest(view: &dyn View, state: &State, address: u64, bytes: u32, exact: bool) -> Option<Digest> {
    let object = state.memory.find(address).filter(|object| object.may_be_live())?;
    let offset = address.wrapping_sub(object.base());
    let (start, end) = match bytes {
        0 => (0, object.capacity()),
        bytes => (offset, offset.checked_add(u64::from(bytes))?),
    };
    if end > object.capacity() || bytes == 0 && (end > MAX_WHOLE || object.is_read_only()) {
        return None;
    }
    let mut hasher = FxHasher::default();
    let (mut some_known, mut some_symbolic) = (false, false);
    let mut at = start;
    while at < end {
        if at % 8 == 0
            && at + 8 <= end
            && let Some(word) = object.contents.word(at, 8)
        {
            (at, word).hash(&mut hasher);
            some_known = true;
            at += 8;
            continue;
        }
        if let Some(byte) = object.contents.word(at, 1) {
            (at, byte).hash(&mut hasher);
            some_known = true;
        } else {
            some_symbolic = true;
            at.hash(&mut hasher);
            if exact {
                let stored =
                    |bytes| (at + u64::from(bytes) <= end).then(|| object.contents.stored_term(view.pool(), at, bytes));
                let terms = [1, 2, 4, 8].map(|bytes| stored(bytes).flatten());
                (terms, object.contents.array_at(at)).hash(&mut hasher);
            }
        }
        at += 1;
    }
    Some(Digest { hash: hasher.finish(), some_known, some_symbolic })
}

/// A hash of one thing.
pub(crate) fn hashed(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}
