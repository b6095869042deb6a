//! Accesses through a choice of known addresses, as joins make it: each place is read or written under the guard of its address (Sen 2015,
//! section 3.2), and no array with a computed index is made of the object.
//!
//! Whether all of them are allowed is one question, unless the answer is no.

use braid_expr::ExprId;
use braid_guard::{Cases, Guard, NoCases};
use braid_solver::Reason;
use braid_state::{State, Value};

use crate::access::{Intent, Spot, Spots};
use crate::executor::Executor;
use crate::fault::Fault;
use crate::stop::Stop;

/// The places that a choice of addresses leads to.
#[derive(Clone, Debug)]
pub(crate) struct Leaves {
    /// Holds wherever the path does.
    path: Guard,
    /// When the address is which place; just one of the guards holds on the path.
    places: Vec<(Guard, Spot)>,
}

impl Leaves {
    /// The one place that a known address leads to.
    fn one(spot: Spot) -> Leaves {
        Leaves { path: Guard::TRUE, places: vec![(Guard::TRUE, spot)] }
    }
    /// The places so many bytes further on.
    fn past(&self, bytes: u64) -> Leaves {
        let further = |&(guard, spot): &(Guard, Spot)| {
            let offset = spot.offset.word().expect("the place of a leaf is known").wrapping_add(bytes);
            (guard, Spot { offset: Value::Word(offset), ..spot })
        };
        Leaves { path: self.path, places: self.places.iter().map(further).collect() }
    }
}

/// Longer blocks are not copied or filled place by place.
const MAX_BLOCK: u64 = 256;

/// The words that a block is copied in: where each begins and how many bits it has.
fn pieces(bytes: u64) -> impl Iterator<Item = (u64, u32)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let left = (bytes - at).min(8);
        let size = (left > 0).then(|| 1_u64 << left.ilog2())?;
        at += size;
        Some((at - size, 8 * size as u32))
    })
}

/// An access that is not seen to be allowed.
struct Doubt {
    /// When it happens and is not allowed.
    wrong: ExprId,
    addr: u64,
    /// Where, if there is an object.
    spot: Option<Spot>,
}

impl Executor {
    /// The places of `bytes` bytes that an address leads to, all of which may be accessed. None if it is no choice of few known addresses.
    pub(crate) fn leaves(
        &mut self,
        state: &State,
        addr: Value,
        bytes: u32,
        intent: Intent,
    ) -> Result<Option<Leaves>, Stop> {
        let Value::Term(addr) = addr else { return Ok(None) };
        if !self.solver.diagrams().is_used() {
            return Ok(None);
        }
        let Some(cases) = self.cases(state, addr)? else { return Ok(None) };
        self.refuse_uninitialized(state, addr)?;
        let (mut places, mut doubts) = (Vec::with_capacity(cases.values.len()), Vec::new());
        for (guard, addr) in cases.values {
            let spot = self.spot_at(state, addr);
            let allowed = match spot {
                Some(spot) => self.permitted(state, spot, Value::Word(bytes.into()), intent)?,
                None => Value::Word(0),
            };
            if let Some(spot) = spot.filter(|_| allowed != Value::Word(0)) {
                places.push((guard, spot));
            }
            if allowed != Value::Word(1) {
                let allowed = allowed.term(&mut self.pool, 1);
                let refused = self.pool.not(allowed);
                let when = self.solver.diagrams().when(&mut self.pool, cases.path, guard);
                doubts.push(Doubt { wrong: self.pool.and(when, refused), addr, spot });
            }
        }
        self.settle(state, &doubts, bytes, intent)?;
        Ok(Some(Leaves { path: cases.path, places }))
    }

    /// The addresses that a term can be. That they are too many is part of the state's name: elsewhere guards may have been smaller.
    fn cases(&mut self, state: &State, addr: ExprId) -> Result<Option<Cases>, Stop> {
        if self.follows_answers() {
            let question = self.pool.not(addr);
            if self.scripted_unknown(question).is_some() {
                return Ok(None);
            }
        }
        match self.solver.diagrams().cases(&mut self.pool, state.path.conjuncts(), addr) {
            Ok(cases) => Ok(Some(cases)),
            Err(NoCases::Other) => Ok(None),
            Err(NoCases::Interrupted) => Err(Stop::Interrupted),
            Err(NoCases::TooLarge) => {
                // Values of the address itself may be noted, too.
                let question = self.pool.not(addr);
                self.note_unanswered(question, &Reason::Conflicts(0));
                Ok(None)
            }
        }
    }

