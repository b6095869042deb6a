//! Free models: what satisfied a state that was joined satisfies the joined state, with the fresh variables as they are for it.
//!
//! A source's model is put together of the values that its path allows single cells and of what the solver remembers of the rest. With what the join
//! introduced set to the value of that source it is handed over as a model of the joined path, so that the first questions about it start
//! there and often end there. Nothing is searched for; evaluation has the last word.

use std::rc::Rc;

use braid_expr::{Conjunction, Model, Node};
use braid_state::{Fresh, State};

use crate::host::Parts;

/// So many sources of each part are asked for a model that is at hand: the last, those from the middle on, the first.
const MAX_ASKED: usize = 8;

/// Hands the model of a source over to the joined state, if there is one at hand.
pub(crate) fn give(parts: &mut Parts<'_>, sources: &[State], joined: &State, fresh: &[Fresh]) {
    let Some(asked) = joined.path.asked(parts.pool, parts.cells).filter(|asked| !asked.is_empty()) else { return };
    let (count, middle) = (sources.len(), sources.len() / 2);
    let newest = (0..count).rev().take(MAX_ASKED);
    let others = (middle..count).take(MAX_ASKED).chain((0..count).take(MAX_ASKED));
    // One is enough.
    newest.chain(others).any(|number| offer(parts, &sources[number], number, &asked, fresh));
}

/// Hands the model of one source over, if it has one at hand. Returns true if it is one of the joined path.
fn offer(parts: &mut Parts<'_>, source: &State, number: usize, asked: &Conjunction, fresh: &[Fresh]) -> bool {
    let Some((mut model, known)) = recall(parts, source) else { return false };
    for Fresh { symbol, values } in fresh {
        if let Node::Symbol(symbol) = parts.pool.node(*symbol) {
            Rc::make_mut(&mut model).set_word(symbol, values[number]);
        }
    }
    // What a join introduced is in nothing that the source was asked under.
    parts.solver.remember_model(parts.pool, asked, asked.shared(&known), &model)
}

/// A model of a source that is at hand, and what the solver was asked under for it.
fn recall(parts: &mut Parts<'_>, source: &State) -> Option<(Rc<Model>, Conjunction)> {
    let asked = source.path.asked(parts.pool, parts.cells)?;
    let mut model = if asked.is_empty() { Rc::default() } else { parts.solver.recall_model(&asked)? };
    source.path.complete(parts.cells, Rc::make_mut(&mut model)).then_some((model, asked))
}
