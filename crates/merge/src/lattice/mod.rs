//! Joins in a lattice (Scheurer, Hähnle, Bubel 2016): joins that may forget.
//!
//! - [`model`]: what any join must satisfy, and the two techniques of the paper
//! - [`domain`]: what is kept of a value that is forgotten: sign, interval, known bits, predicates
//! - [`asker`]: bounded questions, of which undecided is no proof
//!
//! The mode joins at loop heads, beyond the paper, after Weiß 2009 and Bubel, Hähnle, Weiß 2009: a state that stands for any number of
//! iterations is found ([`closing`], by way of [`walk`], [`candidates`] and [`invariant`]), explored once, and whoever comes back
//! to it is pruned ([`covering`]).

pub mod asker;
mod candidates;
mod closing;
mod covering;
pub mod domain;
mod fences;
mod head;
mod invariant;
mod merger;
pub mod model;
mod proof;
mod track;
mod walk;

#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::mode::Mode;

/// The flags.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
#[group(skip)]
pub struct Flags {
    /// Iterations of a loop that are run one by one before it is closed (lattice)
    #[arg(long = "lattice-peel", value_name = "N", default_value_t = 1)]
    #[serde(rename = "lattice-peel")]
    pub peel: u32,
    /// How often a loop that was closed in vain is tried again, each time after twice as many iterations (lattice)
    #[arg(long = "lattice-refinements", value_name = "N", default_value_t = 3)]
    #[serde(rename = "lattice-refinements")]
    pub refinements: u32,
    /// Write what was shown of each closed loop as queries without a model, in the folder certificates (lattice)
    #[arg(long = "lattice-certificates")]
    #[serde(rename = "lattice-certificates")]
    pub certificates: bool,
}

/// The mode.
pub(crate) const MODE: Mode = Mode {
    name: "lattice",
    about: "what a loop changes is forgotten up to an invariant, so that loops without a bound are proved",
    source: "Scheurer, Hähnle, Bubel, ICFEM 2016",
    make: |options| Some(Box::new(merger::Lattice::new(options))),
};
