//! Random values, corners of the number line among them.

use braid_testing::Random;

use crate::value::{Value, limb_count, mask};

/// Random values of any width.
pub trait RandomValues {
    /// Returns a value of `width` bits, a corner of the number line half of the time.
    fn value(&mut self, width: u32) -> Value;
    /// As [`value`](Self::value), for at most 64 bits.
    fn word_value(&mut self, width: u32) -> u64 {
        self.value(width).limbs()[0] & mask(width)
    }
}

impl RandomValues for Random {
    fn value(&mut self, width: u32) -> Value {
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
            7 => limbs(width, || self.pick(&[0, 1, 1 << 63, u64::MAX - 1, u64::MAX])),
            _ => limbs(width, || self.word()),
        }
    }
}

fn limbs(width: u32, mut limb: impl FnMut() -> u64) -> Value {
    let limbs: Vec<u64> = (0..limb_count(width)).map(|_| limb()).collect();
    Value::from_limbs(width, &limbs)
}
