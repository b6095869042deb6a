//! The operators on values of any width, in little-endian 64-bit limbs.
//!
//! Only widths above 64 come here from the pool and the evaluator; the tests send every width, so that this file and
//! [`super::word`] check each other. Division is Knuth's algorithm D (The Art of Computer Programming 4.3.1).

use core::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use super::{Value, limb_count, word};
use crate::node::Op;

type Limbs = SmallVec<[u64; 4]>;

impl Value {
    /// `op self`, for `Not` and `Neg`.
    pub fn unary(&self, op: Op) -> Value {
        if self.is_word() {
            return Value::new(self.width, word::unary(op, self.width, self.limbs[0]));
        }
        self.wide_unary(op)
    }
    /// `self op other`, for word operators and comparisons. Both have the same width.
    pub fn binary(&self, op: Op, other: &Value) -> Value {
        assert_eq!(self.width, other.width, "operands of one width");
        if self.is_word() {
            let width = if op.is_comparison() { 1 } else { self.width };
            return Value::new(width, word::binary(op, self.width, self.limbs[0], other.limbs[0]));
        }
        self.wide_binary(op, other)
    }
    /// The bits of `self` above those of `low`.
    pub fn concat(&self, low: &Value) -> Value {
        let width = self.width + low.width;
        let high = shifted_left(&self.zext(width).limbs, low.width);
        let mut limbs = low.zext(width).limbs;
        limbs.iter_mut().zip(&high).for_each(|(limb, high)| *limb |= high);
        Value { width, limbs }
    }
    /// `width` bits from bit `low` on.
    pub fn extract(&self, low: u32, width: u32) -> Value {
        assert!(width > 0 && low + width <= self.width, "the bits are inside the value");
        Value::from_limbs(width, &shifted_right(&self.limbs, low))
    }
    /// Zeros above, up to `width`.
    pub fn zext(&self, width: u32) -> Value {
        assert!(width >= self.width, "an extension does not narrow");
        Value::from_limbs(width, &self.limbs)
    }
    /// Copies of the sign bit above, up to `width`.
    pub fn sext(&self, width: u32) -> Value {
        let mut value = self.zext(width);
        if self.sign() {
            set_from(&mut value.limbs, self.width);
            clip(&mut value.limbs, width);
        }
        value
    }
    pub(super) fn wide_unary(&self, op: Op) -> Value {
        match op {
            Op::Not => self.complement(),
            Op::Neg => self.negated(),
            _ => unreachable!("{op:?} is not unary on words"),
        }
    }
    pub(super) fn wide_binary(&self, op: Op, other: &Value) -> Value {
        match op {
            Op::And => self.bitwise(other, |a, b| a & b),
            Op::Or => self.bitwise(other, |a, b| a | b),
            Op::Xor => self.bitwise(other, |a, b| a ^ b),
            Op::Add => self.sum(other, false),
            Op::Sub => self.sum(&other.complement(), true),
            Op::Mul => self.product(other),
            Op::Udiv => self.divided(other).0,
            Op::Urem => self.divided(other).1,
            Op::Sdiv => self.signed_quotient(other),
            Op::Srem => self.signed_remainder(other),
            Op::Shl => self.shifted(other, |value, n| value.clipped(&shifted_left(&value.limbs, n))),
            Op::Lshr => self.shifted(other, |value, n| value.clipped(&shifted_right(&value.limbs, n))),
            Op::Ashr => self.arithmetic_shift(other),
            Op::Eq => Value::from_bool(self == other),
            Op::Ult => Value::from_bool(self.compare(other) == Ordering::Less),
            Op::Ule => Value::from_bool(self.compare(other) != Ordering::Greater),
            Op::Slt => Value::from_bool(self.signed_compare(other) == Ordering::Less),
            Op::Sle => Value::from_bool(self.signed_compare(other) != Ordering::Greater),
            _ => unreachable!("{op:?} is not binary on words"),
        }
    }
    /// Order as unsigned numbers of one width.
    pub fn compare(&self, other: &Value) -> Ordering {
        self.limbs.iter().rev().cmp(other.limbs.iter().rev())
    }
    /// Order as signed numbers of one width.
    pub fn signed_compare(&self, other: &Value) -> Ordering {
        other.sign().cmp(&self.sign()).then_with(|| self.compare(other))
    }
    fn clipped(&self, limbs: &[u64]) -> Value {
        Value::from_limbs(self.width, limbs)
    }
    fn complement(&self) -> Value {
        self.clipped(&self.limbs.iter().map(|limb| !limb).collect::<Limbs>())
    }
    fn negated(&self) -> Value {
        Value::zero(self.width).sum(&self.complement(), true)
    }
    fn absolute(&self) -> Value {
        if self.sign() { self.negated() } else { self.clone() }
    }
    fn bitwise(&self, other: &Value, f: impl Fn(u64, u64) -> u64) -> Value {
        self.clipped(&self.limbs.iter().zip(&other.limbs).map(|(&a, &b)| f(a, b)).collect::<Limbs>())
    }
    fn sum(&self, other: &Value, mut carry: bool) -> Value {
        let limbs: Limbs = (self.limbs.iter().zip(&other.limbs))
            .map(|(&a, &b)| {
                let (sum, first) = a.overflowing_add(b);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                carry = first | second;
                sum
            })
            .collect();
        self.clipped(&limbs)
    }
    fn product(&self, other: &Value) -> Value {
        let n = self.limbs.len();
        let mut limbs: Limbs = smallvec![0; n];
        for (i, &a) in self.limbs.iter().enumerate().filter(|(_, a)| **a != 0) {
            let mut carry = 0;
            for (limb, &b) in limbs[i..].iter_mut().zip(&other.limbs) {
                let t = u128::from(a) * u128::from(b) + u128::from(*limb) + carry;
                (*limb, carry) = (t as u64, t >> 64);
            }
        }
        self.clipped(&limbs)
    }
    /// Unsigned quotient and remainder.
    fn divided(&self, other: &Value) -> (Value, Value) {
        if other.is_zero() {
            return (Value::ones(self.width), self.clone());
        }
        if self.compare(other) == Ordering::Less {
            return (Value::zero(self.width), self.clone());
        }
        let (quotient, remainder) = long_division(&self.limbs, &other.limbs);
        (self.clipped(&quotient), self.clipped(&remainder))
    }
    fn signed_quotient(&self, other: &Value) -> Value {
        let quotient = self.absolute().divided(&other.absolute()).0;
        if self.sign() == other.sign() { quotient } else { quotient.negated() }
    }
    fn signed_remainder(&self, other: &Value) -> Value {
        let remainder = self.absolute().divided(&other.absolute()).1;
        if self.sign() { remainder.negated() } else { remainder }
    }
    fn shifted(&self, amount: &Value, shift: impl Fn(&Value, u32) -> Value) -> Value {
        match amount.to_u64().filter(|&n| n < u64::from(self.width)) {
            Some(n) => shift(self, n as u32),
            None => Value::zero(self.width),
        }
    }
    fn arithmetic_shift(&self, amount: &Value) -> Value {
        let n = amount.to_u64().map_or(self.width, |n| n.min(u64::from(self.width)) as u32);
        match n == self.width {
            true if self.sign() => Value::ones(self.width),
            true => Value::zero(self.width),
            false => self.extract(n, self.width - n).sext(self.width),
        }
    }
}

