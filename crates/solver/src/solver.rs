//! The solver that engines use: the chain, its counters and its budget behind questions as an engine asks them.

use braid_expr::{Evaluator, ExprId, ExprPool, Value};

use crate::chain;
use crate::layer::{Layer, Workspace};
use crate::stats::Stats;
use crate::verdict::{Budget, Query, Reason, Verdict};

/// A chain of layers with its counters.
pub struct Solver {
    chain: Box<dyn Layer>,
    stats: Stats,
    budget: Budget,
    evaluator: Evaluator,
    /// The conjuncts of the query being asked; kept to save allocations.
    conjuncts: Vec<ExprId>,
}

/// Which sides of a branch can be taken.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The answer for the condition.
    pub taken: Verdict,
    /// The answer for its negation.
    pub not_taken: Verdict,
}

impl Solver {
    /// The default chain.
    pub fn new() -> Self {
        Self::with_chain(chain::default_chain())
    }
    /// Any chain.
    pub fn with_chain(chain: Box<dyn Layer>) -> Self {
        Solver {
            chain,
            stats: Stats::default(),
            budget: Budget::default(),
            evaluator: Evaluator::new(),
            conjuncts: Vec::new(),
        }
    }
    /// What every query from now on may cost.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }
    /// The counters so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Whether all conjuncts can hold together.
    pub fn check(&mut self, pool: &mut ExprPool, conjuncts: &[ExprId]) -> Verdict {
        self.stats.queries += 1;
        let mut workspace = Workspace { pool, stats: &mut self.stats };
        let verdict = self.chain.check(&mut workspace, Query { conjuncts, budget: self.budget, near: None });
        match &verdict {
            Verdict::Sat(_) => self.stats.sat += 1,
            Verdict::Unsat(_) => self.stats.unsat += 1,
            Verdict::Unknown(_) => self.stats.unknown += 1,
        }
        verdict
    }

    /// Whether `condition` can hold together with `path`.
    pub fn may(&mut self, pool: &mut ExprPool, path: &[ExprId], condition: ExprId) -> Verdict {
        let mut conjuncts = core::mem::take(&mut self.conjuncts);
        conjuncts.clear();
        conjuncts.extend_from_slice(path);
        conjuncts.push(condition);
        let verdict = self.check(pool, &conjuncts);
        self.conjuncts = conjuncts;
        verdict
    }

    /// Whether `condition` holds wherever `path` does.
    pub fn must(&mut self, pool: &mut ExprPool, path: &[ExprId], condition: ExprId) -> Result<bool, Reason> {
        let negated = pool.not(condition);
        match self.may(pool, path, negated) {
            Verdict::Unsat(_) => Ok(true),
            Verdict::Sat(_) => Ok(false),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// Both sides of a branch under `path`.
    pub fn branch(&mut self, pool: &mut ExprPool, path: &[ExprId], condition: ExprId) -> Branch {
        let negated = pool.not(condition);
        let taken = self.may(pool, path, condition);
        let not_taken = self.may(pool, path, negated);
        Branch { taken, not_taken }
    }

    /// Some value of `term` where `path` holds; none if `path` cannot hold.
    pub fn value(&mut self, pool: &mut ExprPool, path: &[ExprId], term: ExprId) -> Result<Option<Value>, Reason> {
        match self.check(pool, path) {
            Verdict::Sat(model) => Ok(Some(self.evaluator.evaluate(pool, &model, term)?)),
            Verdict::Unsat(_) => Ok(None),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// The smallest and the largest unsigned value of `term` where `path` holds; none if `path` cannot hold.
    pub fn range(
        &mut self,
        pool: &mut ExprPool,
        path: &[ExprId],
        term: ExprId,
    ) -> Result<Option<(Value, Value)>, Reason> {
        let Some(some) = self.value(pool, path, term)? else { return Ok(None) };
        let low = self.extreme(pool, path, term, &some, false)?;
        let high = self.extreme(pool, path, term, &some, true)?;
        Ok(Some((low, high)))
    }

    /// The smallest (or largest) value of `term`, bit by bit from the top: a bit is what we want if some model with the
    /// bits above has it so. Each model found settles the bits below as far as they already are as wanted.
    fn extreme(
        &mut self,
        pool: &mut ExprPool,
        path: &[ExprId],
        term: ExprId,
        start: &Value,
        wanted: bool,
    ) -> Result<Value, Reason> {
        let mut best = start.clone();
        let mut conjuncts = path.to_vec();
        for bit in (0..pool.width(term)).rev() {
            let wanted_bit = pool.bool(wanted);
            let this = pool.extract(term, bit, 1);
            let as_wanted = pool.eq(this, wanted_bit);
            if best.bit(bit) == wanted {
                conjuncts.push(as_wanted);
                continue;
            }
            conjuncts.push(as_wanted);
            match self.check(pool, &conjuncts) {
                Verdict::Sat(model) => best = self.evaluator.evaluate(pool, &model, term)?,
                Verdict::Unsat(_) => {
                    conjuncts.pop();
                    let other = pool.not(as_wanted);
                    conjuncts.push(other);
                }
                Verdict::Unknown(reason) => return Err(reason),
            }
        }
        Ok(best)
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}
