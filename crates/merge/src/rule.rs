//! How several states become one: what a join rule gives.

use braid_expr::{ExprId, ExprPool};
use braid_solver::Solver;
use braid_state::join::{Choice, Common, LiveSlots};
use braid_state::{Exactness, Fresh, NodeId, State, Tree};
use rustc_hash::FxHashSet;

use crate::words::Atoms;

/// States that may be joined, as a rule sees them.
pub struct Group<'a> {
    /// All terms.
    pub pool: &'a mut ExprPool,
    /// Answers about them.
    pub solver: &'a mut Solver,
    /// Which slots of a frame matter.
    pub live: &'a dyn LiveSlots,
    /// The states.
    pub states: &'a [&'a State],
    /// How they came apart and where each stands, if that is known: not of states that merely met.
    pub tree: Option<(&'a Tree, &'a [NodeId])>,
    /// What their paths have in common.
    pub common: &'a Common,
    /// The number that the next fresh variable may have.
    pub next_fresh: u32,
}

impl Group<'_> {
    /// What holds in each state beyond what is common.
    pub fn rests(&mut self) -> Vec<ExprId> {
        match self.tree {
            Some((tree, leaves)) => leaves.iter().map(|&leaf| tree.path_condition(self.pool, leaf)).collect(),
            None => self.states.iter().map(|state| self.pool.all(self.common.rest(&state.path))).collect(),
        }
    }
}

/// States of a group that become one.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which, by their numbers in the group.
    pub members: Vec<usize>,
    /// If the rule has found out what holds of them all while it parted the group: that, and over which variable.
    pub encoded: Option<(Fresh, Vec<ExprId>)>,
    /// The number that the next fresh variable may have.
    pub next_fresh: u32,
    /// Why the rule has found nothing better, for the counts.
    pub refused: Option<&'static str>,
    /// The conditions that this is made of.
    pub atoms: Atoms,
}

impl Part {
    /// The whole of a group of this size.
    pub fn all(count: usize) -> Part {
        Part { members: (0..count).collect(), encoded: None, next_fresh: 0, refused: None, atoms: Atoms::default() }
    }
}

/// How states are joined.
pub struct Plan {
    /// What holds in the joined state beside what is common, as conjuncts.
    pub conditions: Vec<ExprId>,
    /// How its values are made. It may find further conditions on the way.
    pub choice: Box<dyn Choice>,
    /// The variables that it introduces whose value for each source is known. A variable without such values is over-approximating,
    /// or defined by the conditions.
    pub fresh: Vec<Fresh>,
    /// The number that the next fresh variable may have.
    pub next_fresh: u32,
    /// Whether the joined state is just its sources.
    pub exactness: Exactness,
}

impl Plan {
    /// An exact plan without fresh variables.
    pub fn exact(conditions: Vec<ExprId>, choice: Box<dyn Choice>) -> Plan {
        Plan { conditions, choice, fresh: Vec::new(), next_fresh: 0, exactness: Exactness::Exact }
    }
}

/// A join rule: how.
pub trait JoinRule {
    /// Its name in reports.
    fn name(&self) -> &'static str;
    /// Parts the states of a group into those that become one each.
    fn partition(&self, group: &mut Group<'_>) -> Vec<Part> {
        vec![Part::all(group.states.len())]
    }
    /// How many nodes of execution trees it has looked at so far to part groups: what that has cost.
    fn visits(&self) -> u64 {
        0
    }
    /// How the states of a group, which are those of a part, are joined.
    fn plan(&self, group: &mut Group<'_>, part: &Part) -> Plan;
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
