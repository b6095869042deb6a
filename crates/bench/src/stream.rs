//! Queries per CPU second through the Rust interface: one family of [`braid_solver::streams`], asked as an engine asks.

use braid_expr::{ExprId, ExprPool};
use braid_solver::streams::{Audience, Family, Joined, Stream};
use braid_solver::{Solver, Verdict};

use crate::meter::timed;

/// Runs the stream of one family and seed. What is timed is what an engine pays: making the terms and having them decided.
pub(crate) fn run(family: &str, seed: &str) -> Result<String, String> {
    let (family, steps) = family_named(family)?;
    let seed: u64 = seed.parse().map_err(|error| format!("{seed}: {error}"))?;
    let mut pool = ExprPool::new();
    let mut asker = Asker { solver: Solver::new(), queries: 0, unknown: 0 };
    let ((), seconds) = timed(|| Stream::new(&mut pool, family, seed).run(&mut pool, steps, &mut asker));
    if asker.unknown > 0 {
        return Err(format!("{} of {} queries were not answered", asker.unknown, asker.queries));
    }
    Ok(format!("queries={} cpu_seconds={seconds:.6}", asker.queries))
}

/// Branches after joined loops: how does a query grow with the bound of the loops?
pub(crate) fn joined(loops: &str, bound: &str) -> Result<String, String> {
    let number = |text: &str| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
    let (loops, bound) = (number(loops)?, number(bound)?);
    let mut asker = Asker { solver: Solver::new(), queries: 0, unknown: 0 };
    let ((), seconds) = timed(|| {
        for seed in 1..=JOINED_SEEDS {
            let mut pool = ExprPool::new();
            asker.solver = Solver::new();
            Joined::new(&mut pool, loops, bound, seed).run(&mut pool, JOINED_STEPS, &mut asker);
        }
    });
    Ok(format!("queries={} unknown={} cpu_seconds={seconds:.6}", asker.queries, asker.unknown))
}

const JOINED_SEEDS: u64 = 6;
const JOINED_STEPS: u32 = 200;

/// The family of that name and how many branches its stream has.
pub(crate) fn family_named(name: &str) -> Result<(Family, u32), String> {
    let row = Family::ALL.iter().find(|(_, other, _)| *other == name);
    row.map(|(family, _, steps)| (*family, *steps)).ok_or_else(|| format!("there is no family {name}"))
}

/// Answers with Braid's solver.
struct Asker {
    solver: Solver,
    queries: usize,
    unknown: usize,
}

impl Audience for Asker {
    fn ask(&mut self, pool: &mut ExprPool, path: &[ExprId]) -> bool {
        self.queries += 1;
        match self.solver.check(pool, path) {
            Verdict::Sat(_) => true,
            Verdict::Unsat(_) => false,
            Verdict::Unknown(_) => {
                self.unknown += 1;
                false
            }
        }
    }
}
