//! Bounds of forms against all values of small unknowns, and forms that grow.

use braid_expr::testing::Random;
use braid_expr::{Evaluator, Model, Op, SymbolClass};

use super::*;

/// Some unknowns of two bits, so that all their values can be tried.
struct Unknowns {
    pool: ExprPool,
    terms: Vec<ExprId>,
}

impl Unknowns {
    fn new(count: usize) -> Self {
        let mut pool = ExprPool::new();
        let terms = (0..count).map(|at| pool.symbol(&format!("x{at}"), 2, SymbolClass::Input)).collect();
        Unknowns { pool, terms }
    }
    /// Whether a condition holds for some values.
    fn can_hold(&self, condition: ExprId) -> bool {
        let mut evaluator = Evaluator::new();
        (0..1_u64 << (2 * self.terms.len())).any(|values| {
            let mut model = Model::new();
            for at in 0..self.terms.len() {
                let symbol = self.pool.find_symbol(&format!("x{at}")).expect("it was made");
                model.set_word(symbol, values >> (2 * at) & 3);
            }
            evaluator.under(&self.pool, &model).truth(condition).expect("a small term")
        })
    }
    /// A condition on some of the first `upto` unknowns.
    fn condition(&mut self, random: &mut Random, upto: usize, depth: u32) -> ExprId {
        let pick = |random: &mut Random| self.terms[random.below(upto as u64) as usize];
        if depth == 0 || random.once_in(3) {
            let (a, other) = (pick(random), pick(random));
            let constant = self.pool.bv(2, random.below(4));
            let b = if random.once_in(4) { other } else { constant };
            return self.pool.binary([Op::Eq, Op::Ult, Op::Ule][random.below(3) as usize], a, b);
        }
        let [a, b, c] = [(); 3].map(|()| self.condition(random, upto, depth - 1));
        match random.below(4) {
            0 => self.pool.and(a, b),
            1 => self.pool.or(a, b),
            2 => self.pool.not(a),
            _ => self.pool.ite(a, b, c),
        }
    }
}

/// Counters that go up and down in four iterations, by shared conditions; what is said to hold never does not for any values.
#[test]
fn what_never_holds_is_false_for_all_values() {
    let (mut refuted, mut impossible) = (0, 0);
    for seed in 0..400 {
        let random = &mut Random::new(seed);
        let mut unknowns = Unknowns::new(4);
        let width = [4, 8, 32][random.below(3) as usize];
        let mut counters = [unknowns.pool.bv(width, 0); 3];
        for iteration in 1..=4 {
            let conditions = [(); 2].map(|()| unknowns.condition(random, iteration, 2));
            for counter in &mut counters {
                let step = unknowns.pool.bv(width, [1, 1, 2, u64::MAX][random.below(4) as usize]);
                let more = unknowns.pool.add(*counter, step);
                let condition = conditions[random.below(2) as usize];
                *counter = unknowns.pool.ite(condition, more, *counter);
            }
        }
        let mut forms = Forms::default();
        for op in [Op::Slt, Op::Sle, Op::Ult, Op::Ule, Op::Eq] {
            let [a, b] = [random.below(3), random.below(3)].map(|at| counters[at as usize]);
            let more = unknowns.pool.bv(width, random.below(4));
            let a = unknowns.pool.add(a, more);
            let comparison = unknowns.pool.binary(op, a, b);
            let can_hold = unknowns.can_hold(comparison);
            let never = forms.never_holds(&unknowns.pool, comparison);
            assert!(!(never && can_hold), "seed {seed}: {op:?}");
            impossible += u32::from(!can_hold && !unknowns.pool.is_const(comparison));
            refuted += u32::from(never);
        }
    }
    assert!(refuted * 10 > impossible * 7, "{refuted} of {impossible}");
}

