//! Joining states: several states that stand at the same place become one, which holds what each of them holds, wherever
//! that one is.
//!
//! This is the mechanics alone: frame by frame, object by object, output and inputs. *Which* states are joined is for a
//! strategy to say, and *how* different values become one is for a join rule, which gives the [`Choice`]. What is the same
//! in all states is never looked at: the work is that of what differs, because states share what none of them changed.
//!
//! Invariant: for every input of the i-th state (which satisfies `condition` by the caller's word), the joined state,
//! evaluated under that input, has the registers that matter, the live objects with sizes and bytes, the output, and the
//! inputs of the i-th state. `tests/join.rs` holds it by random states and models.
//!
//! One thing is told less exactly afterwards: who touches an object where it is not live is told that it was freed if that is so
//! in any of the states.

pub mod agree;
mod inputs;
mod output;
mod sequence;
mod stack;

use braid_expr::{ExprId, ExprPool};
use braid_ir::FuncId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::memory::Memory;
use crate::path::Path;
use crate::stack::Frame;
use crate::state::State;
use crate::value::Value;

/// How the values that states hold at one place become one value: what a join rule provides.
pub trait Choice {
    /// The value, of `bits` bits, that is `values[i]` wherever the i-th state is. There is one for each state, and they are
    /// not all equal.
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value;
    /// A term of width 1 that holds, among the inputs of all states together, exactly in those of these states: some of
    /// them, but not all, as ascending numbers in the group.
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId;
}

/// A slot of a frame that matters: it is read before it is written on some way on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveSlot {
    /// Which slot.
    pub slot: u32,
    /// How many bits it has.
    pub bits: u32,
}

/// Where a frame stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FramePlace {
    /// The function.
    pub func: FuncId,
    /// The operation that is carried out next; in a frame that waits for a call, the call.
    pub pc: u32,
    /// Whether another frame is above it.
    pub waits: bool,
}

