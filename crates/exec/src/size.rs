//! What an allocation of symbolic size becomes.
//!
//! The bounded symbolic-size model (Trabish et al., ESEC/FSE 2021, section 3.1): an object has a size that may be a term, and
//! a capacity that is not, which is the most that the term can be. Three ways to get there are the paper's Base, ForkEager
//! and ForkLazy: one size, a path for each, or the term itself.
//!
//! Where we differ: sizes beyond the capacity are a case of their own, which ends its path with a test and a row in
//! `incomplete`; so nothing is left out in silence, and the cases cover everything. The same goes for the sizes that are
//! not the largest in the first way. And where even the smallest size is beyond the capacity, the capacity counts from there:
//! a header and a symbolic number of bytes behind it has room for that number.
//!
//! The slot that an object gets depends on the bound of its place and not on what the path knows, so that states which know
//! different things still have the object at the same address.

use core::fmt;

use braid_expr::ExprId;
use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_state::{State, Value, algebra};

use crate::decide::Sides;
use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::options::Sizes;
use crate::stack_size;
use crate::stop::{Case, Ending, Limit, Split, SplitKind, Stop, Then};

/// More sizes than this are not made paths at once, but by halves.
const SIZES_AT_ONCE: u64 = 1024;

/// Up to here a capacity that not even the smallest size fits is raised: a large object of which every byte may be unknown
/// costs time in every query.
const MAX_RAISED: u64 = 1 << 16;

/// What is said of a local variable that no stack has room for.
const TOO_LARGE: &str = "a local variable of more bytes than there is room for";

/// The bytes that an allocation gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// How many the program may use, 64 bits.
    pub size: Value,
    /// The most that the size can be.
    pub capacity: u64,
    /// What the place for it is made for: at least the capacity.
    pub room: u64,
}

/// Sizes that are left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SizeCut {
    /// Those beyond this capacity.
    Beyond(u64),
    /// Those below this, the largest that is possible.
    Below(u64),
}

impl fmt::Display for SizeCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeCut::Beyond(capacity) => {
                write!(f, "an allocation of symbolic size needs more than its capacity of {capacity} bytes")
            }
            SizeCut::Below(size) => {
                write!(f, "an allocation of symbolic size gets the largest, {size} bytes; smaller ones are left out")
            }
        }
    }
}

impl Extent {
    /// Of a known size.
    pub fn of(size: u64) -> Extent {
        Extent { size: Value::Word(size), capacity: size, room: size }
    }
}

impl Executor {
    /// What an allocation of some bytes (64 bits) gets; none if no object can be so large.
    pub fn extent(&mut self, state: &State, size: Value) -> Result<Option<Extent>, Stop> {
        match size {
            Value::Word(size) if size <= self.max_capacity() => Ok(Some(Extent::of(size))),
            Value::Word(size) => self.too_large(size),
            Value::Term(size) => {
                self.refuse_uninitialized(state, size)?;
                let (func, pc) = self.here(state);
                let capacity = self.options.capacities.at(&self.program.place(func, pc));
                self.symbolic_extent(state, size, capacity)
            }
        }
    }

    /// What a local array of some elements gets.
    pub(crate) fn local_extent(&mut self, state: &State, count: Value, unit: u64) -> Result<Extent, Stop> {
        let too_large = || Fault::new(FaultKind::StackOverflow, TOO_LARGE);
        if unit == 0 {
            return Ok(Extent::of(0));
        }
        let most = self.max_capacity() / unit;
        let fits = algebra::compare(&mut self.pool, IntPredicate::Ule, 64, count, Value::Word(most));
        self.require(state, fits, too_large)?;
        let bytes = algebra::binary(&mut self.pool, BinaryOp::Mul, 64, count, Value::Word(unit));
        self.extent(state, bytes)?.ok_or_else(|| Stop::End(Ending::Fault(too_large())))
    }

    /// The same, for one that its frame has no room for; beside it, how much of the stack is taken afterwards.
    pub(crate) fn dynamic_extent(&mut self, state: &State, count: Value, unit: u64) -> Result<(Extent, Value), Stop> {
        let most = self.max_capacity().checked_div(unit).unwrap_or(u64::MAX);
        let fits = algebra::compare(&mut self.pool, IntPredicate::Ule, 64, count, Value::Word(most));
        self.require(state, fits, || Fault::new(FaultKind::StackOverflow, TOO_LARGE))?;
        let bytes = algebra::binary(&mut self.pool, BinaryOp::Mul, 64, count, Value::Word(unit));
        let rounded = stack_size::rounded(&mut self.pool, bytes);
        let used = self.take_stack(state, rounded)?;
        Ok((self.local_extent(state, count, unit)?, used))
    }

