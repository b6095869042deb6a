//! Carries out what the merger asks for: parks states, joins groups, and lets what comes of them go on.

use braid_exec::{Arrival, Executor};
use braid_expr::ExprPool;
use braid_merge::validate::{Bench, Join, Mismatch, Validation, validate};
use braid_merge::words::{Atoms, Words};
use braid_merge::{Action, Auxiliary, Child, ContextId, Counted, EndedAt, Group, LoopAt, Merger, Settled, View};
use braid_state::join::FramePlace;
use braid_state::{EventKind, RecipeId, State, StateId, Value, Watch};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::live::{Answers, Live};
use crate::loops::{self, LoopTable};
use crate::options::Options;

/// The merger and what it looks at.
pub(crate) struct Merging {
    pub(crate) merger: Merger,
    pub(crate) loops: LoopTable,
    /// States that went into joins, less those that came out.
    pub(crate) joined_away: u64,
}

/// Answers about states.
struct Look<'a> {
    exec: &'a Executor,
    loops: &'a LoopTable,
}

impl View for Look<'_> {
    fn pool(&self) -> &ExprPool {
        &self.exec.pool
    }
    fn loops_around(&self, state: &State, pc: u32) -> Vec<LoopAt> {
        self.loops.around(self.exec, state, pc)
    }
    fn is_inside(&self, state: &State, watch: &Watch) -> bool {
        loops::is_inside(self.exec, state, watch)
    }
}

impl Merging {
    pub(crate) fn new(options: &Options) -> Option<Merging> {
        Some(Merging { merger: Merging::merger(options)?, loops: LoopTable::default(), joined_away: 0 })
    }
    /// A merger that knows of no state yet; none if nothing is to be merged.
    pub(crate) fn merger(options: &Options) -> Option<Merger> {
        Merger::new(&options.merge)
    }
}

impl Engine {
    /// A state has run for a while without anything to be told of.
    pub(crate) fn merge_advanced(&mut self, id: StateId, live: &mut Live) -> Vec<Action> {
        let Some(merging) = &mut self.merging else { return Vec::new() };
        let look = Look { exec: &self.exec, loops: &merging.loops };
        merging.merger.advanced(&look, id, &mut live.state)
    }

    /// A state came to a place that somebody watches.
    pub(crate) fn merge_arrived(
        &mut self,
        id: StateId,
        live: &mut Live,
        arrival: Arrival,
    ) -> Result<Vec<Action>, EngineError> {
        live.marks = live.marks.saturating_add(u32::from(arrival != Arrival::Outside));
        let Some(merging) = &mut self.merging else { return Ok(Vec::new()) };
        let look = Look { exec: &self.exec, loops: &merging.loops };
        let state = &mut live.state;
        Ok(match arrival {
            Arrival::Outside if merging.merger.begins_round(&look, id, state) => {
                if self.fold(id, state, None)? {
                    live.marks = 0;
                }
                Vec::new()
            }
            Arrival::Outside => merging.merger.left(id, state),
            Arrival::RegionBegins((func, pc)) => {
                let place = loops::source_place(&self.exec, func, pc);
                merging.merger.region_begins(&look, id, state, &place, live.marks)
            }
            Arrival::RegionEnds((func, pc)) => {
                let place = loops::source_place(&self.exec, func, pc);
                merging.merger.region_ends(&look, id, state, &place)
            }
        })
    }

    /// A state has forked. Where those children are that ended at once.
    pub(crate) fn merge_forked(
        &mut self,
        id: StateId,
        live: &mut Live,
        children: &mut [(Option<StateId>, State)],
    ) -> Vec<EndedAt> {
        live.marks = 0;
        let Some(merging) = &mut self.merging else { return Vec::new() };
        let look = Look { exec: &self.exec, loops: &merging.loops };
        let child =
            |(id, state): &mut (Option<StateId>, State)| Some(Child { state: *id, step: state.trail.read().pop()? });
        let others: Vec<Child> = children.iter_mut().filter_map(child).collect();
        let before = self.exec.recipes.get(live.state.recipe).from().expect("who has forked has taken a step");
        let ended = merging.merger.forked(&look, id, before, &mut live.state, &others);
        for (id, state) in children {
            state.watch = id.and_then(|id| merging.merger.watch_of(id));
        }
        ended
    }

    /// This was counted for a state that ended as a fork made it.
    pub(crate) fn merge_counted(&mut self, place: Option<EndedAt>, counted: Counted) {
        if let (Some(merging), Some(place)) = (&mut self.merging, place) {
            merging.merger.counted_at(place, counted);
        }
    }

    /// A state is on its way, and so far.
    pub(crate) fn merge_goes_on(&mut self, id: StateId, steps: u64) {
        if let Some(merging) = &mut self.merging {
            merging.merger.goes_on(id, steps);
        }
    }

