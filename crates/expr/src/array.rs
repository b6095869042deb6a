//! Arrays: symbolic ones, whose elements are unknowns, and constant ones, which are tables.
//!
//! An array maps every index of its index width to an element. Reads and writes go through update lists
//! ([`UpdateId`](crate::UpdateId)), persistent lists of stores over a base array that share their tails.

use core::cell::OnceCell;

use braid_entity::{Symbol, entity};

use crate::analysis::Facts;

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
    /// What is known of each block of [`BLOCK`] elements of a table, once somebody asked.
    pub(crate) blocks: OnceCell<Box<[Facts]>>,
}

/// How many elements of a table are told of together.
const BLOCK: usize = 64;
/// Of more blocks than this nothing is told: bounds are asked for at every construction of a read.
const MAX_BLOCKS: usize = 1024;

impl ArrayData {
    /// Whether all elements are known.
    pub fn is_constant(&self) -> bool {
        matches!(self.kind, ArrayKind::Constant(_))
    }
    /// What is known of the elements of a table from `low` to `high`, both included; none if there is no table, or too much of it.
    pub(crate) fn elements(&self, low: u64, high: u64) -> Option<Facts> {
        let ArrayKind::Constant(table) = &self.kind else { return None };
        let constant = |at: u64| Facts::constant(self.element_width, table.get(at));
        let len = table.len() as u64;
        let beyond = (high >= len).then(|| Facts::constant(self.element_width, table.default_element()));
        if low >= len {
            return beyond;
        }
        let (low, end, block) = (low as usize, high.min(len - 1) as usize + 1, BLOCK);
        // Whole blocks, and what stands before and behind them.
        let (from, to) = (low.div_ceil(block), end / block);
        if to.saturating_sub(from) > MAX_BLOCKS {
            return None;
        }
        let edges = if from < to { [low..from * block, to * block..end] } else { [low..end, 0..0] };
        let edges = edges.into_iter().flatten().map(|at| constant(at as u64));
        let whole = if from < to { &self.blocks(table)[from..to] } else { &[] };
        edges.chain(whole.iter().copied()).chain(beyond).reduce(|a, b| a.join(&b))
    }
    fn blocks(&self, table: &Table) -> &[Facts] {
        self.blocks.get_or_init(|| {
            let block = |at: usize| {
                let elements =
                    (at * BLOCK..(at + 1) * BLOCK).map(|at| Facts::constant(self.element_width, table.get(at as u64)));
                elements.reduce(|a, b| a.join(&b)).expect("a block has elements")
            };
            (0..table.len() / BLOCK).map(block).collect()
        })
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
    /// A table of bytes as one of words of `bytes` bytes that begin `stride` apart, the first at `first`. Zeros follow the bytes.
    pub(crate) fn view(&self, first: u64, stride: u64, bytes: u32) -> Table {
        let begun = (self.len() as u64).saturating_sub(first).div_ceil(stride);
        let byte = |at: u64, byte: u64| self.get(first + at * stride + byte);
        let word = |at: u64| (0..u64::from(bytes)).rev().fold(0, |word, number| word << 8 | byte(at, number));
        Table::new(8 * bytes, (0..begun).map(word), 0)
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

    /// What blocks tell is what the elements one by one tell.
    #[test]
    fn blocks_tell_what_elements_tell() {
        let mut pool = crate::ExprPool::new();
        let elements: Vec<u64> = (0..200_u64).map(|at| at.wrapping_mul(0x9e37_79b9) >> 7 & 0x3ff).collect();
        let table = Table::new(10, elements, 3);
        let array = pool.constant_array("t", table.clone(), 32, 10);
        let data = pool.array_data(array);
        for (low, high) in [(0, 0), (0, 63), (1, 64), (0, 127), (5, 130), (63, 192), (64, 128), (100, 250), (250, 300)]
        {
            let each = (low..=high).map(|at| Facts::constant(10, table.get(at))).reduce(|a, b| a.join(&b));
            assert_eq!(data.elements(low, high), each, "{low} to {high}");
        }
    }

    #[test]
    fn a_table_gives_its_elements_and_then_its_default() {
        let table = Table::new(13, [0x1fff, 0x3000, 7], 5);
        assert_eq!((0..5).map(|i| table.get(i)).collect::<Vec<_>>(), [0x1fff, 0x1000, 7, 5, 5]);
        assert_eq!((table.get(u64::MAX), table.len()), (5, 3));
        assert_eq!(Table::from_bytes(*b"ab").get(1), u64::from(b'b'));
    }
}
