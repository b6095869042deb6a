//! The engine as the host of a merger: carries out what the merger does to states, and answers what it asks.

use std::rc::Rc;

use braid_code::costs::{Costs, Even};
use braid_code::estimate::{Counts, Estimate};
use braid_code::{Flow, FrameLoop, LoopAt, SourcePlace};
use braid_exec::{Ending, Outcome, Record};
use braid_expr::{ExprId, ExprPool};
use braid_ir::FuncId;
use braid_merge::{Aside, Counted, Done, Failure, Host, Parts, Sources, States, View};
use braid_solver::Budget;
use braid_state::join::FramePlace;
use braid_state::{Arrival, State, StateId, Unmerger, Value};

use crate::cut::Cut;
use crate::error::EngineError;
use crate::exploration::Explorer;
use crate::live::{Answers, LiveStates};

/// Conflicts of a query beside the run: what is found there is a guess.
const ASIDE_CONFLICTS: u64 = 1 << 12;

/// Instructions of all predicates of a merge point.
const PREDICATE_INSTRUCTIONS: u64 = 10_000;

/// What is set aside while states are run beside the run.
pub(crate) struct SetAside {
    record: Record,
    unmerger: Option<Rc<dyn Unmerger>>,
    budget: Budget,
}

impl States for LiveStates {
    fn state(&self, id: StateId) -> Option<&State> {
        self.get(id).map(|live| &live.state)
    }
}

impl States for Explorer<'_> {
    fn state(&self, id: StateId) -> Option<&State> {
        self.run.live.state(id)
    }
}

impl View for Explorer<'_> {
    fn pool(&self) -> &ExprPool {
        &self.subject.exec.pool
    }
    fn loops_around(&self, state: &State, pc: u32) -> Vec<LoopAt> {
        self.subject.loops.around(&self.subject.exec.program, state, pc, 0)
    }
    fn loops_within(&self, state: &State, pc: u32, depth: usize) -> Vec<LoopAt> {
        self.subject.loops.around(&self.subject.exec.program, state, pc, depth)
    }
    fn is_inside(&self, state: &State, body: &FrameLoop) -> bool {
        self.subject.exec.program.is_inside(state, body)
    }
    fn flow(&self, func: FuncId) -> Rc<Flow> {
        self.subject.loops.flow(&self.subject.exec.program, func)
    }
    fn counts(&self, place: FramePlace, estimate: &Estimate) -> Rc<Counts> {
        let exec = &self.subject.exec;
        let costs: &dyn Costs = if estimate.measured { exec } else { &Even };
        self.subject.counts.at(&exec.program, place, estimate, costs)
    }
    fn loop_named(&self, func: FuncId, header: u32, depth: usize) -> Option<LoopAt> {
        self.subject.loops.named(&self.subject.exec.program, func, header, depth)
    }
    fn source_place(&self, func: FuncId, pc: u32) -> SourcePlace {
        self.subject.exec.program.source_place(func, pc)
    }
    fn instructions(&self) -> u64 {
        self.subject.exec.work()
    }
    fn variables(&self, state: &State) -> Vec<(String, Value)> {
        self.subject.exec.variables(state)
    }
    fn slot_names(&self, func: FuncId, pc: u32) -> Vec<(u32, String)> {
        self.subject.exec.slot_names(func, pc)
    }
    fn object_name(&self, state: &State, address: u64) -> Option<(String, i64)> {
        self.subject.exec.object_name(state, address)
    }
}

