//! Queries per second through the API, family by family: `cargo run --release --example streams [FAMILY [SEED]]`.

#![allow(clippy::print_stdout, reason = "a program that reports figures")]

use std::time::Instant;

use braid_expr::{ExprId, ExprPool};
use braid_solver::streams::{Audience, Family, Stream};
use braid_solver::{Solver, Verdict};

struct Asker {
    solver: Solver,
    unsat: u32,
}

impl Audience for Asker {
    fn ask(&mut self, pool: &mut ExprPool, path: &[ExprId]) -> bool {
        match self.solver.check(pool, path) {
            Verdict::Sat(_) => true,
            Verdict::Unsat(_) => {
                self.unsat += 1;
                false
            }
            Verdict::Unknown(reason) => panic!("unknown: {reason}"),
        }
    }
}

fn main() {
    let wanted = std::env::args().nth(1);
    let seed = std::env::args().nth(2).map_or(1, |text| text.parse().expect("a number"));
    for (family, name, steps) in Family::ALL {
        if wanted.as_deref().is_some_and(|wanted| wanted != name && wanted != "all") {
            continue;
        }
        let mut pool = ExprPool::new();
        let mut stream = Stream::new(&mut pool, family, seed);
        let mut asker = Asker { solver: Solver::new(), unsat: 0 };
        let start = Instant::now();
        stream.run(&mut pool, steps, &mut asker);
        let seconds = start.elapsed().as_secs_f64();
        let queries = 2 * steps;
        println!("{name}: {queries} queries in {seconds:.4} s, {:.0} per second", f64::from(queries) / seconds);
        for (counter, _, value) in asker.solver.stats().rows().filter(|(_, _, value)| *value > 0) {
            println!("  {counter} {value}");
        }
    }
}
