//! Accesses at symbolic offsets, by the array form of an object: an update list whose element at every offset is the byte
//! there.
//!
//! The form is made at the first such access, over the array that the bytes come from already (where most were never written:
//! the array of those) or over a table of the known bytes, whichever needs fewer stores, and is kept. Later writes at known offsets note what they changed, and the
//! next symbolic access stores only that; when there is too much of it, the form is made anew, so that the work is
//! bounded by the writes. A write at a symbolic offset makes the new update list the source of the bytes it may reach, as
//! far as the bounds of the offset tell; all others stay what they are.

use braid_expr::{ExprId, ExprPool, Node, Table, UpdateId};
use smallvec::SmallVec;

use super::contents::Contents;
use super::page::{Run, Source};
use super::table_read;
use crate::value::Value;

/// Width of the index of every array that memory reads: no object is larger than 2^32 bytes, and half the bits make
/// half the work for a solver.
pub const INDEX_WIDTH: u32 = 32;

/// How many bytes may be written before the form is made anew, and a sixteenth of the object's bytes more: a longer list
/// makes reads dearer, a new table for each write would take memory without bound.
const STALE: u64 = 64;

/// Through how many operators an offset is narrowed to the width of an index.
pub(super) const NARROW: u32 = 8;

/// The array form of an object.
#[derive(Clone, Debug)]
pub(super) struct ArrayForm {
    updates: UpdateId,
    /// What was written since it was brought up to date, as offset and length.
    stale: Vec<(u64, u64)>,
    /// How many bytes were written since it was made.
    bytes: u64,
}

impl ArrayForm {
    /// An array form that is up to date.
    pub(super) fn new(updates: UpdateId) -> ArrayForm {
        ArrayForm { updates, stale: Vec::new(), bytes: 0 }
    }
    /// The update list, whether or not it is up to date.
    pub(super) fn list(&self) -> UpdateId {
        self.updates
    }
    /// The update list, if nothing was written since.
    pub(super) fn current(&self) -> Option<UpdateId> {
        self.stale.is_empty().then_some(self.updates)
    }
    /// Notes that bytes of an object of `capacity` were written. False if so many were that the form is made better anew.
    pub(super) fn touch(&mut self, offset: u64, len: u64, capacity: u64) -> bool {
        match self.stale.last_mut() {
            Some(last) if *last == (offset, len) => return true,
            Some(last) if last.0 + last.1 == offset => last.1 += len,
            _ => self.stale.push((offset, len)),
        }
        self.bytes += len;
        self.bytes <= STALE + capacity / 16
    }
}

