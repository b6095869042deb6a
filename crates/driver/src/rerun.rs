//! A merge context once more: what happened in it happens again, in the same order, to states that are made anew.
//!
//! The contexts around it are there as well, but empty: they only matter to those who leave by a jump. Everything else is
//! what the engine does in a run, but that nobody is picked: the history says whose turn it is.

use core::mem::swap;

use braid_exec::Outcome;
use braid_merge::validate::Validation;
use braid_merge::{Counted, LoopAt, Merger, Scope, SourcePlace};
use braid_search::{Searcher, Spec};
use braid_state::{EventKind, Recipe, RecipeId, Recipes, State, StateId};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::findings::{Paths, Reasons};
use crate::live::{Live, LiveStates};
use crate::merging::Merging;
use crate::options::Options;
use crate::recreate::{Event, wrong};

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

/// What a run has that a rerun must not touch: while the one goes on, the other is kept here.
struct Parts {
    merger: Merger,
    joined_away: u64,
    live: LiveStates,
    search: Box<dyn Searcher>,
    paths: Paths,
    reasons: Reasons,
    validation: Validation,
}

impl Parts {
    /// Those of a rerun that has not begun.
    fn new(options: &Options) -> Result<Parts, EngineError> {
        let any_order: Spec = "dfs".parse().map_err(|error| EngineError::Usage(format!("{error}")))?;
        Ok(Parts {
            merger: Merging::merger(options).ok_or_else(|| wrong("states are not joined here"))?,
            joined_away: 0,
            live: LiveStates::indexed(),
            search: any_order.build(0, 0),
            paths: Paths::default(),
            reasons: Reasons::default(),
            // What is joined again was checked the first time.
            validation: Validation::Off,
        })
    }
}

impl Engine {
    /// What came of a context that a state opens.
    pub(crate) fn rerun(&mut self, opener: State, history: &History) -> Result<State, EngineError> {
        let mut parts = Parts::new(&self.options)?;
        self.exchange(&mut parts);
        let joined = self.go_through(opener, history);
        self.exchange(&mut parts);
        joined
    }

    fn exchange(&mut self, parts: &mut Parts) {
        let merging = self.merging.as_mut().expect("whoever has a second merger has a first");
        swap(&mut merging.merger, &mut parts.merger);
        swap(&mut merging.joined_away, &mut parts.joined_away);
        swap(&mut self.live, &mut parts.live);
        swap(&mut self.search, &mut parts.search);
        swap(&mut self.paths, &mut parts.paths);
        swap(&mut self.reasons, &mut parts.reasons);
        swap(&mut self.options.merge.validation, &mut parts.validation);
    }

    fn go_through(&mut self, opener: State, history: &History) -> Result<State, EngineError> {
        self.reopen(opener, history)?;
        for &(kind, who) in &history.events {
            let id = self.live.find(who).ok_or_else(|| wrong("nobody is there to do what was done"))?;
            match kind {
                EventKind::Ran => self.run_member(id)?,
                EventKind::Released => self.release(id)?,
                EventKind::Dropped => {
                    self.search.remove(id);
                    let dropped = self.live.take(id).expect("it was just found");
                    self.merge_ended(id, &dropped.state, EventKind::Dropped, Counted::default())?;
                }
            }
        }
        let id = self.live.find(history.joined).ok_or_else(|| wrong("no such state was joined"))?;
        let mut state = self.live.take(id).expect("it was just found").state;
        state.watch = None;
        Ok(state)
    }

    /// The context is opened as it was the first time.
    fn reopen(&mut self, mut state: State, history: &History) -> Result<(), EngineError> {
        let id = self.live.reserve();
        let mut marks = 0;
        let event = loop {
            match (self.run_to_event(&mut state)?, history.marks) {
                (Event::Mark(_), wanted) if wanted != Some(marks + 1) => marks += 1,
                (Event::Split(_), Some(_)) => return Err(wrong("a split before the mark")),
                (event, _) => break event,
            }
        };
        let scopes = self.scopes(history.around)?;
        self.merger().surround(id, &mut state, scopes);
        let around = self.merger().context_of(id);
        let mut live = Box::new(Live::of(state));
        match event {
            Event::Split(children) => self.take_in_children(id, live, children).map(drop)?,
            Event::Mark(mark) => {
                live.marks = marks;
                let actions = self.merge_arrived(id, &mut live, mark)?;
                self.live.put_back(id, live);
                self.carry_out(actions)?;
            }
        }
        // A name from elsewhere may say that a context is opened where none is.
        if self.merger().context_of(id) == around {
            return Err(wrong("no context is opened there"));
        }
        Ok(())
    }

    /// Runs a state until the merger hears of it.
    fn run_member(&mut self, id: StateId) -> Result<(), EngineError> {
        loop {
            let mut live = self.live.take(id).expect("a member is live");
            let context = self.merger().context_of(id);
            let outcome = self.exec.run(&mut live.state, self.options.batch);
            let actions = match outcome {
                Outcome::Paused => self.merge_advanced(id, &mut live),
                Outcome::Arrived(arrival) => self.merge_arrived(id, &mut live, arrival)?,
                Outcome::Forked(children) => return self.take_in_children(id, live, children).map(drop),
                Outcome::Ended(_) => {
                    self.search.remove(id);
                    return self.merge_ended(id, &live.state, EventKind::Ran, Counted::default());
                }
            };
            self.live.put_back(id, live);
            self.carry_out(actions)?;
            // Who was taken out of its context was heard of.
            if !matches!(outcome, Outcome::Paused) || self.merger().context_of(id) != context {
                return Ok(());
            }
            self.may_go_on()?;
        }
    }

    /// The scopes of surroundings, from the outermost in.
    fn scopes(&self, around: RecipeId) -> Result<Vec<Scope>, EngineError> {
        let loops = &self.merging.as_ref().expect("contexts come from a merger").loops;
        let mut scopes = Vec::new();
        let (mut depth, mut of) = (0, None);
        for id in self.exec.recipes.lineage(around) {
            match *self.exec.recipes.get(id) {
                Recipe::Frame { depth: up_to, .. } => depth = up_to as usize,
                Recipe::Body { func, .. } => of = Some(func),
                Recipe::Loop { header, .. } => {
                    let found = of.and_then(|func| loops.named(&self.exec, func, header, depth));
                    let LoopAt { watch, place, .. } = found.ok_or_else(|| wrong("no such loop"))?;
                    scopes.push(Scope::Loop { watch, place, around: Vec::new() });
                }
                _ => scopes.push(Scope::Region { place: SourcePlace::default() }),
            }
        }
        Ok(scopes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_merge::ModeKind;

    /// States that were given up for want of memory are lost to those that are joined later, also when that is done again.
    #[test]
    fn what_was_dropped_is_dropped_again() {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/merge/loops/nested.c");
        let merge = braid_merge::Options { mode: ModeKind::Loop, ..braid_merge::Options::default() };
        let options = Options { write: false, batch: 20, search: "bfs".to_owned(), merge, ..Options::default() };
        let load = || Engine::load(&[program.into()], options.clone()).expect("the program is read");
        let (mut first, mut second) = (load(), load());
        let mut made = 0;
        for round in 0..60 {
            if round % 10 == 9 && first.live.len() > 2 {
                first.drop_states().expect("states can be given up");
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
