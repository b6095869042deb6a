//! The bytes of an object: known ones as bytes, unknown ones as terms of the width they were stored with.
//!
//! A word that is stored as a term and read back at its width is the very same term; only where stores overlap are terms
//! taken apart. Accesses at symbolic offsets go through the array form, which is in [`array_form`](super::array_form).
//!
//! Offsets are checked by the caller: an access outside the capacity is a mistake of the engine and panics.

use braid_expr::{ArrayId, ExprId, ExprPool, SymbolClass, UpdateId};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::array_form::{ArrayForm, INDEX_WIDTH};
use super::page::{PAGE, Page, Piece, Run, Source};
use super::pages::Pages;
use super::unknown::{Element, Unknown};
use crate::value::Value;

/// Bytes of one object.
#[derive(Clone, Debug)]
pub struct Contents {
    /// All bytes if they fit one page, else none. It is not shared: an object is copied in order to be written.
    first: Page,
    /// What most objects do not have.
    extra: Option<Box<Extra>>,
    /// The name of the bytes that were never written, once one of them was read or copied.
    unknown: Option<Unknown>,
}

/// What only some objects have.
#[derive(Clone, Debug, Default)]
struct Extra {
    /// All pages, if there are more than one.
    pages: Pages,
    /// The array form, if there was an access at a symbolic offset.
    form: Option<ArrayForm>,
}

impl Contents {
    /// `capacity` bytes that were never written.
    pub fn unwritten(capacity: u64) -> Contents {
        let bytes = usize::try_from(capacity).expect("a capacity is at most 2^32");
        if bytes <= PAGE {
            return Contents { first: Page::unwritten(bytes), extra: None, unknown: None };
        }
        let extra = Extra { pages: Pages::unwritten(bytes), form: None };
        Contents { first: Page::unwritten(0), extra: Some(Box::new(extra)), unknown: None }
    }
    /// These bytes.
    pub fn of_bytes(bytes: &[u8]) -> Contents {
        let mut contents = Contents::unwritten(bytes.len() as u64);
        contents.write_bytes(0, bytes);
        contents
    }
    /// How many bytes there are.
    pub fn capacity(&self) -> u64 {
        self.pages().map_or(self.first.len(), Pages::bytes) as u64
    }

    // Fast paths.

    /// The known word of `bytes` (1 to 8) at `offset`, if it lies in one page, all of which is written and known.
    #[inline(always)]
    pub(super) fn plain_word(&self, offset: u64, bytes: u32) -> Option<u64> {
        let offset = offset as usize;
        if let Some(word) = self.first.plain_word(offset, bytes) {
            return Some(word);
        }
        self.extra.as_ref()?.pages.get(offset)?.plain_word(offset % PAGE, bytes)
    }
    /// The known word of `bytes` (1 to 8) at `offset`, if all are written, known and in one page.
    pub fn word(&self, offset: u64, bytes: u32) -> Option<u64> {
        match self.pages() {
            None => self.first.word(offset as usize, bytes),
            Some(pages) => pages.get(offset as usize)?.word(offset as usize % PAGE, bytes),
        }
    }
    /// Stores a known word of `bytes` (1 to 8) at `offset`, if it lies in one page, which is all written and known and
    /// shared with nobody, and no array form must learn of it; else nothing is done.
    #[inline(always)]
    pub(super) fn set_plain_word(&mut self, offset: u64, bytes: u32, word: u64) -> bool {
        let offset = offset as usize;
        match &mut self.extra {
            None => self.first.set_plain_word(offset, bytes, word),
            Some(extra) if extra.form.is_none() => {
                let page = extra.pages.get_mut(offset);
                page.is_some_and(|page| page.set_plain_word(offset % PAGE, bytes, word))
            }
            Some(_) => false,
        }
    }

    /// Stores a known word of `bytes` (1 to 8) at `offset`.
    pub fn set_word(&mut self, offset: u64, bytes: u32, word: u64) {
        if self.extra.is_some() || !self.first.set_word(offset as usize, bytes, word) {
            self.write_bytes(offset, &word.to_le_bytes()[..bytes as usize]);
        }
    }

