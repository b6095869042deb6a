//! Patterns and values in the words of the source: `count = k, s[0..k) = 'a', s[k] ≠ 'a', k ≤ 2`.
//!
//! The words are made of the very conditions that the joined state has in its path, and each says what its condition says, so that
//! they are as true as the state is; the tests read them back and hold them against the conditions. Terms are written as C writes
//! them. Cells have the name of the input that their memory holds, and are those that the loop has read: what was written before it
//! counts. What a condition says of one byte is found by trying all its values ([`bytes`]). Comparisons are signed or not as the source has it. The number of
//! rounds of the pattern at hand is `k`, those of earlier ones are `k0`, `k1`, and so on. Of a condition that is too long only what it is about is told.

mod bytes;
mod sum;
#[cfg(test)]
mod tests;

use braid_expr::{ExprId, ExprPool, Node, Op, SymbolClass};
use rustc_hash::FxHashSet;

use bytes::{Bytes, letter};
use sum::{Cell, Sum, signed};

/// Terms are written so many levels deep.
const MAX_DEPTH: u32 = 8;
/// Values with more parts than this are not looked through.
const MAX_VISITS: usize = 1000;
/// A condition is not longer than this.
const MAX_LENGTH: usize = 120;
/// Tables of values are not longer than this.
const MAX_TABLE: usize = 16;
/// So many cells are named where a condition is not shown.
const MAX_NAMED: usize = 4;
/// So many ranges of k are listed.
const MAX_RANGES: usize = 8;
/// Numbers beyond this are addresses, or nothing that a reader knows.
const MAX_NUMBER: u64 = 1 << 32;

/// What a pattern says, by conditions that hold in its states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Atoms {
    /// Before the first round.
    pub before: Vec<ExprId>,
    /// In every round, as a condition of the bound variable, which counts rounds from 1.
    pub each: Vec<ExprId>,
    /// After the last one.
    pub after: Vec<ExprId>,
}

/// The object at an address: its name, and how far inside of it the address is.
pub type NameObject<'a> = dyn Fn(u64) -> Option<(String, i64)> + 'a;

/// Writes terms.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pool: &'a ExprPool,
    /// The number of rounds of the pattern at hand.
    k: ExprId,
    /// What it is called.
    name: &'a str,
    /// What a round is called.
    round: &'a str,
    objects: &'a NameObject<'a>,
    /// Whether a cell of a round stands for those of all rounds.
    ranges: bool,
}

impl core::fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "words about {}", self.name)
    }
}

/// Text, and what it is.
struct Text(String, Kind);

/// What a text is: it tells where parentheses are needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Atom,
    Sum,
    Other,
}

impl Text {
    fn atom(text: impl Into<String>) -> Text {
        Text(text.into(), Kind::Atom)
    }
    fn other(text: impl Into<String>) -> Text {
        Text(text.into(), Kind::Other)
    }
    /// As a part of another.
    fn nested(self) -> String {
        if self.1 == Kind::Atom { self.0 } else { format!("({})", self.0) }
    }
    /// As a side of a comparison.
    fn side(self) -> String {
        if self.1 == Kind::Other { format!("({})", self.0) } else { self.0 }
    }
}

impl<'a> Words<'a> {
    /// Writes terms of a pattern with this number of rounds; that and a round get names that are not taken.
    pub fn new(
        pool: &'a ExprPool,
        k: ExprId,
        objects: &'a NameObject<'a>,
        is_taken: impl Fn(&str) -> bool,
    ) -> Words<'a> {
        let free = |names: [&'a str; 3]| names.into_iter().find(|name| !is_taken(name)).unwrap_or(names[2]);
        let (name, round) = (free(["k", "rounds", "times"]), free(["i", "j", "round"]));
        Words { pool, k, name, round, objects, ranges: false }
    }

    /// That a variable has a value, if the value depends on the number of rounds.
    pub fn variable(&self, name: &str, value: ExprId, rounds: &[u64]) -> Option<String> {
        if !self.mentions(value) {
            return None;
        }
        let text = self.text(value, 0).0;
        let text = if text.contains('?') { self.table(value, rounds) } else { shown(text) };
        Some(format!("{name} = {}", text.unwrap_or_else(|| format!("a function of {}", self.name))))
    }

