//! The back end: terms become circuits, circuits become clauses, and a SAT solver that stays alive decides them.

mod adder;
mod compare;
mod divider;
mod gates;
mod multiplier;
mod shifter;

#[cfg(test)]
mod tests;

pub use gates::Gates;
