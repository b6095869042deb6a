//! Which slots of a frame matter at a place: those that are read before they are written on some way on.
//!
//! States that are joined need not agree on the others. The sets at the starts of straight pieces of code are found slot by
//! slot, walking back from each read to the writes (Brandner, Boissinot, Darte, Dupont de Dinechin, Rastello: Computing
//! Liveness Sets for SSA-Form Programs, 2011), as in `analysis`, but over lowered code, where phis are moves and a slot is
//! written in several places. The work is the size of the answer; it is done when a function is first asked about. Inside
//! a piece, operations are walked back from its end.
//!
//! Two things go on behind the code's back. An exception is put into the slots of a landing pad before the operation
//! is reached: on the way there they are written, at any place in the pad's own block they matter. And a function that
//! calls `setjmp` may be entered again behind that call with the slots it has then: in it all slots matter.

use core::ops::Range;

use braid_ir::FuncId;
use braid_state::join::{FramePlace, LiveSlot};

use crate::code::{Call, Code, Op, Pc, Slot};
use crate::operands::Operands;
use crate::program::Program;

/// The slots that matter at the start of each piece of a function.
#[derive(Debug)]
pub struct LiveSlots {
    /// Where pieces begin, ascending.
    starts: Vec<Pc>,
    /// For each piece, ascending.
    live_in: Vec<Vec<Slot>>,
}

impl Program {
    /// The slots that matter where the pieces of a function begin that was called before, whatever may enter it again.
    pub fn live_pieces(&self, func: FuncId) -> &LiveSlots {
        let code = self.ready(func);
        code.live_slots.get_or_init(|| LiveSlots::of(code))
    }
    /// The slots that matter in a frame of a function that was called before, ascending.
    pub fn live_slots(&self, place: FramePlace) -> Vec<LiveSlot> {
        let code = self.ready(place.func);
        let live = |slot: Slot| LiveSlot { slot, bits: code.widths[slot as usize] };
        if code.returns_twice {
            return (0..code.slots).map(live).filter(|slot| slot.bits > 0).collect();
        }
        let table = code.live_slots.get_or_init(|| LiveSlots::of(code));
        let slots = match &code.ops[place.pc as usize] {
            Op::Call(call) if place.waits => table.behind_call(code, place.pc, call),
            _ => table.at(code, place.pc),
        };
        slots.into_iter().map(live).collect()
    }
}

impl LiveSlots {
    /// Where straight pieces of the code begin, ascending.
    pub fn starts(&self) -> &[Pc] {
        &self.starts
    }
    /// The slots that matter where the piece of this number begins, ascending.
    pub fn live_in(&self, piece: usize) -> &[Slot] {
        &self.live_in[piece]
    }
    fn of(code: &Code) -> LiveSlots {
        LiveSlots::with(code, &|pc| Operands::of(&code.ops[pc as usize], pc))
    }

    /// Those of code whose operations read and write what `operands` says.
    pub(crate) fn with(code: &Code, operands: &dyn Fn(Pc) -> Operands) -> LiveSlots {
        let starts = starts(code);
        let pieces = Pieces::new(code, &starts, operands);
        let mut live_in: Vec<Vec<Slot>> = vec![Vec::new(); starts.len()];
        let mut written = vec![Slot::MAX; starts.len()];
        let mut open = Vec::new();
        for slot in 0..code.slots {
            pieces.writers.of(slot).iter().for_each(|&piece| written[piece as usize] = slot);
            open.extend_from_slice(pieces.readers.of(slot));
            while let Some(piece) = open.pop() {
                let live = &mut live_in[piece as usize];
                if live.last() == Some(&slot) {
                    continue;
                }
                live.push(slot);
                open.extend(pieces.before.of(piece).iter().filter(|&&before| written[before as usize] != slot));
            }
        }
        LiveSlots { starts, live_in }
    }

    /// The operations of each piece.
    pub(crate) fn pieces(&self, code: &Code) -> impl Iterator<Item = Range<Pc>> {
        let end = code.ops.len() as Pc;
        let ends = self.starts.iter().skip(1).copied().chain([end]);
        self.starts.iter().zip(ends).map(|(&start, end)| start..end)
    }

    /// The slots that matter where a piece begins.
    pub(crate) fn piece_at(&self, start: Pc) -> &[Slot] {
        let piece = self.starts.binary_search(&start).expect("control goes on where a piece begins");
        &self.live_in[piece]
    }

    /// The slots that matter before an operation.
    fn at(&self, code: &Code, pc: Pc) -> Vec<Slot> {
        let after = self.starts.partition_point(|&start| start <= pc);
        let end = self.starts.get(after).map_or(code.ops.len(), |&start| start as usize);
        let mut set = Bits::new(code.slots);
        for (at, op) in code.ops.iter().enumerate().take(end).skip(pc as usize).rev() {
            let operands = Operands::of(op, at as Pc);
            if at + 1 == end {
                operands.next.iter().for_each(|&next| set.add(self.piece_at(next)));
            }
            // What a landing pad writes was written before.
            if !matches!(op, Op::LandingPad(_)) {
                operands.writes.iter().for_each(|&slot| set.remove(slot));
            }
            set.add(&operands.reads);
        }
        set.slots()
    }

