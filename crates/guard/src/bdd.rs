//! Hash-consed nodes of reduced ordered binary decision diagrams, with complement edges (Brace 1990).
//!
//! A node tests one variable, which is a level, and refers to nodes of higher levels only. An edge is a node and whether its function is
//! negated, so negation is free and a function and its opposite share their nodes. One form is left for each function: no node
//! has two equal edges, no two nodes are equal, and the high edge of a node is never negated.
//!
//! Nodes are never given back. What is computed of them is in `apply.rs`.

use core::fmt;
use core::hash::BuildHasher;
use core::ops::Not;

use braid_entity::Sharded;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::apply::Memo;
use crate::choose::Choices;

/// A boolean function over the variables of one [`Guards`](crate::Guards). Equal functions are equal guards.
///
/// The order of guards is that of their making and has no meaning; [`Guards::compare`](crate::Guards::compare) has one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guard(u32);

impl Guard {
    /// The function that always holds.
    pub const TRUE: Guard = Guard(0);
    /// The function that never holds.
    pub const FALSE: Guard = Guard(1);

    /// Whether it always holds.
    #[inline]
    pub fn is_true(self) -> bool {
        self == Guard::TRUE
    }
    /// Whether it never holds.
    #[inline]
    pub fn is_false(self) -> bool {
        self == Guard::FALSE
    }
    /// Whether it depends on nothing.
    #[inline]
    pub fn is_const(self) -> bool {
        self.0 <= 1
    }
    /// Whether the function is the negation of its node's.
    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
    /// The guard, negated if `negate` says so.
    #[inline]
    pub(crate) fn negate_if(self, negate: bool) -> Guard {
        Guard(self.0 ^ u32::from(negate))
    }
    #[inline]
    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
}

impl Not for Guard {
    type Output = Guard;
    #[inline]
    fn not(self) -> Guard {
        Guard(self.0 ^ 1)
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Guard::TRUE => f.write_str("true"),
            Guard::FALSE => f.write_str("false"),
            Guard(edge) => write!(f, "{}g{}", if edge & 1 == 1 { "!" } else { "" }, edge >> 1),
        }
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A node: 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Node {
    level: u32,
    /// Where the variable is 0.
    low: Guard,
    /// Where it is 1; never negated.
    high: Guard,
    /// How many nodes the function has as a tree, constants not counted, saturating: a cheap upper bound of its size.
    tree: u32,
}

/// The level of the two constants, below all variables.
pub(crate) const BOTTOM: u32 = u32::MAX;

/// All nodes, each once.
#[derive(Clone, Debug)]
pub(crate) struct Bdd {
    nodes: Vec<Node>,
    table: Sharded<u32>,
    pub(crate) memo: Memo,
    pub(crate) choices: Choices,
    /// Steps that operations took so far.
    steps: u64,
}

impl Bdd {
    /// The two constants, in one node.
    pub(crate) fn new() -> Bdd {
        let constant = Node { level: BOTTOM, low: Guard::TRUE, high: Guard::TRUE, tree: 0 };
        Bdd {
            nodes: vec![constant],
            table: Sharded::new(),
            memo: Memo::default(),
            choices: Choices::default(),
            steps: 0,
        }
    }
    /// Takes a step from an allowance; none if none is left.
    #[inline]
    pub(crate) fn take_step(&mut self, allowance: &mut usize) -> Option<()> {
        self.steps += 1;
        *allowance = allowance.checked_sub(1)?;
        Some(())
    }
    /// How many steps operations took so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }
    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }
    /// The function that is `high` where the variable of `level` is 1 and `low` where it is 0; both are over higher levels.
    pub(crate) fn node(&mut self, level: u32, low: Guard, high: Guard) -> Guard {
        debug_assert!(level < self.level(low) && level < self.level(high), "a node is above those it refers to");
        if low == high {
            return low;
        }
        let negated = high.is_negated();
        let (low, high) = (low.negate_if(negated), high.negate_if(negated));
        self.intern(level, low, high).negate_if(negated)
    }
    /// The first variable that the function tests; [`BOTTOM`] if it is constant.
    #[inline]
    pub(crate) fn level(&self, guard: Guard) -> u32 {
        self.nodes[guard.node()].level
    }
    /// What the function is where the variable of `level` is 0 and 1; it tests none before that.
    #[inline]
    pub(crate) fn cofactors(&self, guard: Guard, level: u32) -> (Guard, Guard) {
        let node = &self.nodes[guard.node()];
        if node.level != level {
            return (guard, guard);
        }
        let negated = guard.is_negated();
        (node.low.negate_if(negated), node.high.negate_if(negated))
    }
    /// Whether the function has more than `limit` nodes beside the constant.
    pub(crate) fn is_larger(&self, guard: Guard, limit: usize) -> bool {
        self.nodes[guard.node()].tree as usize > limit && self.count(guard, limit) > limit.saturating_add(1)
    }
    /// How many nodes the function has as a tree; saturates.
    #[inline]
    pub(crate) fn tree_size(&self, guard: Guard) -> u32 {
        self.nodes[guard.node()].tree
    }
    /// How many nodes the function has; the constant counts.
    pub(crate) fn size(&self, guard: Guard) -> usize {
        self.count(guard, usize::MAX)
    }
    /// The number of nodes; some number above `limit` + 1 if there are more than that.
    fn count(&self, guard: Guard, limit: usize) -> usize {
        let mut seen = FxHashSet::default();
        let mut open = vec![guard.node()];
        while let Some(at) = open.pop() {
            if seen.len() > limit.saturating_add(1) || !seen.insert(at) || at == 0 {
                continue;
            }
            let node = &self.nodes[at];
            open.extend([node.low.node(), node.high.node()]);
        }
        seen.len()
    }

