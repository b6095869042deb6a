//! Free models: what satisfied a state that was joined satisfies the joined state, with the fresh variables as they are for it.
//!
//! The solver remembers a model of nearly every path that it was asked about. One of a source, with what the join introduced set
//! to the value of that source, is handed over as a model of the joined path, so that the first questions about it start
//! there and often end there. Nothing is searched for; evaluation has the last word.

use std::rc::Rc;

use braid_expr::Node;
use braid_state::join::Common;
use braid_state::{Fresh, State};

use crate::host::Parts;

/// So many sources are asked for a model that is at hand.
const MAX_ASKED: usize = 8;

/// Hands models of sources over to the joined state, if there are any at hand.
pub(crate) fn give(parts: &mut Parts<'_>, sources: &[State], joined: &State, common: &Common, fresh: &[Fresh]) {
    let solver = &parts.solver;
    let recall = |(number, source): (usize, &State)| Some((number, solver.recall_model(source.path.conjuncts())?));
    let a = sources.iter().enumerate().take(MAX_ASKED).find_map(recall);
    let b = sources.iter().enumerate().rev().take(MAX_ASKED).find_map(recall);
    let c = sources.iter().enumerate().skip(sources.len() / 2).take(MAX_ASKED).find_map(recall);
    for (number, mut model) in [a, c, b].into_iter().flatten() {
        for Fresh { symbol, values } in fresh {
            if let Node::Symbol(symbol) = parts.pool.node(*symbol) {
                Rc::make_mut(&mut model).set_word(symbol, values[number]);
            }
        }
        let path = joined.path.conjuncts();
        // The source's model satisfies what it has in common with the joined path, and what a join introduced is not in that.
        let known = path.shared(sources[number].path.conjuncts()).max(common.len());
        parts.solver.remember_model(parts.pool, path, known, &model);
    }
}
