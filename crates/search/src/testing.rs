//! An engine of cardboard for the tests: states that are nothing but the numbers that a view answers with.

use braid_state::StateId;
use rustc_hash::FxHashMap;

use crate::{Position, View};

/// What the view says of one state.
#[derive(Clone, Default)]
pub(crate) struct Card {
    pub(crate) depth: u64,
    pub(crate) instructions: u64,
    pub(crate) since_new: Option<u64>,
    pub(crate) distance: Option<u64>,
    pub(crate) cost: u64,
    pub(crate) executed: u64,
    pub(crate) position: Vec<u32>,
}

/// All states.
#[derive(Default)]
pub(crate) struct Cards(pub(crate) FxHashMap<StateId, Card>);

impl Cards {
    pub(crate) fn with(cards: impl IntoIterator<Item = Card>) -> Self {
        let numbered = cards.into_iter().enumerate();
        Cards(numbered.map(|(at, card)| (StateId::numbered(at as u32), card)).collect())
    }
    fn card(&self, id: StateId) -> Card {
        self.0.get(&id).cloned().unwrap_or_default()
    }
}

impl View for Cards {
    fn depth(&self, id: StateId) -> u64 {
        self.card(id).depth
    }
    fn instructions(&self, id: StateId) -> u64 {
        self.card(id).instructions
    }
    fn since_new_coverage(&self, id: StateId) -> Option<u64> {
        self.card(id).since_new
    }
    fn distance_to_uncovered(&self, id: StateId) -> Option<u64> {
        self.card(id).distance
    }
    fn query_cost(&self, id: StateId) -> u64 {
        self.card(id).cost
    }
    fn executed_here(&self, id: StateId) -> u64 {
        self.card(id).executed
    }
    fn executed_in_context(&self, id: StateId) -> u64 {
        self.card(id).executed
    }
    fn position(&self, id: StateId) -> Position {
        Position::new(self.card(id).position)
    }
}
