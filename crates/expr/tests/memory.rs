//! What terms cost: ten million small ones in 400 MB, here one eighth of that (the whole is `examples/ten_million.rs`).
//!
//! One test only: memory is that of the whole process.

use braid_expr::ExprPool;
use braid_expr::testing::{fill, peak_memory};

#[test]
fn small_terms_cost_40_bytes() {
    let before = peak_memory().expect("the system tells the peak");
    let mut pool = ExprPool::new();
    let terms = 1_250_000;
    fill(&mut pool, terms);
    let used = peak_memory().expect("the system tells the peak") - before;
    assert!(pool.len() >= terms);
    assert!(used <= 40 * terms as u64, "{used} bytes for {terms} terms");
}
