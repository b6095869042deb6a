//! An index that is out of bounds panics.
//! paths: 2 -- inside, outside (panics)
#![no_main]

mod support;
use support::symbolic;

static TABLE: [i32; 5] = [10, 20, 30, 40, 50];

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let i: u8 = symbolic(b"i\0");
    TABLE[i as usize] //~ bug: panic|abort
}
