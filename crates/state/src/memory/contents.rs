//! The bytes of an object: known ones as bytes, unknown ones as terms of the width they were stored with.
//!
//! A word that is stored as a term and read back at its width is the very same term; only where stores overlap are terms
//! taken apart. Accesses at symbolic offsets go through the array form, an update list over an array that has every byte
//! of the object; a write at a symbolic offset makes it the source of all bytes.
//!
//! Offsets are checked by the caller: an access outside the capacity is a mistake of the engine and panics.

use std::rc::Rc;

use braid_expr::{ArrayId, ArrayKind, ExprId, ExprPool, Table, UpdateId};
use smallvec::SmallVec;

use super::page::{PAGE, Page, Piece, Run, Source};
use crate::value::Value;

/// Width of the index of every array that memory reads: no object is larger than 2^32 bytes, and half the bits make
/// half the work for a solver.
pub const INDEX_WIDTH: u32 = 32;

/// Bytes of one object.
#[derive(Clone, Debug)]
pub struct Contents {
    pages: Pages,
    capacity: u64,
    /// The array form, if it was made since the last write.
    array: Option<UpdateId>,
}

#[derive(Clone, Debug)]
enum Pages {
    /// All there is: the common case needs no table and no count of sharers, since an object is copied to be written.
    One(Page),
    /// Full pages, the last one may be shorter.
    Many(Vec<Rc<Page>>),
}

impl Contents {
    /// `capacity` bytes that were never written.
    pub fn unwritten(capacity: u64) -> Contents {
        let bytes = usize::try_from(capacity).expect("a capacity is at most 2^32");
        let pages = if bytes <= PAGE {
            Pages::One(Page::unwritten(bytes))
        } else {
            let full = Rc::new(Page::unwritten(PAGE));
            let mut pages = vec![full; bytes / PAGE];
            if !bytes.is_multiple_of(PAGE) {
                pages.push(Rc::new(Page::unwritten(bytes % PAGE)));
            }
            Pages::Many(pages)
        };
        Contents { pages, capacity, array: None }
    }
    /// These bytes.
    pub fn of_bytes(bytes: &[u8]) -> Contents {
        let mut contents = Contents::unwritten(bytes.len() as u64);
        contents.write_bytes(0, bytes);
        contents
    }
    /// How many bytes there are.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    // Fast paths.

    /// The known word of `bytes` (1 to 8) at `offset`, if it is a matter of one look.
    #[inline]
    pub fn word(&self, offset: u64, bytes: u32) -> Option<u64> {
        match &self.pages {
            Pages::One(page) => page.word(offset as usize, bytes),
            Pages::Many(pages) => pages.get(offset as usize / PAGE)?.word(offset as usize % PAGE, bytes),
        }
    }
    /// Stores a known word of `bytes` (1 to 8) at `offset`, which are within the capacity; false if it is no simple
    /// matter and was not done.
    #[inline]
    pub fn set_word(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        self.array = None;
        match &mut self.pages {
            Pages::One(page) => page.set_word(offset as usize, bytes, word),
            Pages::Many(pages) => {
                let page = pages.get_mut(offset as usize / PAGE).and_then(Rc::get_mut);
                page.is_some_and(|page| page.set_word(offset as usize % PAGE, bytes, word))
            }
        }
    }

    // Known offsets.

