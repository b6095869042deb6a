//! Checked, wrapping, saturating and overflowing arithmetic at every width.
#![no_std]
#![no_main]

mod support;
use support::print;

fn each<T: Copy>(values: &[T], mut f: impl FnMut(T, T)) {
    for &a in values {
        for &b in values {
            f(a, b);
        }
    }
}

macro_rules! widths {
    ($($t:ty),*) => {$({
        let mut hash = 17u64;
        each(&[0 as $t, 1, 3, 100, <$t>::MAX / 2, <$t>::MAX - 1, <$t>::MAX, <$t>::MIN, <$t>::MIN + 1], |a, b| {
            let (sum, over) = a.overflowing_add(b);
            hash = hash.wrapping_mul(31).wrapping_add(sum as u64).wrapping_add(over as u64);
            hash = hash.rotate_left(5) ^ a.saturating_sub(b) as u64 ^ (a.saturating_add(b) as u64) << 1;
            hash = hash.wrapping_add(a.checked_mul(b).map_or(7, |x| x as u64));
            hash = hash.wrapping_add(a.checked_div(b).unwrap_or(3) as u64).wrapping_add(a.checked_rem(b).unwrap_or(5) as u64);
            hash ^= a.wrapping_shl(b as u32) as u64 ^ (a.wrapping_shr(b as u32) as u64).rotate_right(7);
            hash = hash.wrapping_add((a.count_ones() + a.leading_zeros() * 3 + a.trailing_zeros() * 5) as u64);
            hash = hash.wrapping_add(a.swap_bytes() as u64 ^ a.reverse_bits() as u64 ^ a.wrapping_pow(3) as u64);
        });
        print(stringify!($t));
        support::hex(hash);
    })*};
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    widths!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, usize, isize);
    0
}
