//! States that are equal but for the names of unknowns.
//!
//! A copy of bytes that were never written keeps their name, which tells the lifetime they come from. So two states that did the same
//! another number of times, such as copying a structure with padding, hold other names at the same places. A name that nothing else
//! mentions is as good as any other: the bytes hold any value. If such names stand for each other one by one, the states are equal.
//!
//! Only bytes of memory are looked at. A state in which a condition, a live register, a size, the output or a term in memory mentions
//! any unknown is left alone.

use braid_expr::{ExprId, ExprPool, SymbolClass};
use rustc_hash::{FxHashMap, FxHashSet};

use super::agree::{Pair, Place};
use super::{FramePlace, LiveSlot};
use crate::memory::unknown::Element;
use crate::state::State;
use crate::value::Value;

/// Returns true if two states that have these pairs agree, and else if they do once unknowns of `source` have the names that
/// `joined` has for them, which they have then.
pub fn unify(
    pool: &ExprPool,
    pairs: &[Pair],
    source: &mut State,
    joined: &State,
    live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>,
) -> bool {
    let differing: Vec<&Pair> = pairs.iter().filter(|pair| pair.open || pair.source != pair.joined).collect();
    if differing.is_empty() {
        return true;
    }
    let Some(renamed) = renaming(&differing, source, joined) else { return false };
    let elements: FxHashSet<Element> = renamed.iter().flat_map(|other| [other.old, other.new]).collect();
    let places: FxHashSet<(u64, u64)> = renamed.iter().map(|other| other.place).collect();
    let is_free = |state: &State, live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>| {
        !mentions_unknowns(pool, state, live) && !state.memory.mentions(pool, &elements, &places)
    };
    if !is_free(source, live) || !is_free(joined, live) {
        return false;
    }
    for Renamed { place: (base, offset), new, .. } in renamed {
        if let Some(object) = source.memory.find_mut(base) {
            object.contents.set_copied_unknown(offset, new);
        }
    }
    true
}

/// A byte, and the unknown that it holds a copy of in both states.
struct Renamed {
    place: (u64, u64),
    old: Element,
    new: Element,
}

/// The bytes that differ, if all of them are copies of unknowns that stand for each other one by one.
fn renaming(differing: &[&Pair], source: &State, joined: &State) -> Option<Vec<Renamed>> {
    let (mut there, mut back) = (FxHashMap::default(), FxHashMap::default());
    let mut renamed = Vec::with_capacity(differing.len());
    for pair in differing {
        let Place::Byte(base, offset) = pair.place else { return None };
        let held = |state: &State| state.memory.find(base)?.contents.copied_unknown(offset);
        let (old, new) = (held(source)?, held(joined)?);
        if *there.entry(old).or_insert(new) != new || *back.entry(new).or_insert(old) != old {
            return None;
        }
        renamed.push(Renamed { place: (base, offset), old, new });
    }
    Some(renamed)
}

/// Returns true if something outside of memory mentions an unknown.
fn mentions_unknowns(pool: &ExprPool, state: &State, live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>) -> bool {
    let is_open = |term: ExprId| pool.has_class(term, SymbolClass::Uninitialised);
    let holds_open = |value: &Value| matches!(*value, Value::Term(term) if is_open(term));
    let in_registers = state.stack.frames_with_registers().enumerate().any(|(above, (frame, registers))| {
        let place = FramePlace { func: frame.func, pc: frame.pc, waits: above > 0 };
        let variable = frame.varargs.iter().flat_map(|list| list.iter()).any(|argument| holds_open(&argument.value));
        variable || holds_open(&frame.used) || live(place).iter().any(|live| holds_open(&registers[live.slot as usize]))
    });
    let output =
        || state.output.acts().iter().any(|(_, _, bytes, length)| holds_open(length) || bytes.iter().any(holds_open));
    in_registers
        || state.path.since(0).into_iter().any(is_open)
        || state.sizes.as_slice().iter().any(|&size| is_open(size))
        || output()
}
