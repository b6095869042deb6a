//! The known values that a term is a choice between, as its shape tells: no condition is looked at.
//!
//! Joins of known values make such terms, and arithmetic on them with known operands keeps them so. What depends on an input in any other way than
//! by a choice is none of them.

use std::rc::Rc;

use braid_expr::{ExprId, ExprPool, Node};
use rustc_hash::FxHashMap;

/// A term with more values than this on its path counts as any other term.
pub(crate) const MAX_VALUES: usize = 64;
/// A term with more values than this by its shape does, too: of an object and a place in it many pairs are there that no path has.
const MAX_SHAPE: usize = 512;
/// Operands have no more combinations of values than this.
const MAX_COMBINATIONS: usize = 1024;

/// The values of terms that were looked at: constants, in ascending order; none if they are not a choice of few.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    known: FxHashMap<ExprId, Option<Rc<[u64]>>>,
}

impl Shapes {
    /// The values that a term is a choice between. None if the run is interrupted.
    pub(crate) fn values(&mut self, pool: &mut ExprPool, term: ExprId) -> Option<Rc<[u64]>> {
        let mut open = vec![term];
        while let Some(&term) = open.last() {
            if self.known.contains_key(&term) {
                open.pop();
                continue;
            }
            if pool.interrupt().spend(1) {
                return None;
            }
            let before = open.len();
            open.extend(parts(pool, term).into_iter().filter(|part| !self.known.contains_key(part)));
            if open.len() == before {
                open.pop();
                let values = self.of_parts(pool, term).map(Rc::from);
                self.known.insert(term, values);
            }
        }
        self.known[&term].clone()
    }

    /// How many terms were looked at.
    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    fn of_parts(&self, pool: &mut ExprPool, term: ExprId) -> Option<Vec<u64>> {
        match pool.node(term) {
            Node::Const => Some(vec![pool.as_u64(term)?]),
            _ if pool.width(term) == 1 => Some(vec![0, 1]),
            _ if pool.width(term) > 64 => None,
            Node::Ite(_, then, otherwise) => {
                few([&self.known[&then].clone()?[..], &self.known[&otherwise].clone()?[..]].concat())
            }
            _ => self.combined(pool, term),
        }
    }

    /// The values of an operation, from those of its operands.
    fn combined(&self, pool: &mut ExprPool, term: ExprId) -> Option<Vec<u64>> {
        let parts = parts(pool, term);
        let values: Option<Vec<Rc<[u64]>>> = parts.iter().map(|part| self.known[part].clone()).collect();
        let values = values.filter(|values| !values.is_empty())?;
        let count = values.iter().try_fold(1_usize, |count, values| count.checked_mul(values.len()))?;
        if count > MAX_COMBINATIONS {
            return None;
        }
        let mut found = Vec::with_capacity(count);
        for mut number in 0..count {
            let mut operands = FxHashMap::default();
            for (&part, values) in parts.iter().zip(&values) {
                operands.insert(part, pool.bv(pool.width(part), values[number % values.len()]));
                number /= values.len();
            }
            let result = pool.map_children(term, |part| operands[&part]).ok()?;
            found.push(pool.as_u64(result)?);
        }
        few(found)
    }
}

/// The parts whose values tell those of a term.
fn parts(pool: &ExprPool, term: ExprId) -> Vec<ExprId> {
    if pool.width(term) == 1 || pool.width(term) > 64 {
        return Vec::new();
    }
    match pool.node(term) {
        Node::Const | Node::Symbol(_) | Node::Bound | Node::Base(_) | Node::Read(..) | Node::Store(..) => Vec::new(),
        Node::Ite(_, then, otherwise) => vec![then, otherwise],
        Node::Extract(whole, _) if pool.width(whole) > 64 => Vec::new(),
        _ => {
            let mut parts = pool.children(term).to_vec();
            parts.dedup();
            parts
        }
    }
}

fn few(mut values: Vec<u64>) -> Option<Vec<u64>> {
    values.sort_unstable();
    values.dedup();
    (values.len() <= MAX_SHAPE).then_some(values)
}

#[cfg(test)]
mod tests {
    use braid_expr::SymbolClass;

    use super::*;

    /// A number of the x87 is wider than a word: none of its parts was looked at.
    #[test]
    fn wide_choices_are_no_choices_of_few() {
        let mut pool = ExprPool::new();
        let chosen = pool.symbol("chosen", 1, SymbolClass::Input);
        let [other, then, otherwise] =
            ["other", "then", "otherwise"].map(|name| pool.symbol(name, 80, SymbolClass::Input));
        let wide = pool.ite(chosen, then, otherwise);
        let sum = pool.add(wide, other);
        let narrow = pool.extract(wide, 0, 8);
        for term in [wide, sum, narrow] {
            assert_eq!(Shapes::default().values(&mut pool, term), None);
        }
        let [four, nine] = [4, 9].map(|value| pool.bv(64, value));
        let few = pool.ite(chosen, nine, four);
        assert_eq!(Shapes::default().values(&mut pool, few).as_deref(), Some(&[4, 9][..]));
    }
}
