//! The executor: runs a state until it pauses, forks or ends.
//!
//! It owns what all states of an engine share: the program, the terms, the solver, the table of addresses, the names of
//! states and the counters. It knows one state at a time and nothing of the order in which states are run.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use braid_code::costs::Measured;
use braid_code::{Code, Op, Pc, Program};
use braid_expr::{ArrayId, Cause, CellTable, ExprId, ExprPool, SymbolId};
use braid_ir::FuncId;
use braid_solver::Solver;
use braid_state::memory::{Bench, CallPath, Slots};
use braid_state::{Arrival, Gain, Heritage, State, Unmerger, Value};
use rustc_hash::FxHashMap;

use crate::answers::Answers;
use crate::aside::Asked;
use crate::assumption::Assumptions;
use crate::coverage::Coverage;
use crate::distance::DistanceCache;
use crate::fast;
use crate::fault::Fault;
use crate::incomplete::Incomplete;
use crate::machine::{Builtin, Machine};
use crate::options::Options;
use crate::stop::{Case, Ending, Limit, Outcome, Split, SplitKind, Stop, Then};

/// Units of work, for whoever counts it, that an operation on terms takes at least.
pub(crate) const UNITS_OF_STEP: u32 = 16;

/// Instructions that a conflict of the solver counts for where work is measured.
const INSTRUCTIONS_OF_CONFLICT: u64 = 4;
/// Propagations of the solver that count for an instruction.
const PROPAGATIONS_OF_INSTRUCTION: u64 = 64;

braid_entity::counters! {
    /// Counts of what executors do.
    pub Counters {
        /// Instructions of the program.
        instructions;
        /// States that were made by splits.
        forks;
        /// Questions about conditions that sets of values of single cells decided, without the solver.
        decisions;
        /// Splits of joined states because a query was too hard.
        unmerged;
        /// Operations that went the general way.
        slow;
        /// Calls of functions that have a body.
        calls;
    }
}

/// The executor.
pub struct Executor {
    /// The program.
    pub program: Program,
    /// All terms.
    pub pool: ExprPool,
    /// Answers questions about them.
    pub solver: Solver,
    /// What conditions say of single cells.
    pub cells: CellTable,
    /// Where allocations go.
    pub slots: Slots,
    /// What states inherit.
    pub heritage: Heritage,
    /// What may be done and what is checked.
    pub options: Options,
    /// Which code was reached.
    pub coverage: Coverage,
    /// What keeps the run from being complete.
    pub incomplete: Incomplete,
    /// What the program's assumptions did.
    pub assumptions: Assumptions,
    /// How often each operation of each function forked, and for what.
    pub fork_profile: FxHashMap<(FuncId, Pc, SplitKind), u64>,
    /// What was done so far.
    pub counters: Counters,
    /// The arrays of symbolic inputs: the n-th of a name and size is the same array in every state.
    pub input_arrays: FxHashMap<(Rc<str>, u32, u64), ArrayId>,
    /// Inputs whose bytes are known, where one input is run again.
    pub known_inputs: FxHashMap<ArrayId, Rc<[u8]>>,
    /// What is odd about what the program does, and exact all the same: counted, with places.
    pub warnings: Incomplete,
    /// What the program said through the engine, in order.
    pub messages: Vec<String>,
    /// What was taken to be impossible, if somebody wants to know: terms without a model.
    pub excluded: Option<Vec<braid_expr::ExprId>>,
    /// Where the predicates of a merge point are evaluated: what they are, as soon as that is known.
    pub predicates: Option<Vec<braid_expr::ExprId>>,
    /// A mark or the place behind a call that the running state has just come to.
    pub mark: Option<Arrival>,
    /// Whether a state that has a fence is kept as it was before it forks.
    pub keep_before_fork: bool,
    /// The state that has just forked, as it was before.
    pub before_fork: Option<State>,
    /// What programs are told about what is known.
    pub asked: Asked,
    /// Work of the solver that is not the run's: it was done for states that were made again.
    pub(crate) work_aside: u64,
    /// Takes joined states apart where a query is not answered, if anybody does.
    pub unmerger: Option<Rc<dyn Unmerger>>,
    /// What queries have cost at each operation, if somebody wants to know.
    pub query_costs: Option<Measured>,
    /// What the solver says beyond yes and no.
    pub(crate) answers: Answers,
    /// What the marks of poison remember.
    pub(crate) poisons: FxHashMap<SymbolId, Fault>,
    /// Of each floating-point result that tells which NaN it is: the result with one NaN.
    pub(crate) float_results: FxHashMap<ExprId, ExprId>,
    /// Where the terms that floating-point operations were made of are known.
    pub(crate) float_known: FxHashMap<ExprId, ExprId>,
    /// Lies ready for the state that runs next.
    pub(crate) bench: Bench,
    pub(crate) machine: Box<dyn Machine>,
    /// The functions of the machine that were called, with their names.
    pub(crate) builtins: FxHashMap<FuncId, (Rc<str>, Builtin)>,
    pub(crate) distances: RefCell<DistanceCache>,
    /// The program's function `exit`, if it has one; it is looked for at the end of the first path.
    pub(crate) exit: OnceCell<Option<FuncId>>,
}

