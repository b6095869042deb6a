//! Joining by patterns (Trabish, Rinetzky, Shoham, Sharma: "State Merging with Quantifiers in Symbolic Execution", 2023).
//!
//! The paths through a loop look alike: some rounds, each with the same conditions up to constants, and then an end. States
//! whose paths are ω1 ω2^k ω3 for different k become one state with a fresh number k: what holds in each round is a bounded
//! quantifier over rounds, what holds at the end and what the registers are is a function of k. Nothing of it grows with the
//! number of states (definition 3.6).
//!
//! A group of states that left a loop at one place is parted into patterns ([`regular`]), each of which gets a formula
//! ([`formula`]) and values ([`choice`]). What fits no pattern, and patterns without a formula, are joined by choices in the shape
//! of the execution tree, together. If that is cheaper for all, it is done for all.

mod alphabet;
mod choice;
mod formula;
mod linear;
mod regular;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use braid_expr::{ExprId, ExprPool, Skeletons, SymbolClass};
use braid_state::{Exactness, Fresh, NodeId, Tree};
use clap::ArgAction;
use serde::Serialize;

use crate::contexts::Contexts;
use crate::ite::{TreeShaped, in_shape};
use crate::loops::LoopExits;
use crate::mode::Mode;
use crate::rule::{Group, JoinRule, Part, Plan};
use alphabet::Alphabet;
use choice::ByRounds;
use formula::{Formula, Synthesis};
use regular::{Finder, Pattern};

/// The mode.
pub(crate) const MODE: Mode = Mode {
    name: "pattern",
    about: "as loop, but states whose paths repeat a pattern become one with a number of rounds",
    source: "Trabish, Rinetzky, Shoham, Sharma, ESEC/FSE 2023",
    make: |options| {
        let strategy = LoopExits::new(options.loops.selection.clone(), options.loops.nesting);
        let rule = Quantified::new(options.pattern.pattern_cost);
        Some(Box::new(Contexts::new(options, Box::new(strategy), Box::new(rule), options.pattern.incremental)))
    },
};

/// What a run may be told about it.
#[derive(Clone, Debug, clap::Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[group(skip)]
pub struct Flags {
    /// Join no states inside loops (with patterns)
    #[arg(long = "no-incremental", action = ArgAction::SetFalse)]
    pub incremental: bool,
    /// Take patterns also where choices are smaller
    #[arg(long = "no-pattern-cost", action = ArgAction::SetFalse)]
    pub pattern_cost: bool,
}

/// How many patterns a group may have.
const MAX_PATTERNS: usize = 10;
/// Nodes that may be looked at for each node of the paths of a group before the search for patterns is given up.
const VISITS_PER_NODE: u64 = 256;
/// Why nothing more was looked for.
const TOO_LONG: &str = "the search for patterns takes too long";

/// The rule.
#[derive(Debug)]
pub struct Quantified {
    /// Skeletons of all conditions and values seen so far.
    skeletons: Rc<RefCell<Skeletons>>,
    /// Whether patterns are taken only where they are smaller than choices.
    by_cost: bool,
    /// How many nodes were looked at so far.
    visits: Cell<u64>,
}

impl Quantified {
    /// The rule; `by_cost` takes patterns only where they are smaller than choices in the shape of the tree.
    pub fn new(by_cost: bool) -> Quantified {
        Quantified { skeletons: Rc::default(), by_cost, visits: Cell::new(0) }
    }

