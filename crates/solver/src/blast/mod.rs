//! The back end: terms become circuits, circuits become clauses, and a SAT solver that stays alive decides them.

mod adder;
mod arrays;
mod back_end;
mod compare;
mod context;
mod divider;
mod encode;
mod float;
mod garbage;
mod gates;
mod laziness;
mod multiplier;
mod narrow;
mod nearby;
mod order;
mod postponed;
mod repair;
mod shifter;

#[cfg(test)]
mod tests;

pub use back_end::BackEnd;
pub use laziness::Laziness;
pub(crate) use repair::broken as broken_by;
