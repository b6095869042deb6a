//! Many small terms, as exploration makes them, and what the process took for them.

use crate::array::ArrayKind;
use crate::pool::ExprPool;
use crate::symbol::SymbolClass;

/// Fills the pool with `n` distinct nodes or a few more: cells compared with letters, counters with bounds, words
/// assembled from bytes, sums and products.
pub fn fill(pool: &mut ExprPool, n: usize) {
    let array = pool.array("s", ArrayKind::Symbolic { size: None }, 32, 8);
    let s = pool.base(array);
    let [x, y] = ["x", "y"].map(|name| pool.symbol(name, 32, SymbolClass::Input));
    let mut at = 0;
    while pool.len() < n {
        let c = pool.bv(32, at);
        let sum = pool.add(x, c);
        let index = pool.bv(32, at % 4096);
        let cell = pool.read(s, index);
        let letter = pool.bv(8, at / 4096);
        pool.eq(cell, letter);
        pool.ult(sum, y);
        let product = pool.mul(sum, y);
        let wide = pool.zext(cell, 32);
        pool.sub(product, wide);
        let byte = pool.extract(product, 8, 8);
        pool.concat(cell, byte);
        at += 1;
    }
}

/// The most memory that the process had resident so far, in bytes. Linux only.
pub fn peak_memory() -> std::io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| std::io::Error::other("no VmHWM in /proc/self/status"))
}
