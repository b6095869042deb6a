//! A state: everything that tells one explored path from another.

use std::rc::Rc;

use braid_expr::ExprId;
use braid_ir::FuncId;

use crate::directives::Directives;
use crate::fence::Fence;
use crate::float_env::FloatEnv;
use crate::id::LineId;
use crate::inherit::Inherited;
use crate::input::Inputs;
use crate::memory::Memory;
use crate::output::Output;
use crate::path::Path;
use crate::stack::Stack;
use crate::threads::Threads;
use crate::trail::{Gain, Step, Trail};

/// A state.
#[derive(Debug)]
pub struct State {
    /// What it has from the states that it came from.
    pub inherited: Inherited,
    /// Its memory.
    pub memory: Memory,
    /// Its call stack.
    pub stack: Stack,
    /// What holds of its inputs.
    pub path: Path,
    /// Its inputs.
    pub inputs: Inputs,
    /// What it has written.
    pub output: Output,
    /// How many case splits led here.
    pub depth: u32,
    /// How many instructions led here.
    pub steps: u64,
    /// The lines that it was the first to reach and that no test was written for yet.
    pub new_lines: Vec<LineId>,
    /// The conditions it met, if somebody wants to know.
    pub trail: Trail,
    /// Where it is to stop, if somebody wants to look at it there.
    pub fence: Option<Rc<Fence>>,
    /// Whether it stands at a block of its fence and is to go on from there.
    pub passes_fence: bool,
    /// A return that leaves fewer frames than this stops it, if somebody wants to look at it there; 0 if no return does.
    pub stops_below: u32,
    /// The sizes of objects that are unknown: what the loops over such objects depend on.
    pub sizes: Sizes,
    /// What the program has told the engine about how to go on.
    pub directives: Directives,
    /// How it rounds, and which exceptions of floating point were raised.
    pub float_env: FloatEnv,
    /// Its threads beside the one that runs.
    pub threads: Threads,
}

/// The terms that are sizes of objects, shared until one is added.
#[derive(Clone, Default, Debug)]
pub struct Sizes(Option<Rc<Vec<ExprId>>>);

impl Sizes {
    /// All of them, oldest first.
    pub fn as_slice(&self) -> &[ExprId] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
    /// Adds one.
    pub fn add(&mut self, size: ExprId) {
        if !self.as_slice().contains(&size) {
            Rc::make_mut(self.0.get_or_insert_default()).push(size);
        }
    }
}

impl State {
    /// The start of a program, before anything is in memory.
    pub fn new(memory: Memory) -> State {
        State {
            inherited: Inherited::START,
            memory,
            stack: Stack::new(),
            path: Path::default(),
            inputs: Inputs::default(),
            output: Output::default(),
            depth: 0,
            steps: 0,
            new_lines: Vec::new(),
            trail: Trail::default(),
            fence: None,
            passes_fence: false,
            stops_below: 0,
            sizes: Sizes::default(),
            directives: Directives::default(),
            float_env: FloatEnv::default(),
            threads: Threads::default(),
        }
    }
    /// From now on a condition holds: it becomes part of the path, and a step of the trail.
    pub fn assume(&mut self, condition: ExprId, gain: Gain) {
        self.assume_case(condition, gain, 0);
    }
    /// As [`assume`](Self::assume), for one of several cases.
    pub fn assume_case(&mut self, condition: ExprId, gain: Gain, case: u32) {
        self.path.push(condition);
        self.note(condition, gain, case);
    }
    /// A symbolic branch went the only way it could: a step of the trail alone.
    pub fn decided(&mut self, condition: ExprId, case: u32) {
        self.note(condition, Gain::Decided, case);
    }
    fn note(&mut self, condition: ExprId, gain: Gain, case: u32) {
        if self.trail.is_kept() {
            let (func, pc) = self.stack.frames().next().map_or((FuncId::numbered(0), 0), |top| (top.func, top.pc));
            self.trail.add(|| Step { condition, gain, case, func, pc });
        }
    }
    /// A copy where there is only a shared reference: of objects and frames in use, too.
    #[must_use]
    pub fn copy(&self) -> State {
        State {
            memory: self.memory.clone(),
            stack: self.stack.clone(),
            path: self.path.clone(),
            inputs: self.inputs.clone(),
            output: self.output.clone(),
            trail: self.trail.fresh(),
            fence: self.fence.clone(),
            sizes: self.sizes.clone(),
            directives: self.directives.clone(),
            threads: self.threads.clone(),
            new_lines: self.new_lines.clone(),
            ..*self
        }
    }
    /// A copy that shares what it can. It costs what changed since the last one.
    pub fn fork(&mut self) -> State {
        State {
            inherited: self.inherited,
            memory: self.memory.snapshot(),
            stack: self.stack.fork(),
            path: self.path.clone(),
            inputs: self.inputs.clone(),
            output: self.output.clone(),
            depth: self.depth,
            steps: self.steps,
            new_lines: Vec::new(),
            trail: self.trail.fresh(),
            fence: self.fence.clone(),
            passes_fence: self.passes_fence,
            stops_below: self.stops_below,
            sizes: self.sizes.clone(),
            directives: self.directives.clone(),
            float_env: self.float_env,
            threads: self.threads.clone(),
        }
    }
}