    /// The places of a block; none if the address is neither known nor a choice of few known ones.
    fn block_leaves(&mut self, state: &State, addr: Value, bytes: u64, intent: Intent) -> Result<Option<Leaves>, Stop> {
        match addr {
            Value::Word(_) => Ok(match self.locate(state, addr, Value::Word(bytes), intent)? {
                Spots::One(spot) => Some(Leaves::one(spot)),
                Spots::Several(_) => None,
            }),
            Value::Term(_) => self.leaves(state, addr, bytes as u32, intent),
        }
    }

    /// Copies a block from or to a choice of places. Returns false if there is no such choice, or the block is large: nothing was done.
    pub(crate) fn copy_leaves(&mut self, state: &mut State, to: Value, from: Value, size: Value) -> Result<bool, Stop> {
        let Value::Word(bytes) = size else { return Ok(false) };
        let is_known = to.word().is_some() && from.word().is_some();
        if is_known || bytes > MAX_BLOCK || !self.solver.diagrams().is_used() {
            return Ok(false);
        }
        let Some(target) = self.block_leaves(state, to, bytes, Intent::Write)? else { return Ok(false) };
        let Some(source) = self.block_leaves(state, from, bytes, Intent::Read)? else { return Ok(false) };
        let mut words = Vec::new();
        for (at, bits) in pieces(bytes) {
            let Some(word) = self.read_leaves(state, &source.past(at), bits) else { return Ok(false) };
            words.push((at, bits, word));
        }
        for (at, bits, word) in words {
            self.write_leaves(state, &target.past(at), bits, word);
        }
        Ok(true)
    }

    /// Fills a block at a choice of places. Returns false as [`copy_leaves`](Self::copy_leaves) does.
    pub(crate) fn fill_leaves(&mut self, state: &mut State, to: Value, byte: Value, size: Value) -> Result<bool, Stop> {
        let (Value::Word(bytes), Value::Word(byte), Value::Term(_)) = (size, byte, to) else { return Ok(false) };
        if bytes > MAX_BLOCK || !self.solver.diagrams().is_used() {
            return Ok(false);
        }
        let Some(target) = self.block_leaves(state, to, bytes, Intent::Write)? else { return Ok(false) };
        for (at, bits) in pieces(bytes) {
            let word = ((byte & 0xff) * 0x0101_0101_0101_0101) & (u64::MAX >> (64 - bits));
            self.write_leaves(state, &target.past(at), bits, Value::Word(word));
        }
        Ok(true)
    }

    /// Ends the path, or splits it, where an access in doubt is wrong.
    fn settle(&mut self, state: &State, doubts: &[Doubt], bytes: u32, intent: Intent) -> Result<(), Stop> {
        let any = self.pool.any(doubts.iter().map(|doubt| doubt.wrong));
        if doubts.is_empty() || !self.possible(state, any)? {
            return Ok(());
        }
        for doubt in doubts {
            let right = self.pool.not(doubt.wrong);
            let right = Value::of(&self.pool, right);
            self.require(state, right, || self::fault(state, doubt, bytes, intent))?;
        }
        Ok(())
    }

    /// What a choice of places holds.
    pub(crate) fn read_leaves(&mut self, state: &mut State, leaves: &Leaves, bits: u32) -> Option<Value> {
        let value = |&(guard, spot): &(Guard, Spot)| {
            let value = self.read(state, spot, bits);
            (guard, value.term(&mut self.pool, bits))
        };
        let values: Vec<(Guard, ExprId)> = leaves.places.iter().map(value).collect();
        let chosen = self.solver.diagrams().choice(&mut self.pool, leaves.path, &values);
        chosen.map(|term| Value::of(&self.pool, term))
    }

    /// Writes a value to one of several places.
    pub(crate) fn write_leaves(&mut self, state: &mut State, leaves: &Leaves, bits: u32, value: Value) {
        if let [(_, spot)] = leaves.places[..] {
            return self.write(state, spot, bits, value);
        }
        let new = value.term(&mut self.pool, bits);
        for &(guard, spot) in &leaves.places {
            let old = self.read(state, spot, bits).term(&mut self.pool, bits);
            let updated = self.solver.diagrams().update(&mut self.pool, leaves.path, guard, (new, old));
            let updated = Value::of(&self.pool, updated);
            self.write(state, spot, bits, updated);
        }
    }
}

fn fault(state: &State, doubt: &Doubt, bytes: u32, intent: Intent) -> Fault {
    match doubt.spot {
        Some(spot) => crate::access::wrong_access(state, spot, Value::Word(bytes.into()), intent),
        None => crate::access::nowhere(doubt.addr),
    }
}