    /// The state that runs where this one was picked.
    pub(crate) fn instead_of(&mut self, id: StateId) -> StateId {
        let live = &self.live;
        let steps = |id| live.get(id).map(|live| live.state.steps);
        self.merging.as_mut().map_or(id, |merging| merging.merger.least_far(id, &steps))
    }

    /// A state that has just forked becomes one with what another was before, if it can: then it stands before the fork again, and
    /// what came of the fork is forgotten. Whether it did.
    pub(crate) fn fold_before_fork(
        &mut self,
        id: StateId,
        live: &mut Live,
        mut before: State,
    ) -> Result<bool, EngineError> {
        let Some(merging) = &mut self.merging else { return Ok(false) };
        let state = &mut live.state;
        merging.merger.catch_up(id, state);
        core::mem::swap(&mut before.new_lines, &mut state.new_lines);
        let recipe = before.recipe;
        let folded = self.fold(id, &mut before, Some(recipe))?;
        core::mem::swap(&mut before.new_lines, &mut state.new_lines);
        if folded {
            *state = before;
            live.marks = 0;
        }
        Ok(folded)
    }

    /// A state becomes one with what another was before, if it can; what came of that is superseded. Whether it did. If the merger
    /// has not been told yet that the state has run, with this recipe, it is.
    fn fold(&mut self, id: StateId, state: &mut State, untold: Option<RecipeId>) -> Result<bool, EngineError> {
        let merging = self.merging.as_mut().expect("contexts come from a merger");
        let program = &self.exec.program;
        let mut live = |place: FramePlace| program.live_slots(place);
        let Some(mut folded) = merging.merger.fold(&mut self.exec.pool, id, state, untold, &mut live) else {
            return Ok(false);
        };
        if !state.new_lines.is_empty() {
            folded.sources[0].new_lines = core::mem::take(&mut state.new_lines);
            self.witness_new_lines(&mut folded.sources[0], "joined with others")?;
        }
        for Counted { paths, bugs } in core::mem::take(&mut folded.uncounted) {
            self.paths.completed = self.paths.completed.saturating_sub(paths);
            bugs.into_iter().for_each(|(number, paths)| self.bugs.uncount(number, paths));
        }
        let merging = self.merging.as_mut().expect("contexts come from a merger");
        let context = merging.merger.context_of(id).expect("who is joined inside a loop is in its context");
        state.recipe = merging.merger.recipe_of_join(&mut self.exec.recipes, context);
        state.shares = self.exec.shares.join(&folded.sources, None);
        state.ways = self.options.count_paths.then(|| self.ways.join(&folded.sources));
        merging.merger.keep_folded(id, &folded, state);
        let prefix = state.path.len() - 1;
        self.give_model(&folded.sources, state, None);
        self.check_join(&mut folded.sources, state, prefix, "a place inside a loop".to_owned(), None)?;
        self.drop_superseded(folded.superseded)?;
        Ok(true)
    }

    /// States that others stand for are not run any more.
    fn drop_superseded(&mut self, superseded: Vec<StateId>) -> Result<(), EngineError> {
        for id in superseded {
            self.search.remove(id);
            let Some(mut live) = self.live.take(id) else { continue };
            self.merging.as_mut().expect("contexts come from a merger").joined_away += 1;
            self.witness_new_lines(&mut live.state, "superseded")?;
        }
        Ok(())
    }

    /// The program is about to end in a state by itself.
    pub(crate) fn merge_exits(&mut self, id: StateId) -> Result<(), EngineError> {
        let actions = self.merging.as_mut().map(|merging| merging.merger.exits(id)).unwrap_or_default();
        self.carry_out(actions)
    }

    /// A state has ended or was given up; this was counted for it.
    pub(crate) fn merge_ended(
        &mut self,
        id: StateId,
        state: &State,
        kind: EventKind,
        counted: Counted,
    ) -> Result<(), EngineError> {
        let Some(merging) = &mut self.merging else { return Ok(()) };
        let actions = merging.merger.ended(id, state.recipe, kind, counted);
        self.carry_out(actions)
    }

    /// Does what the merger asks for.
    pub(crate) fn carry_out(&mut self, actions: Vec<Action>) -> Result<(), EngineError> {
        let mut open = actions;
        open.reverse();
        while let Some(action) = open.pop() {
            match action {
                Action::Park(id) => self.search.remove(id),
                Action::Tell(row, complaint) => {
                    let place = self.merger().explain.row_mut(row).place.to_string();
                    self.exec.messages.push(format!("{place}: {}: {}", complaint.reason, complaint.advice));
                }
                Action::Close(context) => {
                    let more = self.close(context)?;
                    open.extend(more.into_iter().rev());
                }
            }
        }
        Ok(())
    }