/// Clears the bits from `width` on in the last limb.
pub(super) fn clip(limbs: &mut [u64], width: u32) {
    debug_assert_eq!(limbs.len(), limb_count(width));
    if let Some(last) = limbs.last_mut().filter(|_| !width.is_multiple_of(64)) {
        *last &= word::mask(width % 64);
    }
}

/// Sets all bits from `low` on.
fn set_from(limbs: &mut [u64], low: u32) {
    let at = (low / 64) as usize;
    if let Some(limb) = limbs.get_mut(at) {
        *limb |= !word::mask(low % 64);
        limbs[at + 1..].fill(u64::MAX);
    }
}

fn shifted_left(limbs: &[u64], n: u32) -> Limbs {
    let (skip, bits) = ((n / 64) as usize, n % 64);
    let at = |i: usize| if i >= skip { limbs[i - skip] } else { 0 };
    let below = |i: usize| if bits > 0 && i > skip { limbs[i - skip - 1] >> (64 - bits) } else { 0 };
    (0..limbs.len()).map(|i| at(i) << bits | below(i)).collect()
}

fn shifted_right(limbs: &[u64], n: u32) -> Limbs {
    let (skip, bits) = ((n / 64) as usize, n % 64);
    let at = |i: usize| limbs.get(i + skip).copied().unwrap_or(0);
    (0..limbs.len()).map(|i| at(i) >> bits | if bits > 0 { at(i + 1) << (64 - bits) } else { 0 }).collect()
}

