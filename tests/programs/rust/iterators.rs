//! Iterator chains and an iterator of our own: map, filter, zip, take_while, scan, flat_map, rev, step_by, fold.
#![no_std]
#![no_main]

mod support;
use support::{int, line};

struct Collatz(u64);

impl Iterator for Collatz {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        let now = self.0;
        if now == 0 {
            return None;
        }
        self.0 = match now {
            1 => 0,
            n if n % 2 == 0 => n / 2,
            n => 3 * n + 1,
        };
        Some(now)
    }
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    int(Collatz(27).count() as i64);
    int(Collatz(27).max().unwrap_or(0) as i64);
    int((1..=100).filter(|n| n % 3 == 0).map(|n| n * n).sum::<i64>());
    int((0..50).rev().step_by(7).fold(0, |a, x| a * 3 % 1009 + x));
    int((1..).take_while(|n| n * n < 500).last().unwrap_or(0));
    int((1..20).scan(1, |p, x| { *p = *p * x % 1_000_007; Some(*p) }).skip(4).min().unwrap_or(0));
    int((1..6).flat_map(|a| (a..6).map(move |b| a * b)).sum());
    int("the quick brown fox".bytes().filter(u8::is_ascii_lowercase).map(|b| (b - b'a') as i64).sum());
    let values = [3, 1, 4, 1, 5, 9, 2, 6];
    int(values.iter().position(|&x| x == 9).map_or(-1, |i| i as i64));
    int(values.iter().zip(values.iter().skip(1)).filter(|(a, b)| a < b).count() as i64);
    int(values.iter().copied().reduce(|a, b| a * 2 + b).unwrap_or(0));
    int(values.iter().any(|&x| x > 8) as i64 + values.iter().all(|&x| x > 0) as i64);
    int("héllo".chars().map(|c| c as i64).sum());
    line();
    0
}
