//! Arithmetic that overflows panics in a debug build.
//! paths: 2 -- the sum fits, or does not (panics)
#![no_main]

mod support;
use support::symbolic;

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let a: u8 = symbolic(b"a\0");
    let sum = a + 100; //~ bug: panic|abort
    (sum == 7) as i32
}
