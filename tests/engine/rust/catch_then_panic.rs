//! A panic that is caught is no fault; one behind it that nothing catches is, at its own place.
use std::panic::catch_unwind;

mod support;
use support::symbolic;

fn half(n: u8) -> u8 {
    if n % 2 == 1 {
        panic!("odd");
    }
    n / 2
}

fn main() {
    let n = symbolic::<u8>(b"n\0");
    let first = catch_unwind(|| half(n)).unwrap_or(100); // caught: no bug
    println!("first {}", first < 128);
    if n == 6 {
        let value: Option<u8> = None;
        println!("{}", value.unwrap()); //~ bug: abort
    }
    if n == 7 {
        println!("{}", [1, 2][first as usize]); //~ bug: abort
    }
}
