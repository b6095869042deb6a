//! Arrays: symbolic ones, whose elements are unknowns, and constant ones, which are tables.
//!
//! An array maps every index of its index width to an element. Reads and writes go through update lists
//! ([`UpdateId`](crate::UpdateId)), persistent lists of stores over a base array that share their tails.

use braid_entity::{Symbol, entity};

entity!(
    /// An array of an [`ExprPool`](crate::ExprPool).
    ArrayId,
    "a"
);

/// The widest index and the widest element: both stay machine words everywhere.
pub const MAX_ARRAY_WIDTH: u32 = 64;

/// Where the elements of an array come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArrayKind {
    /// Unknown elements. `size` is how many are meant to be read, if that is known: it tells a test case how many bytes
    /// to print and has no part in the meaning of a read.
    Symbolic {
        /// Number of elements.
        size: Option<u64>,
    },
    /// The bytes of an object before they were written: any values, which no test case gives.
    Uninitialised,
    /// Known elements.
    Constant(Table),
}

/// What the pool knows of an array.
#[derive(Clone, Debug)]
pub struct ArrayData {
    /// Interned name; [`ExprPool::array_name`](crate::ExprPool::array_name) gives its text.
    pub(crate) name: Symbol,
    /// Where the elements come from.
    pub kind: ArrayKind,
    /// Width of an index in bits.
    pub index_width: u32,
    /// Width of an element in bits.
    pub element_width: u32,
}

impl ArrayData {
    /// Whether all elements are known.
    pub fn is_constant(&self) -> bool {
        matches!(self.kind, ArrayKind::Constant(_))
    }
}

/// The elements of a constant array: some given ones from index 0 on, and one value for all others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    /// Little-endian, `stride` bytes for each element.
    bytes: Box<[u8]>,
    stride: u8,
    default: u64,
}

impl Table {
    /// A table of bytes, with zeros after them.
    pub fn from_bytes(bytes: impl Into<Box<[u8]>>) -> Table {
        Table { bytes: bytes.into(), stride: 1, default: 0 }
    }
    /// A table of elements of `width` bits (at most [`MAX_ARRAY_WIDTH`]) with `default` after them.
    pub fn new(width: u32, elements: impl IntoIterator<Item = u64>, default: u64) -> Table {
        assert!((1..=MAX_ARRAY_WIDTH).contains(&width), "an element has from 1 to 64 bits");
        let mask = crate::value::mask(width);
        let stride = width.div_ceil(8) as u8;
        let bytes = elements.into_iter().flat_map(|e| (e & mask).to_le_bytes().into_iter().take(stride as usize));
        Table { bytes: bytes.collect(), stride, default: default & mask }
    }
    /// The element at `index`.
    #[inline]
    pub fn get(&self, index: u64) -> u64 {
        let stride = self.stride as usize;
        let start = usize::try_from(index).ok().and_then(|i| i.checked_mul(stride));
        let bytes = start.and_then(|start| self.bytes.get(start..)?.get(..stride));
        bytes.map_or(self.default, |bytes| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
    }
    /// How many elements are given.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.stride as usize
    }
    /// Whether no element is given.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
    /// The element at every index from [`len`](Self::len) on.
    pub fn default_element(&self) -> u64 {
        self.default
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_gives_its_elements_and_then_its_default() {
        let table = Table::new(13, [0x1fff, 0x3000, 7], 5);
        assert_eq!((0..5).map(|i| table.get(i)).collect::<Vec<_>>(), [0x1fff, 0x1000, 7, 5, 5]);
        assert_eq!((table.get(u64::MAX), table.len()), (5, 3));
        assert_eq!(Table::from_bytes(*b"ab").get(1), u64::from(b'b'));
    }
}
