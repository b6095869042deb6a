//! What a branch costs an engine that explores: many states that share the beginnings of their paths, taken up in some
//! order, each asking for both sides of its next branch.
//!
//! The program is a parser of a buffer: most conditions compare one byte with a letter or a range, some compare a word of
//! four bytes, and some were decided by an earlier condition of the same path. States at one place of the program ask the
//! same condition; where a state is follows from how long its path is and which way its last branches went. `deepest` follows one path to its end and
//! goes back to the last fork; `oldest` steps all live states in turn, so that two queries in a row share little more than
//! the root; `any` jumps at random. Paths end at [`DEPTH`] branches, and the live states are limited as an engine's are.

use braid_testing::Random;
use std::collections::VecDeque;
use std::rc::Rc;

use braid_expr::{ArrayKind, ExprId, ExprPool, UpdateId};
use braid_solver::Solver;

use crate::meter::timed;

/// Branches on a path.
const DEPTH: usize = 30;
/// States that are alive at once.
const LIVE: usize = 64;

/// Asks for `count` branches in the given order.
pub(crate) fn run(order: &str, count: &str) -> Result<String, String> {
    let order = match order {
        "deepest" => Order::Deepest,
        "oldest" => Order::Oldest,
        "any" => Order::Any,
        _ => return Err(format!("there is no order {order}")),
    };
    let count: u64 = count.parse().map_err(|error| format!("{count}: {error}"))?;
    let mut exploration = Exploration::new(order);
    let ((), seconds) = timed(|| (0..count).for_each(|_| exploration.step()));
    if exploration.unknown > 0 {
        return Err(format!("{} queries were not answered", exploration.unknown));
    }
    let Exploration { forks, solver, .. } = exploration;
    let asked = solver.stats().back_end_queries;
    Ok(format!("branches={count} forks={forks} back_end={asked} cpu_seconds={seconds:.6}"))
}

/// Which state is taken up next.
#[derive(Clone, Copy)]
enum Order {
    Deepest,
    Oldest,
    Any,
}

/// A state: its path condition, and the last branches it took as bits.
#[derive(Clone, Default)]
struct State {
    path: Rc<Vec<ExprId>>,
    taken: u64,
}

/// How many of the last branches decide which condition comes next.
const MEMORY: u64 = 2;

struct Exploration {
    order: Order,
    pool: ExprPool,
    solver: Solver,
    input: UpdateId,
    live: VecDeque<State>,
    random: Random,
    forks: u64,
    unknown: u64,
}

impl Exploration {
    fn new(order: Order) -> Exploration {
        let mut pool = ExprPool::new();
        let array = pool.array("input", ArrayKind::Symbolic { size: Some(64) }, 64, 8);
        let input = pool.base(array);
        let (solver, live) = (Solver::new(), VecDeque::new());
        Exploration { order, pool, solver, input, live, random: Random::new(1), forks: 0, unknown: 0 }
    }

    /// Takes up a state and asks for both sides of its next branch.
    fn step(&mut self) {
        let State { path, taken } = self.next_state();
        let condition = self.condition(path.len(), taken);
        let branch = self.solver.branch(&mut self.pool, path.as_slice(), condition);
        let sides = [branch.taken, branch.not_taken];
        self.unknown += sides.iter().filter(|side| !side.is_sat() && !side.is_unsat()).count() as u64;
        self.forks += u64::from(sides.iter().all(|side| side.is_sat()));
        let negated = self.pool.not(condition);
        for (bit, (side, conjunct)) in sides.iter().zip([condition, negated]).enumerate() {
            if side.is_sat() && path.len() + 1 < DEPTH && self.live.len() < LIVE {
                let mut longer = Vec::with_capacity(path.len() + 1);
                longer.extend_from_slice(&path);
                longer.push(conjunct);
                let taken = (taken << 1 | bit as u64) & ((1 << MEMORY) - 1);
                self.live.push_back(State { path: Rc::new(longer), taken });
            }
        }
    }

    fn next_state(&mut self) -> State {
        let state = match self.order {
            Order::Deepest => self.live.pop_back(),
            Order::Oldest => self.live.pop_front(),
            Order::Any => {
                let at = self.below(self.live.len().max(1) as u64) as usize;
                self.live.swap_remove_back(at)
            }
        };
        state.unwrap_or_default()
    }

    /// What the parser asks at a place: a byte further on each time, and now and then a word or an old byte.
    fn condition(&mut self, depth: usize, taken: u64) -> ExprId {
        let at = depth as u64;
        let place = (at << MEMORY | taken).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let (kind, number) = (place % 8, place >> 3);
        match kind {
            0 => {
                let (word, limit) = (self.word(at & !3), self.pool.bv(32, (1 << 20) + number % (1 << 30)));
                self.pool.ult(word, limit)
            }
            1 => {
                let (word, magic) = (self.word(at & !3), self.pool.bv(32, 0x464c_457f + number % 3));
                self.pool.eq(word, magic)
            }
            2 => {
                let (byte, limit) = (self.byte(number % (at + 1)), self.pool.bv(8, 48 + number % 60));
                self.pool.ult(byte, limit)
            }
            3 => {
                let (byte, low, high) = (self.byte(at), self.pool.bv(8, 48), self.pool.bv(8, 57 + number % 3));
                let (above, below) = (self.pool.ule(low, byte), self.pool.ule(byte, high));
                self.pool.and(above, below)
            }
            _ => {
                let (byte, letter) = (self.byte(at), self.pool.bv(8, 97 + number % 6));
                self.pool.eq(byte, letter)
            }
        }
    }

    fn byte(&mut self, at: u64) -> ExprId {
        let index = self.pool.bv(64, at);
        self.pool.read(self.input, index)
    }
    /// Four bytes from `at` on, little-endian.
    fn word(&mut self, at: u64) -> ExprId {
        let mut word = self.byte(at);
        for next in 1..4 {
            let byte = self.byte(at + next);
            word = self.pool.concat(byte, word);
        }
        word
    }
    fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_forks_and_is_answered() {
        for order in ["deepest", "oldest", "any"] {
            let line = run(order, "2000").expect("every query is answered");
            let forks: u64 = line.split("forks=").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap();
            assert!((500..2000).contains(&forks), "{order}: {line}");
        }
    }
}
