//! Whether what a test claims depends on what no input gives: uninitialised memory, poison, and results that the
//! language leaves open, such as the bits of a NaN.
//!
//! A term may contain an unknown without depending on it: a buffer that is written at a computed place starts from unknown bytes.
//! So the terms are evaluated on the test's input with other values of the unknowns. A claim that changes depends on them. One that
//! stays the same under all [`FILLINGS`] is taken to be independent; native runs decide in the end.

use std::collections::BTreeSet;

use braid_expr::{ArrayId, ArrayKind, Evaluator, ExprId, ExprPool, Model, Node, SymbolClass, SymbolId};
use rustc_hash::FxHashSet;

/// Values that the bytes of unknowns take.
#[derive(Clone, Copy)]
enum Filling {
    /// All words are this one.
    Same(u64),
    /// Each word has another value.
    Each,
}

/// What unknowns are filled with, one after another. Whether two of them are equal shows only where each has its own.
const FILLINGS: [Filling; 4] =
    [Filling::Same(0), Filling::Same(u64::MAX), Filling::Same(0x5a3c_a569_c35a_963c), Filling::Each];

/// So many of the first bytes of an unknown object have values of their own.
const OWN_BYTES: u64 = 64;

impl Filling {
    /// The word with a number.
    fn word(self, number: u64) -> u64 {
        match self {
            Filling::Same(word) => word,
            // An odd factor: different numbers give different words, in their low bytes too.
            Filling::Each => number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        }
    }
}

/// Returns true if one of the terms has another value on the same input where unknowns have other values.
pub(crate) fn decide(pool: &ExprPool, model: &Model, terms: impl IntoIterator<Item = ExprId>) -> bool {
    let open: Vec<ExprId> = terms.into_iter().filter(|&term| has_unknown(pool, term)).collect();
    if open.is_empty() {
        return false;
    }
    let unknowns = Unknowns::of(pool, &open);
    let values = |model: &Model| -> Vec<_> {
        let mut evaluator = Evaluator::new();
        open.iter().map(|&term| evaluator.evaluate(pool, model, term).ok()).collect()
    };
    let claimed = values(model);
    // What cannot be evaluated is not known to stay the same.
    claimed.contains(&None) || FILLINGS.iter().any(|&filling| values(&unknowns.filled(pool, model, filling)) != claimed)
}

/// Returns true if a term contains an unknown.
pub(crate) fn has_unknown(pool: &ExprPool, term: ExprId) -> bool {
    [SymbolClass::Uninitialised, SymbolClass::Poison, SymbolClass::Unspecified]
        .into_iter()
        .any(|class| pool.has_class(term, class))
}

/// The unknowns in some terms.
#[derive(Default)]
struct Unknowns {
    symbols: Vec<SymbolId>,
    arrays: Vec<ArrayId>,
}

impl Unknowns {
    fn of(pool: &ExprPool, terms: &[ExprId]) -> Unknowns {
        let mut found = Unknowns::default();
        let (mut open, mut seen) = (terms.to_vec(), FxHashSet::default());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match pool.node(term) {
                Node::Symbol(symbol) if has_unknown(pool, term) => found.symbols.push(symbol),
                Node::Base(array) if pool.array_data(array).kind == ArrayKind::Uninitialised => {
                    found.arrays.push(array);
                }
                _ => open.extend(pool.children(term)),
            }
        }
        found
    }
    /// The model with other values of all unknowns.
    fn filled(&self, pool: &ExprPool, model: &Model, filling: Filling) -> Model {
        let mut model = model.clone();
        let mut words = (0..).map(|number| filling.word(number));
        for &symbol in &self.symbols {
            let (width, word) = (pool.symbol_data(symbol).width, words.next().unwrap_or_default());
            let word = if width < 64 { word & ((1 << width) - 1) } else { word };
            model.set(symbol, &braid_expr::Value::new(width, word));
        }
        for &array in &self.arrays {
            let cells: BTreeSet<u64> = model.cells(array).map(|(index, _)| index).chain(0..OWN_BYTES).collect();
            model.set_default(array, words.next().unwrap_or_default() & 0xff);
            cells.into_iter().zip(&mut words).for_each(|(index, word)| model.set_cell(array, index, word & 0xff));
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That two unknowns are equal depends on them, though it holds wherever all have one value.
    #[test]
    fn what_relates_two_unknowns_depends_on_them() {
        let mut pool = ExprPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.symbol(name, 32, SymbolClass::Uninitialised));
        let x = pool.symbol("x", 32, SymbolClass::Input);
        let object = pool.array("o", ArrayKind::Uninitialised, 32, 8);
        let base = pool.base(object);
        let bytes = [0, 1].map(|index| {
            let index = pool.bv(32, index);
            pool.read(base, index)
        });
        let (equal, bytes_equal, itself) = (pool.eq(a, b), pool.eq(bytes[0], bytes[1]), pool.sub(a, x));
        let back = pool.add(itself, x);
        let same = pool.eq(back, a);
        let mut model = Model::new();
        model.set_cell(object, 0, 7);
        model.set_cell(object, 1, 7);
        assert!(decide(&pool, &model, [equal]) && decide(&pool, &model, [bytes_equal]));
        assert!(!decide(&pool, &model, [same]));
    }
}
