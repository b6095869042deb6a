//! Sums, products, quotients, roots, and products with a sum.

use braid_expr::{Format, Rounding};

use crate::sat::{Lit, Sat};

use crate::blast::adder::{Bits, invert};
use crate::blast::gates::Gates;

use super::unpack::{Unpacked, exponent_width};
use super::{Special, number, raised, sext, zero_sum_is_negative, zext};

impl<S: Sat> Gates<S> {
    /// a + b: the smaller magnitude is shifted to the exponent of the larger one; three bits below the last one are enough.
    pub(super) fn float_add(&mut self, format: Format, rounding: Rounding, a: &[Lit], b: &[Lit]) -> Bits {
        let precision = format.precision() as usize;
        let width = exponent_width(format, precision + 4);
        let magnitude = format.width() as usize - 1;
        let swap = self.ult(&a[..magnitude], &b[..magnitude]);
        let (large, small) = (self.choose_bits(swap, b, a), self.choose_bits(swap, a, b));
        let (x, y) = (self.unpack(format, &large, width), self.unpack(format, &small, width));
        let distance = self.sub(&x.exponent, &y.exponent);
        let high = zext(&raised(&x.significand, 3), precision + 4);
        let low = self.shift_sticky(&raised(&y.significand, 3), &distance);
        let differ = self.xor(x.negative, y.negative);
        let low: Bits = zext(&low, precision + 4).into_iter().map(|bit| self.xor(bit, differ)).collect();
        let sum = self.add(&high, &low, differ);
        let exponent = self.add(&x.exponent, &number(width, 1), Lit::FALSE);
        let rounded = self.rounded(format, rounding, x.negative, &exponent, &sum);
        let zero = !self.any(&sum);
        let special = self.sum_special(rounding, &x, &y, zero, x.negative);
        self.with_special(format, &rounded, special)
    }

    /// What a sum of two numbers is instead of a rounded one. `zero` is whether a finite sum is, `negative` its sign if not.
    fn sum_special(&mut self, rounding: Rounding, x: &Unpacked, y: &Unpacked, zero: Lit, negative: Lit) -> Special {
        let differ = self.xor(x.negative, y.negative);
        let opposite = self.all(&[x.infinite, y.infinite, differ]);
        let of_zero = self.choose(differ, zero_sum_is_negative(rounding), x.negative);
        let of_finite = self.choose(zero, of_zero, negative);
        let of_second = self.choose(y.infinite, y.negative, of_finite);
        Special {
            nan: self.any(&[x.nan, y.nan, opposite]),
            infinite: self.or(x.infinite, y.infinite),
            zero,
            negative: self.choose(x.infinite, x.negative, of_second),
        }
    }

    /// a · b.
    pub(super) fn float_mul(&mut self, format: Format, rounding: Rounding, a: &[Lit], b: &[Lit]) -> Bits {
        let width = exponent_width(format, 2 * format.precision() as usize);
        let (x, y) = (self.unpack(format, a, width), self.unpack(format, b, width));
        let (exponent, product) = self.product(&x, &y);
        let negative = self.xor(x.negative, y.negative);
        let rounded = self.rounded(format, rounding, negative, &exponent, &product);
        let special = self.product_special(&x, &y, negative);
        self.with_special(format, &rounded, special)
    }

    /// The exact product of two finite numbers with the exponent of its highest bit.
    fn product(&mut self, x: &Unpacked, y: &Unpacked) -> (Bits, Bits) {
        let length = 2 * x.significand.len();
        let product = self.mul(&zext(&x.significand, length), &zext(&y.significand, length));
        (self.add(&x.exponent, &y.exponent, Lit::TRUE), product)
    }

    fn product_special(&mut self, x: &Unpacked, y: &Unpacked, negative: Lit) -> Special {
        let (first, second) = (self.and(x.infinite, y.zero), self.and(y.infinite, x.zero));
        Special {
            nan: self.any(&[x.nan, y.nan, first, second]),
            infinite: self.or(x.infinite, y.infinite),
            zero: self.or(x.zero, y.zero),
            negative,
        }
    }

    /// a / b.
    pub(super) fn float_div(&mut self, format: Format, rounding: Rounding, a: &[Lit], b: &[Lit]) -> Bits {
        let precision = format.precision() as usize;
        let width = exponent_width(format, precision + 4);
        let (x, y) = (self.unpack_normal(format, a, width), self.unpack_normal(format, b, width));
        let length = 2 * precision + 2;
        let (quotient, rest) = self.divide(&raised(&x.significand, precision + 2), &zext(&y.significand, length));
        let mut magnitude = vec![self.any(&rest)];
        magnitude.extend_from_slice(&quotient[..precision + 3]);
        let exponent = self.sub(&x.exponent, &y.exponent);
        let negative = self.xor(x.negative, y.negative);
        let rounded = self.rounded(format, rounding, negative, &exponent, &magnitude);
        let (zeros, infinities) = (self.and(x.zero, y.zero), self.and(x.infinite, y.infinite));
        let special = Special {
            nan: self.any(&[x.nan, y.nan, zeros, infinities]),
            infinite: self.or(x.infinite, y.zero),
            zero: self.or(x.zero, y.infinite),
            negative,
        };
        self.with_special(format, &rounded, special)
    }

