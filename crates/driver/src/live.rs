//! The states that can run, and what search orders may ask about them.

use core::cmp::Reverse;

use braid_entity::Paged;
use braid_exec::Executor;
use braid_search::{Position, View};
use braid_state::{RecipeId, State, StateId};
use rustc_hash::FxHashMap;

/// A state that can run.
#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) state: State,
    /// How many instructions it had executed when it last reached a new block.
    pub(crate) new_at: Option<u64>,
    /// What its questions about conditions have cost so far, in instructions.
    pub(crate) query_cost: u64,
    /// Whether it waits: it is in no search order.
    pub(crate) parked: bool,
}

/// All states, by number.
#[derive(Default)]
pub(crate) struct LiveStates {
    states: Paged<StateId, Box<Live>>,
    /// What is kept of states that were lent.
    lent: FxHashMap<StateId, Lent>,
    /// Who had a recipe when it was put there last, if states are looked for by their recipes.
    by_recipe: Option<FxHashMap<RecipeId, StateId>>,
}

/// What is kept of a state that was lent: all but the state.
#[derive(Clone, Copy, Debug)]
struct Lent {
    new_at: Option<u64>,
    query_cost: u64,
    parked: bool,
}

impl Live {
    /// A state of which nothing else is known yet.
    pub(crate) fn of(state: State) -> Live {
        Live { state, new_at: None, query_cost: 0, parked: false }
    }
}

impl LiveStates {
    /// No states; those that are put there can be [found](Self::find) by their recipes.
    pub(crate) fn indexed() -> LiveStates {
        LiveStates { by_recipe: Some(FxHashMap::default()), ..LiveStates::default() }
    }
    /// The state with a recipe.
    pub(crate) fn find(&self, recipe: RecipeId) -> Option<StateId> {
        let &id = self.by_recipe.as_ref()?.get(&recipe)?;
        self.get(id).filter(|live| live.state.inherited.recipe() == recipe).map(|_| id)
    }
    /// Adds the first state.
    pub(crate) fn add(&mut self, state: State) -> StateId {
        let id = self.states.reserve();
        self.states.insert(id, Box::new(Live::of(state)));
        id
    }
    /// A number for a state that is [put](Self::put) there later.
    pub(crate) fn reserve(&mut self) -> StateId {
        self.states.reserve()
    }
    /// Puts a state that came apart from another at its number.
    pub(crate) fn put(&mut self, id: StateId, state: State, parent: StateId) {
        let Live { new_at, query_cost, .. } = *self.get(parent).expect("who has forked goes on");
        self.put_back(id, Box::new(Live { state, new_at, query_cost, parked: false }));
    }
    /// Takes a state out.
    pub(crate) fn take(&mut self, id: StateId) -> Option<Box<Live>> {
        self.states.remove(id)
    }
    /// Puts a state back.
    pub(crate) fn put_back(&mut self, id: StateId, live: Box<Live>) {
        if let Some(by_recipe) = &mut self.by_recipe {
            by_recipe.insert(live.state.inherited.recipe(), id);
        }
        self.states.insert(id, live);
    }
    /// Lends a state to somebody who gives it [back](Self::give_back) or another [in its place](Self::replace).
    pub(crate) fn lend(&mut self, id: StateId) -> Option<State> {
        let Live { state, new_at, query_cost, parked } = *self.take(id)?;
        self.lent.insert(id, Lent { new_at, query_cost, parked });
        Some(state)
    }
    /// A state that was lent comes back.
    pub(crate) fn give_back(&mut self, id: StateId, state: State) {
        let Lent { new_at, query_cost, parked } = self.lent.remove(&id).expect("who comes back was lent");
        self.put_back(id, Box::new(Live { state, new_at, query_cost, parked }));
    }
    /// States that were lent have become one, which takes the place of the first.
    pub(crate) fn replace(&mut self, ids: &[StateId], state: State) {
        let lent: Vec<Lent> = ids.iter().filter_map(|id| self.lent.remove(id)).collect();
        let query_cost = lent.iter().map(|lent| lent.query_cost).max().unwrap_or(0);
        let live = Live { state, new_at: lent[0].new_at, query_cost, parked: lent[0].parked };
        self.put_back(ids[0], Box::new(live));
    }
    /// How many can run.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }
    /// The numbers of all that can run, in order.
    pub(crate) fn ids(&self) -> Vec<StateId> {
        self.states.keys().collect()
    }
    /// The numbers of all that can run, those first whose tests are worth most: lines that nobody else has reached, then depth.
    pub(crate) fn most_valuable_first(&self) -> Vec<StateId> {
        let mut ids = self.ids();
        ids.sort_by_cached_key(|&id| self.get(id).map(|live| Reverse((live.state.new_lines.len(), live.state.depth))));
        ids
    }
    /// Counts no state as one that can run. Their memory is not given back: there may be millions, and the run is over.
    pub(crate) fn abandon(&mut self) {
        core::mem::forget(core::mem::take(&mut self.states));
    }
    /// A state that can run, to be changed.
    pub(crate) fn get_mut(&mut self, id: StateId) -> Option<&mut Live> {
        self.states.get_mut(id).map(|live| &mut **live)
    }
    /// A state that can run.
    pub(crate) fn get(&self, id: StateId) -> Option<&Live> {
        self.states.get(id).map(|live| &**live)
    }
}