    /// The `bytes` bytes at `offset` as one little-endian value.
    pub fn read(&self, pool: &mut ExprPool, offset: u64, bytes: u32) -> Value {
        if bytes <= 8
            && let Some(word) = self.word(offset, bytes)
        {
            return Value::Word(word);
        }
        let end = self.end(offset, bytes.into());
        let (mut at, mut whole) = (offset, None);
        while at < end {
            let (run, until) = self.run(at, end);
            let part = self.part(pool, run, at, (until - at) as u32);
            whole = Some(whole.map_or(part, |low| pool.concat(part, low)));
            at = until;
        }
        Value::of(pool, whole.expect("a read has at least one byte"))
    }
    /// Stores `value`, of `8 * bytes` bits, at `offset`.
    pub fn write(&mut self, pool: &ExprPool, offset: u64, bytes: u32, value: Value) {
        self.end(offset, bytes.into());
        match value {
            Value::Word(word) => {
                debug_assert!(bytes <= 8, "a word has at most 8 bytes");
                self.write_bytes(offset, &word.to_le_bytes()[..bytes as usize]);
            }
            Value::Term(term) => match pool.as_const(term) {
                Some(value) => {
                    let all: SmallVec<[u8; 32]> = value.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
                    self.write_bytes(offset, &all[..bytes as usize]);
                }
                None => self.set_run(offset, bytes.into(), Source::Term { term, skip: 0 }),
            },
        }
    }
    /// Stores known bytes.
    pub fn write_bytes(&mut self, offset: u64, bytes: &[u8]) {
        self.end(offset, bytes.len() as u64);
        self.array = None;
        let mut done = 0;
        while done < bytes.len() {
            let (page, at, room) = self.page_mut(offset + done as u64);
            let part = &bytes[done..bytes.len().min(done + room)];
            page.set_bytes(at, part.iter().copied());
            done += part.len();
        }
    }
    /// Stores `len` times the same byte.
    pub fn fill(&mut self, offset: u64, len: u64, byte: u8) {
        let end = self.end(offset, len);
        self.array = None;
        let mut from = offset;
        while from < end {
            let (page, at, room) = self.page_mut(from);
            let part = (end - from).min(room as u64);
            page.set_bytes(at, core::iter::repeat_n(byte, part as usize));
            from += part;
        }
    }
    /// Copies `len` bytes from `from` in `source` to `to`; words stay words, bytes that were never written stay so.
    pub fn copy_from(&mut self, source: &Contents, from: u64, to: u64, len: u64) {
        let end = source.end(from, len);
        self.end(to, len);
        self.array = None;
        let mut at = from;
        while at < end {
            let (run, until) = source.run(at, end);
            let (to, len) = (to + (at - from), until - at);
            match run {
                Run::Plain => {
                    let (page, start) = source.page(at);
                    let bytes: SmallVec<[u8; 64]> = (start..start + len as usize).map(|at| page.byte(at)).collect();
                    self.write_bytes(to, &bytes);
                }
                Run::Unwritten => self.forget(to, len),
                Run::From(source) => self.set_run(to, len, source),
            }
            at = until;
        }
    }
    /// Whether all these bytes were written. A write at a symbolic offset counts for every byte it may reach.
    pub fn initialised(&self, offset: u64, bytes: u64) -> bool {
        let end = self.end(offset, bytes);
        let mut at = offset;
        while at < end {
            let (run, until) = self.run(at, end);
            if run == Run::Unwritten {
                return false;
            }
            at = until;
        }
        true
    }
    /// Makes all bytes the elements of an array with [`INDEX_WIDTH`] and 8-bit elements.
    pub fn make_symbolic(&mut self, pool: &mut ExprPool, array: ArrayId) {
        let updates = pool.base(array);
        self.set_run(0, self.capacity, Source::Array { updates, index: 0 });
        self.array = Some(updates);
    }
    /// Makes `len` bytes from `offset` on the first elements of an array with [`INDEX_WIDTH`] and 8-bit elements.
    pub fn make_part_symbolic(&mut self, pool: &mut ExprPool, offset: u64, len: u64, array: ArrayId) {
        let updates = pool.base(array);
        self.set_run(offset, len, Source::Array { updates, index: 0 });
    }

    // Symbolic offsets.

    /// The `bytes` bytes at `offset`, a term of 64 bits whose values are offsets within the capacity.
    pub fn read_at(&mut self, pool: &mut ExprPool, offset: ExprId, bytes: u32) -> Value {
        if let Some(offset) = pool.as_u64(offset) {
            return self.read(pool, offset, bytes);
        }
        let (updates, index) = (self.array(pool), pool.trunc(offset, INDEX_WIDTH));
        let mut whole = None;
        for byte in 0..bytes {
            let at = plus(pool, index, byte);
            let part = pool.read(updates, at);
            whole = Some(whole.map_or(part, |low| pool.concat(part, low)));
        }
        Value::of(pool, whole.expect("a read has at least one byte"))
    }
    /// Stores `value`, of `8 * bytes` bits, at `offset`, a term of 64 bits whose values are offsets within the capacity.
    pub fn write_at(&mut self, pool: &mut ExprPool, offset: ExprId, bytes: u32, value: Value) {
        if let Some(offset) = pool.as_u64(offset) {
            return self.write(pool, offset, bytes, value);
        }
        let (mut updates, index) = (self.array(pool), pool.trunc(offset, INDEX_WIDTH));
        let value = value.term(pool, 8 * bytes);
        for byte in 0..bytes {
            let (at, part) = (plus(pool, index, byte), pool.extract(value, 8 * byte, 8));
            updates = pool.store(updates, at, part);
        }
        self.set_run(0, self.capacity, Source::Array { updates, index: 0 });
        self.array = Some(updates);
    }
    /// The array form: an update list whose element at every offset is the byte there.
    pub fn array(&mut self, pool: &mut ExprPool) -> UpdateId {
        if let Some(updates) = self.array {
            return updates;
        }
        let base = self.main_source();
        let mut updates = base.unwrap_or_else(|| self.table(pool));
        let mut at = 0;
        while at < self.capacity {
            let (run, until) = self.run(at, self.capacity);
            let known = matches!(run, Run::Plain | Run::Unwritten);
            let covered = if known { base.is_none() } else { base.is_some_and(|base| run == own_array(base, at)) };
            if !covered {
                for offset in at..until {
                    let byte = self.read(pool, offset, 1).term(pool, 8);
                    let index = pool.bv(INDEX_WIDTH, offset);
                    updates = pool.store(updates, index, byte);
                }
            }
            at = until;
        }
        self.array = Some(updates);
        updates
    }
    /// The array that most bytes already come from, in place, if they are more than the known bytes.
    fn main_source(&self) -> Option<UpdateId> {
        let (mut at, mut known) = (0, 0);
        let mut sources: SmallVec<[(UpdateId, u64); 4]> = SmallVec::new();
        while at < self.capacity {
            let (run, until) = self.run(at, self.capacity);
            match run {
                Run::Plain | Run::Unwritten => known += until - at,
                Run::From(Source::Array { updates, index }) if u64::from(index) == at => {
                    match sources.iter_mut().find(|source| source.0 == updates) {
                        Some(source) => source.1 += until - at,
                        None => sources.push((updates, until - at)),
                    }
                }
                Run::From(_) => {}
            }
            at = until;
        }
        // Of equals the first one met.
        let best = sources.iter().rev().max_by_key(|source| source.1)?;
        (best.1 > known).then_some(best.0)
    }
    /// The known bytes as a constant array.
    fn table(&self, pool: &mut ExprPool) -> UpdateId {
        let bytes: Box<[u8]> = (0..self.capacity)
            .map(|offset| {
                let (page, at) = self.page(offset);
                page.byte(at)
            })
            .collect();
        let array = pool.array("table", ArrayKind::Constant(Table::from_bytes(bytes)), INDEX_WIDTH, 8);
        pool.base(array)
    }

