//! The first layer: what constants and the shape of the conjuncts decide.

use std::rc::Rc;

use braid_expr::{Conjunction, ExprPool, Model};

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
        if let Some(verdict) = decide(workspace.pool, query) {
            workspace.stats.syntactic_hits += 1;
            return verdict;
        }
        self.next.check(workspace, query)
    }

    fn forget(&mut self) {
        self.next.forget();
    }

    fn remember(&mut self, path: &Conjunction, model: &Rc<Model>) {
        self.next.remember(path, model);
    }

    fn recall(&self, path: &Conjunction) -> Option<Rc<Model>> {
        self.next.recall(path)
    }
}

/// Only the last conjunct is looked up by its negation: it is the one that earlier queries did not have, and the cost of a
/// query must not depend on the pairs in it.
fn decide(pool: &mut ExprPool, query: Query<'_>) -> Option<Verdict> {
    let Some(&last) = query.conjuncts.last() else {
        return Some(Verdict::Sat(Rc::new(Model::new())));
    };
    let (constant, opposite) = (pool.fls(), pool.not(last));
    let place = |term| match query.whole {
        Some(whole) => whole.place(term),
        None => query.conjuncts.iter().position(|&conjunct| conjunct == term),
    };
    let core = match (place(constant), place(opposite)) {
        (None, None) => return None,
        (Some(constant), Some(opposite)) if opposite < constant => vec![query.conjuncts[opposite], last],
        (Some(_), _) => vec![constant],
        (None, Some(_)) => vec![opposite, last],
    };
    Some(Verdict::Unsat(core))
}
