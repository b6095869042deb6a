//! The words are read back and held against the conditions that they were made of: both must hold under the same models.

use braid_entity::Entity;
use braid_expr::{ArrayId, ArrayKind, Evaluator, ExprId, ExprPool, Model, Node, SymbolClass, SymbolId, Value};
use braid_testing::Random;

use super::*;

/// What conditions are made of.
struct Bench {
    pool: ExprPool,
    arrays: [ArrayId; 2],
    k: ExprId,
    n: ExprId,
    k0: ExprId,
}

const WIDTH: u32 = 32;

impl Bench {
    fn new() -> Bench {
        let mut pool = ExprPool::new();
        let arrays = ["s", "t"].map(|name| pool.array(name, ArrayKind::Symbolic { size: Some(64) }, WIDTH, 8));
        let k = pool.symbol("k1.4", 4, SymbolClass::Round);
        let k0 = pool.symbol("k0.4", 4, SymbolClass::Round);
        let n = pool.symbol("n", WIDTH, SymbolClass::Input);
        Bench { pool, arrays, k, n, k0 }
    }

    /// The round, or the number of rounds, from 0 on, times a factor and some way further on.
    fn index(&mut self, random: &mut Random, of: ExprId) -> ExprId {
        let x = self.pool.zext(of, WIDTH);
        let is_round = of != self.k;
        let (factor, offset) = match random.below(4) {
            0 => (2, 0),
            1 => (u64::from(u32::MAX), 20),
            _ => (1, random.below(3)),
        };
        let factor = self.pool.bv(WIDTH, factor);
        let scaled = self.pool.mul(factor, x);
        let offset = self.pool.bv(WIDTH, (offset + u64::from(u32::MAX) + u64::from(!is_round)) & u64::from(u32::MAX));
        let sum = self.pool.add(scaled, offset);
        if random.below(3) > 0 {
            return sum;
        }
        let before = self.pool.zext(self.k0, WIDTH);
        self.pool.add(sum, before)
    }

    fn cell(&mut self, random: &mut Random, of: ExprId) -> ExprId {
        let index = self.index(random, of);
        let base = self.pool.base(self.arrays[random.below(2) as usize]);
        self.pool.read(base, index)
    }

    /// A condition about one byte.
    fn about_byte(&mut self, random: &mut Random, cell: ExprId) -> ExprId {
        let pool = &mut self.pool;
        let [a, b] = [random.below(6), random.below(6)].map(|letter| 95 + letter);
        let (letter, other) = (pool.bv(8, a), pool.bv(8, b));
        let wide = if random.below(2) == 0 { pool.zext(cell, WIDTH) } else { pool.sext(cell, WIDTH) };
        let (wide_letter, three) = (pool.bv(WIDTH, a), pool.bv(WIDTH, 3));
        match random.below(6) {
            0 => pool.eq(cell, letter),
            1 => {
                let (first, second) = (pool.eq(cell, letter), pool.eq(cell, other));
                pool.or(first, second)
            }
            2 => pool.slt(wide, wide_letter),
            3 => {
                let from = pool.sub(wide, wide_letter);
                pool.ult(from, three)
            }
            4 => pool.ule(letter, cell),
            _ => pool.ne(cell, letter),
        }
    }

    /// A condition of a round, or of the number of rounds.
    fn condition(&mut self, random: &mut Random, of: ExprId) -> ExprId {
        let cell = self.cell(random, of);
        let is_round = of != self.k;
        match random.below(6) {
            0 => {
                let index = self.pool.zext(of, WIDTH);
                let first = self.pool.bv(WIDTH, u64::from(u32::MAX));
                let index = if is_round { self.pool.add(index, first) } else { index };
                if random.below(2) == 0 { self.pool.ult(index, self.n) } else { self.pool.slt(index, self.n) }
            }
            1 => {
                let other = self.cell(random, of);
                if random.below(2) == 0 { self.pool.eq(cell, other) } else { self.pool.ne(cell, other) }
            }
            _ => self.about_byte(random, cell),
        }
    }

    fn model(&self, random: &mut Random, k: u64) -> Model {
        let mut model = Model::new();
        let symbol = |term| match self.pool.node(term) {
            Node::Symbol(symbol) => symbol,
            _ => SymbolId::from_u32(0),
        };
        for array in self.arrays {
            let letter = 95 + random.below(6);
            for cell in 0..64 {
                // Mostly alike, so that what holds in every round holds at times.
                let value = if random.below(6) == 0 { random.below(256) } else { letter };
                model.set_cell(array, cell, value);
            }
        }
        model.set_word(symbol(self.k), k);
        model.set_word(symbol(self.k0), random.below(4));
        let n = random.below(8);
        model.set_word(symbol(self.n), if n == 7 { u64::from(u32::MAX) } else { n });
        model
    }

