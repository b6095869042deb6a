//! Boxes and vectors that are made and dropped in a loop of unknown length.
//! run: --check=leak
//! verdict: bug
//! bugs: abort:36
#![no_main]

#[path = "../../engine/rust/support/mod.rs"]
mod support;
use support::{assume, symbolic};

fn largest(values: &[u8], n: usize) -> Option<Box<u8>> {
    let mut found: Option<Box<u8>> = None;
    for i in 0..n {
        let better = found.as_ref().is_none_or(|best| values[i] > **best);
        if better {
            found = Some(Box::new(values[i]));
        }
    }
    found
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let n: usize = symbolic(b"n\0");
    let k: usize = symbolic(b"k\0");
    assume(n <= 3 && k <= 3);
    let mut kept: Vec<u32> = Vec::new();
    for i in 0..n {
        if i != k {
            kept.push(i as u32 + 1);
        }
    }
    let values = [3, 9, 4];
    let best = largest(&values, n);
    assert!(best.is_none_or(|best| *best as usize == [0, 3, 9, 9][n]));
    assert!(kept.len() != 3);
    assert!(kept.iter().sum::<u32>() <= 6);
    0
}
