//! The one interface of all layers, back ends included.

use std::rc::Rc;

use braid_expr::{Conjunction, ExprPool, Model};
use braid_guard::Diagrams;

use crate::stats::Stats;
use crate::verdict::{Query, Verdict};

/// What every layer works with and none owns.
pub struct Workspace<'a> {
    /// The terms, with what ends a query from outside. Layers may build new ones.
    pub pool: &'a mut ExprPool,
    /// The counters.
    pub stats: &'a mut Stats,
    /// What decision diagrams know of terms.
    pub diagrams: &'a mut Diagrams,
}

/// Something that answers queries, alone or with the help of the layer it stands on.
///
/// The contract: a [`Verdict::Sat`] model satisfies every conjunct under evaluation, a [`Verdict::Unsat`] core is an
/// unsatisfiable subset of the conjuncts, and anything else is [`Verdict::Unknown`] with its reason.
pub trait Layer {
    /// Answers one query.
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict;

    /// Hears of a model that satisfies every conjunct of `path`, confirmed by evaluation. A layer that remembers models keeps
    /// it, one that stands above such a layer passes it on, and others need not care.
    fn remember(&mut self, _path: &Conjunction, _model: &Rc<Model>) {}

    /// Gives back the memory of whatever is only remembered, circuits too, and passes it on: a layer that does not would keep all
    /// below it.
    fn forget(&mut self);

    /// A model of `path` that is remembered, if one is: nothing is searched for it. Passed on as [`remember`](Self::remember) is.
    fn recall(&self, _path: &Conjunction) -> Option<Rc<Model>> {
        None
    }
}
