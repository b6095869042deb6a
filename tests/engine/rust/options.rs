//! Option and Result, matched and handed on with `?`.
//! paths: 4 -- no digit below or above (2), 5 is refused, other digits
#![no_main]

mod support;
use support::symbolic;

enum Refused {
    NoDigit,
    Five,
}

fn digit(c: u8) -> Option<u32> {
    if c < b'0' {
        return None; //~ reached
    }
    if c > b'9' {
        return None; //~ reached
    }
    Some((c - b'0') as u32)
}

fn check(c: u8) -> Result<u32, Refused> {
    let Some(value) = digit(c) else { return Err(Refused::NoDigit) };
    if value == 5 {
        return Err(Refused::Five);
    }
    Ok(value)
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    match check(symbolic(b"c\0")) {
        Ok(value) => value as i32,
        Err(Refused::NoDigit) => 100, //~ reached
        Err(Refused::Five) => 101,    //~ reached
    }
}
