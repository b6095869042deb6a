//! Homes for values: scalars that do not matter at the same time share a slot of the frame.
//!
//! Every state owns its topmost frame, so a frame must not have a slot for each value of a large function. Lowering numbers all scalars;
//! here each number gets a home, greedily in order of definition: the first slot of its width that is free wherever the number is
//! kept. A number is kept from its definition to its last use, both included, so that the result of an operation never shares
//! a slot with its operands, and as long as an explanation of a fault may ask for it.
//!
//! Slots that one operation writes together (results of calls, lanes) stay together. Parameters come first. The starts of lifetimes
//! are looked up behind the code's back and are always kept. In a function that may return twice nothing is shared.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use crate::code::{Code, Op, Pc, Slot};
use crate::homes::{Homes, Span};
use crate::live_slots::LiveSlots;
use crate::lower::rename::rename;
use crate::operands::Operands;

/// Of slots of one width so many are tried; the next number gets a new one.
const MAX_TRIED: usize = 1024;

/// Gives each number of a function a home. `explained` are the numbers beside its operands that an explanation of an operation may
/// ask for.
pub(super) fn share_slots(code: &mut Code, explained: &FxHashMap<Pc, Vec<Slot>>) {
    if code.returns_twice {
        return;
    }
    let operands = |pc: Pc| operands(code, explained, pc);
    let mut spans = spans(code, &operands);
    let pinned = pinned(code);
    let (slots, widths) = Colouring::new(code, &spans).run(&pinned, &joined(code));
    pinned.iter().for_each(|&number| spans[number as usize] = smallvec![(0, Pc::MAX)]);
    code.ops.iter_mut().for_each(|op| rename(op, &|number| slots[number as usize]));
    code.lives.values_mut().for_each(|number| *number = slots[*number as usize]);
    code.slots = widths.len() as Slot;
    code.widths = widths;
    code.homes = Some(Homes { slots, spans });
}

/// What an operation reads and writes.
fn operands(code: &Code, explained: &FxHashMap<Pc, Vec<Slot>>, pc: Pc) -> Operands {
    let op = &code.ops[pc as usize];
    let mut operands = Operands::of(op, pc);
    operands.reads.extend(explained.get(&pc).into_iter().flatten().copied());
    operands
}

/// Where each number is kept.
fn spans(code: &Code, operands: &dyn Fn(Pc) -> Operands) -> Vec<SmallVec<[Span; 1]>> {
    let live = LiveSlots::with(code, operands);
    let mut spans: Vec<SmallVec<[Span; 1]>> = vec![SmallVec::new(); code.slots as usize];
    // The last operation up to which each number is kept, in the piece that is walked back through.
    let mut kept: FxHashMap<Slot, Pc> = FxHashMap::default();
    for piece in live.pieces(code) {
        let last = piece.end - 1;
        for next in operands(last).next {
            kept.extend(live.piece_at(next).iter().map(|&number| (number, last)));
        }
        for pc in piece.clone().rev() {
            let operands = operands(pc);
            for number in operands.writes {
                let end = kept.remove(&number).unwrap_or(pc);
                // Who brings an exception writes it where the block of its landing pad begins.
                let first = if matches!(code.ops[pc as usize], Op::LandingPad(_)) { piece.start } else { pc };
                spans[number as usize].push((first, end));
            }
            operands.reads.into_iter().for_each(|number| _ = kept.entry(number).or_insert(pc));
        }
        for (number, end) in kept.drain() {
            spans[number as usize].push((piece.start, end));
        }
    }
    spans.iter_mut().for_each(|spans| spans.sort_unstable());
    spans
}

/// Numbers whose home is theirs alone: starts of lifetimes, and what circles of moves go through.
fn pinned(code: &Code) -> FxHashSet<Slot> {
    let mut pinned: FxHashSet<Slot> = code.lives.values().copied().collect();
    for op in &code.ops {
        if let Op::Name { lives, .. } = op {
            pinned.extend(lives.iter().copied());
        }
    }
    pinned.extend((0..code.slots).filter(|&number| code.widths[number as usize] == 0));
    pinned
}

/// Numbers that must have the slot behind that of the number before.
fn joined(code: &Code) -> FxHashSet<Slot> {
    let mut joined = FxHashSet::default();
    let mut join = |first: Slot, count: usize| joined.extend((first + 1..).take(count.saturating_sub(1)));
    for op in &code.ops {
        match op {
            Op::Call(call) => join(call.dst, call.result.len()),
            Op::Repack(repack) => join(repack.dst, repack.to.len()),
            Op::PutLane { dst, lanes, .. } => join(*dst, lanes.parts.len()),
            Op::CmpXchg { dst, .. } => join(*dst, 2),
            Op::LandingPad(pad) => join(pad.dst, 2),
            _ => {}
        }
    }
    joined
}

