//! The ways of merging, as rows of one table, and what a user may say about them.

use crate::ite::{Flat, TreeShaped};
use crate::loops::{LoopExits, LoopSelection};
use crate::patience::PATIENCE;
use crate::pattern::Quantified;
use crate::region::Regions;
use crate::rule::JoinRule;
use crate::strategy::MergeStrategy;
use crate::validate::Validation;

/// Which way of merging.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// A chain of choices by the whole condition of each state (the papers' SM).
    IteFlat,
    /// Choices in the shape of the execution tree (SMOpt).
    #[default]
    IteTree,
}

impl Encoding {
    /// Names on the command line.
    pub const NAMES: &'static [(&'static str, Encoding)] =
        &[("ite-tree", Encoding::IteTree), ("ite-flat", Encoding::IteFlat)];
    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }
    /// The rule.
    pub fn rule(self) -> Box<dyn JoinRule> {
        match self {
            Encoding::IteFlat => Box::new(Flat),
            Encoding::IteTree => Box::new(TreeShaped),
        }
    }
}

/// Whether a loop in a loop has a context of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Nesting {
    /// No: the outermost loop that may be merged has the only one, as in the papers.
    Outermost,
    /// Yes: inner loops are joined first, and what they leave is a fork of the loop around.
    #[default]
    Stack,
}

impl Nesting {
    /// Names on the command line.
    pub const NAMES: &'static [(&'static str, Nesting)] =
        &[("stack", Nesting::Stack), ("outermost", Nesting::Outermost)];
    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|row| row.1 == self).map_or("", |row| row.0)
    }
}

/// What a run is told about merging.
#[derive(Clone, Debug)]
pub struct Options {
    /// The way of merging.
    pub mode: ModeKind,
    /// How values become one.
    pub encoding: Encoding,
    /// Which loops.
    pub loops: LoopSelection,
    /// Loops in loops.
    pub nesting: Nesting,
    /// Groups of more states are released as they are.
    pub max_group: usize,
    /// How many instructions of the whole engine a state waits for others.
    pub patience: u64,
    /// Whether states are joined only if they have written the same bytes: where reading others is a fault.
    pub exact_writes: bool,
    /// Whether the sizes of conditions before and after a join are counted.
    pub measure: bool,
    /// Whether patterns are taken only where they are smaller than choices.
    pub pattern_cost: bool,
    /// Whether, with patterns, states are joined inside loops too.
    pub incremental: bool,
    /// Whether a joined state is split again where a query about it exceeds its budget.
    pub unmerge: bool,
    /// Whether joins are checked.
    pub validation: Validation,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mode: ModeKind::default(),
            encoding: Encoding::default(),
            loops: LoopSelection::default(),
            nesting: Nesting::default(),
            max_group: 10_000,
            patience: PATIENCE,
            exact_writes: false,
            measure: false,
            pattern_cost: true,
            incremental: true,
            unmerge: true,
            validation: Validation::default(),
        }
    }
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
