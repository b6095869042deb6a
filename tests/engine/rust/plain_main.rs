//! A program with an ordinary `main`: closures, iterators, a vector, text; an arithmetic overflow and an abort at the end.

mod support;
use support::{assume, symbolic};

fn apply(values: &[u32], change: impl Fn(u32) -> u32) -> Vec<u32> {
    values.iter().map(|&value| change(value)).filter(|value| value % 2 == 0).collect()
}

fn main() {
    let x: u32 = symbolic(b"x\0");
    assume(x < 100);
    let add = 10;
    let even = apply(&[1, 2, x], |value| value + add);
    if even.len() == 2 && even[1] == 50 {
        let text = String::from("fifty");
        assert!(text.starts_with("fif")); //~ reached
    }
    let small = x as u8;
    let sum = small + 200; //~ bug: abort
    if sum == 255 {
        std::process::abort(); //~ bug: abort
    }
}
