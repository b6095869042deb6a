//! Reads and writes of memory: which objects an address leads to, whether the access is allowed, and the access itself.
//!
//! An address that is a word tells its object by itself. A term is asked for the addresses it was made from
//! ([`provenance`](braid_state::memory::provenance)); if it does not tell, the solver is asked for the objects it may
//! point to, up to a limit, beyond which the state is forked.

use braid_code::Code;
use braid_expr::{Conjunction, ExprId, ExprPool};
use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_state::memory::{Candidates, Life, NULL_PAGE, Object, OriginKind, is_null};
use braid_state::{State, Value, algebra};

use crate::executor::Executor;
use crate::fault::{Computed, Fault, FaultKind};
use crate::stop::{Case, Ending, Split, SplitKind, Stop, Then};
use crate::varargs::{not_passed, refuse_absent};

/// A place in memory that may be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Where the object begins.
    pub base: u64,
    /// How far into it, 64 bits.
    pub offset: Value,
}

/// Where an address leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spots {
    /// To one place.
    One(Spot),
    /// To one of several; exactly one guard holds.
    Several(Vec<(ExprId, Spot)>),
}

/// What is to be done at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Read.
    Read,
    /// Write.
    Write,
}

/// Objects of at least so many bytes are large.
const LARGE_OBJECT: u64 = 1 << 20;

impl Executor {
    /// An address so many bytes further on.
    pub fn address_plus(&mut self, address: Value, bytes: u64) -> Value {
        algebra::binary(&mut self.pool, BinaryOp::Add, self.program.addresses.bits(), address, Value::Word(bytes))
    }

    /// Where `size` bytes (a value of 64 bits) at an address lie, if all of them may be accessed.
    pub fn locate(&mut self, state: &State, addr: Value, size: Value, intent: Intent) -> Result<Spots, Stop> {
        match addr {
            Value::Word(addr) => {
                let base = self.object_at(state, addr)?;
                let spot = Spot { base, offset: Value::Word(addr.wrapping_sub(base)) };
                self.allow(state, spot, size, intent)?;
                Ok(Spots::One(spot))
            }
            Value::Term(addr) => {
                self.refuse_uninitialized(state, addr)?;
                match state.memory.objects_of(&mut self.pool, addr) {
                    Candidates::One(candidate) => {
                        let spot = Spot { base: candidate.base, offset: Value::of(&self.pool, candidate.offset) };
                        self.allow(state, spot, size, intent)?;
                        Ok(Spots::One(spot))
                    }
                    Candidates::Some(list) => {
                        let list = list.into_iter().map(|(guard, candidate)| {
                            (guard, Spot { base: candidate.base, offset: Value::of(&self.pool, candidate.offset) })
                        });
                        let list = list.collect();
                        self.allow_all(state, list, size, intent)
                    }
                    Candidates::Unknown => self.search_objects(state, addr, size, intent),
                }
            }
        }
    }

    /// The base of the live object at a known address.
    fn object_at(&self, state: &State, addr: u64) -> Result<u64, Stop> {
        match state.memory.find(addr) {
            Some(object) => Ok(object.base()),
            None => Err(Stop::End(Ending::Fault(nowhere(addr)))),
        }
    }

    /// Checks that an access within one object is allowed.
    fn allow(&mut self, state: &State, spot: Spot, size: Value, intent: Intent) -> Result<(), Stop> {
        if let Some(when) = guard_of(state, spot) {
            self.require(state, Value::Term(when), || absent(state, spot))?;
        }
        refuse_undefined(state, spot)?;
        let allowed = self.permission(state, spot, size, intent);
        self.require(state, allowed, || refusal(state, spot, size, intent))?;
        self.ask_for_room(state, spot)?;
        refuse_absent(state, spot, size, intent)
    }

