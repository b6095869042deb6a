//! A thread's panic ends the thread alone, and is what `join` gives; a mutex that it held is poisoned; a hook is told.
// verdict: inconclusive
// incomplete: threads run one after the other
use std::sync::{Arc, Mutex};

mod support;
use support::symbolic;

fn main() {
    let n = symbolic::<u8>(b"n\0");
    std::panic::set_hook(Box::new(|info| println!("hook at line {}", info.location().map_or(0, |place| place.line()))));
    let lock = Arc::new(Mutex::new(0));
    let held = Arc::clone(&lock);
    let thread = std::thread::spawn(move || {
        let mut value = held.lock().unwrap();
        *value = 1;
        if n < 10 {
            panic!("small"); // ends the thread
        }
        *value = 2;
        3
    });
    match thread.join() {
        Ok(value) => println!("{value}, {}", *lock.lock().unwrap()), //~ reached
        Err(payload) => println!("{:?}, {}", payload.downcast_ref::<&str>(), lock.is_poisoned()), //~ reached
    }
}
