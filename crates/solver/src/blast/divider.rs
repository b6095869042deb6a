//! Division: long division by subtraction, quotient and remainder together.
//!
//! The textbook restoring divider: the remainder takes in one bit of the dividend per row and the divisor is taken off
//! where it fits. It is a function of its inputs (a relation q·d + r = n over fresh q and r would need them decided),
//! and its rows are no wider than the divisor's known bits: dividing 32 bits by 10 costs 32 rows of 5.
//! Division by zero needs no case of its own: each subtraction fits, which gives all ones and the dividend, as SMT-LIB has it.

use crate::sat::{Lit, Sat};

use super::adder::{Bits, invert};
use super::gates::Gates;

impl<S: Sat> Gates<S> {
    /// Quotient and remainder, unsigned.
    pub(super) fn divide(&mut self, dividend: &[Lit], divisor: &[Lit]) -> (Bits, Bits) {
        debug_assert_eq!(dividend.len(), divisor.len());
        let width = dividend.len();
        // A divisor that may be zero lets the remainder grow to the full width.
        let significant = divisor.iter().rposition(|&lit| lit != Lit::FALSE).map_or(0, |at| at + 1);
        let never_zero = divisor.contains(&Lit::TRUE);
        let rest_width = if never_zero { significant } else { width };
        let mut quotient = vec![Lit::FALSE; width];
        let mut rest: Bits = Vec::new();
        for at in (0..width).rev() {
            if self.ends_before(4 * rest.len()) {
                break;
            }
            rest.insert(0, dividend[at]);
            quotient[at] = self.divide_row(&mut rest, divisor);
            rest.truncate(rest_width);
        }
        rest.resize(width, Lit::FALSE);
        (quotient, rest)
    }

    /// Takes `divisor` off `rest` if it fits; gives whether it did.
    fn divide_row(&mut self, rest: &mut Bits, divisor: &[Lit]) -> Lit {
        let width = rest.len().min(divisor.len());
        // Where the rest is one bit wider than the divisor's row, that bit alone says that it fits.
        let too_high = self.any(&divisor[width..]);
        let fits_low = self.ule(&divisor[..width], &rest[..width]);
        let overflow = self.any(&rest[width..]);
        let fits_low = self.or(fits_low, overflow);
        let fits = self.and(!too_high, fits_low);
        let difference = self.add(&rest[..width], &invert(&divisor[..width]), Lit::TRUE);
        for (bit, less) in rest.iter_mut().zip(difference) {
            *bit = self.choose(fits, less, *bit);
        }
        for bit in &mut rest[width..] {
            *bit = self.and(!fits, *bit);
        }
        fits
    }

    /// Quotient, two's complement, rounded to zero; x / 0 is 1 for negative x and -1 otherwise.
    pub(super) fn signed_quotient(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (magnitude_a, magnitude_b) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let (quotient, _) = self.divide(&magnitude_a, &magnitude_b);
        let negative = self.xor(sign_a, sign_b);
        self.negate_if(negative, &quotient)
    }

    /// Remainder with the sign of the dividend; x % 0 is x.
    pub(super) fn signed_remainder(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (magnitude_a, magnitude_b) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let (_, rest) = self.divide(&magnitude_a, &magnitude_b);
        self.negate_if(sign_a, &rest)
    }

    fn negate_if(&mut self, condition: Lit, a: &[Lit]) -> Bits {
        let flipped: Bits = a.iter().map(|&bit| self.xor(bit, condition)).collect();
        self.add(&flipped, &vec![Lit::FALSE; a.len()], condition)
    }
}
