//! Whether what a test claims depends on what no input gives: uninitialised memory and poison.
//!
//! A term may contain an unknown without depending on it: a buffer that is written at a computed place starts from unknown bytes.
//! So the terms are evaluated on the test's input with other values of the unknowns. A claim that changes depends on them. One that
//! stays the same under all [`FILLINGS`] is taken to be independent; native runs decide in the end.

use braid_exec::Executor;
use braid_expr::{ArrayId, ArrayKind, Evaluator, ExprId, ExprPool, Model, Node, SymbolClass, SymbolId};
use rustc_hash::FxHashSet;

/// Values that the bytes of all unknowns take, one after another.
const FILLINGS: [u64; 3] = [0, u64::MAX, 0x5a3c_a569_c35a_963c];

/// Returns true if one of the terms has another value on the same input where unknowns have other values.
pub(crate) fn decide(exec: &Executor, model: &Model, terms: impl IntoIterator<Item = ExprId>) -> bool {
    let open: Vec<ExprId> = terms.into_iter().filter(|&term| has_unknown(&exec.pool, term)).collect();
    if open.is_empty() {
        return false;
    }
    let unknowns = Unknowns::of(&exec.pool, &open);
    let values = |model: &Model| -> Vec<_> {
        let mut evaluator = Evaluator::new();
        open.iter().map(|&term| evaluator.evaluate(&exec.pool, model, term).ok()).collect()
    };
    let claimed = values(model);
    // What cannot be evaluated is not known to stay the same.
    claimed.contains(&None)
        || FILLINGS.iter().any(|&filling| values(&unknowns.filled(&exec.pool, model, filling)) != claimed)
}

/// Returns true if a term contains an unknown.
pub(crate) fn has_unknown(pool: &ExprPool, term: ExprId) -> bool {
    [SymbolClass::Uninitialised, SymbolClass::Poison].into_iter().any(|class| pool.has_class(term, class))
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
    /// The model with all unknowns made of the same byte.
    fn filled(&self, pool: &ExprPool, model: &Model, filling: u64) -> Model {
        let mut model = model.clone();
        for &symbol in &self.symbols {
            let width = pool.symbol_data(symbol).width;
            let word = if width < 64 { filling & ((1 << width) - 1) } else { filling };
            model.set(symbol, &braid_expr::Value::new(width, word));
        }
        self.arrays.iter().for_each(|&array| model.set_default(array, filling & 0xff));
        model
    }
}
