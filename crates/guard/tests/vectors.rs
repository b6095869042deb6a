//! Vectors of guards mean what their terms mean, and decide what parsers ask.

mod common;

use braid_expr::testing::{Generator, Limits};
use braid_expr::{ArrayKind, Evaluator, ExprId, ExprPool, SymbolClass};
use braid_guard::{Guard, Guards, Variable, Vectors};
use common::cases;

const STEPS: usize = 1 << 16;

/// Random terms with arrays and quantifiers: the guard holds in the models in which the term does, whatever the bounds.
#[test]
fn a_vector_means_what_its_term_means() {
    let mut exact = 0;
    for seed in 0..cases(600) {
        let mut pool = ExprPool::new();
        let mut generator = Generator::new(seed, Limits::EXHAUSTIVE, &mut pool);
        for (limit, steps) in [(2, STEPS), (4096, 20), (4096, STEPS)] {
            let (mut guards, mut vectors) = (Guards::with_limit(limit), Vectors::default());
            let term = generator.boolean(&mut pool);
            let guard = vectors.condition(&mut guards, &mut pool, term, steps).expect("not interrupted");
            let mut evaluator = Evaluator::new();
            for bits in 0..1 << generator.inputs.bits().min(10) {
                let model = generator.inputs.model(bits);
                let expected = evaluator.under(&pool, &model).truth(term).expect("a small term");
                let holds = guards.holds(&pool, &mut evaluator, &model, guard).expect("a small guard");
                assert_eq!(holds, expected, "seed {seed}, limit {limit}, model {bits:b}");
            }
            exact += u64::from(limit == 4096 && steps == STEPS && guards.counts().opaque == 0);
        }
    }
    assert!(exact > cases(600) / 2, "{exact} terms have no opaque part");
}

/// Every operation on two bytes, all values of them.
#[test]
fn every_operation_on_bytes_is_exact() {
    let mut pool = ExprPool::new();
    let [a, b] = ["a", "b"].map(|name| pool.symbol(name, 4, SymbolClass::Input));
    let c = pool.symbol("c", 4, SymbolClass::Input);
    for &op in braid_expr::Op::ALL.iter().filter(|op| op.is_word_binary() || op.is_comparison()) {
        let result = pool.binary(op, a, b);
        let value = if op.is_comparison() { pool.zext(result, 4) } else { result };
        let term = pool.eq(value, c);
        let (mut guards, mut vectors, mut evaluator) = (Guards::new(), Vectors::default(), Evaluator::new());
        let guard = vectors.condition(&mut guards, &mut pool, term, STEPS).expect("not interrupted");
        assert_eq!(guards.counts().opaque, 0, "{op:?}");
        for values in 0..1_u64 << 12 {
            let mut model = braid_expr::Model::new();
            for (at, name) in ["a", "b", "c"].into_iter().enumerate() {
                model.set_word(pool.find_symbol(name).expect("a symbol"), values >> (4 * at) & 15);
            }
            let expected = evaluator.under(&pool, &model).truth(term).expect("a small term");
            assert_eq!(guards.holds(&pool, &mut evaluator, &model, guard), Ok(expected), "{op:?} {values:x}");
        }
    }
}

/// A parser's position after it skipped blanks: each of n bytes is a blank or ends the run; reads at that position are exact.
fn position(pool: &mut ExprPool, length: u64) -> (ExprId, ExprId) {
    let array = pool.array("s", ArrayKind::Symbolic { size: Some(length) }, 32, 8);
    let (base, blank) = (pool.base(array), pool.bv(8, b' '.into()));
    let mut at = pool.bv(32, length - 1);
    for index in (0..length - 1).rev() {
        let index = pool.bv(32, index);
        let byte = pool.read(base, index);
        let is_blank = pool.eq(byte, blank);
        at = pool.ite(is_blank, at, index);
    }
    let byte = pool.read(base, at);
    (at, byte)
}

