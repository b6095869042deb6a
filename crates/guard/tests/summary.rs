//! The algebra of summaries: a summary and its expanded choice are equal under every model, whatever was done to get there.

mod common;

use braid_expr::{Evaluator, ExprId, ExprPool, Model, SymbolClass};
use braid_guard::{Guard, Guards, Overlap, Summary, TooManyLeaves};
use braid_testing::Random;
use common::{build, cases, formulas};

/// Symbols that conditions are about: a byte, of which all is known, and words, of which nothing is.
const WORDS: usize = 4;

/// Random guards over a byte and some words, and what evaluates them.
struct Bench {
    pool: ExprPool,
    guards: Guards,
    random: Random,
    conditions: Vec<Guard>,
    evaluator: Evaluator,
}

/// A summary with the leaf that it is meant to have in each model.
#[derive(Clone)]
struct Case {
    summary: Summary<u64>,
    expected: Vec<u64>,
}

impl Bench {
    fn new(seed: u64, limit: usize) -> Bench {
        let (mut pool, mut guards, mut random) = (ExprPool::new(), Guards::with_limit(limit), Random::new(seed));
        let byte = pool.symbol("byte", 8, SymbolClass::Input);
        let mut atoms = Vec::new();
        for value in [32, 48, 58, 128] {
            let value = pool.bv(8, value);
            atoms.push(pool.ult(byte, value));
            atoms.push(pool.eq(byte, value));
        }
        for at in 0..WORDS {
            let (word, limit) = (pool.symbol(&format!("w{at}"), 32, SymbolClass::Input), pool.bv(32, 7));
            atoms.push(pool.ult(limit, word));
        }
        let variables: Vec<Guard> = atoms.into_iter().map(|atom| guards.of_term(&mut pool, atom)).collect();
        let formulas = formulas(&mut random, variables.len(), 30);
        let conditions = build(&mut guards, &mut pool, &formulas, &variables);
        Bench { pool, guards, random, conditions, evaluator: Evaluator::new() }
    }
    /// Models that tell all atoms apart, and some more.
    fn models(&mut self) -> Vec<Model> {
        let bytes = [0, 31, 32, 33, 48, 57, 58, 100, 128, 255];
        let symbols: Vec<_> = self.pool.symbols().collect();
        let choices = bytes.into_iter().flat_map(|byte| (0..1 << WORDS).map(move |words| (byte, words)));
        let model = |(byte, words): (u64, u64)| {
            let mut model = Model::new();
            model.set_word(symbols[0], byte);
            (0..WORDS).for_each(|at| model.set_word(symbols[1 + at], 100 * (words >> at & 1)));
            model
        };
        choices.map(model).collect()
    }
    fn condition(&mut self) -> Guard {
        self.random.pick(&self.conditions)
    }
    fn holds(&mut self, models: &[Model], guard: Guard) -> Vec<bool> {
        let mut holds = Vec::new();
        for model in models {
            holds.push(self.guards.holds(&self.pool, &mut self.evaluator, model, guard).expect("a small guard"));
        }
        holds
    }
    /// A summary of random leaves, with few different ones.
    fn case(&mut self, models: &[Model]) -> Case {
        let first = self.random.below(4);
        let mut case = Case { summary: Summary::new(first), expected: vec![first; models.len()] };
        for _ in 0..self.random.below(5) {
            let (condition, leaf) = (self.condition(), self.random.below(4));
            let new = Case { summary: Summary::new(leaf), expected: vec![leaf; models.len()] };
            case = self.update(models, &case, condition, &new);
        }
        case
    }
    fn update(&mut self, models: &[Model], old: &Case, condition: Guard, new: &Case) -> Case {
        let summary = old.summary.update(&mut self.guards, &mut self.pool, condition, &new.summary);
        let holds = self.holds(models, condition);
        let pick = |at: usize| if holds[at] { new.expected[at] } else { old.expected[at] };
        Case { summary, expected: (0..models.len()).map(pick).collect() }
    }
    /// Exactly one guard holds in each model, in those that `path` allows that of the expected leaf, and the choice has its value.
    fn check(&mut self, models: &[Model], case: &Case, path: Guard, what: &str) {
        let allowed = self.holds(models, path);
        let leaves: Vec<(Vec<bool>, u64)> =
            case.summary.leaves().iter().map(|&(guard, leaf)| (self.holds(models, guard), leaf)).collect();
        let choice = case.summary.expand(&mut self.guards, &mut self.pool, |pool, &leaf| pool.bv(16, leaf));
        // A restriction says nothing outside of its path where guards are opaque because they were too large.
        let all_is_known = self.guards.counts().opaque == 0;
        for at in (0..models.len()).filter(|&at| all_is_known || allowed[at]) {
            let held: Vec<u64> = leaves.iter().filter(|(holds, _)| holds[at]).map(|&(_, leaf)| leaf).collect();
            assert_eq!(held.len(), 1, "{what}: guards are disjoint and complete");
            let value = self.value(&models[at], choice);
            assert_eq!(value, held[0], "{what}: the choice is the summary");
            assert!(!allowed[at] || held[0] == case.expected[at], "{what}: {held:?} for {}", case.expected[at]);
        }
        let different = case.summary.leaves().iter().enumerate();
        let repeats = different.filter(|(at, leaf)| case.summary.leaves()[..*at].iter().any(|other| other.1 == leaf.1));
        assert_eq!(repeats.count(), 0, "{what}: equal leaves are one");
        assert!(case.summary.leaves().iter().all(|(guard, _)| !guard.is_false()), "{what}: no guard is false");
    }
    fn value(&mut self, model: &Model, term: ExprId) -> u64 {
        self.evaluator.evaluate(&self.pool, model, term).expect("a small term").limbs()[0]
    }
}

