//! The table of orders: name, one line for the help, and how it is made.

use crate::{BreadthFirst, DepthFirst, RandomPath, RandomState, Rng, Searcher, Topological, Weight, Weighted};

/// The order by what was executed in a chain of calls.
pub(crate) const BY_CONTEXT: &str = "nurs:cpicnt";

/// One order that can be asked for by name.
pub struct Strategy {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub description: &'static str,
    /// Makes one without states; the random numbers are its own.
    pub make: fn(Rng) -> Box<dyn Searcher>,
}

impl Strategy {
    /// The order of this name.
    pub fn named(name: &str) -> Option<&'static Strategy> {
        STRATEGIES.iter().find(|strategy| strategy.name == name)
    }
}

impl std::fmt::Debug for Strategy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Every order, in the order of the help text. The names are KLEE's where the meaning is.
pub const STRATEGIES: &[Strategy] = &[
    Strategy {
        name: "dfs",
        description: "one path to its end, then the one that split off last",
        make: |_| Box::<DepthFirst>::default(),
    },
    Strategy {
        name: "bfs",
        description: "all paths in turns, one fork each",
        make: |_| Box::<BreadthFirst>::default(),
    },
    Strategy {
        name: "random-path",
        description: "walk the execution tree from its root, a coin at every fork",
        make: |rng| Box::new(RandomPath::new(rng)),
    },
    Strategy {
        name: "random-state",
        description: "any state, each equally likely",
        make: |rng| Box::new(RandomState::new(rng)),
    },
    Strategy {
        name: "nurs:covnew",
        description: "random, rather those that reached new code lately or are near to it",
        make: |rng| Box::new(Weighted::new(Weight::CoveringNew, rng)),
    },
    Strategy {
        name: "nurs:md2u",
        description: "random, rather those near to uncovered code",
        make: |rng| Box::new(Weighted::new(Weight::DistanceToUncovered, rng)),
    },
    Strategy {
        name: "nurs:depth",
        description: "random, rather those that forked often",
        make: |rng| Box::new(Weighted::new(Weight::Depth, rng)),
    },
    Strategy {
        name: "nurs:rp",
        description: "random, rather those that forked seldom",
        make: |rng| Box::new(Weighted::new(Weight::RandomPath, rng)),
    },
    Strategy {
        name: "nurs:icnt",
        description: "random, rather those at instructions that were executed seldom",
        make: |rng| Box::new(Weighted::new(Weight::InstructionCount, rng)),
    },
    Strategy {
        name: BY_CONTEXT,
        description: "random, rather those in functions that executed little when called by the same chain of calls",
        make: |rng| Box::new(Weighted::new(Weight::CallPathInstructionCount, rng)),
    },
    Strategy {
        name: "nurs:qc",
        description: "random, rather those whose queries were cheap",
        make: |rng| Box::new(Weighted::new(Weight::QueryCost, rng)),
    },
    Strategy {
        name: "topological",
        description: "the state that is furthest behind in the program's text",
        make: |_| Box::<Topological>::default(),
    },
];
