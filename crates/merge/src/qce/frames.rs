//! What the frames below the topmost one expect and hold, kept for each that states share.
//!
//! A frame that waits for a call does not change: where it stands, what is expected behind the call and what its slots hold is found out once,
//! together with all frames below it. So a join point deep in a recursion costs what is hot there, not the depth. What memory holds is not
//! kept: it changes while a frame waits.

use core::hash::{Hash, Hasher};
use std::collections::BTreeMap;
use std::rc::Rc;

use braid_analysis::Magnitude;
use braid_code::estimate::Estimate;
use braid_entity::Entity;
use braid_state::join::FramePlace;
use braid_state::{Frame, FrameKey, State, Value};
use rustc_hash::{FxHashMap, FxHasher};

use super::similar::{Held, resolved};
use crate::host::View;

/// More chains than this are not kept without a look at who is still there.
const MANY: usize = 4096;

/// A frame that waits, with all below it.
#[derive(Debug)]
pub(crate) struct Chain {
    /// Where they stand, by a hash.
    pub(crate) place: u64,
    /// All queries that they expect.
    pub(crate) total: Magnitude,
    /// The slots of this frame, how many queries depend on each, and what it holds.
    slots: Vec<(Held, Magnitude, Value)>,
    /// The highest count of a slot, also of the frames below.
    highest_slot: Magnitude,
    /// The words that this frame or one below names, with all their counts.
    pub(crate) words: Rc<BTreeMap<(u64, u32), Magnitude>>,
    /// The highest count of a word.
    pub(crate) highest_word: Magnitude,
    below: Option<Rc<Chain>>,
}

impl Chain {
    /// The slots of all frames on which more queries depend than this.
    pub(crate) fn slots_above<'a>(&'a self, limit: Magnitude) -> impl Iterator<Item = (Held, Magnitude, Value)> + 'a {
        let chains = core::iter::successors(Some(self), |chain| chain.below.as_deref());
        let chains = chains.take_while(move |chain| chain.highest_slot > limit);
        chains.flat_map(|chain| chain.slots.iter().copied()).filter(move |slot| slot.1 > limit)
    }
}

/// The chains of all frames that were looked at.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    /// The counts that they are made of.
    epoch: u64,
    /// By the address of the frame, which nobody else has as long as its key is kept.
    chains: FxHashMap<usize, (FrameKey, Rc<Chain>)>,
}

impl Frames {
    /// The frames below the topmost one of a state, whose stack is frozen; none if there are none. `epoch` is that of the counts of now.
    pub(crate) fn below(
        &mut self,
        view: &dyn View,
        estimate: &Estimate,
        state: &State,
        epoch: u64,
    ) -> Option<Rc<Chain>> {
        if core::mem::replace(&mut self.epoch, epoch) != epoch {
            self.chains.clear();
        }
        let mut new = Vec::new();
        let mut next = state.stack.frozen();
        let mut chain = None;
        while let Some(frozen) = next {
            if let Some((_, known)) = self.chains.get(&frozen.address()) {
                chain = Some(Rc::clone(known));
                break;
            }
            new.push(frozen);
            next = frozen.below();
        }
        let mut depth = (state.stack.depth() - 1 - new.len()) as u32;
        for frozen in new.into_iter().rev() {
            depth += 1;
            let made = Rc::new(made(view, estimate, (frozen.frame(), frozen.registers()), depth, chain.take()));
            self.chains.insert(frozen.address(), (frozen.key(), Rc::clone(&made)));
            chain = Some(made);
        }
        if self.chains.len() > MANY {
            self.chains.retain(|_, (key, _)| key.is_there());
        }
        chain
    }
}

/// A frame, of this depth, on top of others.
fn made(
    view: &dyn View,
    estimate: &Estimate,
    (frame, registers): (&Frame, &[Value]),
    depth: u32,
    below: Option<Rc<Chain>>,
) -> Chain {
    let here = view.counts(FramePlace { func: frame.func, pc: frame.pc, waits: true }, estimate);
    let mut hasher = FxHasher::default();
    place_of(frame).hash(&mut hasher);
    below.as_ref().map(|below| below.place).hash(&mut hasher);
    let mut slots = Vec::new();
    let mut words = below.as_ref().map(|below| Rc::clone(&below.words)).unwrap_or_default();
    let mut highest_slot = below.as_ref().map_or(Magnitude::ZERO, |below| below.highest_slot);
    let mut highest_word = below.as_ref().map_or(Magnitude::ZERO, |below| below.highest_word);
    for &(variable, count) in &here.variables {
        match resolved(variable, registers, depth) {
            Some(held @ Held::Slot(_, slot)) => {
                slots.extend(registers.get(slot as usize).map(|&value| (held, count, value)));
                highest_slot = larger(highest_slot, count);
            }
            Some(Held::Memory(address, bytes)) => {
                let sum = Rc::make_mut(&mut words).entry((address, bytes)).or_insert(Magnitude::ZERO);
                *sum = *sum + count;
                highest_word = larger(highest_word, *sum);
            }
            None => {}
        }
    }
    let total = here.total + below.as_ref().map_or(Magnitude::ZERO, |below| below.total);
    Chain { place: hasher.finish(), total, slots, highest_slot, words, highest_word, below }
}

/// Where a frame stands: function, operation and call path.
pub(crate) fn place_of(frame: &Frame) -> (u32, u32, u64) {
    (frame.func.as_u32(), frame.pc, frame.path.0)
}

pub(crate) fn larger(a: Magnitude, b: Magnitude) -> Magnitude {
    if a >= b { a } else { b }
}
