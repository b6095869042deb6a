//! Joining states: several states that stand at the same place become one, which holds what each of them holds, wherever
//! that one is.
//!
//! This is the mechanics alone: frame by frame, object by object, output and inputs. *Which* states are joined is for a
//! strategy to say, and *how* different values become one is for a join rule, which gives the [`Choice`]. What is the same
//! in all states is never looked at: the work is that of what differs, because states share what none of them changed.
//!
//! Invariant: for every input of the i-th state (which satisfies the conditions that the caller adds), the joined state,
//! evaluated under that input, has the registers that matter, the live objects with sizes and bytes, the output, and the
//! inputs of the i-th state. `tests/join.rs` holds it by random states and models.
//!
//! One thing is told less exactly afterwards: who touches an object where it is not live is told that it was freed if that is so
//! in any of the states.

pub mod agree;
mod inputs;
mod output;
pub mod rename;
mod sequence;
mod stack;

use braid_expr::{ExprId, ExprPool};
use braid_ir::FuncId;
use rustc_hash::{FxHashMap, FxHashSet};
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
    /// Conditions on the joined state that were found while values were chosen, such as axioms of fresh variables. Asked once, after
    /// all values.
    fn conditions(&mut self, _pool: &mut ExprPool) -> Vec<ExprId> {
        Vec::new()
    }
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
    Directives "different orders of the program",
    /// They round in different ways, or have raised different exceptions of floating point.
    FloatEnv "different floating-point environments",
    /// Other threads wait, or the same at other places.
    Threads "different threads that wait",
    /// Time or memory of the run ended while they were joined.
    Interrupted "a limit of the run",
}

/// What the paths of several states have in common.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Common {
    /// How many conjuncts all paths begin with.
    pub prefix: usize,
    /// Conjuncts that stand further on in all of them.
    pub also: Vec<ExprId>,
}

impl Common {
    /// The first conjuncts alone: of states that came apart after them.
    pub fn prefix(prefix: usize) -> Common {
        Common { prefix, also: Vec::new() }
    }
    /// All conjuncts that the paths have in common, wherever they stand in each.
    pub fn of(states: &[State]) -> Common {
        Common::of_all(&states.iter().collect::<Vec<&State>>())
    }
    /// The same of states that are elsewhere.
    pub fn of_all(states: &[&State]) -> Common {
        let Some((first, others)) = states.split_first() else { return Common::default() };
        let shared = |state: &&State| first.path.conjuncts().shared(state.path.conjuncts());
        let prefix = others.iter().map(shared).min().unwrap_or(first.path.len());
        let rests: Vec<FxHashSet<ExprId>> =
            others.iter().map(|state| state.path.since(prefix).into_iter().collect()).collect();
        let also = first.path.since(prefix).into_iter();
        let also = also.filter(|conjunct| rests.iter().all(|rest| rest.contains(conjunct)));
        let mut seen = FxHashSet::default();
        Common { prefix, also: also.filter(|&conjunct| seen.insert(conjunct)).collect() }
    }
    /// How many conjuncts that are.
    pub fn len(&self) -> usize {
        self.prefix + self.also.len()
    }
    /// Returns true if the paths have nothing in common.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// What a path says beyond what is common, in order.
    pub fn rest(&self, path: &Path) -> Vec<ExprId> {
        let rest = path.since(self.prefix).into_iter();
        if self.also.is_empty() {
            return rest.collect();
        }
        let also: FxHashSet<ExprId> = self.also.iter().copied().collect();
        rest.filter(|conjunct| !also.contains(conjunct)).collect()
    }
    /// The path of what is common, as one of the states has it.
    fn path(&self, of: &Path) -> Path {
        let mut path = Path::of(of.conjuncts().prefix(self.prefix));
        self.also.iter().for_each(|&conjunct| path.push(conjunct));
        path
    }
}

/// Tells which slots of a frame matter.
pub trait LiveSlots {
    /// The slots that are read before they are written on some way on from a place.
    fn live_slots(&self, place: FramePlace) -> Vec<LiveSlot>;
}

/// Joins states that stand at the same place; they stay as they are. `live` tells which slots of a frame matter; all
/// others become 0 in the frames that the states do not share.
///
/// The path of the joined state is what all have in common; the caller adds what holds in one of them or another. What it
/// inherits is that of the first state: the caller gives it its own.
pub fn join(
    pool: &mut ExprPool,
    states: &mut [State],
    common: &Common,
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
    joined.path = common.path(&states[0].path);
    for state in &states[1..] {
        state.sizes.as_slice().iter().for_each(|&size| joined.sizes.add(size));
    }
    // What was interrupted has chosen nothing that anybody may use.
    if joiner.pool.interrupt().cause().is_some() {
        return Err(Refusal::Interrupted);
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

/// Returns true if two states stand at the same place and have made the same output and inputs: all that is left to compare is what
/// they hold.
pub fn alike(a: &mut State, b: &mut State) -> bool {
    let place = |frame: &Frame| (frame.func, frame.pc, frame.path, frame.locals.clone());
    a.directives == b.directives
        && a.float_env == b.float_env
        && a.threads.are_shared(&b.threads)
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
    if states.iter().any(|state| state.directives != states[0].directives) {
        return Err(Refusal::Directives);
    }
    if states.iter().any(|state| state.float_env != states[0].float_env) {
        return Err(Refusal::FloatEnv);
    }
    if states.iter().any(|state| !state.threads.are_shared(&states[0].threads)) {
        return Err(Refusal::Threads);
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

/// Units of work, for whoever counts it, that a value takes for each state.
const UNITS_OF_CHOICE: usize = 8;

impl Joiner<'_> {
    /// Counts the work of one choice. Returns true if the join is interrupted: then nothing is chosen any more.
    fn is_interrupted(&self) -> bool {
        self.pool.interrupt().spend(u32::try_from(self.count * UNITS_OF_CHOICE).unwrap_or(u32::MAX))
    }
    /// The value, of `bits` bits, that is the i-th one wherever the i-th state is; a state without one does not care.
    pub(crate) fn value(&mut self, bits: u32, values: impl Iterator<Item = Option<Value>>) -> Value {
        let values: SmallVec<[Option<Value>; 8]> = values.collect();
        debug_assert_eq!(values.len(), self.count, "a value for each state");
        let first = values.iter().flatten().next().copied().expect("some state cares");
        if values.iter().flatten().all(|&value| value == first) {
            return first;
        }
        if self.is_interrupted() {
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
            _ if self.is_interrupted() => self.pool.fls(),
            _ => self.choice.among(self.pool, members),
        }
    }
    /// A condition that holds where the i-th one does, wherever the i-th state is.
    pub(crate) fn condition(&mut self, conditions: &[ExprId]) -> ExprId {
        if self.is_interrupted() {
            return self.pool.fls();
        }
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