    /// A value that is not linear in the number of rounds and depends on nothing else, for each number of rounds.
    fn table(&self, value: ExprId, rounds: &[u64]) -> Option<String> {
        let is_whole = rounds.iter().enumerate().all(|(at, &number)| at as u64 == number);
        let unused = 64u32.checked_sub(self.pool.width(value)).filter(|_| is_whole && rounds.len() <= MAX_TABLE)?;
        let entry = |&number| {
            let word = bytes::value_for(self.pool, value, self.k, number)?;
            let number = (word << unused).cast_signed() >> unused;
            Some(self.sum(&Sum { number, ..Sum::default() }, 0).0)
        };
        let entries: Option<Vec<String>> = rounds.iter().map(entry).collect();
        Some(format!("[{}][{}]", entries?.join(", "), self.name))
    }

    /// What a pattern with these numbers of rounds says.
    pub fn pattern(&self, atoms: &Atoms, rounds: &[u64]) -> Vec<String> {
        let may_be_none = rounds.contains(&0);
        let (in_rounds, alike): (Vec<ExprId>, Vec<ExprId>) =
            atoms.each.iter().partition(|&&atom| self.pool.has_bound(atom));
        let mut words = self.all(&in_rounds, |atom| self.each_round(atom, may_be_none));
        // What is the same in every round is known only if there was one.
        let guard = if may_be_none { format!("{} = 0 or ", self.name) } else { String::new() };
        words.extend(self.all(&alike, |atom| self.of(atom)).into_iter().map(|word| format!("{guard}{word}")));
        words.extend(self.all(&atoms.after, |atom| self.of(atom)));
        words.extend(self.all(&atoms.before, |atom| self.of(atom)));
        words.push(self.domain(rounds));
        words.dedup();
        words
    }

    /// Conditions in words, in order; those about one and the same byte are one.
    fn all(&self, conditions: &[ExprId], other: impl Fn(ExprId) -> String) -> Vec<String> {
        enum Said {
            Byte(ExprId, Box<Bytes>),
            Other(String),
        }
        let mut said: Vec<Said> = Vec::new();
        for &condition in conditions {
            let Some((cell, allowed)) = self.about_byte(condition) else {
                said.push(Said::Other(other(condition)));
                continue;
            };
            let known = said.iter_mut().find_map(|said| match said {
                Said::Byte(of, bytes) if *of == cell => Some(bytes),
                _ => None,
            });
            match known {
                Some(bytes) => **bytes = bytes.and(&allowed),
                None => said.push(Said::Byte(cell, Box::new(allowed))),
            }
        }
        let words = said.into_iter().map(|said| match said {
            Said::Byte(cell, bytes) => self.byte(cell, &bytes),
            Said::Other(words) => words,
        });
        words.collect()
    }

    /// The only byte that a condition depends on, and which values of it are allowed.
    fn about_byte(&self, condition: ExprId) -> Option<(ExprId, Bytes)> {
        let (mut open, mut seen, mut only) = (vec![condition], FxHashSet::default(), None);
        while let Some(term) = open.pop() {
            if seen.len() > MAX_VISITS {
                return None;
            }
            match self.pool.node(term) {
                Node::Read(updates, index) if !self.is_table(updates) => {
                    if self.pool.width(term) != 8 || *only.get_or_insert(term) != term {
                        return None;
                    }
                    let index = Sum::of(self.pool, index);
                    if !index.is_linear(self.pool) {
                        return None;
                    }
                }
                Node::Read(_, index) => open.push(index),
                Node::Symbol(_) | Node::Bound | Node::Forall(..) => return None,
                _ if seen.insert(term) => open.extend(self.pool.children(term)),
                _ => {}
            }
        }
        let cell = only?;
        Some((cell, Bytes::allowed(self.pool, condition, cell)?))
    }

    /// Returns true if all elements of an array are known.
    fn is_table(&self, updates: braid_expr::UpdateId) -> bool {
        matches!(self.pool.update(updates), Node::Base(array) if self.pool.array_data(array).is_constant())
    }

    /// That a byte, or that of each round, is one of these.
    fn byte(&self, cell: ExprId, bytes: &Bytes) -> String {
        let one = |this: Words<'_>| bytes.of(&this.text(cell, 0).nested());
        match Cell::of(self.pool, cell).map(|cell| cell.index.rounds) {
            Some(0) => one(*self),
            Some(1 | -1) => one(Words { ranges: true, ..*self }),
            _ => format!("{}{}", self.for_each(), one(*self)),
        }
    }

