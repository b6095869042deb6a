//! The first layer: what constants and the shape of the conjuncts decide.

use std::rc::Rc;

use braid_expr::{ExprId, ExprPool, Model};

use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Verdict};

/// Answers queries that hold a constant false or a term with its negation, and drops what is constant true.
pub struct Syntactic {
    next: Box<dyn Layer>,
}

impl Syntactic {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        Syntactic { next }
    }
}

impl Layer for Syntactic {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        if let Some(verdict) = decide(workspace.pool, query.conjuncts) {
            workspace.stats.syntactic_hits += 1;
            return verdict;
        }
        self.next.check(workspace, query)
    }

    fn remember(&mut self, path: &[ExprId], model: &Rc<Model>) {
        self.next.remember(path, model);
    }

    fn recall(&self, path: &[ExprId]) -> Option<Rc<Model>> {
        self.next.recall(path)
    }
}

/// Only the last conjunct is looked up by its negation: it is the one that earlier queries did not have, and the cost of a
/// query must not depend on the pairs in it. Terms are compared by their ids, so a long path condition costs little.
fn decide(pool: &mut ExprPool, conjuncts: &[ExprId]) -> Option<Verdict> {
    let Some(&last) = conjuncts.last() else {
        return Some(Verdict::Sat(Rc::new(Model::new())));
    };
    let (constant, opposite) = (pool.fls(), pool.not(last));
    let found = conjuncts.iter().copied().find(|&c| c == constant || c == opposite)?;
    Some(Verdict::Unsat(if found == constant { vec![constant] } else { vec![found, last] }))
}
