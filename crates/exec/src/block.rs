//! Copies and fills of many bytes, also of a computed number of them.
//!
//! A computed length is handled without forking: each byte that may be written becomes a choice between the new and
//! the old one. That is exact; it costs one choice for each byte up to the largest length that fits.

use braid_expr::{ArrayId, ExprId};
use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_state::memory::INDEX_WIDTH;
use braid_state::{State, Value, algebra};

use crate::access::{Intent, Spot, Spots};
use crate::decide::Sides;
use crate::executor::Executor;
use crate::stop::{Case, Ending, Split, SplitKind, Stop, Then};

/// Bytes of a block that are copied or filled at once.
const PIECE: u64 = 1 << 20;
/// Bytes of a block that take a unit of work, for whoever counts it.
const BYTES_OF_UNIT: u64 = 64;
/// Units of work that a byte takes which is written as a term.
const UNITS_OF_BYTE: u64 = 16;
/// Longer blocks of a computed length, or at a computed place, are refused.
const MAX_COMPUTED: u64 = 1 << 16;

impl Executor {
    /// As C's memmove; `size` is a value of 64 bits.
    pub fn copy_memory(&mut self, state: &mut State, to: Value, from: Value, size: Value) -> Result<(), Stop> {
        if size == Value::Word(0) || self.copy_leaves(state, to, from, size)? {
            return Ok(());
        }
        let target = self.locate_block(state, to, size, Intent::Write)?;
        let source = self.locate_block(state, from, size, Intent::Read)?;
        match (target, source) {
            (Some(target), Some(source)) => self.copy_spots(state, target, source, size),
            _ => Ok(()),
        }
    }

    /// As C's memset; `byte` is a value of 8 bits, `size` one of 64.
    pub fn fill_memory(&mut self, state: &mut State, to: Value, byte: Value, size: Value) -> Result<(), Stop> {
        if size == Value::Word(0) || self.fill_leaves(state, to, byte, size)? {
            return Ok(());
        }
        let Some(target) = self.locate_block(state, to, size, Intent::Write)? else { return Ok(()) };
        if let (Value::Word(offset), Value::Word(byte), Value::Word(size)) = (target.offset, byte, size) {
            return self.in_pieces(size, |this, at, piece| {
                let object = state.memory.find_mut(target.base).expect("a spot is in an object");
                object.contents.fill(offset + at, piece, byte as u8);
                this.spend(piece / BYTES_OF_UNIT)
            });
        }
        let count = self.most(state, &[target], size)?;
        (0..count).try_for_each(|at| self.write_byte(state, target, size, at, byte))
    }

    /// The bytes at an address, as many as `size` (a value of 64 bits) can be.
    pub fn read_block(&mut self, state: &mut State, addr: Value, size: Value) -> Result<Vec<Value>, Stop> {
        if size == Value::Word(0) {
            return Ok(Vec::new());
        }
        let Some(spot) = self.locate_block(state, addr, size, Intent::Read)? else { return Ok(Vec::new()) };
        let count = self.most(state, &[spot], size)?;
        self.read_bytes(state, spot, count)
    }

    /// Where a block of `size` bytes (a value of 64 bits) lies, if all of it may be accessed; none if it has no bytes. A block
    /// without bytes lies anywhere, also behind a null pointer: where a block cannot lie, the state splits on its size.
    pub fn locate_block(
        &mut self,
        state: &State,
        addr: Value,
        size: Value,
        intent: Intent,
    ) -> Result<Option<Spot>, Stop> {
        let Value::Term(length) = size else {
            return if size == Value::Word(0) { Ok(None) } else { self.one_spot(state, addr, size, intent).map(Some) };
        };
        self.refuse_uninitialized(state, length)?;
        match self.one_spot(state, addr, size, intent) {
            Err(Stop::End(ending @ Ending::Fault(_))) => self.unless_empty(state, length, ending),
            located => located.map(Some),
        }
    }

    /// None if a length is zero; where it may also be another, the path ends for those.
    fn unless_empty(&mut self, state: &State, length: ExprId, ending: Ending) -> Result<Option<Spot>, Stop> {
        let zero = self.pool.zero(64);
        let empty = self.pool.eq(length, zero);
        match self.sides(state, empty)? {
            Sides::Always | Sides::Kept(true) => Ok(None),
            Sides::Never | Sides::Kept(false) => Err(Stop::End(ending)),
            Sides::Both => {
                let some = self.pool.not(empty);
                let cases = vec![
                    Case { condition: empty, then: Then::Again },
                    Case { condition: some, then: Then::End(ending) },
                ];
                Err(Stop::Split(Split { why: SplitKind::Check, cases }))
            }
        }
    }