    fn for_each(&self) -> String {
        format!("for {} in [0..{}): ", self.round, self.name)
    }

    /// A condition that holds in every round.
    fn each_round(&self, condition: ExprId, may_be_none: bool) -> String {
        if let Some(words) = self.counted(condition, may_be_none) {
            return words;
        }
        if self.is_about_ranges(condition) {
            return Words { ranges: true, ..*self }.of(condition);
        }
        format!("{}{}", self.for_each(), self.of(condition))
    }

    /// That the number of the round is below something: that is sharpest in the last round.
    fn counted(&self, condition: ExprId, may_be_none: bool) -> Option<String> {
        let (a, b, strict, is_signed) = match self.pool.node(condition) {
            Node::Ult(a, b) => (a, b, true, false),
            Node::Ule(a, b) => (a, b, false, false),
            Node::Slt(a, b) => (a, b, true, true),
            Node::Sle(a, b) => (a, b, false, true),
            _ => return None,
        };
        let sum = Sum::of(self.pool, a);
        let sign = match sum.number + i64::from(strict) {
            0 => "≤",
            1 => "<",
            _ => return None,
        };
        if sum.rounds != 1 || !sum.parts.is_empty() || self.pool.has_bound(b) {
            return None;
        }
        let is_trivial = !is_signed && sign == "≤";
        let guard = if may_be_none && !is_trivial { format!("{} = 0 or ", self.name) } else { String::new() };
        Some(format!("{guard}{} {sign} {}", self.name, shown(self.text(b, 1).nested())?))
    }

    /// Returns true if the round is only used to say which cell is meant, and there is one such cell, or two are equal.
    fn is_about_ranges(&self, condition: ExprId) -> bool {
        let (mut open, mut cells) = (vec![condition], Vec::new());
        while let Some(term) = open.pop() {
            match Cell::of(self.pool, term) {
                _ if cells.len() > 2 => return false,
                _ if !self.pool.has_bound(term) => {}
                Some(cell) if cell.index.is_linear(self.pool) && cell.index.rounds.abs() == 1 => {
                    if !cells.contains(&cell) {
                        cells.push(cell);
                    }
                }
                Some(_) => return false,
                None if self.pool.node(term) == Node::Bound => return false,
                None => open.extend(self.pool.children(term)),
            }
        }
        match (&cells[..], self.pool.node(condition)) {
            ([_], _) => true,
            ([a, b], Node::Eq(left, right)) => {
                let are_sides = [left, right].iter().all(|&side| Cell::of(self.pool, side).is_some());
                are_sides && a.index.rounds == b.index.rounds
            }
            _ => false,
        }
    }

    /// A condition that holds once. If it is too long or too deep, what it is about.
    fn of(&self, term: ExprId) -> String {
        shown(self.text(term, 0).0).unwrap_or_else(|| self.about(term))
    }

    fn about(&self, condition: ExprId) -> String {
        let (mut open, mut seen, mut names) = (vec![condition], FxHashSet::default(), Vec::new());
        while let Some(term) = open.pop().filter(|_| seen.len() < MAX_VISITS && names.len() <= MAX_NAMED) {
            if !seen.insert(term) || self.pool.is_const(term) {
                continue;
            }
            let is_leaf = matches!(self.pool.node(term), Node::Symbol(_)) || Cell::of(self.pool, term).is_some();
            let name = self.text(term, 1).0;
            match is_leaf {
                true if names.contains(&name) => {}
                true => names.extend(shown(name)),
                false => open.extend(self.pool.children(term)),
            }
        }
        let more = if names.len() > MAX_NAMED { " and others" } else { "" };
        names.truncate(MAX_NAMED);
        format!("a condition on {}{more}", names.join(", "))
    }

