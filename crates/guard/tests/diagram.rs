//! Diagrams against truth tables: every operation, on random functions over predicates and bits of a byte.

mod common;

use core::cmp::Ordering;

use braid_expr::{ExprPool, SymbolClass};
use braid_guard::{Assignment, Guard, Guards, Variable};
use braid_testing::Random;
use common::{Formula, bits, build, cases, formulas, predicates};

const VARIABLES: usize = 9;

/// Whether a function holds under each assignment; the first variable is the highest bit of an assignment's number.
type Table = Vec<bool>;

/// Guards of four bits of a byte and five predicates, in the order of their levels.
fn variables(guards: &mut Guards, pool: &mut ExprPool) -> Vec<Guard> {
    let (predicates, bits) = (predicates(pool, 5), bits(pool));
    let mut terms = predicates;
    terms.splice(0..0, bits[4..].iter().rev().copied());
    terms.into_iter().map(|term| guards.of_term(pool, term)).collect()
}

/// The table of a guard, found by walking down from its first variable.
fn table(guards: &Guards, variables: &[Guard], guard: Guard) -> Table {
    let tested: Vec<Option<Variable>> = variables.iter().map(|&variable| guards.variable(variable)).collect();
    let value = |assignment: usize| {
        let mut guard = guard;
        while let Some(variable) = guards.variable(guard) {
            let at = tested.iter().position(|&other| other == Some(variable)).expect("a variable of the formula");
            let (low, high) = guards.sides(guard);
            guard = if assignment >> (VARIABLES - 1 - at) & 1 == 1 { high } else { low };
        }
        guard.is_true()
    };
    (0..1 << VARIABLES).map(value).collect()
}

/// The tables of formulas, by their meaning.
fn tables(formulas: &[Formula]) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    for &formula in formulas {
        let value = |a: usize| match formula {
            Formula::Variable(at) => a >> (VARIABLES - 1 - at) & 1 == 1,
            Formula::Not(f) => !tables[f][a],
            Formula::And(f, g) => tables[f][a] && tables[g][a],
            Formula::Or(f, g) => tables[f][a] || tables[g][a],
            Formula::Ite(f, g, h) => tables[if tables[f][a] { g } else { h }][a],
        };
        let table = (0..1 << VARIABLES).map(value).collect();
        tables.push(table);
    }
    tables
}

/// The number of an assignment; what it does not mention is 0.
fn number(guards: &Guards, variables: &[Guard], assignment: &Assignment) -> usize {
    let is_set = |&variable: &Guard| match guards.variable(variable).expect("a variable") {
        Variable::Bit(cell, bit) => {
            assignment.cells.iter().any(|&(other, value)| other == cell && value >> bit & 1 == 1)
        }
        Variable::Predicate(term) => assignment.predicates.contains(&(term, true)),
    };
    variables.iter().fold(0, |number, variable| 2 * number + usize::from(is_set(variable)))
}

/// A pool, guards of random formulas in it, and the formulas' tables.
fn random_guards(random: &mut Random) -> (ExprPool, Guards, Vec<Guard>, Vec<Guard>, Vec<Table>) {
    let (mut pool, mut guards) = (ExprPool::new(), Guards::new());
    let variables = variables(&mut guards, &mut pool);
    let formulas = formulas(random, VARIABLES, 40);
    let built = build(&mut guards, &mut pool, &formulas, &variables);
    (pool, guards, variables, built, tables(&formulas))
}

#[test]
fn a_diagram_is_its_truth_table() {
    for seed in 0..cases(60) {
        let (_, guards, variables, built, tables) = random_guards(&mut Random::new(seed));
        for (&guard, expected) in built.iter().zip(&tables) {
            assert_eq!(table(&guards, &variables, guard), *expected, "seed {seed}");
        }
        for (a, b) in (0..built.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            assert_eq!(built[a] == built[b], tables[a] == tables[b], "equal functions are equal guards, seed {seed}");
        }
        assert_eq!(guards.counts(), braid_guard::Counts::default(), "nothing was too large");
    }
}

#[test]
fn questions_are_answered_exactly() {
    for seed in 0..cases(60) {
        let (_, mut guards, _, built, tables) = random_guards(&mut Random::new(seed));
        for (a, b) in (0..built.len()).flat_map(|a| (0..built.len()).map(move |b| (a, b))) {
            let both = || tables[a].iter().zip(&tables[b]);
            assert_eq!(guards.is_exclusive(built[a], built[b]), both().all(|(a, b)| !(*a && *b)), "seed {seed}");
            assert_eq!(guards.implies(built[a], built[b]), both().all(|(a, b)| !*a || *b), "seed {seed}");
        }
    }
}

