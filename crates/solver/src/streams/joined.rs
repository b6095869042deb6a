//! Branches after loops that were joined by a pattern, one after the other over one buffer: what shows how the cost of
//! quantified queries grows with the bound of the loops.
//!
//! Loop number l skips letters: it starts where the one before stopped, repeats k times, and stops at another letter. Its path
//! condition is ∀i. 1 ≤ i ≤ k → s[start + i - 1] = letter, and s[start + k] ≠ letter. All of them together stay below the
//! bound. Branches ask how far a loop went and what stands somewhere.

use braid_expr::{ArrayKind, ExprId, ExprPool, SymbolClass, UpdateId};

use super::{Audience, Random, ask_both_sides};

/// A stream being made.
pub struct Joined {
    random: Random,
    bound: u64,
    buffer: UpdateId,
    /// Where each loop starts, its repetitions, and its letter.
    loops: Vec<(ExprId, ExprId, u64)>,
    path: Vec<ExprId>,
}

impl Joined {
    /// So many loops that stop within `bound` letters.
    pub fn new(pool: &mut ExprPool, loops: u64, bound: u64, seed: u64) -> Joined {
        let array = pool.array("s", ArrayKind::Symbolic { size: Some(bound + 1) }, 32, 8);
        let buffer = pool.base(array);
        let mut joined = Joined { random: Random::new(seed), bound, buffer, loops: Vec::new(), path: Vec::new() };
        let mut start = pool.bv(32, 0);
        for number in 0..loops {
            start = joined.add_loop(pool, start, number);
        }
        joined
    }

    /// Adds what the loop leaves to the path, and gives where it stops.
    fn add_loop(&mut self, pool: &mut ExprPool, start: ExprId, number: u64) -> ExprId {
        let k = pool.symbol(&format!("k{number}"), 32, SymbolClass::Round);
        let (limit, one, i, letter) = (pool.bv(32, self.bound), pool.one(32), pool.bound(32), 97 + number);
        let (before, stop) = (pool.sub(i, one), pool.add(start, k));
        self.path.extend([pool.ule(k, limit), pool.ule(stop, limit)]);
        let index = pool.add(start, before);
        let body = self.cell_is(pool, index, letter);
        self.path.push(pool.forall(k, body).expect("the body has no quantifier"));
        let goes_on = self.cell_is(pool, stop, letter);
        self.path.push(pool.not(goes_on));
        self.loops.push((start, k, letter));
        stop
    }

    /// Makes `steps` branches and asks both sides of each.
    pub fn run(&mut self, pool: &mut ExprPool, steps: u32, audience: &mut dyn Audience) {
        let start = self.path.len();
        for step in 0..steps {
            let condition = self.condition(pool);
            let first = self.random.below(2) as usize;
            ask_both_sides(pool, &mut self.path, condition, first, audience);
            if step % 25 == 24 {
                self.path.truncate(start.max(self.path.len().saturating_sub(12)));
            }
        }
    }

    fn condition(&mut self, pool: &mut ExprPool) -> ExprId {
        let at = self.random.below(self.loops.len() as u64) as usize;
        let (start, k, letter) = self.loops[at];
        let number = pool.bv(32, self.random.below(self.bound));
        match self.random.below(6) {
            0 => pool.ult(number, k),
            1 => self.cell_is(pool, number, letter),
            2 => pool.eq(k, number),
            3 => {
                let index = pool.add(start, number);
                self.cell_is(pool, index, letter)
            }
            4 => {
                let (stop, other) = (pool.add(start, k), letter + 1 + self.random.below(2));
                self.cell_is(pool, stop, other)
            }
            _ => {
                let stop = pool.add(start, k);
                pool.ule(stop, number)
            }
        }
    }

    fn cell_is(&mut self, pool: &mut ExprPool, index: ExprId, letter: u64) -> ExprId {
        let (cell, letter) = (pool.read(self.buffer, index), pool.bv(8, letter));
        pool.eq(cell, letter)
    }
}
