//! The worked example of Trabish 2023, the unsound lemma that must not happen, and the shapes a quantifier may stand in.

use braid_expr::{ArrayKind, ExprId, ExprPool, SymbolClass, UpdateId};

use super::Quantifiers;
use super::lemma::from_negated_term;
use super::strip::Quantifier;
use crate::blast::BackEnd;
use crate::{Budget, Reason, Solver, Verdict};

struct Fixture {
    pool: ExprPool,
    solver: Solver,
    s: UpdateId,
    k: ExprId,
    n: ExprId,
}

impl Fixture {
    fn new() -> Fixture {
        let mut pool = ExprPool::new();
        let array = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
        let s = pool.base(array);
        let k = pool.symbol("k", 32, SymbolClass::Round);
        let n = pool.symbol("n", 32, SymbolClass::Input);
        let solver = Solver::with_chain(Box::new(Quantifiers::new(Box::new(BackEnd::new()))));
        Fixture { pool, solver, s, k, n }
    }
    fn number(&mut self, value: u64) -> ExprId {
        self.pool.bv(32, value)
    }
    fn cell_is(&mut self, index: ExprId, value: u64) -> ExprId {
        let (cell, value) = (self.pool.read(self.s, index), self.pool.bv(8, value));
        self.pool.eq(cell, value)
    }
    /// ∀i. 1 ≤ i ≤ k → s[i - 1] ≠ 0
    fn no_zero(&mut self) -> ExprId {
        let (i, one) = (self.pool.bound(32), self.number(1));
        let index = self.pool.sub(i, one);
        let zero = self.cell_is(index, 0);
        let body = self.pool.not(zero);
        self.pool.forall(self.k, body).expect("well-formed")
    }
    fn k_at_most(&mut self, limit: u64) -> ExprId {
        let limit = self.number(limit);
        self.pool.ule(self.k, limit)
    }
    fn ask(&mut self, conjuncts: &[ExprId]) -> Verdict {
        self.solver.check(&mut self.pool, conjuncts)
    }
}

/// Examples 5 to 7 of Trabish 2023: s[n] = 0, 1 ≤ k ≤ 10, s[k - 1] = 8, no zero among the first k.
#[test]
fn the_example_of_the_paper_is_solved() {
    let mut f = Fixture::new();
    let (one, forall, limit) = (f.number(1), f.no_zero(), f.k_at_most(10));
    let before = f.pool.sub(f.k, one);
    let query = [f.cell_is(f.n, 0), f.pool.ule(one, f.k), limit, f.cell_is(before, 8), forall];
    assert!(f.ask(&query).is_sat());
    assert!(f.solver.stats().negated_term_lemmas > 0, "s[n] = 0 is the negation of the body at n + 1");
    // With n inside the first k there is no model, and the quantifier is part of why.
    let inside = f.pool.ult(f.n, f.k);
    let query = [query[0], limit, forall, inside];
    let Verdict::Unsat(core) = f.ask(&query) else { panic!("unsat was expected") };
    assert!(core.contains(&forall) && core.contains(&inside));
}

/// ∀i. a[i - 1] = b[i - 1] and a[n] = b[n] say nothing about n.
#[test]
fn equalities_that_merely_differ_in_writing_make_no_lemma() {
    let mut f = Fixture::new();
    let other = f.pool.array("b", ArrayKind::Symbolic { size: None }, 32, 8);
    let other = f.pool.base(other);
    let (i, one) = (f.pool.bound(32), f.number(1));
    let index = f.pool.sub(i, one);
    let (left, right) = (f.pool.read(f.s, index), f.pool.read(other, index));
    let body = f.pool.eq(left, right);
    let forall = f.pool.forall(f.k, body).expect("well-formed");
    let (left, right) = (f.pool.read(f.s, f.n), f.pool.read(other, f.n));
    let same = f.pool.eq(left, right);
    let quantifier = Quantifier { term: forall, k: f.k, body, name: None };
    assert_eq!(from_negated_term(&mut f.pool, quantifier, same), None);
    // n + 1 may well lie within 1..=k.
    let (limit, inside) = (f.k_at_most(10), f.pool.ult(f.n, f.k));
    assert!(f.ask(&[forall, same, limit, inside]).is_sat());
}

/// ∀i. s[base + i - 1] ≠ 0 and s[n] = 0: n is before base or k is at most n - base.
#[test]
fn an_index_is_solved_through_a_sum_and_through_zeros_above() {
    let mut f = Fixture::new();
    let base = f.pool.symbol("base", 32, SymbolClass::Input);
    let (i, one, fails) = (f.pool.bound(32), f.number(1), f.cell_is(f.n, 0));
    let (before, distance) = (f.pool.sub(i, one), f.pool.sub(f.n, base));
    let index = f.pool.add(base, before);
    let zero = f.cell_is(index, 0);
    let body = f.pool.not(zero);
    let forall = f.pool.forall(f.k, body).expect("well-formed");
    let lemma = from_negated_term(&mut f.pool, Quantifier { term: forall, k: f.k, body, name: None }, fails);
    assert_eq!(lemma, Some(f.pool.ule(f.k, distance)));
    // The same with a number of repetitions of 8 bits.
    let (k, i) = (f.pool.symbol("small", 8, SymbolClass::Round), f.pool.bound(8));
    let wide = f.pool.zext(i, 32);
    let before = f.pool.sub(wide, one);
    let index = f.pool.add(base, before);
    let zero = f.cell_is(index, 0);
    let body = f.pool.not(zero);
    let forall = f.pool.forall(k, body).expect("well-formed");
    let lemma = from_negated_term(&mut f.pool, Quantifier { term: forall, k, body, name: None }, fails);
    let k = f.pool.zext(k, 32);
    assert_eq!(lemma, Some(f.pool.ule(k, distance)));
}

