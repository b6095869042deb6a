//! What diagrams make of paths and choices means the same on the path, under every model.

mod common;

use braid_expr::testing::{Generator, Limits};
use braid_expr::{Conjunction, Evaluator, ExprId, ExprPool, Model};
use braid_guard::{Diagrams, Guard, Leaves};
use braid_testing::Random;
use common::cases;

/// A random choice, two words of it with each other or with known ones, over conditions of the generator.
fn choice(random: &mut Random, generator: &mut Generator, pool: &mut ExprPool, depth: u32) -> ExprId {
    if depth == 0 {
        return pool.bv(8, random.below(6));
    }
    let parts = [0, 1].map(|_| {
        let below = depth - 1 - random.below(u64::from(depth)) as u32;
        choice(random, generator, pool, below)
    });
    match random.below(8) {
        0 => pool.add(parts[0], parts[1]),
        1 => pool.sub(parts[0], parts[1]),
        2 => pool.srem(parts[0], parts[1]),
        3 => pool.mul(parts[0], parts[1]),
        4 => {
            let bit = generator.boolean(pool);
            pool.zext(bit, 8)
        }
        _ => {
            let condition = generator.boolean(pool);
            pool.ite(condition, parts[0], parts[1])
        }
    }
}

/// Calls `check` with each model of a path.
fn each_model(pool: &ExprPool, generator: &Generator, path: &[ExprId], mut check: impl FnMut(&mut Evaluator, &Model)) {
    let mut evaluator = Evaluator::new();
    for bits in 0..1 << generator.inputs.bits().min(10) {
        let model = generator.inputs.model(bits);
        if path.iter().all(|&conjunct| evaluator.under(pool, &model).truth(conjunct).expect("a small term")) {
            check(&mut evaluator, &model);
        }
    }
}

fn word(evaluator: &mut Evaluator, pool: &ExprPool, model: &Model, term: ExprId) -> u64 {
    evaluator.evaluate(pool, model, term).expect("a small term").to_u64().expect("a word")
}

#[test]
fn on_a_path_just_one_case_holds_and_it_is_the_value() {
    let mut several = 0;
    for seed in 0..cases(400) {
        let (mut pool, mut random, mut diagrams) = (ExprPool::new(), Random::new(seed), Diagrams::default());
        let mut generator = Generator::new(seed, Limits::EXHAUSTIVE, &mut pool);
        let conjuncts: Vec<ExprId> = (0..random.below(4)).map(|_| generator.boolean(&mut pool)).collect();
        let path: Conjunction = conjuncts.iter().copied().collect();
        let term = choice(&mut random, &mut generator, &mut pool, 4);
        // A path that never holds has no values.
        let Ok(found) = diagrams.cases(&mut pool, &path, term) else { continue };
        let cases: Vec<(u64, ExprId)> =
            found.values.iter().map(|&(guard, value)| (value, diagrams.when(&mut pool, found.path, guard))).collect();
        several += u64::from(cases.len() > 1);
        each_model(&pool, &generator, &conjuncts, |evaluator, model| {
            let value = word(evaluator, &pool, model, term);
            let held: Vec<u64> = cases
                .iter()
                .filter(|&&(_, when)| evaluator.under(&pool, model).truth(when).expect("a small term"))
                .map(|&(value, _)| value)
                .collect();
            assert_eq!(held, [value], "seed {seed}");
        });
    }
    assert!(several > cases(400) / 8, "{several} terms have several values");
}

/// A join of two states: their paths exclude each other, and each brings a value.
#[test]
fn a_joined_value_is_that_of_the_state_that_is_there() {
    let mut smaller = 0;
    for seed in 0..cases(400) {
        let (mut pool, mut random, mut diagrams) = (ExprPool::new(), Random::new(seed), Diagrams::default());
        let mut generator = Generator::new(seed, Limits::EXHAUSTIVE, &mut pool);
        let (common, fork) = (generator.boolean(&mut pool), generator.boolean(&mut pool));
        let paths = [[common, fork], [common, pool.not(fork)]];
        let values = [0, 1].map(|_| match random.below(3) {
            0 => {
                let bit = generator.boolean(&mut pool);
                pool.sext(bit, 8)
            }
            _ => choice(&mut random, &mut generator, &mut pool, 3),
        });
        let guards: Vec<Guard> = paths
            .iter()
            .map(|path| diagrams.path(&mut pool, &path.iter().copied().collect()).expect("not interrupted"))
            .collect();
        if !diagrams.guards().is_exclusive(guards[0], guards[1]) {
            continue;
        }
        let all = diagrams.guards().or(&mut pool, guards[0], guards[1]);
        let mut leaves = Leaves::new();
        for (&guard, &value) in guards.iter().zip(&values) {
            leaves.extend(diagrams.leaves(&mut pool, guard, value).expect("few leaves"));
        }
        let Some(joined) = diagrams.choose(&mut pool, all, &leaves) else { continue };
        smaller += 1;
        let updated = diagrams.update(&mut pool, all, guards[1], (values[1], joined));
        for (path, value) in paths.iter().zip(values) {
            each_model(&pool, &generator, path, |evaluator, model| {
                let expected = word(evaluator, &pool, model, value);
                assert_eq!(word(evaluator, &pool, model, joined), expected, "seed {seed}");
                assert_eq!(word(evaluator, &pool, model, updated), expected, "seed {seed}, updated");
            });
        }
    }
    assert!(smaller > cases(400) / 2, "{smaller} values were joined");
}

/// The guard of a path is found again by the beginning that two paths share, and forgetting changes no answer.
#[test]
fn forgetting_changes_no_answer() {
    let (mut pool, mut diagrams) = (ExprPool::new(), Diagrams::default());
    let mut generator = Generator::new(7, Limits::EXHAUSTIVE, &mut pool);
    let conjuncts: Vec<ExprId> = (0..6).map(|_| generator.boolean(&mut pool)).collect();
    let term = choice(&mut Random::new(7), &mut generator, &mut pool, 4);
    let answer = |diagrams: &mut Diagrams, pool: &mut ExprPool, length: usize| {
        let path: Conjunction = conjuncts[..length].iter().copied().collect();
        let found = diagrams.cases(pool, &path, term).expect("a choice of few known values");
        let whens: Vec<(u64, ExprId)> =
            found.values.iter().map(|&(guard, value)| (value, diagrams.when(pool, found.path, guard))).collect();
        whens
    };
    let before: Vec<_> = (0..=6).rev().map(|length| answer(&mut diagrams, &mut pool, length)).collect();
    let age = diagrams.age();
    diagrams.clear();
    assert_ne!(diagrams.age(), age);
    let after: Vec<_> = (0..=6).rev().map(|length| answer(&mut diagrams, &mut pool, length)).collect();
    assert_eq!(before, after);
}