#[test]
fn a_care_set_changes_nothing_where_it_holds() {
    for seed in 0..cases(20) {
        let (mut pool, mut guards, variables, built, tables) = random_guards(&mut Random::new(seed));
        let mut random = Random::new(seed);
        for at in 0..built.len() {
            let (care, other) = (random.index(built.len()), random.index(built.len()));
            if built[care].is_false() {
                continue;
            }
            let restricted = guards.restrict(built[at], built[care]);
            let constrained = guards.constrain(built[at], built[care]).expect("a small guard");
            for result in [restricted, constrained] {
                let result = table(&guards, &variables, result);
                let differs = (0..result.len()).any(|a| tables[care][a] && result[a] != tables[at][a]);
                assert!(!differs, "seed {seed}, {at} where {care}");
            }
            assert!(guards.tree_size(restricted) <= guards.tree_size(built[at]));
            let both = guards.and(&mut pool, !built[at], built[other]);
            let both = guards.constrain(both, built[care]).expect("a small guard");
            let other = guards.constrain(built[other], built[care]).expect("a small guard");
            assert_eq!(both, guards.and(&mut pool, !constrained, other), "connectives commute, seed {seed}");
        }
    }
}

#[test]
fn the_least_assignment_is_found_and_orders_guards() {
    for seed in 0..cases(60) {
        let (_, guards, variables, built, tables) = random_guards(&mut Random::new(seed));
        let least = |at: usize| tables[at].iter().position(|&holds| holds);
        for at in 0..built.len() {
            let assignment = guards.assignment(built[at]);
            assert_eq!(assignment.map(|found| number(&guards, &variables, &found)), least(at), "seed {seed}");
            for other in 0..built.len() {
                let expected = match (least(at), least(other)) {
                    (Some(a), Some(b)) => a.cmp(&b),
                    (a, b) => b.is_some().cmp(&a.is_some()),
                };
                assert_eq!(guards.compare(built[at], built[other]), expected, "seed {seed}");
            }
        }
    }
}

#[test]
fn what_is_too_large_becomes_one_predicate_and_is_counted() {
    let (mut pool, mut guards) = (ExprPool::new(), Guards::with_limit(40));
    // x0 = y0 and x1 = y1 and ..., with all x before all y: twice as large for each pair.
    let bit = |pool: &mut ExprPool, name: String| pool.symbol(&name, 1, SymbolClass::Input);
    let [xs, ys] = ["x", "y"].map(|name| (0..8).map(|at| bit(&mut pool, format!("{name}{at}"))).collect::<Vec<_>>());
    let variables: Vec<Guard> = xs.iter().chain(&ys).map(|&bit| guards.of_term(&mut pool, bit)).collect();
    let mut all = Guard::TRUE;
    for at in 0..8 {
        let equal = guards.ite(&mut pool, variables[at], variables[8 + at], !variables[8 + at]);
        all = guards.and(&mut pool, all, equal);
        assert!(guards.size(all) <= 41);
    }
    assert!(guards.counts().opaque > 0);
    assert_eq!(guards.variable_counts().1 as u64, guards.counts().opaque);
    let expected = xs.iter().zip(&ys).fold(pool.tru(), |all, (&x, &y)| {
        let equal = pool.eq(x, y);
        pool.and(all, equal)
    });
    let (term, mut evaluator) = (guards.term(&mut pool, all), braid_expr::Evaluator::new());
    for value in 0..1 << 16 {
        let mut model = braid_expr::Model::new();
        for (at, symbol) in pool.symbols().enumerate() {
            model.set_word(symbol, value >> at & 1);
        }
        let mut evaluation = evaluator.under(&pool, &model);
        assert_eq!(evaluation.truth(term), evaluation.truth(expected), "{value:b}");
    }
}

/// A conjunction of 100,000 predicates is as deep as that; nothing here recurses.
#[test]
fn depth_overflows_nothing() {
    const DEPTH: usize = 100_000;
    let (mut pool, mut guards) = (ExprPool::new(), Guards::with_limit(DEPTH));
    let terms = predicates(&mut pool, DEPTH);
    let literals: Vec<Guard> = terms.iter().map(|&term| guards.of_term(&mut pool, term)).collect();
    let conjunction = |guards: &mut Guards, pool: &mut ExprPool, literals: &[Guard]| {
        literals.iter().rev().fold(Guard::TRUE, |all, &literal| guards.and(pool, literal, all))
    };
    let all = conjunction(&mut guards, &mut pool, &literals);
    assert_eq!(guards.size(all), DEPTH + 1);
    let odd: Vec<Guard> = literals.iter().copied().step_by(2).collect();
    let odd = conjunction(&mut guards, &mut pool, &odd);
    assert_eq!(guards.and(&mut pool, all, odd), all);
    assert!(guards.implies(all, odd) && guards.is_exclusive(all, !odd));
    assert_eq!(guards.constrain(odd, all), Some(Guard::TRUE));
    assert!(guards.restrict(all, odd) != all);
    assert_eq!(guards.assignment(all).expect("it can hold").predicates.len(), DEPTH);
    assert_eq!(guards.compare(all, odd), Ordering::Greater, "more must be true");
    let term = guards.term(&mut pool, all);
    assert_eq!(guards.of_term(&mut pool, term), all);
    assert_eq!(guards.counts(), braid_guard::Counts::default());
}
