//! How much memory distinct small terms take.

use braid_expr::{ExprPool, SymbolClass};

use crate::meter::timed;

/// Makes at least `count` distinct terms: sums of a symbol and a constant, compared with another constant.
pub(crate) fn run(count: &str) -> Result<String, String> {
    let count: usize = count.parse().map_err(|error| format!("{count}: {error}"))?;
    let mut pool = ExprPool::new();
    let ((), seconds) = timed(|| fill(&mut pool, count));
    Ok(format!("terms={} cpu_seconds={seconds:.3}", pool.len()))
}

fn fill(pool: &mut ExprPool, count: usize) {
    let symbols: Vec<_> = (0..64).map(|at| pool.symbol(&format!("x{at}"), 32, SymbolClass::Input)).collect();
    let limit = pool.bv(32, 1000);
    let mut number = 0u64;
    while pool.len() < count {
        number += 1;
        let constant = pool.bv(32, number / 64);
        let symbol = symbols[number as usize % 64];
        let sum = pool.add(symbol, constant);
        pool.ult(sum, limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_terms_as_asked_for() {
        let mut pool = ExprPool::new();
        fill(&mut pool, 10_000);
        assert!((10_000..10_010).contains(&pool.len()));
    }
}
