//! Streams of queries as a symbolic executor asks them, for benchmarks and tests.
//!
//! At each branch both sides are asked under the path condition, a feasible one is followed, and now and then the path
//! goes back. Seven families stand for what programs do with their input: compare bytes, compute on words, merge values,
//! index memory, hash, and (expanded or not) hold a bounded quantifier. Everything follows from the seed and from the
//! answers, which are the same whoever gives them.

mod joined;

use braid_expr::{ArrayId, ArrayKind, ExprId, ExprPool, SymbolClass, UpdateId};
use braid_testing::Random;

pub use joined::Joined;

/// Kinds of branch conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Bytes compared with constants.
    Cmp,
    /// Four bytes as a word: sums, shifts, order.
    U32,
    /// Values that joined paths left, as nested choices that grow.
    Ite,
    /// Reads and writes at symbolic indexes.
    Idx,
    /// Hashes and products.
    Mul,
    /// A bounded quantifier as 200 implications.
    Quantx,
    /// The same as a quantifier.
    Quant,
}

impl Family {
    /// All families with their names and the number of branches that makes a stream of the benchmark.
    pub const ALL: [(Family, &'static str, u32); 7] = [
        (Family::Cmp, "cmp", 2000),
        (Family::U32, "u32", 1000),
        (Family::Ite, "ite", 150),
        (Family::Idx, "idx", 50),
        (Family::Mul, "mul", 140),
        (Family::Quantx, "quantx", 1000),
        (Family::Quant, "quant", 1000),
    ];

    fn is_quantified(self) -> bool {
        matches!(self, Family::Quant | Family::Quantx)
    }
    /// Families whose path condition is cut back now and then; in the others every value builds on the last.
    fn goes_back(self) -> bool {
        !matches!(self, Family::Ite | Family::Idx | Family::Mul)
    }
}

/// Who answers the queries of a stream, and may write them down.
pub trait Audience {
    /// Whether all of `path` can hold together. `new` conjuncts at its end were not in the path before.
    fn ask(&mut self, pool: &mut ExprPool, path: &[ExprId]) -> bool;
}

/// A stream being made.
pub struct Stream {
    family: Family,
    random: Random,
    cells: u64,
    array: ArrayId,
    memory: UpdateId,
    merged: [Option<ExprId>; 8],
    hash: ExprId,
    repetitions: ExprId,
    length: ExprId,
    path: Vec<ExprId>,
    depth: usize,
}

impl Stream {
    /// The beginning of a stream: its unknowns and what always holds.
    pub fn new(pool: &mut ExprPool, family: Family, seed: u64) -> Stream {
        let cells = if family.is_quantified() { 256 } else { 64 };
        let array = pool.array("s", ArrayKind::Symbolic { size: Some(cells) }, 32, 8);
        let mut stream = Stream {
            family,
            random: Random::new(seed ^ (family as u64) << 56),
            cells,
            array,
            memory: pool.base(array),
            merged: [None; 8],
            hash: pool.bv(32, 5381),
            repetitions: pool.symbol("k", 32, SymbolClass::Round),
            length: pool.symbol("n", 32, SymbolClass::Input),
            path: Vec::new(),
            depth: 0,
        };
        if family.is_quantified() {
            stream.quantified_start(pool);
        }
        stream
    }

    /// Makes `steps` branches and asks both sides of each.
    pub fn run(&mut self, pool: &mut ExprPool, steps: u32, audience: &mut dyn Audience) {
        for step in 0..steps {
            let condition = self.condition(pool, step);
            let first = self.random.below(2) as usize;
            if ask_both_sides(pool, &mut self.path, condition, first, audience) {
                self.depth += 1;
            }
            if step % 25 == 24 && self.depth > 12 && self.family.goes_back() {
                self.path.truncate(self.path.len() - 12);
                self.depth -= 12;
            }
        }
    }

    /// k ≤ 200, n ≤ 200, and for all i from 1 to k: i - 1 < n and s[i - 1] = 'a'.
    fn quantified_start(&mut self, pool: &mut ExprPool) {
        let limit = pool.bv(32, 200);
        self.path.push(pool.ule(self.repetitions, limit));
        self.path.push(pool.ule(self.length, limit));
        let one = pool.bv(32, 1);
        if self.family == Family::Quant {
            let i = pool.bound(32);
            let before = pool.sub(i, one);
            let body = self.quantified_body(pool, before);
            self.path.push(pool.forall(self.repetitions, body).expect("the body has no quantifier"));
            return;
        }
        for number in 1..=200 {
            let (i, before) = (pool.bv(32, number), pool.bv(32, number - 1));
            let body = self.quantified_body(pool, before);
            let within = pool.ule(i, self.repetitions);
            self.path.push(pool.implies(within, body));
        }
    }