    fn symbolic_extent(&mut self, state: &State, size: ExprId, capacity: u64) -> Result<Option<Extent>, Stop> {
        let mut capacity = capacity;
        let mut within = self.at_most(size, capacity);
        let mut sides = self.sides(state, within)?;
        if sides == Sides::Never {
            let smallest = self.smallest(state, size, capacity + 1)?;
            if smallest > self.max_capacity() {
                return self.too_large(smallest);
            }
            if smallest > MAX_RAISED {
                return Err(Stop::End(Ending::Limit(Limit::Size(SizeCut::Beyond(capacity)))));
            }
            capacity = smallest.saturating_add(capacity).min(self.max_capacity());
            within = self.at_most(size, capacity);
            sides = self.sides(state, within)?;
        }
        if sides == Sides::Both {
            return Err(self.cut_beyond(within, capacity));
        }
        let largest = self.largest(state, size, capacity)?;
        let constant = self.pool.bv(64, largest);
        let is_largest = self.pool.eq(size, constant);
        if self.certain(state, is_largest)? {
            return Ok(Some(Extent { room: capacity, ..Extent::of(largest) }));
        }
        match self.options.sizes {
            Sizes::Lazy => Ok(Some(Extent { size: Value::Term(size), capacity: largest, room: capacity })),
            Sizes::Max => Err(self.cut_below(is_largest, largest)),
            Sizes::Eager => Err(self.each_size(state, size, largest)?),
        }
    }

    /// The path goes on with the sizes within the capacity; the others are told.
    fn cut_beyond(&mut self, within: ExprId, capacity: u64) -> Stop {
        let beyond = self.pool.not(within);
        cut(within, beyond, SizeCut::Beyond(capacity))
    }

    /// The path goes on with the largest size; the others are told.
    fn cut_below(&mut self, is_largest: ExprId, largest: u64) -> Stop {
        let below = self.pool.not(is_largest);
        cut(is_largest, below, SizeCut::Below(largest))
    }

    /// A path for each size, or for each half of them if they are too many.
    fn each_size(&mut self, state: &State, size: ExprId, largest: u64) -> Result<Stop, Stop> {
        let smallest = self.smallest(state, size, 0)?;
        let mut cases = Vec::new();
        if largest - smallest < SIZES_AT_ONCE {
            for some in smallest..=largest {
                let constant = self.pool.bv(64, some);
                let condition = self.pool.eq(size, constant);
                if self.possible(state, condition)? {
                    cases.push(Case { condition, then: Then::Again });
                }
            }
        } else {
            let condition = self.at_most(size, smallest + (largest - smallest) / 2);
            let above = self.pool.not(condition);
            cases.extend([condition, above].map(|condition| Case { condition, then: Then::Again }));
        }
        Ok(Stop::Split(Split { why: SplitKind::Size, cases }))
    }

    /// The largest object.
    fn max_capacity(&self) -> u64 {
        self.program.addresses.max_capacity()
    }

    /// What an allocation of at least this many bytes gets, more than are modelled: nothing, if no machine has as many. Some
    /// machines have them, so otherwise the path ends.
    fn too_large(&self, size: u64) -> Result<Option<Extent>, Stop> {
        if size >= self.program.addresses.impossible_size() {
            return Ok(None);
        }
        let most = self.max_capacity();
        Err(Stop::unsupported(format!("an allocation of {size} bytes, more than the {most} that are modelled")))
    }

    fn at_most(&mut self, size: ExprId, limit: u64) -> ExprId {
        let limit = self.pool.bv(64, limit);
        self.pool.ule(size, limit)
    }

    /// The largest value of a term of 64 bits where a state stands, which is known to be at most `limit`.
    pub(crate) fn largest(&mut self, state: &State, term: ExprId, limit: u64) -> Result<u64, Stop> {
        let mut high = self.pool.bounds(term).1.min(limit);
        let mut low = self.some_value(state, term)?.to_u64().expect("at most 64 bits").min(high);
        // Mostly everything up to the limit is possible.
        let mut middle = high;
        while low < high {
            let bound = self.pool.bv(64, middle);
            let reached = self.pool.ule(bound, term);
            if self.possible(state, reached)? {
                low = middle;
            } else {
                high = middle - 1;
            }
            middle = low + (high - low).div_ceil(2);
        }
        Ok(low)
    }

    /// The smallest value of a term of 64 bits where a state stands, which is known to be at least `limit`.
    pub(crate) fn smallest(&mut self, state: &State, term: ExprId, limit: u64) -> Result<u64, Stop> {
        let mut low = self.pool.bounds(term).0.max(limit);
        let mut high = self.some_value(state, term)?.to_u64().expect("at most 64 bits").max(low);
        let mut middle = low;
        while low < high {
            let reached = self.at_most(term, middle);
            if self.possible(state, reached)? {
                high = middle;
            } else {
                low = middle + 1;
            }
            middle = low + (high - low) / 2;
        }
        Ok(low)
    }
}

/// The path goes on where a condition holds; elsewhere it ends with what is left out.
fn cut(condition: ExprId, otherwise: ExprId, what: SizeCut) -> Stop {
    let left_out = Then::End(Ending::Limit(Limit::Size(what)));
    let cases = vec![Case { condition, then: Then::Again }, Case { condition: otherwise, then: left_out }];
    Stop::Split(Split { why: SplitKind::Size, cases })
}
