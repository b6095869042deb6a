//! A page: up to 1 KiB of an object's bytes, the unit of copying.
//!
//! A byte is *plain* if its value is known and was written; this is one bit, kept beside the bytes it speaks of so that
//! a load of a plain word is two loads and a test. All other bytes are told by the [`Piece`]s: a piece is a run of bytes
//! that come from one term, as wide as it was stored, or from an array. A byte that is neither plain nor in a piece was
//! never written; it reads as what lies in the bytes, which is 0.

use braid_expr::{ExprId, UpdateId};

/// Bytes in a full page.
pub(super) const PAGE: usize = 1024;

/// Words that hold 64 bytes: one with their plain bits, then the bytes.
const GROUP: usize = 9;

/// Some bytes of an object.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// Groups of up to [`GROUP`] words.
    words: Box<[u64]>,
    /// What is not plain, sorted, without overlap.
    #[allow(clippy::box_collection, reason = "most pages have none, and a page is to be small")]
    pieces: Option<Box<Vec<Piece>>>,
}

/// A run of bytes that are not plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// Offset in the page of the first byte.
    pub(super) start: u16,
    /// How many bytes.
    pub(super) len: u16,
    /// Where they come from.
    pub(super) source: Source,
}

/// Where the bytes of a piece come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// From a term, little-endian, the piece's first byte being byte `skip` of it.
    Term {
        /// The term.
        term: ExprId,
        /// How many of its low bytes come before the piece.
        skip: u32,
    },
    /// From an array, the piece's first byte being the element at `index`.
    Array {
        /// The array with its updates.
        updates: UpdateId,
        /// Which element.
        index: u32,
    },
}

impl Source {
    /// The source of the same run from its byte `by` on.
    pub(super) fn skipped(self, by: u32) -> Source {
        match self {
            Source::Term { term, skip } => Source::Term { term, skip: skip + by },
            Source::Array { updates, index } => Source::Array { updates, index: index.wrapping_add(by) },
        }
    }
}

impl Piece {
    fn end(&self) -> u16 {
        self.start + self.len
    }
    /// The part of the piece in `from..to`, which it overlaps.
    pub(super) fn part(&self, from: u16, to: u16) -> Piece {
        let (start, end) = (self.start.max(from), self.end().min(to));
        Piece { start, len: end - start, source: self.source.skipped(u32::from(start - self.start)) }
    }
}

/// What a run of bytes is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Run {
    /// Known and written.
    Plain,
    /// Never written.
    Unwritten,
    /// From a term or an array.
    From(Source),
}