/// Quotient and remainder of `a` by a `b` that is not zero.
fn long_division(a: &[u64], b: &[u64]) -> (Limbs, Limbs) {
    let n = b.iter().rposition(|&limb| limb != 0).expect("the divisor is not zero") + 1;
    if n == 1 {
        return short_division(a, b[0]);
    }
    // Normalise so that the divisor's top limb has its highest bit set: then a guessed digit is at most 2 too large.
    let shift = b[n - 1].leading_zeros();
    let divisor = &shifted_left(b, shift)[..n];
    let mut rest: Limbs = a.iter().copied().chain([0]).collect();
    rest = shifted_left(&rest, shift);
    let mut quotient: Limbs = smallvec![0; a.len()];
    for j in (0..=a.len() - n).rev() {
        let mut digit = guess(&rest[j..=j + n], divisor);
        if subtract_product(&mut rest[j..=j + n], divisor, digit) {
            digit -= 1;
            add_back(&mut rest[j..=j + n], divisor);
        }
        quotient[j] = digit;
    }
    let remainder = shifted_right(&rest, shift);
    (quotient, remainder)
}

fn short_division(a: &[u64], b: u64) -> (Limbs, Limbs) {
    let mut remainder = 0_u64;
    let mut quotient: Limbs = smallvec![0; a.len()];
    for (digit, &limb) in quotient.iter_mut().zip(a).rev() {
        let t = u128::from(remainder) << 64 | u128::from(limb);
        *digit = (t / u128::from(b)) as u64;
        remainder = (t % u128::from(b)) as u64;
    }
    (quotient, smallvec![remainder])
}

/// A digit of the quotient, at most 1 too large, from the top three limbs of the rest and two of the divisor.
fn guess(rest: &[u64], divisor: &[u64]) -> u64 {
    let n = divisor.len();
    let (top, next) = (u128::from(divisor[n - 1]), u128::from(divisor[n - 2]));
    let high = u128::from(rest[n]) << 64 | u128::from(rest[n - 1]);
    let (mut digit, mut remainder) = (high / top, high % top);
    while remainder >> 64 == 0 && (digit >> 64 != 0 || digit * next > (remainder << 64 | u128::from(rest[n - 2]))) {
        digit -= 1;
        remainder += top;
    }
    digit as u64
}

/// `rest -= divisor * digit`; tells whether that went below zero.
fn subtract_product(rest: &mut [u64], divisor: &[u64], digit: u64) -> bool {
    let mut borrow = 0_u128;
    for (limb, d) in rest.iter_mut().zip(divisor.iter().copied().chain([0])) {
        let product = u128::from(d) * u128::from(digit) + borrow;
        let (difference, under) = limb.overflowing_sub(product as u64);
        *limb = difference;
        borrow = (product >> 64) + u128::from(under);
    }
    borrow != 0
}

/// `rest += divisor`, dropping the last carry.
fn add_back(rest: &mut [u64], divisor: &[u64]) {
    let mut carry = 0_u128;
    for (limb, d) in rest.iter_mut().zip(divisor.iter().copied().chain([0])) {
        let sum = u128::from(*limb) + u128::from(d) + carry;
        (*limb, carry) = (sum as u64, sum >> 64);
    }
}
