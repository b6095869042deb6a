//! The name of a state inside one run of the engine.
//!
//! It stands alone because `search` and `report` speak of states without knowing what is in them.

braid_entity::entity!(
    /// A state under exploration. Ids are given out in the order of creation and never reused, so an older state has the
    /// smaller id.
    StateId,
    "s"
);
