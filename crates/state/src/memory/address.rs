//! How an address is made: which slot it lies in can be read off its bits, without any table.
//!
//! The space has 62 bits: `[class:6][number:56-class][offset:class]`. A slot of class c has 2^c bytes; an object is at
//! most a quarter of it and begins at its first quarter, so that an address somewhat before or behind an object still
//! tells whose it was meant to be, and no two objects touch. Class 0 holds the null page and objects at
//! addresses that the program chose, class [`FUNCTION_CLASS`] the functions.

/// Bits below the class.
const CLASS_SHIFT: u32 = 56;

/// The smallest class of objects: 16 bytes each, which are aligned for every scalar.
pub const MIN_CLASS: u32 = 6;

/// The largest class of objects.
pub const MAX_CLASS: u32 = 34;

/// The largest object, so that an offset fits the 32-bit index of an array term.
pub const MAX_CAPACITY: u64 = 1 << (MAX_CLASS - 2);

/// Addresses below this one are null with an offset.
pub const NULL_PAGE: u64 = 4096;

/// The class whose addresses are functions.
pub const FUNCTION_CLASS: u32 = 1;

/// Distance between the addresses of two functions: aligned as code is, which programs that tag pointers rely on.
const FUNCTION_STRIDE: u64 = 16;

/// Names a slot: its number with the class above, unique among slots of all classes (a class c fills the keys from
/// c·2^(56-c) on, and these ranges are disjoint for c of at least 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SlotKey(pub u64);

/// The class of an address. Addresses beyond the 62 bits have classes above 63, which hold nothing.
#[inline]
pub const fn class_of(address: u64) -> u32 {
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

/// Where the object of a slot begins.
pub(super) const fn base_in(class: u32, number: u64) -> u64 {
    (class as u64) << CLASS_SHIFT | number << class | 1 << (class - 2)
}

/// Where the object begins in whose slot an address lies, if there are objects in slots of that class.
#[inline]
pub fn base_of(address: u64) -> Option<u64> {
    let class = class_of(address);
    (MIN_CLASS..=MAX_CLASS).contains(&class).then(|| address >> class << class | 1 << (class - 2))
}

/// The address of a function.
pub const fn function_address(function: u32) -> u64 {
    (FUNCTION_CLASS as u64) << CLASS_SHIFT | ((function as u64 + 1) * FUNCTION_STRIDE)
}

/// The function that begins at an address.
pub fn function_at(address: u64) -> Option<u32> {
    let offset = address & ((1 << CLASS_SHIFT) - 1);
    if class_of(address) != FUNCTION_CLASS || !offset.is_multiple_of(FUNCTION_STRIDE) {
        return None;
    }
    u32::try_from((offset / FUNCTION_STRIDE).checked_sub(1)?).ok()
}

/// Whether an address is null or null with a small offset.
#[inline]
pub const fn is_null(address: u64) -> bool {
    address < NULL_PAGE
}

/// Whether an address is one that a program may choose for an object itself: neither null nor in a slot.
#[inline]
pub const fn is_fixed(address: u64) -> bool {
    class_of(address) == 0 && !is_null(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_around_an_object_tells_its_slot() {
        for class in MIN_CLASS..=MAX_CLASS {
            for number in [0, 1, 77, slots_in(class) - 1] {
                let (base, quarter) = (base_in(class, number), 1_u64 << (class - 2));
                assert_eq!(class_of(base), class);
                assert_eq!(base % quarter, 0, "aligned to the quarter");
                let key = slot_of(base);
                assert!([base - quarter, base - 1, base + quarter, base + 3 * quarter - 1].map(slot_of) == [key; 4]);
                assert!(slot_of(base + 3 * quarter) != key && slot_of(base - quarter - 1) != key);
            }
        }
    }

    #[test]
    fn keys_of_different_classes_differ() {
        let range = |class: u32| (slot_of(base_in(class, 0)).0, slot_of(base_in(class, slots_in(class) - 1)).0);
        let mut ranges: Vec<_> = (MIN_CLASS..=MAX_CLASS).map(range).collect();
        ranges.sort_unstable();
        assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
        // The bits above the class never make an address of an object.
        assert!(slot_of(1 << 62 | base_in(6, 3)).0 > ranges.last().expect("classes").1);
    }

    #[test]
    fn a_class_fits_size_and_alignment() {
        assert_eq!([0, 1, 16, 17, 1024].map(|size| class_for(size, 1)), [6, 6, 6, 7, 12].map(Some));
        assert_eq!(class_for(4, 4096), Some(14));
        assert_eq!((class_for(MAX_CAPACITY, 1), class_for(MAX_CAPACITY + 1, 1)), (Some(MAX_CLASS), None));
        assert_eq!(class_for(u64::MAX, 1), None);
    }

    #[test]
    fn functions_have_addresses_of_their_own() {
        for function in [0, 1, 9, u32::MAX] {
            let address = function_address(function);
            assert_eq!(function_at(address), Some(function));
            assert_eq!((function_at(address + 1), is_null(address)), (None, false));
        }
        assert_eq!(
            (function_at(0), function_at(base_in(6, 1)), function_at((FUNCTION_CLASS as u64) << 56)),
            (None, None, None)
        );
    }
}
