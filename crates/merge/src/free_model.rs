//! Free models: what satisfied a state that was joined satisfies the joined state, with the fresh variables as they are for it.
//!
//! A source's model is put together of the values that its path allows single cells and of what the solver remembers of the rest. With what the join
//! introduced set to the value of that source it is handed over as a model of the joined path, so that the first questions about it start
//! there and often end there. Nothing is searched for; evaluation has the last word.

use std::rc::Rc;

use braid_expr::{Conjunction, Model, Node};
use braid_state::{Fresh, State};

use crate::host::Parts;

/// So many sources are asked for a model that is at hand.
const MAX_ASKED: usize = 8;

/// Hands models of sources over to the joined state, if there are any at hand.
pub(crate) fn give(parts: &mut Parts<'_>, sources: &[State], joined: &State, fresh: &[Fresh]) {
    let Some(asked) = joined.path.asked(parts.pool, parts.cells).filter(|asked| !asked.is_empty()) else { return };
    let mut recall = |number: usize| Some((number, recall(parts, &sources[number])?));
    let (count, middle) = (sources.len(), sources.len() / 2);
    let a = (0..count).take(MAX_ASKED).find_map(&mut recall);
    let b = (0..count).rev().take(MAX_ASKED).find_map(&mut recall);
    let c = (middle..count).take(MAX_ASKED).find_map(&mut recall);
    for (number, (mut model, known)) in [a, c, b].into_iter().flatten() {
        for Fresh { symbol, values } in fresh {
            if let Node::Symbol(symbol) = parts.pool.node(*symbol) {
                Rc::make_mut(&mut model).set_word(symbol, values[number]);
            }
        }
        // What a join introduced is in nothing that the source was asked under.
        let known = asked.shared(&known);
        parts.solver.remember_model(parts.pool, &asked, known, &model);
    }
}

/// A model of a source that is at hand, and what the solver was asked under for it.
fn recall(parts: &mut Parts<'_>, source: &State) -> Option<(Rc<Model>, Conjunction)> {
    let asked = source.path.asked(parts.pool, parts.cells)?;
    let mut model = if asked.is_empty() { Rc::default() } else { parts.solver.recall_model(&asked)? };
    source.path.complete(parts.cells, Rc::make_mut(&mut model)).then_some((model, asked))
}
