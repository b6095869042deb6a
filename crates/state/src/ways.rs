//! The ways of joined states: which paths each of them stands for.
//!
//! A joined state has forgotten how many paths led to it. Who wants to count them keeps, for every join, the path of each
//! state that went into it and, if that one was joined itself, its own ways. Nothing is multiplied out: the table grows with
//! the states that are joined. A path of a joined state is a source at each join on the way back, all of whose
//! conditions hold together with those of the state.

use braid_entity::{EntityMap, entity};

use crate::path::Path;
use crate::state::State;

entity!(
    /// The ways of a joined state.
    WaysId,
    "ways"
);

/// A state that went into a join: its path, and the ways that led to it if it was joined itself.
#[derive(Clone, Debug)]
pub struct Way {
    /// What held of its inputs.
    pub path: Path,
    /// Earlier ways.
    pub earlier: Option<WaysId>,
}

/// The ways of all joined states of an engine.
#[derive(Debug, Default)]
pub struct Ways(EntityMap<WaysId, Box<[Way]>>);

impl Ways {
    /// The ways of a state that these are joined to.
    pub fn join(&mut self, states: &[State]) -> WaysId {
        let way = |state: &State| Way { path: state.path.clone(), earlier: state.inherited.ways() };
        self.0.push(states.iter().map(way).collect())
    }
    /// The ways of a joined state.
    pub fn get(&self, id: WaysId) -> &[Way] {
        &self.0[id]
    }
}
