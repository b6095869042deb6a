//! Values: bit-vectors of a width, and the meaning of every operator on them.
//!
//! This is where the semantics live; folding, the evaluator and the tests' references all meet here. [`word`] computes
//! on values of at most 64 bits in a machine word, [`wide`] on any width in limbs; both follow SMT-LIB to the letter and
//! are tested against big integers and against each other.

pub(crate) mod wide;
pub(crate) mod word;

use core::fmt;

use smallvec::{SmallVec, smallvec};

pub use word::{mask, sign_extend};

/// A bit-vector. Bits above the width are zero, always.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Value {
    width: u32,
    /// Little-endian, `width.div_ceil(64)` of them.
    limbs: SmallVec<[u64; 4]>,
}

/// How many 64-bit limbs a value of `width` bits has.
#[inline]
pub(crate) const fn limb_count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

impl Value {
    /// The low `width` bits of `word`, zero-extended if `width` is more than 64.
    pub fn new(width: u32, word: u64) -> Value {
        Value::from_limbs(width, &[word])
    }
    /// The low `width` bits of little-endian `limbs`; missing limbs are zero.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Value {
        assert!(width > 0, "a width is at least 1");
        let mut own: SmallVec<[u64; 4]> = smallvec![0; limb_count(width)];
        let n = own.len().min(limbs.len());
        own[..n].copy_from_slice(&limbs[..n]);
        wide::clip(&mut own, width);
        Value { width, limbs: own }
    }
    /// 1 or 0 at width 1.
    pub fn from_bool(bit: bool) -> Value {
        Value::new(1, u64::from(bit))
    }
    /// Zero.
    pub fn zero(width: u32) -> Value {
        Value::new(width, 0)
    }
    /// All bits set.
    pub fn ones(width: u32) -> Value {
        let mut value = Value { width, limbs: smallvec![u64::MAX; limb_count(width)] };
        wide::clip(&mut value.limbs, width);
        value
    }
    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }
    /// The little-endian limbs.
    pub fn limbs(&self) -> &[u64] {
        &self.limbs
    }
    /// The number, if it is below 2^64.
    pub fn to_u64(&self) -> Option<u64> {
        self.limbs[1..].iter().all(|&limb| limb == 0).then_some(self.limbs[0])
    }
    /// Whether this is a boolean (width 1) and true.
    pub fn is_true(&self) -> bool {
        self.width == 1 && self.limbs[0] == 1
    }
    /// Whether all bits are 0.
    pub fn is_zero(&self) -> bool {
        self.limbs.iter().all(|&limb| limb == 0)
    }
    /// Whether all bits are 1.
    pub fn is_ones(&self) -> bool {
        *self == Value::ones(self.width)
    }
    /// The bit at `index`; 0 above the width.
    pub fn bit(&self, index: u32) -> bool {
        self.limbs.get(index as usize / 64).is_some_and(|limb| limb >> (index % 64) & 1 == 1)
    }
    /// The highest bit.
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }
    /// `Some(n)` if the number is 2^n.
    pub fn power_of_two(&self) -> Option<u32> {
        let ones: u32 = self.limbs.iter().map(|limb| limb.count_ones()).sum();
        (ones == 1).then(|| self.trailing_zeros())
    }
    /// How many zeros stand below the lowest one; the width if there is no one.
    pub fn trailing_zeros(&self) -> u32 {
        let at = self.limbs.iter().position(|&limb| limb != 0);
        at.map_or(self.width, |at| at as u32 * 64 + self.limbs[at].trailing_zeros())
    }
    /// How many zeros stand above the highest one; the width if there is no one.
    pub fn leading_zeros(&self) -> u32 {
        let at = self.limbs.iter().rposition(|&limb| limb != 0);
        at.map_or(self.width, |at| self.width - (at as u32 * 64 + 64 - self.limbs[at].leading_zeros()))
    }
    /// Whether the value has at most 64 bits, so that [`word`] computes on it.
    #[inline]
    fn is_word(&self) -> bool {
        self.width <= 64
    }
}

/// The limbs in hexadecimal with the width: `0x2a:8`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = self.limbs.iter().rposition(|&limb| limb != 0).unwrap_or(0);
        write!(f, "{:#x}", self.limbs[top])?;
        self.limbs[..top].iter().rev().try_for_each(|limb| write!(f, "{limb:016x}"))?;
        write!(f, ":{}", self.width)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_above_the_width_are_dropped() {
        assert_eq!(Value::new(3, 0xff), Value::new(3, 7));
        assert_eq!(Value::from_limbs(65, &[1, 3]), Value::from_limbs(65, &[1, 1]));
        assert_eq!(Value::ones(65).limbs(), [u64::MAX, 1]);
    }

    #[test]
    fn a_value_prints_as_hexadecimal_with_its_width() {
        assert_eq!(Value::new(8, 42).to_string(), "0x2a:8");
        assert_eq!(Value::from_limbs(100, &[5, 0xab]).to_string(), "0xab0000000000000005:100");
    }

    #[test]
    fn zeros_are_counted_at_the_width() {
        let value = Value::from_limbs(130, &[0, 0b100]);
        assert_eq!((value.trailing_zeros(), value.leading_zeros(), value.power_of_two()), (66, 63, Some(66)));
        assert_eq!((Value::zero(9).trailing_zeros(), Value::zero(9).leading_zeros()), (9, 9));
        assert_eq!(Value::new(7, 0b101).power_of_two(), None);
    }
}
