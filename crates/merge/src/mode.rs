//! The ways of merging, as rows of one table, and what a user may say about them.

use clap::builder::PossibleValue;
use clap::{ArgAction, ValueEnum};
use serde::{Serialize, Serializer};

use crate::ite::{Flat, TreeShaped};
use crate::loops::{LoopExits, LoopSelection};
use crate::patience::PATIENCE;
use crate::pattern::Quantified;
use crate::region::Regions;
use crate::rule::JoinRule;
use crate::strategy::MergeStrategy;
use crate::validate::Validation;

/// Which way of merging.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModeKind {
    /// Every path by itself.
    #[default]
    None,
    /// Where states leave a loop.
    Loop,
    /// As loop, with states parted by the patterns of their paths.
    Pattern,
    /// Where the program says so.
    Region,
}

impl ValueEnum for ModeKind {
    fn value_variants<'a>() -> &'a [Self] {
        &[ModeKind::None, ModeKind::Loop, ModeKind::Pattern, ModeKind::Region]
    }
    fn to_possible_value(&self) -> Option<PossibleValue> {
        MODES.iter().find(|mode| mode.kind == *self).map(|mode| PossibleValue::new(mode.name).help(mode.about))
    }
}

/// A way of merging.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// Which one.
    pub kind: ModeKind,
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// All of them.
pub const MODES: &[Mode] = &[
    Mode { kind: ModeKind::None, name: "none", about: "every path is explored by itself", source: "" },
    Mode {
        kind: ModeKind::Loop,
        name: "loop",
        about: "states that a loop forked are joined where they leave it",
        source: "Trabish, Itzhaky, Rinetzky, ESEC/FSE 2021",
    },
    Mode {
        kind: ModeKind::Pattern,
        name: "pattern",
        about: "as loop, but states whose paths repeat a pattern become one with a number of rounds",
        source: "Trabish, Rinetzky, Shoham, Sharma, ESEC/FSE 2023",
    },
    Mode {
        kind: ModeKind::Region,
        name: "region",
        about: "states are joined from klee_open_merge or braid_merge_begin to the matching end",
        source: "KLEE",
    },
];

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

/// Whether a loop in a loop has a context of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nesting {
    /// Yes: inner loops are joined first, and what they leave is a fork of the loop around.
    #[default]
    Stack,
    /// No: the outermost loop that may be merged has the only one, as in the papers.
    Outermost,
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
    pub mode: ModeKind,
    /// How values that differ become one
    #[arg(long = "encode", value_name = "FORM", default_value_t, value_enum)]
    #[serde(rename = "encode")]
    pub encoding: Encoding,
    /// Loops that --merge=loop takes: forking (all), sized (forks that depend on the size of an object), no-call, or a PLACE,
    /// which is file:line or a function; several with commas between
    #[arg(long = "merge-loops", value_name = "WHICH", default_value_t)]
    #[serde(rename = "merge-loops", serialize_with = "as_text")]
    pub loops: LoopSelection,
    /// Whether nested loops are merged by themselves
    #[arg(long = "merge-nesting", value_name = "HOW", default_value_t, value_enum)]
    #[serde(rename = "merge-nesting")]
    pub nesting: Nesting,
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
    /// Join no states inside loops (with patterns)
    #[arg(long = "no-incremental", action = ArgAction::SetFalse)]
    pub incremental: bool,
    /// Take patterns also where choices are smaller
    #[arg(long = "no-pattern-cost", action = ArgAction::SetFalse)]
    pub pattern_cost: bool,
    /// Split no joined state whose queries exceed their budget (with patterns)
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

/// Serialises a value as the text that the command line takes.
fn as_text<T: core::fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

impl Options {
    /// The rule by which states are joined.
    pub fn rule(&self) -> Box<dyn JoinRule> {
        match self.mode {
            ModeKind::Pattern => Box::new(Quantified::new(self.pattern_cost)),
            ModeKind::None | ModeKind::Loop | ModeKind::Region => self.encoding.rule(),
        }
    }
    /// The strategy; none if nothing is merged.
    pub fn strategy(&self) -> Option<Box<dyn MergeStrategy>> {
        match self.mode {
            ModeKind::None => None,
            ModeKind::Loop | ModeKind::Pattern => Some(Box::new(LoopExits::new(self.loops.clone(), self.nesting))),
            ModeKind::Region => Some(Box::new(Regions)),
        }
    }
}

impl ModeKind {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        MODES.iter().find(|mode| mode.kind == self).map_or("", |mode| mode.name)
    }
}
