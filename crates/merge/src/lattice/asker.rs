//! Bounded questions: what joins ask the solver about, at a small price.
//!
//! Undecided is never taken for a proof: what must hold does not, and what may hold does.

use braid_expr::{Conjunction, ExprId, ExprPool, Value};
use braid_solver::{Budget, Solver, Verdict};

/// Conflicts of one question.
pub const CONFLICTS: u64 = 1 << 12;

/// Asks about terms.
pub struct Asker<'a> {
    /// All terms.
    pub pool: &'a mut ExprPool,
    /// Who answers.
    pub solver: &'a mut Solver,
}

impl Asker<'_> {
    /// Asks something within the budget of one question.
    fn within<T>(&mut self, ask: impl FnOnce(&mut ExprPool, &mut Solver) -> T) -> T {
        let budget = self.solver.budget();
        self.solver.set_budget(Budget { conflicts: budget.conflicts.min(CONFLICTS), ..budget });
        let answer = ask(self.pool, self.solver);
        self.solver.set_budget(budget);
        answer
    }
    /// Returns true if a condition is known to hold wherever a path does.
    pub fn must(&mut self, path: &Conjunction, condition: ExprId) -> bool {
        self.pool.is_true(condition) || self.within(|pool, solver| solver.must(pool, path, condition)) == Ok(true)
    }
    /// Returns false if a condition is known to hold nowhere where a path does.
    pub fn may(&mut self, path: &Conjunction, condition: ExprId) -> bool {
        !self.within(|pool, solver| solver.may(pool, path, condition)).is_unsat()
    }
    /// Returns true if a path is known to hold nowhere.
    pub fn is_dead(&mut self, path: &Conjunction) -> bool {
        matches!(self.within(|pool, solver| solver.check(pool, path)), Verdict::Unsat(_))
    }
    /// The smallest and the largest unsigned value of a term of at most 64 bits where a path holds; none if the path holds nowhere. Where the solver
    /// does not tell, the bounds of the term itself.
    pub fn range(&mut self, path: &Conjunction, term: ExprId) -> Option<(u64, u64)> {
        let bounds = self.pool.bounds(term);
        if bounds.0 == bounds.1 && !self.is_dead(path) {
            return Some(bounds);
        }
        match self.within(|pool, solver| solver.range(pool, path, term)) {
            Ok(range) => range.and_then(|(low, high)| Some((low.to_u64()?, high.to_u64()?))),
            Err(_) => Some(bounds),
        }
    }
    /// Some value of a term of at most 64 bits where a path holds.
    pub fn value(&mut self, path: &Conjunction, term: ExprId) -> Option<u64> {
        let value = self.within(|pool, solver| solver.value(pool, path, term)).ok().flatten();
        value.as_ref().and_then(Value::to_u64)
    }
}