    fn quantified_body(&mut self, pool: &mut ExprPool, index: ExprId) -> ExprId {
        let letter = pool.bv(8, 97);
        let below = pool.ult(index, self.length);
        let base = pool.base(self.array);
        let cell = pool.read(base, index);
        let same = pool.eq(cell, letter);
        pool.and(below, same)
    }

    fn condition(&mut self, pool: &mut ExprPool, step: u32) -> ExprId {
        match self.family {
            Family::Cmp => self.compare_byte(pool),
            Family::U32 => self.compare_word(pool),
            Family::Ite => self.compare_merged(pool),
            Family::Idx => self.compare_indexed(pool),
            Family::Mul => self.compare_product(pool, step),
            Family::Quant | Family::Quantx => self.compare_quantified(pool),
        }
    }

    fn compare_byte(&mut self, pool: &mut ExprPool) -> ExprId {
        let byte = self.some_byte(pool);
        match self.random.below(3) {
            0 => {
                let letter = self.constant(pool, 8, 97, 20);
                pool.eq(byte, letter)
            }
            1 => {
                let limit = self.constant(pool, 8, 48, 60);
                pool.ult(byte, limit)
            }
            _ => {
                let (low, high) = (pool.bv(8, 48), self.constant(pool, 8, 57, 40));
                let (above, below) = (pool.ule(low, byte), pool.ule(byte, high));
                pool.and(above, below)
            }
        }
    }

    fn compare_word(&mut self, pool: &mut ExprPool) -> ExprId {
        let at = self.some_word_at();
        let word = self.word(pool, at);
        match self.random.below(4) {
            0 => {
                let (eight, limit) = (pool.bv(32, 8), self.constant(pool, 32, 1000, 100_000));
                let sum = pool.add(word, eight);
                pool.ule(sum, limit)
            }
            1 => {
                let (three, seven, wanted) = (pool.bv(32, 3), pool.bv(32, 7), self.constant(pool, 32, 0, 8));
                let shifted = pool.lshr(word, three);
                let field = pool.and(shifted, seven);
                pool.eq(field, wanted)
            }
            2 => {
                let (amount, limit) = (self.constant(pool, 32, 0, 8), self.constant(pool, 32, 0, 3000));
                let (first, second) = (self.wide_byte(pool, at), self.wide_byte(pool, (at + 5) % self.cells));
                let shifted = pool.shl(first, amount);
                let sum = pool.add(shifted, second);
                pool.slt(sum, limit)
            }
            _ => {
                let other_at = self.some_word_at();
                let (other, limit) = (self.word(pool, other_at), self.constant(pool, 32, 0, 1 << 20));
                let difference = pool.sub(word, other);
                pool.ult(difference, limit)
            }
        }
    }

    fn compare_merged(&mut self, pool: &mut ExprPool) -> ExprId {
        let (at, slot) = (self.random.below(self.cells), self.random.below(8) as usize);
        let old = self.merged[slot].unwrap_or_else(|| pool.bv(32, 0));
        let other = self.merged[(slot + 1) % 8].unwrap_or_else(|| pool.bv(32, slot as u64));
        let (letter, more, limit) = (self.constant(pool, 8, 97, 4), self.constant(pool, 32, 1, 3), pool.bv(8, 64));
        let (first, second) = (self.byte(pool, at), self.byte(pool, (at + 1) % self.cells));
        let (is_letter, is_low) = (pool.eq(first, letter), pool.ult(second, limit));
        let (increased, kept) = (pool.add(old, more), pool.ite(is_low, old, other));
        let merged = pool.ite(is_letter, increased, kept);
        self.merged[slot] = Some(merged);
        let value = self.merged[self.random.below(8) as usize].unwrap_or(merged);
        if self.random.below(2) == 1 {
            let limit = self.constant(pool, 32, 2, 6);
            pool.ult(value, limit)
        } else {
            let wanted = self.constant(pool, 32, 0, 8);
            pool.eq(value, wanted)
        }
    }