    /// Which numbers of rounds there are; they ascend.
    fn domain(&self, rounds: &[u64]) -> String {
        let mut runs: Vec<(u64, u64)> = Vec::new();
        for &number in rounds {
            match runs.last_mut() {
                Some(last) if number.saturating_sub(last.1) <= 1 => last.1 = number,
                _ => runs.push((number, number)),
            }
        }
        let k = self.name;
        match runs[..] {
            [(0, last)] => format!("{k} ≤ {last}"),
            [(first, last)] => format!("{first} ≤ {k} ≤ {last}"),
            _ => {
                let run = |&(a, b): &(u64, u64)| if a == b { a.to_string() } else { format!("{a}..{b}") };
                let mut listed: Vec<String> = runs.iter().take(MAX_RANGES).map(run).collect();
                if runs.len() > MAX_RANGES {
                    listed.push(format!("… {}", rounds.last().copied().unwrap_or(0)));
                }
                format!("{k} in {{{}}}", listed.join(", "))
            }
        }
    }

    /// Returns true if a term depends on the number of rounds.
    fn mentions(&self, term: ExprId) -> bool {
        let (mut open, mut seen) = (vec![term], FxHashSet::default());
        while let Some(term) = open.pop().filter(|_| seen.len() < MAX_VISITS) {
            if term == self.k {
                return true;
            }
            if seen.insert(term) {
                open.extend(self.pool.children(term));
            }
        }
        false
    }

    fn text(&self, term: ExprId, depth: u32) -> Text {
        if depth > MAX_DEPTH {
            return Text::atom("…");
        }
        if let Some(cell) = Cell::of(self.pool, term) {
            return self.cell(&cell, depth);
        }
        if let Some((cell, sign, value)) = self.bytewise(term) {
            let value = self.sum(&Sum { number: value, ..Sum::default() }, depth + 1).side();
            return Text::other(format!("{} {sign} {value}", self.cell(&cell, depth + 1).0));
        }
        let deeper = |term| self.text(term, depth + 1);
        match self.pool.node(term) {
            Node::Const => self.number(term),
            Node::Symbol(_) if term == self.k => Text::atom(self.name),
            Node::Symbol(symbol) => {
                let (name, data) = (self.pool.symbol_name(symbol), self.pool.symbol_data(symbol));
                let is_round = data.class == SymbolClass::Round;
                Text::atom(if is_round { name.split('.').next().unwrap_or(name) } else { name })
            }
            Node::Zext(inner) | Node::Sext(inner) => deeper(inner),
            Node::Not(inner) => self.negation(inner, depth),
            Node::Or(a, b) => self.infix(a, if self.pool.width(term) == 1 { "||" } else { "|" }, b, depth),
            Node::And(a, b) => self.infix(a, if self.pool.width(term) == 1 { "&&" } else { "&" }, b, depth),
            Node::Eq(a, b) => self.compare(term, [a, b], ["=", "="], depth),
            Node::Ult(a, b) | Node::Slt(a, b) => self.compare(term, [a, b], ["<", ">"], depth),
            Node::Ule(a, b) | Node::Sle(a, b) => self.compare(term, [a, b], ["≤", "≥"], depth),
            Node::Ite(condition, a, b) => {
                let [condition, a, b] = [condition, a, b].map(|part| deeper(part).nested());
                Text::other(format!("{condition} ? {a} : {b}"))
            }
            Node::Forall(..) => Text::atom("…"),
            Node::Xor(a, b) => self.infix(a, "^", b, depth),
            Node::Udiv(a, b) | Node::Sdiv(a, b) => self.infix(a, "/", b, depth),
            Node::Urem(a, b) | Node::Srem(a, b) => self.infix(a, "%", b, depth),
            Node::Shl(a, b) => self.infix(a, "<<", b, depth),
            Node::Lshr(a, b) | Node::Ashr(a, b) => self.infix(a, ">>", b, depth),
            Node::Extract(inner, low) => self.bits(term, inner, low, depth),
            Node::Add(..) | Node::Sub(..) | Node::Mul(..) | Node::Neg(_) | Node::Bound | Node::Concat(..) => {
                let sum = Sum::of(self.pool, term);
                if sum.parts == [(1, term)] { self.plain(term, depth) } else { self.sum(&sum, depth) }
            }
            Node::Read(..) | Node::Base(_) | Node::Store(..) => Text::atom("…"),
            Node::FloatUnary(..) | Node::FloatBinary(..) => Text::atom("…"),
        }
    }

