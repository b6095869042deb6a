//! How large the slices of a path condition are: conjuncts that share no input are asked about apart.

use braid_expr::{ExprId, ExprPool, Range};

/// How many input bytes the largest slice of some conjuncts reads, a symbol counting as one.
pub(crate) fn largest(pool: &ExprPool, conjuncts: impl IntoIterator<Item = ExprId>) -> u64 {
    let mut rows: Vec<(Range, usize)> = Vec::new();
    let mut slices = Slices(Vec::new());
    for conjunct in conjuncts {
        let number = slices.add();
        rows.extend(pool.support(conjunct).iter().map(|&range| (range, number)));
    }
    rows.sort_unstable();
    // Ranges that overlap are one, and make one slice of all that read them.
    let mut runs: Vec<(Range, usize)> = Vec::new();
    for (range, number) in rows {
        match runs.last_mut().filter(|run| run.0.meets(&range)) {
            Some(run) => {
                run.0.high = run.0.high.max(range.high);
                slices.unite(run.1, number);
            }
            None => runs.push((range, number)),
        }
    }
    let mut sizes = vec![0u64; slices.0.len()];
    for (range, number) in runs {
        let size = &mut sizes[slices.root(number)];
        *size = size.saturating_add((range.high - range.low).saturating_add(1));
    }
    sizes.into_iter().max().unwrap_or(0)
}

/// Sets of conjuncts, as a forest.
struct Slices(Vec<usize>);

impl Slices {
    fn add(&mut self) -> usize {
        self.0.push(self.0.len());
        self.0.len() - 1
    }
    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }
    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_expr::SymbolClass;

    #[test]
    fn conjuncts_that_share_an_input_are_one_slice() {
        let mut pool = ExprPool::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| pool.symbol(name, 8, SymbolClass::Input));
        let [ab, bc, d_small] = [pool.ult(a, b), pool.ult(b, c), pool.ult(d, a)];
        let four = pool.bv(8, 4);
        let [a_small, d_alone] = [pool.ult(a, four), pool.ult(d, four)];
        assert_eq!(largest(&pool, []), 0);
        assert_eq!(largest(&pool, [a_small, d_alone]), 1);
        assert_eq!(largest(&pool, [ab, d_alone]), 2);
        assert_eq!(largest(&pool, [ab, d_alone, bc]), 3);
        assert_eq!(largest(&pool, [ab, d_small, bc]), 4);
    }
}
