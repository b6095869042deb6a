//! What is known of a word of at most 64 bits: some of its bits, and bounds as an unsigned and as a signed number.
//!
//! The three views sharpen each other ([`Facts::reduced`]): bounds with a common prefix tell bits, bits tell bounds, and
//! bounds of one sign carry over. An empty set of values cannot be expressed; [`Facts::meet`] says when it arises.

use crate::value::{mask, sign_extend};

/// What is known of a word. Every possible value satisfies all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Width in bits, at most 64.
    pub width: u32,
    /// Bits that are 0.
    pub zeros: u64,
    /// Bits that are 1.
    pub ones: u64,
    /// Smallest unsigned value.
    pub low: u64,
    /// Largest unsigned value.
    pub high: u64,
    /// Smallest signed value.
    pub signed_low: i64,
    /// Largest signed value.
    pub signed_high: i64,
}

impl Facts {
    /// Nothing is known of a word of `width` bits.
    pub fn any(width: u32) -> Facts {
        let top = mask(width);
        let signed_high = (top >> 1) as i64;
        Facts { width, zeros: 0, ones: 0, low: 0, high: top, signed_low: -signed_high - 1, signed_high }
    }
    /// The word is `word`.
    pub fn constant(width: u32, word: u64) -> Facts {
        let word = word & mask(width);
        let signed = sign_extend(width, word);
        let zeros = !word & mask(width);
        Facts { width, zeros, ones: word, low: word, high: word, signed_low: signed, signed_high: signed }
    }
    /// The word is from `low` to `high`, unsigned; `low` is not above `high`.
    pub fn between(width: u32, low: u64, high: u64) -> Facts {
        Facts { low, high, ..Facts::any(width) }.reduced()
    }
    /// The word is from `low` to `high`, signed; `low` is not above `high`.
    pub fn signed_between(width: u32, low: i64, high: i64) -> Facts {
        Facts { signed_low: low, signed_high: high, ..Facts::any(width) }.reduced()
    }
    /// These bits of the word are 0 and those are 1.
    pub fn bits(width: u32, zeros: u64, ones: u64) -> Facts {
        Facts { zeros: zeros & mask(width), ones: ones & mask(width), ..Facts::any(width) }.reduced()
    }
    /// A truth value that may be known.
    pub fn truth(value: Option<bool>) -> Facts {
        value.map_or(Facts::any(1), |value| Facts::constant(1, value.into()))
    }
    /// The value, if there is only one.
    pub fn value(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }
    /// Whether the word may be `word`.
    pub fn allows(&self, word: u64) -> bool {
        let signed = sign_extend(self.width, word);
        let bits = word & self.zeros == 0 && !word & self.ones == 0;
        bits && (self.low..=self.high).contains(&word) && (self.signed_low..=self.signed_high).contains(&signed)
    }
    /// Both hold; `None` if no word satisfies both, as far as bounds and bits tell.
    pub fn meet(&self, other: &Facts) -> Option<Facts> {
        let both = Facts {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            signed_low: self.signed_low.max(other.signed_low),
            signed_high: self.signed_high.min(other.signed_high),
        };
        let reduced = both.reduced();
        (!both.is_empty() && !reduced.is_empty()).then_some(reduced)
    }
    /// One of both holds.
    pub fn join(&self, other: &Facts) -> Facts {
        Facts {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            signed_low: self.signed_low.min(other.signed_low),
            signed_high: self.signed_high.max(other.signed_high),
        }
    }
    /// How many low bits hold every possible value: the width that an encoding needs.
    pub fn used_bits(&self) -> u32 {
        64 - self.high.leading_zeros()
    }
    fn is_empty(&self) -> bool {
        self.zeros & self.ones != 0 || self.low > self.high || self.signed_low > self.signed_high
    }
    /// The same set of words, said more sharply. Twice around is enough for the views to learn of each other.
    fn reduced(mut self) -> Facts {
        for _ in 0..2 {
            if self.is_empty() {
                return self;
            }
            self.bits_from_bounds();
            self.bounds_from_bits();
            self.bounds_from_signs();
        }
        self
    }
    fn bits_from_bounds(&mut self) {
        let differing = self.low ^ self.high;
        let prefix = mask(self.width) & !mask(64 - differing.leading_zeros());
        self.ones |= self.low & prefix;
        self.zeros |= !self.low & prefix;
    }
    fn bounds_from_bits(&mut self) {
        let top = mask(self.width);
        self.low = self.low.max(self.ones);
        self.high = self.high.min(top & !self.zeros);
    }
    fn bounds_from_signs(&mut self) {
        let sign = |word: u64| word >> (self.width - 1) & 1;
        if sign(self.low) == sign(self.high) {
            self.signed_low = self.signed_low.max(sign_extend(self.width, self.low));
            self.signed_high = self.signed_high.min(sign_extend(self.width, self.high));
        }
        if (self.signed_low < 0) == (self.signed_high < 0) {
            self.low = self.low.max(self.signed_low as u64 & mask(self.width));
            self.high = self.high.min(self.signed_high as u64 & mask(self.width));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_views_sharpen_each_other() {
        let small = Facts::between(8, 4, 7);
        assert_eq!((small.ones, small.zeros, small.signed_high), (4, 0xf8, 7));
        let negative = Facts::signed_between(8, -4, -1);
        assert_eq!((negative.low, negative.high, negative.ones), (0xfc, 0xff, 0xfc));
        let even = Facts::bits(4, 0b0001, 0b1000);
        assert_eq!((even.low, even.high, even.signed_low, even.signed_high), (8, 14, -8, -2));
        assert_eq!(Facts::between(8, 0, 3).meet(&Facts::between(8, 4, 9)), None);
        assert_eq!(Facts::between(8, 0, 4).meet(&Facts::between(8, 4, 9)).and_then(|f| f.value()), Some(4));
    }

    #[test]
    fn the_widest_words_do_not_overflow() {
        let any = Facts::any(64);
        assert_eq!((any.signed_low, any.signed_high, any.high), (i64::MIN, i64::MAX, u64::MAX));
        assert_eq!(Facts::constant(64, u64::MAX).signed_low, -1);
        assert_eq!(Facts::between(64, 1 << 63, u64::MAX).signed_high, -1);
        assert_eq!((Facts::any(1).signed_low, Facts::any(1).signed_high), (-1, 0));
    }
}