    /// States that have waited for too long go on without those they waited for.
    pub(crate) fn release_overdue(&mut self) -> Result<(), EngineError> {
        let now = self.exec.counters.instructions;
        while let Some(merging) = &mut self.merging {
            merging.merger.set_now(now);
            let Some(id) = merging.merger.overdue() else { break };
            self.release(id)?;
        }
        Ok(())
    }

    /// Nobody can run: those that wait longest go on. Whether there were any.
    pub(crate) fn release_oldest(&mut self) -> Result<bool, EngineError> {
        let oldest = self.merging.as_mut().and_then(|merging| merging.merger.longest_waiting());
        let Some((id, _)) = oldest else { return Ok(false) };
        self.release(id)?;
        Ok(true)
    }

    /// A state, and those that wait where it does, wait no longer.
    pub(crate) fn release(&mut self, id: StateId) -> Result<(), EngineError> {
        let recipe = self.live.get(id).expect("a state that waits is live").state.recipe;
        let Some(context) = self.merger().release(id, recipe) else { return Ok(()) };
        let actions = self.close(context)?;
        self.carry_out(actions)
    }

    /// Joins the groups of a context; what comes of them goes on.
    fn close(&mut self, context: ContextId) -> Result<Vec<Action>, EngineError> {
        let live = &self.live;
        let fresh = |id| live.get(id).map_or(0, |live| live.state.auxiliaries);
        let merging = self.merging.as_mut().expect("contexts come from a merger");
        let groups = merging.merger.groups(&mut self.exec.pool, context, &fresh);
        let mut settled = Vec::new();
        for group in &groups {
            match group.members[..] {
                [(id, node)] => {
                    let merging = self.merging.as_mut().expect("contexts come from a merger");
                    let condition = merging.merger.gained(&mut self.exec.pool, context, node);
                    settled.push(Settled { state: id, condition });
                }
                _ => settled.extend(self.join(context, group)?),
            }
        }
        let merging = self.merging.as_mut().expect("contexts come from a merger");
        let look = Look { exec: &self.exec, loops: &merging.loops };
        let actions = merging.merger.settle(&look, context, &groups, &settled);
        for result in settled {
            self.go_on(result.state);
        }
        Ok(actions)
    }

    /// A state that waited can be picked again.
    fn go_on(&mut self, id: StateId) {
        let merger = &self.merging.as_ref().expect("contexts come from a merger").merger;
        if let Some(live) = self.live.get_mut(id) {
            live.state.watch = merger.watch_of(id);
            let steps = live.state.steps;
            self.search.add(id, &Answers { live: &self.live, exec: &self.exec });
            self.merge_goes_on(id, steps);
        }
    }

    pub(crate) fn merger(&mut self) -> &mut Merger {
        &mut self.merging.as_mut().expect("contexts come from a merger").merger
    }

    /// Joins a group of several states; what is left of it.
    fn join(&mut self, context: ContextId, group: &Group) -> Result<Vec<Settled>, EngineError> {
        self.keep_new_lines(group)?;
        let (mut about, mut states) = (Vec::new(), Vec::new());
        for &(id, _) in &group.members {
            let live = *self.live.take(id).expect("a state that waits is live");
            about.push((id, live.new_at, live.query_cost, live.marks));
            states.push(live.state);
        }
        let merging = self.merging.as_mut().expect("contexts come from a merger");
        let (row, prefix) = (merging.merger.row(context), merging.merger.prefix(context));
        let program = &self.exec.program;
        let mut live = |place: FramePlace| program.live_slots(place);
        let joined = merging.merger.join(&mut self.exec.pool, context, group, &mut states, &mut live);
        let Some((mut joined, auxiliary)) = joined else {
            return Ok(self.put_back_group(context, group, about, states));
        };
        if self.options.merge.measure
            && let Some(auxiliary) = &auxiliary
            && merging.merger.explain.row_mut(row).wants_words()
        {
            let words = explained(&self.exec, &joined, auxiliary, &group.part.atoms);
            merging.merger.explain.row_mut(row).describe(words);
        }
        let place = merging.merger.explain.row_mut(row).place.to_string();
        self.give_model(&states, &joined, auxiliary.as_ref());
        let by = auxiliary.clone();
        self.check_join(&mut states, &mut joined, prefix, place, auxiliary)?;
        let merging = self.merging.as_mut().expect("contexts come from a merger");
        merging.joined_away += states.len() as u64 - 1;
        joined.multiplicity = states.iter().fold(0, |sum: u128, state| sum.saturating_add(state.multiplicity));
        let number = by.as_ref().map(|auxiliary| (auxiliary.symbol, auxiliary.values.as_slice()));
        joined.shares = self.exec.shares.join(&states, number);
        joined.ways = self.options.count_paths.then(|| self.ways.join(&states));
        joined.recipe = merging.merger.recipe_of_join(&mut self.exec.recipes, context);
        joined.trail.keep();
        let condition = self.exec.pool.all(joined.path.since(prefix));
        let (id, new_at, ..) = about[0];
        let query_cost = about.iter().map(|row| row.2).max().unwrap_or(0);
        self.live.put_back(id, Box::new(Live { state: joined, new_at, query_cost, joined_at: Some(row), marks: 0 }));
        Ok(vec![Settled { state: id, condition }])
    }

