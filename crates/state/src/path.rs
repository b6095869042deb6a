//! The path condition: what holds of the inputs in a state.
//!
//! A vector that states share until one of them grows: solvers want the conjuncts side by side, and copying some
//! hundred words costs less than a query.

use std::rc::Rc;

use braid_expr::ExprId;

/// A path condition: conjuncts, oldest first.
#[derive(Clone, Default, Debug)]
pub struct Path {
    conjuncts: Option<Rc<Vec<ExprId>>>,
}

impl Path {
    /// The conjuncts.
    pub fn as_slice(&self) -> &[ExprId] {
        self.conjuncts.as_deref().map_or(&[], Vec::as_slice)
    }
    /// Adds a conjunct.
    pub fn push(&mut self, condition: ExprId) {
        Rc::make_mut(self.conjuncts.get_or_insert_default()).push(condition);
    }
    /// How many conjuncts there are.
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.conjuncts.is_none()
    }
}
