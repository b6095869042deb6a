//! A host for tests: a table of a few states of a function that is not there, in which the number of an operation is that of its block.

use core::cell::Cell;
use std::rc::Rc;

use braid_code::estimate::{Counts, Estimate};
use braid_code::{Flow, FrameLoop, LoopAt, SourcePlace};
use braid_entity::Entity;
use braid_expr::{CellTable, ExprId, ExprPool, SymbolClass};
use braid_ir::FuncId;
use braid_solver::Solver;
use braid_state::join::{FramePlace, LiveSlot, LiveSlots};
use braid_state::memory::{CallPath, Memory};
use braid_state::{Arrival, EventKind, Fence, Gain, Heritage, State, StateId, Step, Value};

use crate::host::{Done, Host, Parts, States, View};
use crate::merger::{Child, Counted, End, Fork, Merger};
use crate::recording::Recorder;

/// The function that all states are in.
pub(crate) const FUNC: FuncId = FuncId::numbered(0);

/// Slot 0 of every frame matters.
struct FirstSlot;

impl LiveSlots for FirstSlot {
    fn live_slots(&self, _: FramePlace) -> Vec<LiveSlot> {
        vec![LiveSlot { slot: 0, bits: 32 }]
    }
}

/// States by their numbers.
#[derive(Default)]
struct Table(Vec<Option<State>>);

impl States for Table {
    fn state(&self, id: StateId) -> Option<&State> {
        self.0.get(id.as_u32() as usize)?.as_ref()
    }
}

/// The host.
pub(crate) struct FakeHost {
    pub(crate) pool: ExprPool,
    solver: Solver,
    cells: CellTable,
    heritage: Heritage,
    pub(crate) recorder: Recorder,
    states: Table,
    /// States that can be picked, in the order of their numbers.
    pub(crate) runnable: Vec<StateId>,
    /// The loop that every state is in, if there is one: these blocks, of which the first is its head.
    body: Option<Rc<FrameLoop>>,
    /// The queries that are expected, wherever a state stands.
    pub(crate) counts: Rc<Counts>,
    /// How often that was asked for.
    pub(crate) counts_asked: Cell<u64>,
    pub(crate) instructions: u64,
    pub(crate) uncounted: u128,
    pub(crate) superseded: Vec<StateId>,
    pub(crate) messages: Vec<String>,
    pub(crate) incomplete: Vec<String>,
    /// Tests of new lines that were written.
    pub(crate) written: usize,
}

impl FakeHost {
    /// A host whose function has this many blocks, of which these are a loop.
    pub(crate) fn new(blocks: u32, body: &[u32]) -> FakeHost {
        let set = |is: &dyn Fn(u32) -> bool| (0..blocks).map(is).collect::<Rc<[bool]>>();
        let body = body.first().map(|&first| {
            let inside = set(&|block| body.contains(&block));
            let outside = set(&|block| !body.contains(&block));
            let outside_or_first = set(&|block| !body.contains(&block) || block == first);
            Rc::new(FrameLoop { depth: 1, func: FUNC, header: first, first, inside, outside, outside_or_first })
        });
        FakeHost {
            pool: ExprPool::new(),
            solver: Solver::new(),
            cells: CellTable::default(),
            heritage: Heritage::default(),
            recorder: Recorder::default(),
            states: Table::default(),
            runnable: Vec::new(),
            body,
            counts: Rc::default(),
            counts_asked: Cell::new(0),
            instructions: 0,
            uncounted: 0,
            superseded: Vec::new(),
            messages: Vec::new(),
            incomplete: Vec::new(),
            written: 0,
        }
    }

    /// A first state at a block.
    pub(crate) fn start(&mut self, merger: &mut dyn Merger, block: u32, value: u64) -> StateId {
        self.start_with(merger, block, &[Value::Word(value)])
    }

    /// A first state at a block with these registers.
    pub(crate) fn start_with(&mut self, merger: &mut dyn Merger, block: u32, registers: &[Value]) -> StateId {
        let mut state = State::new(Memory::new());
        state.stack.push(FUNC, CallPath(0), Value::Word(0), registers.len() as u32, registers);
        state.stack.top_mut().pc = block;
        let id = self.add_state(state);
        merger.started(self, id).expect("it begins");
        id
    }