impl Page {
    /// `len` bytes that were never written.
    pub(super) fn unwritten(len: usize) -> Page {
        let words = len.div_ceil(8);
        Page { words: vec![0; words + words.div_ceil(8)].into(), pieces: None }
    }
    /// The known word of `bytes` bytes (1 to 8) at `at`, if all are plain and lie in one group and one word.
    #[inline]
    pub(super) fn word(&self, at: usize, bytes: u32) -> Option<u64> {
        let (group, shift) = (at >> 6, 8 * (at & 7) as u32);
        let need = (1_u64 << bytes) - 1;
        let plain = *self.words.get(group * GROUP)?;
        let word = *self.words.get(group + (at >> 3) + 1)?;
        if plain >> (at & 63) & need != need || shift + 8 * bytes > 64 {
            return None;
        }
        Some(word >> shift & u64::MAX >> (64 - 8 * bytes))
    }
    /// Stores a known word of `bytes` bytes, if they lie in one word and nothing else must be done for it.
    #[inline]
    pub(super) fn set_word(&mut self, at: usize, bytes: u32, value: u64) -> bool {
        let (group, shift) = (at >> 6, 8 * (at & 7) as u32);
        let (need, bits) = ((1_u64 << bytes) - 1, u64::MAX >> (64 - 8 * bytes));
        if shift + 8 * bytes > 64 {
            return false;
        }
        let Some(&plain) = self.words.get(group * GROUP) else { return false };
        if plain >> (at & 63) & need != need {
            if self.pieces.is_some() {
                return false;
            }
            self.words[group * GROUP] = plain | need << (at & 63);
        }
        let Some(word) = self.words.get_mut(group + (at >> 3) + 1) else { return false };
        *word = *word & !(bits << shift) | (value & bits) << shift;
        true
    }
    /// The byte at `at` as it lies there.
    pub(super) fn byte(&self, at: usize) -> u8 {
        (self.words[(at >> 6) + (at >> 3) + 1] >> (8 * (at & 7))) as u8
    }
    fn is_plain(&self, at: usize) -> bool {
        self.words[(at >> 6) * GROUP] >> (at & 63) & 1 == 1
    }
    fn set_plain(&mut self, at: usize, plain: bool) {
        let (word, bit) = (&mut self.words[(at >> 6) * GROUP], 1 << (at & 63));
        *word = if plain { *word | bit } else { *word & !bit };
    }
    fn set_byte(&mut self, at: usize, byte: u8) {
        let (word, shift) = (&mut self.words[(at >> 6) + (at >> 3) + 1], 8 * (at & 7));
        *word = *word & !(0xff << shift) | u64::from(byte) << shift;
    }
    /// Stores known bytes.
    pub(super) fn set_bytes(&mut self, at: usize, bytes: impl ExactSizeIterator<Item = u8>) {
        self.clear(at as u16, (at + bytes.len()) as u16);
        for (at, byte) in (at..).zip(bytes) {
            self.set_byte(at, byte);
            self.set_plain(at, true);
        }
    }
    /// Stores a piece.
    pub(super) fn set_piece(&mut self, piece: Piece) {
        self.forget(piece.start, piece.end());
        let pieces = self.pieces.get_or_insert_default();
        let at = pieces.partition_point(|other| other.start < piece.start);
        pieces.insert(at, piece);
    }
    /// Makes the bytes from `from` to `to` ones that were never written.
    pub(super) fn forget(&mut self, from: u16, to: u16) {
        self.clear(from, to);
        for at in usize::from(from)..usize::from(to) {
            self.set_byte(at, 0);
            self.set_plain(at, false);
        }
    }
    /// Cuts the bytes from `from` to `to` out of the pieces.
    fn clear(&mut self, from: u16, to: u16) {
        let Some(pieces) = &mut self.pieces else { return };
        let first = pieces.partition_point(|piece| piece.end() <= from);
        let last = first + pieces[first..].partition_point(|piece| piece.start < to);
        if first == last {
            return;
        }
        let (head, tail) = (pieces[first], pieces[last - 1]);
        let before = (head.start < from).then(|| head.part(head.start, from));
        let after = (tail.end() > to).then(|| tail.part(to, tail.end()));
        pieces.splice(first..last, before.into_iter().chain(after));
        if pieces.is_empty() {
            self.pieces = None;
        }
    }
    /// What the bytes from `from` on are, and where the run of its kind ends, at most at `to`.
    pub(super) fn run(&self, from: usize, to: usize) -> (Run, usize) {
        if self.is_plain(from) {
            let end = (from..to).find(|&at| !self.is_plain(at)).unwrap_or(to);
            return (Run::Plain, end);
        }
        let pieces = self.pieces.as_ref().map_or(&[][..], |pieces| pieces);
        let next = pieces.partition_point(|piece| usize::from(piece.end()) <= from);
        if let Some(piece) = pieces.get(next).filter(|piece| usize::from(piece.start) <= from) {
            let part = piece.part(from as u16, to as u16);
            return (Run::From(part.source), usize::from(part.end()));
        }
        let limit = pieces.get(next).map_or(to, |piece| to.min(piece.start.into()));
        let end = (from..limit).find(|&at| self.is_plain(at)).unwrap_or(limit);
        (Run::Unwritten, end)
    }
}
