//! A channel, a condition variable and a barrier: threads that wait go on when they can.
// verdict: inconclusive
// incomplete: threads run one after the other
use std::sync::{Arc, Barrier, Condvar, Mutex, mpsc};
use std::thread;
fn main() {
    let (to, from) = mpsc::channel();
    let (back, results) = mpsc::channel();
    let adder = thread::spawn(move || {
        for n in from {
            back.send(n * 2).unwrap();
        }
    });
    to.send(1).unwrap();
    to.send(2).unwrap();
    drop(to);
    let sum: i32 = results.iter().sum();
    adder.join().unwrap();
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let barrier = Arc::new(Barrier::new(2));
    let waiter = {
        let (pair, barrier) = (Arc::clone(&pair), Arc::clone(&barrier));
        thread::spawn(move || {
            let mut ready = pair.0.lock().unwrap();
            while !*ready {
                ready = pair.1.wait(ready).unwrap();
            }
            barrier.wait();
            7
        })
    };
    *pair.0.lock().unwrap() = true;
    pair.1.notify_one();
    barrier.wait();
    println!("{sum} {}", waiter.join().unwrap());
}
