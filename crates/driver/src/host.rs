//! The engine as the host of a merger: carries out what the merger does to states, and answers what it asks.

use std::rc::Rc;

use braid_expr::ExprPool;
use braid_ir::FuncId;
use braid_merge::{Counted, Done, Failure, Flow, FrameLoop, Host, LoopAt, Parts, SourcePlace, States, View};
use braid_state::{State, StateId, Value};

use crate::cut::Cut;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::live::{Answers, LiveStates};
use crate::loops;

impl States for LiveStates {
    fn state(&self, id: StateId) -> Option<&State> {
        self.get(id).map(|live| &live.state)
    }
}

impl States for Engine {
    fn state(&self, id: StateId) -> Option<&State> {
        self.live.state(id)
    }
}

impl View for Engine {
    fn pool(&self) -> &ExprPool {
        &self.exec.pool
    }
    fn loops_around(&self, state: &State, pc: u32) -> Vec<LoopAt> {
        self.loops.around(&self.exec, state, pc)
    }
    fn is_inside(&self, state: &State, body: &FrameLoop) -> bool {
        loops::is_inside(&self.exec, state, body)
    }
    fn flow(&self, func: FuncId) -> Rc<Flow> {
        self.loops.flow(&self.exec, func)
    }
    fn loop_named(&self, func: FuncId, header: u32, depth: usize) -> Option<LoopAt> {
        self.loops.named(&self.exec, func, header, depth)
    }
    fn source_place(&self, func: FuncId, pc: u32) -> SourcePlace {
        loops::source_place(&self.exec, func, pc)
    }
    fn instructions(&self) -> u64 {
        self.exec.work()
    }
    fn variables(&self, state: &State) -> Vec<(String, Value)> {
        self.exec.variables(state)
    }
    fn object_name(&self, state: &State, address: u64) -> Option<(String, i64)> {
        self.exec.object_name(state, address)
    }
}

impl Host for Engine {
    fn parts(&mut self) -> Parts<'_> {
        Parts {
            pool: &mut self.exec.pool,
            solver: &mut self.exec.solver,
            live: &self.exec.program,
            heritage: &mut self.exec.heritage,
            states: &self.live,
        }
    }
    fn view(&self) -> &dyn View {
        self
    }
    fn state_mut(&mut self, id: StateId) -> Option<&mut State> {
        self.live.get_mut(id).map(|live| &mut live.state)
    }
    fn take(&mut self, id: StateId) -> Option<State> {
        self.live.lend(id)
    }
    fn put(&mut self, id: StateId, state: State) {
        self.live.give_back(id, state);
    }
    fn replace(&mut self, sources: &[StateId], joined: State) {
        self.joined_away += sources.len() as u64 - 1;
        if joined.inherited.exactness().may_lose() {
            self.cuts.add(Cut::LossyJoin, 1);
        }
        sources[1..].iter().for_each(|&id| self.search.remove(id));
        self.live.replace(sources, joined);
    }
    fn park(&mut self, id: StateId) {
        self.search.remove(id);
        if let Some(live) = self.live.get_mut(id) {
            live.parked = true;
        }
    }
    fn resume(&mut self, id: StateId) {
        if let Some(live) = self.live.get_mut(id) {
            live.parked = false;
            self.search.add(id, &Answers { live: &self.live, exec: &self.exec });
        }
    }
    fn supersede(&mut self, id: StateId) -> Done {
        self.search.remove(id);
        let Some(mut live) = self.live.take(id) else { return Ok(()) };
        self.joined_away += 1;
        self.witness_new_lines(&mut live.state, "superseded").map_err(failure)
    }
    fn uncount(&mut self, Counted { paths, bugs }: Counted) {
        self.paths.completed = self.paths.completed.saturating_sub(paths);
        bugs.into_iter().for_each(|(number, paths)| self.bugs.uncount(number, paths));
    }
    fn write_new_lines(&mut self, state: &mut State, why: &'static str) -> Done {
        self.witness_new_lines(state, why).map_err(failure)
    }
    fn tell(&mut self, message: String) {
        self.exec.messages.push(message);
    }
    fn note_incomplete(&mut self, reason: &str) {
        self.cuts.add(Cut::Merging(reason.to_owned()), 1);
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
