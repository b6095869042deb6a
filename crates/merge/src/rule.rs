//! How several states become one: what a join rule gives.

use braid_expr::{ExprId, ExprPool};
use braid_state::join::Choice;
use braid_state::{NodeId, Tree};
use rustc_hash::FxHashSet;

use crate::words::Atoms;

/// How a joined state relates to those it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exactness {
    /// It has just their inputs and values.
    Exact,
    /// It may have more: a fault is a candidate until its input is replayed.
    Over,
    /// It may have fewer.
    Under,
}

/// States of a group that become one.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which, by their numbers in the group.
    pub members: Vec<usize>,
    /// If the rule has found out what holds of them all while it parted the group: that, and over which variable.
    pub encoded: Option<(Auxiliary, Vec<ExprId>)>,
    /// Why the rule has found nothing better, for the counts.
    pub refused: Option<&'static str>,
    /// The conditions that this is made of.
    pub atoms: Atoms,
}

impl Part {
    /// The whole of a group of this size.
    pub fn all(count: usize) -> Part {
        Part { members: (0..count).collect(), encoded: None, refused: None, atoms: Atoms::default() }
    }
}

/// A variable that a join introduces: which of the states it stands for is told by its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Auxiliary {
    /// The variable.
    pub symbol: ExprId,
    /// Its number: states that hold it hold none with a higher one.
    pub number: u32,
    /// Its value for each state.
    pub values: Vec<u64>,
}

/// How states are joined.
pub struct Plan {
    /// What holds in the joined state beside what held where the context was opened, as conjuncts.
    pub conditions: Vec<ExprId>,
    /// How its values are made.
    pub choice: Box<dyn Choice>,
    /// The variable that it introduces.
    pub auxiliary: Option<Auxiliary>,
}

/// A join rule: how.
pub trait JoinRule {
    /// Its name in reports.
    fn name(&self) -> &'static str;
    /// How the joined state relates to those it stands for.
    fn exactness(&self) -> Exactness;
    /// Parts the states that stand at these leaves into those that become one each. `fresh` is the number of variables that joins
    /// have introduced into them so far.
    fn partition(&self, _pool: &mut ExprPool, _tree: &Tree, leaves: &[NodeId], _fresh: u32) -> Vec<Part> {
        vec![Part::all(leaves.len())]
    }
    /// How many nodes of execution trees it has looked at so far to part groups: what that has cost.
    fn visits(&self) -> u64 {
        0
    }
    /// How the states of a part, which stand at these leaves, are joined, in their order.
    fn plan(&self, pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId], part: &Part) -> Plan;
}

/// How many nodes some terms have together.
pub(crate) fn distinct(pool: &ExprPool, mut open: Vec<ExprId>) -> u64 {
    let mut seen = FxHashSet::default();
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            open.extend(pool.children(term));
        }
    }
    seen.len() as u64
}
