//! Terms written as text, built raw and simplified at once.
//!
//! `x y z` are unknowns of the width under test, `p q r` booleans, `i j` indexes and `v u` elements of the array `a`
//! (both of 2 bits), `b` is the bound variable. `0 1 -1 min max` are constants, `k l m` random ones (the same letter is
//! the same value), `pow` a random power of two, `run` a random run of ones; `:n` after a constant is its width.
//! `one`, `two` and `minus-one` are floating-point numbers of the width under test; `(fp.name.rounding t)` is an operation in that format, `(fp.widen t)`
//! and the like convert between it and a wider one, integers have any width.
//! `(zext+n t)` extends by n bits, `(extract low n t)` takes bits; all else is an operator's name.

use braid_expr::testing::{Inputs, Random};
use braid_expr::{ExprId, ExprPool, FloatOp, Format, Op, Operation, Rounding, Rule, UpdateId, Value};

/// An instance: one term in two pools.
pub(crate) struct Built {
    pub(crate) raw: ExprPool,
    pub(crate) simple: ExprPool,
    pub(crate) raw_term: ExprId,
    pub(crate) simple_term: ExprId,
    pub(crate) inputs: Inputs,
}

impl Built {
    /// Whether the term is an array, which has no value of its own: reads of it are proved instead.
    pub(crate) fn is_array(&self) -> bool {
        self.raw.op(self.raw_term).is_array()
    }
    /// How often `rule` was applied.
    pub(crate) fn hits(&self, rule: Rule) -> u64 {
        self.simple.rule_hits().find(|(other, _)| *other == rule).map_or(0, |(_, hits)| hits)
    }
}

/// Builds `text` with unknowns of `width` bits; `None` if widths do not fit.
pub(crate) fn build(text: &str, width: u32, random: &mut Random) -> Option<Built> {
    let words: Vec<String> =
        text.replace('(', " ( ").replace(')', " ) ").split_whitespace().map(str::to_owned).collect();
    let mut reader = Reader {
        raw: ExprPool::without_rules(),
        simple: ExprPool::new(),
        inputs: Inputs::default(),
        unknowns: Vec::new(),
        letters: ["k", "l", "m", "pow", "run"].map(|letter| (letter, random.word())),
        width,
        words: words.into_iter(),
    };
    let term = reader.term()?;
    assert!(reader.words.next().is_none(), "text after the term in {text}");
    let Reader { raw, simple, inputs, .. } = reader;
    let (raw_term, simple_term) = match term {
        Term::Bits(r, s) => (r, s),
        Term::Array(r, s) => (r.node(), s.node()),
    };
    Some(Built { raw, simple, raw_term, simple_term, inputs })
}

/// A term in both pools.
#[derive(Clone, Copy)]
enum Term {
    Bits(ExprId, ExprId),
    Array(UpdateId, UpdateId),
}

