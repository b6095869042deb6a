//! Code of Rust's own library that is compiled beforehand: text to numbers, formatting, tables, output.
use std::collections::{BTreeMap, HashMap};

extern "C" {
    fn klee_make_symbolic(at: *mut u8, size: usize, name: *const u8);
}

fn parse(bytes: &[u8]) -> Result<u8, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    text.trim().parse::<u8>().map_err(|error| format!("{text}: {error}"))
}

fn main() {
    let mut bytes = [0u8; 2];
    unsafe { klee_make_symbolic(bytes.as_mut_ptr(), bytes.len(), c"bytes".as_ptr().cast()) };
    let names: HashMap<u8, &str> = [(7, "seven"), (42, "forty-two")].into();
    let mut order = BTreeMap::new();
    match parse(&bytes) {
        Ok(number) => {
            order.insert(number, names.get(&number).copied().unwrap_or("?"));
            order.insert(42, "other");
            println!("{number:>4}: {order:?}"); //~ reached
            assert_eq!(order.len(), 2, "found {number}"); //~ bug: abort
        }
        Err(error) => eprintln!("no number: {error}"), //~ reached
    }
}
