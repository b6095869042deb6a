//! How an address is made: which slot it lies in can be read off its bits, without any table.
//!
//! The space has 62 bits: `[class:6][number:56-class][offset:class]`. A slot of class c has 2^c bytes; an object is at
//! most a quarter of it and begins in its second quarter. The smallest slots have 256 MiB, so there are at least
//! [`GUARD`] bytes of nothing before and behind every object, all of which belong to its slot: an address that is less
//! than that away from an object tells whose it was meant to be. Class 0 holds the null page and objects at
//! addresses that the program chose, class [`FUNCTION_CLASS`] the functions.
//!
//! Objects do not all begin at the same offset in their slots: the low bits of a slot's number *stagger* them, so that
//! programs which make a hash of the low bits of pointers see different ones. In class [`NEAR_CLASS`] the stagger is
//! so wide that the low 32 bits of an address tell the slot too ([`near`]): compilers keep the distance between two
//! global variables in 32 bits (tables of strings that a switch chooses from).

/// Bits below the class.
const CLASS_SHIFT: u32 = 56;

/// How far from an object an address still leads to it and to nothing else.
pub const GUARD: u64 = 1 << 26;

/// The smallest class of objects, of which there are 2^28.
pub const MIN_CLASS: u32 = 28;

/// The largest class of objects.
pub const MAX_CLASS: u32 = 34;

/// The largest object, so that an offset fits the 32-bit index of an array term.
pub const MAX_CAPACITY: u64 = 1 << (MAX_CLASS - 2);

/// The class whose slots can be told by the low 32 bits of an address.
pub(super) const NEAR_CLASS: u32 = 33;

/// How far apart the objects of that class are in the low 32 bits of their addresses.
const NEAR_STRIDE: u32 = 14;

/// The largest object that fits between two of them.
pub(super) const NEAR_CAPACITY: u64 = 1 << (NEAR_STRIDE - 1);

/// How many such objects there may be.
pub(super) const NEAR_COUNT: u64 = 1 << (31 - NEAR_STRIDE);

/// Addresses below this one are null with an offset.
pub const NULL_PAGE: u64 = 4096;

/// The class whose addresses are functions.
const FUNCTION_CLASS: u32 = 1;

/// Where addresses of functions begin.
pub(super) const FUNCTIONS: u64 = (FUNCTION_CLASS as u64) << CLASS_SHIFT;

/// Where addresses of labels begin, in a class without objects.
pub(super) const LABELS: u64 = 2 << CLASS_SHIFT;

/// Where addresses of frames end, in a class without objects.
pub(super) const FRAMES: u64 = 4 << CLASS_SHIFT;

/// Distance between the addresses of two functions: aligned as code is, which programs that tag pointers rely on.
pub(super) const FUNCTION_STRIDE: u64 = 16;

/// Names a slot: its number with the class above, unique among slots of all classes (a class c fills the keys from
/// c·2^(56-c) on, and these ranges are disjoint for c of at least 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlotKey(pub u64);

/// The class of an address. Addresses beyond the 62 bits have classes above 63, which hold nothing.
#[inline]
pub(super) const fn class_of(address: u64) -> u32 {
    (address >> CLASS_SHIFT) as u32
}

/// The slot that an address lies in. An address that is none of an object gives a key that no object has.
#[inline]
pub const fn slot_of(address: u64) -> SlotKey {
    SlotKey(address.wrapping_shr(class_of(address)))
}

/// The least class whose slots take an object of `capacity` bytes at addresses that are multiples of `align`, a power
/// of two. None if the object is too large.
pub fn class_for(capacity: u64, align: u64) -> Option<u32> {
    debug_assert!(align.is_power_of_two(), "an alignment is a power of two");
    let quarter = capacity.max(align).checked_next_power_of_two()?;
    let class = (quarter.trailing_zeros() + 2).max(MIN_CLASS);
    (class <= MAX_CLASS).then_some(class)
}

/// How many slots a class has.
pub(super) const fn slots_in(class: u32) -> u64 {
    1 << (CLASS_SHIFT - class)
}

/// By how many bits the stagger is shifted, and how many different ones there are.
const fn stagger_of(class: u32) -> (u32, u64) {
    if class == NEAR_CLASS { (NEAR_STRIDE, NEAR_COUNT) } else { (6, 1 << 16) }
}

/// Only every slot of a class whose number is a multiple of this has an object that begins at a multiple of `align`.
pub(super) const fn aligned_step(class: u32, align: u64) -> u64 {
    let (shift, count) = stagger_of(class);
    let step = align >> shift;
    if step == 0 {
        1
    } else if step > count {
        count
    } else {
        step
    }
}