    fn add_state(&mut self, state: State) -> StateId {
        self.states.0.push(Some(state));
        let id = StateId::from_u32(self.states.0.len() as u32 - 1);
        self.runnable.push(id);
        id
    }

    /// That a byte of the input, by its number, is below a bound.
    pub(crate) fn below(&mut self, byte: u32, bound: u64) -> ExprId {
        let symbol = self.pool.symbol(&format!("x{byte}"), 8, SymbolClass::Input);
        let bound = self.pool.bv(8, bound);
        self.pool.ult(symbol, bound)
    }

    /// A state forks on a condition; the other child.
    pub(crate) fn fork(&mut self, merger: &mut dyn Merger, id: StateId, condition: ExprId) -> StateId {
        self.fork_by(merger, id, condition, false)
    }

    /// The same; `splits` if it is because a query was not answered.
    pub(crate) fn fork_by(&mut self, merger: &mut dyn Merger, id: StateId, condition: ExprId, splits: bool) -> StateId {
        let negated = self.pool.not(condition);
        let state = self.states.0[id.as_u32() as usize].as_mut().expect("it runs");
        let before = state.inherited;
        let mut child = state.fork();
        child.inherited = self.heritage.fork(&before, 1);
        state.inherited = self.heritage.fork(&before, 0);
        state.path.push(condition);
        child.path.push(negated);
        let pc = state.stack.top().pc;
        let step = |condition, case| Step { condition, gain: Gain::Branch, case, func: FUNC, pc };
        let other = self.add_state(child);
        let others = vec![Child { state: other, ends: false, step: step(negated, 1) }];
        let fork = Fork { before: before.recipe(), step: step(condition, 0), others };
        let told = if splits { merger.split(self, id, &fork) } else { merger.forked(self, id, &fork) };
        told.expect("it forks");
        other
    }

    /// A state comes to a block with a value in its register, and stops there if its fence says so.
    pub(crate) fn go(&mut self, merger: &mut dyn Merger, id: StateId, block: u32, value: u64) {
        let state = self.state_mut(id).expect("it runs");
        state.stack.top_mut().pc = block;
        state.stack.registers_mut()[0] = Value::Word(value);
        state.steps += 10;
        let stops = state.fence.as_deref().and_then(|fence: &Fence| fence.stops(1, FUNC));
        if stops.is_some_and(|stops| stops.get(block as usize) == Some(&true)) {
            merger.reached(self, id, Arrival::Block(FUNC, block)).expect("it arrives");
        } else {
            merger.paused(self, id).expect("it pauses");
        }
    }

    /// A state comes to a mark of the program.
    pub(crate) fn reach_mark(&mut self, merger: &mut dyn Merger, id: StateId, begins: bool) {
        let at = if begins { Arrival::RegionBegins(FUNC, 0) } else { Arrival::RegionEnds(FUNC, 1) };
        self.state_mut(id).expect("it runs").inherited.pass_mark();
        merger.reached(self, id, at).expect("it arrives");
    }

    /// A state ends.
    pub(crate) fn end(&mut self, merger: &mut dyn Merger, id: StateId, kind: EventKind) {
        let state = self.states.0[id.as_u32() as usize].take().expect("it runs");
        self.runnable.retain(|&other| other != id);
        let multiplicity = state.inherited.multiplicity();
        let counted = Counted { paths: multiplicity, multiplicity, bugs: Vec::new() };
        merger.ended(self, id, End { recipe: state.inherited.recipe(), kind, counted }).expect("it ends");
    }

    /// A state, to be changed.
    pub(crate) fn state_mut_of(&mut self, id: StateId) -> &mut State {
        self.state_mut(id).expect("it is there")
    }

    /// The register of a state.
    pub(crate) fn register(&self, id: StateId) -> Value {
        self.state(id).expect("it is there").stack.registers()[0]
    }
}

impl States for FakeHost {
    fn state(&self, id: StateId) -> Option<&State> {
        self.states.state(id)
    }
}