    /// Parts leaves into patterns with formulas, and the rest: by the shapes of conditions alone, or, if a pattern of these has
    /// no formula, by their places too, whichever leaves less.
    fn parts(&self, pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId], fresh: u32) -> (Vec<Part>, Vec<usize>) {
        let coarse = self.parts_over(pool, tree, leaves, fresh, false);
        if coarse.0.iter().all(|part| part.refused.is_none())
            || coarse.0.iter().any(|part| part.refused == Some(TOO_LONG))
        {
            return coarse;
        }
        let refined = self.parts_over(pool, tree, leaves, fresh, true);
        if refined.1.len() < coarse.1.len() { refined } else { coarse }
    }

    fn parts_over(
        &self,
        pool: &mut ExprPool,
        tree: &Tree,
        leaves: &[NodeId],
        fresh: u32,
        refined: bool,
    ) -> (Vec<Part>, Vec<usize>) {
        let mut skeletons = self.skeletons.borrow_mut();
        let mut alphabet = Alphabet::new(&mut skeletons, refined);
        let depths = alphabet::depths(tree, leaves, &mut alphabet.visits);
        alphabet.limit = VISITS_PER_NODE * (alphabet.visits + 16);
        let (mut parts, mut rest) = (Vec::new(), Vec::new());
        let mut open: Vec<usize> = (0..leaves.len()).collect();
        while parts.len() < MAX_PATTERNS && open.len() > 1 {
            let mut finder = Finder { pool, tree, alphabet: &mut alphabet, leaves, depths: &depths };
            let Some(pattern) = finder.best(&open) else { break };
            let taken: rustc_hash::FxHashSet<usize> = pattern.members.iter().map(|member| member.leaf).collect();
            open.retain(|leaf| !taken.contains(leaf));
            let k = rounds_symbol(pool, pattern.rounds(), fresh);
            let formula = Synthesis { pool, tree, alphabet: &mut alphabet }.formula(&pattern, k);
            match formula {
                Ok(formula) => parts.push(part_of_pattern(&pattern, formula, fresh)),
                Err(why) => {
                    rest.extend(pattern.members.iter().map(|member| member.leaf));
                    parts.push(refused(why.name()));
                }
            }
        }
        if alphabet.is_exhausted() {
            parts.push(refused(TOO_LONG));
        }
        self.visits.set(self.visits.get() + alphabet.visits);
        rest.extend(open);
        rest.sort_unstable();
        (parts, rest)
    }

    /// Returns true if patterns need fewer nodes than choices in the shape of the tree.
    fn pays(&self, pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId], parts: &[Part]) -> bool {
        let condition = in_shape(pool, tree, leaves).conditions;
        // A value that differs is a choice at every fork.
        let by_tree = crate::rule::distinct(pool, condition) + leaves.len() as u64;
        let encoded = parts.iter().filter_map(|part| part.encoded.as_ref());
        let by_pattern: u64 = encoded.map(|(_, conjuncts)| crate::rule::distinct(pool, conjuncts.clone())).sum();
        by_pattern < by_tree
    }
}

/// Nothing, and why.
fn refused(why: &'static str) -> Part {
    Part { refused: Some(why), ..Part::all(0) }
}

/// The part of a pattern.
fn part_of_pattern(pattern: &Pattern, formula: Formula, fresh: u32) -> Part {
    let rounds = pattern.members.iter().map(|member| member.k).collect();
    Part {
        members: pattern.members.iter().map(|member| member.leaf).collect(),
        encoded: Some((Fresh { symbol: formula.k, values: rounds }, formula.conjuncts)),
        next_fresh: fresh + 1,
        refused: None,
        atoms: formula.atoms,
    }
}

/// A fresh number of rounds of just the width it needs. It is named by how many the state has already, so that equal
/// explorations make equal terms.
fn rounds_symbol(pool: &mut ExprPool, most: u64, fresh: u32) -> ExprId {
    let width = (u64::BITS - most.leading_zeros()).max(1);
    pool.symbol(&format!("k{fresh}.{width}"), width, SymbolClass::Round)
}

impl JoinRule for Quantified {
    fn name(&self) -> &'static str {
        "pattern"
    }
    fn visits(&self) -> u64 {
        self.visits.get()
    }
    fn partition(&self, group: &mut Group<'_>) -> Vec<Part> {
        let Some((tree, leaves)) = group.tree else { return vec![Part::all(group.states.len())] };
        let pool = &mut *group.pool;
        let (mut parts, rest) = self.parts(pool, tree, leaves, group.next_fresh);
        let found = parts.iter().any(|part| part.encoded.is_some());
        if !found || (self.by_cost && !self.pays(pool, tree, leaves, &parts)) {
            let mut all = Part::all(leaves.len());
            all.refused = parts.iter().find_map(|part| part.refused).or(found.then_some("choices are smaller"));
            return vec![all];
        }
        if !rest.is_empty() {
            parts.push(Part { members: rest, ..Part::all(0) });
        }
        parts
    }
    fn plan(&self, group: &mut Group<'_>, part: &Part) -> Plan {
        let Some((number, conjuncts)) = &part.encoded else {
            return TreeShaped.plan(group, part);
        };
        let choice =
            ByRounds { k: number.symbol, rounds: number.values.clone(), skeletons: Rc::clone(&self.skeletons) };
        Plan {
            conditions: conjuncts.clone(),
            choice: Box::new(choice),
            fresh: vec![number.clone()],
            next_fresh: part.next_fresh,
            exactness: Exactness::Exact,
        }
    }
}
