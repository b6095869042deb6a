//! The state again from its name.
//!
//! Any engine with the same program and options makes the same state of a name, with terms of its own: this is how work can
//! move to another worker, and how a stopped run can go on. From the program's start the decisions of the name are taken one after
//! the other. Where the name goes through a merge context, what happened there happens once more ([`rerun`](crate::rerun)),
//! by the same merger, and what it joined is where the next decisions are taken.
//!
//! Two ways were open to name a joined state. One is by the states that became one: then the execution tree must be put
//! together from their paths, and for it to be the same one must also tell which cases ended, what was joined inside the loop, in
//! which order inner contexts left their states, and what was lost; a second merger, in short. The other is to do again what the
//! first one did. That costs the exploration of the context, of which all is needed but what ended, and there is no second account
//! of how states are joined that could differ from the first. So the second way is taken. What it takes is the order in which
//! things happened ([`Recipe`](braid_state::Recipe)), because what waits, is released or is joined inside a loop depends on that.
//!
//! Which splits a program has depends on what the solver answers. What it cannot answer within its budget it may answer elsewhere,
//! where it has learned other things; then the name leads to no state, or to one that its check tells apart, and that is an error.
//!
//! A state that left a context by itself is named by its decisions alone, also while others still wait there.

use braid_exec::{Arrival, Ending, Outcome};
use braid_state::{Name, Stand, State};

use crate::checkpoints::Checkpoints;
use crate::error::EngineError;
use crate::exploration::Explorer;
use crate::remake::Remade;
use crate::subject::Subject;
use crate::{describe, start};

/// What was made of a name, or why nothing was.
pub(crate) type Made<T> = Result<T, EngineError>;

/// What a run of a state came to.
pub(crate) enum Event {
    /// A split; the other cases.
    Split(Vec<(State, Option<Ending>)>),
    /// A mark of the program.
    Mark(Arrival),
}

impl Explorer<'_> {
    /// The names of all states, of those that can run and of those that wait.
    pub(crate) fn names(&self) -> Vec<Name> {
        let states = self.run.live.ids().into_iter().filter_map(|id| self.run.live.get(id));
        let name = |state: &State| {
            Name::of(
                &self.subject.exec.heritage.recipes,
                state.inherited.recipe(),
                Stand::of(state),
                describe::check(&self.subject.exec.pool, state),
            )
        };
        states.map(|live| name(&live.state)).collect()
    }

    /// Descriptions of all states, in the order of [`names`](Self::names).
    pub(crate) fn descriptions(&mut self) -> Vec<String> {
        let mut descriptions = Vec::new();
        for id in self.run.live.ids() {
            let Some(live) = self.run.live.take(id) else { continue };
            descriptions.push(self.describe(&live.state));
            self.run.live.put_back(id, live);
        }
        descriptions
    }

    /// Makes the state of a name. Fails if the program has no such state.
    pub(crate) fn recreate(&mut self, name: &Name) -> Made<State> {
        let mut remade = self.subject.remake_named(name)?;
        let reason = remade.error.take().unwrap_or_else(|| wrong("no such case"));
        let state = remade.states.pop().ok_or(reason)?;
        if describe::check(&self.subject.exec.pool, &state) != name.check {
            return Err(wrong(
                "there is one, but something else holds in it; a question to the solver was answered otherwise",
            ));
        }
        Ok(state)
    }
}

impl Subject {
    /// Makes the state of a name.
    pub(crate) fn remake_named(&mut self, name: &Name) -> Made<Remade> {
        let target = name.add_to(&mut self.exec.heritage.recipes);
        let mut first = Checkpoints::default();
        for mut state in start::first_states(&mut self.exec, &self.options, &self.world)? {
            if self.options.merge.merger().is_some() {
                state.trail.keep();
            }
            first.keep(state);
        }
        Ok(self.remake(&mut first, &[(target, name.stand)]))
    }

    /// Runs a state that no merger hears of until it comes to a split or a mark.
    pub(crate) fn run_to_event(&mut self, state: &mut State) -> Made<Event> {
        loop {
            match self.exec.run(state, self.options.batch) {
                Outcome::Paused
                | Outcome::Arrived(Arrival::Block(..) | Arrival::Return(..) | Arrival::MergePoint(..)) => {
                    self.check_interrupt()?;
                }
                Outcome::Arrived(mark) => return Ok(Event::Mark(mark)),
                Outcome::Ended(_) => return Err(wrong("its path has ended")),
                Outcome::Forked(others) => return Ok(Event::Split(others)),
            }
        }
    }

    /// Runs a state to where it stood when it was named; that may have been behind a call.
    pub(crate) fn run_to(&mut self, mut state: State, stand: Stand) -> Made<State> {
        state.stops_below = stand.depth.saturating_add(1);
        while Stand::of(&state) != stand {
            let Some(fuel) = stand.steps.checked_sub(state.steps) else { return Err(wrong("it is further on")) };
            let before = Stand::of(&state);
            match self.exec.run(&mut state, fuel.min(self.options.batch)) {
                Outcome::Paused if Stand::of(&state) == before => return Err(wrong("it never stands there")),
                Outcome::Paused | Outcome::Arrived(_) => self.check_interrupt()?,
                Outcome::Ended(_) => return Err(wrong("its path has ended")),
                Outcome::Forked(_) => return Err(wrong("a split that it does not know")),
            }
        }
        state.stops_below = 0;
        Ok(state)
    }

    /// A name from elsewhere may lead into a loop without end.
    pub(crate) fn check_interrupt(&self) -> Made<()> {
        match self.budget.interrupt().has_come() {
            true => Err(EngineError::Usage("a state is not made again: the run was interrupted".to_owned())),
            false => Ok(()),
        }
    }
}

/// The name is not one of a state of this program with these options.
pub(crate) fn wrong(what: &str) -> EngineError {
    EngineError::Usage(format!("the name leads to no state: {what}"))
}
