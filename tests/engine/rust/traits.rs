//! Dynamic dispatch over trait objects.
//! paths: 3 -- dog, cat, others
#![no_main]

mod support;
use support::symbolic;

trait Animal {
    fn legs(&self) -> i32;
}
struct Dog;
struct Cat(i32);
struct Snake;

impl Animal for Dog {
    fn legs(&self) -> i32 {
        4
    } //~ reached
}
impl Animal for Cat {
    fn legs(&self) -> i32 {
        self.0 //~ reached
    }
}
impl Animal for Snake {
    fn legs(&self) -> i32 {
        0
    } //~ reached
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let kind: u8 = symbolic(b"kind\0");
    let animal: &dyn Animal = match kind {
        0 => &Dog,
        1 => &Cat(3),
        _ => &Snake,
    };
    animal.legs()
}
