//! `unwrap` of nothing panics.
#![no_main]

mod support;
use support::symbolic;

fn find(list: &[u16; 3], key: u16) -> Option<usize> {
    let mut i = 0;
    while i < 3 {
        if list[i] == key {
            return Some(i);
        }
        i += 1;
    }
    None
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let key: u16 = symbolic(b"key\0");
    let at = find(&[7, 8, 9], key);
    at.unwrap() as i32 //~ bug: panic|abort
}
