//! How several states become one: what a join rule gives.

use braid_expr::{ExprId, ExprPool};
use braid_state::join::Choice;
use braid_state::{NodeId, Tree};

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

/// How a group is joined.
pub struct Plan {
    /// What holds in the joined state beside what held where the context was opened.
    pub condition: ExprId,
    /// How its values are made.
    pub choice: Box<dyn Choice>,
}

/// A join rule: how.
pub trait JoinRule {
    /// Its name in reports.
    fn name(&self) -> &'static str;
    /// How the joined state relates to those it stands for.
    fn exactness(&self) -> Exactness;
    /// How the states that stand at these leaves are joined, in their order.
    fn plan(&self, pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId]) -> Plan;
}