    /// An access at a computed place makes an array of the object. Where that is large the memory is asked for before it is taken.
    fn ask_for_room(&self, state: &State, spot: Spot) -> Result<(), Stop> {
        let Value::Term(_) = spot.offset else { return Ok(()) };
        let bytes = state.memory.find(spot.base).map_or(0, |object| object.contents.bytes_of_form());
        if bytes < LARGE_OBJECT || self.pool.interrupt().has_room(bytes) { Ok(()) } else { Err(Stop::Interrupted) }
    }

    /// When an access within one object is allowed, if that is live.
    fn permission(&mut self, state: &State, spot: Spot, size: Value, intent: Intent) -> Value {
        let object = state.memory.find(spot.base).expect("a spot is in an object");
        if !object.may_be_live() || (intent == Intent::Write && object.is_read_only()) {
            return Value::Word(0);
        }
        self.within(spot.offset, size, object.size())
    }

    /// Whether `size` bytes at `offset` end within `limit` bytes; all are values of 64 bits.
    fn within(&mut self, offset: Value, size: Value, limit: Value) -> Value {
        if let (Value::Word(offset), Value::Word(size), Value::Word(limit)) = (offset, size, limit) {
            return Value::Word(u64::from(size <= limit && offset <= limit - size));
        }
        let pool = &mut self.pool;
        if let (Value::Word(size), most) = (size, most(pool, offset))
            && let Some(end) = most.checked_add(size)
        {
            // The end does not wrap around, so one comparison tells; and for one byte it is the one that loops are
            // made with, which the path often has already.
            if end <= least(pool, limit) {
                return Value::Word(1);
            }
            if size == 1 {
                return algebra::compare(pool, IntPredicate::Ult, 64, offset, limit);
            }
            let end = algebra::binary(pool, BinaryOp::Add, 64, offset, Value::Word(size));
            return algebra::compare(pool, IntPredicate::Ule, 64, end, limit);
        }
        let fits = algebra::compare(pool, IntPredicate::Ule, 64, size, limit);
        let room = algebra::binary(pool, BinaryOp::Sub, 64, limit, size);
        let begins = algebra::compare(pool, IntPredicate::Ule, 64, offset, room);
        algebra::binary(pool, BinaryOp::And, 1, fits, begins)
    }

    /// Checks that an access is allowed wherever the address leads.
    fn allow_all(
        &mut self,
        state: &State,
        list: Vec<(ExprId, Spot)>,
        size: Value,
        intent: Intent,
    ) -> Result<Spots, Stop> {
        let mut possible = Vec::with_capacity(list.len());
        for (guard, spot) in list {
            if !self.possible(state, guard)? {
                continue;
            }
            if let Some(when) = guard_of(state, spot) {
                let condition = self.pool.implies(guard, when);
                let condition = Value::of(&self.pool, condition);
                self.require(state, condition, || absent(state, spot))?;
            }
            refuse_undefined(state, spot)?;
            let allowed = self.permission(state, spot, size, intent).term(&mut self.pool, 1);
            let condition = self.pool.implies(guard, allowed);
            let condition = Value::of(&self.pool, condition);
            self.require(state, condition, || refusal(state, spot, size, intent))?;
            self.ask_for_room(state, spot)?;
            possible.push((guard, spot));
        }
        Ok(match possible[..] {
            [(_, spot)] => Spots::One(spot),
            _ => Spots::Several(possible),
        })
    }

    /// Asks the solver which objects an address may lead to.
    fn search_objects(&mut self, state: &State, addr: ExprId, size: Value, intent: Intent) -> Result<Spots, Stop> {
        let mut found: Vec<(ExprId, Spot)> = Vec::new();
        let mut conjuncts = state.path.conjuncts().clone();
        let (before, mut examples) = (self.answers.position(), Vec::new());
        loop {
            let Some(example) = self.example(&conjuncts, addr)? else {
                if found.len() > 1 {
                    self.note_values(before, addr, &examples);
                }
                return self.allow_all(state, found, size, intent);
            };
            examples.push(example);
            let (inside, spot) = self.region(state, addr, example)?;
            if found.len() >= self.options.max_objects || spot.is_none() {
                self.note_values(before, addr, &examples);
                return Err(self.tell_apart(state, inside, spot, example, &found));
            }
            found.push((inside, spot.expect("just checked")));
            conjuncts.push(self.pool.not(inside));
        }
    }

