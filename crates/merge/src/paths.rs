//! How many paths a state stands for, exactly.
//!
//! The multiplicity of a state is an upper bound: it is inherited by all forks of a joined state, though some of the paths go
//! only one of the ways. Here each path is asked for by itself: those of its conditions at every join on the way back, together
//! with what holds where the state is. That is a query for each path, as forking would have needed, and more.

use braid_expr::ExprPool;
use braid_solver::{Solver, Verdict};
use braid_state::{State, Ways};

/// A number of paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathCount {
    /// How many.
    pub paths: u128,
    /// Whether the solver has decided all of them. One that it has not is counted.
    pub is_exact: bool,
}

/// Counts the paths that lead to a state.
pub fn count_paths(pool: &mut ExprPool, solver: &mut Solver, ways: &Ways, state: &State) -> PathCount {
    let mut count = PathCount { paths: 0, is_exact: true };
    let Some(last) = state.inherited.ways() else { return PathCount { paths: 1, is_exact: true } };
    let mut held = state.path.conjuncts().clone();
    // Ways that are looked at, which of them is next, and how many conditions hold before it.
    let mut open = vec![(last, 0, held.len())];
    while let Some((from, next, before)) = open.pop() {
        held.cut(before);
        let Some(way) = ways.get(from).get(next) else { continue };
        open.push((from, next + 1, before));
        held.extend(way.path.since(0));
        match (solver.check(pool, &held), way.earlier) {
            (Verdict::Unsat(_), _) => {}
            (Verdict::Unknown(_), _) => {
                count.is_exact = false;
                count.paths += 1;
            }
            (Verdict::Sat(_), Some(earlier)) => open.push((earlier, 0, held.len())),
            (Verdict::Sat(_), None) => count.paths += 1,
        }
    }
    count
}
