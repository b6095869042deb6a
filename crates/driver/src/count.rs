//! How many paths a state stands for, exactly (`--count-paths`).
//!
//! The multiplicity of a state is an upper bound: it is inherited by all forks of a joined state, though some of the paths go
//! only one of the ways. Here each path is asked for by itself: those of its conditions at every join on the way back, together
//! with what holds where the state ends. That is a query for each path, as forking would have needed, and more.

use braid_solver::Verdict;
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

    /// How many paths lead to a state. Where the solver does not know, it is counted as one, and the number is not exact.
    fn ways_to(&mut self, state: &State) -> u128 {
        let Some(last) = state.inherited.ways() else { return 1 };
        let mut count = 0u128;
        let mut held = state.path.conjuncts().clone();
        // Ways that are looked at, which of them is next, and how many conditions hold before it.
        let mut open = vec![(last, 0, held.len())];
        while let Some((ways, next, before)) = open.pop() {
            held.cut(before);
            let Some(way) = self.subject.exec.heritage.ways().get(ways).get(next) else { continue };
            open.push((ways, next + 1, before));
            held.extend(way.path.since(0));
            let earlier = way.earlier;
            match (self.subject.exec.solver.check(&mut self.subject.exec.pool, &held), earlier) {
                (Verdict::Unsat(_), _) => {}
                (Verdict::Unknown(_), _) => {
                    self.run.paths.uncounted = true;
                    count += 1;
                }
                (Verdict::Sat(_), Some(earlier)) => open.push((earlier, 0, held.len())),
                (Verdict::Sat(_), None) => count += 1,
            }
        }
        count
    }

    /// Returns true if the number of paths is exact.
    pub(crate) fn counts_exactly(&self) -> bool {
        self.joins() == 0 || (self.subject.options.count_paths && !self.run.paths.uncounted)
    }
}
