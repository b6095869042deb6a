//! How large the slices of a path condition are: conjuncts that share no input are asked about apart.

use braid_expr::{ArrayKind, ExprId, ExprPool, Range, Space};

/// How many input bytes the largest slice of some conjuncts reads; a symbol counts as one.
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
        *size = size.saturating_add(bytes(pool, range));
    }
    sizes.into_iter().max().unwrap_or(0)
}

/// How many things a range has. One that is read at a computed index may be any, so the range goes beyond the end of its array.
fn bytes(pool: &ExprPool, range: Range) -> u64 {
    let size = match range.space {
        Space::Array(array) => match pool.array_data(array).kind {
            ArrayKind::Symbolic { size } => size,
            _ => None,
        },
        _ => None,
    };
    let end = range.high.saturating_add(1);
    size.map_or(end, |size| end.min(size)).saturating_sub(range.low)
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

    #[test]
    fn a_cell_at_a_computed_index_may_be_any_of_its_array() {
        let mut pool = ExprPool::new();
        let array = pool.array("text", ArrayKind::Symbolic { size: Some(7) }, 32, 8);
        let index = pool.symbol("i", 32, SymbolClass::Input);
        let text = pool.base(array);
        let (cell, zero) = (pool.read(text, index), pool.bv(8, 0));
        let is_end = pool.eq(cell, zero);
        assert_eq!(largest(&pool, [is_end]), 8, "the array and the index");
    }
}
