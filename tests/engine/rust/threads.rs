//! thread::spawn, join, a mutex; threads run one after the other, which is told.
// verdict: inconclusive
// incomplete: threads run one after the other
use std::sync::{Arc, Mutex};
fn main() {
    let sum = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (1..3)
        .map(|n| {
            let sum = Arc::clone(&sum);
            std::thread::spawn(move || {
                *sum.lock().unwrap() += n;
                n * 2
            })
        })
        .collect();
    let results: i32 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    println!("{} {}", *sum.lock().unwrap(), results);
}
