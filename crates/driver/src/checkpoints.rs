//! Checkpoints: states as they were, from which others are made again.
//!
//! The first states are kept for the whole run. Others are left behind where states are made again, at the place from which their ways
//! part: what comes from there later is made again from there. Each costs what it does not share with living states, so their number is
//! bounded, and they go when memory is short: the run can do without.

use braid_state::{RecipeId, State};
use rustc_hash::FxHashMap;

/// How many are kept beside the first states.
const MOST: usize = 512;

/// States as they were.
#[derive(Debug, Default)]
pub(crate) struct Checkpoints {
    states: FxHashMap<RecipeId, Checkpoint>,
    /// How many go when memory is short.
    passing: usize,
    clock: u64,
}

#[derive(Debug)]
struct Checkpoint {
    state: State,
    /// When it was used last; none if it stays.
    used: Option<u64>,
}

impl Checkpoints {
    /// Keeps a state for the whole run.
    pub(crate) fn keep(&mut self, state: State) {
        self.states.insert(state.inherited.recipe(), Checkpoint { state, used: None });
    }
    /// Leaves a state behind. If there are too many, those go that were not used for longest.
    pub(crate) fn leave(&mut self, state: State) {
        let recipe = state.inherited.recipe();
        if self.has(recipe) {
            return;
        }
        if self.passing >= MOST {
            self.thin_out();
        }
        self.clock += 1;
        self.states.insert(recipe, Checkpoint { state, used: Some(self.clock) });
        self.passing += 1;
    }
    /// Returns true if there is a state with this recipe.
    pub(crate) fn has(&self, recipe: RecipeId) -> bool {
        self.states.contains_key(&recipe)
    }
    /// The recipes of all of them.
    pub(crate) fn recipes(&self) -> impl Iterator<Item = RecipeId> {
        self.states.keys().copied()
    }
    /// A copy of the state with a recipe.
    pub(crate) fn copy(&mut self, recipe: RecipeId) -> Option<State> {
        let checkpoint = self.states.get_mut(&recipe)?;
        self.clock += 1;
        checkpoint.used = checkpoint.used.map(|_| self.clock);
        Some(checkpoint.state.fork())
    }
    /// Half of those that may go do.
    fn thin_out(&mut self) {
        let mut moments: Vec<u64> = self.states.values().filter_map(|checkpoint| checkpoint.used).collect();
        moments.sort_unstable();
        let middle = moments[moments.len() / 2];
        self.states.retain(|_, checkpoint| checkpoint.used.is_none_or(|used| used >= middle));
        self.passing = self.states.values().filter(|checkpoint| checkpoint.used.is_some()).count();
    }
    /// Memory is short: all go that may.
    pub(crate) fn give_back(&mut self) {
        self.states.retain(|_, checkpoint| checkpoint.used.is_none());
        self.passing = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_state::memory::Memory;
    use braid_state::{Heritage, Inherited};

    #[test]
    fn the_first_states_stay_and_of_the_others_those_that_are_used() {
        let mut heritage = Heritage::default();
        let mut checkpoints = Checkpoints::default();
        checkpoints.keep(State::new(Memory::new()));
        let recipes: Vec<RecipeId> = (0..MOST as u32 + 1)
            .map(|number| {
                let mut state = State::new(Memory::new());
                state.inherited = heritage.fork(&Inherited::START, number);
                let recipe = state.inherited.recipe();
                checkpoints.leave(state);
                assert!(checkpoints.copy(heritage.fork(&Inherited::START, 0).recipe()).is_some());
                recipe
            })
            .collect();
        assert!(checkpoints.has(recipes[0]) && !checkpoints.has(recipes[1]));
        assert!(checkpoints.has(recipes[MOST]) && checkpoints.passing <= MOST);
        checkpoints.give_back();
        assert!(checkpoints.has(Inherited::START.recipe()) && !checkpoints.has(recipes[0]));
    }
}
