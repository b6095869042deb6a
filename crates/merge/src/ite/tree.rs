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
use rustc_hash::FxHashMap;

use crate::rule::{Exactness, JoinRule, Part, Plan};

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct TreeShaped;

impl JoinRule for TreeShaped {
    fn name(&self) -> &'static str {
        "ite-tree"
    }
    fn exactness(&self) -> Exactness {
        Exactness::Exact
    }
    fn plan(&self, pool: &mut ExprPool, tree: &Tree, leaves: &[NodeId], _: &Part) -> Plan {
        let mut shape = Shape::default();
        let (condition, top) = shape.read(pool, tree, leaves);
        let choice = Box::new(Choices { forks: shape.forks, top });
        Plan { conditions: vec![condition], choice, auxiliary: None }
    }
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
            let part = self.part(pool, tree, node, &parts);
            parts.insert(node, part);
        }
        let root = parts[&Tree::ROOT];
        (root.condition, root.below)
    }

    /// What is known of a node, from its children.
    fn part(&mut self, pool: &mut ExprPool, tree: &Tree, node: NodeId, parts: &FxHashMap<NodeId, Summary>) -> Summary {
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
    let mut seen: rustc_hash::FxHashSet<NodeId> = leaves.iter().copied().collect();
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
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        let mut values = vec![Value::Word(0); self.member_count()];
        for &member in members {
            values[member] = Value::Word(1);
        }
        self.value(pool, 1, &values).term(pool, 1)
    }
}

impl Choices {
    /// How many states there are.
    fn member_count(&self) -> usize {
        let states = self.forks.iter().flatten().filter(|(_, below)| matches!(below, Below::State(_))).count();
        states.max(1)
    }
}
