//! What is known of an operator's result from what is known of its operands.
//!
//! Each function is sound by itself: tests take random terms and models and look whether any value escapes its facts.

use core::cmp::Ordering;

use crate::analysis::facts::Facts;
use crate::node::Op;
use crate::value::{mask, sign_extend};

/// The result of `not` or `neg`.
pub(super) fn unary(op: Op, a: &Facts) -> Facts {
    let width = a.width;
    if op == Op::Neg {
        return sub(&Facts::constant(width, 0), a);
    }
    let top = mask(width);
    let bits = Facts::bits(width, a.ones, a.zeros);
    bits.meet(&Facts::between(width, top - a.high, top - a.low)).unwrap_or(bits)
}

/// The result of a word operator or a comparison.
pub(super) fn binary(op: Op, a: &Facts, b: &Facts) -> Facts {
    match op {
        Op::And => Facts::bits(a.width, a.zeros | b.zeros, a.ones & b.ones).clamped(0, a.high.min(b.high)),
        Op::Or => Facts::bits(a.width, a.zeros & b.zeros, a.ones | b.ones).clamped(a.low.max(b.low), mask(a.width)),
        Op::Xor => Facts::bits(a.width, a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros),
        Op::Add => add(a, b),
        Op::Sub => sub(a, b),
        Op::Mul => mul(a, b),
        Op::Udiv => udiv(a, b),
        Op::Urem => urem(a, b),
        Op::Sdiv if non_negative(a) && positive(b) => udiv(a, b),
        Op::Srem if non_negative(a) && positive(b) => urem(a, b),
        Op::Lshr => Facts::between(a.width, 0, a.high),
        Op::Ashr => Facts::signed_between(a.width, a.signed_low.min(0), a.signed_high.max(-1)),
        Op::Sdiv | Op::Srem | Op::Shl => Facts::any(a.width),
        Op::Eq => Facts::truth(equal(a, b)),
        Op::Ult => Facts::truth(less(a.low, a.high, b.low, b.high)),
        Op::Ule => Facts::truth(less(b.low, b.high, a.low, a.high).map(|greater| !greater)),
        Op::Slt => Facts::truth(less(a.signed_low, a.signed_high, b.signed_low, b.signed_high)),
        Op::Sle => Facts::truth(less(b.signed_low, b.signed_high, a.signed_low, a.signed_high).map(|greater| !greater)),
        _ => unreachable!("{op:?} is not binary on words"),
    }
}

/// The result of `ite`.
pub(super) fn ite(condition: &Facts, a: &Facts, b: &Facts) -> Facts {
    match condition.value() {
        Some(1) => *a,
        Some(_) => *b,
        None => a.join(b),
    }
}

/// The bits of `high` above those of `low`, at most 64 in all.
pub(super) fn concat(high: &Facts, low: &Facts) -> Facts {
    let (width, shift) = (high.width + low.width, low.width);
    let over = |a: u64, b: u64| a << shift | b;
    let bits = Facts::bits(width, over(high.zeros, low.zeros), over(high.ones, low.ones));
    let facts = bits.clamped(over(high.low, low.low), over(high.high, low.high));
    // The sign is that of the upper part.
    let signed = |upper: i64, lower: u64| (upper << low.width) | lower as i64;
    let signed = Facts::signed_between(width, signed(high.signed_low, low.low), signed(high.signed_high, low.high));
    facts.meet(&signed).unwrap_or(facts)
}

/// `width` bits of `a` from bit `low` on.
pub(super) fn extract(a: &Facts, low: u32, width: u32) -> Facts {
    let part = |word: u64| word >> low & mask(width);
    let bits = Facts::bits(width, part(a.zeros), part(a.ones));
    // Bounds carry over if all values agree on the bits above.
    let above = |word: u64| word.checked_shr(low + width).unwrap_or(0);
    if above(a.low) == above(a.high) { bits.clamped(part(a.low), part(a.high)) } else { bits }
}

/// Zeros above, up to `width`.
pub(super) fn zext(a: &Facts, width: u32) -> Facts {
    Facts::bits(width, a.zeros | mask(width) & !mask(a.width), a.ones).clamped(a.low, a.high)
}

/// Copies of the sign above, up to `width`.
pub(super) fn sext(a: &Facts, width: u32) -> Facts {
    let extended = |word: u64| sign_extend(a.width, word) as u64;
    let bits = Facts::bits(width, extended(a.zeros), extended(a.ones));
    let bounds = Facts::signed_between(width, a.signed_low, a.signed_high);
    bits.meet(&bounds).unwrap_or(bounds)
}

impl Facts {
    /// With unsigned bounds that hold too.
    fn clamped(self, low: u64, high: u64) -> Facts {
        self.meet(&Facts::between(self.width, low, high)).unwrap_or(self)
    }
}

fn non_negative(a: &Facts) -> bool {
    a.signed_low >= 0
}

fn positive(a: &Facts) -> bool {
    a.signed_low > 0
}

/// Whether a is below b, given the bounds of both.
fn less<T: Ord>(a_low: T, a_high: T, b_low: T, b_high: T) -> Option<bool> {
    if a_high < b_low {
        return Some(true);
    }
    (a_low >= b_high).then_some(false)
}

