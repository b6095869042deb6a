//! Random queries of few input bits, and their answers by trying every model.

use braid_expr::testing::{Generator, Inputs, Limits, Random};
use braid_expr::{Evaluator, ExprId, ExprPool};
use braid_solver::{Solver, Verdict};

/// How many times as many queries are asked with `BRAID_SOAK` as without it.
pub(crate) fn times() -> u64 {
    if std::env::var_os("BRAID_SOAK").is_some() { 5 } else { 1 }
}

/// A pool of random conjuncts with the truth table of each.
pub(crate) struct World {
    pub(crate) pool: ExprPool,
    pub(crate) conjuncts: Vec<ExprId>,
    /// Per conjunct, per model: whether it holds.
    tables: Vec<Vec<u64>>,
    pub(crate) random: Random,
}

impl World {
    #[allow(dead_code, reason = "some tests make their conjuncts themselves")]
    /// Grows `count` conjuncts (and their negations) over at most `limits.input_bits` bits.
    pub(crate) fn new(seed: u64, limits: Limits, count: usize) -> World {
        let mut pool = ExprPool::new();
        let mut generator = Generator::new(seed, limits, &mut pool);
        let mut conjuncts: Vec<ExprId> = (0..count).map(|_| generator.boolean(&mut pool)).collect();
        for at in 0..count {
            let negated = pool.not(conjuncts[at]);
            conjuncts.push(negated);
        }
        World::of(seed, pool, &generator.inputs, conjuncts)
    }

    /// Holds these conjuncts over these inputs.
    pub(crate) fn of(seed: u64, pool: ExprPool, inputs: &Inputs, conjuncts: Vec<ExprId>) -> World {
        let bits = inputs.bits();
        assert!(bits <= 13, "{bits} input bits are too many to try them all");
        let mut tables = vec![vec![0_u64; 1 << bits.saturating_sub(6)]; conjuncts.len()];
        let mut evaluator = Evaluator::new();
        for number in 0..1_u64 << bits {
            let model = inputs.model(number);
            let mut run = evaluator.under(&pool, &model);
            for (at, table) in tables.iter_mut().enumerate() {
                let holds = run.truth(conjuncts[at]).expect("small terms");
                table[(number >> 6) as usize] |= u64::from(holds) << (number & 63);
            }
        }
        World { pool, conjuncts, tables, random: Random::new(seed ^ 0x5555) }
    }

    /// Whether some model satisfies all of these conjuncts.
    pub(crate) fn is_satisfiable(&self, query: &[ExprId]) -> bool {
        let tables: Vec<&Vec<u64>> = query
            .iter()
            .map(|term| &self.tables[self.conjuncts.iter().position(|c| c == term).expect("a conjunct of this world")])
            .collect();
        query.is_empty()
            || (0..self.tables[0].len()).any(|at| tables.iter().fold(u64::MAX, |all, table| all & table[at]) != 0)
    }

    /// Asks the solver for some conjuncts and holds the answer against all models.
    pub(crate) fn ask(&mut self, solver: &mut Solver, query: &[ExprId]) {
        let expected = self.is_satisfiable(query);
        match solver.check(&mut self.pool, query) {
            Verdict::Sat(model) => {
                assert!(expected, "sat, but no model satisfies {query:?}");
                let mut evaluator = Evaluator::new();
                let all = evaluator.under(&self.pool, &model).all(query.iter().copied()).expect("small terms");
                assert!(all, "the model does not satisfy {query:?}");
            }
            Verdict::Unsat(core) => {
                assert!(!expected, "unsat, but some model satisfies {query:?}");
                assert!(core.iter().all(|c| query.contains(c)), "the core {core:?} is no subset of {query:?}");
                assert!(!self.is_satisfiable(&core), "the core {core:?} of {query:?} is satisfiable");
            }
            Verdict::Unknown(reason) => panic!("{query:?} is unknown: {reason}"),
        }
    }

    /// A random list of conjuncts; some begin as the one before did, as path conditions do.
    pub(crate) fn next_query(&mut self, last: &[ExprId]) -> Vec<ExprId> {
        let keep = self.random.below(last.len() as u64 + 1) as usize;
        let mut query = last[..keep].to_vec();
        for _ in 0..1 + self.random.below(3) {
            query.push(self.random.pick(&self.conjuncts));
        }
        query
    }
}
