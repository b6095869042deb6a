//! Free models: what satisfied a state that was joined satisfies the joined state, with the number of rounds of that state.
//!
//! The solver remembers a model of nearly every path that it was asked about. One of a source, with what the join introduced set
//! to the value of that source, is handed over as a model of the joined path, so that the first questions about it start
//! there and often end there. Nothing is searched for; evaluation has the last word.

use std::rc::Rc;

use braid_expr::Node;
use braid_merge::Auxiliary;
use braid_state::State;

use crate::engine::Engine;

/// So many sources are asked for a model that is at hand.
const MAX_ASKED: usize = 8;

impl Engine {
    /// Hands a model of a source over to the joined state, if one is at hand.
    pub(crate) fn give_model(&mut self, sources: &[State], joined: &State, auxiliary: Option<&Auxiliary>) {
        let solver = &self.exec.solver;
        let recall = |(number, source): (usize, &State)| Some((number, solver.recall_model(source.path.conjuncts())?));
        let a = sources.iter().enumerate().take(MAX_ASKED).find_map(recall);
        let b = sources.iter().enumerate().rev().take(MAX_ASKED).find_map(recall);
        let c = sources.iter().enumerate().skip(sources.len() / 2).take(MAX_ASKED).find_map(recall);
        for (number, mut model) in [a, c, b].into_iter().flatten() {
            if let Some(auxiliary) = auxiliary
                && let Node::Symbol(symbol) = self.exec.pool.node(auxiliary.symbol)
            {
                Rc::make_mut(&mut model).set_word(symbol, auxiliary.values[number]);
            }
            let path = joined.path.conjuncts();
            // The source's model satisfies what both paths begin with, and what a join introduced is not in it.
            let known = path.shared(sources[number].path.conjuncts());
            self.exec.solver.remember_model(&self.exec.pool, path, known, &model);
        }
    }
}
