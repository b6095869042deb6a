//! The first layer: what constants and the shape of the conjuncts decide.

use std::rc::Rc;

use braid_expr::{ExprId, ExprPool, Model, Node};

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
}

/// Only the last conjunct can bring something new that earlier queries did not: looking for its negation is enough to
/// catch the common case, and keeps the cost of a query independent of the pairs in it.
fn decide(pool: &ExprPool, conjuncts: &[ExprId]) -> Option<Verdict> {
    let Some(&last) = conjuncts.last() else {
        return Some(Verdict::Sat(Rc::new(Model::new())));
    };
    if let Some(&constant) = conjuncts.iter().find(|&&c| pool.is_false(c)) {
        return Some(Verdict::Unsat(vec![constant]));
    }
    let opposite = conjuncts.iter().copied().find(|&c| are_opposite(pool, c, last))?;
    Some(Verdict::Unsat(vec![opposite, last]))
}

fn are_opposite(pool: &ExprPool, a: ExprId, b: ExprId) -> bool {
    pool.node(a) == Node::Not(b) || pool.node(b) == Node::Not(a)
}
