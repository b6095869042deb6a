//! The state at a loop head in which what the loop changes is forgotten (Weiß 2009; Bubel, Hähnle, Weiß 2009).
//!
//! It is the state that came to the head first, in which every place that the loop was seen to change holds a fresh constant. Its path is that of this
//! first state, and axioms about the constants. So every place that it does not forget, and every conjunct that is no axiom, is one of the first
//! state: nothing that the loop itself has made, such as an input, occurs in it.
//!
//! It is made twice, with different names. The *twin* is never run: a state that comes back to the head is compared with it
//! ([`covering`](super::covering)), and since no state mentions the twin's constants, every place that depends on one is looked at.
//!
//! A pointer keeps its object exactly: it is the object's address and a constant.

use braid_expr::{ExprId, ExprPool, SymbolClass};
use braid_state::join::{self, Choice, Common, FramePlace};
use braid_state::memory::{Candidates, Memory};
use braid_state::{State, Value};

use crate::host::Parts;

/// Places that are forgotten at most.
const MAX_FORGOTTEN: usize = 64;

/// A place that is forgotten.
#[derive(Clone, Debug)]
pub(crate) struct Forgotten {
    /// Its constant.
    pub(crate) symbol: ExprId,
    /// The constant of the twin.
    pub(crate) twin: ExprId,
    /// What the place holds in the twin.
    pub(crate) held: ExprId,
    /// The address of the object that it points into; 0 if it is no pointer. The place holds this and the constant.
    pub(crate) base: u64,
    /// What the constant is for each of the states that the head was made of, the first state first.
    pub(crate) values: Vec<ExprId>,
}

/// A loop head with what was forgotten.
#[derive(Debug)]
pub(crate) struct Head {
    /// The state that is run, without axioms.
    pub(crate) state: State,
    /// The same with other constants.
    pub(crate) twin: State,
    pub(crate) forgotten: Vec<Forgotten>,
}

impl Head {
    /// Makes the head of the first state and of others that came back to it later. They have no inputs and no output of their own here: what the loop
    /// makes of them nothing of the head depends on.
    pub(crate) fn new(parts: &mut Parts<'_>, sources: &[&State], number: u32) -> Result<Head, &'static str> {
        let known = sources[0].path.len();
        let is_behind = |state: &&State| sources[0].path.conjuncts().shared(state.path.conjuncts()) == known;
        if !sources.iter().all(is_behind) {
            return Err("paths that do not begin with that of the first state");
        }
        let mut states: Vec<State> = sources.iter().map(|state| state.copy()).collect();
        let (first, others) = states.split_first_mut().expect("a head is made of states");
        others.iter_mut().for_each(|other| hide_effects(other, first));
        let common = Common::prefix(known);
        let (mut state, own) = forget(parts, &mut states, &common, &format!("lattice{number}."))?;
        let (mut twin, twins) = forget(parts, &mut states, &common, &format!("lattice{number}'."))?;
        for made in [&mut state, &mut twin] {
            (made.depth, made.steps) = (states[0].depth, states[0].steps);
            made.sizes = states[0].sizes.clone();
        }
        let pairs = own.into_iter().zip(twins);
        let forgotten = pairs.map(|(own, twin)| Forgotten { twin: twin.symbol, held: twin.held, ..own }).collect();
        Ok(Head { state, twin, forgotten })
    }
}

/// What states become that have met, without axioms: what they differ in is forgotten, the path is what holds in any of them.
pub(crate) fn meeting(
    parts: &mut Parts<'_>,
    states: &mut [State],
    common: &Common,
    number: u32,
) -> Result<Head, &'static str> {
    join::compatible(states).map_err(|refusal| refusal.name())?;
    let (mut state, forgotten) = forget(parts, states, common, &format!("lattice{number}."))?;
    let rests: Vec<ExprId> = states.iter().map(|state| parts.pool.all(common.rest(&state.path))).collect();
    let any = parts.pool.any(rests);
    if !parts.pool.is_true(any) {
        state.path.push(any);
    }
    let twin = state.copy();
    Ok(Head { state, twin, forgotten })
}

/// Gives a state the inputs and the output of another.
pub(crate) fn hide_effects(state: &mut State, of: &State) {
    state.inputs = of.inputs.clone();
    state.output = of.output.clone();
}

/// Joins states whose paths have something in common, under names that begin with this.
fn forget(
    parts: &mut Parts<'_>,
    states: &mut [State],
    common: &Common,
    name: &str,
) -> Result<(State, Vec<Forgotten>), &'static str> {
    let memory = states[0].memory.clone();
    let mut choice = Forgetting { memory: &memory, name, found: Vec::new(), refused: None };
    let live = parts.live;
    let mut live = |place: FramePlace| live.live_slots(place);
    let joined = join::join(parts.pool, states, common, &mut live, &mut choice);
    let (joined, refused, found) = (joined.map_err(|refusal| refusal.name())?, choice.refused, choice.found);
    refused.map_or(Ok((joined, found)), Err)
}

/// Makes a constant of every value that differs.
struct Forgetting<'a> {
    memory: &'a Memory,
    name: &'a str,
    found: Vec<Forgotten>,
    refused: Option<&'static str>,
}

impl Forgetting<'_> {
    fn forgotten(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Result<Value, &'static str> {
        if self.found.len() == MAX_FORGOTTEN {
            return Err("too many values that the loop changes");
        }
        let values: Vec<ExprId> = values.iter().map(|value| value.term(pool, bits)).collect();
        if values.iter().any(|&value| is_unknown(pool, value)) {
            return Err("values that were never written");
        }
        let base = base_of(pool, self.memory, &values)?;
        let symbol = pool.symbol(&format!("{}{}", self.name, self.found.len()), bits, SymbolClass::Abstract);
        let base_term = pool.bv(bits, base);
        let values = values.into_iter().map(|value| pool.sub(value, base_term)).collect();
        let held = pool.add(base_term, symbol);
        self.found.push(Forgotten { symbol, twin: symbol, held, base, values });
        Ok(Value::of(pool, held))
    }
}

impl Choice for Forgetting<'_> {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        match self.forgotten(pool, bits, values) {
            Ok(value) => value,
            Err(why) => {
                self.refused.get_or_insert(why);
                values[0]
            }
        }
    }
    fn among(&mut self, pool: &mut ExprPool, _: &[usize]) -> ExprId {
        self.refused.get_or_insert("objects that not every iteration has");
        pool.fls()
    }
}

/// Returns true if a term depends on what was never written: that is more than a value, and must not be forgotten.
pub(crate) fn is_unknown(pool: &ExprPool, term: ExprId) -> bool {
    [SymbolClass::Uninitialised, SymbolClass::Deferred, SymbolClass::Poison, SymbolClass::Unspecified]
        .iter()
        .any(|&class| pool.has_class(term, class))
}

/// The address of the one object that all values point into; 0 if none is a pointer.
pub(crate) fn base_of(pool: &mut ExprPool, memory: &Memory, values: &[ExprId]) -> Result<u64, &'static str> {
    let bits = memory.addresses().bytes() as u32 * 8;
    let is_pointer =
        |pool: &ExprPool, term: ExprId| pool.width(term) == bits && memory.is_pointer(pool, Value::of(pool, term));
    if !values.iter().any(|&value| is_pointer(pool, value)) {
        return Ok(0);
    }
    let mut base = None;
    for &value in values {
        match memory.objects_of(pool, value) {
            Candidates::One(candidate) if base.is_none_or(|base| base == candidate.base) => base = Some(candidate.base),
            _ => return Err("pointers into different objects"),
        }
    }
    Ok(base.unwrap_or(0))
}
