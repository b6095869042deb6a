//! Diagrams against another package, on guards that were recorded from runs and on random functions too large for a truth table.
//!
//! The recordings are lists of formulas, each over earlier ones by their numbers. Variables are bits of bytes and predicates of the run, in order
//! of their making; here all are predicates.

mod common;

use biodivine_lib_bdd::{Bdd, BddValuation, BddVariableSet};
use braid_expr::ExprPool;
use braid_guard::{Guard, Guards, Variable};
use braid_testing::Random;
use common::{Formula, build, cases, formulas, predicates};
use rustc_hash::FxHashMap;

const RECORDED: &[(&str, &str)] = &[
    ("csv", include_str!("recorded/csv.txt")),
    ("percent", include_str!("recorded/percent.txt")),
    ("tokens", include_str!("recorded/tokens.txt")),
];

/// The formulas of a recording. `true` is x or not x.
fn parse(text: &str) -> Vec<Formula> {
    let mut formulas = vec![Formula::Variable(0), Formula::Not(0)];
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    // Two formulas stand before the recorded ones.
    formulas.extend(lines.map(|line| {
        let mut words = line.split(' ');
        let name = words.next().expect("a line has a word");
        let numbers: Vec<usize> = words.map(|word| word.parse().expect("a number")).collect();
        match (name, numbers.as_slice()) {
            ("true", []) => Formula::Or(0, 1),
            ("var", &[at]) => Formula::Variable(at),
            ("not", &[a]) => Formula::Not(a + 2),
            ("and", &[a, b]) => Formula::And(a + 2, b + 2),
            ("or", &[a, b]) => Formula::Or(a + 2, b + 2),
            ("ite", &[a, b, c]) => Formula::Ite(a + 2, b + 2, c + 2),
            _ => panic!("no formula: {line}"),
        }
    }));
    formulas
}

fn oracle(formulas: &[Formula], set: &BddVariableSet) -> Vec<Bdd> {
    let variables = set.variables();
    let mut built: Vec<Bdd> = Vec::new();
    for &formula in formulas {
        let bdd = match formula {
            Formula::Variable(at) => set.mk_var(variables[at]),
            Formula::Not(a) => built[a].not(),
            Formula::And(a, b) => built[a].and(&built[b]),
            Formula::Or(a, b) => built[a].or(&built[b]),
            Formula::Ite(a, b, c) => Bdd::if_then_else(&built[a], &built[b], &built[c]),
        };
        built.push(bdd);
    }
    built
}

/// The first formula that is the same function, for each.
fn classes<T: Eq + core::hash::Hash>(functions: &[T]) -> Vec<usize> {
    let mut first = FxHashMap::default();
    functions.iter().enumerate().map(|(at, function)| *first.entry(function).or_insert(at)).collect()
}

/// Builds formulas twice and compares: which are equal, how large they are, and their values at random points.
fn compare(what: &str, formulas: &[Formula]) {
    let largest = |formula: &Formula| if let Formula::Variable(at) = formula { at + 1 } else { 0 };
    let count = formulas.iter().map(largest).max().expect("a formula");
    let (mut pool, mut guards) = (ExprPool::new(), Guards::new());
    let terms = predicates(&mut pool, count);
    let variables: Vec<Guard> = terms.iter().map(|&term| guards.of_term(&mut pool, term)).collect();
    let ours = build(&mut guards, &mut pool, formulas, &variables);
    let theirs = oracle(formulas, &BddVariableSet::new_anonymous(count as u16));
    assert_eq!(guards.counts(), braid_guard::Counts::default(), "{what}: nothing was too large");
    assert_eq!(classes(&ours), classes(&theirs), "{what}: other functions are equal");
    let level: FxHashMap<_, usize> = terms.iter().enumerate().map(|(at, &term)| (term, at)).collect();
    let mut random = Random::new(1);
    for _ in 0..20 {
        let point: Vec<bool> = (0..count).map(|_| random.once_in(2)).collect();
        let valuation = BddValuation::new(point.clone());
        for (&guard, bdd) in ours.iter().zip(&theirs) {
            let mut left = guard;
            while let Some(Variable::Predicate(term)) = guards.variable(left) {
                let (low, high) = guards.sides(left);
                left = if point[level[&term]] { high } else { low };
            }
            assert_eq!(left.is_true(), bdd.eval_in(&valuation), "{what}");
        }
    }
    // A function and its negation share nodes here and do not there.
    assert!(ours.iter().zip(&theirs).all(|(&guard, bdd)| guards.size(guard) <= bdd.size()), "{what}: sizes");
}

#[test]
fn recorded_guards_are_those_of_the_oracle() {
    for (name, text) in RECORDED {
        compare(name, &parse(text));
    }
}

#[test]
fn random_functions_are_those_of_the_oracle() {
    for seed in 0..cases(40) {
        compare(&format!("seed {seed}"), &formulas(&mut Random::new(seed), 24, 120));
    }
}