    // Known offsets.

    /// Returns true if the bytes that were never written have a name.
    pub(super) fn is_named(&self) -> bool {
        self.unknown.is_some()
    }
    /// The name of the bytes that were never written.
    pub(super) fn unknown(&self) -> Option<Unknown> {
        self.unknown
    }
    /// Names the bytes that were never written.
    pub(super) fn name(&mut self, unknown: Unknown) {
        self.unknown = Some(unknown);
    }
    /// The name under which the byte at `offset` is read, if it was never written: none inside if it has no name yet.
    pub(crate) fn name_at(&self, offset: u64) -> Option<Option<Unknown>> {
        (!self.is_written(offset, 1)).then_some(self.unknown)
    }
    /// The unknown that the byte at `offset` is a copy of, if it is one.
    pub(crate) fn copied_unknown(&self, offset: u64) -> Option<Element> {
        match self.run(offset, offset + 1).0 {
            Run::From(Source::Unwritten { unknown, index }) => Some((unknown, index)),
            _ => None,
        }
    }
    /// Makes the byte at `offset` a copy of an unknown.
    pub(crate) fn set_copied_unknown(&mut self, offset: u64, (unknown, index): Element) {
        self.set_run(offset, 1, Source::Unwritten { unknown, index });
    }
    /// Returns true if a byte mentions one of some unknowns, but for those that are `meant`. Where terms do, that counts for all.
    pub(super) fn mentions(&self, pool: &ExprPool, elements: &FxHashSet<Element>, meant: impl Fn(u64) -> bool) -> bool {
        let is_open = |term: ExprId| pool.has_class(term, SymbolClass::Uninitialised);
        let form = self.extra.as_ref().and_then(|extra| extra.form.as_ref());
        let in_form = form.is_some_and(|form| is_open(form.list().node()));
        in_form
            || self.runs(0, self.capacity()).any(|(start, end, run)| match Contents::named(run, self.unknown, start) {
                Run::Plain | Run::Unwritten => false,
                Run::From(Source::Term { term, .. }) => is_open(term),
                Run::From(Source::Array { updates, .. }) => is_open(updates.node()),
                Run::From(Source::Unwritten { unknown, index }) => (start..end)
                    .any(|offset| elements.contains(&(unknown, index + (offset - start) as u32)) && !meant(offset)),
            })
    }
    /// Gives the bytes that were never written another name; those that have one keep it as copies.
    pub(super) fn rename(&mut self, unknown: Unknown) {
        if let Some(old) = self.unknown.replace(unknown).filter(|&old| old != unknown) {
            let runs: Vec<(u64, u64, Run)> = self.runs(0, self.capacity()).collect();
            for (start, end, _) in runs.into_iter().filter(|(.., run)| *run == Run::Unwritten) {
                self.set_run(start, end - start, Source::Unwritten { unknown: old, index: start as u32 });
            }
        }
    }
    /// The `bytes` bytes at `offset` as one little-endian value. Bytes that were never written are the unknowns of their name
    /// ([`Memory::name_unwritten`](super::Memory::name_unwritten)), and 0 if they have none: so they are to who only looks.
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
            let part = self.term_of_run(pool, run, at, (until - at) as u32);
            whole = Some(whole.map_or(part, |low| pool.concat(part, low)));
            at = until;
        }
        Value::of(pool, whole.expect("a read has at least one byte"))
    }
    /// The same, if all these bytes come from one term or one array and lie within the capacity.
    pub(super) fn read_stored(&self, pool: &mut ExprPool, offset: u64, bytes: u32) -> Option<Value> {
        let end = offset.checked_add(bytes.into()).filter(|&end| end <= self.capacity())?;
        match self.run(offset, end) {
            (run @ Run::From(Source::Term { .. } | Source::Array { .. }), until) if until == end => {
                let term = self.term_of_run(pool, run, offset, bytes);
                Some(Value::of(pool, term))
            }
            _ => None,
        }
    }
    /// The term that was stored in just these bytes, if there is one.
    pub fn stored_term(&self, pool: &ExprPool, offset: u64, bytes: u32) -> Option<ExprId> {
        match self.run(offset, self.end(offset, bytes.into())) {
            (Run::From(Source::Term { term, skip: 0 }), end) => {
                (end - offset == u64::from(bytes) && pool.width(term) == 8 * bytes).then_some(term)
            }
            _ => None,
        }
    }
    /// The array that the byte at `offset` comes from, if it was never written since.
    pub fn array_at(&self, offset: u64) -> Option<UpdateId> {
        match self.run(offset, offset + 1).0 {
            Run::From(Source::Array { updates, .. }) if offset < self.capacity() => Some(updates),
            _ => None,
        }
    }
    /// Stores `value`, of `8 * bytes` bits, at `offset`.
    pub fn write(&mut self, pool: &ExprPool, offset: u64, bytes: u32, value: Value) {
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
        self.each_page(offset, bytes.len() as u64, |page, at, done, len| {
            page.set_bytes(at, &bytes[done as usize..][..len]);
        });
    }
    /// Stores `len` times the same byte.
    pub fn fill(&mut self, offset: u64, len: u64, byte: u8) {
        self.each_page(offset, len, |page, at, _, len| page.fill(at, at + len, byte));
    }
    /// Copies `len` bytes from `from` in `source` to `to`; words stay words, bytes that were never written stay so. To
    /// move bytes within one object, copy from a clone.
    pub fn copy_from(&mut self, source: &Contents, from: u64, to: u64, len: u64) {
        let end = source.end(from, len);
        let mut at = from;
        while at < end {
            let (run, until) = source.run(at, end);
            let (to, len) = (to + (at - from), until - at);
            match run {
                Run::Plain => self.write_bytes(to, source.known(at, len)),
                Run::Unwritten => self.copy_unwritten(source.unknown, at, to, len),
                Run::From(source) => self.set_run(to, len, source),
            }
            at = until;
        }
    }
    /// Copies bytes from `from` in other contents that were never written. Without a name they are unwritten here, too.
    fn copy_unwritten(&mut self, unknown: Option<Unknown>, from: u64, to: u64, len: u64) {
        match unknown {
            Some(unknown) => self.set_run(to, len, Source::Unwritten { unknown, index: from as u32 }),
            None => self.each_page(to, len, |page, at, _, len| page.forget(at as u16, (at + len) as u16)),
        }
    }
    /// Returns true if all these bytes were written, if only by a copy of bytes that were not. A write at a symbolic offset counts
    /// for every byte it may reach.
    pub fn is_written(&self, offset: u64, len: u64) -> bool {
        self.runs(offset, len).all(|(_, _, run)| run != Run::Unwritten)
    }
    /// Returns true if all these bytes have a value that the program gave them: no byte is one that was never written, nor a copy of
    /// such a byte.
    pub fn initialised(&self, offset: u64, len: u64) -> bool {
        let lacking = |run| matches!(run, Run::Unwritten | Run::From(Source::Unwritten { .. }));
        self.runs(offset, len).all(|(_, _, run)| !lacking(run))
    }
    /// Makes all bytes the elements of an array with an index of [`INDEX_WIDTH`] and 8-bit elements.
    pub fn make_symbolic(&mut self, pool: &mut ExprPool, array: ArrayId) {
        let updates = pool.base(array);
        self.set_run(0, self.capacity(), Source::Array { updates, index: 0 });
        self.set_form(ArrayForm::new(updates));
    }
    /// Makes `len` bytes from `offset` on the first elements of an array with an index of [`INDEX_WIDTH`] and 8-bit
    /// elements.
    pub fn make_part_symbolic(&mut self, pool: &mut ExprPool, offset: u64, len: u64, array: ArrayId) {
        let updates = pool.base(array);
        self.set_run(offset, len, Source::Array { updates, index: 0 });
    }

    // For the array form.

    /// How many bytes the array form takes that there is not yet.
    pub fn bytes_of_form(&self) -> u64 {
        if self.has_form() { 0 } else { self.capacity() }
    }
    /// The array form, if there is one.
    pub(super) fn form_mut(&mut self) -> Option<&mut ArrayForm> {
        self.extra.as_mut()?.form.as_mut()
    }
    /// Returns true if there is an array form.
    pub(super) fn has_form(&self) -> bool {
        self.extra.as_ref().is_some_and(|extra| extra.form.is_some())
    }
    /// The array form, if there is one that is up to date.
    pub(super) fn form(&self) -> Option<UpdateId> {
        self.extra.as_ref()?.form.as_ref()?.current()
    }
    /// Sets the array form, which is up to date.
    pub(super) fn set_form(&mut self, form: ArrayForm) {
        self.extra.get_or_insert_default().form = Some(form);
    }
    /// Forgets the array form.
    pub(super) fn drop_form(&mut self) {
        if let Some(extra) = &mut self.extra {
            extra.form = None;
            if extra.pages.is_empty() {
                self.extra = None;
            }
        }
    }
    /// The runs of the bytes from `offset` on, with where they begin and end.
    pub(super) fn runs(&self, offset: u64, len: u64) -> impl Iterator<Item = (u64, u64, Run)> {
        let (mut at, end) = (offset, self.end(offset, len));
        core::iter::from_fn(move || {
            let start = (at < end).then_some(at)?;
            let (run, until) = self.run(at, end);
            at = until;
            Some((start, until, run))
        })
    }
    /// The known values of all bytes, 0 where there is none, without the zeros at the end: a large object of which little is
    /// used makes a small table.
    pub(super) fn known_bytes(&self) -> Box<[u8]> {
        let mut bytes: Vec<u8> = match self.pages() {
            None => self.first.bytes().into(),
            Some(pages) => {
                let used = pages.iter().enumerate().filter(|(_, page)| page.bytes().iter().any(|&byte| byte != 0));
                let count = used.last().map_or(0, |(last, _)| last + 1);
                // They may be a large part of the memory: it is taken once, at their size.
                let size = pages.iter().take(count).map(|page| page.bytes().len()).sum();
                let mut bytes = Vec::with_capacity(size);
                pages.iter().take(count).for_each(|page| bytes.extend_from_slice(page.bytes()));
                bytes
            }
        };
        bytes.truncate(bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1));
        bytes.into()
    }
    /// Lets the bytes come from `source`.
    pub(super) fn set_run(&mut self, offset: u64, len: u64, source: Source) {
        self.each_page(offset, len, |page, at, done, len| {
            page.set_piece(Piece { start: at as u16, len: len as u16, source: source.skipped(done as u32) });
        });
    }

    // For joins.

    /// How many bytes from `offset` on certainly are those of other contents, because they are the same in memory.
    pub(super) fn shared(&self, other: &Contents, offset: u64) -> u64 {
        let pages = self.pages().zip(other.pages());
        pages.map_or(0, |(mine, theirs)| mine.shared(theirs, offset as usize)) as u64
    }
    /// The offsets below `end` at which other contents may differ: all but those of bytes that are the same in memory.
    pub(crate) fn offsets_not_shared(&self, other: &Contents, end: u64) -> impl Iterator<Item = u64> {
        let same_names = self.unknown == other.unknown;
        let mut next = 0;
        core::iter::from_fn(move || {
            while same_names && next < end {
                match self.shared(other, next) {
                    0 => break,
                    shared => next += shared,
                }
            }
            let offset = (next < end).then_some(next)?;
            next += 1;
            Some(offset)
        })
    }
    /// Where the page ends that holds an offset.
    pub(super) fn page_end(&self, offset: u64) -> u64 {
        let end = (offset / PAGE as u64 + 1) * PAGE as u64;
        end.min(self.capacity())
    }
    /// The word of `bytes` (1 to 8) at `offset`, in one page, if all its bytes are known or were never written, which count as 0.
    pub(super) fn constant_word(&self, offset: u64, bytes: u32) -> Option<u64> {
        let constant = |run| matches!(run, Run::Plain | Run::Unwritten | Run::From(Source::Unwritten { .. }));
        let constant = self.runs(offset, bytes.into()).all(|(_, _, run)| constant(run));
        let word = || self.known(offset, bytes.into()).iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        constant.then(word)
    }

    // Pages.

    /// The pages, if there are more than one.
    fn pages(&self) -> Option<&Pages> {
        self.extra.as_ref().map(|extra| &extra.pages).filter(|pages| !pages.is_empty())
    }
    /// The end of the range, which lies within the capacity.
    fn end(&self, offset: u64, len: u64) -> u64 {
        let end = offset.checked_add(len).filter(|&end| end <= self.capacity());
        end.expect("an access lies within the capacity")
    }
    fn page(&self, offset: u64) -> (&Page, usize) {
        let page = self.pages().map(|pages| pages.get(offset as usize).expect("an access lies within the capacity"));
        page.map_or((&self.first, offset as usize), |page| (page, offset as usize % PAGE))
    }
    /// Calls `change` for each page of a range that is to be written, with where the range begins in the page, how many
    /// bytes of the range came before, and how many are in the page.
    fn each_page(&mut self, offset: u64, len: u64, mut change: impl FnMut(&mut Page, usize, u64, usize)) {
        let end = self.end(offset, len);
        let mut from = offset;
        while from < end {
            let at = from as usize % PAGE;
            let part = (PAGE - at).min((end - from) as usize);
            let page = match &mut self.extra {
                Some(extra) if !extra.pages.is_empty() => extra.pages.make_mut(from as usize),
                _ => &mut self.first,
            };
            change(page, at, from - offset, part);
            from += part as u64;
        }
        let capacity = self.capacity();
        if len > 0 && self.form_mut().is_some_and(|form| !form.touch(offset, len, capacity)) {
            self.drop_form();
        }
    }
    /// What the bytes from `from` on are, and where their run ends, at most at `to`.
    pub(super) fn run(&self, from: u64, to: u64) -> (Run, u64) {
        let (page, at) = self.page(from);
        let limit = page.len().min(at + (to - from) as usize);
        let (run, end) = page.run(at, limit);
        (run, from + (end - at) as u64)
    }
    /// The known values of bytes in one page.
    pub(super) fn known(&self, offset: u64, len: u64) -> &[u8] {
        let (page, at) = self.page(offset);
        &page.bytes()[at..at + len as usize]
    }
    /// A run, whose first byte is that at `offset`, as it is under a name for the bytes that were never written.
    pub(super) fn named(run: Run, unknown: Option<Unknown>, offset: u64) -> Run {
        match (run, unknown) {
            (Run::Unwritten, Some(unknown)) => Run::From(Source::Unwritten { unknown, index: offset as u32 }),
            _ => run,
        }
    }
    /// The term of `bytes` bytes at `offset`, all of one run.
    pub(super) fn term_of_run(&self, pool: &mut ExprPool, run: Run, offset: u64, bytes: u32) -> ExprId {
        match Contents::named(run, self.unknown, offset) {
            Run::Plain | Run::Unwritten => {
                let limbs = self.known(offset, bytes.into()).chunks(8);
                let limbs = limbs.map(|limb| limb.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
                let limbs: SmallVec<[u64; 4]> = limbs.collect();
                pool.bv_wide(8 * bytes, &limbs)
            }
            Run::From(Source::Term { term, skip }) => pool.extract(term, 8 * skip, 8 * bytes),
            Run::From(Source::Array { updates, index }) => {
                let index = pool.bv(INDEX_WIDTH, index.into());
                super::array_form::read_bytes(pool, updates, index, bytes)
            }
            Run::From(Source::Unwritten { unknown, index }) => {
                let (updates, index) = (unknown.array(pool), pool.bv(INDEX_WIDTH, index.into()));
                super::array_form::read_bytes(pool, updates, index, bytes)
            }
        }
    }
}