/// Where a state stands that has just returned from a function.
pub(crate) fn returned(state: &State) -> Arrival {
    let top = state.stack.top();
    Arrival::Return(top.func, top.pc)
}

impl Executor {
    /// An executor of a program on a machine.
    pub fn new(mut program: Program, machine: Box<dyn Machine>, solver: Solver, options: Options) -> Executor {
        program.check_overflow = options.check_overflow;
        program.check_floats = options.check_floats.any();
        let slots = Slots::of(program.addresses);
        Executor {
            program,
            pool: ExprPool::new(),
            solver,
            cells: CellTable::default(),
            slots,
            heritage: Heritage::default(),
            options,
            coverage: Coverage::default(),
            incomplete: Incomplete::default(),
            assumptions: Assumptions::default(),
            fork_profile: FxHashMap::default(),
            counters: Counters::default(),
            input_arrays: FxHashMap::default(),
            known_inputs: FxHashMap::default(),
            warnings: Incomplete::default(),
            messages: Vec::new(),
            excluded: None,
            predicates: None,
            mark: None,
            keep_before_fork: false,
            before_fork: None,
            asked: Asked::default(),
            work_aside: 0,
            unmerger: None,
            query_costs: None,
            answers: Answers::default(),
            poisons: FxHashMap::default(),
            float_results: FxHashMap::default(),
            float_known: FxHashMap::default(),
            bench: Bench::default(),
            machine,
            builtins: FxHashMap::default(),
            distances: RefCell::default(),
            exit: OnceCell::new(),
        }
    }

    /// Ends what the machine runs beside the executor. Nothing else is given back: for a process that ends next.
    pub fn abandon(self) {
        let Executor { machine, pool, solver, heritage, before_fork, .. } = self;
        core::mem::forget((pool, solver, heritage, before_fork));
        drop(machine);
    }

    /// Gives back the memory of what is only remembered; it is found again.
    pub fn forget(&mut self) {
        self.solver.forget();
        self.cells.forget();
    }

    /// The work done so far, in instructions: what the solver did counts as what it takes about as long as, a decision without it
    /// as one. The same in equal runs.
    pub fn work(&self) -> u64 {
        self.counters.instructions + self.counters.decisions + self.solver_work() - self.work_aside
    }

    /// What questions about conditions have cost so far, in instructions: conflicts of the solver, and decisions without it.
    pub fn question_cost(&self) -> u64 {
        self.solver.stats().conflicts * INSTRUCTIONS_OF_CONFLICT + self.counters.decisions
    }

    /// How many questions about conditions there were so far, with and without the solver.
    pub fn questions(&self) -> u64 {
        self.solver.stats().queries + self.counters.decisions
    }

