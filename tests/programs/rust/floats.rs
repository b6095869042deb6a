//! Floating point: arithmetic, saturating casts, bit patterns, comparison with NaN, total order, polynomials.
#![no_std]
#![no_main]

mod support;
use core::hint::black_box;
use support::{hex, int, line};

fn horner(x: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().rev().fold(0.0, |a, &c| a * x + c)
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let values = black_box([0.0f64, -0.0, 1.5, -2.75, 1e10, -1e40, f64::INFINITY, f64::NAN, f64::MIN_POSITIVE / 2.0]);
    for v in values {
        int(v as i32 as i64);
        int(v as u8 as i64);
        int(v as u64 as i64);
        int(v as i128 as i64);
        int((v as f32).to_bits() as i64 & 0x7fc0_0000);
        int(v.is_nan() as i64 * 4 + v.is_sign_negative() as i64 * 2 + v.is_finite() as i64);
        int((v < 1.0) as i64 * 4 + (v >= 0.0) as i64 * 2 + (v != v) as i64);
        line();
    }
    hex(horner(1.1, &[1.0, -2.0, 3.0, 0.5]).to_bits());
    hex((1.0f32 / 3.0 + 0.1).to_bits() as u64);
    hex(values[2].max(values[7]).min(1.25).clamp(-1.0, 1.0).to_bits());
    hex((u64::MAX as f64).to_bits() ^ (i64::MIN as f32).to_bits() as u64);
    hex(values[3].abs().copysign(values[1]).to_bits());
    hex((values[4] % 7.0).to_bits());
    0
}