    /// An element of several bytes that are compared with constants one by one: that it equals a number, or does not.
    fn bytewise(&self, term: ExprId) -> Option<(Cell, &'static str, i64)> {
        let is_equality = matches!(self.pool.node(term), Node::And(..)) && self.pool.width(term) == 1;
        let (mut open, mut bytes) = (vec![term], Vec::new());
        while let Some(term) = open.pop().filter(|_| bytes.len() <= 8) {
            let equality = match self.pool.node(term) {
                Node::And(a, b) if is_equality => {
                    open.extend([a, b]);
                    continue;
                }
                Node::Or(a, b) if !is_equality => {
                    open.extend([a, b]);
                    continue;
                }
                Node::Not(inner) if !is_equality => inner,
                _ => term,
            };
            let Node::Eq(a, b) = self.pool.node(equality) else { return None };
            (is_equality || equality != term).then_some(())?;
            let (cell, value) = if self.pool.is_const(a) { (b, a) } else { (a, b) };
            let cell = Cell::of(self.pool, cell).filter(|cell| cell.bytes == 1)?;
            bytes.push((cell, self.pool.as_u64(value)?));
        }
        bytes.sort_by_key(|(cell, _)| cell.index.number);
        let (cell, _) = bytes.first()?;
        let follows = |(at, (other, _)): (i64, &(Cell, u64))| {
            other.updates == cell.updates && other.index == Sum { number: cell.index.number + at, ..cell.index.clone() }
        };
        let count = bytes.len() as u32;
        let whole = cell.widened(count).filter(|_| count > 1 && (0..).zip(&bytes).all(follows))?;
        let value = bytes.iter().rev().fold(0u64, |value, (_, byte)| value << 8 | byte);
        let unused = 64u32.checked_sub(8 * count)?;
        Some((whole, if is_equality { "=" } else { "≠" }, (value << unused).cast_signed() >> unused))
    }

    /// A term that is no sum of others.
    fn plain(&self, term: ExprId, depth: u32) -> Text {
        match self.pool.node(term) {
            Node::Mul(a, b) => self.infix(b, "*", a, depth),
            Node::Concat(high, low) => self.infix(high, ":", low, depth),
            _ => Text::atom("…"),
        }
    }

    /// Some bits of a value.
    fn bits(&self, term: ExprId, inner: ExprId, low: u32, depth: u32) -> Text {
        let width = self.pool.width(term);
        let of = self.text(inner, depth + 1).nested();
        match (low, width) {
            (0, 8 | 16 | 32) => Text::other(format!("(uint{width}_t){of}")),
            (_, 1) => Text::other(format!("bit {low} of {of}")),
            _ => Text::other(format!("bits {low}..{} of {of}", low + width)),
        }
    }

    fn infix(&self, a: ExprId, sign: &str, b: ExprId, depth: u32) -> Text {
        let [a, b] = [a, b].map(|part| self.text(part, depth + 1).nested());
        Text::other(format!("{a} {sign} {b}"))
    }

