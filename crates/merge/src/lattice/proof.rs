//! What was shown of a closed loop, as queries that have no model: a certificate that any solver can check.
//!
//! *Initiation* says that the state which came to the head is one of those that the head stands for, *step* that every state is which came back. *Safety* says that all is
//! impossible that was taken to be so in states which came of the head: every fault that was not followed, and every side of a branch that was not taken.

use std::collections::BTreeSet;

use braid_expr::{ExprId, ExprPool};
use braid_state::State;

/// Claims that were shown, each as a term that has no model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proof {
    pub(crate) initiation: Vec<ExprId>,
    pub(crate) steps: Vec<ExprId>,
    pub(crate) excluded: BTreeSet<ExprId>,
}

/// That a state's path holds and some of the claims do not.
pub(crate) fn refuted(pool: &mut ExprPool, state: &State, claims: &[ExprId]) -> ExprId {
    let (path, claims) = (pool.all(state.path.since(0)), pool.all(claims.iter().copied()));
    let broken = pool.not(claims);
    pool.and(path, broken)
}
