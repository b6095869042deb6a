//! Numbers from 0 up that may exceed every floating-point number.
//!
//! Estimates multiply along the paths of a program: with a factor of 1.6 for each branch, 1,500 branches in a row pass the
//! largest `f64`. A magnitude keeps its binary exponent in an integer of its own, so it is never infinite and never NaN. The
//! exponent saturates: beyond 2^(2^62) all numbers are equal.

use core::cmp::Ordering;
use core::ops::{Add, Mul};

/// A number `mantissa · 2^exponent` from 0 up; the mantissa is 0 or in `1.0..2.0`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Magnitude {
    mantissa: f64,
    exponent: i64,
}

/// The largest absolute exponent.
const LIMIT: i64 = 1 << 62;
/// Exponents that differ by more than this do not matter for a sum.
const PRECISION: i64 = 64;

impl Magnitude {
    /// Zero.
    pub const ZERO: Magnitude = Magnitude { mantissa: 0.0, exponent: 0 };
    /// One.
    pub const ONE: Magnitude = Magnitude { mantissa: 1.0, exponent: 0 };

    /// The number; 0 if it is negative or no number.
    pub fn new(number: f64) -> Magnitude {
        if number > 0.0 { Magnitude::scaled(number.min(f64::MAX), 0) } else { Magnitude::ZERO }
    }
    /// The number as a float; the largest if it is larger than that.
    pub fn to_f64(self) -> f64 {
        let exponent = self.exponent.clamp(-1100, 1100) as i32;
        // In two steps, because a power of two alone may overflow.
        (self.mantissa * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)).min(f64::MAX)
    }
    /// What is left of it without another; 0 if that is more.
    #[must_use]
    pub fn without(self, other: Magnitude) -> Magnitude {
        let distance = self.exponent - other.exponent;
        if other.is_zero() || distance > PRECISION {
            return self;
        }
        if other >= self {
            return Magnitude::ZERO;
        }
        // The other one is less, so that the distance is not negative.
        let left = self.mantissa - other.mantissa * 2f64.powi(-(distance as i32));
        if left > 0.0 { Magnitude::scaled(left, self.exponent) } else { Magnitude::ZERO }
    }
    /// Returns true if it is 0.
    pub fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }
    /// Its binary logarithm; negative infinity for 0.
    pub fn log2(self) -> f64 {
        self.mantissa.log2() + self.exponent as f64
    }
    /// `number · 2^exponent` for a positive number.
    fn scaled(number: f64, exponent: i64) -> Magnitude {
        // Subnormal numbers are brought into the normal range first.
        let (number, shift) = if number < f64::MIN_POSITIVE { (number * 2f64.powi(200), -200) } else { (number, 0) };
        let bits = number.to_bits();
        let power = ((bits >> 52) & 0x7ff) as i64 - 1023;
        let mantissa = f64::from_bits(bits & !(0x7ff << 52) | 1023 << 52);
        let exponent = exponent.saturating_add(power + shift);
        match exponent {
            exponent if exponent <= -LIMIT => Magnitude::ZERO,
            exponent if exponent >= LIMIT => Magnitude { mantissa: 1.0, exponent: LIMIT },
            exponent => Magnitude { mantissa, exponent },
        }
    }
}

impl Add for Magnitude {
    type Output = Magnitude;

    fn add(self, other: Magnitude) -> Magnitude {
        let (large, small) = if self >= other { (self, other) } else { (other, self) };
        let distance = large.exponent - small.exponent;
        if small.is_zero() || distance > PRECISION {
            return large;
        }
        Magnitude::scaled(large.mantissa + small.mantissa * 2f64.powi(-(distance as i32)), large.exponent)
    }
}

impl Mul for Magnitude {
    type Output = Magnitude;

    fn mul(self, other: Magnitude) -> Magnitude {
        if self.is_zero() || other.is_zero() {
            return Magnitude::ZERO;
        }
        Magnitude::scaled(self.mantissa * other.mantissa, self.exponent.saturating_add(other.exponent))
    }
}

impl PartialOrd for Magnitude {
    fn partial_cmp(&self, other: &Magnitude) -> Option<Ordering> {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => self.exponent.cmp(&other.exponent).then(self.mantissa.total_cmp(&other.mantissa)).into(),
        }
    }
}

impl core::iter::Sum for Magnitude {
    fn sum<I: Iterator<Item = Magnitude>>(numbers: I) -> Magnitude {
        numbers.fold(Magnitude::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
    }

    #[test]
    fn within_the_range_of_floats_it_calculates_like_floats() {
        let numbers = [0.0, 1e-310, 3e-9, 0.5, 1.0, 1.75, 6.0, 1e9, 1e150];
        for a in numbers {
            for b in numbers {
                let (x, y) = (Magnitude::new(a), Magnitude::new(b));
                assert!(close((x + y).to_f64(), a + b), "{a} + {b}");
                assert!((x.without(y).to_f64() - (a - b).max(0.0)).abs() <= 1e-12 * a, "{a} - {b}");
                assert!(close((x * y).to_f64(), a * b) || a * b < 1e-300, "{a} · {b}");
                assert_eq!(x.partial_cmp(&y), a.partial_cmp(&b), "{a} {b}");
            }
        }
    }

    #[test]
    fn beyond_it_nothing_is_lost_but_the_last_digits() {
        let mut power = Magnitude::ONE;
        for _ in 0..100_000 {
            power = power * Magnitude::new(1.6);
        }
        assert!((power.log2() - 100_000.0 * 1.6f64.log2()).abs() < 1e-3);
        assert!(power > Magnitude::new(f64::MAX) && power + Magnitude::ONE == power && power.to_f64() == f64::MAX);
    }

    #[test]
    fn even_the_exponent_saturates() {
        let mut huge = Magnitude::new(2.0);
        for _ in 0..100 {
            huge = huge * huge;
        }
        assert!(huge * huge == huge && huge + huge == huge && huge > Magnitude::new(f64::MAX));
        assert_eq!(Magnitude::new(f64::NAN), Magnitude::ZERO);
        assert_eq!(Magnitude::new(-3.0), Magnitude::ZERO);
        assert!(Magnitude::new(f64::INFINITY).to_f64() == f64::MAX);
    }
}
