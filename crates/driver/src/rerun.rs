//! A merge context once more: what happened in it happens again, in the same order, to states that are made anew.
//!
//! The contexts around it are there as well, but empty: they only matter to those who leave by a jump. Everything else is
//! what the engine does in a run, but that nobody is picked: the history says whose turn it is.

use braid_exec::Outcome;
use braid_merge::contexts::Rerun;
use braid_merge::{ContextId, Counted, Done};
use braid_state::{EventKind, Recipe, RecipeId, Recipes, State, StateId};

use crate::error::EngineError;
use crate::exploration::{Exploration, Explorer};
use crate::live::Live;
use crate::recreate::{Event, wrong};
use crate::subject::Subject;

/// What a part of a lineage tells of a context, from its opening to the state that it joined.
pub(crate) struct History {
    /// How many marks its opener has come to, if it was a mark that opened it.
    marks: Option<u32>,
    around: RecipeId,
    events: Vec<(EventKind, RecipeId)>,
    joined: RecipeId,
    /// How many recipes of the lineage that are.
    pub(crate) len: usize,
}

impl History {
    /// The history that a part of a lineage begins with.
    pub(crate) fn of(recipes: &Recipes, lineage: &[RecipeId]) -> Option<History> {
        let mut history =
            History { marks: None, around: Recipes::ROOT, events: Vec::new(), joined: Recipes::ROOT, len: 0 };
        for &id in lineage {
            history.len += 1;
            match *recipes.get(id) {
                Recipe::Marked { marks, .. } => history.marks = Some(marks),
                Recipe::Context { around, .. } => history.around = around,
                Recipe::Event { kind, who, .. } => history.events.push((kind, who)),
                Recipe::Joined { .. } => {
                    history.joined = id;
                    return Some(history);
                }
                // No other stands between the opening of a context and what it joined.
                _ => return None,
            }
        }
        None
    }
}

impl Subject {
    /// What came of a context that a state opens.
    pub(crate) fn rerun(&mut self, opener: State, history: &History) -> Result<State, EngineError> {
        let mut again = Exploration::again(&self.options)?;
        if again.merger.is_none() {
            return Err(wrong("states are not joined here"));
        }
        Explorer { subject: self, run: &mut again }.go_through(opener, history)
    }
}

