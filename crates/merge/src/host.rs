//! The host: what a merger may do to states, and what it may ask.
//!
//! A merger owns no states. It acts on those of the host, which is the engine in a run and a table of a few states in tests. The
//! host carries out what it is told and decides nothing: what is joined, with whom and when, is the merger's matter alone.

use core::error::Error;
use std::rc::Rc;

use braid_expr::ExprPool;
use braid_ir::FuncId;
use braid_solver::Solver;
use braid_state::join::{FramePlace, LiveSlots};
use braid_state::{Blocks, Fence, Heritage, State, StateId, Value};

use crate::estimate::{Counts, Estimate};
use crate::merger::Counted;
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
    /// Which slots of a frame matter.
    pub live: &'a dyn LiveSlots,
    /// What states inherit.
    pub heritage: &'a mut Heritage,
    /// The states.
    pub states: &'a dyn States,
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
    /// Tells the user something, once.
    fn tell(&mut self, message: String);
    /// Something keeps the run from being complete.
    fn note_incomplete(&mut self, reason: &str);
}

/// A loop of one of a state's frames.
#[derive(Clone, Debug)]
pub struct FrameLoop {
    /// The frame, by how many frames there are up to it.
    pub depth: usize,
    /// The function of the frame.
    pub func: FuncId,
    /// The block that the loop begins with, by its number in the program.
    pub header: u32,
    /// The same block by its number in the code.
    pub first: u32,
    /// The blocks of the loop.
    pub inside: Blocks,
    /// All others.
    pub outside: Blocks,
    /// Those, and the block that the loop begins with.
    pub outside_or_first: Blocks,
}

impl FrameLoop {
    /// Returns true if a block of the frame is one of the loop.
    pub fn contains(&self, block: u32) -> bool {
        self.inside.get(block as usize).copied().unwrap_or(false)
    }
    /// Stops a state that leaves the loop.
    pub fn fence(&self) -> Rc<Fence> {
        Rc::new(Fence::of_frame(self.depth, self.func, Rc::clone(&self.outside)))
    }
    /// Stops a state that leaves the loop or begins another iteration.
    pub fn fence_of_iterations(&self) -> Rc<Fence> {
        Rc::new(Fence::of_frame(self.depth, self.func, Rc::clone(&self.outside_or_first)))
    }
}

/// Two are equal if they are one loop of one frame.
impl PartialEq for FrameLoop {
    fn eq(&self, other: &FrameLoop) -> bool {
        (self.depth, self.func, self.header) == (other.depth, other.func, other.header) && self.inside == other.inside
    }
}

impl Eq for FrameLoop {}

/// A loop that a state is in.
#[derive(Clone, Debug)]
pub struct LoopAt {
    /// The frame and the blocks of the loop.
    pub body: Rc<FrameLoop>,
    /// Whether it calls functions.
    pub calls: bool,
    /// Where it begins in the source.
    pub place: Rc<SourcePlace>,
}

/// A place in the source, for people.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SourcePlace {
    /// The file; empty if unknown.
    pub file: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The function.
    pub function: String,
}

impl core::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.file.is_empty() {
            return write!(f, "in {}", self.function);
        }
        write!(f, "{}:{} in {}", self.file, self.line, self.function)
    }
}

/// What is computed from the code of a function. Blocks go by their numbers in the code.
#[derive(Clone, Debug)]
pub struct Flow {
    /// The block of each operation.
    pub block_of: Rc<[u32]>,
    /// The place of each block in reverse postorder; blocks that cannot be reached come last.
    pub rank: Box<[u32]>,
    /// The place of each block in a topological order in which the blocks of every loop stand side by side, its head first; blocks
    /// that cannot be reached come last.
    pub order: Box<[u32]>,
    /// The last place in that order of a block of the loop that begins with a block; the block's own place if none does.
    pub end: Box<[u32]>,
    /// Blocks that loops begin with.
    pub heads: Blocks,
    /// Blocks with several predecessors.
    pub join_points: Blocks,
    /// The block that every way from a block to the function's end goes through first, if there is one.
    pub post_dominator: Box<[Option<u32>]>,
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
    /// The name of the object that an address lies in, and how far from its beginning.
    fn object_name(&self, state: &State, address: u64) -> Option<(String, i64)>;
}