    /// Some value of a term where all conjuncts hold.
    fn example(&mut self, conjuncts: &Conjunction, term: ExprId) -> Result<Option<u64>, Stop> {
        if let Some(value) = self.scripted_value(term) {
            return Ok(Some(value));
        }
        match self.solver.value(&mut self.pool, conjuncts, term) {
            Ok(value) => Ok(value.and_then(|value| value.to_u64())),
            Err(reason) => Err(Stop::unsolved(&reason)),
        }
    }

    /// When an address lies in the same region as an example of it, and which object is there.
    fn region(&mut self, state: &State, addr: ExprId, example: u64) -> Result<(ExprId, Option<Spot>), Stop> {
        let (addresses, bits) = (self.program.addresses, self.pool.width(addr));
        let object = state.memory.find(example);
        if let Some(object) = object.filter(|_| addresses.is_fixed(example)) {
            let (base, capacity) = (self.pool.bv(bits, object.base()), self.pool.bv(bits, object.capacity()));
            let offset = self.pool.sub(addr, base);
            let inside = self.pool.ule(offset, capacity);
            return Ok((inside, Some(self.spot(object.base(), offset))));
        }
        let slot = if is_null(example) { Some((0, NULL_PAGE)) } else { addresses.slot_around(example) };
        let (start, length) = slot.unwrap_or((example, 1));
        let (start_term, length) = (self.pool.bv(bits, start), self.pool.bv(bits, length));
        let distance = self.pool.sub(addr, start_term);
        let inside = self.pool.ult(distance, length);
        let Some(base) = object.map(|object| object.base()) else { return Ok((inside, None)) };
        let base_term = self.pool.bv(bits, base);
        let offset = self.pool.sub(addr, base_term);
        Ok((inside, Some(self.spot(base, offset))))
    }

    /// A place so far into an object; the distance has as many bits as addresses have.
    fn spot(&mut self, base: u64, distance: ExprId) -> Spot {
        let offset = self.pool.zext_or_trunc(distance, 64);
        Spot { base, offset: Value::of(&self.pool, offset) }
    }

    /// Splits off one region; what is no object is a fault.
    fn tell_apart(
        &mut self,
        state: &State,
        inside: ExprId,
        spot: Option<Spot>,
        example: u64,
        found: &[(ExprId, Spot)],
    ) -> Stop {
        let outside = self.pool.not(inside);
        let then = if spot.is_some() { Then::Again } else { Then::End(Ending::Fault(nowhere(example))) };
        let others = match self.possible(state, outside) {
            Ok(possible) => possible || !found.is_empty(),
            Err(stop) => return stop,
        };
        match then {
            Then::End(ending) if !others => Stop::End(ending),
            then => Stop::Split(Split {
                why: SplitKind::Pointer,
                cases: vec![Case { condition: outside, then: Then::Again }, Case { condition: inside, then }],
            }),
        }
    }

    /// The place of a known address, if there is an object.
    pub(crate) fn spot_at(&self, state: &State, addr: u64) -> Option<Spot> {
        let base = state.memory.find(addr)?.base();
        Some(Spot { base, offset: Value::Word(addr.wrapping_sub(base)) })
    }

    /// When an access within one object is allowed; whether that is live is asked, too.
    pub(crate) fn permitted(&mut self, state: &State, spot: Spot, size: Value, intent: Intent) -> Result<Value, Stop> {
        refuse_undefined(state, spot)?;
        let capacity = state.memory.find(spot.base).expect("a spot is in an object").capacity();
        if let (Value::Word(offset), Value::Word(size)) = (spot.offset, size)
            && offset.checked_add(size).is_none_or(|end| end > capacity)
        {
            return Ok(Value::Word(0));
        }
        let allowed = self.permission(state, spot, size, intent);
        Ok(match guard_of(state, spot) {
            Some(when) => algebra::binary(&mut self.pool, BinaryOp::And, 1, Value::Term(when), allowed),
            None => allowed,
        })
    }

