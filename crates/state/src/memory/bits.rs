//! A set of positions in a page, as bits: which bytes are plain. Works by words, because every store to a page that is
//! not all plain asks it.

use smallvec::{SmallVec, smallvec};

/// Some positions below a length.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// One for most objects.
    words: SmallVec<[u64; 1]>,
    /// How many positions below the length are not in the set.
    missing: usize,
}

impl Bits {
    /// No position below `len`.
    pub(super) fn zeros(len: usize) -> Bits {
        Bits { words: smallvec![0; len.div_ceil(64)], missing: len }
    }
    /// Every position below `len`.
    pub(super) fn ones(len: usize) -> Bits {
        let mut bits = Bits::zeros(len);
        bits.set(0, len);
        bits
    }
    /// Returns true if every position is in the set.
    pub(super) fn is_full(&self) -> bool {
        self.missing == 0
    }
    /// Returns true if all positions from `from` to `to` are in the set.
    pub(super) fn all(&self, from: usize, to: usize) -> bool {
        parts(from, to).all(|(word, mask)| self.words[word] & mask == mask)
    }
    /// Adds the positions from `from` to `to`.
    pub(super) fn set(&mut self, from: usize, to: usize) {
        let word = from / 64;
        if from < to && to <= 64 * (word + 1) {
            // Almost every store of a scalar.
            self.set_mask(word, u64::MAX >> (64 - (to - from)) << (from % 64));
            return;
        }
        for (word, mask) in parts(from, to) {
            self.set_mask(word, mask);
        }
    }
    #[inline]
    fn set_mask(&mut self, word: usize, mask: u64) {
        self.missing -= (mask & !self.words[word]).count_ones() as usize;
        self.words[word] |= mask;
    }
    /// Takes the positions from `from` to `to` out.
    pub(super) fn clear(&mut self, from: usize, to: usize) {
        for (word, mask) in parts(from, to) {
            self.missing += (mask & self.words[word]).count_ones() as usize;
            self.words[word] &= !mask;
        }
    }
    /// How many positions from `from` on, before `to`, are in the set without a gap.
    pub(super) fn ones_from(&self, from: usize, to: usize) -> usize {
        let gap = parts(from, to).find_map(|(word, mask)| first(word, mask & !self.words[word]));
        gap.unwrap_or(to) - from
    }
    /// How many positions from `from` on, before `to`, are not in the set until the first that is.
    pub(super) fn zeros_from(&self, from: usize, to: usize) -> usize {
        let next = parts(from, to).find_map(|(word, mask)| first(word, mask & self.words[word]));
        next.unwrap_or(to) - from
    }
}

/// The position of the lowest bit of a word.
fn first(word: usize, bits: u64) -> Option<usize> {
    (bits != 0).then(|| 64 * word + bits.trailing_zeros() as usize)
}

/// The words that hold the positions from `from` to `to`, with the bits in question.
fn parts(from: usize, to: usize) -> impl Iterator<Item = (usize, u64)> {
    (from / 64..to.div_ceil(64)).map(move |word| {
        let start = from.saturating_sub(64 * word);
        let end = (to - 64 * word).min(64);
        let low = u64::MAX << start;
        (word, if start < end { low & u64::MAX >> (64 - end) } else { 0 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_expr::testing::Random;

    #[test]
    fn bits_are_as_a_list_of_truth_values() {
        let mut random = Random::new(1);
        for len in [1, 63, 64, 65, 200] {
            let (mut bits, mut list) = (Bits::zeros(len), vec![false; len]);
            for _ in 0..400 {
                let from = random.below(len as u64 + 1) as usize;
                let to = from + random.below((len - from) as u64 + 1) as usize;
                let on = random.once_in(2);
                let change = if on { Bits::set } else { Bits::clear };
                change(&mut bits, from, to);
                list[from..to].fill(on);
                let at = random.below(len as u64) as usize;
                assert_eq!(bits.is_full(), list.iter().all(|&bit| bit));
                assert_eq!(bits.all(from, to), list[from..to].iter().all(|&bit| bit));
                assert_eq!(bits.ones_from(at, len), list[at..].iter().take_while(|&&bit| bit).count());
                assert_eq!(bits.zeros_from(at, len), list[at..].iter().take_while(|&&bit| !bit).count());
            }
        }
        assert!(Bits::ones(77).is_full());
    }
}
