//! Hashes of what terms say, which are the same in every pool.
//!
//! The numbers of terms differ from pool to pool, and with them the order of operands that may change places. A fingerprint depends
//! on neither, so it can stand for a term in what leaves the process.

use core::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::node::{ExprId, Node};
use crate::pool::ExprPool;

/// Fingerprints of terms of one pool, each computed once.
#[derive(Default, Debug)]
pub struct Fingerprints(FxHashMap<ExprId, u64>);

impl Fingerprints {
    /// The fingerprint of a term.
    pub fn of(&mut self, pool: &ExprPool, term: ExprId) -> u64 {
        let mut open = vec![term];
        while let Some(&term) = open.last() {
            let parts = pool.children(term);
            if let Some(&missing) = parts.iter().find(|part| !self.0.contains_key(part)) {
                open.push(missing);
                continue;
            }
            let mut of_parts: Vec<u64> = parts.iter().map(|part| self.0[part]).collect();
            if pool.node(term).is_commutative() {
                of_parts.sort_unstable();
            }
            let mut hasher = FxHasher::default();
            (head(pool, term), of_parts).hash(&mut hasher);
            self.0.insert(term, hasher.finish());
            open.pop();
        }
        self.0[&term]
    }
}

/// What a node says beside its parts.
pub fn head(pool: &ExprPool, term: ExprId) -> String {
    let width = pool.width(term);
    match pool.node(term) {
        Node::Const | Node::Symbol(_) | Node::Bound | Node::Base(_) => format!("{}:{width}", pool.display(term)),
        Node::Extract(_, low) => format!("extract {low} {width}"),
        Node::FloatUnary(operation, _) | Node::FloatBinary(operation, ..) => format!("{operation}:{width}"),
        _ => format!("{}:{width}", pool.op(term).name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbol::SymbolClass;

    #[test]
    fn equal_terms_of_two_pools_have_one_fingerprint() {
        let sums: Vec<[u64; 2]> = [["x", "y"], ["y", "x"]]
            .into_iter()
            .map(|names| {
                let mut pool = ExprPool::new();
                // The numbers of the symbols, and with them the order of operands, are not the same.
                for name in names {
                    pool.symbol(name, 32, SymbolClass::Input);
                }
                let [x, y] = ["x", "y"].map(|name| pool.symbol(name, 32, SymbolClass::Input));
                let (sum, difference) = (pool.add(x, y), pool.sub(x, y));
                let mut prints = Fingerprints::default();
                [prints.of(&pool, sum), prints.of(&pool, difference)]
            })
            .collect();
        assert_eq!(sums[0], sums[1]);
        assert_ne!(sums[0][0], sums[0][1]);
    }
}
