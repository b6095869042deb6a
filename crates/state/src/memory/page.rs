//! A page: up to 1 KiB of an object's bytes, the unit of copying.
//!
//! A byte is *plain* if it was written and its value is known. A page of plain bytes alone, the common case, is those bytes
//! and nothing else, so that a load is two tests and the load itself. Any other page has a [`Rough`] beside it: a bit for
//! each byte that tells whether it is plain, and the [`Piece`]s, runs of bytes that come from one term, as wide as it was
//! stored, or from an array. A byte that is neither plain nor in a piece was never written.

use braid_expr::{ExprId, UpdateId};

use super::bits::Bits;
use super::unknown::Unknown;

/// Bytes in a full page.
pub(super) const PAGE: usize = 1024;

/// Some bytes of an object.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The known values; 0 where there is none.
    bytes: Box<[u8]>,
    /// What there is besides plain bytes; none if all are plain.
    rough: Option<Box<Rough>>,
}

/// What is not plain in a page.
#[derive(Clone, Debug)]
struct Rough {
    plain: Bits,
    /// Sorted, without overlap, over bytes that are not plain.
    pieces: Vec<Piece>,
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
pub(crate) enum Source {
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
    /// From the unwritten bytes of an object, the piece's first byte being that at `index`.
    Unwritten {
        /// Whose.
        unknown: Unknown,
        /// Which byte.
        index: u32,
    },
}

impl Source {
    /// The source of the same run from its byte `by` on.
    pub(super) fn skipped(self, by: u32) -> Source {
        match self {
            Source::Term { term, skip } => Source::Term { term, skip: skip + by },
            Source::Array { updates, index } => Source::Array { updates, index: index + by },
            Source::Unwritten { unknown, index } => Source::Unwritten { unknown, index: index + by },
        }
    }
}

impl Piece {
    fn end(&self) -> u16 {
        self.start + self.len
    }
    /// The part of the piece in `from..to`, which it overlaps.
    fn clipped(&self, from: u16, to: u16) -> Piece {
        let (start, end) = (self.start.max(from), self.end().min(to));
        Piece { start, len: end - start, source: self.source.skipped(u32::from(start - self.start)) }
    }
}

/// What a run of bytes is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Run {
    /// Known and written.
    Plain,
    /// Never written.
    Unwritten,
    /// From a term, an array or the unwritten bytes of an object.
    From(Source),
}

