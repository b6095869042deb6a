//! Recent models: each is known to satisfy the path up to some conjunct, and is tried on what came after.

use std::collections::VecDeque;
use std::rc::Rc;

use braid_entity::Entity;
use braid_expr::{Evaluator, ExprId, ExprPool, Model, Range, Space, SymbolId};
use smallvec::SmallVec;

use crate::verdict::Reason;

/// Some models of the last queries, newest first.
pub(super) struct Models {
    recent: VecDeque<Known>,
}

struct Known {
    model: Rc<Model>,
    /// How many conjuncts of the current query it is known to satisfy, from the first on.
    satisfied: usize,
}

/// How many models are kept: the newest and the other sides of the last branches.
const CAPACITY: usize = 6;

impl Default for Models {
    fn default() -> Self {
        Models { recent: VecDeque::from([Known { model: Rc::default(), satisfied: 0 }]) }
    }
}

impl Models {
    /// The query now agrees with the last one only in its first `shared` conjuncts.
    pub(super) fn cut(&mut self, shared: usize) {
        for known in &mut self.recent {
            known.satisfied = known.satisfied.min(shared);
        }
    }

    /// The newest of those models that are known to satisfy most conjuncts.
    pub(super) fn nearest(&self) -> Rc<Model> {
        Rc::clone(&self.recent[self.nearest_place()].model)
    }

    /// How many conjuncts the nearest model is known to satisfy.
    pub(super) fn satisfied(&self) -> usize {
        self.recent[self.nearest_place()].satisfied
    }

    fn nearest_place(&self) -> usize {
        let most = self.recent.iter().map(|known| known.satisfied).max().unwrap_or(0);
        self.recent.iter().position(|known| known.satisfied == most).unwrap_or(0)
    }

    /// Whether some model is known to satisfy the first `count` conjuncts.
    pub(super) fn has_known(&self, count: usize) -> bool {
        self.recent.iter().any(|known| known.satisfied >= count)
    }

    /// A model that satisfies all conjuncts, which becomes the newest. Each is evaluated on what it is not known to satisfy;
    /// where one is known to satisfy all but the last, those that are not are not worth it.
    pub(super) fn find(
        &mut self,
        evaluator: &mut Evaluator,
        pool: &ExprPool,
        conjuncts: &[ExprId],
    ) -> Result<Option<Rc<Model>>, Reason> {
        let before_last = conjuncts.len().saturating_sub(1);
        let least = if self.has_known(before_last) { before_last } else { 0 };
        for at in 0..self.recent.len() {
            let known = &mut self.recent[at];
            if known.satisfied < least {
                continue;
            }
            let mut run = evaluator.under(pool, &known.model);
            while known.satisfied < conjuncts.len() && run.truth(conjuncts[known.satisfied])? {
                known.satisfied += 1;
            }
            if known.satisfied == conjuncts.len() {
                let known = self.recent.remove(at).expect("it was just looked at");
                let model = Rc::clone(&known.model);
                self.recent.push_front(known);
                return Ok(Some(model));
            }
        }
        Ok(None)
    }

    /// Adds a model that satisfies the first `satisfied` conjuncts.
    pub(super) fn keep(&mut self, model: Rc<Model>, satisfied: usize) {
        self.recent.truncate(CAPACITY - 1);
        self.recent.push_front(Known { model, satisfied });
    }
}

/// Copies what the ranges cover from one model to another.
pub(super) fn transplant(pool: &ExprPool, ranges: impl Iterator<Item = Range>, from: &Model, to: &mut Model) {
    for range in ranges {
        match range.space {
            Space::Symbols => {
                for symbol in (range.low..=range.high).map(|number| SymbolId::from_u32(number as u32)) {
                    to.set(symbol, &from.value(symbol, pool.symbol_data(symbol).width));
                }
            }
            Space::Array(array) => {
                let within =
                    |model: &Model| model.cells_within(array, range.low, range.high).map(|(index, _)| index).collect();
                let (theirs, ours): (Indices, Indices) = (within(from), within(to));
                // A range of one cell may be one that neither has set.
                let single = (range.low == range.high).then_some(range.low);
                for index in theirs.into_iter().chain(ours).chain(single) {
                    let element = from.cell(array, index);
                    // A change copies a part of the table, and most cells stay as they are.
                    if element != to.cell(array, index) {
                        to.set_cell(array, index, element);
                    }
                }
            }
            Space::Bound => {}
        }
    }
}

/// Indices of cells.
type Indices = SmallVec<[u64; 16]>;
