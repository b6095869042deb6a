//! assert! is a panic.
//! paths: 3 -- x too large; else the assertion holds or not (panics)
#![no_main]

mod support;
use support::symbolic;

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let x: u32 = symbolic(b"x\0");
    if x > 1000 {
        return 0;
    }
    assert!(x * 3 != 333); //~ bug: panic|abort
    1
}
