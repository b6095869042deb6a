//! Which values of one byte a condition allows, found by trying all of them: the shortest true thing that can be said of it,
//! however it was computed.

use core::fmt::Write as _;

use braid_expr::{ArrayKind, ExprId, ExprPool, Node};

/// Conditions with more parts than this are not tried.
const MAX_STEPS: u32 = 300;

/// Values of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bytes([bool; 256]);

impl Bytes {
    /// The values of the byte `cell` under which a condition holds; none if it depends on anything else.
    pub(super) fn allowed(pool: &ExprPool, condition: ExprId, cell: ExprId) -> Option<Bytes> {
        let mut values = [false; 256];
        for (byte, allowed) in (0..).zip(&mut values) {
            *allowed = Trial { pool, cell, byte, steps: MAX_STEPS }.value(condition)? == 1;
        }
        Some(Bytes(values))
    }

    /// Those in both.
    pub(super) fn and(&self, other: &Bytes) -> Bytes {
        Bytes(core::array::from_fn(|at| self.0[at] && other.0[at]))
    }

    /// That something is one of these.
    pub(super) fn of(&self, what: &str) -> String {
        let count = self.0.iter().filter(|&&value| value).count();
        let (listed, is_complement) = if count > 128 { (self.0.map(|value| !value), true) } else { (self.0, false) };
        match (runs(&listed).as_slice(), is_complement) {
            ([(only, last)], false) if only == last => format!("{what} = {}", letter(*only)),
            ([(only, last)], true) if only == last => format!("{what} ≠ {}", letter(*only)),
            (runs, false) => format!("{what} in {}", set(runs)),
            (runs, true) => format!("{what} not in {}", set(runs)),
        }
    }
}

/// Neighbours as first and last.
fn runs(values: &[bool; 256]) -> Vec<(u8, u8)> {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for value in (0..=255).filter(|&value: &u8| values[usize::from(value)]) {
        match runs.last_mut() {
            Some(last) if last.1 + 1 == value => last.1 = value,
            _ => runs.push((value, value)),
        }
    }
    runs
}

fn set(runs: &[(u8, u8)]) -> String {
    let mut text = String::new();
    for &(first, last) in runs {
        let comma = if text.is_empty() { "" } else { ", " };
        let end = match last - first {
            0 => String::new(),
            1 => format!(", {}", letter(last)),
            _ => format!("..{}", letter(last)),
        };
        write!(text, "{comma}{}{end}", letter(first)).expect("a string takes everything");
    }
    format!("{{{text}}}")
}

/// A byte as C writes a character.
pub(super) fn letter(byte: u8) -> String {
    if byte == 0 { "'\\0'".to_owned() } else { format!("'{}'", byte.escape_ascii()) }
}

/// The value of a term if `unknown`, which is all that it depends on, has this value.
pub(super) fn value_for(pool: &ExprPool, term: ExprId, unknown: ExprId, value: u64) -> Option<u64> {
    Trial { pool, cell: unknown, byte: value, steps: MAX_STEPS }.value(term)
}

/// A term is evaluated for one value of the byte.
struct Trial<'a> {
    pool: &'a ExprPool,
    cell: ExprId,
    byte: u64,
    steps: u32,
}

impl Trial<'_> {
    /// The value of a term of at most 64 bits. The depth is bounded by the steps.
    fn value(&mut self, term: ExprId) -> Option<u64> {
        if term == self.cell {
            return Some(self.byte);
        }
        self.steps = self.steps.checked_sub(1)?;
        let width = self.pool.width(term);
        let mask = u64::MAX >> 64u32.checked_sub(width)?;
        let value = match self.pool.node(term) {
            Node::Const => self.pool.as_u64(term)?,
            Node::Not(a) => !self.value(a)?,
            Node::Neg(a) => self.value(a)?.wrapping_neg(),
            Node::Zext(a) => self.value(a)?,
            Node::Sext(a) => self.signed(a)?.cast_unsigned(),
            Node::Extract(a, low) => self.value(a)? >> low,
            Node::Concat(high, low) => (self.value(high)? << self.pool.width(low)) | self.value(low)?,
            Node::Ite(condition, a, b) => {
                let chosen = if self.value(condition)? == 1 { a } else { b };
                self.value(chosen)?
            }
            Node::And(a, b) => self.value(a)? & self.value(b)?,
            Node::Or(a, b) => self.value(a)? | self.value(b)?,
            Node::Xor(a, b) => self.value(a)? ^ self.value(b)?,
            Node::Add(a, b) => self.value(a)?.wrapping_add(self.value(b)?),
            Node::Sub(a, b) => self.value(a)?.wrapping_sub(self.value(b)?),
            Node::Mul(a, b) => self.value(a)?.wrapping_mul(self.value(b)?),
            Node::Eq(a, b) => u64::from(self.value(a)? == self.value(b)?),
            Node::Ult(a, b) => u64::from(self.value(a)? < self.value(b)?),
            Node::Ule(a, b) => u64::from(self.value(a)? <= self.value(b)?),
            Node::Slt(a, b) => u64::from(self.signed(a)? < self.signed(b)?),
            Node::Sle(a, b) => u64::from(self.signed(a)? <= self.signed(b)?),
            Node::Shl(a, by) => {
                let (value, by) = (self.value(a)?, self.value(by)?);
                if by < u64::from(width) { value << by } else { 0 }
            }
            Node::Lshr(a, by) => {
                let (value, by) = (self.value(a)?, self.value(by)?);
                if by < u64::from(width) { value >> by } else { 0 }
            }
            Node::Read(updates, index) => {
                let Node::Base(array) = self.pool.update(updates) else { return None };
                let ArrayKind::Constant(table) = &self.pool.array_data(array).kind else { return None };
                let index = self.value(index)?;
                table.get(index)
            }
            _ => return None,
        };
        Some(value & mask)
    }

    fn signed(&mut self, term: ExprId) -> Option<i64> {
        let unused = 64u32.checked_sub(self.pool.width(term))?;
        Some((self.value(term)? << unused).cast_signed() >> unused)
    }
}
