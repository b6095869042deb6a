//! A vector whose length is an input: its bytes are zero, and the index behind the last one panics.
#![no_main]

mod support;
use support::{assume, symbolic};

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let n: usize = symbolic(b"n\0");
    let at: usize = symbolic(b"at\0");
    assume(n >= 1 && n <= 6);
    let mut bytes = vec![0u8; n];
    bytes[n - 1] = 1;
    if n == 4 && at <= n {
        return i32::from(bytes[at]); //~ bug: panic|abort
    }
    bytes.resize(n + 3, 7);
    assert!(bytes[n] == 7 && bytes[n - 1] == 1);
    0 //~ reached
}