impl Page {
    /// `len` bytes that were never written.
    pub(super) fn unwritten(len: usize) -> Page {
        let rough = Rough { plain: Bits::zeros(len), pieces: Vec::new() };
        Page { bytes: vec![0; len].into(), rough: (len > 0).then(|| Box::new(rough)) }
    }
    /// How many bytes it has.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }
    /// The known values, 0 where there is none.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
    /// The known word of `bytes` bytes (1 to 8) at `at`, if it lies in the page and the page is all plain.
    #[inline(always)]
    pub(super) fn plain_word(&self, at: usize, bytes: u32) -> Option<u64> {
        if self.rough.is_some() {
            return None;
        }
        load(&self.bytes, at, bytes)
    }
    /// The known word of `bytes` bytes (1 to 8) at `at`, if all lie in the page and are plain.
    pub(super) fn word(&self, at: usize, bytes: u32) -> Option<u64> {
        let word = load(&self.bytes, at, bytes)?;
        let plain = self.rough.as_ref().is_none_or(|rough| rough.plain.all(at, at + bytes as usize));
        plain.then_some(word)
    }
    /// Stores a known word of `bytes` bytes (1 to 8), if they lie in the page and the page is all plain.
    #[inline(always)]
    pub(super) fn set_plain_word(&mut self, at: usize, bytes: u32, word: u64) -> bool {
        self.rough.is_none() && store(&mut self.bytes, at, bytes, word)
    }
    /// Stores a known word of `bytes` bytes (1 to 8), if they lie in the page.
    pub(super) fn set_word(&mut self, at: usize, bytes: u32, word: u64) -> bool {
        let stored = store(&mut self.bytes, at, bytes, word);
        if stored {
            self.smooth(at, at + bytes as usize);
        }
        stored
    }
    /// Stores known bytes.
    pub(super) fn set_bytes(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        self.smooth(at, at + bytes.len());
    }
    /// Stores the same byte from `from` to `to`.
    pub(super) fn fill(&mut self, from: usize, to: usize, byte: u8) {
        self.bytes[from..to].fill(byte);
        self.smooth(from, to);
    }
    /// Makes bytes whose values stand there plain.
    fn smooth(&mut self, from: usize, to: usize) {
        let Some(rough) = &mut self.rough else { return };
        if !rough.pieces.is_empty() {
            rough.cut(from as u16, to as u16);
        }
        rough.plain.set(from, to);
        if rough.plain.is_full() {
            self.rough = None;
        }
    }
    /// Stores a piece.
    pub(super) fn set_piece(&mut self, piece: Piece) {
        let pieces = &mut self.roughen(piece.start, piece.end()).pieces;
        let at = pieces.partition_point(|other| other.start < piece.start);
        pieces.insert(at, piece);
    }
    /// Makes the bytes from `from` to `to` ones that were never written.
    pub(super) fn forget(&mut self, from: u16, to: u16) {
        self.roughen(from, to);
    }
    /// Gives up the bytes from `from` to `to`.
    fn roughen(&mut self, from: u16, to: u16) -> &mut Rough {
        let len = self.bytes.len();
        self.bytes[from.into()..to.into()].fill(0);
        let rough = self.rough.get_or_insert_with(|| Box::new(Rough { plain: Bits::ones(len), pieces: Vec::new() }));
        rough.cut(from, to);
        rough.plain.clear(from.into(), to.into());
        rough
    }
    /// What the bytes from `from` on are, and where the run of its kind ends, at most at `to`.
    pub(super) fn run(&self, from: usize, to: usize) -> (Run, usize) {
        let Some(rough) = &self.rough else { return (Run::Plain, to) };
        if let end @ 1.. = rough.plain.ones_from(from, to) {
            return (Run::Plain, from + end);
        }
        let next = rough.pieces.partition_point(|piece| usize::from(piece.end()) <= from);
        let piece = rough.pieces.get(next).filter(|piece| usize::from(piece.start) < to);
        match piece {
            Some(piece) if usize::from(piece.start) <= from => {
                let part = piece.clipped(from as u16, to as u16);
                (Run::From(part.source), part.end().into())
            }
            _ => {
                let limit = piece.map_or(to, |piece| piece.start.into());
                (Run::Unwritten, from + rough.plain.zeros_from(from, limit))
            }
        }
    }
}

impl Rough {
    /// Cuts the bytes from `from` to `to` out of the pieces.
    fn cut(&mut self, from: u16, to: u16) {
        let first = self.pieces.partition_point(|piece| piece.end() <= from);
        let last = first + self.pieces[first..].partition_point(|piece| piece.start < to);
        if first == last {
            return;
        }
        let (head, tail) = (self.pieces[first], self.pieces[last - 1]);
        let before = (head.start < from).then(|| head.clipped(head.start, from));
        let after = (tail.end() > to).then(|| tail.clipped(to, tail.end()));
        self.pieces.splice(first..last, before.into_iter().chain(after));
    }
}

/// The little-endian word of `count` bytes at `at`, if there are so many.
#[inline(always)]
fn load(bytes: &[u8], at: usize, count: u32) -> Option<u64> {
    // If the sum wraps, the range is none.
    let bytes = bytes.get(at..at.wrapping_add(count as usize))?;
    Some(match count {
        1 => bytes[0].into(),
        2 => u16::from_le_bytes(*bytes.first_chunk()?).into(),
        4 => u32::from_le_bytes(*bytes.first_chunk()?).into(),
        8 => u64::from_le_bytes(*bytes.first_chunk()?),
        _ => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    })
}

/// Stores the low `count` bytes of `word` at `at`, if there is room.
#[inline(always)]
fn store(bytes: &mut [u8], at: usize, count: u32, word: u64) -> bool {
    let Some(bytes) = bytes.get_mut(at..at.wrapping_add(count as usize)) else { return false };
    match count {
        1 => bytes[0] = word as u8,
        2 => bytes.copy_from_slice(&(word as u16).to_le_bytes()),
        4 => bytes.copy_from_slice(&(word as u32).to_le_bytes()),
        8 => bytes.copy_from_slice(&word.to_le_bytes()),
        _ => bytes.copy_from_slice(&word.to_le_bytes()[..count as usize]),
    }
    true
}
