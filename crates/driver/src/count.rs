//! How many paths a run has, exactly where that is asked for (`--count-paths`, `merge/paths.rs`), else at most.

use braid_merge::count_paths;
use braid_state::State;

use crate::exploration::Explorer;

impl Explorer<'_> {
    /// A path has ended by itself: counts those that it stands for, and tells how many.
    pub(crate) fn count(&mut self, state: &State) -> u128 {
        let paths = self.paths_of(state);
        self.run.paths.completed = self.run.paths.completed.saturating_add(paths);
        self.run.paths.multiplicity = self.run.paths.multiplicity.saturating_add(state.inherited.multiplicity());
        paths
    }

    /// How many paths a state stands for, at most or exactly.
    pub(crate) fn paths_of(&mut self, state: &State) -> u128 {
        if !self.subject.options.count_paths {
            return state.inherited.multiplicity();
        }
        let counted = self.ways_to(state);
        // Ways that the solver has not decided are not more than all there can be.
        if self.run.paths.uncounted { counted.min(state.inherited.multiplicity()) } else { counted }
    }

    fn ways_to(&mut self, state: &State) -> u128 {
        let exec = &mut self.subject.exec;
        let count = count_paths(&mut exec.pool, &mut exec.solver, exec.heritage.ways(), state);
        self.run.paths.uncounted |= !count.is_exact;
        count.paths
    }

    /// Returns true if the number of paths is exact.
    pub(crate) fn counts_exactly(&self) -> bool {
        self.joins() == 0 || (self.subject.options.count_paths && !self.run.paths.uncounted)
    }
}