    /// What the solver did so far, in instructions.
    pub fn solver_work(&self) -> u64 {
        let stats = self.solver.stats();
        stats.conflicts * INSTRUCTIONS_OF_CONFLICT
            + stats.propagations / PROPAGATIONS_OF_INSTRUCTION
            + stats.terms_encoded
    }

    /// Runs a state for at most about `fuel` instructions.
    pub fn run(&mut self, state: &mut State, mut fuel: u64) -> Outcome {
        let (before, was_exact) = (state.steps, !state.inherited.exactness().may_invent());
        state.memory.begin(&mut self.bench);
        self.solver.diagrams().tidy();
        let outcome = loop {
            let advanced = self.advance(state, &mut fuel);
            self.settle_answers(state, matches!(advanced, Err(Stop::Interrupted)));
            match advanced {
                Ok(fast::Exit::Slow) => {}
                Ok(fast::Exit::Fuel) => break Outcome::Paused,
                Ok(fast::Exit::Fence(block)) => break Outcome::Arrived(Arrival::Block(state.stack.top().func, block)),
                Ok(fast::Exit::Returned) => break Outcome::Arrived(returned(state)),
                Err(Stop::End(ending)) => break self.end(state, ending),
                // It can go on, if whoever has interrupted it lets it.
                Err(Stop::Interrupted) => break Outcome::Paused,
                Err(Stop::Split(split)) => break self.fork(state, split),
            }
            if let Some(mark) = self.mark.take() {
                break Outcome::Arrived(mark);
            }
            // From here on what it reaches may not be there, which is recorded apart.
            if was_exact && state.inherited.exactness().may_invent() {
                break Outcome::Paused;
            }
            if self.pool.interrupt().spend(UNITS_OF_STEP) {
                break Outcome::Paused;
            }
        };
        self.counters.instructions += state.steps - before;
        // A state that waits keeps nothing that only a running one needs: there may be millions.
        state.memory.settle(&mut self.bench);
        outcome
    }

    /// Counts work in the middle of an operation. If the run is interrupted the path ends, because the operation cannot be
    /// carried out again.
    pub fn spend(&mut self, units: u64) -> Result<(), Stop> {
        let interrupt = self.pool.interrupt();
        if !interrupt.spend(u32::try_from(units).unwrap_or(u32::MAX)) {
            return Ok(());
        }
        let memory = interrupt.cause() == Some(Cause::Memory);
        Err(Stop::End(Ending::Limit(if memory { Limit::Memory } else { Limit::Time })))
    }

    /// Runs words as long as it goes, then, if that is why it stopped, one operation the general way.
    fn advance(&mut self, state: &mut State, fuel: &mut u64) -> Result<fast::Exit, Stop> {
        let mut limits = fast::Limits {
            fuel: *fuel,
            used: 0,
            call_depth: self.options.max_call_depth,
            stack: self.options.stack_size,
            passes_fence: core::mem::take(&mut state.passes_fence),
        };
        let exit = fast::run(&self.program, state, &mut limits, &mut self.coverage);
        *fuel = fuel.saturating_sub(limits.used);
        if exit == fast::Exit::Slow {
            self.counters.slow += 1;
            let code = Rc::clone(self.program.ready(state.stack.top().func));
            self.step(state, &code)?;
        }
        Ok(exit)
    }

    /// Puts a function on top of the stack of a state that has not begun. What is put there last runs first.
    pub fn enter_first(&mut self, state: &mut State, func: FuncId, arguments: &[Value]) -> Result<(), String> {
        let refuse = |stop| match stop {
            Stop::End(Ending::Unsupported(what)) => what,
            other => format!("{other:?}"),
        };
        let code = self.code(func).map_err(refuse)?.ok_or("it has no body")?;
        if code.params.len() != arguments.len() {
            return Err(format!("it takes {} arguments, not {}", code.params.len(), arguments.len()));
        }
        state.stack.push(func, CallPath::default(), Value::Word(code.frame_bytes), code.slots, arguments);
        Ok(())
    }