    /// Returns true if atoms hold, by their terms.
    fn holds(&self, atoms: &Atoms, model: &Model, k: u64) -> bool {
        let mut evaluator = Evaluator::new();
        let mut run = evaluator.under(&self.pool, model);
        let mut all = run.all(atoms.before.iter().chain(&atoms.after).copied()).unwrap();
        for round in 1..=k {
            run.set_bound(Value::new(4, round));
            all &= run.all(atoms.each.iter().copied()).unwrap();
        }
        all
    }
}

/// Reads words: the grammar that the module's examples show, and nothing else.
struct Reader<'a> {
    bench: &'a Bench,
    model: &'a Model,
    k: i64,
    round: Option<i64>,
}

impl Reader<'_> {
    fn holds(&self, words: &str) -> bool {
        if let Some(rest) = words.strip_prefix("k = 0 or ") {
            return self.k == 0 || self.holds(rest);
        }
        if let Some(rest) = words.strip_prefix("for i in [0..k): ") {
            return (0..self.k).all(|round| Reader { round: Some(round), ..*self }.holds(rest));
        }
        if let "true" | "false" = words {
            return words == "true";
        }
        if let Some((low, rest)) = words.split_once(" ≤ k ≤ ") {
            return self.value(low) <= self.k && self.k <= self.value(rest);
        }
        for (sign, is_in) in [(" not in ", false), (" in ", true)] {
            if let Some((left, set)) = words.split_once(sign) {
                return self.cells(left).iter().all(|&cell| in_set(cell, set) == is_in);
            }
        }
        let (left, sign, right) = ["≠", "≤", "≥", "=", "<", ">"]
            .iter()
            .find_map(|&sign| words.split_once(&format!(" {sign} ")).map(|(left, right)| (left, sign, right)))
            .unwrap_or_else(|| panic!("not read: {words}"));
        let (left, right) = (self.cells(left), self.cells(right));
        let count = if left.len() == 1 { right.len() } else { left.len() };
        let at = |side: &[i64], place: usize| if side.len() == 1 { side[0] } else { side[place] };
        assert!([left.len(), right.len()].iter().all(|&len| len == 1 || len == count), "{words}");
        (0..count).all(|place| {
            let (a, b) = (at(&left, place), at(&right, place));
            match sign {
                "≠" => a != b,
                "≤" => a <= b,
                "≥" => a >= b,
                "=" => a == b,
                "<" => a < b,
                _ => a > b,
            }
        })
    }

    /// A side of a comparison: one value, or those of a range of cells. No range means no cell where there was no round.
    fn cells(&self, text: &str) -> Vec<i64> {
        let Some((array, range)) = text.strip_suffix(')').and_then(|text| text.split_once('[')) else {
            return vec![self.value(text)];
        };
        let (low, high) = range.split_once("..").expect("a range");
        let (low, high) = (self.value(low), self.value(high));
        assert_eq!(high - low, self.k, "{text}");
        (low..high).map(|cell| self.cell(array, cell)).collect()
    }

    fn cell(&self, array: &str, index: i64) -> i64 {
        let array = self.bench.arrays[usize::from(array == "t")];
        self.model.cell(array, index as u64) as i64
    }

    fn value(&self, text: &str) -> i64 {
        let text = text.trim();
        if let Some((array, index)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            return self.cell(array, self.value(index));
        }
        if let Some(at) = text.rfind(" + ").max(text.rfind(" - ")) {
            let (left, right) = (self.value(&text[..at]), self.value(&text[at + 3..]));
            return if text[at..].starts_with(" + ") { left + right } else { left - right };
        }
        if let Some((factor, of)) = text.split_once(" * ") {
            return self.value(factor) * self.value(of);
        }
        let symbol = |term| match self.bench.pool.node(term) {
            Node::Symbol(symbol) => self.model.word(symbol) as i64,
            _ => 0,
        };
        match text {
            "k" => self.k,
            "i" => self.round.expect("inside of 'for i'"),
            "n" => symbol(self.bench.n),
            "k0" => symbol(self.bench.k0),
            _ if text.starts_with('\'') => read_letter(text),
            _ => text.parse().unwrap_or_else(|_| panic!("not a number: {text}")),
        }
    }
}

fn read_letter(text: &str) -> i64 {
    let inner = &text[1..text.len() - 1];
    match inner.strip_prefix('\\') {
        None => i64::from(inner.as_bytes()[0]),
        Some("0") => 0,
        Some("t") => 9,
        Some("n") => 10,
        Some("r") => 13,
        Some(hex) if hex.starts_with('x') => i64::from_str_radix(&hex[1..], 16).unwrap(),
        Some(other) => i64::from(other.as_bytes()[0]),
    }
}

