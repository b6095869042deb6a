//! Which cells of which arrays a query looks at under a model.
//!
//! An index may itself depend on cells, so the cells are found in rounds: what is known so far tells more indexes. Reads
//! under a quantifier are found in its instances, as many as the model's bound says.

use braid_expr::{ArrayId, Evaluator, ExprId, ExprPool, Model, Node};
use rustc_hash::FxHashSet;

/// More instances of a quantifier than this are not looked at; if they mattered, the model is not confirmed.
const MAX_INSTANCES: u64 = 4096;

/// The reads of a query and the cells that were asked for.
pub(super) struct Cells {
    /// Array and index of every read and write outside quantifiers, and of instances as they are made.
    accesses: Vec<(ArrayId, ExprId)>,
    /// Quantifiers whose instances were not made yet.
    foralls: Vec<ExprId>,
    seen: FxHashSet<ExprId>,
    asked: FxHashSet<(ArrayId, u64)>,
}

impl Cells {
    pub(super) fn new(pool: &ExprPool, conjuncts: &[ExprId]) -> Self {
        let mut cells = Cells {
            accesses: Vec::new(),
            foralls: Vec::new(),
            seen: FxHashSet::default(),
            asked: FxHashSet::default(),
        };
        conjuncts.iter().for_each(|&conjunct| cells.collect(pool, conjunct));
        cells
    }

    /// Cells that were not asked for yet.
    pub(super) fn wanted(
        &mut self,
        pool: &mut ExprPool,
        model: &Model,
        evaluator: &mut Evaluator,
    ) -> Vec<(ArrayId, u64)> {
        self.instantiate(pool, model, evaluator);
        let mut wanted = Vec::new();
        for &(array, index) in &self.accesses {
            let value = evaluator.evaluate(pool, model, index).ok().and_then(|value| value.to_u64());
            if let Some(value) = value
                && self.asked.insert((array, value))
            {
                wanted.push((array, value));
            }
        }
        wanted
    }

    fn instantiate(&mut self, pool: &mut ExprPool, model: &Model, evaluator: &mut Evaluator) {
        for forall in core::mem::take(&mut self.foralls) {
            let Node::Forall(k, _) = pool.node(forall) else { continue };
            let width = pool.width(k);
            let last = evaluator.evaluate(pool, model, k).ok().and_then(|value| value.to_u64()).unwrap_or(0);
            for i in 1..=last.min(MAX_INSTANCES) {
                let i = pool.bv(width, i);
                if let Some(instance) = pool.instantiate(forall, i) {
                    self.collect(pool, instance);
                }
            }
        }
    }

    fn collect(&mut self, pool: &ExprPool, term: ExprId) {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if !self.seen.insert(term) {
                continue;
            }
            match pool.node(term) {
                Node::Read(updates, index) | Node::Store(updates, index, _) => {
                    self.accesses.push((pool.updated_array(updates), index));
                    open.extend(pool.children(term));
                }
                Node::Forall(k, _) => {
                    self.foralls.push(term);
                    open.push(k);
                }
                _ => open.extend(pool.children(term)),
            }
        }
    }
}
