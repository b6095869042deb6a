//! Abbreviations: the shapes that records may be written in, and which of them each block starts with.
//!
//! Definitions live in one flat table. A block sees those of BLOCKINFO that were known when it was entered, then its
//! own; neither list is copied on entry, because a hostile file could make a long list and enter many blocks.

use rustc_hash::FxHashMap;

/// How one operand of an abbreviated record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Encoding {
    /// Not written at all: always this value.
    Literal(u64),
    /// So many bits (1 to 64).
    Fixed(u32),
    /// Chunks of so many bits (2 to 32).
    Vbr(u32),
    /// A count, then that many elements in the encoding that follows.
    Array,
    /// Six bits that stand for a letter, a digit, '.' or '_'.
    Char6,
    /// A count, then that many bytes at a 32-bit boundary.
    Blob,
}

/// A list of encodings in the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Abbreviation {
    start: u32,
    len: u32,
}

impl Abbreviation {
    /// The same one in a table that begins at encoding `start` of this one.
    pub(crate) fn rebased(self, start: usize) -> Self {
        Abbreviation { start: self.start - start as u32, ..self }
    }
}

/// The encodings of all abbreviations that are in force.
#[derive(Clone, Default)]
pub(crate) struct Table {
    encodings: Vec<Encoding>,
}

impl Table {
    pub(crate) fn add(&mut self, encodings: &[Encoding]) -> Abbreviation {
        let start = self.encodings.len() as u32;
        self.encodings.extend_from_slice(encodings);
        Abbreviation { start, len: encodings.len() as u32 }
    }
    pub(crate) fn get(&self, abbreviation: Abbreviation) -> &[Encoding] {
        &self.encodings[abbreviation.start as usize..][..abbreviation.len as usize]
    }
    pub(crate) fn len(&self) -> usize {
        self.encodings.len()
    }
    /// A table of the encodings from `start` on.
    pub(crate) fn from(&self, start: usize) -> Table {
        Table { encodings: self.encodings[start..].to_vec() }
    }
    pub(crate) fn truncate(&mut self, len: usize) {
        self.encodings.truncate(len);
    }
}

/// What BLOCKINFO says: the abbreviations that every block of a kind starts with.
#[derive(Clone, Default)]
pub(crate) struct BlockInfo {
    /// The encodings.
    pub(crate) table: Table,
    /// Block number to position in `lists`.
    by_block: FxHashMap<u32, u32>,
    lists: Vec<Vec<Abbreviation>>,
}

impl BlockInfo {
    /// The list of `block`, made if there is none.
    pub(crate) fn list(&mut self, block: u32) -> u32 {
        let next = self.lists.len() as u32;
        let list = *self.by_block.entry(block).or_insert(next);
        if list == next {
            self.lists.push(Vec::new());
        }
        list
    }
    /// The list of `block` and its present length, if BLOCKINFO named it.
    pub(crate) fn known(&self, block: u32) -> Option<(u32, u32)> {
        let list = *self.by_block.get(&block)?;
        Some((list, self.lists[list as usize].len() as u32))
    }
    pub(crate) fn push(&mut self, list: u32, encodings: &[Encoding]) {
        let abbreviation = self.table.add(encodings);
        self.lists[list as usize].push(abbreviation);
    }
    pub(crate) fn get(&self, list: u32, at: u32) -> &[Encoding] {
        self.table.get(self.lists[list as usize][at as usize])
    }
}

/// The 64 letters of [`Encoding::Char6`].
pub(crate) const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