    fn intern(&mut self, level: u32, low: Guard, high: Guard) -> Guard {
        let hash = hash(level, low, high);
        let is_meant = |&at: &u32| {
            let node = &self.nodes[at as usize];
            (node.level, node.low, node.high) == (level, low, high)
        };
        if let Some(&at) = self.table.find(hash, is_meant) {
            return Guard(at << 1);
        }
        let at = u32::try_from(self.nodes.len()).ok().filter(|&at| at < 1 << 31).expect("fewer than 2^31 nodes");
        let trees = [low, high].map(|child| self.nodes[child.node()].tree);
        self.nodes.push(Node { level, low, high, tree: trees[0].saturating_add(trees[1]).saturating_add(1) });
        let nodes = &self.nodes;
        self.table.insert_unique(hash, at, |&at| {
            let node = &nodes[at as usize];
            self::hash(node.level, node.low, node.high)
        });
        Guard(at << 1)
    }
}

#[inline]
fn hash(level: u32, low: Guard, high: Guard) -> u64 {
    FxBuildHasher.hash_one((level, u64::from(low.0) << 32 | u64::from(high.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_16_bytes() {
        assert_eq!(size_of::<Node>(), 16);
    }

    #[test]
    fn a_function_and_its_negation_share_their_nodes() {
        let mut bdd = Bdd::new();
        let b = bdd.node(1, Guard::FALSE, Guard::TRUE);
        let xor = bdd.node(0, b, !b);
        let equal = bdd.node(0, !b, b);
        assert_eq!(xor, !equal);
        assert_eq!((bdd.len(), bdd.size(xor)), (3, 3));
        assert!(bdd.is_larger(xor, 1) && !bdd.is_larger(xor, 2));
        assert_eq!(bdd.cofactors(xor, 0), (b, !b));
        assert_eq!(bdd.node(0, xor_low(&bdd, xor), xor_low(&bdd, xor)), b, "no node has two equal edges");
    }

    fn xor_low(bdd: &Bdd, guard: Guard) -> Guard {
        bdd.cofactors(guard, 0).0
    }
}