struct Reader {
    raw: ExprPool,
    simple: ExprPool,
    inputs: Inputs,
    unknowns: Vec<(String, Term)>,
    letters: [(&'static str, u64); 5],
    width: u32,
    words: std::vec::IntoIter<String>,
}

impl Reader {
    fn term(&mut self) -> Option<Term> {
        let word = self.words.next().expect("a term");
        if word != "(" {
            return self.atom(&word);
        }
        let head = self.words.next().expect("an operator");
        let mut numbers = Vec::new();
        let count = if head == "extract" { 2 } else { 0 };
        for _ in 0..count {
            numbers.push(self.words.next().expect("a number").parse().expect("a number"));
        }
        let mut arguments = Vec::new();
        while self.words.as_slice()[0] != ")" {
            arguments.push(self.term()?);
        }
        self.words.next();
        self.apply(&head, &numbers, &arguments)
    }
    fn atom(&mut self, word: &str) -> Option<Term> {
        if let Some((_, known)) = self.unknowns.iter().find(|(name, _)| name == word) {
            return Some(*known);
        }
        let term = match word {
            "x" | "y" | "z" => self.symbol(self.width),
            "p" | "q" | "r" => self.symbol(1),
            "i" | "j" | "v" | "u" => self.symbol(2),
            "b" => Term::Bits(self.raw.bound(self.width), self.simple.bound(self.width)),
            "a" => {
                let mut inputs = self.inputs.clone();
                let array = self.inputs.array(&mut self.raw, 2, 2);
                inputs.array(&mut self.simple, 2, 2);
                Term::Array(self.raw.base(array), self.simple.base(array))
            }
            _ => return self.constant(word),
        };
        self.unknowns.push((word.to_owned(), term));
        Some(term)
    }
    fn symbol(&mut self, width: u32) -> Term {
        let mut inputs = self.inputs.clone();
        let raw = self.inputs.symbol(&mut self.raw, width);
        Term::Bits(raw, inputs.symbol(&mut self.simple, width))
    }
    fn constant(&mut self, word: &str) -> Option<Term> {
        let (name, width) = match word.split_once(':') {
            Some((name, width)) => (name, width.parse().expect("a width")),
            None => (word, self.width),
        };
        let letter = self.letters.iter().find(|(letter, _)| *letter == name).map(|&(_, word)| word);
        let top = Value::ones(width).binary(Op::Lshr, &Value::new(width, 1));
        let value = match (name, letter) {
            ("one", _) => Value::new(width, format(width)?.one() as u64),
            ("minus-one", _) => Value::new(width, (format(width)?.one() | format(width)?.sign()) as u64),
            ("two", _) => Value::new(width, format(width)?.one() as u64 + (1 << format(width)?.fraction_bits())),
            ("min", _) => top.unary(Op::Not),
            ("max", _) => top,
            ("-1", _) => Value::ones(width),
            ("pow", Some(word)) => Value::new(width, 1 << (word % u64::from(width))),
            ("run", Some(word)) => {
                let low = word % u64::from(width);
                Value::ones(width).binary(Op::Shl, &Value::new(width, low)).binary(
                    Op::And,
                    &Value::ones(width).binary(Op::Lshr, &Value::new(width, (word >> 8) % u64::from(width))),
                )
            }
            (_, Some(word)) => Value::new(width, word),
            (number, None) => Value::new(width, number.parse().unwrap_or_else(|_| panic!("{number} is no atom"))),
        };
        Some(Term::Bits(self.raw.bv_value(&value), self.simple.bv_value(&value)))
    }
    fn apply(&mut self, head: &str, numbers: &[u32], arguments: &[Term]) -> Option<Term> {
        match (head, arguments) {
            ("store", &[Term::Array(r, s), Term::Bits(i, j), Term::Bits(v, w)]) => {
                return Some(Term::Array(self.raw.store(r, i, v), self.simple.store(s, j, w)));
            }
            ("read", &[Term::Array(r, s), Term::Bits(i, j)]) => {
                return Some(Term::Bits(self.raw.read(r, i), self.simple.read(s, j)));
            }
            _ => {}
        }
        let bits = |term: &Term| match *term {
            Term::Bits(r, s) => (r, s),
            Term::Array(..) => panic!("{head} of an array"),
        };
        let (raw, simple): (Vec<ExprId>, Vec<ExprId>) = arguments.iter().map(bits).unzip();
        let width = self.width;
        let make = |pool: &mut ExprPool, arguments: &[ExprId]| match head.strip_prefix("fp.") {
            Some(name) => float(pool, name, width, arguments),
            None => construct(pool, head, numbers, arguments),
        };
        let (raw, simple) = (make(&mut self.raw, &raw)?, make(&mut self.simple, &simple)?);
        Some(Term::Bits(raw, simple))
    }
}

/// The format of numbers of a width; none if it is too narrow.
fn format(width: u32) -> Option<Format> {
    Format::new(width / 2, width - width / 2)
}

/// An operation in the format of `width` bits, or between it and one with a wider exponent and significand.
fn float(pool: &mut ExprPool, name: &str, width: u32, arguments: &[ExprId]) -> Option<ExprId> {
    let (name, mode) = name.split_once('.').expect("a name and a rounding");
    let rounding = *Rounding::ALL.iter().find(|rounding| rounding.name() == mode).expect("a rounding");
    let format = format(width)?;
    let wide = Format::new(format.exponent_bits() + 1, format.precision() + 2)?;
    let far = Format::new(format.exponent_bits(), format.precision() + 1)?;
    let op = FloatOp::ALL.iter().copied().find(|op| op.name().strip_prefix("fp.") == Some(name));
    let own_width = pool.width(arguments[0]);
    Some(match (name, op, arguments) {
        ("widen", _, &[a]) => pool.float_convert(format, wide, rounding, a),
        ("narrow", _, &[a]) => pool.float_convert(wide, format, rounding, a),
        ("further", _, &[a]) => pool.float_convert(wide, far, rounding, a),
        ("from_signed", _, &[a]) => pool.float_from_int(format, rounding, a, true),
        ("from_unsigned", _, &[a]) => pool.float_from_int(format, rounding, a, false),
        (_, Some(op), &[a]) if op.is_to_integer() => pool.float_unary(Operation::new(op, format, rounding), a, 3),
        (_, Some(op), &[a]) if own_width == width => pool.float_unary(Operation::new(op, format, rounding), a, width),
        (_, Some(op), &[a, b]) if own_width == width => pool.float(op, format, rounding, a, b),
        _ => panic!("fp.{name} with {} arguments", arguments.len()),
    })
}

fn construct(pool: &mut ExprPool, head: &str, numbers: &[u32], arguments: &[ExprId]) -> Option<ExprId> {
    let widths: Vec<u32> = arguments.iter().map(|&e| pool.width(e)).collect();
    if let Some((kind, more)) = head.split_once('+') {
        let width = widths[0] + more.parse::<u32>().expect("a number");
        return Some(if kind == "zext" { pool.zext(arguments[0], width) } else { pool.sext(arguments[0], width) });
    }
    match (head, arguments) {
        ("not", &[a]) => Some(pool.not(a)),
        ("neg", &[a]) => Some(pool.neg(a)),
        ("concat", &[a, b]) => Some(pool.concat(a, b)),
        ("ite", &[c, a, b]) => (widths[0] == 1 && widths[1] == widths[2]).then(|| pool.ite(c, a, b)),
        ("extract", &[a]) => (numbers[0] + numbers[1] <= widths[0]).then(|| pool.extract(a, numbers[0], numbers[1])),
        ("forall", &[k, body]) => pool.forall(k, body).ok(),
        (_, &[a, b]) => {
            let op = *Op::ALL.iter().find(|op| op.name() == head).unwrap_or_else(|| panic!("no operator {head}"));
            (widths[0] == widths[1]).then(|| pool.binary(op, a, b))
        }
        _ => panic!("{head} with {} arguments", arguments.len()),
    }
}
