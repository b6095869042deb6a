//! Accesses through a choice of known addresses, as joins make it: each place is read or written under the guard of its address (Sen 2015,
//! section 3.2), and no array with a computed index is made of the object.
//!
//! Whether all of them are allowed is one question, unless the answer is no.

use braid_expr::ExprId;
use braid_guard::{Cases, Guard, NoCases};
use braid_solver::Reason;
use braid_state::{State, Value};

use crate::access::{Intent, Spot};
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
        if self.scripted_unknown(addr).is_some() {
            return Ok(None);
        }
        match self.solver.diagrams().cases(&mut self.pool, state.path.conjuncts(), addr) {
            Ok(cases) => Ok(Some(cases)),
            Err(NoCases::Other) => Ok(None),
            Err(NoCases::Interrupted) => Err(Stop::Interrupted),
            Err(NoCases::TooLarge) => {
                self.note_unanswered(addr, &Reason::Conflicts(0));
                Ok(None)
            }
        }
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
