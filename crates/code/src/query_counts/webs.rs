//! Variables of lowered code: webs of writes and reads of one slot.
//!
//! A slot may hold several variables one after another, and moves on edges write one variable in several places. A web is what
//! writes of a slot have in common that some read may see: two writes belong together if one read may see both. So a variable is
//! found again at every place where it is live, whatever its slot holds elsewhere.

use crate::code::{Code, Pc, Slot};
use crate::live_slots::LiveSlots;
use crate::operands::Operands;
use rustc_hash::FxHashMap;

/// A variable of a function, by number.
pub(super) type Web = u32;

/// The variables of a function.
pub(super) struct Webs {
    /// Where straight pieces begin.
    starts: Vec<Pc>,
    /// For each piece, the variables that are live where it begins, by slot.
    live_in: Vec<Vec<(Slot, Web)>>,
    /// For each operation, the variables that it reads and those that it writes, by slot.
    reads: Vec<Vec<(Slot, Web)>>,
    writes: Vec<Vec<(Slot, Web)>>,
    /// How many variables there are.
    pub(super) count: usize,
}

impl Webs {
    /// Those of a function.
    pub(super) fn of(code: &Code, live: &LiveSlots) -> Webs {
        let mut builder = Builder { sets: Vec::new(), reads: Vec::new(), writes: Vec::new() };
        let starts = live.starts().to_vec();
        let live_in: Vec<Vec<(Slot, Web)>> = (0..starts.len())
            .map(|piece| live.live_in(piece).iter().map(|&slot| (slot, builder.add())).collect())
            .collect();
        for piece in 0..starts.len() {
            builder.walk(code, &starts, &live_in, piece);
        }
        builder.finish(starts, live_in)
    }

    /// The piece that an operation is in.
    fn piece(&self, pc: Pc) -> usize {
        self.starts.partition_point(|&start| start <= pc).saturating_sub(1)
    }
    /// The variable that an operation reads from a slot.
    pub(super) fn read(&self, pc: Pc, slot: Slot) -> Option<Web> {
        self.reads[pc as usize].iter().find(|row| row.0 == slot).map(|row| row.1)
    }
    /// The variables that an operation reads.
    pub(super) fn reads(&self, pc: Pc) -> impl Iterator<Item = Web> + '_ {
        self.reads[pc as usize].iter().map(|row| row.1)
    }
    /// The variables that an operation writes.
    pub(super) fn writes(&self, pc: Pc) -> impl Iterator<Item = Web> + '_ {
        self.writes[pc as usize].iter().map(|row| row.1)
    }
    /// The variables that slots hold before an operation, or after it; of live slots and of those written in the same piece.
    pub(super) fn at(&self, pc: Pc, after: bool) -> FxHashMap<Slot, Web> {
        let piece = self.piece(pc);
        let mut held: FxHashMap<Slot, Web> = self.live_in[piece].iter().copied().collect();
        let end = if after { pc + 1 } else { pc };
        for at in self.starts[piece]..end {
            held.extend(self.writes[at as usize].iter().copied());
        }
        held
    }
}

/// Sets of reads and writes, as a forest.
struct Builder {
    sets: Vec<Web>,
    reads: Vec<Vec<(Slot, Web)>>,
    writes: Vec<Vec<(Slot, Web)>>,
}

impl Builder {
    fn add(&mut self) -> Web {
        let new = self.sets.len() as Web;
        self.sets.push(new);
        new
    }
    fn root(&mut self, mut web: Web) -> Web {
        while self.sets[web as usize] != web {
            let above = self.sets[self.sets[web as usize] as usize];
            self.sets[web as usize] = above;
            web = above;
        }
        web
    }
    fn unite(&mut self, a: Web, b: Web) {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        self.sets[high as usize] = low;
    }

    /// Goes through a piece and on to those behind it.
    fn walk(&mut self, code: &Code, starts: &[Pc], live_in: &[Vec<(Slot, Web)>], piece: usize) {
        let mut held: FxHashMap<Slot, Web> = live_in[piece].iter().copied().collect();
        let end = starts.get(piece + 1).map_or(code.ops.len(), |&start| start as usize);
        let mut next: Vec<Pc> = Vec::new();
        for pc in starts[piece] as usize..end {
            let operands = Operands::of(&code.ops[pc], pc as Pc);
            let reads = operands.reads.iter().map(|&slot| (slot, *held.entry(slot).or_insert_with(|| self.add())));
            let reads = reads.collect();
            self.reads.push(reads);
            let writes: Vec<(Slot, Web)> = operands.writes.iter().map(|&slot| (slot, self.add())).collect();
            held.extend(writes.iter().copied());
            self.writes.push(writes);
            next = operands.next.to_vec();
        }
        for start in next {
            let Ok(behind) = starts.binary_search(&start) else { continue };
            for &(slot, web) in &live_in[behind] {
                if let Some(&here) = held.get(&slot) {
                    self.unite(web, here);
                }
            }
        }
    }

    fn finish(mut self, starts: Vec<Pc>, mut live_in: Vec<Vec<(Slot, Web)>>) -> Webs {
        let mut numbers: FxHashMap<Web, Web> = FxHashMap::default();
        let mut number = |builder: &mut Builder, web: &mut Web| {
            let root = builder.root(*web);
            let next = numbers.len() as Web;
            *web = *numbers.entry(root).or_insert(next);
        };
        live_in.iter_mut().flatten().for_each(|(_, web)| number(&mut self, web));
        let (mut reads, mut writes) = (core::mem::take(&mut self.reads), core::mem::take(&mut self.writes));
        reads.iter_mut().flatten().for_each(|(_, web)| number(&mut self, web));
        writes.iter_mut().flatten().for_each(|(_, web)| number(&mut self, web));
        let count = numbers.len();
        Webs { starts, live_in, reads, writes, count }
    }
}
