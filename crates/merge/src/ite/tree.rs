//! The form that follows the execution tree (Trabish 2021, algorithms 3 and 4).
//!
//! The joined condition keeps of each node what the states below it leave out: where they are all that came of the node,
//! its children's conditions together are true and vanish (algorithm 3). A value is chosen at each node where states came
//! apart, by the condition of the child alone (algorithm 4). Both are linear in the tree.
//!
//! We differ in three points. A node may have any number of children. A node counts as complete only if its children
//! leave nothing out by construction ([`Tree::covers`]); the paper's trees have no other nodes. And where the conditions of
//! children may overlap, the choice is by everything that leads to the states below.

use braid_expr::{ExprId, ExprPool};
use braid_state::join::Choice;
use braid_state::{NodeId, Tree, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Flat;
use crate::rule::{Group, JoinRule, Part, Plan};

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct TreeShaped;

impl JoinRule for TreeShaped {
    fn name(&self) -> &'static str {
        "ite-tree"
    }
    fn plan(&self, group: &mut Group<'_>, part: &Part) -> Plan {
        match group.tree {
            Some((tree, leaves)) => in_shape(group.pool, tree, leaves),
            // States that merely met have no tree.
            None => Flat.plan(group, part),
        }
    }
}

/// The plan for states that stand at these leaves of a tree.
pub(crate) fn in_shape(pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId]) -> Plan {
    let mut shape = Shape::default();
    let (condition, top) = shape.read(pool, tree, leaves);
    Plan::exact(vec![condition], Box::new(Choices::new(shape.forks, top)))
}

/// What is below a node: a state, or a choice between several.
#[derive(Clone, Copy, Debug)]
enum Below {
    State(usize),
    Fork(usize),
}

/// A node where states of the group came apart: each child with the condition by which it is chosen. The last one needs
/// none.
type Fork = Vec<(ExprId, Below)>;

/// The part of a tree that leads to the states of a group.
#[derive(Default)]
struct Shape {
    /// Children before parents.
    forks: Vec<Fork>,
}

/// What is known of a node when all its children were looked at.
#[derive(Clone, Copy)]
struct Summary {
    /// Whether the states below are all that came of it.
    complete: bool,
    /// What holds from the node's parent on in one of the states below.
    condition: ExprId,
    below: Below,
}

impl Shape {
    /// The joined condition, and where a choice begins.
    fn read(&mut self, pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId]) -> (ExprId, Below) {
        let mut parts: FxHashMap<NodeId, Summary> = FxHashMap::default();
        for (member, &leaf) in leaves.iter().enumerate() {
            let condition = own(pool, tree, leaf);
            parts.insert(leaf, Summary { complete: true, condition, below: Below::State(member) });
        }
        for node in ancestors(tree, leaves) {
            let part = self.summarise(pool, tree, node, &parts);
            parts.insert(node, part);
        }
        let root = parts[&Tree::ROOT];
        (root.condition, root.below)
    }

    /// What is known of a node, from its children.
    fn summarise(
        &mut self,
        pool: &mut ExprPool,
        tree: &Tree,
        node: NodeId,
        parts: &FxHashMap<NodeId, Summary>,
    ) -> Summary {
        let all = &tree.node(node).children;
        let children: Vec<(NodeId, Summary)> =
            all.iter().filter_map(|&child| Some((child, *parts.get(&child)?))).collect();
        let complete =
            children.len() == all.len() && tree.covers(node) && children.iter().all(|(_, part)| part.complete);
        let mut condition = own(pool, tree, node);
        if !complete {
            let rest = pool.any(children.iter().map(|(_, part)| part.condition));
            condition = pool.and(condition, rest);
        }
        let below = match children[..] {
            [(_, only)] => only.below,
            _ => {
                let overlaps = tree.node(node).overlaps;
                let guard = |(child, part): &(NodeId, Summary)| {
                    let own = tree.condition(*child).filter(|_| !overlaps);
                    (own.unwrap_or(part.condition), part.below)
                };
                self.forks.push(children.iter().map(guard).collect());
                Below::Fork(self.forks.len() - 1)
            }
        };
        Summary { complete, condition, below }
    }
}

/// What a node adds to the path.
fn own(pool: &mut ExprPool, tree: &Tree, node: NodeId) -> ExprId {
    tree.condition(node).unwrap_or_else(|| pool.tru())
}

