//! Integers of any width, modulo a power of two.
//!
//! Up to 128 bits they are machine integers; wider ones, which programs have rarely, are `BigUint`s. Every result is cut
//! to the width, so that bits above it are always zero.

use core::cmp::Ordering;

use num_bigint::BigUint;

/// An integer of `width` bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bits {
    width: u32,
    repr: Repr,
}

/// The bits, zero-extended. Widths up to 128 are always `Small`, others always `Wide`.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Repr {
    Small(u128),
    Wide(Box<BigUint>),
}

impl Bits {
    /// `value` cut to `width` bits.
    pub(super) fn new(width: u32, value: u128) -> Bits {
        match width {
            0..=127 => Bits { width, repr: Repr::Small(value & ((1 << width) - 1)) },
            128 => Bits { width, repr: Repr::Small(value) },
            _ => Bits { width, repr: Repr::Wide(Box::new(BigUint::from(value))) },
        }
    }
    /// `value` cut to `width` bits.
    pub(super) fn from_big(width: u32, value: BigUint) -> Bits {
        if width <= 128 {
            let mut words = value.iter_u64_digits();
            let low = u128::from(words.next().unwrap_or(0));
            return Bits::new(width, low | u128::from(words.next().unwrap_or(0)) << 64);
        }
        let value = if value.bits() > u64::from(width) { value & mask(width) } else { value };
        Bits { width, repr: Repr::Wide(Box::new(value)) }
    }
    /// From words, least significant first.
    pub(super) fn from_words(width: u32, words: &[u64]) -> Bits {
        let digits = words.iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]).collect();
        Bits::from_big(width, BigUint::new(digits))
    }
    /// All bits zero.
    pub(super) fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }
    /// All bits one.
    pub(super) fn ones(width: u32) -> Bits {
        if width <= 128 { Bits::new(width, u128::MAX) } else { Bits::from_big(width, mask(width)) }
    }
    /// How many bits there are.
    pub(super) fn width(&self) -> u32 {
        self.width
    }
    /// Whether all bits are zero.
    pub(super) fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(value) => *value == 0,
            Repr::Wide(value) => **value == BigUint::ZERO,
        }
    }
    /// The bits as an unsigned number.
    pub(super) fn to_big(&self) -> BigUint {
        match &self.repr {
            Repr::Small(value) => BigUint::from(*value),
            Repr::Wide(value) => (**value).clone(),
        }
    }
    /// The lowest 128 bits, zero-extended.
    pub(super) fn low(&self) -> u128 {
        match &self.repr {
            Repr::Small(value) => *value,
            Repr::Wide(_) => self.trunc(128).low(),
        }
    }
    /// The lowest 64 bits, zero-extended.
    pub(super) fn low64(&self) -> u64 {
        self.low() as u64
    }
    /// The value if it is less than `limit`.
    pub(super) fn below(&self, limit: u32) -> Option<u32> {
        let fits = match &self.repr {
            Repr::Small(value) => *value < u128::from(limit),
            Repr::Wide(value) => **value < BigUint::from(limit),
        };
        fits.then(|| self.low() as u32)
    }
    /// As a signed number of at most 128 bits.
    pub(super) fn signed(&self) -> i128 {
        let shift = 128 - self.width.min(128);
        (self.low() as i128) << shift >> shift
    }
    /// The highest bit.
    pub(super) fn sign(&self) -> bool {
        self.width > 0 && self.bit(self.width - 1)
    }
    /// Bit `at`.
    pub(super) fn bit(&self, at: u32) -> bool {
        match &self.repr {
            Repr::Small(value) => at < 128 && value >> at & 1 == 1,
            Repr::Wide(value) => value.bit(u64::from(at)),
        }
    }

    fn zip(&self, other: &Bits, small: fn(u128, u128) -> u128, wide: fn(BigUint, BigUint) -> BigUint) -> Bits {
        debug_assert_eq!(self.width, other.width);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Bits::new(self.width, small(*a, *b)),
            _ => Bits::from_big(self.width, wide(self.to_big(), other.to_big())),
        }
    }
    /// The sum.
    pub(super) fn add(&self, other: &Bits) -> Bits {
        self.zip(other, u128::wrapping_add, |a, b| a + b)
    }
    /// The product.
    pub(super) fn mul(&self, other: &Bits) -> Bits {
        self.zip(other, u128::wrapping_mul, |a, b| a * b)
    }
    /// The difference.
    pub(super) fn sub(&self, other: &Bits) -> Bits {
        self.add(&other.neg())
    }
    /// The negative.
    pub(super) fn neg(&self) -> Bits {
        self.not().add(&Bits::new(self.width, 1))
    }
    /// Bitwise and.
    pub(super) fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b, |a, b| a & b)
    }
    /// Bitwise or.
    pub(super) fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b, |a, b| a | b)
    }
    /// Bitwise exclusive or.
    pub(super) fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b, |a, b| a ^ b)
    }
    /// Bitwise complement.
    pub(super) fn not(&self) -> Bits {
        self.xor(&Bits::ones(self.width))
    }
    /// The unsigned quotient; `other` is not zero.
    pub(super) fn udiv(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a / b, |a, b| a / b)
    }
    /// The unsigned remainder; `other` is not zero.
    pub(super) fn urem(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a % b, |a, b| a % b)
    }
    /// The absolute value, as an unsigned number.
    pub(super) fn magnitude(&self) -> Bits {
        if self.sign() { self.neg() } else { self.clone() }
    }
    /// The signed quotient, towards zero; `other` is not zero. The one overflow wraps.
    pub(super) fn sdiv(&self, other: &Bits) -> Bits {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.sign() == other.sign() { quotient } else { quotient.neg() }
    }
    /// The signed remainder, with the sign of the dividend; `other` is not zero.
    pub(super) fn srem(&self, other: &Bits) -> Bits {
        let rest = self.magnitude().urem(&other.magnitude());
        if self.sign() { rest.neg() } else { rest }
    }
    /// Shifted left by fewer than `width` bits.
    pub(super) fn shl(&self, by: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::new(self.width, value.checked_shl(by).unwrap_or(0)),
            Repr::Wide(value) => Bits::from_big(self.width, &**value << by),
        }
    }
    /// Shifted right by fewer than `width` bits, filled with zeros.
    pub(super) fn lshr(&self, by: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::new(self.width, value.checked_shr(by).unwrap_or(0)),
            Repr::Wide(value) => Bits::from_big(self.width, &**value >> by),
        }
    }
    /// Shifted right by fewer than `width` bits, filled with the sign.
    pub(super) fn ashr(&self, by: u32) -> Bits {
        if self.sign() { self.not().lshr(by).not() } else { self.lshr(by) }
    }
    /// The lowest `width` bits.
    pub(super) fn trunc(&self, width: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::new(width, *value),
            Repr::Wide(value) => Bits::from_big(width, (**value).clone()),
        }
    }
    /// Filled with zeros.
    pub(super) fn zext(&self, width: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::new(width, *value),
            Repr::Wide(value) => Bits::from_big(width, (**value).clone()),
        }
    }
    /// Filled with the sign bit.
    pub(super) fn sext(&self, width: u32) -> Bits {
        if self.sign() { self.not().zext(width).not() } else { self.zext(width) }
    }
    /// `self` above `low`.
    pub(super) fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        self.zext(width).shl(low.width).or(&low.zext(width))
    }
    /// The `width` bits from bit `from` on.
    pub(super) fn slice(&self, from: u32, width: u32) -> Bits {
        self.lshr(from).trunc(width)
    }
    /// Signed order.
    pub(super) fn scmp(&self, other: &Bits) -> Ordering {
        other.sign().cmp(&self.sign()).then_with(|| self.ucmp(other))
    }
    /// Unsigned order.
    pub(super) fn ucmp(&self, other: &Bits) -> Ordering {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
    /// How many bits are one.
    pub(super) fn count_ones(&self) -> u32 {
        match &self.repr {
            Repr::Small(value) => value.count_ones(),
            Repr::Wide(value) => value.count_ones() as u32,
        }
    }
    /// How many bits are zero above the highest one.
    pub(super) fn leading_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Small(value) => value.leading_zeros() - (128 - self.width),
            Repr::Wide(value) => self.width - value.bits() as u32,
        }
    }
    /// How many bits are zero below the lowest one.
    pub(super) fn trailing_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Small(value) => value.trailing_zeros().min(self.width),
            Repr::Wide(value) => value.trailing_zeros().map_or(self.width, |n| n as u32),
        }
    }
    /// The bits in the opposite order.
    pub(super) fn reverse(&self) -> Bits {
        (0..self.width)
            .fold(Bits::zero(self.width), |out, at| out.shl(1).or(&Bits::new(self.width, u128::from(self.bit(at)))))
    }
    /// The bytes, least significant first; the last one may hold fewer than eight bits.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let size = self.width.div_ceil(8) as usize;
        let mut bytes = match &self.repr {
            Repr::Small(value) => value.to_le_bytes().to_vec(),
            Repr::Wide(value) => value.to_bytes_le(),
        };
        bytes.resize(size, 0);
        bytes
    }
    /// From bytes, least significant first.
    pub(super) fn from_bytes(width: u32, bytes: &[u8]) -> Bits {
        if bytes.len() <= 16 {
            let value = bytes.iter().rev().fold(0u128, |value, byte| value << 8 | u128::from(*byte));
            return Bits::new(width, value);
        }
        Bits::from_big(width, BigUint::from_bytes_le(bytes))
    }
}

