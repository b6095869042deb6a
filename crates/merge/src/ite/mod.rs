//! Choices by condition: the value that each state had, wherever that state's condition holds.
//!
//! [`Flat`] is algorithm 2 of Trabish 2021 (SM), [`TreeShaped`] its algorithms 3 and 4 (SMOpt), [`Met`] is for states that merely met.
//! All are exact.

mod flat;
pub(crate) mod met;
mod tree;

pub use flat::Flat;
pub use met::Met;
pub use tree::TreeShaped;
pub(crate) use tree::in_shape;
