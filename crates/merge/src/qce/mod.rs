//! Query count estimation: states are joined wherever they meet, if what they differ in will hardly be asked about
//! (Kuznetsov, Kinder, Bucur, Candea 2012).
//!
//! *Who* is told by [`similar`]: variables that many of the expected queries depend on are hot, and states that are joined agree in
//! them. *When* is told by a merger: [`statics`] runs states in topological order, so that all that may come to a place come there before any of
//! them goes on; [`dynamic`] leaves the order to the search, and lets a state that is behind another one, and like what that was,
//! catch up. *How* is the rule for states that merely met, [`Met`](crate::ite::Met).

mod apart;
mod companions;
mod criterion;
pub mod dynamic;
mod flags;
mod frames;
mod history;
mod joiner;
mod rank;
pub mod similar;
pub mod statics;
#[cfg(test)]
mod tests;
mod untracked;
mod words;

pub use flags::{Flags, Heap, Queries, QueryCost, Similar, Weights};
pub(crate) use rank::Rank;

use crate::mode::Mode;

/// The paper.
const SOURCE: &str = "Kuznetsov, Kinder, Bucur, Candea, PLDI 2012";

/// Static state merging.
pub(crate) const STATIC: Mode = Mode {
    name: "qce-static",
    about: "states that meet are joined if few queries depend on what differs; in topological order",
    source: SOURCE,
    make: |options| Some(Box::new(statics::Static::new(options))),
};

/// Dynamic state merging.
pub(crate) const DYNAMIC: Mode = Mode {
    name: "qce-dynamic",
    about: "the same under any search order: states that lag behind similar ones catch up",
    source: SOURCE,
    make: |options| Some(Box::new(dynamic::Dynamic::new(options))),
};
