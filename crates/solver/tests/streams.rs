//! Streams of queries, scaled down: the chain agrees with a bare back end, and long streams stay bounded.

use braid_expr::{ExprId, ExprPool, SymbolClass};
use braid_solver::blast::BackEnd;
use braid_solver::streams::{Audience, Family, Joined, Stream};
use braid_solver::{Quantifiers, Solver, Stages, Validate, Verdict, chain};

/// Answers by a solver whose every answer a bare back end confirms.
struct Checked(Solver);

impl Audience for Checked {
    fn ask(&mut self, pool: &mut ExprPool, path: &[ExprId]) -> bool {
        match self.0.check(pool, path) {
            Verdict::Sat(_) => true,
            Verdict::Unsat(_) => false,
            Verdict::Unknown(reason) => panic!("unknown: {reason}"),
        }
    }
}

#[test]
fn the_chain_agrees_with_a_bare_back_end_on_every_family() {
    for (family, name, steps) in Family::ALL {
        for seed in 1..3 {
            let bare = Box::new(Quantifiers::new(Box::new(BackEnd::new())));
            let solver = Solver::with_chain(Box::new(Validate::new(chain::default_chain(), bare)));
            let mut pool = ExprPool::new();
            let mut checked = Checked(solver);
            Stream::new(&mut pool, family, seed).run(&mut pool, (steps / 20).max(10), &mut checked);
            let stats = checked.0.stats();
            assert_eq!((stats.validated, stats.disagreements), (stats.queries, 0), "{name}");
        }
    }
}

/// Ever new terms over few symbols, as a long run makes them: contexts must go when most of them is garbage.
#[test]
fn a_long_stream_of_new_terms_rebuilds_its_context() {
    let mut pool = ExprPool::new();
    let mut solver = Solver::with_chain(Box::new(BackEnd::new()));
    let words: Vec<ExprId> = (0..8).map(|at| pool.symbol(&format!("x{at}"), 16, SymbolClass::Input)).collect();
    for number in 0..2_000_u64 {
        let (a, b) = (words[number as usize % 8], words[(number as usize * 5 + 3) % 8]);
        let (c, d) = (pool.bv(16, number * 7), pool.bv(16, number * 13 + 1));
        let (sum, other) = (pool.add(a, c), pool.xor(b, d));
        let (first, second) = (pool.ult(sum, other), pool.slt(other, a));
        assert!(!matches!(solver.check(&mut pool, &[first, second]), Verdict::Unknown(_)));
    }
    let stats = solver.stats();
    assert!(stats.contexts_rebuilt > 0, "{stats:?}");
}

/// Answers by one solver and counts what it costs, in steps of its search and terms it encoded.
struct Counted(Solver);

impl Counted {
    fn work(&self) -> u64 {
        let stats = self.0.stats();
        stats.conflicts + stats.propagations + stats.terms_encoded
    }
}

impl Audience for Counted {
    fn ask(&mut self, pool: &mut ExprPool, path: &[ExprId]) -> bool {
        let verdict = self.0.check(pool, path);
        assert!(!matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
        verdict.is_sat()
    }
}

/// What the branches after some joined loops cost, over several seeds.
fn work_after(loops: u64, bound: u64) -> u64 {
    let work = (1..=6).map(|seed| {
        let (mut pool, mut counted) = (ExprPool::new(), Counted(Solver::new()));
        Joined::new(&mut pool, loops, bound, seed).run(&mut pool, 200, &mut counted);
        counted.work()
    });
    work.sum()
}

/// Twice the bound costs at most twice as much, also where a loop starts where another one stopped; one seed more or less
/// moves a count by some percent.
#[test]
fn branches_after_joined_loops_cost_no_more_than_the_bound_grows() {
    for loops in 1..=3 {
        let works = [10, 40, 160, 320].map(|bound| work_after(loops, bound));
        assert!(works[3] * 10 <= works[2] * 23, "{loops} loops: {works:?}");
        assert!(works[2] <= works[0] * 16 && works[3] <= works[1] * 8, "{loops} loops: {works:?}");
    }
}

#[test]
fn the_chain_agrees_with_a_bare_back_end_after_joined_loops() {
    for (loops, bound) in [(1, 20), (2, 10), (3, 40)] {
        let bare = Box::new(Quantifiers::with_stages(Box::new(BackEnd::new()), Stages::NONE));
        let solver = Solver::with_chain(Box::new(Validate::new(chain::default_chain(), bare)));
        let (mut pool, mut checked) = (ExprPool::new(), Checked(solver));
        Joined::new(&mut pool, loops, bound, 1).run(&mut pool, 60, &mut checked);
        let stats = checked.0.stats();
        assert_eq!((stats.validated, stats.disagreements), (stats.queries, 0));
    }
}
