//! The ways of merging, as rows of one table, and what a user may say about them.

use std::rc::Rc;

use braid_state::Unmerger;
use clap::builder::PossibleValue;
use clap::{ArgAction, ValueEnum};
use serde::{Serialize, Serializer};

use crate::ite::{Flat, TreeShaped};
use crate::joining::Manner;
use crate::loops;
use crate::merger::Merger;
use crate::patience::PATIENCE;
use crate::recording::Recorded;
use crate::rule::JoinRule;
use crate::unmerge::ByJoins;
use crate::validate::Validation;
use crate::{lattice, pattern, qce, region, summary};

/// A way of merging: a row of [`MODES`].
#[derive(Clone, Copy)]
pub struct Mode {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Makes the merger of a run; none if nothing is merged.
    pub make: fn(&Options) -> Option<Box<dyn Merger>>,
}

/// Every path is explored by itself.
const NONE: Mode = Mode { name: "none", about: "every path is explored by itself", source: "", make: |_| None };

/// All of them, the default first.
pub const MODES: &[&Mode] =
    &[&NONE, &loops::MODE, &pattern::MODE, &region::MODE, &qce::STATIC, &qce::DYNAMIC, &summary::MODE, &lattice::MODE];

impl Mode {
    /// The row with this name.
    pub fn named(name: &str) -> Option<&'static Mode> {
        MODES.iter().copied().find(|mode| mode.name == name)
    }
}

/// Modes are told apart by their names.
impl PartialEq for Mode {
    fn eq(&self, other: &Mode) -> bool {
        self.name == other.name
    }
}

impl Eq for Mode {}

impl core::fmt::Debug for Mode {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name)
    }
}

impl Default for &'static Mode {
    fn default() -> Self {
        &NONE
    }
}

impl ValueEnum for &'static Mode {
    fn value_variants<'a>() -> &'a [Self] {
        MODES
    }
    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.about))
    }
}

impl Serialize for Mode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

/// How values that differ become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Encoding {
    /// Choices in the shape of the execution tree (SMOpt).
    #[default]
    IteTree,
    /// A chain of choices by the whole condition of each state (SM).
    IteFlat,
}

impl Encoding {
    /// The rule.
    pub fn rule(self) -> Box<dyn JoinRule> {
        match self {
            Encoding::IteFlat => Box::new(Flat),
            Encoding::IteTree => Box::new(TreeShaped),
        }
    }
}

/// What joined values are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// Choices between few values by decision diagrams, which also answer queries (Sen 2015)
    #[default]
    Summary,
    /// Choices as the join makes them
    Ite,
}

/// What a run is told about merging: the flags of the command line and the rows of `run.json`.
#[derive(Clone, Debug, clap::Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Merging")]
#[group(skip)]
pub struct Options {
    /// State merging mode
    #[arg(long = "merge", value_name = "MODE", default_value_t, value_enum)]
    #[serde(rename = "merge")]
    pub mode: &'static Mode,
    /// How values that differ become one
    #[arg(long = "encode", value_name = "FORM", default_value_t, value_enum)]
    #[serde(rename = "encode")]
    pub encoding: Encoding,
    /// What joined values are
    #[arg(long = "values", value_name = "FORM", default_value_t, value_enum)]
    pub values: Values,
    /// What the modes that join at the exits of loops may be told.
    #[command(flatten)]
    #[serde(flatten)]
    pub loops: loops::Flags,
    /// What the mode of patterns may be told.
    #[command(flatten)]
    #[serde(flatten)]
    pub pattern: pattern::Flags,
    /// What the modes of query counts may be told.
    #[command(flatten)]
    #[serde(flatten)]
    pub qce: qce::Flags,
    /// What the mode of value summaries may be told.
    #[command(flatten)]
    #[serde(flatten)]
    pub summary: summary::Flags,
    /// What the mode of loop invariants may be told.
    #[command(flatten)]
    #[serde(flatten)]
    pub lattice: lattice::Flags,
    /// Groups of more states than this are not joined
    #[arg(long = "merge-group", value_name = "N", default_value_t = 10_000)]
    #[serde(rename = "merge-group")]
    pub max_group: usize,
    /// Instructions of all states together that a state waits for those it may be joined with
    #[arg(long = "merge-patience", value_name = "N", default_value_t = PATIENCE)]
    #[serde(rename = "merge-patience")]
    pub patience: u64,
    /// Check every join: by sampled models, or by proofs of the solver
    #[arg(
        long = "validate-merges", value_name = "HOW", default_value_t, value_enum,
        num_args = 0..=1, require_equals = true, default_missing_value = "sample",
    )]
    #[serde(rename = "validate-merges")]
    pub validation: Validation,
    /// Keep the unmerged states beside each joined one, and compare every decision with theirs
    #[arg(long)]
    pub shadow: bool,
    /// Split no joined state whose queries exceed their budget
    #[arg(long = "no-unmerge", action = ArgAction::SetFalse)]
    pub unmerge: bool,
    /// Tell where states were joined, what it saved and what it cost
    #[arg(long = "explain-merges")]
    #[serde(rename = "explain-merges")]
    pub measure: bool,
}

impl Default for Options {
    fn default() -> Self {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            options: Options,
        }
        <Alone as clap::Parser>::parse_from([""]).options
    }
}

impl Options {
    /// The merger of a run; none if nothing is merged.
    pub fn merger(&self) -> Option<Box<dyn Merger>> {
        (self.mode.make)(self).map(|merger| Box::new(Recorded(merger)) as Box<dyn Merger>)
    }
    /// Returns true if the costs of queries are counted for each operation.
    pub fn measures_queries(&self) -> bool {
        self.qce.cost == qce::QueryCost::Measured
    }
    /// Who takes joined states apart where a query is not answered; none if nothing is merged, or they are to stay whole.
    pub fn unmerger(&self) -> Option<Rc<dyn Unmerger>> {
        let is_wanted = self.unmerge && self.mode.name != NONE.name;
        is_wanted.then(|| Rc::new(ByJoins) as Rc<dyn Unmerger>)
    }
    /// Returns true if joined values are summaries.
    pub fn has_summaries(&self) -> bool {
        self.values == Values::Summary && self.mode.name != NONE.name
    }
    /// Returns true if all known values are, as in the paper, and not pointers alone.
    pub fn summarises_all(&self) -> bool {
        self.mode.name == summary::MODE.name
    }
    /// How joins are made.
    pub fn manner(&self) -> Manner {
        Manner { max_group: self.max_group, validation: self.validation, measure: self.measure }
    }
}