/// The answers to what search orders ask.
pub(crate) struct Answers<'a> {
    pub(crate) live: &'a LiveStates,
    pub(crate) exec: &'a Executor,
}

impl Answers<'_> {
    fn of<T>(&self, id: StateId, f: impl FnOnce(&Live) -> T, otherwise: T) -> T {
        self.live.get(id).map_or(otherwise, f)
    }
}

impl View for Answers<'_> {
    fn depth(&self, id: StateId) -> u64 {
        self.of(id, |live| u64::from(live.state.depth), 0)
    }
    fn instructions(&self, id: StateId) -> u64 {
        self.of(id, |live| live.state.steps, 0)
    }
    fn since_new_coverage(&self, id: StateId) -> Option<u64> {
        self.of(id, |live| live.new_at.map(|at| live.state.steps - at), None)
    }
    fn distance_to_uncovered(&self, id: StateId) -> Option<u64> {
        let frame = |live: &Live| live.state.stack.frames().next().map(|frame| (frame.func, frame.pc));
        let (func, pc) = self.of(id, frame, None)?;
        self.exec.distance(func, pc)
    }
    fn query_cost(&self, id: StateId) -> u64 {
        self.of(id, |live| live.query_cost, 0)
    }
    fn executed_here(&self, id: StateId) -> u64 {
        self.of(id, |live| self.exec.visits(&live.state), 0)
    }
    fn executed_in_context(&self, id: StateId) -> u64 {
        self.of(id, |live| self.exec.executed_in_context(&live.state), 0)
    }
    fn position(&self, id: StateId) -> Position {
        let places = |live: &Live| -> Vec<u32> {
            let mut places: Vec<u32> = live
                .state
                .stack
                .frames()
                .map(|frame| self.exec.program.ready(frame.func).block_of[frame.pc as usize])
                .collect();
            places.reverse();
            places
        };
        Position::new(self.of(id, places, Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Options};

    /// The loop is executed often by one call and seldom by the other, in which the states stand.
    const PROGRAM: &str = "#include <klee/klee.h>
        static unsigned sum(unsigned n) {
            unsigned total = 0;
            for (unsigned i = 0; i < n; i++)
                total += i;
            return total;
        }
        int main(void) {
            unsigned char n;
            klee_make_symbolic(&n, sizeof n, \"n\");
            unsigned total = sum(5000);
            return total + sum(n);
        }";

    #[test]
    fn instructions_are_counted_by_chains_of_calls() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program.c");
        std::fs::write(&path, PROGRAM).unwrap();
        let search = "nurs:cpicnt".to_owned();
        let mut engine = Engine::load(&[path], Options { search, write: false, ..Options::default() }).unwrap();
        while engine.run.live.len() < 4 {
            assert!(engine.advance(1).unwrap(), "the program has many paths");
        }
        let answers = Answers { live: &engine.run.live, exec: &engine.subject.exec };
        let inside = |&id: &StateId| engine.run.live.get(id).is_some_and(|live| live.state.stack.depth() == 2);
        let in_loop: Vec<StateId> = engine.run.live.ids().into_iter().filter(inside).collect();
        assert!(!in_loop.is_empty());
        for id in in_loop {
            let (here, in_context) = (answers.executed_here(id), answers.executed_in_context(id));
            assert!(in_context > 0 && in_context < 500, "{in_context}");
            assert!(!(10..5000).contains(&here), "{here}");
        }
        let loop_is_hot = |id: StateId| answers.executed_here(id) >= 5000;
        assert!(engine.run.live.ids().into_iter().any(loop_is_hot));
    }
}
