//! Floating-point circuits, parametric in exponent and significand.
//!
//! A number is unpacked into flags, an exponent in two's complement and a significand; an operation makes an exact magnitude, or enough
//! of it with a last bit that stands for everything below; [`round`] brings that into the format. What is special (NaN, infinity,
//! zero) is chosen at the end.

mod arithmetic;
mod facts;
mod integer;
mod monotone;
#[cfg(test)]
mod proofs;
mod remainder;
mod round;
#[cfg(test)]
mod tests;
mod unpack;

use braid_expr::{FloatOp, Format, Operation, Rounding};

use crate::sat::{Lit, Sat};

use super::adder::Bits;
use super::gates::Gates;

pub(super) use facts::has_facts;

/// Whether an operation has a circuit for all operands.
pub(super) fn has_circuit(operation: Operation) -> bool {
    !is_remainder(operation.op) || remainder::has_all_rows(operation.format)
}

/// Whether an operation is a remainder, whose circuit may be too short.
fn is_remainder(op: FloatOp) -> bool {
    matches!(op, FloatOp::Remainder | FloatOp::Fmod)
}

impl<S: Sat> Gates<S> {
    /// The bits of an operation's result. The first operand of a fused operation is both factors, one above the other.
    pub(super) fn float(&mut self, operation: Operation, width: u32, a: &[Lit], b: &[Lit]) -> Bits {
        let Operation { op, format, rounding, source } = operation;
        match op {
            FloatOp::Add => self.float_add(format, rounding, a, b),
            FloatOp::Mul => self.float_mul(format, rounding, a, b),
            FloatOp::Div => self.float_div(format, rounding, a, b),
            FloatOp::Fma => {
                let (low, high) = a.split_at(format.width() as usize);
                self.float_fma(format, rounding, [high, low, b])
            }
            FloatOp::Sqrt => self.float_sqrt(format, rounding, a),
            FloatOp::Remainder => self.float_remainder(format, a, b, true).0,
            FloatOp::Fmod => self.float_remainder(format, a, b, false).0,
            FloatOp::Round => self.float_round(format, rounding, a),
            FloatOp::Convert => self.float_convert(source, format, rounding, a),
            FloatOp::FromSigned => self.float_from_int(format, rounding, a, true),
            FloatOp::FromUnsigned => self.float_from_int(format, rounding, a, false),
            FloatOp::ToSigned => self.float_to_int(format, rounding, a, width as usize, true),
            FloatOp::ToUnsigned => self.float_to_int(format, rounding, a, width as usize, false),
        }
    }

    /// The same, and whether the circuit is long enough for the operands: that of a remainder may not be.
    pub(super) fn float_part(&mut self, operation: Operation, width: u32, a: &[Lit], b: &[Lit]) -> (Bits, Lit) {
        match operation.op {
            FloatOp::Remainder => self.float_remainder(operation.format, a, b, true),
            FloatOp::Fmod => self.float_remainder(operation.format, a, b, false),
            _ => (self.float(operation, width, a, b), Lit::TRUE),
        }
    }

    /// `a` where `condition` holds, else `b`, bit by bit.
    fn choose_bits(&mut self, condition: Lit, a: &[Lit], b: &[Lit]) -> Bits {
        debug_assert_eq!(a.len(), b.len());
        a.iter().zip(b).map(|(&x, &y)| self.choose(condition, x, y)).collect()
    }

    /// `number`, unless one of the flags says what it is: no number before infinite before zero.
    fn with_special(&mut self, format: Format, number: &[Lit], special: Special) -> Bits {
        let Special { nan, infinite, zero, negative } = special;
        let magnitude = |bits: u128| {
            let mut bits = constant(format.width() as usize, bits);
            bits.pop();
            bits
        };
        let rest = &number[..number.len() - 1];
        let rest = self.choose_bits(zero, &magnitude(0), rest);
        let rest = self.choose_bits(infinite, &magnitude(format.infinity()), &rest);
        let mut result = self.choose_bits(nan, &magnitude(format.nan()), &rest);
        result.push(self.and(negative, !nan));
        result
    }
}

/// What a result is instead of a rounded number, and its sign.
#[derive(Clone, Copy)]
struct Special {
    nan: Lit,
    infinite: Lit,
    zero: Lit,
    negative: Lit,
}

/// Bits of a constant.
pub(super) fn constant(width: usize, bits: u128) -> Bits {
    (0..width).map(|at| Lit::constant(at < 128 && bits >> at & 1 == 1)).collect()
}

/// Bits of a signed constant.
fn number(width: usize, value: i64) -> Bits {
    (0..width).map(|at| Lit::constant(value >> at.min(63) & 1 == 1)).collect()
}

/// Bits with zeros above.
fn zext(bits: &[Lit], width: usize) -> Bits {
    let mut wide = bits.to_vec();
    wide.resize(width, Lit::FALSE);
    wide
}

/// Bits with copies of the sign above.
fn sext(bits: &[Lit], width: usize) -> Bits {
    let mut wide = bits.to_vec();
    wide.resize(width, bits[bits.len() - 1]);
    wide
}

/// Bits with `count` zeros below.
fn raised(bits: &[Lit], count: usize) -> Bits {
    core::iter::repeat_n(Lit::FALSE, count).chain(bits.iter().copied()).collect()
}

/// How many bits it takes to count to `n`.
fn count_bits(n: usize) -> usize {
    (usize::BITS - n.leading_zeros()) as usize
}

/// The smallest exponent of a normal number.
fn least_exponent(format: Format) -> i64 {
    1 - i64::from(format.bias())
}

/// Whether a sum of zeros with different signs is negative.
fn zero_sum_is_negative(rounding: Rounding) -> Lit {
    Lit::constant(rounding == Rounding::Down)
}
