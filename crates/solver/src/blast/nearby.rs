//! Models repaired: of a long path only the conjuncts that a near model breaks are searched, and then those that the change breaks.
//!
//! A joined state's path holds the conditions of all iterations before, many of them over the same unknowns: in the common context each of their gates
//! takes part in every search. Here a query has the gates of the conjuncts it is about, and no others, in a context that stays small. What has no
//! model by itself has none with the rest of the path; what has one is evaluated on the conjuncts that read what was changed.

use std::rc::Rc;

use braid_expr::{Evaluator, ExprId, ExprPool, Model};
use rustc_hash::FxHashSet;

use crate::stats::Stats;
use crate::verdict::{Budget, Near, Query, Reason, Verdict};

use super::back_end::{BackEnd, Found};
use super::laziness::Laziness;
use super::narrow;
use super::repair;

/// A shorter query is asked as it is.
const MIN_CONJUNCTS: usize = 24;
/// A conjunct of more nodes is asked in the common context, where it is encoded once.
const MAX_SIZE: u32 = 512;
/// A query that is about more conjuncts than this is asked as a whole.
const MAX_DOUBTFUL: usize = 24;
/// So many broken conjuncts are added at a time, and so many lemmas are looked at.
const MAX_BROKEN: usize = 4;
const MAX_LEMMAS: usize = 4;
/// After so many conflicts a query is asked as a whole as well.
const CONFLICTS: u64 = 512;
/// Terms that are encoded before a new context is begun.
const MAX_TERMS: usize = 512;

/// A small context for the neighbourhood of models.
pub(super) struct Nearby {
    back_end: Box<BackEnd>,
    evaluator: Evaluator,
    /// The conjuncts of the last query.
    path: Vec<ExprId>,
    /// What follows from the first of them.
    lemmas: Vec<Lemma>,
}

/// The opposite of a conjunct that was refuted. An iteration that could not leave its buffer tells that the next one cannot be far outside.
struct Lemma {
    holds: ExprId,
    /// From which conjuncts it follows.
    core: Rc<[ExprId]>,
    /// How many conjuncts of the path there were.
    path: usize,
}

impl Nearby {
    pub(super) fn new(limits: Laziness) -> Self {
        let back_end = Box::new(BackEnd::alone(limits));
        Nearby { back_end, evaluator: Evaluator::new(), path: Vec::new(), lemmas: Vec::new() }
    }

