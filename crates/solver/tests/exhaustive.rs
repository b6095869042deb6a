//! The solver against every model: 20,000 random queries over all operators, of at most 12 input bits; 100,000 with
//! `BRAID_SOAK`.

mod common;

use braid_expr::testing::Limits;
use braid_solver::blast::{BackEnd, Laziness};
use braid_solver::{Solver, chain};
use common::{World, times};

fn run(worlds: core::ops::Range<u64>, limits: Limits, queries: usize, solver: impl Fn() -> Solver) {
    // Further rounds draw worlds that no other test draws.
    for seed in (0..times()).flat_map(|round| worlds.clone().map(move |seed| seed + 10_000 * round)) {
        let mut world = World::new(seed, limits, 5);
        let mut solver = solver();
        let mut query = Vec::new();
        for _ in 0..queries {
            query = world.next_query(&query);
            query.truncate(8);
            world.ask(&mut solver, &query);
        }
    }
}

#[test]
fn the_bare_back_end_agrees_with_all_models() {
    let limits = Limits { quantifiers: false, ..Limits::EXHAUSTIVE };
    run(0..500, limits, 20, || Solver::with_chain(Box::new(BackEnd::new())));
}

/// Everything about arrays by lemmas on demand, which larger arrays need.
#[test]
fn lemmas_about_arrays_agree_with_all_models() {
    let limits = Limits { quantifiers: false, ..Limits::EXHAUSTIVE };
    let lemmas = Laziness { choice_bits: 0, eager_writes: 0, ..Laziness::default() };
    run(1000..1300, limits, 20, || Solver::with_chain(Box::new(BackEnd::with_laziness(lemmas))));
    let writes = Laziness { choice_bits: 1, eager_writes: 1, ..Laziness::default() };
    run(1300..1400, limits, 20, || Solver::with_chain(chain::over(Box::new(BackEnd::with_laziness(writes)))));
}

#[test]
fn the_chain_agrees_with_all_models() {
    let limits = Limits { quantifiers: false, ..Limits::EXHAUSTIVE };
    run(500..1000, limits, 20, Solver::new);
}
