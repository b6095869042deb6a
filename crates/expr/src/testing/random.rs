//! A small seeded source of random numbers: SplitMix64 (Steele, Lea, Flood 2014). Tests must repeat to the bit.

use crate::value::{Value, limb_count, mask};

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The source of this seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }
    /// Any word.
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.word() % n
    }
    /// One of `items`, which has some.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
    /// True once in `n` times.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
    /// A value of `width` bits, a corner of the number line half of the time.
    pub fn value(&mut self, width: u32) -> Value {
        let top = Value::new(width, 1).binary(crate::Op::Shl, &Value::from_limbs(width, &[u64::from(width) - 1]));
        let one = Value::new(width, 1);
        match self.below(12) {
            0 => Value::zero(width),
            1 => one,
            2 => Value::ones(width),
            3 => top,
            4 => top.binary(crate::Op::Sub, &one),
            5 => Value::new(width, self.below(u64::from(width) + 2)),
            6 => one.binary(crate::Op::Shl, &Value::from_limbs(width, &[self.below(width.into())])),
            7 => self.limbs(width, |random| random.pick(&[0, 1, 1 << 63, u64::MAX - 1, u64::MAX])),
            _ => self.limbs(width, Random::word),
        }
    }
    fn limbs(&mut self, width: u32, mut limb: impl FnMut(&mut Random) -> u64) -> Value {
        let limbs: Vec<u64> = (0..limb_count(width)).map(|_| limb(self)).collect();
        Value::from_limbs(width, &limbs)
    }
    /// As [`value`](Self::value), for at most 64 bits.
    pub fn word_value(&mut self, width: u32) -> u64 {
        self.value(width).limbs()[0] & mask(width)
    }
}
