//! A list made of boxes.
#![no_main]

mod support;
use support::symbolic;

struct Item {
    weight: u32,
}

enum List {
    End,
    Node(Item, Box<List>),
}

fn total(list: &List) -> u32 {
    match list {
        List::End => 0,
        List::Node(item, rest) => item.weight + total(rest),
    }
}

#[no_mangle]
pub extern "C" fn main() -> i32 {
    let x: u8 = symbolic(b"x\0");
    let list = List::Node(Item { weight: x as u32 }, Box::new(List::Node(Item { weight: 5 }, Box::new(List::End))));
    if total(&list) == 105 {
        return 1; //~ reached
    }
    0 //~ reached
}