/// Random sequences of all operations; with a bound of 3 nodes nearly every guard is opaque.
#[test]
fn a_summary_is_its_expansion_under_every_model() {
    for (seed, limit) in (0..cases(40)).flat_map(|seed| [3, 12, 4096].map(|limit| (seed, limit))) {
        let mut bench = Bench::new(seed, limit);
        let models = bench.models();
        let (a, b) = (bench.case(&models), bench.case(&models));
        bench.check(&models, &a, Guard::TRUE, "update");
        check_map(&mut bench, &models, &a);
        check_product(&mut bench, &models, &a, &b);
        check_restriction(&mut bench, &models, &a);
        check_join(&mut bench, &models, &a, &b);
        if limit == 4096 {
            assert!(a.summary.is_partition(&mut bench.guards, &mut bench.pool));
            assert_eq!(bench.guards.counts(), braid_guard::Counts::default());
        }
    }
}

fn check_map(bench: &mut Bench, models: &[Model], a: &Case) {
    let summary = a.summary.map(&mut bench.guards, &mut bench.pool, |_, leaf| leaf / 2);
    let mapped = Case { summary, expected: a.expected.iter().map(|leaf| leaf / 2).collect() };
    bench.check(models, &mapped, Guard::TRUE, "map");
}

fn check_product(bench: &mut Bench, models: &[Model], a: &Case, b: &Case) {
    let product = a.summary.product(&mut bench.guards, &mut bench.pool, &b.summary, 100, |_, a, b| a + 3 * b);
    let expected: Vec<u64> = a.expected.iter().zip(&b.expected).map(|(a, b)| a + 3 * b).collect();
    let product = Case { summary: product.expect("few leaves"), expected: expected.clone() };
    bench.check(models, &product, Guard::TRUE, "product");
    let inner = |&leaf: &u64, bench: &mut Bench| b.summary.map(&mut bench.guards, &mut bench.pool, |_, b| leaf + 3 * b);
    let values: Vec<Summary<u64>> = (0..4).map(|leaf| inner(&leaf, bench)).collect();
    let flat = a.summary.flatten(&mut bench.guards, &mut bench.pool, 100, |&leaf| values[leaf as usize].clone());
    let flat = Case { summary: flat.expect("few leaves"), expected };
    bench.check(models, &flat, Guard::TRUE, "flatten");
}

fn check_restriction(bench: &mut Bench, models: &[Model], a: &Case) {
    let path = bench.condition();
    let Some(summary) = a.summary.restrict(&mut bench.guards, &mut bench.pool, path) else {
        return assert!(path.is_false());
    };
    let known = |guard: &Guard, bench: &mut Bench| bench.guards.is_exclusive(*guard, path);
    let excluded: Vec<u64> =
        a.summary.leaves().iter().filter(|(guard, _)| known(guard, bench)).map(|&(_, leaf)| leaf).collect();
    assert!(summary.leaves().iter().all(|(_, leaf)| !excluded.contains(leaf)), "excluded leaves vanish");
    bench.check(models, &Case { summary, expected: a.expected.clone() }, path, "restrict");
}

fn check_join(bench: &mut Bench, models: &[Model], a: &Case, b: &Case) {
    let (path, rest) = (bench.condition(), bench.condition());
    let other_path = bench.guards.and(&mut bench.pool, !path, rest);
    let joined = a.summary.join(&mut bench.guards, &mut bench.pool, path, &b.summary, other_path);
    let Ok(summary) = joined else {
        return assert!(!bench.guards.is_exclusive(path, other_path), "refused without a reason");
    };
    let on_other = bench.holds(models, other_path);
    let pick = |at: usize| if on_other[at] { b.expected[at] } else { a.expected[at] };
    let joined = Case { summary, expected: (0..models.len()).map(pick).collect() };
    let either = bench.guards.or(&mut bench.pool, path, other_path);
    bench.check(models, &joined, either, "join");
}

