//! Joins in a lattice (Scheurer, Hähnle, Bubel 2016): joins that may forget.
//!
//! - [`model`]: what any join must satisfy, and the two techniques of the paper
//! - [`domain`]: what is kept of a value that is forgotten: sign, interval, known bits, predicates
//! - [`asker`]: bounded questions, of which undecided is no proof
//!
//! States that meet are joined where the program, the command line ([`places`]) or the shape of the program says so ([`meetings`]), by a domain or by what can be
//! guessed ([`weakening`]).
//!
//! The mode joins at loop heads, beyond the paper, after Weiß 2009 and Bubel, Hähnle, Weiß 2009: a state that stands for any number of
//! iterations is found ([`closing`], by way of [`walk`], [`candidates`] and [`invariant`]), explored once, and whoever comes back
//! to it is pruned ([`covering`]).

pub mod asker;
mod candidates;
mod closing;
mod covering;
pub mod domain;
mod expression;
mod fences;
mod head;
mod invariant;
mod joins;
mod meetings;
mod merger;
pub mod model;
pub mod places;
mod proof;
mod track;
mod walk;
mod weakening;
mod witness;

#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::mode::Mode;

/// The flags.
#[derive(Clone, Debug, clap::Args, Serialize)]
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
    /// Which states are joined where they meet (lattice)
    #[arg(long = "lattice-joins", value_name = "WHICH", default_value_t, value_enum)]
    #[serde(rename = "lattice-joins")]
    pub joins: places::Joins,
    /// Where states are joined beside the program's merge points: FILE:LINE=OPERATOR with ite, sign or interval; several with
    /// commas between (lattice)
    #[arg(long = "merge-at", value_name = "PLACE", value_delimiter = ',')]
    #[serde(rename = "merge-at")]
    pub at: Vec<places::MergeAt>,
    /// Write what was shown of each closed loop as queries without a model, in the folder certificates (lattice)
    #[arg(long = "lattice-certificates")]
    #[serde(rename = "lattice-certificates")]
    pub certificates: bool,
    /// Write a correctness witness of SV-COMP 2.0 to a file if the program is proved: invariants of the loops that were closed (lattice)
    #[arg(long, value_name = "FILE")]
    pub witness: Option<std::path::PathBuf>,
}

/// The mode.
pub(crate) const MODE: Mode = Mode {
    name: "lattice",
    about: "what a loop changes is forgotten up to an invariant, so that loops without a bound are proved",
    source: "Scheurer, Hähnle, Bubel, ICFEM 2016",
    make: |options| Some(Box::new(merger::Lattice::new(options))),
};
