//! Rounding: from a magnitude of any size to a number of a format.

use braid_expr::{Format, Rounding};

use crate::sat::{Lit, Sat};

use crate::blast::adder::Bits;
use crate::blast::gates::Gates;

use super::{constant, raised, zext};

impl<S: Sat> Gates<S> {
    /// Whether a magnitude grows by one of its last bit: `half` is the bit below, `rest` whether there is more.
    pub(super) fn rounds_up(&mut self, rounding: Rounding, negative: Lit, odd: Lit, half: Lit, rest: Lit) -> Lit {
        let inexact = self.or(half, rest);
        match rounding {
            Rounding::NearestEven => {
                let up = self.or(rest, odd);
                self.and(half, up)
            }
            Rounding::NearestAway => half,
            Rounding::Up => self.and(!negative, inexact),
            Rounding::Down => self.and(negative, inexact),
            Rounding::Zero => Lit::FALSE,
        }
    }

    /// The number nearest to a magnitude in the direction that is wanted. `exponent` is that of the magnitude's highest bit, in two's
    /// complement. The last bit may stand for something below; then at least two more bits are set apart from the precision.
    /// A magnitude of zero gives no number.
    pub(super) fn rounded(
        &mut self,
        format: Format,
        rounding: Rounding,
        negative: Lit,
        exponent: &[Lit],
        magnitude: &[Lit],
    ) -> Bits {
        let precision = format.precision() as usize;
        let (normal, zeros) = self.normalize(magnitude);
        let exponent = self.sub(exponent, &zext(&zeros, exponent.len()));
        let mut head = self.leading(&normal, precision + 2);
        let (above, down) = self.above_least(format, &exponent);
        head = self.shift_sticky(&head, &down);
        let up = self.rounds_up(rounding, negative, head[2], head[1], head[0]);
        // The leading bit adds one to the exponent, and so does a carry out of the significand.
        let fraction = format.fraction_bits() as usize;
        let base = raised(&above, fraction);
        let sum = self.add(&base, &zext(&head[2..], base.len()), up);
        let limit = constant(above.len(), (1 << format.exponent_bits()) - 1);
        let overflows = self.ule(&limit, &sum[fraction..]);
        let width = format.width() as usize;
        let beyond = self.beyond(format, rounding, negative);
        let mut result = self.choose_bits(overflows, &beyond, &sum[..width - 1]);
        result.push(negative);
        result
    }

    /// The highest bits of a word; the last one is set if it or one that was left out is. Zeros below if the word is short.
    fn leading(&mut self, word: &[Lit], count: usize) -> Bits {
        if word.len() <= count {
            return raised(word, count - word.len());
        }
        let (low, high) = word.split_at(word.len() - count);
        let mut head = high.to_vec();
        let rest = self.any(low);
        head[0] = self.or(head[0], rest);
        head
    }

    /// What a magnitude beyond the largest number becomes, without its sign.
    fn beyond(&mut self, format: Format, rounding: Rounding, negative: Lit) -> Bits {
        let is_infinite = match rounding {
            Rounding::NearestEven | Rounding::NearestAway => Lit::TRUE,
            Rounding::Up => !negative,
            Rounding::Down => negative,
            Rounding::Zero => Lit::FALSE,
        };
        let width = format.width() as usize - 1;
        self.choose_bits(is_infinite, &constant(width, format.infinity()), &constant(width, format.largest()))
    }
}