/// All nodes above the leaves, children before parents. A node is made after its parent, so that numbers tell.
fn ancestors(tree: &Tree, leaves: &[NodeId]) -> Vec<NodeId> {
    let mut seen: FxHashSet<NodeId> = leaves.iter().copied().collect();
    let mut nodes = Vec::new();
    for &leaf in leaves {
        for node in tree.up(leaf).skip(1) {
            if !seen.insert(node) {
                break;
            }
            nodes.push(node);
        }
    }
    nodes.sort_unstable_by(|a, b| b.cmp(a));
    nodes
}

/// Choices in the shape of the tree.
struct Choices {
    forks: Vec<Fork>,
    top: Below,
    /// How many states are below each fork.
    sizes: Vec<usize>,
    /// What leads from the root to each child of a fork, for the forks that were asked for.
    conditions: Vec<Option<Vec<ExprId>>>,
}

impl Choice for Choices {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        let mut chosen: Vec<Value> = Vec::with_capacity(self.forks.len());
        for fork in &self.forks {
            let value = |below: Below| match below {
                Below::State(member) => values[member],
                Below::Fork(fork) => chosen[fork],
            };
            let (&(_, last), others) = fork.split_last().expect("a fork has children");
            let mut result = value(last);
            for &(guard, below) in others.iter().rev() {
                let value = value(below);
                if value != result {
                    let (then, otherwise) = (value.term(pool, bits), result.term(pool, bits));
                    let term = pool.ite(guard, then, otherwise);
                    result = Value::of(pool, term);
                }
            }
            chosen.push(result);
        }
        match self.top {
            Below::State(member) => values[member],
            Below::Fork(fork) => chosen[fork],
        }
    }
    /// From the root down: one condition for each subtree that is among them as a whole. What leads to a subtree extends what
    /// leads to the one above it, so that the conditions of nested sets share all but their last conjunct.
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        let chosen: FxHashSet<usize> = members.iter().copied().collect();
        let counts = counts(&self.forks, |member| chosen.contains(&member));
        let count = |below: Below| match below {
            Below::State(member) => usize::from(chosen.contains(&member)),
            Below::Fork(fork) => counts[fork],
        };
        let mut parts = Vec::new();
        let mut open = vec![(pool.tru(), self.top)];
        while let Some((condition, below)) = open.pop() {
            if count(below) == self.size(below) {
                parts.push(condition);
            } else if let Below::Fork(fork) = below {
                let children = self.forks[fork].iter().map(|&(_, child)| child);
                let conditions =
                    self.conditions[fork].get_or_insert_with(|| leading(pool, condition, &self.forks[fork]));
                let within = conditions.iter().copied().zip(children).filter(|&(_, child)| count(child) > 0);
                open.extend(within);
            }
        }
        pool.any(parts)
    }
}

impl Choices {
    fn new(forks: Vec<Fork>, top: Below) -> Choices {
        let sizes = counts(&forks, |_| true);
        let conditions = vec![None; forks.len()];
        Choices { forks, top, sizes, conditions }
    }

    /// How many states are below.
    fn size(&self, below: Below) -> usize {
        match below {
            Below::State(_) => 1,
            Below::Fork(fork) => self.sizes[fork],
        }
    }
}

/// How many states of some kind are below each fork.
fn counts(forks: &[Fork], counted: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut counts: Vec<usize> = Vec::with_capacity(forks.len());
    for fork in forks {
        let count = |&(_, below): &(ExprId, Below)| match below {
            Below::State(member) => usize::from(counted(member)),
            Below::Fork(inner) => counts[inner],
        };
        let sum = fork.iter().map(count).sum();
        counts.push(sum);
    }
    counts
}

/// What leads to each child of a fork that `above` leads to, as a chain of choices takes them: where the guards of children
/// overlap, the first holds; the last needs none.
fn leading(pool: &mut ExprPool, above: ExprId, fork: &Fork) -> Vec<ExprId> {
    let mut rest = above;
    let mut conditions = Vec::with_capacity(fork.len());
    for (at, &(guard, _)) in fork.iter().enumerate() {
        if at + 1 == fork.len() {
            conditions.push(rest);
        } else {
            conditions.push(pool.and(rest, guard));
            let other = pool.not(guard);
            rest = pool.and(rest, other);
        }
    }
    conditions
}
