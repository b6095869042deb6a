//! Reads of known bytes at a computed offset: an element of a table, at the width of what is read.
//!
//! A table of a program (`int next[81][13]`, one field of an array of structures) is read at offsets that are some constant and
//! multiples of a stride. Such a read is one element of the *view* of the bytes from that constant on, at that stride: one term
//! instead of one for each byte, and an index that counts elements. Equal views of equal bytes are one array, so that reads share
//! what is known of it.

use braid_expr::{ArrayKind, ExprId, ExprPool, Node, UpdateId};
use smallvec::SmallVec;

use super::array_form::{NARROW, narrow};

/// Views of more bytes than this are not made: the bytes are read one by one.
const MAX_VIEW: u64 = 1 << 20;
/// How deep an offset is taken apart.
const DEPTH: u32 = 8;
/// An addend of more bits than this may make the offset wrap around.
const SMALL_BITS: u32 = 40;

/// The `bytes` bytes at `offset`, a term of 64 bits, of an update list whose elements are bytes; none if it is no table or too large.
pub(super) fn read(pool: &mut ExprPool, updates: UpdateId, offset: ExprId, bytes: u32) -> Option<ExprId> {
    let array = pool.updated_array(updates);
    let ArrayKind::Constant(table) = &pool.array_data(array).kind else { return None };
    let size = table.len() as u64;
    if pool.update_count(updates) > 0 || bytes > 8 {
        return None;
    }
    let linear = Linear::of(pool, offset);
    let stride = linear.stride(pool)?;
    if (stride, bytes) == (1, 1) || (size / stride + 1) * u64::from(bytes) > MAX_VIEW {
        return None;
    }
    let first = (linear.constant as i64).rem_euclid(stride as i64) as u64;
    let index = linear.index(pool, first, stride);
    let index = narrow(pool, index, NARROW);
    let view = pool.table_view(array, first, stride, bytes);
    let view = pool.base(view);
    Some(pool.read(view, index))
}

/// A constant and multiples of terms: what an offset is, modulo 2^64.
#[derive(Default)]
struct Linear {
    constant: u64,
    parts: SmallVec<[(u64, ExprId); 4]>,
}

impl Linear {
    fn of(pool: &mut ExprPool, offset: ExprId) -> Linear {
        let mut linear = Linear::default();
        linear.add(pool, offset, 1, DEPTH);
        linear
    }

    /// Adds a multiple of a term.
    fn add(&mut self, pool: &mut ExprPool, term: ExprId, factor: u64, depth: u32) {
        let constant = |pool: &ExprPool, term| pool.as_u64(term);
        match pool.node(term) {
            Node::Const => {
                let value = pool.as_u64(term).expect("an offset has 64 bits");
                self.constant = self.constant.wrapping_add(factor.wrapping_mul(value));
            }
            Node::Add(a, b) if depth > 0 => {
                self.add(pool, a, factor, depth - 1);
                self.add(pool, b, factor, depth - 1);
            }
            Node::Sub(a, b) if depth > 0 => {
                self.add(pool, a, factor, depth - 1);
                self.add(pool, b, factor.wrapping_neg(), depth - 1);
            }
            Node::Neg(a) if depth > 0 => self.add(pool, a, factor.wrapping_neg(), depth - 1),
            Node::Mul(a, b) if depth > 0 && constant(pool, b).is_some() => {
                let by = constant(pool, b).expect("just seen");
                self.add(pool, a, factor.wrapping_mul(by), depth - 1);
            }
            Node::Shl(a, b) if depth > 0 && constant(pool, b).is_some_and(|by| by < 32) => {
                let by = constant(pool, b).expect("just seen");
                self.add(pool, a, factor << by, depth - 1);
            }
            _ => {
                let (shift, term) = without_trailing_zeros(pool, term);
                self.parts.push((factor << shift, term));
            }
        }
    }

    /// The stride at which offsets lie, if all parts are exact multiples of it. Without a proof that the sum does not wrap around
    /// it is a power of two, modulo which wrapping changes nothing.
    fn stride(&self, pool: &ExprPool) -> Option<u64> {
        let common = self.parts.iter().fold(0, |common, &(factor, _)| gcd(common, (factor as i64).unsigned_abs()));
        let power = 1 << common.trailing_zeros().min(31);
        let stride = if common < 1 << 31 && !self.may_wrap(pool) { common } else { power };
        (!self.parts.is_empty() && stride > 0).then_some(stride)
    }

    /// Returns false if the sum is the same over the integers, with its constant and factors as signed numbers.
    fn may_wrap(&self, pool: &ExprPool) -> bool {
        let mut most = i128::from(self.constant as i64).unsigned_abs();
        for &(factor, term) in &self.parts {
            let Some(bits) = small_bits(pool, term) else { return true };
            most += i128::from(factor as i64).unsigned_abs() << bits;
        }
        most >= 1 << 62
    }

    /// How many strides behind `first` the offset is.
    fn index(&self, pool: &mut ExprPool, first: u64, stride: u64) -> ExprId {
        let divided = |number: u64| (number as i64 / stride as i64) as u64;
        let mut sum = pool.bv(64, divided(self.constant.wrapping_sub(first)));
        for &(factor, term) in &self.parts {
            let factor = pool.bv(64, divided(factor));
            let part = pool.mul(term, factor);
            sum = pool.add(sum, part);
        }
        sum
    }
}

/// A term of 64 bits as another and a number of zeros behind it.
fn without_trailing_zeros(pool: &mut ExprPool, term: ExprId) -> (u32, ExprId) {
    let (inner, signed) = match pool.node(term) {
        Node::Zext(inner) => (inner, false),
        Node::Sext(inner) => (inner, true),
        _ => (term, false),
    };
    let (zeros, width) = (trailing_zeros(pool, inner).min(31), pool.width(inner));
    if zeros == 0 || zeros >= width {
        return (0, term);
    }
    let high = pool.extract(inner, zeros, width - zeros);
    (zeros, if signed { pool.sext(high, 64) } else { pool.zext(high, 64) })
}

/// How many low bits of a term are zero, as far as its shape tells.
fn trailing_zeros(pool: &ExprPool, mut term: ExprId) -> u32 {
    let mut zeros = 0;
    loop {
        match pool.node(term) {
            // Bytes of a word are concatenated to the right.
            Node::Concat(high, low) if pool.as_u64(low) == Some(0) => {
                zeros += pool.width(low);
                term = high;
            }
            Node::Concat(_, low) => term = low,
            Node::Const => {
                return zeros + pool.as_u64(term).map_or(0, |word| word.trailing_zeros().min(pool.width(term)));
            }
            _ => return zeros,
        }
    }
}

/// A number of bits that hold the absolute value of a term, signed, if they are few.
fn small_bits(pool: &ExprPool, term: ExprId) -> Option<u32> {
    let bits = match pool.node(term) {
        Node::Zext(inner) | Node::Sext(inner) => pool.width(inner),
        _ => 64 - pool.bounds(term).1.leading_zeros(),
    };
    (bits <= SMALL_BITS).then_some(bits)
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