/// A set of operations.
struct Places(Vec<u64>);

impl Places {
    fn new(ops: usize) -> Places {
        Places(vec![0; ops.div_ceil(64)])
    }

    /// The words that a span touches, each with the bits of the span in it.
    fn words((first, last): Span) -> impl Iterator<Item = (usize, u64)> {
        let (first, last) = (first as usize, last as usize);
        (first / 64..=last / 64).map(move |at| {
            let low = if at == first / 64 { first % 64 } else { 0 };
            let high = if at == last / 64 { last % 64 } else { 63 };
            (at, (u64::MAX << low) & (u64::MAX >> (63 - high)))
        })
    }

    fn meets(&self, spans: &[Span]) -> bool {
        spans.iter().any(|&span| Places::words(span).any(|(at, bits)| self.0[at] & bits != 0))
    }

    fn add(&mut self, spans: &[Span]) {
        spans.iter().flat_map(|&span| Places::words(span)).for_each(|(at, bits)| self.0[at] |= bits);
    }
}

/// Slots that follow each other, of certain widths, and where they are taken.
struct Home {
    first: Slot,
    taken: Places,
}

/// The state of giving homes.
struct Colouring<'a> {
    code: &'a Code,
    spans: &'a [SmallVec<[Span; 1]>],
    /// The homes that can be shared, by the widths of their slots.
    shared: FxHashMap<SmallVec<[u32; 2]>, Vec<Home>>,
    /// The home of each number.
    slots: Vec<Slot>,
    /// The width of each slot.
    widths: Vec<u32>,
}

impl<'a> Colouring<'a> {
    fn new(code: &'a Code, spans: &'a [SmallVec<[Span; 1]>]) -> Self {
        Colouring { code, spans, shared: FxHashMap::default(), slots: Vec::new(), widths: Vec::new() }
    }

    fn run(mut self, pinned: &FxHashSet<Slot>, joined: &FxHashSet<Slot>) -> (Vec<Slot>, Vec<u32>) {
        let params = self.code.params.len() as Slot;
        let mut number = 0;
        while number < self.code.slots {
            let is_part = |&next: &Slot| next < self.code.slots && joined.contains(&next);
            let end = if number < params {
                number + 1
            } else {
                (number + 1..).take_while(is_part).last().map_or(number + 1, |last| last + 1)
            };
            let alone = number < params || (number..end).any(|number| pinned.contains(&number));
            let spans: Vec<Span> = (number..end).flat_map(|number| &self.spans[number as usize]).copied().collect();
            let first = if alone { self.new_home(number..end) } else { self.home(number..end, &spans) };
            if number < params && !pinned.contains(&number) {
                self.share(number..end, first, &spans);
            }
            self.slots.extend((first..).take((end - number) as usize));
            number = end;
        }
        (self.slots, self.widths)
    }

    fn widths_of(&self, numbers: core::ops::Range<Slot>) -> SmallVec<[u32; 2]> {
        self.code.widths[numbers.start as usize..numbers.end as usize].into()
    }

    /// Slots that were never used.
    fn new_home(&mut self, numbers: core::ops::Range<Slot>) -> Slot {
        let first = self.widths.len() as Slot;
        self.widths.extend(self.widths_of(numbers));
        first
    }

    /// Slots that are free wherever these numbers are kept.
    fn home(&mut self, numbers: core::ops::Range<Slot>, spans: &[Span]) -> Slot {
        let key = self.widths_of(numbers.clone());
        if let Some(homes) = self.shared.get_mut(&key)
            && let Some(home) = homes.iter_mut().take(MAX_TRIED).find(|home| !home.taken.meets(spans))
        {
            home.taken.add(spans);
            return home.first;
        }
        let first = self.new_home(numbers.clone());
        self.share(numbers, first, spans);
        first
    }

    /// Lets others share the home of these numbers.
    fn share(&mut self, numbers: core::ops::Range<Slot>, first: Slot, spans: &[Span]) {
        let mut taken = Places::new(self.code.ops.len());
        taken.add(spans);
        self.shared.entry(self.widths_of(numbers)).or_default().push(Home { first, taken });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_meet_where_spans_do() {
        let spans: Vec<Span> = [0, 1, 62, 63, 64, 65, 127, 128, 190]
            .into_iter()
            .flat_map(|first| [0, 1, 2, 63, 64, 65, 130].map(|more| (first, first + more)))
            .filter(|&(_, last)| last < 320)
            .collect();
        for &one in &spans {
            let mut places = Places::new(320);
            places.add(&[one]);
            for &other in &spans {
                assert_eq!(places.meets(&[other]), one.0 <= other.1 && other.0 <= one.1, "{one:?} {other:?}");
            }
        }
    }
}
