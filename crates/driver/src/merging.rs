//! Tells the merger what states do.
//!
//! While it hears of something the merger is outside of the engine, which is its host.

use braid_exec::Ending;
use braid_merge::{Before, Child, Cost, Counted, Done, End, Fork, Merger};
use braid_state::{Arrival, EventKind, State, StateId, Step};

use crate::error::EngineError;
use crate::exploration::Explorer;
use crate::live::Answers;
use crate::options::Options;

/// The merger of a run; none if nothing is merged.
pub(crate) fn merger(options: &Options) -> Option<Box<dyn Merger>> {
    options.merge.merger()
}

impl Explorer<'_> {
    /// Tells the merger something, if there is one.
    pub(crate) fn tell_merger<T>(
        &mut self,
        event: impl FnOnce(&mut dyn Merger, &mut Explorer<'_>) -> Done<T>,
    ) -> Result<Option<T>, EngineError> {
        let Some(mut merger) = self.run.merger.take() else { return Ok(None) };
        let done = event(&mut *merger, self);
        self.run.merger = Some(merger);
        Ok(Some(done?))
    }

    /// A state that is back in the table has run for a while without anything to be told of.
    pub(crate) fn paused(&mut self, id: StateId) -> Result<(), EngineError> {
        self.gained(id)?;
        self.tell_merger(|merger, host| merger.paused(host, id))?;
        self.requeue(id);
        Ok(())
    }

    /// A state that is back in the table came to a place at which it stops.
    pub(crate) fn reached(&mut self, id: StateId, at: Arrival) -> Result<(), EngineError> {
        let is_mark = matches!(at, Arrival::RegionBegins(..) | Arrival::RegionEnds(..));
        if let Some(live) = self.run.live.get_mut(id).filter(|_| is_mark) {
            live.state.inherited.pass_mark();
        }
        self.gained(id)?;
        self.tell_merger(|merger, host| merger.reached(host, id, at))?;
        self.requeue(id);
        Ok(())
    }

    /// The conditions that a state has met since its last event are told.
    fn gained(&mut self, id: StateId) -> Result<(), EngineError> {
        let steps = self.run.live.get_mut(id).map(|live| live.state.trail.read()).unwrap_or_default();
        self.tell_gained(id, &steps)
    }

    fn tell_gained(&mut self, id: StateId, steps: &[Step]) -> Result<(), EngineError> {
        if !steps.is_empty() {
            self.tell_merger(|merger, host| merger.gained(host, id, steps))?;
        }
        Ok(())
    }

    /// A state has run, and can go on if it does not wait.
    fn requeue(&mut self, id: StateId) {
        if self.run.live.get(id).is_some_and(|live| !live.parked) {
            self.run.search.update(id, &Answers { live: &self.run.live, exec: &self.subject.exec });
        }
    }

    /// A state that is back in the table has become several. Those that have ended at once are returned, with their numbers.
    pub(crate) fn take_in_children(
        &mut self,
        id: StateId,
        children: Vec<(State, Option<Ending>)>,
    ) -> Result<Vec<(StateId, State, Ending)>, EngineError> {
        let mut steps = self.run.live.get_mut(id).map(|live| live.state.trail.read()).unwrap_or_default();
        let step = steps.pop();
        self.tell_gained(id, &steps)?;
        if self.is_instead_of_fork(id)? {
            self.run.shadows.iter_mut().for_each(|shadows| shadows.unfork());
            self.requeue(id);
            return Ok(Vec::new());
        }
        self.run.paths.made += children.len() as u64;
        let (mut others, mut born, mut ended) = (Vec::new(), Vec::new(), Vec::new());
        for (mut state, ending) in children {
            let child = self.run.live.reserve();
            self.run.shadows.iter_mut().for_each(|shadows| shadows.born(child));
            let taken = state.trail.read().pop();
            others.extend(taken.map(|step| Child { state: child, ends: ending.is_some(), step }));
            match ending {
                Some(ending) => ended.push((child, state, ending)),
                None => {
                    self.run.live.put(child, state, id);
                    born.push(child);
                }
            }
        }
        if let Some(step) = step {
            self.tell_fork(id, step, others)?;
        }
        if self.subject.budget.memory_is_tight() {
            self.run.recent.extend(&born);
        }
        let answers = Answers { live: &self.run.live, exec: &self.subject.exec };
        for child in born {
            self.run.search.fork(id, child, &answers);
        }
        self.requeue(id);
        Ok(ended)
    }

    fn tell_fork(&mut self, id: StateId, step: Step, others: Vec<Child>) -> Result<(), EngineError> {
        let recipe = self.run.live.get(id).expect("who has forked goes on").state.inherited.recipe();
        let before = self.subject.exec.heritage.recipes.get(recipe).from().expect("who has forked has taken a step");
        let fork = Fork { before, step, others };
        self.tell_merger(|merger, host| match step.gain.unmerges() {
            true => merger.split(host, id, &fork),
            false => merger.forked(host, id, &fork),
        })?;
        Ok(())
    }

    /// Whether the merger has put another state in the place of one that forked, as it was before the fork.
    fn is_instead_of_fork(&mut self, id: StateId) -> Result<bool, EngineError> {
        let Some(mut before) = self.subject.exec.before_fork.take() else { return Ok(false) };
        let mut live = self.run.live.take(id).expect("who has forked goes on");
        core::mem::swap(&mut before.new_lines, &mut live.state.new_lines);
        let answer = self.tell_merger(|merger, host| merger.about_to_fork(host, id, before))?;
        let is_instead = matches!(answer, Some(Before::Instead(_)));
        match answer {
            Some(Before::Instead(mut state)) => {
                core::mem::swap(&mut state.new_lines, &mut live.state.new_lines);
                live.state = state;
            }
            Some(Before::Forks(mut state)) => core::mem::swap(&mut state.new_lines, &mut live.state.new_lines),
            None => {}
        }
        self.run.live.put_back(id, live);
        Ok(is_instead)
    }

    /// A state has ended or was given up; this was counted for it.
    pub(crate) fn ended(
        &mut self,
        id: StateId,
        state: &State,
        kind: EventKind,
        counted: Counted,
    ) -> Result<(), EngineError> {
        self.run.shadows.iter_mut().for_each(|shadows| shadows.forget(id));
        let end = End { recipe: state.inherited.recipe(), kind, counted };
        self.tell_merger(|merger, host| merger.ended(host, id, end))?;
        Ok(())
    }

    /// The run of a state has cost this.
    pub(crate) fn tell_cost(&mut self, joined_at: Option<usize>, cost: impl FnOnce() -> Cost) {
        if let (Some(merger), Some(row)) = (&mut self.run.merger, joined_at) {
            merger.charge(row, cost());
        }
    }

    /// The state that runs where this one was picked.
    pub(crate) fn preferred(&mut self, picked: StateId) -> StateId {
        let Some(mut merger) = self.run.merger.take() else { return picked };
        let preferred = merger.prefer(self, picked);
        self.run.merger = Some(merger);
        let can_run = self.run.live.get(preferred).is_some_and(|live| !live.parked);
        debug_assert!(can_run, "a merger prefers states that can run");
        if can_run { preferred } else { picked }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use braid_merge::Mode;

    /// If a merger loses count, those that wait are let go all the same.
    #[test]
    fn when_all_that_are_left_wait_the_oldest_go_on() {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/merge/loops/count.c");
        let mode = Mode::named("loop").expect("a mode");
        let merge = braid_merge::Options { mode, ..braid_merge::Options::default() };
        let options = Options { write: false, batch: 10, search: "bfs".to_owned(), merge, ..Options::default() };
        let mut engine = Engine::load(&[program.into()], options).expect("the program is read");
        let waits = |engine: &Engine, id: &StateId| engine.run.live.get(*id).is_some_and(|live| live.parked);
        while !engine.run.live.ids().iter().any(|id| waits(&engine, id)) {
            assert!(engine.advance(1).expect("it runs"), "some state waits at some time");
        }
        // The states that are on their way get lost without a word.
        let running: Vec<StateId> = engine.run.live.ids().into_iter().filter(|id| !waits(&engine, id)).collect();
        for id in running {
            engine.run.search.remove(id);
            engine.run.live.take(id);
        }
        let ended = engine.run.paths.states;
        assert!(!engine.advance(1_000_000).expect("it runs"));
        assert!(engine.run.live.ids().is_empty() && engine.run.paths.states > ended);
    }
}