#[test]
fn a_read_at_a_joined_position_needs_no_search() {
    let (mut pool, mut guards, mut vectors) = (ExprPool::new(), Guards::new(), Vectors::default());
    let (at, byte) = position(&mut pool, 40);
    let (blank, last) = (pool.bv(8, b' '.into()), pool.bv(32, 39));
    let (is_blank, before_end) = (pool.eq(byte, blank), pool.ult(at, last));
    let [is_blank, before_end] = [is_blank, before_end]
        .map(|term| vectors.condition(&mut guards, &mut pool, term, STEPS).expect("not interrupted"));
    assert!(guards.is_exclusive(is_blank, before_end), "the run of blanks has ended there");
    assert!(!is_blank.is_false() && guards.counts().opaque == 0);
    assert!(guards.size(is_blank) < 9 * 40, "{} nodes", guards.size(is_blank));
}

/// What relates two bytes is a predicate: as bits, a pattern that is matched at every place of a text has diagrams of all values of many bytes.
#[test]
fn what_relates_two_bytes_is_a_predicate() {
    let (mut pool, mut guards, mut vectors) = (ExprPool::new(), Guards::new(), Vectors::default());
    let arrays = ["s", "t"].map(|name| pool.array(name, ArrayKind::Symbolic { size: Some(30) }, 32, 8));
    let bases = arrays.map(|array| pool.base(array));
    let equal: Vec<ExprId> = (0..30)
        .map(|index| {
            let index = pool.bv(32, index);
            let [s, t] = bases.map(|base| pool.read(base, index));
            pool.eq(s, t)
        })
        .collect();
    let all = pool.all(equal);
    let guard = vectors.condition(&mut guards, &mut pool, all, STEPS).expect("not interrupted");
    assert_eq!((guards.size(guard), guards.counts().opaque), (31, 30));
}

#[test]
fn what_is_too_large_is_opaque_once() {
    let (mut pool, mut guards, mut vectors) = (ExprPool::new(), Guards::new(), Vectors::default());
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, 32, SymbolClass::Input));
    let (product, limit) = (pool.mul(x, y), pool.bv(32, 12345));
    let term = pool.ult(product, limit);
    let guard = vectors.condition(&mut guards, &mut pool, term, STEPS).expect("not interrupted");
    assert_eq!(guards.variable(guard), Some(Variable::Predicate(term)));
    let (before, tried) = (guards.len(), vectors.len());
    assert_eq!(vectors.condition(&mut guards, &mut pool, term, STEPS), Some(guard));
    assert_eq!((guards.len(), vectors.len()), (before, tried));
}

#[test]
fn an_interrupt_ends_it_and_nothing_is_kept_of_it() {
    let (mut pool, mut guards, mut vectors) = (ExprPool::new(), Guards::new(), Vectors::default());
    let (at, _) = position(&mut pool, 200);
    let last = pool.bv(32, 199);
    let term = pool.eq(at, last);
    pool.set_interrupt(braid_expr::Interrupt::at_once());
    assert_eq!(vectors.condition(&mut guards, &mut pool, term, STEPS), None);
    pool.set_interrupt(braid_expr::Interrupt::default());
    let guard = vectors.condition(&mut guards, &mut pool, term, STEPS).expect("not interrupted");
    assert!(guards.counts().opaque == 0 && guard != Guard::FALSE);
}

/// The values of a joined position, each with when it is reached; under a condition only those that it leaves.
#[test]
fn the_values_of_a_term_are_those_it_can_have() {
    let (mut pool, mut guards, mut vectors) = (ExprPool::new(), Guards::new(), Vectors::default());
    let (at, _) = position(&mut pool, 10);
    let mut values = |guards: &mut Guards, care, limit| vectors.values(guards, &mut pool, (at, care), limit, STEPS);
    let all = values(&mut guards, Guard::TRUE, 10).expect("ten values");
    assert_eq!(all.iter().map(|&(value, _)| value).collect::<Vec<_>>(), (0..10).rev().collect::<Vec<_>>());
    for (number, &(_, when)) in all.iter().enumerate() {
        assert!(!when.is_false() && all[..number].iter().all(|&(_, other)| guards.is_exclusive(when, other)));
    }
    assert_eq!(values(&mut guards, Guard::TRUE, 9), None, "one too many");
    let (first, seventh) = (all[9].1, all[3].1);
    let either = !guards.both(!first, !seventh, &mut { STEPS }).expect("small guards");
    assert_eq!(values(&mut guards, either, 10), Some(vec![(6, seventh), (0, first)]));
    assert_eq!(values(&mut guards, Guard::FALSE, 10), Some(Vec::new()));
}
