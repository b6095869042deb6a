//! Un-merging, as whoever runs states sees it: a question about a joined state that is too hard is asked about parts of it.
//!
//! The one who runs states knows nothing of joins; it tells its [`Unmerger`] which question the solver did not answer, and lends it the means
//! to ask others. What comes back is an ordinary case split. Apart from the executor because how states were joined is the matter of
//! merging; here because both know states.

use braid_expr::{ExprId, ExprPool};

use crate::inherit::Heritage;
use crate::state::State;

/// What an unmerger may ask.
pub trait Questions {
    /// The state.
    fn state(&self) -> &State;
    /// All terms.
    fn pool(&mut self) -> &mut ExprPool;
    /// Returns true if a condition can hold in the state, false if it cannot; none if the solver does not answer that either.
    fn can_hold(&mut self, condition: ExprId) -> Option<bool>;
}

/// What a state is split into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// When each part applies. They exclude each other, and each was found to be possible.
    pub conditions: Vec<ExprId>,
    /// Whether they leave nothing out; otherwise what the solver could not decide is given up.
    pub complete: bool,
}

/// A term whose value is known where a state stands, though the term does not show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownTerm {
    /// The term.
    pub term: ExprId,
    /// A constant.
    pub value: ExprId,
}

/// Takes joined states apart. It must end: of a part, less can be split than of the whole.
pub trait Unmerger {
    /// The parts of a state in which a question that was not answered becomes easier, if there are any.
    fn parts(&self, questions: &mut dyn Questions, question: ExprId) -> Option<Parts>;
    /// Terms that a question under a state's path speaks of and that have only one value left there.
    fn known(&self, pool: &mut ExprPool, state: &State, question: ExprId) -> Vec<KnownTerm>;
    /// A state was split: it inherits no more than its part.
    fn inherit(&self, pool: &ExprPool, heritage: &Heritage, state: &mut State);
}
