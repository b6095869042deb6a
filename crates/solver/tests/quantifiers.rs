//! Bounded quantifiers against their own expansion by evaluation: every model of a few input bits is tried.

mod common;

use braid_expr::testing::Limits;
use braid_solver::blast::BackEnd;
use braid_solver::{Quantifiers, Solver};
use common::{World, times};

/// Worlds are drawn until 3,000 queries with a quantifier were asked; 15,000 with `BRAID_SOAK`.
fn run(first_seed: u64, solver: impl Fn() -> Solver) {
    let limits = Limits { input_bits: 10, ..Limits::EXHAUSTIVE };
    let mut asked = 0;
    let mut seed = first_seed;
    while asked < 3_000 * times() as usize {
        seed += 1;
        let mut world = World::new(seed, limits, 5);
        if !world.conjuncts.iter().any(|&c| world.pool.has_forall(c)) {
            continue;
        }
        let mut solver = solver();
        let mut query = Vec::new();
        for _ in 0..20 {
            query = world.next_query(&query);
            query.truncate(8);
            world.ask(&mut solver, &query);
            asked += usize::from(query.iter().any(|&c| world.pool.has_forall(c)));
        }
    }
}

#[test]
fn instantiation_over_the_bare_back_end_agrees_with_all_models() {
    run(10_000, || Solver::with_chain(Box::new(Quantifiers::new(Box::new(BackEnd::new())))));
}

#[test]
fn the_chain_agrees_with_all_models_on_quantified_queries() {
    run(20_000, Solver::new);
}
