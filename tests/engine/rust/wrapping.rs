//! Wrapping, saturating and checked operations do not panic.
#![no_main]

mod support;
use support::symbolic;

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let x: i32 = symbolic(b"x\0");
    let wrapped = x.wrapping_add(i32::MAX);
    let saturated = x.saturating_sub(1_000);
    if saturated > x {
        return 9; //~ dead
    }
    match x.checked_neg() {
        None => 1,                                              //~ reached
        Some(negative) if negative == wrapped => 2,
        Some(_) => (wrapped.rotate_left(3) ^ saturated) & 0x3f, //~ reached
    }
}
