//! What several tests need: how many cases there are, and random functions over a few variables.

#![allow(dead_code, reason = "not every test needs everything")]

use braid_expr::{ArrayKind, ExprId, ExprPool, SymbolClass};
use braid_guard::{Guard, Guards};
use braid_testing::Random;

/// How many random cases a test takes: ten times as many in a long run.
pub(crate) fn cases(n: u64) -> u64 {
    if std::env::var_os("BRAID_SOAK").is_some() { 10 * n } else { n }
}

/// A conjunction, disjunction, choice or negation of functions that stand before it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Formula {
    Variable(usize),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Ite(usize, usize, usize),
}

/// Random formulas, each over earlier ones; the first are the variables.
pub(crate) fn formulas(random: &mut Random, variables: usize, connectives: usize) -> Vec<Formula> {
    let mut formulas: Vec<Formula> = (0..variables).map(Formula::Variable).collect();
    for at in variables..variables + connectives {
        let [a, b, c] = [(); 3].map(|()| random.index(at));
        formulas.push(match random.below(7) {
            0 => Formula::Not(a),
            1..=2 => Formula::And(a, b),
            3..=4 => Formula::Or(a, b),
            _ => Formula::Ite(a, b, c),
        });
    }
    formulas
}

/// Terms that nothing is known of: x < 100 for words x.
pub(crate) fn predicates(pool: &mut ExprPool, n: usize) -> Vec<ExprId> {
    let hundred = pool.bv(32, 100);
    let word = |pool: &mut ExprPool, at| pool.symbol(&format!("x{at}"), 32, SymbolClass::Input);
    let words: Vec<ExprId> = (0..n).map(|at| word(pool, at)).collect();
    words.into_iter().map(|word| pool.ult(word, hundred)).collect()
}

/// The bits of a byte of input as terms, the lowest first.
pub(crate) fn bits(pool: &mut ExprPool) -> Vec<ExprId> {
    let array = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
    let (base, index) = (pool.base(array), pool.bv(32, 0));
    let byte = pool.read(base, index);
    (0..8).map(|bit| pool.extract(byte, bit, 1)).collect()
}

/// The guards of formulas whose variables are these guards.
pub(crate) fn build(guards: &mut Guards, pool: &mut ExprPool, formulas: &[Formula], variables: &[Guard]) -> Vec<Guard> {
    let mut built: Vec<Guard> = Vec::new();
    for &formula in formulas {
        let guard = match formula {
            Formula::Variable(at) => variables[at],
            Formula::Not(a) => !built[a],
            Formula::And(a, b) => guards.and(pool, built[a], built[b]),
            Formula::Or(a, b) => guards.or(pool, built[a], built[b]),
            Formula::Ite(a, b, c) => guards.ite(pool, built[a], built[b], built[c]),
        };
        built.push(guard);
    }
    built
}
