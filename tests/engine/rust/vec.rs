//! A vector that grows. Optimised, because unoptimised code takes the machinery of Vec from a library without bitcode.
//! flags: --cflags=-Copt-level=2
#![no_main]

mod support;
use support::symbolic;

struct Item {
    weight: u32,
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let x: u8 = symbolic(b"x\0");
    let mut items: Vec<Item> = Vec::new();
    items.push(Item { weight: u32::from(x) });
    items.push(Item { weight: 1 });
    items.push(Item { weight: 2 });
    let mut total = 0;
    for item in &items {
        total += item.weight;
    }
    if total == 103 {
        return items.len() as i32;
    }
    0
}
