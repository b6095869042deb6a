//! The two kinds of address spaces: of 64-bit programs ([`address`]) and of 32-bit programs ([`narrow`]).
//!
//! An address is a word of 64 bits inside the engine in both; in a 32-bit program its upper half is zero.

use super::{address, narrow};

/// What addresses of a program look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AddressSpace {
    /// Of 64 bits.
    #[default]
    Wide,
    /// Of 32 bits.
    Narrow,
}

impl AddressSpace {
    /// That of a program with pointers of so many bits, if there is one.
    pub fn of_bits(bits: u32) -> Option<AddressSpace> {
        match bits {
            64 => Some(AddressSpace::Wide),
            32 => Some(AddressSpace::Narrow),
            _ => None,
        }
    }
    /// Bits of a pointer.
    pub const fn bits(self) -> u32 {
        match self {
            AddressSpace::Wide => 64,
            AddressSpace::Narrow => 32,
        }
    }
    /// Bytes of a pointer.
    pub const fn bytes(self) -> u64 {
        self.bits() as u64 / 8
    }
    /// Where the object begins in whose slot an address lies, if there are objects in slots there.
    #[inline]
    pub fn base_of(self, address: u64) -> Option<u64> {
        match self {
            AddressSpace::Wide => address::base_of(address),
            AddressSpace::Narrow => narrow::base_of(address),
        }
    }
    /// The first of the addresses that belong together with this one, and how many there are; none where every address is
    /// on its own.
    pub fn slot_around(self, address: u64) -> Option<(u64, u64)> {
        match self {
            AddressSpace::Wide => {
                let class = address::class_of(address);
                (class < 64).then(|| (address >> class << class, 1 << class))
            }
            AddressSpace::Narrow => narrow::slot_around(address),
        }
    }
    /// Returns true if an address is one that a program may choose for an object itself: neither null nor in a slot.
    #[inline]
    pub fn is_fixed(self, address: u64) -> bool {
        match self {
            AddressSpace::Wide => address::class_of(address) == 0 && !address::is_null(address),
            AddressSpace::Narrow => narrow::is_below(address) && !address::is_null(address),
        }
    }
    /// The largest object.
    pub const fn max_capacity(self) -> u64 {
        match self {
            AddressSpace::Wide => address::MAX_CAPACITY,
            AddressSpace::Narrow => narrow::MAX_CAPACITY,
        }
    }
    /// An allocation of as many bytes fails on every machine.
    pub const fn impossible_size(self) -> u64 {
        match self {
            AddressSpace::Wide => 1 << 47,
            AddressSpace::Narrow => 1 << 31,
        }
    }
    /// The address of a function.
    pub const fn function_address(self, function: u32) -> u64 {
        self.functions() + (function as u64 + 1) * address::FUNCTION_STRIDE
    }
    /// The function that begins at an address.
    pub fn function_at(self, address: u64) -> Option<u32> {
        let offset = address.checked_sub(self.functions()).filter(|_| address < self.labels())?;
        let number = offset.is_multiple_of(address::FUNCTION_STRIDE).then_some(offset / address::FUNCTION_STRIDE)?;
        u32::try_from(number.checked_sub(1)?).ok()
    }
    const fn functions(self) -> u64 {
        match self {
            AddressSpace::Wide => address::FUNCTIONS,
            AddressSpace::Narrow => narrow::FUNCTIONS,
        }
    }
    /// Where addresses of labels begin, which no object and no function has.
    pub const fn labels(self) -> u64 {
        match self {
            AddressSpace::Wide => address::LABELS,
            AddressSpace::Narrow => narrow::LABELS,
        }
    }
    /// Addresses of frames lie below this one, where no object is.
    pub const fn frames(self) -> u64 {
        match self {
            AddressSpace::Wide => address::FRAMES,
            AddressSpace::Narrow => narrow::FRAMES,
        }
    }
    /// The address of a small global variable or of a function that has these low 32 bits.
    pub const fn near(self, low: u32) -> u64 {
        match self {
            AddressSpace::Wide => address::near(low),
            AddressSpace::Narrow => low as u64,
        }
    }
    /// Returns true if an object at this address is told by the low 32 bits of it.
    pub const fn is_near(self, address: u64) -> bool {
        match self {
            AddressSpace::Wide => address::is_near(address),
            AddressSpace::Narrow => true,
        }
    }
    /// Returns true if an object at this address lies so close to others that an access beside it may hit one of them.
    pub const fn is_close(self, address: u64) -> bool {
        match self {
            AddressSpace::Wide => false,
            AddressSpace::Narrow => narrow::is_close(address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_addresses_of_their_own() {
        for space in [AddressSpace::Wide, AddressSpace::Narrow] {
            for function in [0, 1, 9, 100_000] {
                let address = space.function_address(function);
                assert_eq!(space.function_at(address), Some(function));
                assert_eq!((space.function_at(address + 1), address::is_null(address)), (None, false));
                assert_eq!((space.base_of(address), space.is_fixed(address)), (None, false));
            }
            assert_eq!([space.frames() - 16, space.frames()].map(|address| space.base_of(address)), [None; 2]);
            assert_eq!([0, space.labels(), space.functions()].map(|address| space.function_at(address)), [None; 3]);
        }
        assert_eq!(AddressSpace::Wide.function_at(AddressSpace::Wide.function_address(u32::MAX)), Some(u32::MAX));
    }

    #[test]
    fn pointers_have_32_or_64_bits() {
        assert_eq!(
            [16, 32, 64].map(AddressSpace::of_bits),
            [None, Some(AddressSpace::Narrow), Some(AddressSpace::Wide)]
        );
    }
}