    /// The one place an address leads to; the state is split if there may be several.
    pub fn one_spot(&mut self, state: &State, addr: Value, size: Value, intent: Intent) -> Result<Spot, Stop> {
        match self.locate(state, addr, size, intent)? {
            Spots::One(spot) => Ok(spot),
            Spots::Several(list) => {
                let cases = list.into_iter().map(|(condition, _)| Case { condition, then: Then::Again }).collect();
                Err(Stop::Split(Split { why: SplitKind::Pointer, cases }))
            }
        }
    }

    /// Copies between two places that were checked.
    pub(crate) fn copy_spots(&mut self, state: &mut State, to: Spot, from: Spot, size: Value) -> Result<(), Stop> {
        if let (Value::Word(into), Value::Word(out), Value::Word(size)) = (to.offset, from.offset, size) {
            state.memory.name_unwritten(from.base, out, size);
            let source = state.memory.find(from.base).expect("a spot is in an object").contents.clone();
            return self.in_pieces(size, |this, at, piece| {
                let target = state.memory.find_mut(to.base).expect("a spot is in an object");
                target.contents.copy_from(&source, out + at, into + at, piece);
                this.spend(piece / BYTES_OF_UNIT)
            });
        }
        let count = self.most(state, &[to, from], size)?;
        let bytes = self.read_bytes(state, from, count)?;
        self.write_bytes(state, to, size, &bytes)
    }

    /// The bytes from a place on that was checked.
    fn read_bytes(&mut self, state: &mut State, from: Spot, count: u64) -> Result<Vec<Value>, Stop> {
        let mut byte = |at| {
            self.spend(UNITS_OF_BYTE)?;
            let spot = self.past(from, at);
            Ok(self.read(state, spot, 8))
        };
        (0..count).map(&mut byte).collect()
    }

    /// Carries out a block of known size in pieces, between which the run can be interrupted.
    fn in_pieces(
        &mut self,
        size: u64,
        mut carry_out: impl FnMut(&mut Self, u64, u64) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let pieces = size.div_ceil(PIECE);
        (0..pieces).try_for_each(|number| {
            let at = PIECE * number;
            carry_out(self, at, PIECE.min(size - at))
        })
    }

    /// Writes those of the bytes that lie before `size`.
    fn write_bytes(&mut self, state: &mut State, to: Spot, size: Value, bytes: &[Value]) -> Result<(), Stop> {
        (0..).zip(bytes).try_for_each(|(at, &byte)| self.write_byte(state, to, size, at, byte))
    }

    /// Writes a byte so far behind a place, if that lies before `size`.
    fn write_byte(&mut self, state: &mut State, to: Spot, size: Value, at: u64, byte: Value) -> Result<(), Stop> {
        let spot = self.past(to, at);
        let before_end = algebra::compare(&mut self.pool, IntPredicate::Ult, 64, Value::Word(at), size);
        let old = if before_end == Value::Word(1) { byte } else { self.read(state, spot, 8) };
        let new = algebra::select(&mut self.pool, 8, before_end, byte, old);
        self.write(state, spot, 8, new);
        self.spend(UNITS_OF_BYTE)
    }

    /// Writes those of the first `count` elements of an array that lie before `size`.
    pub fn write_elements(
        &mut self,
        state: &mut State,
        to: Spot,
        size: Value,
        array: ArrayId,
        count: u64,
    ) -> Result<(), Stop> {
        let updates = self.pool.base(array);
        let element = |at| {
            let index = self.pool.bv(INDEX_WIDTH, at);
            Value::Term(self.pool.read(updates, index))
        };
        let elements: Vec<Value> = (0..count).map(element).collect();
        self.write_bytes(state, to, size, &elements)
    }

    /// A place some bytes further on.
    fn past(&mut self, spot: Spot, bytes: u64) -> Spot {
        Spot { offset: algebra::binary(&mut self.pool, BinaryOp::Add, 64, spot.offset, Value::Word(bytes)), ..spot }
    }

    /// The largest number of bytes that `size` can be, given that as many fit behind each of the places.
    pub fn most(&mut self, state: &State, spots: &[Spot], size: Value) -> Result<u64, Stop> {
        let room = |spot: &Spot| {
            let capacity = state.memory.find(spot.base).map_or(0, |object| object.capacity());
            capacity.saturating_sub(spot.offset.word().unwrap_or(0))
        };
        let fits = spots.iter().map(room).min().unwrap_or(0);
        let most = match size {
            Value::Word(size) => size,
            Value::Term(size) => self.largest(state, size, fits)?,
        };
        let computed = size.word().is_none() || spots.iter().any(|spot| spot.offset.word().is_none());
        if computed && most > MAX_COMPUTED {
            return Err(Stop::unsupported(format!(
                "a block of {most} bytes at a computed place or of a computed length"
            )));
        }
        Ok(most)
    }
}