impl Host for Explorer<'_> {
    fn parts(&mut self) -> Parts<'_> {
        Parts {
            pool: &mut self.subject.exec.pool,
            solver: &mut self.subject.exec.solver,
            cells: &mut self.subject.exec.cells,
            live: &self.subject.exec.program,
            heritage: &mut self.subject.exec.heritage,
            recorder: &mut self.run.recorder,
            states: &self.run.live,
        }
    }
    fn view(&self) -> &dyn View {
        self
    }
    fn state_mut(&mut self, id: StateId) -> Option<&mut State> {
        self.run.live.get_mut(id).map(|live| &mut live.state)
    }
    fn take(&mut self, id: StateId) -> Option<State> {
        self.run.live.lend(id)
    }
    fn put(&mut self, id: StateId, state: State) {
        self.run.live.give_back(id, state);
    }
    fn replace(&mut self, sources: &[StateId], joined: State) {
        self.run.joined_away += sources.len() as u64 - 1;
        if joined.inherited.exactness().may_lose() {
            self.run.cuts.add(Cut::LossyJoin, 1);
        }
        if joined.inherited.exactness().may_invent() {
            self.run.shadows.iter_mut().for_each(|shadows| shadows.leave(sources));
        }
        sources[1..].iter().for_each(|&id| self.run.search.remove(id));
        self.run.live.replace(sources, joined);
    }
    fn keep_sources(&mut self, kept: Sources<'_>) {
        if let Some(shadows) = &mut self.run.shadows {
            shadows.keep(kept);
        }
    }
    fn park(&mut self, id: StateId) {
        self.run.search.remove(id);
        if let Some(live) = self.run.live.get_mut(id) {
            live.parked = true;
        }
    }
    fn resume(&mut self, id: StateId) {
        if let Some(live) = self.run.live.get_mut(id) {
            live.parked = false;
            self.run.search.add(id, &Answers { live: &self.run.live, exec: &self.subject.exec });
        }
    }
    fn supersede(&mut self, id: StateId) -> Done {
        self.run.search.remove(id);
        let Some(mut live) = self.run.live.take(id) else { return Ok(()) };
        self.run.joined_away += 1;
        self.run.shadows.iter_mut().for_each(|shadows| shadows.forget(id));
        self.keep_new_lines(&mut live.state, "superseded").map_err(failure)
    }
    fn uncount(&mut self, Counted { paths, multiplicity, bugs }: Counted) {
        self.run.paths.completed = self.run.paths.completed.saturating_sub(paths);
        self.run.paths.multiplicity = self.run.paths.multiplicity.saturating_sub(multiplicity);
        bugs.into_iter().for_each(|(number, paths)| self.run.bugs.uncount(number, paths));
    }
    fn write_new_lines(&mut self, state: &mut State, why: &'static str) -> Done {
        self.keep_new_lines(state, why).map_err(failure)
    }
    fn add(&mut self, state: State) -> StateId {
        self.run.paths.made += 1;
        let id = self.run.live.add(state);
        self.run.search.add(id, &Answers { live: &self.run.live, exec: &self.subject.exec });
        id
    }
    fn begin_aside(&mut self) {
        let exec = &mut self.subject.exec;
        let aside =
            SetAside { record: exec.begin_record(), unmerger: exec.unmerger.take(), budget: exec.solver.budget() };
        exec.solver.limit_conflicts(ASIDE_CONFLICTS.min(aside.budget.conflicts));
        self.run.aside = Some(aside);
    }
    fn end_aside(&mut self) {
        if let Some(SetAside { record, unmerger, budget }) = self.run.aside.take() {
            self.subject.exec.resume_record(record);
            self.subject.exec.unmerger = unmerger;
            self.subject.exec.solver.set_budget(budget);
        }
    }
    fn run_aside(&mut self, mut state: State, instructions: u64) -> Vec<(State, Aside)> {
        let outcome = self.subject.exec.run(&mut state, instructions);
        self.subject.exec.before_fork = None;
        match outcome {
            Outcome::Paused => vec![(state, Aside::Goes)],
            Outcome::Arrived(arrival) => vec![(state, Aside::Arrived(arrival))],
            Outcome::Ended(ending) => vec![(state, aside(&ending))],
            Outcome::Forked(children) => {
                let others = children.into_iter().map(|(child, ending)| {
                    let aside = ending.as_ref().map_or(Aside::Goes, aside);
                    (child, aside)
                });
                [(state, Aside::Goes)].into_iter().chain(others).collect()
            }
        }
    }
    fn predicates_of(&mut self, mut state: State) -> Result<Vec<ExprId>, &'static str> {
        state.fence = None;
        self.subject.exec.predicates = Some(Vec::new());
        let outcome = self.subject.exec.run(&mut state, PREDICATE_INSTRUCTIONS);
        self.subject.exec.before_fork = None;
        let found = self.subject.exec.predicates.take();
        match outcome {
            Outcome::Arrived(Arrival::MergePoint(..)) => found.ok_or("predicates that nobody evaluates"),
            Outcome::Forked(_) => Err("a predicate that forks: write & for &&, | for ||"),
            Outcome::Ended(_) => Err("a predicate that goes wrong"),
            Outcome::Arrived(_) | Outcome::Paused => Err("a merge point that does not end with its predicates"),
        }
    }
    fn tell(&mut self, message: String) {
        self.subject.exec.messages.push(message);
    }
    fn note_incomplete(&mut self, reason: &str) {
        self.run.cuts.add(Cut::Merging(reason.to_owned()), 1);
    }
}

/// How a state has ended beside the run.
fn aside(ending: &Ending) -> Aside {
    match ending {
        Ending::Exit(_) | Ending::Silent | Ending::Infeasible => Aside::Done,
        Ending::Fault(_) => Aside::Fault,
        Ending::Unsupported(_) | Ending::Limit(_) | Ending::Unsolved(_) => Aside::Unknown,
    }
}

/// What the engine could not do, as a merger sees it.
fn failure(error: EngineError) -> Failure {
    Failure::Host(Box::new(error))
}

impl From<Failure> for EngineError {
    fn from(failure: Failure) -> EngineError {
        match failure {
            Failure::WrongJoin { place, mismatch } => EngineError::WrongJoin { place, mismatch },
            Failure::Host(error) => match error.downcast() {
                Ok(error) => *error,
                Err(other) => EngineError::Usage(other.to_string()),
            },
        }
    }
}