    /// Checks a join, if that was asked for.
    fn check_join(
        &mut self,
        states: &mut [State],
        joined: &mut State,
        prefix: usize,
        place: String,
        auxiliary: Option<Auxiliary>,
    ) -> Result<(), EngineError> {
        let how = self.options.merge.validation;
        if how == Validation::Off {
            return Ok(());
        }
        let program = &self.exec.program;
        let mut live = |place: FramePlace| program.live_slots(place);
        let mut bench = Bench { pool: &mut self.exec.pool, solver: &mut self.exec.solver, live: &mut live };
        let mut join = Join { sources: states, joined, prefix, auxiliary };
        match validate(&mut bench, &mut join, how) {
            Ok(()) => Ok(()),
            Err(Mismatch::Unknown(why)) => {
                self.reasons.add(&format!("a join that was not validated: {why}"), 1);
                Ok(())
            }
            Err(mismatch) => Err(EngineError::WrongJoin { place, mismatch }),
        }
    }

    /// The states of a group go on as they were.
    fn put_back_group(
        &mut self,
        context: ContextId,
        group: &Group,
        about: Vec<(StateId, Option<u64>, u64, u32)>,
        states: Vec<State>,
    ) -> Vec<Settled> {
        let merging = self.merging.as_mut().expect("contexts come from a merger");
        let mut settled = Vec::new();
        for (((id, new_at, query_cost, marks), state), &(_, node)) in about.into_iter().zip(states).zip(&group.members)
        {
            let condition = merging.merger.gained(&mut self.exec.pool, context, node);
            self.live.put_back(id, Box::new(Live { state, new_at, query_cost, joined_at: None, marks }));
            settled.push(Settled { state: id, condition });
        }
        settled
    }

    /// A joined state is one test, and that need not take the way on which new lines were reached: states that are the
    /// first to reach some get theirs before they are joined.
    fn keep_new_lines(&mut self, group: &Group) -> Result<(), EngineError> {
        for &(id, _) in &group.members {
            if self.live.get(id).is_some_and(|live| !live.state.new_lines.is_empty()) {
                let mut live = self.live.take(id).expect("a state that waits is live");
                self.witness_new_lines(&mut live.state, "joined with others")?;
                self.live.put_back(id, live);
            }
        }
        Ok(())
    }
}

/// A pattern in the words of the source: the variables that are functions of the number of rounds, and what holds of the inputs.
fn explained(exec: &Executor, joined: &State, auxiliary: &Auxiliary, atoms: &Atoms) -> Vec<String> {
    let objects = |address| exec.object_name(joined, address);
    let variables = exec.variables(joined);
    let is_taken = |name: &str| variables.iter().any(|variable| variable.0 == name) || joined.inputs.count(name) > 0;
    let words = Words::new(&exec.pool, auxiliary.symbol, &objects, is_taken);
    let of_rounds = |(name, value): &(String, Value)| match value {
        Value::Term(term) => words.variable(name, *term, &auxiliary.values),
        Value::Word(_) => None,
    };
    let mut said: Vec<String> = variables.iter().filter_map(of_rounds).collect();
    said.extend(words.pattern(atoms, &auxiliary.values));
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If contexts lose count, those that wait are let go all the same.
    #[test]
    fn when_all_that_are_left_wait_the_oldest_go_on() {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/merge/loops/count.c");
        let merge = braid_merge::Options { mode: braid_merge::ModeKind::Loop, ..braid_merge::Options::default() };
        let options = Options { write: false, batch: 10, search: "bfs".to_owned(), merge, ..Options::default() };
        let mut engine = Engine::load(&[program.into()], options).expect("the program is read");
        while engine.merger().longest_waiting().is_none() {
            assert!(engine.advance(1).expect("it runs"), "some state waits at some time");
        }
        // The states that are on their way get lost without a word.
        let waiting: Vec<StateId> = engine.live.ids().into_iter().filter(|&id| engine.merger().waits(id)).collect();
        for id in engine.live.ids() {
            if !waiting.contains(&id) {
                engine.search.remove(id);
                engine.live.take(id);
            }
        }
        let ended = engine.paths.states;
        assert!(!engine.advance(1_000_000).expect("it runs"));
        assert!(engine.live.ids().is_empty() && engine.paths.states > ended);
    }
}
