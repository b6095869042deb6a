//! How an address of 32 bits is made: which slot it lies in can be computed from it, without any table.
//!
//! The space is parted into areas, each with slots of one size. A slot holds one object with at least [`GUARD`] bytes of nothing
//! before and behind it, so that an address that is less than that away from an object tells whose it was meant to be.
//! There is room for some fourteen thousand small objects; behind them small objects lie closer together, in the last area,
//! and whoever places them says so. Below the areas are the null page, objects at addresses that the program chose,
//! and the functions.

/// How far from an object an address still leads to it and to nothing else, except in the area of close objects.
pub const GUARD: u64 = 1 << 16;

/// Where addresses of functions begin.
pub(super) const FUNCTIONS: u64 = 0x0800_0000;

/// Where addresses of labels begin.
pub(super) const LABELS: u64 = 0x0c00_0000;

/// Where addresses of frames end, just below the objects.
pub(super) const FRAMES: u64 = OBJECTS - 64;

/// Where the areas of objects begin.
const OBJECTS: u64 = 0x1000_0000;

/// The largest object.
pub(super) const MAX_CAPACITY: u64 = 254 << 20;

/// How many bytes lie between the begins of objects that stagger, and how many different ones there are.
const STAGGER: u64 = 64;
const STAGGERS: u64 = 64;

/// A part of the space with slots of one size.
#[derive(Debug)]
pub(super) struct Area {
    start: u64,
    end: u64,
    /// Bytes of a slot.
    pitch: u64,
    /// Bytes of nothing at its beginning.
    before: u64,
    /// The largest object that fits.
    largest: u64,
    /// The largest alignment that its slots can give.
    align: u64,
}

/// The areas. Objects are placed in the first one that they fit into, those of the last only when all others are full.
pub(super) const AREAS: [Area; 5] = [
    Area { start: OBJECTS, end: 0x9000_0000, pitch: 144 << 10, before: GUARD, largest: 8 << 10, align: 16 << 10 },
    Area { start: 0x9000_0000, end: 0xa000_0000, pitch: 1 << 20, before: GUARD, largest: 832 << 10, align: GUARD },
    Area { start: 0xa000_0000, end: 0xc000_0000, pitch: 16 << 20, before: 1 << 20, largest: 14 << 20, align: 1 << 20 },
    Area {
        start: 0xc000_0000,
        end: 0xf000_0000,
        pitch: 256 << 20,
        before: 1 << 20,
        largest: MAX_CAPACITY,
        align: 1 << 20,
    },
    Area { start: CLOSE, end: 0xffff_0000, pitch: 1 << 10, before: 512, largest: 256, align: 512 },
];

/// Where objects begin that have no [`GUARD`] around them.
const CLOSE: u64 = 0xf000_0000;

impl Area {
    pub(super) const fn slots(&self) -> u64 {
        (self.end - self.start) / self.pitch
    }
    /// Returns true if an object fits into its slots.
    pub(super) const fn fits(&self, capacity: u64, align: u64) -> bool {
        capacity <= self.largest && align <= self.align
    }
    /// Only every slot whose number is a multiple of this has an object that begins at a multiple of `align`.
    pub(super) const fn aligned_step(&self, align: u64) -> u64 {
        match align / STAGGER {
            0 => 1,
            step if step < STAGGERS && self.start != CLOSE => step,
            _ if self.start == CLOSE => 1,
            _ => STAGGERS,
        }
    }
    /// Where the object of a slot begins.
    pub(super) const fn base_in(&self, number: u64) -> u64 {
        let stagger = if self.start == CLOSE { 0 } else { number % STAGGERS * STAGGER };
        self.start + number * self.pitch + self.before + stagger
    }
    /// The number of the slot that an address lies in, if it is one of this area.
    const fn number(&self, address: u64) -> Option<u64> {
        if address < self.start || address >= self.start + self.slots() * self.pitch {
            return None;
        }
        Some((address - self.start) / self.pitch)
    }
}

/// The area of an address with the number of the slot in it.
fn slot(address: u64) -> Option<(&'static Area, u64)> {
    AREAS.iter().find_map(|area| Some((area, area.number(address)?)))
}

/// Where the object begins in whose slot an address lies.
pub(super) fn base_of(address: u64) -> Option<u64> {
    slot(address).map(|(area, number)| area.base_in(number))
}

/// The first address of the slot that an address lies in, and how many there are.
pub(super) fn slot_around(address: u64) -> Option<(u64, u64)> {
    slot(address).map(|(area, number)| (area.start + number * area.pitch, area.pitch))
}

/// A number that is the same all over a slot, and differs between neighbours.
#[inline]
pub(super) const fn slot_number(address: u64) -> u64 {
    let area = match address {
        0..0x9000_0000 => &AREAS[0],
        0x9000_0000..0xa000_0000 => &AREAS[1],
        0xa000_0000..0xc000_0000 => &AREAS[2],
        0xc000_0000..CLOSE => &AREAS[3],
        CLOSE.. => &AREAS[4],
    };
    address.wrapping_sub(area.start) / area.pitch
}

/// Returns true if an object at this address has less than [`GUARD`] bytes of nothing around it.
pub(super) const fn is_close(address: u64) -> bool {
    address >= CLOSE
}

/// Returns true if an address is below all functions and objects.
pub(super) const fn is_below(address: u64) -> bool {
    address < FUNCTIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_around_an_object_tells_its_slot() {
        for area in &AREAS[..4] {
            for number in [0, 1, 63, 64, area.slots() - 1].into_iter().filter(|&number| number < area.slots()) {
                let base = area.base_in(number);
                let around = [base - GUARD, base - 1, base, base + area.largest - 1, base + area.largest + GUARD - 1];
                assert_eq!(around.map(base_of), [Some(base); 5], "{area:?} {number}");
                assert_eq!(around.map(slot_number), [number; 5]);
            }
        }
        let area = &AREAS[4];
        let base = area.base_in(77);
        assert_eq!([base - 256, base, base + 511].map(base_of), [Some(base); 3]);
    }

    #[test]
    fn slots_with_a_step_between_them_are_aligned() {
        for area in &AREAS {
            for align in (0..=area.align.trailing_zeros()).map(|log2| 1_u64 << log2) {
                let step = area.aligned_step(align);
                let numbers = [0, 1, 2, 9].into_iter().map(|at| at * step).filter(|&number| number < area.slots());
                assert!(
                    numbers.into_iter().all(|number| area.base_in(number).is_multiple_of(align)),
                    "{area:?} {align}"
                );
            }
        }
    }

    #[test]
    fn areas_follow_each_other_and_end_below_the_last_page() {
        assert!(AREAS.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert!(AREAS[4].end < 1 << 32 && LABELS > FUNCTIONS && OBJECTS > LABELS);
        assert_eq!([0, 4096, FUNCTIONS, LABELS, OBJECTS - 1, 0xffff_ffff].map(base_of), [None; 6]);
    }
}