fn in_set(cell: i64, set: &str) -> bool {
    let set = &set[1..set.len() - 1];
    set.split(", ").filter(|entry| !entry.is_empty()).any(|entry| match entry.split_once("'..'") {
        Some((low, high)) => (read_letter(&format!("{low}'"))..=read_letter(&format!("'{high}"))).contains(&cell),
        None => read_letter(entry) == cell,
    })
}

/// Comparisons with `n` are signed or not as the source has it, which the words do not show: where `n` is meant without sign.
fn signs_agree(bench: &Bench, atoms: &Atoms, model: &Model) -> bool {
    let Node::Symbol(n) = bench.pool.node(bench.n) else { return true };
    let is_unsigned = |atom: &&ExprId| matches!(bench.pool.node(**atom), Node::Ult(..) | Node::Ule(..));
    model.word(n) < 100 || !atoms.each.iter().chain(&atoms.after).any(|atom| is_unsigned(&atom))
}

#[test]
fn words_say_what_their_conditions_say() {
    let mut random = Random::new(1);
    let (mut held, mut broken) = (0, 0);
    for _ in 0..600 {
        let mut bench = Bench::new();
        let bound = bench.pool.bound(4);
        let each = (0..=random.below(2)).map(|_| bench.condition(&mut random, bound)).collect();
        let after = (0..=random.below(2)).map(|_| bench.condition(&mut random, bench.k)).collect();
        let atoms = Atoms { before: Vec::new(), each, after };
        let least = random.below(2);
        let rounds: Vec<u64> = (least..6).collect();
        let words = Words::new(&bench.pool, bench.k, &|_| None, |_| false).pattern(&atoms, &rounds);
        for _ in 0..40 {
            let k = least + random.below(6 - least);
            let model = bench.model(&mut random, k);
            if !signs_agree(&bench, &atoms, &model) {
                continue;
            }
            // A number that is no index of 32 bits any more is none in the words either.
            let signed = |word: u64| if word == u64::from(u32::MAX) { -1 } else { word as i64 };
            let mut shown = model.clone();
            if let Node::Symbol(n) = bench.pool.node(bench.n) {
                shown.set_word(n, signed(model.word(n)).cast_unsigned());
            }
            let reader = Reader { bench: &bench, model: &shown, k: k as i64, round: None };
            let said = words.iter().all(|word| reader.holds(word));
            let meant = bench.holds(&atoms, &model, k);
            assert_eq!(said, meant, "{words:?} with k = {k}");
            if meant { held += 1 } else { broken += 1 }
        }
    }
    assert!(held > 300 && broken > 300, "{held} held, {broken} did not");
}

#[test]
fn elements_of_several_bytes_are_counted_in_elements_and_long_conditions_named_by_what_they_are_about() {
    let mut bench = Bench::new();
    let bound = bench.pool.bound(4);
    let pool = &mut bench.pool;
    let base = pool.base(bench.arrays[0]);
    let word = |pool: &mut ExprPool, of: ExprId, from: u64| {
        let x = pool.zext(of, WIDTH);
        let four = pool.bv(WIDTH, 4);
        let scaled = pool.mul(four, x);
        let bytes: Vec<ExprId> = (0..4)
            .map(|byte| {
                let offset = pool.bv(WIDTH, (from + byte) & u64::from(u32::MAX));
                let index = pool.add(scaled, offset);
                pool.read(base, index)
            })
            .collect();
        bytes.into_iter().reduce(|low, high| pool.concat(high, low)).unwrap()
    };
    let (inside, behind) = (word(pool, bound, u64::from(u32::MAX) - 3), word(pool, bench.k, 8));
    let hundred = pool.bv(32, 100);
    let (small, large) = (pool.slt(inside, hundred), pool.sle(hundred, behind));
    let mut long = inside;
    for round in 0..12 {
        let factor = pool.bv(32, 3 + round);
        long = pool.mul(long, factor);
        long = pool.xor(long, behind);
    }
    let long = pool.eq(long, hundred);
    let atoms = Atoms { before: Vec::new(), each: vec![small, long], after: vec![large] };
    let words = Words::new(&bench.pool, bench.k, &|_| None, |name| name == "k").pattern(&atoms, &[1, 2, 4]);
    assert_eq!(
        words,
        [
            "s[0..rounds) < 100",
            "a condition on s[0..rounds), s[rounds + 2]",
            "s[rounds + 2] ≥ 100",
            "rounds in {1..2, 4}"
        ]
    );
}
