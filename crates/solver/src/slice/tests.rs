//! Slicing beside no slicing: the same queries, with quantifiers over parts of an array, must get the same answers.

use braid_expr::testing::Random;
use braid_expr::{ArrayKind, ExprId, ExprPool, SymbolClass, UpdateId};

use crate::blast::BackEnd;
use crate::{Quantifiers, Slicing, Solver, Verdict};

struct Fixture {
    pool: ExprPool,
    s: UpdateId,
    k: ExprId,
    n: ExprId,
    sliced: Solver,
}

impl Fixture {
    fn new() -> Fixture {
        let mut pool = ExprPool::new();
        let array = pool.array("s", ArrayKind::Symbolic { size: None }, 4, 2);
        let s = pool.base(array);
        let (k, n) = (pool.symbol("k", 4, SymbolClass::Round), pool.symbol("n", 4, SymbolClass::Input));
        let sliced = Solver::with_chain(Box::new(Slicing::new(Box::new(unsliced()))));
        Fixture { pool, s, k, n, sliced }
    }
    fn cell(&mut self, index: u64) -> ExprId {
        let index = self.pool.bv(4, index);
        self.pool.read(self.s, index)
    }
    /// ∀i. 1 ≤ i ≤ k → s[i - 1 + offset] = element
    fn all_are(&mut self, offset: ExprId, element: u64) -> ExprId {
        let (i, one, element) = (self.pool.bound(4), self.pool.bv(4, 1), self.pool.bv(2, element));
        let before = self.pool.sub(i, one);
        let index = self.pool.add(before, offset);
        let cell = self.pool.read(self.s, index);
        let body = self.pool.eq(cell, element);
        self.pool.forall(self.k, body).expect("well-formed")
    }
    fn at_most(&mut self, term: ExprId, limit: u64) -> ExprId {
        let limit = self.pool.bv(4, limit);
        self.pool.ule(term, limit)
    }
    fn number(&mut self, value: u64) -> ExprId {
        self.pool.bv(4, value)
    }
    fn random_conjunct(&mut self, random: &mut Random) -> ExprId {
        match random.below(8) {
            0 | 1 => {
                let (term, limit) = (random.pick(&[self.k, self.n]), random.below(6));
                self.at_most(term, limit)
            }
            2 => random.pick(&[self.pool.ult(self.k, self.n), self.pool.ule(self.n, self.k)]),
            3 => {
                let (at, element) = (self.number(random.below(6)), random.below(4));
                self.all_are(at, element)
            }
            4 => self.all_are(self.n, random.below(4)),
            5 => {
                let forall = self.all_are(self.n, random.below(4));
                let negated = self.pool.not(forall);
                let (cell, one) = (self.cell(random.below(16)), self.pool.bv(2, 1));
                let other = self.pool.eq(cell, one);
                random.pick(&[negated, self.pool.or(forall, other)])
            }
            _ => {
                let (cell, element) = (self.cell(random.below(16)), self.pool.bv(2, random.below(4)));
                random.pick(&[self.pool.eq(cell, element), self.pool.ne(cell, element)])
            }
        }
    }
}

fn unsliced() -> Quantifiers {
    Quantifiers::new(Box::new(BackEnd::new()))
}

#[test]
fn slices_of_bounded_quantifiers_change_no_answer() {
    let mut answers = [0, 0];
    for seed in 0..60 {
        let mut f = Fixture::new();
        let mut random = Random::new(seed);
        let mut path = Vec::new();
        let mut whole = Solver::with_chain(Box::new(unsliced()));
        for _ in 0..40 {
            path.truncate(random.below(path.len() as u64 + 1) as usize);
            for _ in 0..1 + random.below(4) {
                path.push(f.random_conjunct(&mut random));
            }
            let ours = f.sliced.check(&mut f.pool, &path);
            let theirs = whole.check(&mut f.pool, &path);
            assert_eq!(ours.is_sat(), theirs.is_sat(), "seed {seed}: {path:?}");
            answers[usize::from(ours.is_sat())] += 1;
            match ours {
                Verdict::Sat(model) => {
                    let mut evaluator = braid_expr::Evaluator::new();
                    let holds = evaluator.under(&f.pool, &model).all(path.iter().copied()).expect("small terms");
                    assert!(holds, "seed {seed}: the model of a slice broke another conjunct of {path:?}");
                }
                Verdict::Unsat(core) => assert!(whole.check(&mut f.pool, &core).is_unsat(), "seed {seed}"),
                Verdict::Unknown(reason) => panic!("{reason}"),
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 300), "{answers:?}");
}

#[test]
fn cells_beyond_the_bound_of_a_quantifier_are_independent_of_it() {
    let mut f = Fixture::new();
    let offset = f.number(0);
    let path = [f.at_most(f.k, 5), f.all_are(offset, 3)];
    let (inside, outside, two) = (f.cell(4), f.cell(5), f.pool.bv(2, 2));
    assert!(f.sliced.check(&mut f.pool, &path).is_sat());
    let before = f.sliced.stats().quantified;
    let question = f.pool.eq(outside, two);
    assert!(f.sliced.may(&mut f.pool, &path, question).is_sat());
    assert_eq!(f.sliced.stats().quantified, before, "the sixth cell is none of the first five");
    let question = f.pool.eq(inside, two);
    assert!(f.sliced.may(&mut f.pool, &path, question).is_sat());
    assert!(f.sliced.stats().quantified > before, "the fifth cell is one of them");
}

/// The bound may come by way of another symbol, and it must be there: without it the quantifier reads the whole array.
#[test]
fn a_quantifier_without_a_bound_reads_the_whole_array() {
    for (bounded, expected) in [(true, 0), (false, 1)] {
        let mut f = Fixture::new();
        let offset = f.number(0);
        let (short, below) = (f.at_most(f.n, 5), f.pool.ult(f.k, f.n));
        let all = f.all_are(offset, 3);
        let path = if bounded { vec![short, below, all] } else { vec![below, all] };
        assert!(f.sliced.check(&mut f.pool, &path).is_sat());
        let before = f.sliced.stats().quantified;
        let (cell, two) = (f.cell(9), f.pool.bv(2, 2));
        let question = f.pool.eq(cell, two);
        assert!(f.sliced.may(&mut f.pool, &path, question).is_sat());
        assert_eq!(f.sliced.stats().quantified - before, expected);
    }
}

/// Two states that take turns: what was found for one is still there when it is taken up again.
#[test]
fn a_state_that_is_taken_up_again_has_its_model() {
    let mut f = Fixture::new();
    let (three, two) = (f.pool.bv(2, 3), f.pool.bv(2, 2));
    let cells: Vec<ExprId> = (0..16).map(|at| f.cell(at)).collect();
    let mut states: Vec<Vec<ExprId>> = [three, two].map(|first| vec![f.pool.eq(cells[0], first)]).to_vec();
    for &cell in &cells[1..] {
        let condition = f.pool.eq(cell, three);
        for state in &mut states {
            let branch = f.sliced.branch(&mut f.pool, state, condition);
            assert!(branch.taken.is_sat() && branch.not_taken.is_sat());
            state.push(condition);
        }
    }
    // Of each branch one side takes a search over one cell; the model of the path answers the other.
    let stats = f.sliced.stats();
    assert!(stats.path_model_hits >= 28, "{} paths were found again", stats.path_model_hits);
    assert!(stats.slices <= 2 * 16 + 2, "{} slices were asked", stats.slices);
}