impl View for FakeHost {
    fn pool(&self) -> &ExprPool {
        &self.pool
    }
    fn loops_around(&self, _: &State, pc: u32) -> Vec<LoopAt> {
        let place = SourcePlace { file: "fake.c".to_owned(), line: 7, function: "f".to_owned() };
        let around = self.body.iter().filter(|body| body.contains(pc));
        around.map(|body| LoopAt { body: Rc::clone(body), calls: false, place: Rc::new(place.clone()) }).collect()
    }
    fn is_inside(&self, state: &State, body: &FrameLoop) -> bool {
        body.contains(state.stack.top().pc)
    }
    fn flow(&self, _: FuncId) -> Rc<Flow> {
        let blocks = self.body.as_ref().map_or(0, |body| body.inside.len() as u32);
        let heads = (0..blocks).map(|block| self.body.as_ref().is_some_and(|body| body.first == block)).collect();
        let post_dominator = (1..=blocks).map(|next| (next < blocks).then_some(next)).collect();
        let order: Vec<u32> = (0..blocks).collect();
        let (block_of, rank) = (order.clone().into(), order.clone().into());
        let (order, end) = (order.clone().into(), order.into());
        let join_points = (0..blocks).map(|block| block + 1 == blocks).collect();
        let exits = vec![false; blocks as usize].into();
        Rc::new(Flow { block_of, rank, order, end, heads, join_points, exits, post_dominator })
    }
    fn counts(&self, _: FramePlace, _: &Estimate) -> Rc<Counts> {
        self.counts_asked.set(self.counts_asked.get() + 1);
        Rc::clone(&self.counts)
    }
    fn loop_named(&self, _: FuncId, header: u32, _: usize) -> Option<LoopAt> {
        self.loops_around(&State::new(Memory::new()), header).pop()
    }
    fn source_place(&self, _: FuncId, pc: u32) -> SourcePlace {
        SourcePlace { file: "fake.c".to_owned(), line: pc, function: "f".to_owned() }
    }
    fn instructions(&self) -> u64 {
        self.instructions
    }
    fn variables(&self, _: &State) -> Vec<(String, Value)> {
        Vec::new()
    }
    fn slot_names(&self, _: FuncId, _: u32) -> Vec<(u32, String)> {
        Vec::new()
    }
    fn object_name(&self, _: &State, _: u64) -> Option<(String, i64)> {
        None
    }
}

impl Host for FakeHost {
    fn add(&mut self, state: State) -> StateId {
        self.add_state(state)
    }
    fn parts(&mut self) -> Parts<'_> {
        let FakeHost { pool, solver, cells, heritage, recorder, states, .. } = self;
        Parts { pool, solver, cells, live: &FirstSlot, heritage, recorder, states }
    }
    fn view(&self) -> &dyn View {
        self
    }
    fn state_mut(&mut self, id: StateId) -> Option<&mut State> {
        self.states.0.get_mut(id.as_u32() as usize)?.as_mut()
    }
    fn take(&mut self, id: StateId) -> Option<State> {
        self.states.0.get_mut(id.as_u32() as usize)?.take()
    }
    fn put(&mut self, id: StateId, state: State) {
        self.states.0[id.as_u32() as usize] = Some(state);
    }
    fn replace(&mut self, sources: &[StateId], joined: State) {
        assert!(sources.iter().all(|&id| self.state(id).is_none()), "who is replaced was taken");
        self.put(sources[0], joined);
    }
    fn park(&mut self, id: StateId) {
        self.runnable.retain(|&other| other != id);
    }
    fn resume(&mut self, id: StateId) {
        assert!(self.state(id).is_some(), "who goes on is there");
        self.runnable.push(id);
        self.runnable.sort_unstable();
        self.runnable.dedup();
    }
    fn supersede(&mut self, id: StateId) -> Done {
        self.park(id);
        self.superseded.push(id);
        self.states.0[id.as_u32() as usize] = None;
        Ok(())
    }
    fn uncount(&mut self, counted: Counted) {
        self.uncounted += counted.paths;
    }
    fn write_new_lines(&mut self, state: &mut State, _: &'static str) -> Done {
        state.new_lines.clear();
        self.written += 1;
        Ok(())
    }
    fn tell(&mut self, message: String) {
        self.messages.push(message);
    }
    fn note_incomplete(&mut self, reason: &str) {
        self.incomplete.push(reason.to_owned());
    }
}