impl Contents {
    /// The `bytes` bytes at `offset`, a term of 64 bits whose values are offsets within the capacity.
    pub fn read_at(&mut self, pool: &mut ExprPool, offset: ExprId, bytes: u32) -> Value {
        if let Some(offset) = pool.as_u64(offset) {
            return self.read(pool, offset, bytes);
        }
        let updates = self.array(pool);
        let whole = table_read::read(pool, updates, offset, bytes).unwrap_or_else(|| {
            let index = narrow(pool, offset, NARROW);
            read_bytes(pool, updates, index, bytes)
        });
        Value::of(pool, whole)
    }
    /// Stores `value`, of `8 * bytes` bits, at `offset`, a term of 64 bits whose values are offsets within the capacity.
    pub fn write_at(&mut self, pool: &mut ExprPool, offset: ExprId, bytes: u32, value: Value) {
        if let Some(offset) = pool.as_u64(offset) {
            return self.write(pool, offset, bytes, value);
        }
        let (mut updates, index) = (self.array(pool), narrow(pool, offset, NARROW));
        let value = value.term(pool, 8 * bytes);
        for byte in 0..bytes {
            let (at, part) = (plus(pool, index, byte), pool.extract(value, 8 * byte, 8));
            updates = pool.store(updates, at, part);
        }
        let (low, high) = pool.bounds(offset);
        let end = high.saturating_add(bytes.into()).min(self.capacity());
        let low = low.min(end);
        self.set_run(low, end - low, Source::Array { updates, index: low as u32 });
        self.set_form(ArrayForm::new(updates));
    }
    /// The array form: an update list whose element at every offset is the byte there.
    pub fn array(&mut self, pool: &mut ExprPool) -> UpdateId {
        let Some(form) = self.form_mut() else {
            let updates = self.make_array(pool);
            self.set_form(ArrayForm::new(updates));
            return updates;
        };
        let (mut updates, stale) = (form.updates, core::mem::take(&mut form.stale));
        for (offset, len) in stale {
            updates = self.store_range(pool, updates, offset, len);
        }
        self.form_mut().expect("just seen").updates = updates;
        updates
    }
    /// The array form made from nothing.
    fn make_array(&self, pool: &mut ExprPool) -> UpdateId {
        let base = self.main_source(pool);
        let mut updates = base.unwrap_or_else(|| {
            let table = Table::from_bytes(self.known_bytes());
            let array = pool.constant_array("table", table, INDEX_WIDTH, 8);
            pool.base(array)
        });
        for (start, end, run) in self.runs(0, self.capacity()) {
            let in_place = match run {
                Run::Plain => base.is_none(),
                Run::Unwritten | Run::From(_) => base.is_some() && base == self.in_place(pool, run, start),
            };
            if !in_place {
                updates = self.store_range(pool, updates, start, end - start);
            }
        }
        updates
    }
    /// The array that most bytes come from already, in place, if they are more than the known bytes.
    fn main_source(&self, pool: &mut ExprPool) -> Option<UpdateId> {
        let mut known = 0;
        let mut sources: SmallVec<[(UpdateId, u64); 4]> = SmallVec::new();
        for (start, end, run) in self.runs(0, self.capacity()) {
            if run == Run::Plain {
                known += end - start;
            } else if let Some(updates) = self.in_place(pool, run, start) {
                // The first of two equals stays first: runs of one array mostly follow each other.
                match sources.iter_mut().rev().find(|source| source.0 == updates) {
                    Some(source) => source.1 += end - start,
                    None => sources.push((updates, end - start)),
                }
            }
        }
        let best = sources.iter().rev().max_by_key(|source| source.1)?;
        (best.1 > known).then_some(best.0)
    }
    /// The array that a run at `start` is elements of at their own offsets, if there is one.
    fn in_place(&self, pool: &mut ExprPool, run: Run, start: u64) -> Option<UpdateId> {
        match Contents::named(run, self.unknown(), start) {
            Run::From(Source::Array { updates, index }) if u64::from(index) == start => Some(updates),
            Run::From(Source::Unwritten { unknown, index }) if u64::from(index) == start => Some(unknown.array(pool)),
            _ => None,
        }
    }
    /// Stores each byte of a range where it is.
    fn store_range(&self, pool: &mut ExprPool, updates: UpdateId, offset: u64, len: u64) -> UpdateId {
        (offset..offset + len).fold(updates, |updates, offset| {
            let byte = self.read(pool, offset, 1).term(pool, 8);
            let index = pool.bv(INDEX_WIDTH, offset);
            pool.store(updates, index, byte)
        })
    }
}

/// `bytes` elements from `index` on as one little-endian term.
pub(super) fn read_bytes(pool: &mut ExprPool, updates: UpdateId, index: ExprId, bytes: u32) -> ExprId {
    let low = pool.read(updates, index);
    (1..bytes).fold(low, |low, byte| {
        let at = plus(pool, index, byte);
        let high = pool.read(updates, at);
        pool.concat(high, low)
    })
}

/// `index + byte`.
fn plus(pool: &mut ExprPool, index: ExprId, byte: u32) -> ExprId {
    let byte = pool.bv(INDEX_WIDTH, byte.into());
    pool.add(index, byte)
}

/// The low bits of an offset, as an index. Sums and products are narrowed inside, so that the bounds of an index are
/// still told by its shape and bytes of neighbouring words are told apart.
pub(super) fn narrow(pool: &mut ExprPool, e: ExprId, depth: u32) -> ExprId {
    if depth > 0 {
        match pool.node(e) {
            Node::Add(a, b) => {
                let (a, b) = (narrow(pool, a, depth - 1), narrow(pool, b, depth - 1));
                return pool.add(a, b);
            }
            Node::Sub(a, b) => {
                let (a, b) = (narrow(pool, a, depth - 1), narrow(pool, b, depth - 1));
                return pool.sub(a, b);
            }
            Node::Mul(a, b) => {
                let (a, b) = (narrow(pool, a, depth - 1), narrow(pool, b, depth - 1));
                return pool.mul(a, b);
            }
            Node::Shl(a, b) if pool.as_u64(b).is_some_and(|by| by < INDEX_WIDTH.into()) => {
                let (a, b) = (narrow(pool, a, depth - 1), pool.trunc(b, INDEX_WIDTH));
                return pool.shl(a, b);
            }
            _ => {}
        }
    }
    pool.trunc(e, INDEX_WIDTH)
}