    /// The square root of a.
    pub(super) fn float_sqrt(&mut self, format: Format, rounding: Rounding, a: &[Lit]) -> Bits {
        let precision = format.precision() as usize;
        let width = exponent_width(format, precision + 4);
        let x = self.unpack_normal(format, a, width);
        // An odd exponent gives one place to the significand.
        let odd = x.exponent[0];
        let (even, twice) = (zext(&x.significand, precision + 1), raised(&x.significand, 1));
        let radicand = self.choose_bits(odd, &twice, &even);
        let (root, inexact) = self.root(&raised(&radicand, precision + 3));
        let mut magnitude = vec![inexact];
        magnitude.extend(root);
        let exponent = sext(&x.exponent[1..], width);
        let rounded = self.rounded(format, rounding, Lit::FALSE, &exponent, &magnitude);
        let below = self.and(x.negative, !x.zero);
        let special = Special { nan: self.or(x.nan, below), infinite: x.infinite, zero: x.zero, negative: x.negative };
        self.with_special(format, &rounded, special)
    }

    /// The root of a word of an even number of bits, rounded down, and whether something is left: two bits a row.
    fn root(&mut self, square: &[Lit]) -> (Bits, Lit) {
        let rows = square.len() / 2;
        let (mut root, mut rest): (Bits, Bits) = (Vec::new(), Vec::new());
        for row in (0..rows).rev() {
            if self.ends_before(8 * rest.len()) {
                break;
            }
            rest.splice(0..0, [square[2 * row], square[2 * row + 1]]);
            // Twice the root so far, and a one: what the next bit would take.
            let mut step = vec![Lit::TRUE, Lit::FALSE];
            step.extend_from_slice(&root);
            let length = rest.len().max(step.len());
            let (mut left, step) = (zext(&rest, length), zext(&step, length));
            let fits = self.ule(&step, &left);
            let less = self.add(&left, &invert(&step), Lit::TRUE);
            left = self.choose_bits(fits, &less, &left);
            root.insert(0, fits);
            // What is left is at most twice the root.
            left.truncate(root.len() + 1);
            rest = left;
        }
        let inexact = self.any(&rest);
        (root, inexact)
    }

    /// a · b + c: both summands at full length, the one with the lower exponent shifted.
    pub(super) fn float_fma(&mut self, format: Format, rounding: Rounding, [a, b, c]: [&[Lit]; 3]) -> Bits {
        let precision = format.precision() as usize;
        let (length, below) = (2 * precision, 2 * precision + 3);
        let width = exponent_width(format, length + below + 1);
        let (x, y, z) = (self.unpack(format, a, width), self.unpack(format, b, width), self.unpack(format, c, width));
        let (exponent, product) = self.product(&x, &y);
        let negative = self.xor(x.negative, y.negative);
        let addend = raised(&z.significand, precision);
        // What is zero is the lower one, whatever its exponent says.
        let is_zero = self.or(x.zero, y.zero);
        let lower = self.slt(&exponent, &z.exponent);
        let lower = self.and(lower, !z.zero);
        let swap = self.or(is_zero, lower);
        let (high, low) = (self.choose_bits(swap, &addend, &product), self.choose_bits(swap, &product, &addend));
        let high_exponent = self.choose_bits(swap, &z.exponent, &exponent);
        let low_exponent = self.choose_bits(swap, &exponent, &z.exponent);
        let high_negative = self.choose(swap, z.negative, negative);
        let distance = self.sub(&high_exponent, &low_exponent);
        // A negative distance is that of a zero.
        let low = self.shift_sticky(&raised(&low, below), &distance);
        let differ = self.xor(negative, z.negative);
        let (sum, flipped) = self.difference(&raised(&high, below), &low, differ);
        let exponent = self.add(&high_exponent, &number(width, 1), Lit::FALSE);
        let sum_negative = self.xor(high_negative, flipped);
        let rounded = self.rounded(format, rounding, sum_negative, &exponent, &sum);
        let zero = !self.any(&sum);
        let special = self.product_special(&x, &y, negative);
        let product = Unpacked {
            nan: special.nan,
            infinite: special.infinite,
            zero: is_zero,
            negative,
            exponent,
            significand: sum,
        };
        let special = self.sum_special(rounding, &product, &z, zero, sum_negative);
        self.with_special(format, &rounded, special)
    }

    /// The magnitude of a + b, or of a - b if `differ`, with one more bit; and whether the difference is negative.
    fn difference(&mut self, a: &[Lit], b: &[Lit], differ: Lit) -> (Bits, Lit) {
        let length = a.len() + 1;
        let b: Bits = zext(b, length).into_iter().map(|bit| self.xor(bit, differ)).collect();
        let sum = self.add(&zext(a, length), &b, differ);
        let negative = self.and(differ, sum[length - 1]);
        let flipped: Bits = sum.iter().map(|&bit| self.xor(bit, negative)).collect();
        (self.add(&flipped, &vec![Lit::FALSE; length], negative), negative)
    }
}
