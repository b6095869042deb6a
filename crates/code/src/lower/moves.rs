//! Moves that happen at once, put into an order in which they can happen one after another.

use rustc_hash::FxHashMap;

use crate::code::{Op, Slot, Src};

/// Operations with the effect of all moves at once; `scratch` is a slot that nobody else uses.
pub(super) fn in_order(moves: Vec<(Slot, Src)>, scratch: Slot) -> Vec<Op> {
    let mut ops = Vec::with_capacity(moves.len());
    let mut readers: FxHashMap<Slot, usize> = FxHashMap::default();
    for slot in moves.iter().filter_map(|(_, src)| src.as_slot()) {
        *readers.entry(slot).or_default() += 1;
    }
    // What each slot is given; a move is free when nobody reads its slot any more.
    let mut open: FxHashMap<Slot, Src> = moves.iter().copied().collect();
    let mut free: Vec<Slot> =
        moves.iter().map(|&(dst, _)| dst).filter(|dst| !readers.contains_key(dst)).rev().collect();
    let mut circles = moves.iter().map(|&(dst, _)| dst);
    let mut reader_of: Option<FxHashMap<Slot, Slot>> = None;
    loop {
        while let Some(dst) = free.pop() {
            let src = open.remove(&dst).expect("a move is made once");
            ops.push(Op::Move { dst, src });
            release(src, &mut readers, &open, &mut free);
        }
        // What is left goes round in circles, each slot read once: one is put aside, and its reader reads the copy.
        let Some(dst) = circles.find(|dst| open.contains_key(dst)) else { return ops };
        let reader_of = reader_of.get_or_insert_with(|| inverse(&open));
        ops.push(Op::Move { dst: scratch, src: Src::slot(dst) });
        open.insert(reader_of[&dst], Src::slot(scratch));
        readers.remove(&dst);
        free.push(dst);
    }
}

/// Which slot is given the contents of each.
fn inverse(open: &FxHashMap<Slot, Src>) -> FxHashMap<Slot, Slot> {
    open.iter().filter_map(|(&dst, src)| Some((src.as_slot()?, dst))).collect()
}

/// Counts a reader of `src` down; the last one frees the move into it.
fn release(src: Src, readers: &mut FxHashMap<Slot, usize>, open: &FxHashMap<Slot, Src>, free: &mut Vec<Slot>) {
    let Some(slot) = src.as_slot() else { return };
    let Some(count) = readers.get_mut(&slot) else { return };
    *count -= 1;
    if *count == 0 {
        readers.remove(&slot);
        if open.contains_key(&slot) {
            free.push(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs moves one after another and all at once on slots that hold their own number.
    fn check(moves: &[(Slot, Src)]) {
        let scratch = 10;
        let mut slots: Vec<u32> = (0..=scratch).collect();
        let expected = moves.iter().fold(slots.clone(), |mut slots, &(dst, src)| {
            slots[dst as usize] = src.as_slot().unwrap_or(99);
            slots
        });
        for op in in_order(moves.to_vec(), scratch) {
            let Op::Move { dst, src } = op else { panic!("only moves") };
            slots[dst as usize] = src.as_slot().map_or(99, |slot| slots[slot as usize]);
        }
        assert_eq!(slots[..scratch as usize], expected[..scratch as usize], "{moves:?}");
    }

    #[test]
    fn chains_circles_and_fans_come_out_as_if_at_once() {
        let slot = Src::slot;
        check(&[(0, slot(1)), (1, slot(2)), (2, slot(3))]);
        check(&[(0, slot(1)), (1, slot(0))]);
        check(&[(0, slot(1)), (1, slot(2)), (2, slot(0)), (3, slot(0)), (4, Src::constant(0))]);
        check(&[(0, slot(1)), (1, slot(0)), (2, slot(3)), (3, slot(2)), (5, slot(0))]);
        // Every permutation of five slots, and every map into three.
        for code in 0..3125u32 {
            let digits: Vec<u32> = (0..5)
                .scan(code, |rest, _| {
                    let digit = *rest % 5;
                    *rest /= 5;
                    Some(digit)
                })
                .collect();
            let moves: Vec<_> =
                (0..5).zip(digits).filter(|(dst, src)| dst != src).map(|(dst, src)| (dst, slot(src))).collect();
            check(&moves);
        }
    }
}