    /// The code of a function; its blocks are known to the coverage.
    pub(crate) fn code(&mut self, func: FuncId) -> Result<Option<Rc<Code>>, Stop> {
        let known = self.program.lowered().len();
        let code = self.program.code(&mut self.pool, func);
        self.coverage.grow(self.program.block_count());
        if let Ok(Some(code)) = &code
            && known < self.program.lowered().len()
        {
            let code = Rc::clone(code);
            self.note_licences(&code);
        }
        code.map_err(|error| Stop::End(Ending::Unsupported(format!("a function that cannot be read: {error}"))))
    }

    /// A path ends: the operation it stands at was begun in every frame.
    fn end(&mut self, state: &mut State, ending: Ending) -> Outcome {
        self.reach_here(state);
        Outcome::Ended(ending)
    }

    /// Counts as reached where a state stands, in every frame. While it runs, only what it has left counts. The beginning
    /// of a block is where states pause: it is not reached before they go on.
    pub fn reach_here(&mut self, state: &State) {
        for frame in state.stack.frames() {
            let code = self.program.ready(frame.func);
            if !matches!(code.ops[frame.pc as usize], Op::Enter { .. }) {
                let block = code.first_block + code.block_of[frame.pc as usize];
                self.coverage.reach(block, frame.pc);
            }
        }
    }

    /// Makes a state of each case. The given state becomes the first.
    #[inline(never)] // what a fork costs is told by its symbol
    fn fork(&mut self, state: &mut State, split: Split) -> Outcome {
        if state.depth >= self.options.max_depth {
            return self.end(state, Ending::Limit(Limit::Depth));
        }
        let (func, pc) = self.here(state);
        self.before_fork =
            (self.keep_before_fork && state.fence.is_some() && !split.why.unmerges()).then(|| state.fork());
        let endings = split.cases.iter().any(|case| matches!(case.then, Then::End(_)));
        if endings {
            self.reach_here(state);
        }
        let mut others = Vec::with_capacity(split.cases.len() - 1);
        let inherited = state.inherited;
        let mut gain = split.why.gain();
        for (number, case) in split.cases.iter().enumerate().skip(1) {
            if !state.directives.may_fork() && !matches!(case.then, Then::End(_)) {
                self.incomplete.note("klee_set_forking: a branch that does not fork", Some((func, pc)));
                gain = Gain::GivenUp;
                continue;
            }
            let mut child = state.fork();
            child.inherited = self.heritage.fork(&inherited, number as u32);
            let mut ending = self.take(&mut child, case, split.why.gain(), number as u32);
            self.inherit_part(&mut child, split.why);
            if self.counters.forks >= self.options.max_forks && ending.is_none() {
                ending = Some(Ending::Limit(Limit::Forks));
            } else {
                self.counters.forks += 1;
                *self.fork_profile.entry((func, pc, split.why)).or_default() += 1;
            }
            others.push((child, ending));
        }
        state.inherited = self.heritage.fork(&inherited, 0);
        let ending = self.take(state, &split.cases[0], gain, 0);
        self.inherit_part(state, split.why);
        debug_assert!(ending.is_none(), "the first case of a split goes on");
        Outcome::Forked(others)
    }

    /// A state takes a case; how it ends, if it does.
    fn take(&mut self, state: &mut State, case: &Case, gain: Gain, number: u32) -> Option<Ending> {
        state.depth += 1;
        state.assume_case(case.condition, gain, number);
        match &case.then {
            Then::Again => None,
            Then::Goto(pc) => {
                self.leave_block(state);
                state.stack.top_mut().pc = *pc;
                None
            }
            Then::End(ending) => Some(ending.clone()),
        }
    }

    /// The block a state is in ends here.
    pub(crate) fn leave_block(&mut self, state: &mut State) {
        let top = state.stack.top_mut();
        if top.block_unfinished {
            top.block_unfinished = false;
            let code = self.program.ready(top.func);
            self.coverage.complete(code.first_block + code.block_of[top.pc as usize]);
        }
    }
}
