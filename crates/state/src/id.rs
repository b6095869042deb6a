//! The names of states and of lines inside one run of the engine.
//!
//! They stand alone because `search` and `report` speak of states without knowing what is in them.

braid_entity::entity!(
    /// A state under exploration. Ids are given out in the order of creation and never reused, so an older state has the
    /// smaller id.
    StateId,
    "s"
);
braid_entity::entity!(
    /// A line of the program's source, in the order in which lines were reached.
    LineId,
    "line"
);
