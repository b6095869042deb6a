//! Terms become guards and guards terms without a change of meaning, whatever the bound.

mod common;

use braid_expr::testing::{Generator, Limits};
use braid_expr::{ArrayKind, Evaluator, ExprId, ExprPool, Model};
use braid_guard::{Guard, Guards, Variable};
use common::cases;

/// Random terms with arrays and quantifiers: the guard and its term hold in the models in which the term does.
#[test]
fn a_guard_means_what_its_term_means() {
    for seed in 0..cases(400) {
        let mut pool = ExprPool::new();
        let mut generator = Generator::new(seed, Limits::EXHAUSTIVE, &mut pool);
        // The smallest bounds make opaque predicates of nearly everything.
        for limit in [2, 5, 4096] {
            let mut guards = Guards::with_limit(limit);
            let term = generator.boolean(&mut pool);
            let guard = guards.of_term(&mut pool, term);
            let again = guards.term(&mut pool, guard);
            let mut evaluator = Evaluator::new();
            for bits in 0..1 << generator.inputs.bits().min(10) {
                let model = generator.inputs.model(bits);
                let expected = evaluator.under(&pool, &model).truth(term).expect("a small term");
                let holds = guards.holds(&pool, &mut evaluator, &model, guard).expect("a small guard");
                let back = evaluator.under(&pool, &model).truth(again).expect("a small term");
                assert_eq!((holds, back), (expected, expected), "seed {seed}, limit {limit}, model {bits:b}");
            }
        }
    }
}

/// The bytes of an input and a number that is too wide for a set of values.
fn input(pool: &mut ExprPool) -> ([ExprId; 2], ExprId) {
    let array = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
    let base = pool.base(array);
    let bytes = [0, 1].map(|at| {
        let index = pool.bv(32, at);
        pool.read(base, index)
    });
    (bytes, pool.symbol("n", 32, braid_expr::SymbolClass::Input))
}

#[test]
fn what_is_known_of_one_byte_is_exact() {
    let (mut pool, mut guards) = (ExprPool::new(), Guards::new());
    let ([byte, other], _) = input(&mut pool);
    let [zero, nine, letter] = [b'0', b'9', b'a'].map(|value| pool.bv(8, value.into()));
    let (above, below) = (pool.ule(zero, byte), pool.ule(byte, nine));
    let (is_letter, other_is_letter) = (pool.eq(byte, letter), pool.eq(other, letter));
    let [above, below, is_letter, other_is_letter] =
        [above, below, is_letter, other_is_letter].map(|term| guards.of_term(&mut pool, term));
    let digit = guards.and(&mut pool, above, below);
    assert!(guards.is_exclusive(digit, is_letter) && !guards.is_exclusive(digit, other_is_letter));
    assert!(guards.implies(is_letter, above) && guards.implies(digit, above) && !guards.implies(above, digit));
    assert!(guards.or(&mut pool, above, below).is_true(), "what does not hold of one byte is false");
    assert_eq!(guards.variable_counts(), (2, 0));
    let assignment = guards.assignment(digit).expect("a digit");
    assert_eq!(assignment.cells.iter().map(|&(_, value)| value).collect::<Vec<_>>(), [u64::from(b'0')]);
    assert!(assignment.predicates.is_empty());
    assert_eq!(guards.assignment(Guard::FALSE), None);
}

#[test]
fn a_guard_over_one_byte_is_a_condition_on_its_ranges() {
    let (mut pool, mut guards) = (ExprPool::new(), Guards::new());
    let ([byte, _], _) = input(&mut pool);
    let [zero, nine] = [b'0', b'9'].map(|value| pool.bv(8, value.into()));
    let (above, below) = (pool.ule(zero, byte), pool.ule(byte, nine));
    let digit = pool.and(above, below);
    let guard = guards.of_term(&mut pool, digit);
    let term = guards.term(&mut pool, guard);
    assert_eq!(term, digit);
    let opposite = guards.term(&mut pool, !guard);
    assert!(pool.size(opposite) <= pool.size(digit) + 1);
}

#[test]
fn a_comparison_and_its_negation_are_one_predicate() {
    let (mut pool, mut guards) = (ExprPool::new(), Guards::new());
    let (_, n) = input(&mut pool);
    let limit = pool.symbol("m", 32, braid_expr::SymbolClass::Input);
    for compare in [ExprPool::ult, ExprPool::ule, ExprPool::slt, ExprPool::sle, ExprPool::eq, ExprPool::ne] {
        let term = compare(&mut pool, n, limit);
        let negated = pool.not(term);
        let (first, second) = (guards.of_term(&mut pool, negated), guards.of_term(&mut pool, term));
        assert_eq!(first, !second);
    }
    assert_eq!(guards.variable_counts(), (0, 5), "n < m, m < n, signed and unsigned, and n = m");
}

#[test]
fn a_model_of_bytes_is_a_model_of_the_guard() {
    let (mut pool, mut guards, mut evaluator) = (ExprPool::new(), Guards::new(), Evaluator::new());
    let ([a, b], _) = input(&mut pool);
    let [low, high] = [7, 9].map(|value| pool.bv(8, value));
    let (one, other, third) = (pool.ult(low, a), pool.ult(b, high), pool.eq(b, low));
    let (right, third) = (pool.and(one, other), pool.not(third));
    let term = pool.and(right, third);
    let guard = guards.of_term(&mut pool, term);
    let assignment = guards.assignment(guard).expect("it can hold");
    let model: Model = assignment.model();
    assert!(evaluator.under(&pool, &model).truth(term).expect("a small term"));
    assert_eq!(assignment.cells.iter().map(|&(_, value)| value).collect::<Vec<_>>(), [8, 0]);
    assert!(matches!(guards.variable(guard), Some(Variable::Bit(_, 7))));
}

#[test]
fn an_interrupt_makes_a_term_one_predicate() {
    let (mut pool, mut guards) = (ExprPool::new(), Guards::new());
    let terms = common::predicates(&mut pool, 200);
    let all = pool.all(terms);
    pool.set_interrupt(braid_expr::Interrupt::at_once());
    let guard = guards.of_term(&mut pool, all);
    assert_eq!((guards.variable(guard), guards.counts().interrupted), (Some(Variable::Predicate(all)), 1));
    pool.set_interrupt(braid_expr::Interrupt::default());
    let guard = guards.of_term(&mut pool, all);
    assert_eq!(guards.size(guard), 201, "nothing is kept of the interrupted one");
}
