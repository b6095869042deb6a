//! Exploration orders: which state is run next.
//!
//! A [`Searcher`] owns no states. It knows their ids, is told when one is forked, run or gone, and asks a [`View`] for the
//! few numbers by which orders differ (depth, coverage, cost, place). It may not know how a state is executed or what is
//! in it, so that an order can be tested without an engine and an engine without an order.
//!
//! The orders are the rows of one table, [`STRATEGIES`], under the names that KLEE gave them where they mean the same. A
//! [`Spec`] such as `random-path,nurs:covnew` names one or several that take turns.
//!
//! Invariants: what is picked was added and not removed since; every operation takes O(log n) steps for n live states
//! (amortised or expected, as its file says); equal calls, answers of the view and seed give equal picks.

mod batching;
mod interleaved;
mod queue;
mod random_path;
mod random_state;
mod rng;
mod spec;
mod strategy;
mod topological;
mod view;
mod weighted;
mod weights;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use batching::Batching;
pub use interleaved::Interleaved;
pub use queue::{BreadthFirst, DepthFirst};
pub use random_path::RandomPath;
pub use random_state::RandomState;
pub use rng::Rng;
pub use spec::{Spec, SpecError};
pub use strategy::{STRATEGIES, Strategy};
pub use topological::Topological;
pub use view::{Position, View};
pub use weighted::{Weight, Weighted};
pub use weights::WeightTree;

use braid_state::StateId;

/// An order of exploration.
///
/// The engine calls [`add`](Searcher::add) for a state that comes from nowhere (the first one, a joined or released one),
/// [`fork`](Searcher::fork) for one that split off from another, [`update`](Searcher::update) after it has run a state for
/// a while, and [`remove`](Searcher::remove) when a state ends or is parked.
pub trait Searcher {
    /// A new state that no live one was forked into.
    fn add(&mut self, id: StateId, view: &dyn View);

    /// `child` split off from `parent`, which lives on.
    fn fork(&mut self, parent: StateId, child: StateId, view: &dyn View) {
        self.update(parent, view);
        self.add(child, view);
    }

    /// The state has run: what the view says of it may be different now.
    fn update(&mut self, _id: StateId, _view: &dyn View) {}

    /// The state ended or is parked: it is not picked until it is added again. Not knowing it is fine.
    fn remove(&mut self, id: StateId);

    /// The state to be run next; none if there is none. It stays in the order.
    fn pick(&mut self, view: &dyn View) -> Option<StateId>;

    /// How many states there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
