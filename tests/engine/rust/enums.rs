//! Enums with data, and a match with guards.
//! paths: 5 -- none; circle large or small; square large or small
#![no_main]

mod support;
use support::symbolic;

enum Shape {
    Nothing,
    Circle(u8),
    Square { side: u8 },
}

fn shape(kind: u8, size: u8) -> Shape {
    match kind {
        0 => Shape::Circle(size),
        1 => Shape::Square { side: size },
        _ => Shape::Nothing,
    }
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    match shape(symbolic(b"kind\0"), symbolic(b"size\0")) {
        Shape::Circle(radius) if radius > 10 => 1, //~ reached
        Shape::Circle(_) => 2,                     //~ reached
        Shape::Square { side } if side > 20 => 3,  //~ reached
        Shape::Square { .. } => 4,                 //~ reached
        Shape::Nothing => 0,                       //~ reached
    }
}
