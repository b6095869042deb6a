//! Remainders: long division with one row for each power of two that may lie between dividend and divisor.

use braid_expr::{Format, Rounding};

use crate::sat::{Lit, Sat};

use crate::blast::adder::{Bits, invert};
use crate::blast::gates::Gates;

use super::unpack::exponent_width;
use super::{Special, number, raised, zext};

/// Exponents of at most this many bits have a row for each difference of exponents.
const MAX_REMAINDER_EXPONENT: u32 = 8;
/// The rows of formats with more: quotients below 2^64.
const ROWS: i64 = 64;

/// Whether the circuit of a format is long enough for all operands.
pub(in crate::blast) fn has_all_rows(format: Format) -> bool {
    format.exponent_bits() <= MAX_REMAINDER_EXPONENT
}

/// How many rows the circuit has behind the first.
fn rows(format: Format) -> i64 {
    if has_all_rows(format) { (1 << format.exponent_bits()) - 3 } else { ROWS }
}

impl<S: Sat> Gates<S> {
    /// The remainder of a division whose quotient is rounded to the nearest integer, or to zero. It is exact. The literal tells whether
    /// the circuit is long enough for the operands.
    pub(in crate::blast) fn float_remainder(
        &mut self,
        format: Format,
        a: &[Lit],
        b: &[Lit],
        nearest: bool,
    ) -> (Bits, Lit) {
        let precision = format.precision() as usize;
        let width = exponent_width(format, precision + 2);
        let (x, y) = (self.unpack(format, a, width), self.unpack(format, b, width));
        let distance = self.sub(&x.exponent, &y.exponent);
        let rows = rows(format);
        let is_short = self.sle(&distance, &number(width, rows));
        let (rest, odd) = self.long_division(rows, &x.significand, &y.significand, &distance);
        // A divisor that is written above the dividend is larger; one place above it may be less than twice as large.
        let is_above = distance[width - 1];
        let (one_above, odd) = (self.all(&distance), self.and(odd, !is_above));
        let rest = self.choose_bits(is_above, &x.significand, &rest);
        let (once, twice) = (zext(&y.significand, precision + 1), raised(&y.significand, 1));
        let divisor = self.choose_bits(one_above, &twice, &once);
        let exponent = self.choose_bits(is_above, &x.exponent, &y.exponent);
        let mut magnitude = zext(&rest, precision + 1);
        let mut negative = x.negative;
        if nearest {
            let far_above = self.and(is_above, !one_above);
            let doubled = raised(&magnitude, 1);
            let divisor_wide = zext(&divisor, precision + 2);
            let (more, same) = (self.ult(&divisor_wide, &doubled), self.eq(&divisor_wide, &doubled));
            let tie = self.and(same, odd);
            let over = self.or(more, tie);
            let over = self.and(over, !far_above);
            let other = self.sub(&divisor, &magnitude);
            magnitude = self.choose_bits(over, &other, &magnitude);
            negative = self.xor(negative, over);
        }
        let zero = !self.any(&magnitude);
        negative = self.choose(zero, x.negative, negative);
        let exponent = self.add(&exponent, &number(width, 1), Lit::FALSE);
        let rounded = self.rounded(format, Rounding::Zero, negative, &exponent, &magnitude);
        let special = Special { nan: Lit::FALSE, infinite: Lit::FALSE, zero, negative };
        let rounded = self.with_special(format, &rounded, special);
        let rounded = self.choose_bits(y.infinite, a, &rounded);
        let nan = self.any(&[x.nan, y.nan, x.infinite, y.zero]);
        let sign = rounded[rounded.len() - 1];
        let special = Special { nan, infinite: Lit::FALSE, zero: Lit::FALSE, negative: sign };
        let result = self.with_special(format, &rounded, special);
        (result, if has_all_rows(format) { Lit::TRUE } else { is_short })
    }

    /// The rest of x · 2^distance by y, and whether the quotient is odd, for a distance from 0 to `most`.
    fn long_division(&mut self, most: i64, x: &[Lit], y: &[Lit], distance: &[Lit]) -> (Bits, Lit) {
        let (quotient, mut rest) = self.divide(x, y);
        let mut odd = quotient[0];
        let length = y.len() + 1;
        for row in 1..=most {
            if self.ends_before(4 * length) {
                break;
            }
            let is_active = self.sle(&number(distance.len(), row), distance);
            let (doubled, divisor) = (raised(&rest, 1), zext(y, length));
            let fits = self.ule(&divisor, &doubled);
            let less = self.add(&doubled, &invert(&divisor), Lit::TRUE);
            let next = self.choose_bits(fits, &less, &doubled);
            rest = self.choose_bits(is_active, &next[..y.len()], &rest);
            odd = self.choose(is_active, fits, odd);
        }
        (rest, odd)
    }
}
