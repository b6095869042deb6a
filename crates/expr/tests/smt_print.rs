//! Printed queries mean what the terms mean: z3 reads them and must agree with the evaluator on random models, and so
//! must cvc5, a stricter reader, where it is installed. Where it is not, the test says how much was left unchecked.

mod common;

use std::fmt::Write;

use braid_expr::smt::print::{literal, quoted, script};
use braid_expr::testing::{Generator, Limits, Random};
use braid_expr::{ArrayKind, Evaluator, ExprPool, SymbolClass, Table, Value};

/// One query for each seed: a random term equals its value under a random model to which all unknowns are pinned.
fn pinned(seed: u64, limits: Limits, text: &mut String) {
    let mut pool = if seed.is_multiple_of(2) { ExprPool::new() } else { ExprPool::without_rules() };
    let mut generator = Generator::new(seed, limits, &mut pool);
    let e = generator.term(&mut pool, 1 + seed as u32 % 20);
    let model = generator.inputs.random_model(&mut Random::new(seed));
    let value = Evaluator::new().evaluate(&pool, &model, e).expect("within the limit");
    let mut conjuncts = Vec::new();
    let constant = pool.bv_value(&value);
    conjuncts.push(pool.eq(e, constant));
    for &(symbol, width) in &generator.inputs.symbols {
        let (term, value) = (pool.symbol_term(symbol), pool.bv_value(&model.value(symbol, width)));
        conjuncts.push(pool.eq(term, value));
    }
    let script = script(&pool, &conjuncts);
    writeln!(text, "(reset)\n(set-logic ALL)\n{}", script.declarations).unwrap();
    for (id, name) in &script.arrays {
        let data = pool.array_data(*id);
        let (index, element) = (data.index_width, data.element_width);
        let sort = format!("(Array (_ BitVec {index}) (_ BitVec {element}))");
        let mut array = format!("((as const {sort}) {})", literal(&Value::new(element, model.default_of(*id))));
        for (at, word) in model.cells(*id) {
            let (at, word) = (literal(&Value::new(index, at)), literal(&Value::new(element, word)));
            array = format!("(store {array} {at} {word})");
        }
        writeln!(text, "(assert (= {name} {array}))").unwrap();
    }
    text.push_str(&script.definitions);
    for assertion in &script.assertions {
        writeln!(text, "(assert {assertion})").unwrap();
    }
    text.push_str("(check-sat)\n");
}

/// z3 and cvc5 must give these answers. cvc5 need not be there, and may give up on some; what it read it must accept.
#[expect(clippy::print_stderr, reason = "a test says what it skipped")]
fn expect(script: &str, expected: &[&str]) {
    assert_eq!(common::z3(script), expected);
    let Some(answers) = common::answers("cvc5", &["--lang=smt2", "--incremental", "-"], script) else {
        braid_testing::left_out("cvc5 is not installed: answers were checked by z3 alone");
        return;
    };
    assert_eq!(answers.len(), expected.len(), "cvc5 says {answers:?}");
    for (at, (answer, wanted)) in answers.iter().zip(expected).enumerate() {
        assert!(answer == wanted || answer == "unknown", "query {at}: cvc5 says {answer}, not {wanted}");
    }
    let skipped = answers.iter().filter(|&answer| answer == "unknown").count();
    eprintln!("cvc5 gave up on {skipped} of {} queries", answers.len());
    assert!(skipped == 0 || skipped < answers.len() / 2 || script.contains("(forall"), "cvc5 gave up on {skipped}");
}

#[test]
fn other_solvers_agree_with_the_evaluator() {
    let queries = |seeds: core::ops::Range<u64>| {
        let mut text = String::new();
        for seed in seeds {
            pinned(seed, [Limits::EXHAUSTIVE, Limits::WORDS, Limits::WIDE][seed as usize % 3], &mut text);
        }
        text
    };
    // z3 takes milliseconds for each; cvc5 takes a second for some.
    expect(&queries(0..24), &["sat"; 24]);
    assert_eq!(common::z3(&queries(24..300)), ["sat"; 276]);
}

#[test]
fn strange_names_are_quoted_and_kept_apart() {
    let mut pool = ExprPool::new();
    let names = ["x", "i", "$e7", "a b", "let", "0x", "", "a|b", "a_b", "é"];
    let mut all = Vec::new();
    for name in names {
        let symbol = pool.symbol(name, 8, SymbolClass::Input);
        let shared = pool.mul(symbol, symbol);
        let square = pool.mul(shared, shared);
        all.push(pool.ult(square, symbol));
    }
    let array = pool.array("x", ArrayKind::Symbolic { size: None }, 8, 8);
    let base = pool.base(array);
    let x = pool.symbol("x", 8, SymbolClass::Input);
    let read = pool.read(base, x);
    all.push(pool.ult(read, x));
    let script = script(&pool, &all);
    let mut distinct: Vec<_> = script.symbols.iter().map(|(_, name)| name.clone()).collect();
    distinct.extend(script.arrays.iter().map(|(_, name)| name.clone()));
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), names.len() + 1);
    expect(&script.to_string(), &["sat"]);
    assert_eq!((quoted("a|b"), quoted("x.1"), quoted("9")), ("|a_b|".into(), "x.1".into(), "|9|".into()));
}

#[test]
fn a_long_constant_table_is_one_array() {
    let mut pool = ExprPool::new();
    let table = Table::new(8, (0..200).map(|i| i * i), 9);
    let array = pool.array("squares", ArrayKind::Constant(table), 16, 8);
    let base = pool.base(array);
    let x = pool.symbol("x", 16, SymbolClass::Input);
    let element = pool.read(base, x);
    let expected = pool.mul(x, x);
    let expected = pool.extract(expected, 0, 8);
    let limit = pool.bv(16, 200);
    let inside = pool.ult(x, limit);
    let nine = pool.bv(8, 9);
    let right = pool.ite(inside, expected, nine);
    let differs = pool.ne(element, right);
    let script = script(&pool, &[differs]);
    assert!(script.arrays.is_empty() && script.logic == "ALL");
    expect(&script.to_string(), &["unsat"]);
}

#[test]
fn a_quantifier_prints_as_one() {
    let mut pool = ExprPool::new();
    let array = pool.array("s", ArrayKind::Symbolic { size: Some(8) }, 8, 8);
    let s = pool.base(array);
    let k = pool.symbol("k", 8, SymbolClass::Round);
    let i = pool.bound(8);
    let one = pool.one(8);
    let index = pool.sub(i, one);
    let cell = pool.read(s, index);
    let blank = pool.bv(8, 32);
    let body = pool.eq(cell, blank);
    let all = pool.forall(k, body).unwrap();
    let three = pool.bv(8, 3);
    let long = pool.ult(three, k);
    let third = pool.read(s, three);
    let other = pool.ne(third, blank);
    expect(&script(&pool, &[all, long]).to_string(), &["sat"]);
    expect(&script(&pool, &[all, long, other]).to_string(), &["unsat"]);
}
