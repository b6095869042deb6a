//! Panics that cannot go on to what would catch them end the program: in a drop while unwinding, out of a function of C's ABI.
use std::panic::catch_unwind;

mod support;
use support::symbolic;

struct Bomb(bool);
impl Drop for Bomb {
    fn drop(&mut self) {
        if self.0 {
            panic!("in drop"); //~ bug: abort
        }
    }
}

extern "C" fn border(fails: bool) {
    if fails {
        panic!("at the border"); //~ bug: abort
    }
}

fn main() {
    let kind = symbolic::<u8>(b"kind\0");
    let caught = catch_unwind(|| {
        let _bomb = Bomb(kind == 1);
        if kind < 2 {
            panic!("first"); // caught, unless the bomb goes off
        }
        border(kind == 2);
    });
    let late = catch_unwind(|| drop(Bomb(kind == 3))); // the same drop, while nothing unwinds: caught
    println!("{} {}", caught.is_err(), late.is_err()); //~ reached
}