/// Words and blanks of a text: there is at most one word more than there are blanks, over any number of bytes, and not two fewer.
#[test]
fn counters_that_only_relate_are_bounded_in_time_linear_in_the_iterations() {
    let forms_of = |length: u32| {
        let mut pool = ExprPool::new();
        let (zero, one) = (pool.bv(32, 0), pool.bv(32, 1));
        let (mut words, mut blanks, mut outside) = (zero, zero, pool.tru());
        let space = pool.bv(8, 32);
        for at in 0..length {
            let byte = pool.symbol(&format!("s{at}"), 8, SymbolClass::Input);
            let blank = pool.eq(byte, space);
            let (word, next) = (pool.add(words, one), pool.add(blanks, one));
            let stays = pool.not(outside);
            let stays = pool.or(blank, stays);
            (words, blanks, outside) = (pool.ite(stays, words, word), pool.ite(blank, next, blanks), blank);
        }
        let mut forms = Forms::default();
        let limit = pool.add(blanks, one);
        let (never, sometimes) = (pool.slt(limit, words), pool.slt(blanks, words));
        assert!(forms.never_holds(&pool, never), "{length} bytes");
        assert!(!forms.never_holds(&pool, sometimes), "{length} bytes");
        forms.known.len()
    };
    let (short, long) = (forms_of(100), forms_of(200));
    assert!(long <= 2 * short + 8, "{short} and {long} forms");
}

/// Choices between unknown words by how they compare, signed and unsigned: the same.
#[test]
fn orders_of_unknown_words_bound_choices_between_them() {
    let (mut refuted, mut impossible) = (0, 0);
    for seed in 0..400 {
        let random = &mut Random::new(seed);
        let mut unknowns = Unknowns::new(4);
        let op = [Op::Slt, Op::Sle, Op::Ult, Op::Ule, Op::Eq][random.below(5) as usize];
        let mut chosen = [unknowns.terms[0]; 2];
        for at in 1..4 {
            for value in &mut chosen {
                let next = unknowns.terms[at];
                let larger = unknowns.pool.binary(op, *value, next);
                let (then, otherwise) = if random.once_in(4) { (*value, next) } else { (next, *value) };
                *value = unknowns.pool.ite(larger, then, otherwise);
            }
        }
        let mut forms = Forms::default();
        for op in [Op::Slt, Op::Sle, Op::Ult, Op::Ule, Op::Eq] {
            let other = unknowns.terms[random.below(4) as usize];
            let other = if random.once_in(3) { chosen[1] } else { other };
            let comparison = unknowns.pool.binary(op, chosen[0], other);
            let can_hold = unknowns.can_hold(comparison);
            let never = forms.never_holds(&unknowns.pool, comparison);
            assert!(!(never && can_hold), "seed {seed}: {op:?}");
            impossible += u32::from(!can_hold && !unknowns.pool.is_const(comparison));
            refuted += u32::from(never);
        }
    }
    assert!(refuted * 4 > impossible, "{refuted} of {impossible}");
}

/// The largest of many numbers is not less than any of them.
#[test]
fn a_running_maximum_is_above_all_numbers() {
    let mut pool = ExprPool::new();
    let numbers: Vec<ExprId> = (0..100).map(|at| pool.symbol(&format!("a{at}"), 32, SymbolClass::Input)).collect();
    let mut largest = numbers[0];
    for &number in &numbers[1..] {
        let larger = pool.slt(largest, number);
        largest = pool.ite(larger, number, largest);
    }
    let mut forms = Forms::default();
    for &number in &numbers {
        let (never, sometimes) = (pool.slt(largest, number), pool.sle(largest, number));
        assert!(forms.never_holds(&pool, never) && !forms.never_holds(&pool, sometimes));
    }
}

#[test]
fn extended_counters_keep_their_values_unless_they_may_wrap() {
    let mut pool = ExprPool::new();
    let mut forms = Forms::default();
    let x = pool.symbol("x", 8, SymbolClass::Input);
    let limit = pool.bv(8, 9);
    let small = pool.ult(x, limit);
    let comparison = |pool: &mut ExprPool, then: u64, otherwise: u64| {
        let (then, otherwise) = (pool.bv(8, then), pool.bv(8, otherwise));
        let (counter, one) = (pool.ite(small, then, otherwise), pool.bv(8, 1));
        let counter = pool.add(counter, one);
        let (wide, limit) = (pool.zext(counter, 32), pool.bv(32, 120));
        pool.ule(limit, wide)
    };
    let (bounded, wraps) = (comparison(&mut pool, 3, 100), comparison(&mut pool, 3, 255));
    assert!(pool.is_const(bounded) || forms.never_holds(&pool, bounded));
    assert!(!forms.never_holds(&pool, wraps));
}