impl Explorer<'_> {
    /// Tells the merger something that it does once more.
    fn tell_again<T>(
        &mut self,
        event: impl FnOnce(&mut dyn Rerun, &mut Explorer<'_>) -> Done<T>,
    ) -> Result<T, EngineError> {
        let told = self.tell_merger(|merger, host| merger.rerun().map(|rerun| event(rerun, host)).transpose())?;
        told.flatten().ok_or_else(|| wrong("this way of merging does nothing twice"))
    }

    /// The context of a state.
    fn context(&self, id: StateId) -> Option<ContextId> {
        self.run.merger.as_ref().and_then(|merger| merger.context(id))
    }

    fn go_through(&mut self, opener: State, history: &History) -> Result<State, EngineError> {
        self.reopen(opener, history)?;
        for &(kind, who) in &history.events {
            self.subject.check_interrupt()?;
            let id = self.find(who).ok_or_else(|| wrong("nobody is there to do what was done"))?;
            match kind {
                EventKind::Ran => self.follow(id, who)?,
                EventKind::Released => self.tell_again(|merger, host| merger.release(host, id))?,
                EventKind::Dropped => {
                    self.run.search.remove(id);
                    let dropped = self.run.live.take(id).expect("it was just found");
                    self.ended(id, &dropped.state, EventKind::Dropped, Counted::default())?;
                }
            }
        }
        let id = self.run.live.find(history.joined).ok_or_else(|| wrong("no such state was joined"))?;
        let mut state = self.run.live.take(id).expect("it was just found").state;
        state.fence = None;
        Ok(state)
    }

    /// The state that has become this one since, by answers of the solver alone.
    fn find(&self, who: RecipeId) -> Option<StateId> {
        let recipes = &self.subject.exec.heritage.recipes;
        let earlier = |&id: &RecipeId| match *recipes.get(id) {
            Recipe::Answer { from, .. } => Some(from),
            _ => None,
        };
        core::iter::successors(Some(who), earlier).find_map(|recipe| self.run.live.find(recipe))
    }

    /// Runs a state until the merger hears of it; it is given the answers that make it the state of this recipe.
    fn follow(&mut self, id: StateId, who: RecipeId) -> Result<(), EngineError> {
        let now = self.run.live.get(id).expect("a member is live").state.inherited.recipe();
        let answers = self.subject.exec.heritage.recipes.answers_between(now, who).unwrap_or_default();
        self.subject.exec.follow_answers(answers);
        self.run_member(id)?;
        match self.subject.exec.end_of_answers() {
            true => Ok(()),
            false => Err(wrong("a question that was not answered is not asked")),
        }
    }

    /// The context is opened as it was the first time.
    fn reopen(&mut self, mut state: State, history: &History) -> Result<(), EngineError> {
        let id = self.run.live.reserve();
        let mut marks = 0;
        let event = loop {
            match (self.subject.run_to_event(&mut state)?, history.marks) {
                (Event::Mark(_), wanted) if wanted != Some(marks + 1) => {
                    marks += 1;
                    state.inherited.pass_mark();
                }
                (Event::Split(_), Some(_)) => return Err(wrong("a split before the mark")),
                (event, _) => break event,
            }
        };
        self.run.live.put_back(id, Box::new(Live::of(state)));
        if !self.tell_again(|merger, host| Ok(merger.surround(host, id, history.around)))? {
            return Err(wrong("no such loop"));
        }
        let around = self.context(id);
        match event {
            Event::Split(children) => self.take_in_children(id, children).map(drop)?,
            Event::Mark(mark) => self.reached(id, mark)?,
        }
        // A name from elsewhere may say that a context is opened where none is.
        if self.context(id) == around {
            return Err(wrong("no context is opened there"));
        }
        Ok(())
    }

    /// Runs a state until the merger hears of it.
    fn run_member(&mut self, id: StateId) -> Result<(), EngineError> {
        loop {
            let mut live = self.run.live.take(id).expect("a member is live");
            let context = self.context(id);
            let outcome = self.subject.exec.run(&mut live.state, self.subject.options.batch);
            if let Outcome::Ended(_) = outcome {
                self.run.search.remove(id);
                return self.ended(id, &live.state, EventKind::Ran, Counted::default());
            }
            self.run.live.put_back(id, live);
            let is_paused = matches!(outcome, Outcome::Paused);
            match outcome {
                Outcome::Arrived(arrival) => self.reached(id, arrival)?,
                Outcome::Forked(children) => return self.take_in_children(id, children).map(drop),
                Outcome::Paused | Outcome::Ended(_) => self.paused(id)?,
            }
            // Who was taken out of its context was heard of.
            if !is_paused || self.context(id) != context {
                return Ok(());
            }
            self.subject.check_interrupt()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::budget::Excess;
    use crate::{Engine, Options};
    use braid_merge::Mode;

    /// States that were given up for want of memory are lost to those that are joined later, also when that is done again.
    #[test]
    fn what_was_dropped_is_dropped_again() {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/merge/loops/nested.c");
        let merge =
            braid_merge::Options { mode: Mode::named("loop").expect("a mode"), ..braid_merge::Options::default() };
        let options = Options { write: false, batch: 20, search: "bfs".to_owned(), merge, ..Options::default() };
        let load = || Engine::load(&[program.into()], options.clone()).expect("the program is read");
        let (mut first, mut second) = (load(), load());
        let mut made = 0;
        for round in 0..60 {
            if round % 10 == 9 && first.live_count() > 2 {
                first.explorer().drop_states(Excess::by_half()).expect("states can be given up");
            }
            first.advance(1).expect("the program runs");
            let names = first.names();
            for (name, expected) in names.iter().zip(first.descriptions()) {
                let text = name.to_string();
                if text.contains('d') {
                    made += 1;
                    assert_eq!(second.recreate(name).expect("it is a name"), expected, "{text}");
                }
            }
        }
        assert!(made > 3, "{made} states are too few to tell anything");
    }
}
