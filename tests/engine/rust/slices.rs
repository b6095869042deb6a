//! Slices with checked bounds: the ends come from the input.
#![no_main]

mod support;
use support::{assume, symbolic};

fn sum(part: &[u8]) -> u32 {
    let mut total = 0;
    for &byte in part {
        total += byte as u32;
    }
    total
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let data = [1u8, 2, 4, 8, 16, 32];
    let (begin, end): (u8, u8) = (symbolic(b"begin\0"), symbolic(b"end\0"));
    assume(begin <= end);
    assume(end <= 7);
    let total = sum(&data[begin as usize..end as usize]); //~ bug: panic|abort
    if total == 28 {
        return 1; //~ reached
    }
    0 //~ reached
}