    /// What a load gives about which there is nothing to ask: whole bytes at a known address that are one term, or elements of an array.
    pub(crate) fn load_stored(&mut self, state: &mut State, addr: Value, bits: u32) -> Option<Value> {
        match addr {
            Value::Word(addr) if bits.is_multiple_of(8) => state.memory.load_term(&mut self.pool, addr, bits / 8),
            _ => None,
        }
    }

    /// Reads a scalar of `bits` bits.
    pub fn load(&mut self, state: &mut State, addr: Value, bits: u32) -> Result<Value, Stop> {
        let bytes = bits.div_ceil(8);
        if let Some(leaves) = self.leaves(state, addr, bytes, Intent::Read)? {
            return self.read_leaves(state, &leaves, bits).ok_or(Stop::End(Ending::Infeasible));
        }
        match self.locate(state, addr, Value::Word(u64::from(bytes)), Intent::Read)? {
            Spots::One(spot) => Ok(self.read(state, spot, bits)),
            Spots::Several(list) => {
                let mut value = None;
                for (guard, spot) in list {
                    let new = self.read(state, spot, bits);
                    value = Some(
                        value.map_or(new, |old| algebra::select(&mut self.pool, bits, Value::Term(guard), new, old)),
                    );
                }
                value.ok_or(Stop::End(Ending::Infeasible))
            }
        }
    }

    /// What a load gives that an optimiser may have moved out of the scope of the local variable it reads: where that is not
    /// live, nobody uses the value, which may be any. None if the load is as any other.
    pub(crate) fn load_moved(
        &mut self,
        state: &mut State,
        code: &Code,
        addr: Value,
        bits: u32,
    ) -> Result<Option<Value>, Stop> {
        let Some(spot) = self.spot_out_of_scope(state, code, addr) else { return Ok(None) };
        let object = state.memory.find(spot.base).expect("a spot is in an object");
        let (life, size) = (object.life(), Value::Word(u64::from(bits.div_ceil(8))));
        let within = self.within(spot.offset, size, object.size());
        self.require(state, within, || refusal(state, spot, size, Intent::Read))?;
        let dead = self.fresh_unknown(state, bits);
        Ok(Some(match life {
            Life::Guarded { when, .. } => {
                let live = self.read(state, spot, bits);
                algebra::select(&mut self.pool, bits, Value::Term(when), live, dead)
            }
            _ => dead,
        }))
    }

    /// The place in a local variable of the running function, which an optimiser rewrote, that is not live everywhere.
    fn spot_out_of_scope(&mut self, state: &State, code: &Code, addr: Value) -> Option<Spot> {
        if !code.optimised {
            return None;
        }
        let spot = match addr {
            Value::Word(addr) => {
                let base = state.memory.find(addr)?.base();
                Spot { base, offset: Value::Word(addr.wrapping_sub(base)) }
            }
            Value::Term(addr) => match state.memory.objects_of(&mut self.pool, addr) {
                Candidates::One(found) => Spot { base: found.base, offset: Value::of(&self.pool, found.offset) },
                _ => return None,
            },
        };
        let object = state.memory.find(spot.base)?;
        let moved = object.origin().kind == OriginKind::Stack && !object.is_live() && !object.is_freed();
        (moved && state.stack.top().locals.contains(&spot.base)).then_some(spot)
    }

