//! What a joined state and one of its sources must agree on: pairs of terms that are equal wherever the source is.
//!
//! This is the other side of joining, written without it: it looks at the two states alone, knows no rule and no group,
//! and so can be held against any join.

use braid_expr::{ExprId, ExprPool};

use super::{FramePlace, LiveSlot};
use crate::memory::{Life, Memory, Object, held};
use crate::stack::Stack;
use crate::state::State;
use crate::value::Value;

/// A place of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A register of a frame, counted from the topmost.
    Register {
        /// How many frames are above.
        above: usize,
        /// The slot.
        slot: u32,
    },
    /// Whether the object at this address is live.
    Life(u64),
    /// The size of the object at this address.
    Size(u64),
    /// A byte of the object at this address.
    Byte(u64, u64),
}

/// A place, and what the two states hold there.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The place.
    pub place: Place,
    /// In the source.
    pub source: ExprId,
    /// In the joined state.
    pub joined: ExprId,
    /// Whether one of the states holds any value there that has no name yet: they agree as a source and a joined state do, and are not
    /// equal.
    pub open: bool,
}

/// All places that the two states do not share. Places that do not matter in the source (dead registers, bytes of what is
/// not live or beyond the size) are not among them, or count as zero in both.
pub fn pairs(
    pool: &mut ExprPool,
    source: &mut State,
    joined: &mut State,
    live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>,
) -> Vec<Pair> {
    source.stack.freeze();
    joined.stack.freeze();
    let mut pairs = Vec::new();
    for (above, level) in Stack::own_levels(&[&source.stack, &joined.stack]).iter().enumerate() {
        let (frame, own) = level[0];
        for LiveSlot { slot, bits } in live(FramePlace { func: frame.func, pc: frame.pc, waits: above > 0 }) {
            let (a, b) = (own[slot as usize], level[1].1[slot as usize]);
            if a != b {
                let place = Place::Register { above, slot };
                let [a, b] = [a, b].map(|value| value.term(pool, bits));
                let open = pool.as_deferred(a).is_some();
                pairs.push(Pair { place, source: if open { b } else { a }, joined: b, open });
            }
        }
    }
    for base in source.memory.differences(&mut joined.memory) {
        objects(pool, base, &source.memory, &joined.memory, &mut pairs);
    }
    pairs
}

/// What holds of an object that is not the same in both.
fn objects(pool: &mut ExprPool, base: u64, source: &Memory, joined: &Memory, pairs: &mut Vec<Pair>) {
    let (own, other) = (source.find(base), joined.find(base));
    let (is_live, also) = (life(pool, own), life(pool, other));
    pairs.push(Pair { place: Place::Life(base), source: is_live, joined: also, open: false });
    let (Some(own), Some(other)) = (own, other) else { return };
    if pool.is_false(is_live) {
        return;
    }
    let size = own.size().term(pool, 64);
    let other_size = other.size().term(pool, 64);
    let zero = pool.bv(64, 0);
    let sizes = [size, other_size].map(|size| pool.ite(is_live, size, zero));
    pairs.push(Pair { place: Place::Size(base), source: sizes[0], joined: sizes[1], open: false });
    let nothing = pool.bv(8, 0);
    let (held, _) = held::name(base, &[source, joined], &[Some(&own.contents), Some(&other.contents)]);
    let end = own.capacity().min(other.capacity());
    for offset in own.contents.offsets_not_shared(&other.contents, end) {
        let names = [own, other].map(|object| object.contents.name_at(offset));
        if names[0] == names[1]
            && let (Some(a), Some(b)) = (held[0], held[1])
            && a.run(offset, offset + 1).0 == b.run(offset, offset + 1).0
            && a.contents.word(offset, 1) == b.contents.word(offset, 1)
        {
            continue;
        }
        let [a, b] = [held[0], held[1]].map(|held| held.map_or(Value::Word(0), |held| held.read(pool, offset, 1)));
        let open = names[0] != names[1];
        if a == b && !open {
            continue;
        }
        let at = pool.bv(64, offset);
        let within = pool.ult(at, size);
        let counts = pool.and(is_live, within);
        let [a, b] = [a, b].map(|byte| byte.term(pool, 8)).map(|byte| pool.ite(counts, byte, nothing));
        pairs.push(Pair { place: Place::Byte(base, offset), source: a, joined: b, open });
    }
}

/// Where an object is live.
fn life(pool: &mut ExprPool, object: Option<&Object>) -> ExprId {
    match object.map(Object::life) {
        Some(Life::Live) => pool.tru(),
        Some(Life::Guarded { when, .. }) => when,
        Some(Life::Freed(_) | Life::OutOfScope) | None => pool.fls(),
    }
}
