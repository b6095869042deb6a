//! The random numbers of the search: xoshiro256** seeded by splitmix64 (Blackman and Vigna), small, fast and the same on
//! every machine. Not for secrets.

/// A stream of random numbers that depends on its seed alone.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        let mut mixer = seed;
        Rng { state: [(); 4].map(|()| split_mix(&mut mixer)) }
    }

    /// A second stream that has nothing in common with this one.
    pub fn split(&mut self) -> Rng {
        Rng::new(self.bits())
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let result = self.state[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = self.state[1] << 17;
        self.state[2] ^= self.state[0];
        self.state[3] ^= self.state[1];
        self.state[1] ^= self.state[2];
        self.state[0] ^= self.state[3];
        self.state[2] ^= shifted;
        self.state[3] = self.state[3].rotate_left(45);
        result
    }

    /// A number below `bound`, each equally likely; `bound` must not be 0. (Lemire's multiplication, with rejection.)
    pub fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0, "there is no number below 0");
        let threshold = bound.wrapping_neg() % bound.max(1);
        loop {
            let product = u128::from(self.bits()) * u128::from(bound);
            if product as u64 >= threshold {
                return (product >> 64) as u64;
            }
        }
    }

    /// True or false, equally likely.
    pub fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// A number from 0 (included) to 1 (excluded).
    pub fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mixer_gives_the_published_numbers() {
        // The first three outputs for seed 1234567, from the reference implementation.
        let mut state = 1_234_567;
        let found = [(); 3].map(|()| split_mix(&mut state));
        assert_eq!(found, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut rng = Rng::new(7);
        let mut counts = [0u32; 10];
        (0..100_000).for_each(|_| counts[rng.below(10) as usize] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert!((0..1000).all(|_| rng.below(1) == 0 && (0.0..1.0).contains(&rng.fraction())));
    }

    #[test]
    fn a_seed_gives_one_stream_and_a_split_another() {
        let [mut a, mut b] = [Rng::new(3), Rng::new(3)];
        assert!((0..100).all(|_| a.bits() == b.bits()));
        let mut c = a.split();
        assert!((0..100).any(|_| a.bits() != c.bits()));
    }
}
