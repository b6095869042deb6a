//! Panics that something catches unwind to it: drops run in order, the payload arrives, inner ones come first.
use std::panic::{catch_unwind, panic_any, resume_unwind, AssertUnwindSafe};

mod support;
use support::symbolic;

struct Guard(&'static str);
impl Drop for Guard {
    fn drop(&mut self) {
        println!("drop {}{}", self.0, if std::thread::panicking() { " while panicking" } else { "" });
    }
}

#[derive(Debug)]
struct Code(u8);

fn fail(kind: u8, list: &[u8]) -> u8 {
    let _inner = Guard("inner");
    match kind {
        0 => panic!("a text"),
        1 => panic!("number {}", 40 + 2),
        2 => panic_any(Code(7)),
        3 => list[kind as usize], // an index beyond the slice
        4 => resume_unwind(Box::new(5i32)),
        _ => kind,
    }
}

fn nested(kind: u8) -> u8 {
    let outer = catch_unwind(|| {
        let _outer = Guard("outer");
        let inner = catch_unwind(|| fail(kind, &[1, 2]));
        match inner {
            Err(payload) if payload.is::<Code>() => resume_unwind(payload), //~ reached
            Err(_) => 1,
            Ok(value) => value,
        }
    });
    match outer {
        Ok(value) => value,
        Err(payload) => payload.downcast_ref::<Code>().expect("only codes are passed on").0, //~ reached
    }
}

fn main() {
    let kind = symbolic::<u8>(b"kind\0");
    let mut rounds = 0;
    let caught = catch_unwind(AssertUnwindSafe(|| {
        rounds += 1;
        fail(kind, &[1, 2])
    }));
    let said = match &caught {
        Ok(value) => format!("value {}", *value > 4),
        Err(payload) => match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(text), _) => format!("text {text}"), //~ reached
            (_, Some(text)) => format!("string {text}"), //~ reached
            _ => format!("code {:?} or number {:?}", payload.downcast_ref::<Code>(), payload.downcast_ref::<i32>()), //~ reached
        },
    };
    println!("{said}, {rounds} rounds");
    if kind <= 4 {
        assert!(caught.is_err());
        println!("nested: {}", nested(kind));
    }
}
