//! The random numbers of all tests and generators of programs: SplitMix64 (Steele, Lea, Flood 2014), small and the same on every
//! machine, so that a failing case is known by its seed.

/// A stream of random numbers that depends on its seed alone.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns the stream of this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }
    /// Returns the next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    /// Returns a number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        if end == 0 { 0 } else { self.word() % end }
    }
    /// Returns an index below `len`; 0 if `len` is 0.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }
    /// Returns one of `items`, which are not empty.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.index(items.len())].clone()
    }
    /// Returns true once in `n` times.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_the_published_numbers() {
        // The first three outputs for seed 1234567, from the reference implementation.
        let mut random = Random::new(1_234_567);
        let found = [(); 3].map(|()| random.word());
        assert_eq!(found, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