fn equal(a: &Facts, b: &Facts) -> Option<bool> {
    match (a.value(), b.value()) {
        (Some(x), Some(y)) => Some(x == y),
        _ if a.meet(b).is_none() => Some(false),
        _ => None,
    }
}

/// Bits of a sum with a carry in: a bit is known where both operands and the carry into it are. The two sums, with all
/// unknown bits 0 and with all of them 1, show which carries are certain.
fn sum_bits(a: &Facts, b: &Facts, carry: u64) -> Facts {
    let largest = (!a.zeros).wrapping_add(!b.zeros).wrapping_add(carry);
    let smallest = a.ones.wrapping_add(b.ones).wrapping_add(carry);
    let no_carry = !(largest ^ a.zeros ^ b.zeros);
    let a_carry = smallest ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (no_carry | a_carry);
    Facts::bits(a.width, !largest & known, smallest & known)
}

fn add(a: &Facts, b: &Facts) -> Facts {
    let bits = sum_bits(a, b, 0);
    let unsigned = wrapped(a.width, u128::from(a.low) + u128::from(b.low), u128::from(a.high) + u128::from(b.high));
    let signed = signed_sum(a.width, a.signed_low, a.signed_high, b.signed_low, b.signed_high);
    [unsigned, signed].into_iter().flatten().fold(bits, |facts, more| facts.meet(&more).unwrap_or(facts))
}

fn sub(a: &Facts, b: &Facts) -> Facts {
    let flipped = Facts { zeros: b.ones, ones: b.zeros, ..*b };
    let bits = sum_bits(a, &flipped, 1);
    let modulus = 1_u128 << a.width;
    let (low, high) = (u128::from(a.low) + modulus, u128::from(a.high) + modulus);
    let unsigned = wrapped(a.width, low - u128::from(b.high), high - u128::from(b.low));
    let signed = b.signed_high.checked_neg().zip(b.signed_low.checked_neg());
    let signed = signed.and_then(|(low, high)| signed_sum(a.width, a.signed_low, a.signed_high, low, high));
    [unsigned, signed].into_iter().flatten().fold(bits, |facts, more| facts.meet(&more).unwrap_or(facts))
}

/// Bounds modulo 2^width, if all numbers between them wrap equally often.
fn wrapped(width: u32, low: u128, high: u128) -> Option<Facts> {
    let word = |n: u128| n as u64 & mask(width);
    (low >> width == high >> width).then(|| Facts::between(width, word(low), word(high)))
}

/// Signed bounds of a sum, if no sum overflows.
fn signed_sum(width: u32, a_low: i64, a_high: i64, b_low: i64, b_high: i64) -> Option<Facts> {
    let (low, high) = (a_low.checked_add(b_low)?, a_high.checked_add(b_high)?);
    let any = Facts::any(width);
    let fits = low >= any.signed_low && high <= any.signed_high;
    fits.then(|| Facts::signed_between(width, low, high))
}

/// Whether no signed sum or difference of two words overflows.
pub(super) fn signed_in_range(op: Op, a: &Facts, b: &Facts) -> bool {
    let (low, high) = match op {
        Op::Add => (Some(b.signed_low), Some(b.signed_high)),
        _ => (b.signed_high.checked_neg(), b.signed_low.checked_neg()),
    };
    let bounds = low.zip(high);
    bounds.is_some_and(|(low, high)| signed_sum(a.width, a.signed_low, a.signed_high, low, high).is_some())
}

fn mul(a: &Facts, b: &Facts) -> Facts {
    let trailing = |facts: &Facts| (!facts.zeros).trailing_zeros().min(facts.width);
    let zeros = mask((trailing(a) + trailing(b)).min(a.width));
    let bits = Facts::bits(a.width, zeros, 0);
    let bits = signed_product(a, b).and_then(|facts| bits.meet(&facts)).unwrap_or(bits);
    let high = u128::from(a.high) * u128::from(b.high);
    if high > u128::from(mask(a.width)) {
        return bits;
    }
    bits.clamped(a.low.wrapping_mul(b.low), high as u64)
}

/// Signed bounds of a product, if no product overflows: one of the four of the ends is the smallest, one the largest.
fn signed_product(a: &Facts, b: &Facts) -> Option<Facts> {
    let ends = |facts: &Facts| [i128::from(facts.signed_low), i128::from(facts.signed_high)];
    let products = ends(a).map(|x| ends(b).map(|y| x * y));
    let all = products.as_flattened().iter().copied();
    let (low, high) = (i64::try_from(all.clone().min()?).ok()?, i64::try_from(all.max()?).ok()?);
    let any = Facts::any(a.width);
    let fits = low >= any.signed_low && high <= any.signed_high;
    fits.then(|| Facts::signed_between(a.width, low, high))
}

fn udiv(a: &Facts, b: &Facts) -> Facts {
    match b.low.cmp(&0) {
        Ordering::Greater => Facts::between(a.width, a.low / b.high, a.high / b.low),
        _ => Facts::any(a.width),
    }
}

fn urem(a: &Facts, b: &Facts) -> Facts {
    if b.low == 0 {
        // By 0 it is the dividend, else at most the dividend.
        return Facts::between(a.width, 0, a.high);
    }
    if a.high < b.low {
        return *a;
    }
    Facts::between(a.width, 0, a.high.min(b.high - 1))
}
