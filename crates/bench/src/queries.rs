//! Whether a long run of queries holds on to more and more memory.
//!
//! The queries are those of a program that reads a line again and again: comparisons of bytes with constants and with
//! each other, and of sums of two bytes, under a path condition that grows and is dropped. They come from a fixed seed;
//! terms repeat, as they do in a program.

use braid_expr::{ArrayKind, ExprId, ExprPool, UpdateId};
use braid_solver::{Solver, Verdict};
use braid_testing::Random;

use crate::meter::{resident_bytes, timed};

/// Path conditions are dropped at this length and a new path begins.
const PATH_LENGTH: usize = 40;
/// Bytes of the input.
const BYTES: u64 = 64;

/// Asks `count` queries and compares the memory after a tenth of them with that at the end.
pub(crate) fn run(count: &str) -> Result<String, String> {
    let count: usize = count.parse().map_err(|error| format!("{count}: {error}"))?;
    let mut stream = Stream::new();
    let (early, early_seconds) = timed(|| stream.ask(count / 10));
    let early_bytes = resident_bytes();
    let (late, late_seconds) = timed(|| stream.ask(count - count / 10));
    let (sat, unknown) = (early.0 + late.0, early.1 + late.1);
    if unknown > 0 {
        return Err(format!("{unknown} of {count} queries were not answered"));
    }
    Ok(format!(
        "queries={count} sat={sat} cpu_seconds={:.3} early_bytes={early_bytes} late_bytes={}",
        early_seconds + late_seconds,
        resident_bytes()
    ))
}

struct Stream {
    pool: ExprPool,
    solver: Solver,
    bytes: UpdateId,
    path: Vec<ExprId>,
    random: Random,
}

impl Stream {
    fn new() -> Self {
        let mut pool = ExprPool::new();
        let array = pool.array("line", ArrayKind::Symbolic { size: Some(BYTES) }, 32, 8);
        let bytes = pool.base(array);
        Stream { pool, solver: Solver::new(), bytes, path: Vec::new(), random: Random::new(1) }
    }

    /// Asks `count` queries; how many were satisfiable, and how many had no answer.
    fn ask(&mut self, count: usize) -> (usize, usize) {
        let (mut sat, mut unknown) = (0, 0);
        for _ in 0..count {
            if self.path.len() == PATH_LENGTH {
                self.path.clear();
            }
            let condition = self.condition();
            match self.solver.may(&mut self.pool, &self.path, condition) {
                Verdict::Sat(_) => {
                    sat += 1;
                    self.path.push(condition);
                }
                Verdict::Unsat(_) => {}
                Verdict::Unknown(_) => unknown += 1,
            }
        }
        (sat, unknown)
    }

    /// One of some ten thousand conditions: what grows in a long run is then not the number of terms.
    fn condition(&mut self) -> ExprId {
        let at = self.below(BYTES);
        let (byte, next) = (self.byte(at), self.byte((at + 1) % BYTES));
        let constant = self.below(128);
        let constant = self.pool.bv(8, constant);
        match self.below(5) {
            0 => self.pool.eq(byte, constant),
            1 => self.pool.ult(byte, constant),
            2 => self.pool.ne(byte, constant),
            3 => self.pool.ule(byte, next),
            _ => {
                let sum = self.pool.add(byte, next);
                self.pool.ult(sum, constant)
            }
        }
    }

    fn byte(&mut self, at: u64) -> ExprId {
        let index = self.pool.bv(32, at);
        self.pool.read(self.bytes, index)
    }

    /// A number below `limit`.
    fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_queries_hold_and_some_do_not() {
        let (sat, unknown) = Stream::new().ask(400);
        assert!((1..400).contains(&sat));
        assert_eq!(unknown, 0);
    }
}