    /// A comparison, with what is known or the same in every round on the right.
    fn compare(&self, term: ExprId, [a, b]: [ExprId; 2], [sign, turned]: [&'static str; 2], depth: u32) -> Text {
        let is_later = self.pool.has_bound(b) && !self.pool.has_bound(a);
        let (left, sign, right) = if self.pool.is_const(a) || is_later { (b, turned, a) } else { (a, sign, b) };
        let before_next = |term| {
            let sum = Sum::of(self.pool, term);
            let is_next = sum.rounds == 0 && sum.number == 1 && sum.is_count(self.pool, self.pool.width(a));
            is_next.then(|| self.sum(&Sum { number: 0, ..sum }, depth + 1).side())
        };
        let is_signed = matches!(sign, "=" | "≠") || matches!(self.pool.op(term), Op::Slt | Op::Sle);
        let side = |term| match self.pool.as_u64(term).filter(|_| !is_signed && self.pool.width(term) > 8) {
            Some(value) => value.to_string(),
            None => self.text(term, depth + 1).side(),
        };
        // k + 1 ≤ n is k < n, and n < k + 1 is n ≤ k.
        Text::other(match (sign, before_next(left), before_next(right)) {
            ("≤", Some(left), _) => format!("{left} < {}", side(right)),
            ("<", _, Some(right)) => format!("{} ≤ {right}", side(left)),
            _ => format!("{} {sign} {}", side(left), side(right)),
        })
    }

    fn negation(&self, inner: ExprId, depth: u32) -> Text {
        match self.pool.node(inner) {
            Node::Eq(a, b) => self.compare(inner, [a, b], ["≠", "≠"], depth),
            Node::Symbol(_) if self.pool.width(inner) == 1 => {
                Text::other(format!("{} = 0", self.text(inner, depth + 1).0))
            }
            _ if self.pool.width(inner) == 1 => Text::other(format!("!{}", self.text(inner, depth + 1).nested())),
            _ => Text::other(format!("~{}", self.text(inner, depth + 1).nested())),
        }
    }

    /// A cell by the name of its array; in a range, the cells of all rounds.
    fn cell(&self, cell: &Cell, depth: u32) -> Text {
        let name = self.pool.array_name(self.pool.updated_array(cell.updates));
        if cell.is_whole(self.pool) {
            return Text::atom(name);
        }
        let index = match cell.index.rounds {
            1 if self.ranges => {
                let mut first = Sum { rounds: 0, number: cell.index.number.wrapping_add(1), ..cell.index.clone() };
                let from = self.sum(&first, depth).0;
                first.parts.push((1, self.k));
                format!("{from}..{})", self.sum(&first, depth).0)
            }
            -1 if self.ranges => {
                let mut last = Sum { rounds: 0, ..cell.index.clone() };
                let to = self.sum(&last, depth).0;
                last.parts.push((-1, self.k));
                format!("{}..{to})", self.sum(&last, depth).0)
            }
            _ => format!("{}]", self.sum(&cell.index, depth).0),
        };
        Text::atom(format!("{name}[{index}"))
    }

    /// A sum, its number last; an address first. Rounds are counted from 0.
    fn sum(&self, sum: &Sum, depth: u32) -> Text {
        let mut number = sum.number.wrapping_add(sum.rounds);
        let object = if number.unsigned_abs() >= MAX_NUMBER { (self.objects)(number.cast_unsigned()) } else { None };
        if let Some((_, offset)) = &object {
            number = *offset;
        }
        let mut summands: Vec<(i64, String)> =
            sum.parts.iter().map(|&(factor, part)| (factor, self.text(part, depth + 1).nested())).collect();
        summands.extend((sum.rounds != 0).then(|| (sum.rounds, self.round.to_owned())));
        // What is taken away comes behind what it is taken from.
        let leads = summands.iter().all(|summand| summand.0 < 0) && number > 0;
        if leads {
            summands.push((1, spelled(number)));
            number = 0;
        }
        summands.sort_by_key(|summand| summand.0 < 0);
        if number != 0 || summands.is_empty() {
            let sign = if number < 0 { -1 } else { 1 };
            summands.push((sign, spelled(number.wrapping_mul(sign))));
        }
        let text = added(&summands);
        match object {
            Some((name, _)) if text == "0" => Text::atom(name),
            Some((name, _)) => Text::atom(format!("&{name}[{text}]")),
            None if text.contains(' ') || text.starts_with('-') => Text(text, Kind::Sum),
            None => Text::atom(text),
        }
    }

    /// A constant: bytes as characters, words as numbers with a sign, addresses as places in objects.
    fn number(&self, constant: ExprId) -> Text {
        let (Some(value), Some(number)) = (self.pool.as_u64(constant), signed(self.pool, constant)) else {
            return Text::atom("…");
        };
        match self.pool.width(constant) {
            1 => Text::atom((value == 1).to_string()),
            8 => Text::atom(letter(value as u8)),
            16 | 32 | 64 => self.sum(&Sum { number, ..Sum::default() }, 0),
            // Only numbers of rounds have such widths.
            _ => Text::atom(value.to_string()),
        }
    }
}

/// Summands with their factors, as text.
fn added(summands: &[(i64, String)]) -> String {
    let mut text = String::new();
    for (factor, summand) in summands {
        let sign = match (text.is_empty(), *factor < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(sign);
        if factor.unsigned_abs() != 1 {
            text.push_str(&format!("{} * ", factor.unsigned_abs()));
        }
        text.push_str(summand);
    }
    text
}

/// A number; addresses and masks are hexadecimal.
fn spelled(number: i64) -> String {
    if number.unsigned_abs() >= MAX_NUMBER { format!("{:#x}", number.cast_unsigned()) } else { number.to_string() }
}

/// Text that is not too long, and leaves nothing out.
fn shown(text: String) -> Option<String> {
    (text.chars().count() <= MAX_LENGTH && !text.contains('…')).then_some(text)
}
