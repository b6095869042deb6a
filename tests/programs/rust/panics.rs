//! A panic by an index that is out of bounds: output until there, then the program aborts.
#![no_std]
#![no_main]

mod support;
use core::hint::black_box;
use support::{int, line};

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let values = [1, 2, 3];
    for i in 0..black_box(5) {
        int(values[i]);
        line();
    }
    0
}