/// Slope 2 is not one-to-one, and a cut index has another width: neither gives a lemma.
#[test]
fn lemmas_need_slope_one_at_the_full_width() {
    let mut f = Fixture::new();
    let i = f.pool.bound(32);
    let two = f.number(2);
    let steep = f.pool.mul(i, two);
    let cut = f.pool.extract(i, 0, 8);
    let cut = f.pool.zext(cut, 32);
    for index in [steep, cut] {
        let zero = f.cell_is(index, 0);
        let body = f.pool.not(zero);
        let forall = f.pool.forall(f.k, body).expect("well-formed");
        let fails = f.cell_is(f.n, 0);
        let quantifier = Quantifier { term: forall, k: f.k, body, name: None };
        assert_eq!(from_negated_term(&mut f.pool, quantifier, fails), None);
    }
}

#[test]
fn constants_that_clash_make_a_lemma() {
    let mut f = Fixture::new();
    let i = f.pool.bound(32);
    let body = f.cell_is(i, 97);
    let forall = f.pool.forall(f.k, body).expect("well-formed");
    let quantifier = Quantifier { term: forall, k: f.k, body, name: None };
    let (clash, same) = (f.cell_is(f.n, 98), f.cell_is(f.n, 97));
    assert!(from_negated_term(&mut f.pool, quantifier, clash).is_some());
    assert_eq!(from_negated_term(&mut f.pool, quantifier, same), None);
}

/// k = 1 makes an instance of the quantifier and k = 0 none, whichever of the two conjuncts comes first, and a core names both.
#[test]
fn a_quantifier_whose_repetitions_are_known_to_be_few_is_written_out() {
    let mut f = Fixture::new();
    let (forall, zero, one) = (f.no_zero(), f.number(0), f.number(1));
    let (never, once) = (f.pool.eq(f.k, zero), f.pool.eq(f.k, one));
    let (first, second) = (f.cell_is(zero, 0), f.cell_is(one, 0));
    for query in [[forall, once], [once, forall]] {
        assert!(f.ask(&query).is_sat());
        let Verdict::Unsat(core) = f.ask(&[query[0], query[1], first]) else { panic!("unsat was expected") };
        assert_eq!(core, [query[0], query[1], first]);
        assert!(f.ask(&[query[0], query[1], second]).is_sat());
    }
    assert!(f.ask(&[forall, never, first, second]).is_sat());
    assert_eq!((f.solver.stats().expanded, f.solver.stats().instances), (3, 0));
    // Without the equality it is a quantifier again.
    let (limit, inside) = (f.k_at_most(10), f.pool.ult(f.n, f.k));
    let fails = f.cell_is(f.n, 0);
    assert!(f.ask(&[forall, limit, inside, fails]).is_unsat());
}

#[test]
fn quantifiers_stand_under_disjunctions_in_guards_and_negated() {
    let mut f = Fixture::new();
    let (forall, limit) = (f.no_zero(), f.k_at_most(10));
    let negated = f.pool.not(forall);
    let flag = f.pool.symbol("flag", 1, SymbolClass::Input);
    let either = f.pool.or(forall, flag);
    let (one, two) = (f.number(1), f.number(2));
    let choice = f.pool.ite(forall, one, two);
    let is_two = f.pool.eq(choice, two);
    assert!(f.ask(&[forall, limit]).is_sat());
    assert!(f.ask(&[negated, limit]).is_sat());
    assert!(f.ask(&[forall, negated]).is_unsat());
    let not_flag = f.pool.not(flag);
    assert!(f.ask(&[either, not_flag, negated]).is_unsat());
    assert!(f.ask(&[either, not_flag, limit]).is_sat());
    assert!(f.ask(&[is_two, limit]).is_sat());
    let zero = f.number(0);
    let no_rounds = f.pool.eq(f.k, zero);
    // Without repetitions the quantifier holds, so the choice is 1.
    let Verdict::Unsat(core) = f.ask(&[limit, is_two, no_rounds]) else { panic!("unsat was expected") };
    assert!(core.contains(&is_two) && core.contains(&no_rounds));
}

#[test]
fn a_k_without_a_bound_is_answered_or_given_up_with_a_reason() {
    let mut f = Fixture::new();
    let forall = f.no_zero();
    let many = f.number(1 << 30);
    let large = f.pool.ult(many, f.k);
    assert!(f.ask(&[forall]).is_sat());
    f.solver.set_budget(Budget { instances: 1000, ..Budget::default() });
    let Verdict::Unknown(reason) = f.ask(&[forall, large]) else { panic!("nobody can look at 2^30 instances") };
    assert!(matches!(reason, Reason::Instances(_) | Reason::Evaluation { .. }), "{reason}");
}
