//! Bytes of a string, compared and counted.
//! paths: 5 -- the first letter that differs from `rust`, or none
#![no_main]

mod support;
use support::bytes;

fn is(word: &[u8; 4], expected: &str) -> bool {
    let expected = expected.as_bytes();
    let mut i = 0;
    while i < 4 {
        if word[i] != expected[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let word: [u8; 4] = bytes(b"word\0");
    if is(&word, "rust") {
        return 1; //~ reached
    }
    0 //~ reached
}