    /// Reads a scalar where it was checked to lie.
    pub(crate) fn read(&mut self, state: &mut State, spot: Spot, bits: u32) -> Value {
        let bytes = bits.div_ceil(8);
        let pool = &mut self.pool;
        let value = match spot.offset {
            Value::Word(offset) => {
                state.memory.name_unwritten(spot.base, offset, bytes.into());
                let contents = &state.memory.find(spot.base).expect("a spot is in an object").contents;
                contents.read(pool, offset, bytes)
            }
            Value::Term(offset) => {
                state.memory.name_all_unwritten(spot.base);
                let object = state.memory.find_mut(spot.base).expect("a spot is in an object");
                object.contents.read_at(pool, offset, bytes)
            }
        };
        algebra::trunc(pool, bytes * 8, bits, value)
    }

    /// Writes a scalar of `bits` bits.
    pub fn store(&mut self, state: &mut State, addr: Value, bits: u32, value: Value) -> Result<(), Stop> {
        let bytes = bits.div_ceil(8);
        if let Some(leaves) = self.leaves(state, addr, bytes, Intent::Write)? {
            self.write_leaves(state, &leaves, bits, value);
            return Ok(());
        }
        match self.locate(state, addr, Value::Word(u64::from(bytes)), Intent::Write)? {
            Spots::One(spot) => self.write(state, spot, bits, value),
            Spots::Several(list) => {
                for (guard, spot) in list {
                    let old = self.read(state, spot, bits);
                    let new = algebra::select(&mut self.pool, bits, Value::Term(guard), value, old);
                    self.write(state, spot, bits, new);
                }
            }
        }
        Ok(())
    }

    /// Writes a scalar where it was checked to lie.
    pub(crate) fn write(&mut self, state: &mut State, spot: Spot, bits: u32, value: Value) {
        let bytes = bits.div_ceil(8);
        let value = self.own_symbol(state, value, bits);
        let pool = &mut self.pool;
        let value = algebra::zext(pool, bits, bytes * 8, value);
        if let Value::Term(_) = spot.offset {
            state.memory.name_all_unwritten(spot.base);
        }
        let contents = &mut state.memory.find_mut(spot.base).expect("a spot is in an object").contents;
        match spot.offset {
            Value::Word(offset) => contents.write(pool, offset, bytes, value),
            Value::Term(offset) => contents.write_at(pool, offset, bytes, value),
        }
    }
}

/// When the object of a place is live, if that is so for some inputs alone.
fn guard_of(state: &State, spot: Spot) -> Option<ExprId> {
    match state.memory.find(spot.base).expect("a spot is in an object").life() {
        Life::Guarded { when, .. } => Some(when),
        Life::Live | Life::Freed(_) | Life::OutOfScope => None,
    }
}

/// What is wrong with an access to a known place, of which some inputs or all are refused.
pub(crate) fn wrong_access(state: &State, spot: Spot, size: Value, intent: Intent) -> Fault {
    let object = state.memory.find(spot.base).expect("a spot is in an object");
    let within = match (spot.offset, size, object.size()) {
        (Value::Word(offset), Value::Word(size), Value::Word(limit)) => size <= limit && offset <= limit - size,
        _ => false,
    };
    match guard_of(state, spot) {
        Some(_) if within => absent(state, spot),
        _ => refusal(state, spot, size, intent),
    }
}

/// What is wrong with an access to an object where it is not live, though it is so elsewhere.
fn absent(state: &State, spot: Spot) -> Fault {
    let object = state.memory.find(spot.base).expect("a spot is in an object");
    match object.life() {
        Life::Guarded { otherwise: None, .. } => nowhere(spot.base.wrapping_add(spot.offset.word().unwrap_or(0))),
        _ => ended(object),
    }
}

/// An access to an object that is live no more.
fn ended(object: &Object) -> Fault {
    let what = if object.origin().kind == OriginKind::Stack { "is out of scope" } else { "was freed" };
    Fault::new(FaultKind::UseAfterFree, format!("{} {what}", describe(object)))
}