/// Where the object of a slot begins.
pub(super) const fn base_in(class: u32, number: u64) -> u64 {
    let (shift, count) = stagger_of(class);
    (class as u64) << CLASS_SHIFT | number << class | 1 << (class - 2) | (number & (count - 1)) << shift
}

/// Where the object begins in whose slot an address lies, if there are objects in slots of that class.
#[inline]
pub(super) fn base_of(address: u64) -> Option<u64> {
    let class = class_of(address);
    let number = (address & ((1 << CLASS_SHIFT) - 1)) >> (class & 63);
    (MIN_CLASS..=MAX_CLASS).contains(&class).then(|| base_in(class, number))
}

/// The number of the slot of [`NEAR_CLASS`] that the object of this number has. The highest bits of it are those by which
/// the hot set tells objects apart.
pub(super) const fn near_number(number: u64) -> u64 {
    (number * NEAR_COUNT + number) % slots_in(NEAR_CLASS)
}

/// The address in a slot of [`NEAR_CLASS`], or of a function, that has these low 32 bits.
pub(super) const fn near(low: u32) -> u64 {
    if low >> 31 == 0 {
        return FUNCTIONS | low as u64;
    }
    let distance = low as u64 - (1 << 31);
    base_in(NEAR_CLASS, near_number(distance >> NEAR_STRIDE)) + distance % (1 << NEAR_STRIDE)
}

/// Returns true if an object at this address is told by the low 32 bits of it.
pub(super) const fn is_near(address: u64) -> bool {
    class_of(address) == NEAR_CLASS
}

/// Returns true if an address is null or null with a small offset.
#[inline]
pub const fn is_null(address: u64) -> bool {
    address < NULL_PAGE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_around_an_object_tells_its_slot() {
        for class in MIN_CLASS..=MAX_CLASS {
            for number in [0, 1, 77, 0xffff, 0x1_ffff, slots_in(class) - 1] {
                let (base, largest) = (base_in(class, number), 1_u64 << (class - 2));
                assert_eq!(class_of(base), class);
                let around = [base - GUARD, base - 1, base + largest - 1, base + largest + GUARD - 1];
                assert_eq!(around.map(slot_of), [slot_of(base); 4]);
                assert_eq!(around.map(base_of), [Some(base); 4]);
            }
        }
    }

    #[test]
    fn slots_with_a_step_between_them_are_aligned() {
        for class in MIN_CLASS..=MAX_CLASS {
            for log2 in 0..=class - 2 {
                let step = aligned_step(class, 1 << log2);
                assert!([0, 1, 2, 9].iter().all(|&at| base_in(class, at * step).is_multiple_of(1 << log2)));
            }
        }
    }

    #[test]
    fn low_bits_tell_what_is_near() {
        for number in [0, 1, 63, 64, 1000, NEAR_COUNT - 1] {
            let base = base_in(NEAR_CLASS, near_number(number));
            for address in [base, base + 1, base + NEAR_CAPACITY] {
                assert_eq!(near(address as u32), address);
            }
        }
        assert_eq!(near(0x120), FUNCTIONS + 0x120);
    }

    #[test]
    fn keys_of_different_classes_differ() {
        let range = |class: u32| (slot_of(base_in(class, 0)).0, slot_of(base_in(class, slots_in(class) - 1)).0);
        let mut ranges: Vec<_> = (MIN_CLASS..=MAX_CLASS).map(range).collect();
        ranges.sort_unstable();
        assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
        // The bits above the class never make an address of an object.
        assert!(slot_of(1 << 62 | base_in(MIN_CLASS, 3)).0 > ranges.last().expect("classes").1);
    }

    #[test]
    fn a_class_fits_size_and_alignment() {
        let large = [1 << 26, (1 << 26) + 1, 1 << 27, 1 << 30];
        assert_eq!([0, 1, 16, 1 << 20].map(|size| class_for(size, 1)), [Some(MIN_CLASS); 4]);
        assert_eq!(large.map(|size| class_for(size, 1)), [28, 29, 29, 32].map(Some));
        assert_eq!(class_for(4, 1 << 27), Some(29));
        assert_eq!((class_for(MAX_CAPACITY, 1), class_for(MAX_CAPACITY + 1, 1)), (Some(MAX_CLASS), None));
        assert_eq!(class_for(u64::MAX, 1), None);
    }
}