    fn compare_indexed(&mut self, pool: &mut ExprPool) -> ExprId {
        let at = self.random.below(self.cells);
        let (wide, offset, mask) =
            (self.wide_byte(pool, at), self.constant(pool, 32, 0, self.cells), pool.bv(32, self.cells - 1));
        let sum = pool.add(wide, offset);
        let index = pool.and(sum, mask);
        if self.random.below(3) == 0 {
            let element = self.some_byte(pool);
            self.memory = pool.store(self.memory, index, element);
        }
        let value = pool.read(self.memory, index);
        if self.random.below(2) == 1 {
            let letter = self.constant(pool, 8, 97, 8);
            pool.eq(value, letter)
        } else {
            let limit = self.constant(pool, 8, 40, 60);
            pool.ult(value, limit)
        }
    }

    fn compare_product(&mut self, pool: &mut ExprPool, step: u32) -> ExprId {
        if step.is_multiple_of(4) {
            let at = self.random.below(self.cells);
            let (factor, byte) = (pool.bv(32, 31), self.wide_byte(pool, at));
            let product = pool.mul(self.hash, factor);
            self.hash = pool.add(product, byte);
        }
        match self.random.below(3) {
            0 => {
                let (mask, wanted) = (pool.bv(32, 15), self.constant(pool, 32, 0, 16));
                let bucket = pool.and(self.hash, mask);
                pool.eq(bucket, wanted)
            }
            1 => {
                let at = self.some_word_at();
                let (a, b) = (self.low_half(pool, at), self.low_half(pool, (at + 4) % (self.cells - 4)));
                let (product, limit) = (pool.mul(a, b), self.constant(pool, 32, 10_000, 1_000_000));
                pool.ult(product, limit)
            }
            _ => {
                let at = self.some_word_at();
                let (word, size, limit) = (self.word(pool, at), pool.bv(32, 12), pool.bv(32, 4096));
                let product = pool.mul(word, size);
                pool.ult(product, limit)
            }
        }
    }

    fn compare_quantified(&mut self, pool: &mut ExprPool) -> ExprId {
        let number = self.random.below(200);
        let constant = pool.bv(32, number);
        match self.random.below(5) {
            0 => pool.ult(constant, self.repetitions),
            1 => {
                let (byte, letter) = (self.byte(pool, number), pool.bv(8, 97));
                pool.eq(byte, letter)
            }
            2 => pool.ule(self.length, constant),
            3 => {
                let base = pool.base(self.array);
                let (byte, letter) = (pool.read(base, self.repetitions), self.constant(pool, 8, 97, 2));
                pool.eq(byte, letter)
            }
            _ => pool.eq(self.repetitions, constant),
        }
    }

    /// A constant from `from` up to, not including, `from + count`.
    fn constant(&mut self, pool: &mut ExprPool, width: u32, from: u64, count: u64) -> ExprId {
        pool.bv(width, from + self.random.below(count))
    }
    fn byte(&mut self, pool: &mut ExprPool, at: u64) -> ExprId {
        let (base, index) = (pool.base(self.array), pool.bv(32, at));
        pool.read(base, index)
    }
    fn some_byte(&mut self, pool: &mut ExprPool) -> ExprId {
        let at = self.random.below(self.cells);
        self.byte(pool, at)
    }
    fn wide_byte(&mut self, pool: &mut ExprPool, at: u64) -> ExprId {
        let byte = self.byte(pool, at);
        pool.zext(byte, 32)
    }
    fn some_word_at(&mut self) -> u64 {
        4 * self.random.below((self.cells - 4) / 4)
    }
    /// Four bytes from `at` on, little-endian.
    fn word(&mut self, pool: &mut ExprPool, at: u64) -> ExprId {
        let mut word = self.byte(pool, at);
        for next in 1..4 {
            let byte = self.byte(pool, at + next);
            word = pool.concat(byte, word);
        }
        word
    }
    fn low_half(&mut self, pool: &mut ExprPool, at: u64) -> ExprId {
        let word = self.word(pool, at);
        let half = pool.extract(word, 0, 16);
        pool.zext(half, 32)
    }
}

/// Asks both sides of a branch and follows one that can be taken, the one of that number if both can: 0 is the condition, 1 its
/// negation. Says whether the path grew.
fn ask_both_sides(
    pool: &mut ExprPool,
    path: &mut Vec<ExprId>,
    condition: ExprId,
    first: usize,
    audience: &mut dyn Audience,
) -> bool {
    let sides = [condition, pool.not(condition)];
    let answers = sides.map(|side| {
        path.push(side);
        let answer = audience.ask(pool, path);
        path.pop();
        answer
    });
    let chosen = if answers[first] { first } else { 1 - first };
    if answers[chosen] {
        path.push(sides[chosen]);
    }
    answers[chosen]
}