/// An access to a variable that is defined nowhere cannot be carried out: nobody knows what it holds.
fn refuse_undefined(state: &State, spot: Spot) -> Result<(), Stop> {
    let origin = state.memory.find(spot.base).expect("a spot is in an object").origin();
    if origin.kind != OriginKind::Undefined {
        return Ok(());
    }
    let name = origin.name.as_deref().unwrap_or_default();
    Err(Stop::unsupported(format!("use of the variable '{name}', which is defined nowhere")))
}

/// The largest that a value of 64 bits can be, as its shape tells.
fn most(pool: &ExprPool, value: Value) -> u64 {
    match value {
        Value::Word(word) => word,
        Value::Term(term) => pool.bounds(term).1,
    }
}

/// The least that a value of 64 bits can be, as its shape tells.
fn least(pool: &ExprPool, value: Value) -> u64 {
    match value {
        Value::Word(word) => word,
        Value::Term(term) => pool.bounds(term).0,
    }
}

/// What is wrong with an access within one object that is not allowed.
fn refusal(state: &State, spot: Spot, size: Value, intent: Intent) -> Fault {
    let object = state.memory.find(spot.base).expect("a spot is in an object");
    if !object.may_be_live() {
        return ended(object);
    }
    if intent == Intent::Write && object.is_read_only() {
        return Fault::new(FaultKind::ReadOnlyWrite, format!("{} is constant", describe(object)));
    }
    if object.origin().kind == OriginKind::Variadic {
        return not_passed();
    }
    let (bytes, place) = (bytes_text(size), place_text(spot.offset));
    let message = format!("{} {bytes} {place} {}", verb(intent), describe(object));
    let computed = [
        Computed { phrase: COMPUTED_BYTES, filled: "{} bytes", value: size },
        Computed { phrase: COMPUTED_OFFSET, filled: "at offset {}", value: spot.offset },
        Computed { phrase: COMPUTED_SIZE, filled: "{} bytes", value: object.size() },
    ];
    let computed = computed.into_iter().filter(|computed| matches!(computed.value, Value::Term(_))).collect();
    Fault { computed, ..Fault::new(FaultKind::OutOfBounds, message) }
}

/// What messages say where a number is not known.
const COMPUTED_BYTES: &str = "a computed number of bytes";
const COMPUTED_OFFSET: &str = "at a computed offset";
const COMPUTED_SIZE: &str = "a computed size";

fn bytes_text(size: Value) -> String {
    match size {
        Value::Word(1) => "1 byte".to_owned(),
        Value::Word(size) => format!("{size} bytes"),
        Value::Term(_) => COMPUTED_BYTES.to_owned(),
    }
}

fn place_text(offset: Value) -> String {
    match offset {
        Value::Word(offset) => format!("at offset {} of", offset as i64),
        Value::Term(_) => format!("{COMPUTED_OFFSET} of"),
    }
}

fn verb(intent: Intent) -> &'static str {
    match intent {
        Intent::Read => "reads",
        Intent::Write => "writes",
    }
}

/// An object, for people.
pub fn describe(object: &Object) -> String {
    let kind = match object.origin().kind {
        OriginKind::Global | OriginKind::Undefined => "the global variable",
        OriginKind::Stack => "the local variable",
        OriginKind::Heap => "an allocation",
        OriginKind::Argument | OriginKind::Variadic => "the argument",
    };
    let name = object.origin().name.as_ref().map(|name| format!(" '{name}'")).unwrap_or_default();
    match object.size() {
        Value::Word(1) => format!("{kind}{name} of 1 byte"),
        Value::Word(size) => format!("{kind}{name} of {size} bytes"),
        Value::Term(_) => format!("{kind}{name} of {COMPUTED_SIZE}"),
    }
}

/// An access to where there is nothing.
pub(crate) fn nowhere(addr: u64) -> Fault {
    if is_null(addr) {
        Fault::new(FaultKind::NullDeref, format!("access at address {addr:#x}"))
    } else {
        Fault::new(FaultKind::OutOfBounds, format!("access at address {addr:#x}, where there is no object"))
    }
}