    // Pages.

    /// The end of the range, which lies within the capacity.
    fn end(&self, offset: u64, len: u64) -> u64 {
        let end = offset.checked_add(len).filter(|&end| end <= self.capacity);
        end.expect("an access lies within the capacity")
    }
    fn page(&self, offset: u64) -> (&Page, usize) {
        let offset = offset as usize;
        match &self.pages {
            Pages::One(page) => (page, offset),
            Pages::Many(pages) => (&pages[offset / PAGE], offset % PAGE),
        }
    }
    /// The page of an offset to be written, the offset in it, and how many bytes it has from there on.
    fn page_mut(&mut self, offset: u64) -> (&mut Page, usize, usize) {
        let offset = offset as usize;
        match &mut self.pages {
            Pages::One(page) => (page, offset, PAGE - offset),
            Pages::Many(pages) => (Rc::make_mut(&mut pages[offset / PAGE]), offset % PAGE, PAGE - offset % PAGE),
        }
    }
    /// What the bytes from `from` on are, and where their run ends, at most at `to`.
    fn run(&self, from: u64, to: u64) -> (Run, u64) {
        let (page, at) = self.page(from);
        let limit = PAGE.min(at + (to - from) as usize);
        let (run, end) = page.run(at, limit);
        (run, from + (end - at) as u64)
    }
    /// The term of `bytes` bytes at `offset`, all of one run.
    fn part(&self, pool: &mut ExprPool, run: Run, offset: u64, bytes: u32) -> ExprId {
        match run {
            Run::Plain | Run::Unwritten => {
                let (page, at) = self.page(offset);
                let limbs: SmallVec<[u64; 4]> = (0..bytes as usize)
                    .step_by(8)
                    .map(|limb| {
                        let end = (limb + 8).min(bytes as usize);
                        (limb..end).rev().fold(0, |word, i| word << 8 | u64::from(page.byte(at + i)))
                    })
                    .collect();
                pool.bv_wide(8 * bytes, &limbs)
            }
            Run::From(Source::Term { term, skip }) => pool.extract(term, 8 * skip, 8 * bytes),
            Run::From(Source::Array { updates, index }) => {
                let mut whole = None;
                for byte in 0..bytes {
                    let at = pool.bv(INDEX_WIDTH, u64::from(index) + u64::from(byte));
                    let part = pool.read(updates, at);
                    whole = Some(whole.map_or(part, |low| pool.concat(part, low)));
                }
                whole.expect("a run has at least one byte")
            }
        }
    }
    /// Lets the bytes come from `source`.
    fn set_run(&mut self, offset: u64, len: u64, source: Source) {
        let end = self.end(offset, len);
        self.array = None;
        let mut from = offset;
        while from < end {
            let (page, at, room) = self.page_mut(from);
            let part = (end - from).min(room as u64);
            let source = source.skipped((from - offset) as u32);
            page.set_piece(Piece { start: at as u16, len: part as u16, source });
            from += part;
        }
    }
    /// Makes the bytes ones that were never written.
    fn forget(&mut self, offset: u64, len: u64) {
        let end = self.end(offset, len);
        let mut from = offset;
        while from < end {
            let (page, at, room) = self.page_mut(from);
            let part = (end - from).min(room as u64);
            page.forget(at as u16, at as u16 + part as u16);
            from += part;
        }
    }
}

/// The run of an object whose byte at `at` is the element of `updates` there.
fn own_array(updates: UpdateId, at: u64) -> Run {
    Run::From(Source::Array { updates, index: at as u32 })
}

/// `index + byte`.
fn plus(pool: &mut ExprPool, index: ExprId, byte: u32) -> ExprId {
    let byte = pool.bv(INDEX_WIDTH, byte.into());
    pool.add(index, byte)
}
