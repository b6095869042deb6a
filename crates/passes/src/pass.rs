//! What a pass is: a row of a table with a name, a sentence and a function; and what it counts.

use braid_ir::{Body, FuncId, Module};

use crate::{blocks, conditions, constants, dce, fold, promote, selections, sroa, switches, unreachable};

/// A pass over one function body.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The name by which it is switched on and off.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// Runs it.
    pub run: fn(&mut Context<'_>),
}

/// The pass that is off unless it is asked for.
pub const SELECTIONS: &str = "selections";

/// All passes, in the order in which they first run.
pub const PASSES: &[Pass] = &[
    Pass { name: "constants", doc: "answers what a compiler answers about constants and sizes", run: constants::run },
    Pass { name: "unreachable", doc: "removes blocks that no path from the entry leads to", run: unreachable::run },
    Pass { name: "sroa", doc: "splits stack slots that are used in parts", run: sroa::run },
    Pass { name: "promote", doc: "turns stack slots whose address does not escape into registers", run: promote::run },
    Pass {
        name: "fold",
        doc: "computes what is constant and makes jumps direct whose target is known",
        run: fold::run,
    },
    Pass { name: "switches", doc: "turns switches that decide little into jumps and branches", run: switches::run },
    Pass { name: "dce", doc: "removes instructions that cannot fault and whose result is unused", run: dce::run },
    Pass {
        name: "conditions",
        doc: "joins branches of a short-circuit condition about one value",
        run: conditions::run,
    },
    Pass {
        name: SELECTIONS,
        doc: "selects numbers between which a branch only chooses; off unless it is asked for",
        run: selections::run,
    },
    Pass { name: "blocks", doc: "joins blocks that stand in a straight line", run: blocks::run },
];

/// The order in which passes run. A slot that holds the address of another slot makes that one escape; once the first is
/// a register the second may become one too, so slots are looked at twice. A third time finds next to nothing.
pub const SEQUENCE: &[&str] = &[
    "constants",
    "unreachable",
    "sroa",
    "promote",
    "sroa",
    "promote",
    "fold",
    "switches",
    "dce",
    "conditions",
    SELECTIONS,
    "blocks",
];

/// What a pass works on: a body, taken out of its module for the time being, and the module's tables.
#[derive(Debug)]
pub struct Context<'a> {
    /// The module, without the body.
    pub module: &'a mut Module,
    /// The function whose body it is.
    pub func: FuncId,
    /// The body.
    pub body: &'a mut Body,
    /// Whether variables that hold pointers stay in memory where a call may end the program.
    pub keeps_pointers: bool,
    /// What was done.
    pub stats: &'a mut Stats,
}

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What passes count.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Counter { $($(#[$doc])* $name,)* }
        impl Counter {
            /// Every one of them.
            pub const ALL: &'static [Counter] = &[$(Counter::$name),*];
            /// The name in statistics.
            pub fn name(self) -> &'static str {
                match self { $(Counter::$name => $text,)* }
            }
        }
    };
}

counters! {
    /// Stack slots that were looked at.
    SlotsSeen = "stack slots seen",
    /// Stack slots that became registers.
    SlotsPromoted = "stack slots promoted",
    /// Stack slots that were split into parts.
    SlotsSplit = "stack slots split",
    /// Loads that a register took the place of.
    LoadsRemoved = "loads removed",
    /// Stores that a register took the place of.
    StoresRemoved = "stores removed",
    /// Loads that became checks for initialisation.
    ChecksAdded = "checks for initialisation added",
    /// Phis that were added.
    PhisAdded = "phis added",
    /// Instructions that were replaced by a constant or another operand.
    InstsFolded = "instructions folded",
    /// Branches and switches whose target was known.
    JumpsFolded = "jumps folded",
    /// Instructions that were removed because nothing used them.
    InstsRemoved = "unused instructions removed",
    /// Blocks that were removed because nothing leads there.
    BlocksRemoved = "unreachable blocks removed",
    /// Branches that became one with the one before.
    ConditionsJoined = "conditions joined",
    /// Branches that became selections.
    BranchesSelected = "branches selected",
    /// Blocks that were joined to the one before.
    BlocksMerged = "blocks merged",
    /// Switches that were brought into a simpler form.
    SwitchesSimplified = "switches simplified",
}

/// How often each thing was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    counts: [u64; Counter::ALL.len()],
}

impl Stats {
    /// Adds `n` to a counter.
    pub fn add(&mut self, counter: Counter, n: usize) {
        self.counts[counter as usize] += n as u64;
    }
    /// The value of a counter.
    pub fn get(&self, counter: Counter) -> u64 {
        self.counts[counter as usize]
    }
    /// Adds all counters of `other`.
    pub fn merge(&mut self, other: &Stats) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }
    /// The counters that are not zero, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (Counter, u64)> + '_ {
        Counter::ALL.iter().map(|&counter| (counter, self.get(counter))).filter(|(_, count)| *count != 0)
    }
}