impl PartialOrd for Bits {
    /// Unsigned order.
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.ucmp(other))
    }
}

fn mask(width: u32) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The wide representation must agree with machine integers: 100-bit arithmetic, done at 100 bits and at 200.
    #[test]
    fn wide_and_small_agree() {
        let samples = [
            0u128,
            1,
            2,
            3,
            77,
            1 << 63,
            (1 << 64) + 5,
            (1 << 99) - 1,
            1 << 99,
            (1 << 100) - 1,
            0x123456789abcdef << 30,
        ];
        for &a in &samples {
            for &b in &samples {
                let (x, y) = (Bits::new(100, a), Bits::new(100, b));
                let (wx, wy) = (x.zext(200), y.zext(200));
                let ops: [fn(&Bits, &Bits) -> Bits; 6] =
                    [Bits::add, Bits::sub, Bits::mul, Bits::and, Bits::or, Bits::xor];
                for op in ops {
                    assert_eq!(op(&x, &y), op(&wx, &wy).trunc(100), "{a:x} {b:x}");
                }
                let (sx, sy) = (x.sext(200), y.sext(200));
                assert_eq!(x.scmp(&y), sx.scmp(&sy));
                if b != 0 {
                    assert_eq!((x.udiv(&y), x.urem(&y)), (wx.udiv(&wy).trunc(100), wx.urem(&wy).trunc(100)));
                    assert_eq!((x.sdiv(&y), x.srem(&y)), (sx.sdiv(&sy).trunc(100), sx.srem(&sy).trunc(100)));
                }
            }
            let (x, sx) = (Bits::new(100, a), Bits::new(100, a).sext(200));
            for by in [0, 1, 63, 64, 99] {
                assert_eq!((x.shl(by), x.ashr(by)), (sx.shl(by).trunc(100), sx.ashr(by).trunc(100)));
            }
            assert_eq!(Bits::from_bytes(200, &sx.to_bytes()), sx);
            assert_eq!(x.reverse().reverse(), x);
        }
    }
}
