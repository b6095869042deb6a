//! The solver that engines use: the chain, its counters and its budget behind questions as an engine asks them.

use std::rc::Rc;
use std::time::{Duration, Instant};

use braid_expr::{Conjunction, Evaluator, ExprId, ExprPool, Model, Value};
use braid_guard::{DiagramCounts, Diagrams};

use crate::chain;
use crate::confirm::{Confirmer, confirm};
use crate::layer::{Layer, Workspace};
use crate::sequence::{Premises, Sequence};
use crate::stats::Stats;
use crate::verdict::{Budget, Query, Reason, Verdict};

/// A chain of layers with its counters.
pub struct Solver {
    chain: Box<dyn Layer>,
    stats: Stats,
    budget: Budget,
    evaluator: Evaluator,
    confirmer: Confirmer,
    /// The first wrong answer of a solver, if there was one.
    mistake: Option<Reason>,
    /// The time spent so far: told to people, never part of a decision.
    time: Duration,
    /// The query that was asked last.
    sequence: Sequence,
    diagrams: Diagrams,
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
            confirmer: Confirmer::default(),
            mistake: None,
            time: Duration::ZERO,
            sequence: Sequence::default(),
            diagrams: Diagrams::default(),
        }
    }
    /// What every query from now on may cost.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }
    /// What every query may cost.
    pub fn budget(&self) -> Budget {
        self.budget
    }
    /// Queries from now on may meet no more conflicts than this, and no more than before.
    pub fn limit_conflicts(&mut self, conflicts: u64) {
        self.budget.conflicts = self.budget.conflicts.min(conflicts);
    }
    /// Gives back the memory of answers that are only remembered; they are found again.
    pub fn forget(&mut self) {
        self.evaluator = Evaluator::new();
        self.confirmer = Confirmer::default();
        self.chain.forget();
        self.diagrams.clear();
    }
    /// What became of values by decision diagrams so far.
    pub fn diagram_counts(&self) -> DiagramCounts {
        self.diagrams.counts()
    }
    /// The time spent on decision diagrams so far, in queries and elsewhere.
    pub fn diagram_time(&self) -> Duration {
        self.diagrams.time()
    }
    /// What decision diagrams know of terms and paths.
    pub fn diagrams(&mut self) -> &mut Diagrams {
        &mut self.diagrams
    }
    /// The counters so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The first wrong answer of a solver, if there was one: an error of Braid, not of the program.
    pub fn mistake(&self) -> Option<&Reason> {
        self.mistake.as_ref()
    }

    /// The time spent on queries so far.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Hands over a model of `path` that the caller has for free: a model of a state that was joined, extended by the choice
    /// of that state, satisfies the joined path. It is evaluated first; if it satisfies `path` it is where the next queries
    /// that extend `path` start, and if it does not nothing happens. Says whether it does. The first `known` conjuncts are not
    /// evaluated again: a loop that joins its states in every round would pay for all rounds before in each.
    pub fn remember_model<P: Premises + ?Sized>(
        &mut self,
        pool: &ExprPool,
        path: &P,
        known: usize,
        model: &Rc<Model>,
    ) -> bool {
        let path = &path.list(&self.sequence);
        let confirmed = confirm(&mut self.evaluator, pool, model, &path.since(known)).is_ok();
        if confirmed {
            self.stats.models_given += 1;
            self.chain.remember(path, model);
        } else {
            self.stats.models_refused += 1;
        }
        confirmed
    }

    /// Evaluates a model that somebody has made of parts; a conjunct that it does not satisfy is an error of Braid.
    pub fn confirm(&mut self, pool: &ExprPool, path: &Conjunction, model: &Model) -> Result<(), Reason> {
        let confirmed = match self.confirmer.first_false(&mut self.evaluator, pool, model, path.newest()) {
            Ok(None) => Ok(()),
            Ok(Some(conjunct)) => Err(Reason::WrongModel { conjunct }),
            Err(reason) => Err(reason),
        };
        if let Err(reason) = &confirmed
            && reason.is_mistake()
        {
            self.mistake.get_or_insert(reason.clone());
        }
        confirmed
    }

    /// A model of `path` that is at hand because a query about it was answered; nothing is searched for it.
    pub fn recall_model<P: Premises + ?Sized>(&self, path: &P) -> Option<Rc<Model>> {
        self.chain.recall(&path.list(&self.sequence))
    }

    /// Whether all conjuncts can hold together.
    pub fn check<P: Premises + ?Sized>(&mut self, pool: &mut ExprPool, conjuncts: &P) -> Verdict {
        let list = conjuncts.list(&self.sequence);
        self.ask(pool, list)
    }

    fn ask(&mut self, pool: &mut ExprPool, list: Conjunction) -> Verdict {
        self.stats.queries += 1;
        let start = Instant::now();
        self.sequence.follow(list);
        let whole = &self.sequence;
        let mut workspace = Workspace { pool, stats: &mut self.stats, diagrams: &mut self.diagrams };
        let query = Query { conjuncts: whole.conjuncts(), whole: Some(whole), budget: self.budget, near: None };
        let verdict = self.chain.check(&mut workspace, query);
        self.time += start.elapsed();
        match &verdict {
            Verdict::Sat(_) => self.stats.sat += 1,
            Verdict::Unsat(_) => self.stats.unsat += 1,
            Verdict::Unknown(reason) => {
                self.stats.unknown += 1;
                if reason.is_mistake() && self.mistake.is_none() {
                    self.mistake = Some(reason.clone());
                }
            }
        }
        verdict
    }

    /// Whether `condition` can hold together with `path`.
    pub fn may<P: Premises + ?Sized>(&mut self, pool: &mut ExprPool, path: &P, condition: ExprId) -> Verdict {
        let list = path.list(&self.sequence).with(condition);
        self.ask(pool, list)
    }

    /// Whether `condition` holds wherever `path` does.
    pub fn must<P: Premises + ?Sized>(
        &mut self,
        pool: &mut ExprPool,
        path: &P,
        condition: ExprId,
    ) -> Result<bool, Reason> {
        let negated = pool.not(condition);
        match self.may(pool, path, negated) {
            Verdict::Unsat(_) => Ok(true),
            Verdict::Sat(_) => Ok(false),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// Both sides of a branch under `path`.
    pub fn branch<P: Premises + ?Sized>(&mut self, pool: &mut ExprPool, path: &P, condition: ExprId) -> Branch {
        let (path, negated) = (&path.list(&self.sequence), pool.not(condition));
        let taken = self.may(pool, path, condition);
        let not_taken = self.may(pool, path, negated);
        Branch { taken, not_taken }
    }

    /// Some value of `term` where `path` holds; none if `path` cannot hold.
    pub fn value<P: Premises + ?Sized>(
        &mut self,
        pool: &mut ExprPool,
        path: &P,
        term: ExprId,
    ) -> Result<Option<Value>, Reason> {
        match self.check(pool, path) {
            Verdict::Sat(model) => Ok(Some(self.evaluator.evaluate(pool, &model, term)?)),
            Verdict::Unsat(_) => Ok(None),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// The smallest and the largest unsigned value of `term` where `path` holds; none if `path` cannot hold.
    pub fn range<P: Premises + ?Sized>(
        &mut self,
        pool: &mut ExprPool,
        path: &P,
        term: ExprId,
    ) -> Result<Option<(Value, Value)>, Reason> {
        let path = &path.list(&self.sequence);
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
        path: &Conjunction,
        term: ExprId,
        start: &Value,
        wanted: bool,
    ) -> Result<Value, Reason> {
        let mut best = start.clone();
        let mut conjuncts = path.clone();
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

#[cfg(test)]
mod tests {
    use braid_expr::{Interrupt, SymbolClass};

    use super::*;

    #[test]
    fn an_engine_gets_branches_values_and_ranges() {
        let mut pool = ExprPool::new();
        let mut solver = Solver::new();
        let x = pool.symbol("x", 16, SymbolClass::Input);
        let (low, high, three) = (pool.bv(16, 100), pool.bv(16, 2000), pool.bv(16, 3));
        let product = pool.mul(x, three);
        let path = [pool.ule(low, x), pool.ult(x, high)];
        let (small, large) = (pool.bv(16, 299), pool.bv(16, 300));
        let impossible = pool.ule(product, small);
        assert_eq!(solver.must(&mut pool, &path, path[0]), Ok(true));
        assert_eq!(solver.must(&mut pool, &path, impossible), Ok(false));
        let possible = pool.ule(product, large);
        let branch = solver.branch(&mut pool, &path, possible);
        assert!(branch.taken.is_sat() && branch.not_taken.is_sat());
        assert!(solver.branch(&mut pool, &path, impossible).taken.is_unsat());
        let value = solver.value(&mut pool, &path, x).expect("an answer").expect("the path is feasible");
        assert!((100..2000).contains(&value.to_u64().expect("16 bits")));
        let range = solver.range(&mut pool, &path, product).expect("an answer").expect("the path is feasible");
        assert_eq!((range.0.to_u64(), range.1.to_u64()), (Some(300), Some(5997)));
        let nowhere = [path[0], pool.ult(x, low)];
        assert_eq!(solver.range(&mut pool, &nowhere, product), Ok(None));
    }

    #[test]
    fn what_is_too_large_is_refused_with_the_term() {
        let mut pool = ExprPool::new();
        let mut solver = Solver::new();
        let (x, y) = (pool.symbol("x", 9000, SymbolClass::Input), pool.symbol("y", 9000, SymbolClass::Input));
        let product = pool.mul(x, y);
        let seven = pool.bv(9000, 7);
        let odd = pool.eq(product, seven);
        let Verdict::Unknown(Reason::TooLarge { term, .. }) = solver.check(&mut pool, &[odd]) else {
            panic!("81 million gates should be refused");
        };
        assert_eq!(term, product);
        let same = pool.eq(x, seven);
        assert!(solver.check(&mut pool, &[same]).is_sat(), "the solver goes on");
    }

    /// A product of two primes below 2^16, to be found among factors of at most 16 bits.
    fn factors(pool: &mut ExprPool) -> [ExprId; 5] {
        let (x, y) = (pool.symbol("x", 32, SymbolClass::Input), pool.symbol("y", 32, SymbolClass::Input));
        let (prime_product, one) = (pool.bv(32, 65_521 * 65_519), pool.bv(32, 1));
        let limit = pool.bv(32, 1 << 16);
        let product = pool.mul(x, y);
        [pool.eq(product, prime_product), pool.ult(x, limit), pool.ult(y, limit), pool.ult(one, x), pool.ult(one, y)]
    }

    #[test]
    fn a_budget_ends_a_hard_query_with_its_reason() {
        let mut pool = ExprPool::new();
        let mut solver = Solver::new();
        let query = factors(&mut pool);
        solver.set_budget(Budget { conflicts: 10, ..Budget::default() });
        let Verdict::Unknown(reason) = solver.check(&mut pool, &query) else { panic!("10 conflicts are too few") };
        assert_eq!(reason, Reason::Conflicts(10));
    }

    #[test]
    fn an_interrupt_ends_a_hard_query_and_the_solver_goes_on() {
        let mut pool = ExprPool::new();
        let mut solver = Solver::new();
        let query = factors(&mut pool);
        pool.set_interrupt(Interrupt::at_once());
        let Verdict::Unknown(reason) = solver.check(&mut pool, &query) else { panic!("it does not search to its end") };
        assert_eq!(reason, Reason::Interrupted);
        pool.set_interrupt(Interrupt::default());
        let verdict = solver.check(&mut pool, &query);
        assert!(verdict.is_sat(), "{verdict:?}");
    }

    #[test]
    fn a_model_that_is_handed_over_answers_what_extends_its_path() {
        let mut pool = ExprPool::new();
        let mut solver = Solver::new();
        let (x, y) = (pool.symbol("x", 32, SymbolClass::Input), pool.symbol("y", 32, SymbolClass::Input));
        let (product, value, limit) = (pool.mul(x, y), pool.bv(32, 77 * 91), pool.bv(32, 100));
        let path = [pool.eq(product, value), pool.ult(x, limit), pool.ult(y, limit)];
        let mut model = Model::new();
        model.set_word(pool.find_symbol("x").expect("x"), 77);
        let half = Rc::new(model.clone());
        assert!(!solver.remember_model(&pool, &path, 0, &half), "y is missing");
        model.set_word(pool.find_symbol("y").expect("y"), 91);
        assert!(solver.remember_model(&pool, &path, 0, &Rc::new(model)));
        assert_eq!((solver.stats().models_given, solver.stats().models_refused), (1, 1));
        assert!(solver.recall_model(&path).is_some() && solver.recall_model(&path[1..]).is_none());
        let (less, odd) = (pool.ult(x, y), pool.extract(x, 0, 1));
        assert!(solver.check(&mut pool, &path).is_sat());
        assert!(solver.may(&mut pool, &path, less).is_sat());
        // Another path in between, and more than one new conjunct.
        let more = pool.ult(y, x);
        assert!(solver.may(&mut pool, &path[1..], more).is_sat());
        let searches = solver.stats().back_end_queries;
        assert!(solver.check(&mut pool, &[path[0], path[1], path[2], less, odd]).is_sat());
        assert_eq!((searches, solver.stats().back_end_queries), (1, 1), "only the other path is a search");
    }
}