    /// The slots that matter when a call returns or throws.
    fn behind_call(&self, code: &Code, pc: Pc, call: &Call) -> Vec<Slot> {
        let mut set = Bits::new(code.slots);
        match call.leaves_block {
            true => set.add(self.piece_at(call.normal)),
            false if self.starts.binary_search(&call.normal).is_ok() => set.add(self.piece_at(call.normal)),
            false => set.add(&self.at(code, pc + 1)),
        }
        Operands::of(&code.ops[pc as usize], pc).writes.iter().for_each(|&slot| set.remove(slot));
        if let Some(unwind) = call.unwind {
            set.add(self.piece_at(unwind));
        }
        set.slots()
    }
}

/// Where control may come to from elsewhere, or behind where it goes elsewhere.
fn starts(code: &Code) -> Vec<Pc> {
    let mut starts = vec![0];
    starts.extend(code.blocks.iter().map(|&(_, start)| start));
    for (pc, op) in (0..).zip(&code.ops) {
        let next = Operands::of(op, pc).next;
        if next[..] != [pc + 1] {
            starts.extend(next);
            starts.push(pc + 1);
        }
    }
    starts.sort_unstable();
    starts.dedup();
    starts.retain(|&start| (start as usize) < code.ops.len());
    starts
}

/// Straight pieces of code, which are entered at their start alone.
struct Pieces {
    /// For each slot, the pieces that read it before they write it.
    readers: Lists,
    /// For each slot, the pieces that write it.
    writers: Lists,
    /// For each piece, those it may follow.
    before: Lists,
}

impl Pieces {
    fn new(code: &Code, starts: &[Pc], operands: &dyn Fn(Pc) -> Operands) -> Pieces {
        let (mut reads, mut writes, mut edges) = (Vec::new(), Vec::new(), Vec::new());
        // The piece in which each slot was last seen written.
        let mut written = vec![u32::MAX; code.slots as usize];
        let mut piece = 0;
        for pc in 0..code.ops.len() as Pc {
            let starts_next = starts.get(piece as usize + 1) == Some(&pc);
            piece += u32::from(starts_next);
            let operands = operands(pc);
            reads.extend(
                operands.reads.iter().filter(|&&slot| written[slot as usize] != piece).map(|&slot| (slot, piece)),
            );
            for slot in operands.writes {
                written[slot as usize] = piece;
                writes.push((slot, piece));
            }
            if starts.get(piece as usize + 1).is_none_or(|&next| next == pc + 1) {
                let target = |next: &Pc| starts.binary_search(next).ok().map(|target| (target as u32, piece));
                edges.extend(operands.next.iter().filter_map(target));
            }
        }
        let slots = code.slots as usize;
        Pieces {
            readers: Lists::new(slots, reads),
            writers: Lists::new(slots, writes),
            before: Lists::new(starts.len(), edges),
        }
    }
}

/// Lists by number, end to end.
struct Lists {
    ends: Vec<usize>,
    items: Vec<u32>,
}

impl Lists {
    fn new(count: usize, mut pairs: Vec<(u32, u32)>) -> Lists {
        pairs.sort_unstable();
        pairs.dedup();
        let mut ends = vec![0; count];
        pairs.iter().for_each(|&(key, _)| ends[key as usize] += 1);
        let mut end = 0;
        ends.iter_mut().for_each(|count| {
            end += *count;
            *count = end;
        });
        Lists { ends, items: pairs.into_iter().map(|(_, item)| item).collect() }
    }
    fn of(&self, key: u32) -> &[u32] {
        let start = (key as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start..self.ends[key as usize]]
    }
}

/// A set of slots.
struct Bits(Vec<u64>);

impl Bits {
    fn new(slots: u32) -> Bits {
        Bits(vec![0; (slots as usize).div_ceil(64)])
    }
    fn add(&mut self, slots: &[Slot]) {
        slots.iter().for_each(|&slot| self.0[slot as usize / 64] |= 1 << (slot % 64));
    }
    fn remove(&mut self, slot: Slot) {
        self.0[slot as usize / 64] &= !(1 << (slot % 64));
    }
    fn slots(&self) -> Vec<Slot> {
        let mut slots = Vec::new();
        for (at, &word) in (0..).zip(&self.0) {
            let mut rest = word;
            while rest != 0 {
                slots.push(64 * at + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
        slots
    }
}
impl braid_state::join::LiveSlots for Program {
    fn live_slots(&self, place: FramePlace) -> Vec<LiveSlot> {
        Program::live_slots(self, place)
    }
}
