//! Option and Result: the question mark, combinators, conversion of errors, early returns, matches on tuples.
#![no_std]
#![no_main]

mod support;
use support::{int, line};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Problem {
    Empty,
    Digit(u8),
    TooLarge,
}

fn digit(b: u8) -> Result<u32, Problem> {
    (b as char).to_digit(10).ok_or(Problem::Digit(b))
}

fn number(text: &[u8]) -> Result<u32, Problem> {
    let mut value = None::<u32>;
    for &b in text {
        let d = digit(b)?;
        let next = value.unwrap_or(0).checked_mul(10).and_then(|v| v.checked_add(d));
        value = Some(next.ok_or(Problem::TooLarge)?);
    }
    value.ok_or(Problem::Empty)
}

fn pair(text: &str) -> Result<(u32, u32), Problem> {
    let bytes = text.as_bytes();
    let comma = bytes.iter().position(|&b| b == b',').ok_or(Problem::Empty)?;
    Ok((number(&bytes[..comma])?, number(&bytes[comma + 1..])?))
}

fn code(result: Result<(u32, u32), Problem>) -> i64 {
    match result {
        Ok((a, b)) => a as i64 * 1000 + b as i64,
        Err(Problem::Empty) => -1,
        Err(Problem::Digit(b)) => -(b as i64),
        Err(Problem::TooLarge) => -2,
    }
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    for text in ["1,2", "12,345", "", ",", "5,", "a,1", "1,9999999999", "4294967295,0"] {
        int(code(pair(text)));
    }
    let a: Option<i64> = [3, 5].iter().copied().max();
    let b = a.filter(|x| *x > 10).or(a.map(|x| x + 1)).xor(None);
    int(b.map_or(0, |x| x * 2) + a.zip(b).map_or(0, |(x, y)| x * y));
    let mut slot = Some(4i64);
    let taken = slot.take();
    int(slot.is_none() as i64 + taken.unwrap_or_default() + slot.replace(9).is_none() as i64 + slot.get_or_insert(1).wrapping_add(1));
    line();
    0
}
