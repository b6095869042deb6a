//! Integers: numbers rounded to one, conversions from and to them, and between formats.

use braid_expr::{Format, Rounding};

use crate::sat::{Lit, Sat};

use crate::blast::adder::Bits;
use crate::blast::gates::Gates;

use super::unpack::exponent_width;
use super::{Special, constant, count_bits, number, raised, zext};

impl<S: Sat> Gates<S> {
    /// The number in another format.
    pub(super) fn float_convert(&mut self, from: Format, to: Format, rounding: Rounding, a: &[Lit]) -> Bits {
        let precision = from.precision() as usize;
        let width = exponent_width(from, precision).max(exponent_width(to, precision));
        let x = self.unpack(from, a, width);
        let rounded = self.rounded(to, rounding, x.negative, &x.exponent, &x.significand);
        let special = Special { nan: x.nan, infinite: x.infinite, zero: x.zero, negative: x.negative };
        self.with_special(to, &rounded, special)
    }

    /// The number of an integer.
    pub(super) fn float_from_int(&mut self, format: Format, rounding: Rounding, a: &[Lit], signed: bool) -> Bits {
        let negative = if signed { a[a.len() - 1] } else { Lit::FALSE };
        let flipped: Bits = a.iter().map(|&bit| self.xor(bit, negative)).collect();
        let magnitude = self.add(&flipped, &vec![Lit::FALSE; a.len()], negative);
        let width = exponent_width(format, a.len());
        let exponent = number(width, a.len() as i64 - 1);
        let rounded = self.rounded(format, rounding, negative, &exponent, &magnitude);
        let zero = !self.any(a);
        let special = Special { nan: Lit::FALSE, infinite: Lit::FALSE, zero, negative };
        self.with_special(format, &rounded, special)
    }

    /// The nearest integer as a number.
    pub(super) fn float_round(&mut self, format: Format, rounding: Rounding, a: &[Lit]) -> Bits {
        let precision = format.precision() as usize;
        let width = exponent_width(format, precision + 2);
        let x = self.unpack(format, a, width);
        let (integer, is_whole) = self.whole(rounding, x.negative, &x.exponent, &x.significand, precision - 1);
        let exponent = number(width, precision as i64);
        let rounded = self.rounded(format, rounding, x.negative, &exponent, &integer);
        let zero = !self.any(&integer);
        let special = Special { nan: Lit::FALSE, infinite: Lit::FALSE, zero, negative: x.negative };
        let rounded = self.with_special(format, &rounded, special);
        // Beyond the significand every number is whole.
        let kept = self.choose_bits(is_whole, a, &rounded);
        let special = Special { nan: x.nan, infinite: x.infinite, zero: x.zero, negative: x.negative };
        self.with_special(format, &kept, special)
    }

    /// The integer nearest to a finite number whose exponent is at most `top`, in `top + 2` bits; and whether its exponent is larger.
    fn whole(
        &mut self,
        rounding: Rounding,
        negative: Lit,
        exponent: &[Lit],
        significand: &[Lit],
        top: usize,
    ) -> (Bits, Lit) {
        let limit = number(exponent.len(), top as i64);
        let is_larger = self.slt(&limit, exponent);
        let down = self.sub(&limit, exponent);
        // Two bits below the last one: a half, and whether there is more.
        let length = top + 3;
        let word = if significand.len() <= length {
            raised(significand, length - significand.len())
        } else {
            let (low, high) = significand.split_at(significand.len() - length);
            let mut word = high.to_vec();
            let rest = self.any(low);
            word[0] = self.or(word[0], rest);
            word
        };
        let word = self.shift_sticky(&word, &down);
        let up = self.rounds_up(rounding, negative, word[2], word[1], word[0]);
        let kept = zext(&word[2..], top + 2);
        (self.add(&kept, &vec![Lit::FALSE; top + 2], up), is_larger)
    }

    /// The integer of a number; the nearest that there is, and 0 for a NaN.
    pub(super) fn float_to_int(
        &mut self,
        format: Format,
        rounding: Rounding,
        a: &[Lit],
        width: usize,
        signed: bool,
    ) -> Bits {
        let exponents = (format.exponent_bits() as usize).max(count_bits(width)) + 3;
        let x = self.unpack(format, a, exponents);
        let (integer, is_larger) = self.whole(rounding, x.negative, &x.exponent, &x.significand, width);
        let length = integer.len();
        let power = |at: usize| (0..length).map(|bit| Lit::constant(bit == at)).collect::<Bits>();
        let (most, least) =
            if signed { (power(width - 1), power(width - 1)) } else { (power(width), constant(length, 0)) };
        let (over, under) = (self.ule(&most, &integer), self.ult(&least, &integer));
        let over = self.choose(x.negative, under, over);
        let over = self.any(&[over, is_larger, x.infinite]);
        let flipped: Bits = integer.iter().map(|&bit| self.xor(bit, x.negative)).collect();
        let value = self.add(&flipped, &vec![Lit::FALSE; length], x.negative);
        // The largest and the smallest integer are each other's complement if there is a sign, else all ones and zeros.
        let sign = if signed { x.negative } else { !x.negative };
        let limit: Bits = (0..width).map(|at| if at == width - 1 { sign } else { !x.negative }).collect();
        let value = self.choose_bits(over, &limit, &value[..width]);
        value.into_iter().map(|bit| self.and(bit, !x.nan)).collect()
    }
}
