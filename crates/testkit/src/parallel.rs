//! Work side by side on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does `work` for each item, on as many threads as there are cores; the results are in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    let worker = || {
        while let Some((at, item)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, items.get(at)?)))
        {
            let result = work(item);
            results.lock().expect("no worker panics while it holds the lock")[at] = Some(result);
        }
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        (0..cores.min(items.len())).for_each(|_| {
            scope.spawn(worker);
        });
    });
    let results = results.into_inner().expect("all workers have ended");
    results.into_iter().map(|result| result.expect("every item was done")).collect()
}

#[test]
fn results_keep_their_order() {
    let items: Vec<u32> = (0..100).collect();
    assert_eq!(map(&items, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
    assert!(map(&[] as &[u32], |item| *item).is_empty());
}
