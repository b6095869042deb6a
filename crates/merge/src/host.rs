//! The host: what a merger may do to states, and what it may ask.
//!
//! A merger owns no states. It acts on those of the host, which is the engine in a run and a table of a few states in tests. The
//! host carries out what it is told and decides nothing: what is joined, with whom and when, is the merger's matter alone.

use core::error::Error;
use std::rc::Rc;

use braid_code::estimate::{Counts, Estimate};
use braid_code::{Flow, FrameLoop, LoopAt, SourcePlace};
use braid_expr::{CellTable, ExprId, ExprPool};
use braid_ir::FuncId;
use braid_solver::Solver;
use braid_state::join::{FramePlace, LiveSlots};
use braid_state::{Arrival, Fresh, Heritage, State, StateId, Value};

use crate::merger::Counted;
use crate::recording::Recorder;
use crate::validate::Mismatch;

/// Why a merger cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A join that is not what it claims to be: a mistake of Braid.
    #[error("a wrong join at {place}: {mismatch}")]
    WrongJoin {
        /// Where.
        place: String,
        /// What is wrong.
        mismatch: Mismatch,
    },
    /// The host could not do what it was told.
    #[error(transparent)]
    Host(Box<dyn Error>),
}

/// What came of an event or an action.
pub type Done<T = ()> = Result<T, Failure>;

/// Terms, answers and live slots, which are often needed at once.
pub struct Parts<'a> {
    /// All terms.
    pub pool: &'a mut ExprPool,
    /// Answers about them.
    pub solver: &'a mut Solver,
    /// What conditions say of single cells.
    pub cells: &'a mut CellTable,
    /// Which slots of a frame matter.
    pub live: &'a dyn LiveSlots,
    /// What states inherit.
    pub heritage: &'a mut Heritage,
    /// What is recorded of merge contexts.
    pub recorder: &'a mut Recorder,
    /// The states.
    pub states: &'a dyn States,
}

/// States that have become one.
pub struct Sources<'a> {
    /// The number of the joined state.
    pub id: StateId,
    /// The joined state.
    pub joined: &'a State,
    /// Each of the states, with its number if it was the host's.
    pub states: Vec<(Option<StateId>, State)>,
    /// The fresh variables of the join.
    pub fresh: &'a [Fresh],
}

/// What came of a state that was run beside the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aside {
    /// It can go on.
    Goes,
    /// It has come to a place at which it stops, and can go on.
    Arrived(Arrival),
    /// It has ended, and nothing is wrong.
    Done,
    /// It has ended with a fault.
    Fault,
    /// It could not be followed to its end.
    Unknown,
}

/// States by their numbers.
pub trait States {
    /// A state that can run or waits; none if it is gone or taken.
    fn state(&self, id: StateId) -> Option<&State>;
}

/// What a merger may do, and ask. Every state that is [taken](Host::take) is [put](Host::put) back or [replaced](Host::replace).
pub trait Host: States {
    /// Terms, answers and tables at once.
    fn parts(&mut self) -> Parts<'_>;
    /// Answers about states and the program.
    fn view(&self) -> &dyn View;
    /// A state, to be changed.
    fn state_mut(&mut self, id: StateId) -> Option<&mut State>;
    /// Takes a state out of the host's table.
    fn take(&mut self, id: StateId) -> Option<State>;
    /// Puts a state back that was taken.
    fn put(&mut self, id: StateId, state: State);
    /// States that were taken have become one, which has the number of the first. They are not run any more.
    fn replace(&mut self, sources: &[StateId], joined: State);
    /// States have become one. Whoever wants to compare keeps them; most do not.
    fn keep_sources(&mut self, _kept: Sources<'_>) {}
    /// A state waits: it is not picked until it is [resumed](Host::resume).
    fn park(&mut self, id: StateId);
    /// A state that waited can be picked again.
    fn resume(&mut self, id: StateId);
    /// A state is given up: another stands for it, and explores again what came of it. Lines that it was the first to reach get a test.
    fn supersede(&mut self, id: StateId) -> Done;
    /// What was counted for states that are superseded is not counted any more.
    fn uncount(&mut self, counted: Counted);
    /// Writes the test of the lines that a state was the first to reach, because it becomes part of another.
    fn write_new_lines(&mut self, state: &mut State, why: &'static str) -> Done;
    /// A state that the merger has kept for itself goes on: it is one more of the run.
    fn add(&mut self, state: State) -> StateId;
    /// From now on nothing that is done is recorded, until [it ends](Host::end_aside).
    fn begin_aside(&mut self) {}
    /// What is done is recorded again.
    fn end_aside(&mut self) {}
    /// Runs a state that is nobody's for so many instructions at most, beside the run; it may have become several.
    fn run_aside(&mut self, state: State, _instructions: u64) -> Vec<(State, Aside)> {
        vec![(state, Aside::Unknown)]
    }
    /// The predicates of the merge point that a state stands behind, by its values, found beside the run, which [has begun](Host::begin_aside); or why there are none. The state is
    /// nobody's.
    fn predicates_of(&mut self, _state: State) -> Result<Vec<ExprId>, &'static str> {
        Err("predicates that nobody evaluates")
    }
    /// Tells the user something, once.
    fn tell(&mut self, message: String);
    /// Something keeps the run from being complete.
    fn note_incomplete(&mut self, reason: &str);
}

/// Answers about states and the program: the tables of the code.
pub trait View {
    /// All terms.
    fn pool(&self) -> &ExprPool;
    /// The loops around an operation of a state's topmost frame and around the calls of the frames below, from inside out.
    fn loops_around(&self, state: &State, pc: u32) -> Vec<LoopAt>;
    /// The same, for frames of at least this depth only.
    fn loops_within(&self, state: &State, pc: u32, depth: usize) -> Vec<LoopAt> {
        let mut around = self.loops_around(state, pc);
        around.retain(|at| at.body.depth >= depth);
        around
    }
    /// Returns true if a state is still in a loop of one of its frames.
    fn is_inside(&self, state: &State, body: &FrameLoop) -> bool;
    /// What is computed from the code of a function that was called.
    fn flow(&self, func: FuncId) -> Rc<Flow>;
    /// The queries that are expected from an operation of a function that was called on; behind it, if it is a call that a frame waits
    /// for.
    fn counts(&self, place: FramePlace, estimate: &Estimate) -> Rc<Counts>;
    /// The loop that begins with a block of a function, in the frame of this depth; none if there is no such loop.
    fn loop_named(&self, func: FuncId, header: u32, depth: usize) -> Option<LoopAt>;
    /// Where an operation stands in the source.
    fn source_place(&self, func: FuncId, pc: u32) -> SourcePlace;
    /// Work that was done so far for all states together, in instructions; what the solver did counts as such.
    fn instructions(&self) -> u64;
    /// The variables of a state's topmost frame that debug information knows, with their values.
    fn variables(&self, state: &State) -> Vec<(String, Value)>;
    /// The slots of a frame that debug information has names for, where a block begins.
    fn slot_names(&self, func: FuncId, pc: u32) -> Vec<(u32, String)>;
    /// The name of the object that an address lies in, and how far from its beginning.
    fn object_name(&self, state: &State, address: u64) -> Option<(String, i64)>;
}
