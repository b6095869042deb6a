//! Un-merging: a question about many paths at once that is too hard is asked about fewer.
//!
//! A joined state says which of its sources it stands for in two ways: by a number that a pattern introduced, such as how often a loop
//! went round ([`rounds`]), and by the guards of the choices between the values of its sources ([`guards`]). If a query about such a state
//! exceeds its budget, the state is split on one of them, and the operation is carried out again in each part. That is an ordinary
//! split: its cases exclude each other, and each was found to be possible. What has neither is given up, as always.
//!
//! It ends: a number with one value left is not split again, nor a guard that the path decides, and parts of a split are not joined
//! again before they leave the merge context that they are in.
//!
//! Where a number has one value left, or a guard is decided, the question is asked with that in its place: then it is the question of the
//! source, with all that simplifies in it.

mod guards;
mod rounds;

use braid_expr::{ExprId, ExprPool};
use braid_state::{Heritage, KnownTerm, Parts, Questions, State, Unmerger};

/// Takes joined states apart, by numbers of rounds first and by guards of choices otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByJoins;

impl Unmerger for ByJoins {
    fn parts(&self, questions: &mut dyn Questions, question: ExprId) -> Option<Parts> {
        rounds::parts(questions, question).or_else(|| guards::parts(questions, question))
    }
    fn known(&self, pool: &mut ExprPool, state: &State, question: ExprId) -> Vec<KnownTerm> {
        let mut known = rounds::known(pool, state, question);
        known.extend(guards::known(pool, state, question));
        known
    }
    fn inherit(&self, pool: &ExprPool, heritage: &Heritage, state: &mut State) {
        rounds::inherit(pool, heritage, state);
    }
}