macro_rules! refusals {
    ($($(#[doc = $doc:literal])+ $variant:ident $name:literal,)*) => {
        /// Why states cannot be joined.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Refusal {
            $($(#[doc = $doc])+ $variant,)*
        }
        impl Refusal {
            /// All reasons, in the order of the table.
            pub const ALL: &[Refusal] = &[$(Refusal::$variant),*];
            /// Its name in reports.
            pub fn name(self) -> &'static str {
                match self {
                    $(Refusal::$variant => $name,)*
                }
            }
        }
    };
}

refusals! {
    /// There are no states.
    Nobody "no states",
    /// The stacks are not equally deep.
    Depth "different depth of the stack",
    /// Frames stand at different places.
    Location "different places",
    /// Frames of one place were called in different ways, so that what they allocate has different names.
    Frames "different call paths",
    /// A function was called with variable arguments of different number or type.
    Varargs "different variable arguments",
    /// At one address are objects of different kinds.
    Objects "different objects at one address",
    /// The program told the engine different things.
    Orders "different orders of the program",
}

/// Joins states that stand at the same place; they stay as they are. `live` tells which slots of a frame matter; all
/// others become 0 in the frames that the states do not share.
///
/// The joined state has the first `prefix` conjuncts of the first state's path, which all share, and `condition` (width 1),
/// if that is not true. Its recipe is that of the first state: the caller gives it its own.
pub fn join(
    pool: &mut ExprPool,
    states: &mut [State],
    prefix: usize,
    condition: ExprId,
    live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>,
    choice: &mut dyn Choice,
) -> Result<State, Refusal> {
    let differing = check(states)?;
    let mut joiner = Joiner { pool, choice, count: states.len() };
    let mut joined = states[0].fork();
    let memories: Vec<&Memory> = states.iter().map(|state| &state.memory).collect();
    joined.memory = Memory::joined(&mut joiner, &memories, &differing);
    joined.stack = stack::join(&mut joiner, &mut joined.memory, states, live);
    joined.output = output::join(&mut joiner, states);
    joined.inputs = inputs::join(&mut joiner, states);
    joined.path = Path::of(states[0].path.conjuncts().prefix(prefix));
    if !joiner.pool.is_true(condition) {
        joined.path.push(condition);
    }
    for state in &states[1..] {
        state.sizes.as_slice().iter().for_each(|&size| joined.sizes.add(size));
    }
    joined.depth = states.iter().map(|state| state.depth).max().unwrap_or(0);
    joined.steps = states.iter().map(|state| state.steps).max().unwrap_or(0);
    // A model of the whole may be of any of its paths: what one of them was the first to reach is kept by a test that is
    // written before (`Engine::witness_new_lines`), and claimed by no other.
    joined.new_lines.clear();
    Ok(joined)
}

/// Whether states can be joined. What they are does not change; what they share may be put in order.
pub fn compatible(states: &mut [State]) -> Result<(), Refusal> {
    check(states).map(drop)
}

/// Whether two states stand at the same place and have made the same output and inputs: all that is left to compare is what
/// they hold.
pub fn alike(a: &mut State, b: &mut State) -> bool {
    let place = |frame: &Frame| (frame.func, frame.pc, frame.path, frame.locals.clone());
    a.orders == b.orders
        && a.stack.depth() == b.stack.depth()
        && a.output.is_shared(&b.output)
        && a.inputs.are_shared(&b.inputs)
        && a.stack.frames().zip(b.stack.frames()).all(|(one, other)| place(one) == place(other))
}

/// The same, and the addresses of objects that are not the same in all states.
fn check(states: &mut [State]) -> Result<Vec<u64>, Refusal> {
    if states.is_empty() {
        return Err(Refusal::Nobody);
    }
    if states.iter().any(|state| state.orders != states[0].orders) {
        return Err(Refusal::Orders);
    }
    stack::check(states)?;
    let mut memories: Vec<&mut Memory> = states.iter_mut().map(|state| &mut state.memory).collect();
    Memory::joinable(&mut memories)
}

/// For tests of who tells which slots matter: overwrites all others with `junk`.
pub fn clobber(state: &mut State, junk: Value, live: &mut dyn FnMut(FramePlace) -> Vec<LiveSlot>) {
    stack::clobber(state, junk, live);
}

/// What the parts of a join need: the terms, and the rule that chooses between values.
pub(crate) struct Joiner<'a> {
    pub(crate) pool: &'a mut ExprPool,
    choice: &'a mut dyn Choice,
    /// How many states are joined.
    count: usize,
}

impl Joiner<'_> {
    /// The value, of `bits` bits, that is the i-th one wherever the i-th state is; a state without one does not care.
    pub(crate) fn value(&mut self, bits: u32, values: impl Iterator<Item = Option<Value>>) -> Value {
        let values: SmallVec<[Option<Value>; 8]> = values.collect();
        debug_assert_eq!(values.len(), self.count, "a value for each state");
        let first = values.iter().flatten().next().copied().expect("some state cares");
        if values.iter().flatten().all(|&value| value == first) {
            return first;
        }
        let values: SmallVec<[Value; 8]> = values.into_iter().map(|value| value.unwrap_or(first)).collect();
        self.choice.value(self.pool, bits, &values)
    }
    /// A condition that holds exactly in these states, given as ascending numbers.
    pub(crate) fn among(&mut self, members: &[usize]) -> ExprId {
        match members.len() {
            0 => self.pool.fls(),
            all if all == self.count => self.pool.tru(),
            _ => self.choice.among(self.pool, members),
        }
    }
    /// A condition that holds where the i-th one does, wherever the i-th state is.
    pub(crate) fn condition(&mut self, conditions: &[ExprId]) -> ExprId {
        let mut groups: Vec<(ExprId, Vec<usize>)> = Vec::new();
        let mut numbers: FxHashMap<ExprId, usize> = FxHashMap::default();
        for (member, &condition) in conditions.iter().enumerate() {
            let group = *numbers.entry(condition).or_insert(groups.len());
            if group == groups.len() {
                groups.push((condition, Vec::new()));
            }
            groups[group].1.push(member);
        }
        let mut parts = Vec::with_capacity(groups.len());
        for (condition, members) in groups {
            if !self.pool.is_false(condition) {
                let there = self.among(&members);
                parts.push(self.pool.and(there, condition));
            }
        }
        self.pool.any(parts)
    }
}
