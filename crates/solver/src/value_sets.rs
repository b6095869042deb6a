//! Value sets: a slice over one byte is decided by intersecting 256-bit sets, without a search.
//!
//! Parsers and string functions compare single bytes with constants, over and over. The set of bytes that satisfies a
//! conjunct is found once ([`ByteSets`]).

use std::rc::Rc;

use braid_expr::{ByteSet, ByteSets, Cell, ExprId, ExprPool};

use crate::confirm::confirm;
use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Reason, Verdict};

/// Decides slices over a single cell or symbol of at most 8 bits.
pub struct ValueSets {
    next: Box<dyn Layer>,
    sets: ByteSets,
}

impl ValueSets {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        ValueSets { next, sets: ByteSets::default() }
    }
}

impl Layer for ValueSets {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        let Some(cell) = Cell::of(workspace.pool, query.conjuncts) else {
            return self.next.check(workspace, query);
        };
        workspace.stats.value_set_hits += 1;
        self.decide(workspace.pool, cell, query.conjuncts).unwrap_or_else(Verdict::Unknown)
    }

    fn forget(&mut self) {
        self.sets.forget();
        self.next.forget();
    }
}

impl ValueSets {
    fn decide(&mut self, pool: &ExprPool, cell: Cell, conjuncts: &[ExprId]) -> Result<Verdict, Reason> {
        let mut all = cell.all();
        let mut used = Vec::new();
        for &conjunct in conjuncts {
            let set = self.sets.set_of(pool, cell, conjunct)?;
            let fewer = all.and(set);
            if fewer != all {
                used.push((conjunct, set));
                all = fewer;
            }
            if all.is_empty() {
                return Ok(Verdict::Unsat(shrink(cell, &used)));
            }
        }
        let model = cell.model(all.lowest());
        confirm(self.sets.evaluator(), pool, &model, conjuncts)?;
        Ok(Verdict::Sat(Rc::new(model)))
    }
}

/// Drops conjuncts whose set is not needed to leave nothing.
fn shrink(cell: Cell, used: &[(ExprId, ByteSet)]) -> Vec<ExprId> {
    let mut kept = used.to_vec();
    let mut at = 0;
    while at < kept.len() {
        let others = kept.iter().enumerate().filter(|(other, _)| *other != at);
        let left = others.fold(cell.all(), |all, (_, (_, set))| all.and(*set));
        if left.is_empty() {
            kept.remove(at);
        } else {
            at += 1;
        }
    }
    kept.into_iter().map(|(conjunct, _)| conjunct).collect()
}