    /// The answer to a query with a near model, if few conjuncts tell it.
    pub(super) fn answer(
        &mut self,
        pool: &ExprPool,
        stats: &mut Stats,
        query: Query<'_>,
    ) -> Result<Option<Verdict>, Reason> {
        let Some(near) = query.near.filter(|_| query.conjuncts.len() >= MIN_CONJUNCTS) else { return Ok(None) };
        self.follow(query.conjuncts);
        let mut doubtful = bounded(pool, query.conjuncts, near.broken);
        while doubtful.len() <= MAX_DOUBTFUL && doubtful.iter().all(|&conjunct| pool.size(conjunct) <= MAX_SIZE) {
            let (model, changed) = match self.find(pool, stats, query, &doubtful) {
                Ok(Found::Core(core)) => return Ok(Some(Verdict::Unsat(self.in_query(query, core)))),
                Ok(Found::Model(model, changed)) => (model, changed),
                Err(Reason::Interrupted) => return Err(Reason::Interrupted),
                Err(_) => return Ok(None),
            };
            let broken = repair::broken(&mut self.evaluator, pool, &model, query.conjuncts, &[], &changed)?;
            if broken.is_empty() {
                stats.models_repaired += 1;
                return Ok(Some(Verdict::Sat(Rc::new(model))));
            }
            let more = self.more(pool, query, &model, &broken)?;
            let before = doubtful.len();
            more.into_iter().for_each(|conjunct| add(&mut doubtful, conjunct));
            if doubtful.len() == before {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// A model of some conjuncts near the query's, or why there is none.
    fn find(&mut self, pool: &ExprPool, stats: &mut Stats, query: Query<'_>, some: &[ExprId]) -> Result<Found, Reason> {
        self.back_end.renew(MAX_TERMS);
        let budget = Budget { conflicts: CONFLICTS.min(query.budget.conflicts), ..query.budget };
        let near = query.near.map(|near| Near { broken: some, ..near });
        let query = Query { conjuncts: some, whole: None, budget, near };
        // Many conjuncts depend on the number of an iteration, few on a cell.
        self.back_end.keeps_symbols = true;
        let kept = self.back_end.find(pool, stats, query);
        self.back_end.keeps_symbols = false;
        match kept {
            Ok(Found::Core(_)) => self.back_end.find(pool, stats, query),
            kept => kept,
        }
    }

    /// What a model is held against next: the lemmas it breaks, and the newest of the conjuncts.
    fn more(
        &mut self,
        pool: &ExprPool,
        query: Query<'_>,
        model: &Model,
        broken: &[ExprId],
    ) -> Result<Vec<ExprId>, Reason> {
        let mut run = self.evaluator.under(pool, model);
        let mut more = Vec::new();
        for lemma in self.lemmas.iter().rev().take(MAX_LEMMAS) {
            if !run.truth(lemma.holds)? {
                more.push(lemma.holds);
            }
        }
        more.extend(broken.iter().rev().take(MAX_BROKEN));
        Ok(bounded(pool, query.conjuncts, &more))
    }

    /// Drops lemmas that do not follow from the first of these conjuncts.
    fn follow(&mut self, conjuncts: &[ExprId]) {
        let shared = self.path.iter().zip(conjuncts).take_while(|(a, b)| a == b).count();
        self.lemmas.retain(|lemma| lemma.path <= shared);
        self.path.truncate(shared);
        self.path.extend_from_slice(&conjuncts[shared..]);
    }

    /// The conjuncts of the query that stand behind a core with lemmas in it.
    fn in_query(&self, query: Query<'_>, core: Vec<ExprId>) -> Vec<ExprId> {
        let mut wanted: FxHashSet<ExprId> = core.into_iter().collect();
        for lemma in &self.lemmas {
            if wanted.remove(&lemma.holds) {
                wanted.extend(lemma.core.iter().copied());
            }
        }
        query.conjuncts.iter().copied().filter(|conjunct| wanted.remove(conjunct)).collect()
    }

    /// Makes a lemma of what has no model, if the last conjunct is to blame.
    pub(super) fn learn(&mut self, pool: &mut ExprPool, query: Query<'_>, core: &[ExprId]) {
        let path = query.conjuncts.len() - 1;
        if path + 1 < MIN_CONJUNCTS || query.near.is_none() {
            return;
        }
        let (others, last): (Vec<ExprId>, Vec<ExprId>) =
            core.iter().partition(|conjunct| **conjunct != query.conjuncts[path]);
        if let [last] = last[..] {
            self.lemmas.push(Lemma { holds: pool.not(last), core: others.into(), path });
        }
    }
}

fn add(some: &mut Vec<ExprId>, conjunct: ExprId) {
    if !some.contains(&conjunct) {
        some.push(conjunct);
    }
}

/// Some conjuncts, and those among all that bound a symbol in them: what is bounded is narrower as a circuit.
fn bounded(pool: &ExprPool, all: &[ExprId], some: &[ExprId]) -> Vec<ExprId> {
    let mut found = some.to_vec();
    for &conjunct in all {
        if let Some((symbol, _)) = narrow::upper_bound(pool, conjunct)
            && some.iter().any(|&term| narrow::mentions(pool, term, symbol))
        {
            add(&mut found, conjunct);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use braid_expr::testing::Random;
    use braid_expr::{ArrayKind, Op, SymbolClass, UpdateId};

    use super::*;
    use braid_guard::Diagrams;

    use crate::{Layer, Solver, Workspace};

    /// A line of `length` bytes, the last of them 0, that a first loop has left at an unknown place.
    fn line(pool: &mut ExprPool, length: u64) -> (UpdateId, ExprId) {
        let array = pool.array("s", ArrayKind::Symbolic { size: Some(length) }, 32, 8);
        let (base, last, zero) = (pool.base(array), pool.bv(32, length - 1), pool.bv(8, 0));
        let s = pool.store(base, last, zero);
        (s, pool.symbol("k", 32, SymbolClass::Round))
    }

    /// The propagations that each iteration of a loop takes which reads on where another one stopped: is it still inside the line, is the byte a digit.
    fn propagations(length: u64, iterations: u64) -> Vec<u64> {
        let (mut pool, mut solver) = (ExprPool::new(), Solver::new());
        let (s, first) = line(&mut pool, length);
        let second = pool.symbol("j", 32, SymbolClass::Round);
        let start = pool.add(first, second);
        let (limit, size) = (pool.bv(32, length - 1), pool.bv(32, length));
        let [low, high] = [48, 57].map(|byte| pool.bv(8, byte));
        let mut path = vec![pool.ult(first, limit), pool.ult(second, limit), pool.ult(start, limit)];
        let mut taken = Vec::new();
        for at in 0..iterations {
            let before = solver.stats().propagations;
            let offset = pool.bv(32, at);
            let index = pool.add(start, offset);
            let (outside, byte) = (pool.ule(size, index), pool.read(s, index));
            assert!(solver.may(&mut pool, &path, outside).is_unsat(), "iteration {at}");
            for condition in [pool.ule(low, byte), pool.ule(byte, high)] {
                let other = pool.not(condition);
                assert!(solver.may(&mut pool, &path, other).is_sat(), "iteration {at}");
                path.push(condition);
                assert!(solver.check(&mut pool, &path).is_sat(), "iteration {at}");
            }
            taken.push(solver.stats().propagations - before);
        }
        taken
    }

    #[test]
    fn propagations_stay_flat_over_the_iterations_of_chained_loops() {
        let taken = propagations(200, 180);
        let sum = |range: core::ops::Range<usize>| taken[range].iter().sum::<u64>();
        let (early, late) = (sum(20..60), sum(140..180));
        assert!(late <= early * 3 / 2, "{early} propagations in 40 early iterations, {late} in 40 late ones");
    }

    fn ask(back_end: &mut dyn Layer, pool: &mut ExprPool, query: Query<'_>) -> Verdict {
        let (mut stats, mut diagrams) = (Stats::default(), Diagrams::default());
        back_end.check(&mut Workspace { pool, stats: &mut stats, diagrams: &mut diagrams }, query)
    }

    /// Random paths that grow, over bytes and words that many conjuncts share; each query as the repairing back end answers it and as one context does.
    #[test]
    fn repaired_answers_are_those_of_one_context() {
        let (mut repaired, mut refuted) = (0, 0);
        for seed in 0..30 {
            let random = &mut Random::new(seed);
            let mut pool = ExprPool::new();
            let (s, k) = line(&mut pool, 40);
            let j = pool.symbol("j", 32, SymbolClass::Round);
            let (mut back_end, mut model) = (BackEnd::new(), Rc::new(Model::new()));
            let (mut path, limit): (Vec<ExprId>, _) = (Vec::new(), pool.bv(32, 30));
            for _ in 0..60 {
                let condition = condition(&mut pool, random, s, &[k, j, limit]);
                if pool.is_const(condition) {
                    continue;
                }
                let query: Vec<ExprId> = path.iter().copied().chain([condition]).collect();
                let holds = Evaluator::new().under(&pool, &model).truth(condition).expect("a small term");
                let broken = if holds { Vec::new() } else { vec![condition] };
                let near = Near { model: &model, broken: &broken };
                let budget = Budget::default();
                let asked = Query { conjuncts: &query, whole: None, budget, near: Some(near) };
                let verdict = ask(&mut back_end, &mut pool, asked);
                let plain = ask(&mut BackEnd::alone(Laziness::default()), &mut pool, Query { near: None, ..asked });
                match verdict {
                    Verdict::Sat(found) => {
                        assert!(plain.is_sat(), "seed {seed}");
                        let mut evaluator = Evaluator::new();
                        let mut run = evaluator.under(&pool, &found);
                        assert!(query.iter().all(|&conjunct| run.truth(conjunct) == Ok(true)), "seed {seed}");
                        repaired += u32::from(query.len() >= MIN_CONJUNCTS && !holds);
                        (path, model) = (query.clone(), found);
                    }
                    Verdict::Unsat(core) => {
                        let part = Query { conjuncts: &core, near: None, ..asked };
                        assert!(core.iter().all(|conjunct| query.contains(conjunct)), "seed {seed}");
                        let again = ask(&mut BackEnd::alone(Laziness::default()), &mut pool, part);
                        assert!(plain.is_unsat() && again.is_unsat(), "seed {seed}");
                        refuted += u32::from(query.len() >= MIN_CONJUNCTS);
                    }
                    Verdict::Unknown(reason) => panic!("seed {seed}: {reason:?}"),
                }
            }
        }
        assert!(repaired > 100 && refuted > 100, "{repaired} repaired, {refuted} refuted");
    }

    /// A comparison of a byte at a place that depends on unknowns, or of these.
    fn condition(pool: &mut ExprPool, random: &mut Random, s: UpdateId, unknowns: &[ExprId; 3]) -> ExprId {
        let offset = pool.bv(32, random.below(30));
        let place = pool.add(unknowns[random.below(3) as usize], offset);
        let op = [Op::Eq, Op::Ult, Op::Ule][random.below(3) as usize];
        let (a, b) = match random.below(4) {
            0 => (place, unknowns[random.below(3) as usize]),
            1 => (pool.read(s, offset), pool.bv(8, random.below(80))),
            _ => (pool.read(s, place), pool.bv(8, random.below(80))),
        };
        let holds = pool.binary(op, a, b);
        if random.once_in(2) { pool.not(holds) } else { holds }
    }
}