/// Equal functions from models to leaves are equal summaries, in whatever order they were built.
#[test]
fn summaries_have_one_form() {
    for seed in 0..cases(40) {
        let mut bench = Bench::new(seed, 4096);
        let (g, h) = (bench.condition(), bench.condition());
        let both = bench.guards.and(&mut bench.pool, g, h);
        let [zero, one, two] = [0, 1, 2].map(Summary::new);
        let (guards, pool) = (&mut bench.guards, &mut bench.pool);
        let first = zero.update(guards, pool, g, &one).update(guards, pool, both, &two);
        let inner = one.update(guards, pool, h, &two);
        let second = zero.update(guards, pool, g, &inner);
        let inner = zero.update(guards, pool, g, &two);
        let third = zero.update(guards, pool, g, &one).update(guards, pool, h, &inner);
        let fourth = two.update(guards, pool, !both, &one).update(guards, pool, !g, &zero);
        assert_eq!([&first; 3], [&second, &third, &fourth], "seed {seed}");
    }
}

#[test]
fn products_are_bounded_before_leaves_coalesce() {
    let mut bench = Bench::new(1, 4096);
    let (guards, pool) = (&mut bench.guards, &mut bench.pool);
    let words: Vec<Guard> = bench.conditions[8..12].to_vec();
    let summary = |guards: &mut Guards, pool: &mut ExprPool, pair: &[Guard]| {
        let one = Summary::choice(guards, pool, pair[0], 1, 0);
        let two = Summary::choice(guards, pool, pair[1], 2, 0);
        one.product(guards, pool, &two, 4, |_, a, b| a + b).expect("four pairs")
    };
    let (a, b) = (summary(guards, pool, &words[..2]), summary(guards, pool, &words[2..]));
    assert_eq!((a.leaves().len(), b.leaves().len()), (4, 4));
    assert_eq!(a.product(guards, pool, &b, 15, |_, _, _| 0), Err(TooManyLeaves));
    assert_eq!(a.product(guards, pool, &b, 16, |_, _, _| 0), Ok(Summary::new(0)));
    let same =
        a.product(guards, pool, &a, 4, |_, a, b| 4 * a + b).expect("leaves that exclude each other are no pairs");
    assert_eq!(same.leaves().iter().map(|&(_, leaf)| leaf).max(), Some(15));
}

#[test]
fn paths_that_may_overlap_are_not_joined() {
    let mut bench = Bench::new(1, 4096);
    let (guards, pool) = (&mut bench.guards, &mut bench.pool);
    let (g, h) = (bench.conditions[8], bench.conditions[9]);
    let [zero, one] = [0, 1].map(Summary::new);
    assert_eq!(zero.join(guards, pool, g, &one, h), Err(Overlap));
    assert_eq!(zero.join(guards, pool, g, &zero, h), Ok(zero.clone()), "what is equal needs no guard");
    let both = guards.and(pool, !g, h);
    let joined = zero.join(guards, pool, g, &one, both).expect("they exclude each other");
    let mut leaves = joined.leaves().to_vec();
    leaves.sort_by_key(|&(_, leaf)| leaf);
    assert_eq!(leaves, [(g, 0), (!g, 1)], "on neither path the value is whatever is cheapest");
}

/// The nearest point where a path holds may depend on more than the guards do. Then they stay as they are, but for leaves that are excluded.
#[test]
fn a_restriction_does_not_grow() {
    let (mut pool, mut guards) = (ExprPool::new(), Guards::new());
    let terms = common::predicates(&mut pool, 5);
    let [a, b, p, q, s] = [0, 1, 2, 3, 4].map(|at| guards.of_term(&mut pool, terms[at]));
    // Which of the four points of p and q is left out depends on a and b.
    let points = [(p, q), (!p, !q), (p, !q), (!p, q)].map(|(p, q)| guards.or(&mut pool, p, q));
    let [first, second] = [0, 2].map(|at| guards.ite(&mut pool, b, points[at], points[at + 1]));
    let differ = guards.ite(&mut pool, p, !q, q);
    let path = guards.ite(&mut pool, a, first, second);
    let path = guards.and(&mut pool, path, s);
    let [zero, one, two] = [0, 1, 2].map(Summary::new);
    let (guards, pool) = (&mut guards, &mut pool);
    let summary = zero.update(guards, pool, differ, &one).update(guards, pool, !s, &two);
    let constrained = guards.constrain(summary.leaves()[1].0, path).expect("a small guard");
    assert!(guards.size(constrained) > guards.size(summary.leaves()[1].0));
    let restricted = summary.restrict(guards, pool, path).expect("the path can hold");
    let mut leaves: Vec<u64> = restricted.leaves().iter().map(|&(_, leaf)| leaf).collect();
    leaves.sort_unstable();
    assert_eq!(leaves, [0, 1], "the path excludes 2");
    assert!(restricted.is_partition(guards, pool) && restricted.size(guards) <= summary.size(guards));
}
