//! The execution tree of a merge context: how the states that stand somewhere in it came apart.
//!
//! Definition 2.2 of Trabish 2023, section 3.3 of Trabish 2021, with these differences. A node may have any number of children
//! (a switch, a pointer to several objects). Every condition that a state gains is a node, not only forks: what the
//! program assumes, what bounds a size, a value that was chosen. So for every node the conditions on the way from the
//! root are exactly what the path has gained since the root: `pc = root.pc ∧ tpc(node)`. And a symbolic branch with one
//! way to go is a node as well, though it adds nothing.
//!
//! Whether the children of a node leave nothing out is known by construction: it is a fork, and no state was lost. A join
//! may forget the conditions below such a node; of all other nodes it must keep them.

use braid_entity::{EntityMap, entity};
use braid_expr::{ExprId, ExprPool};
use smallvec::SmallVec;

use crate::trail::{Gain, Step};

entity!(
    /// A node of an execution tree.
    NodeId,
    "n"
);

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node it came from.
    pub parent: Option<NodeId>,
    /// What holds from here on; none at the root.
    pub step: Option<Step>,
    /// What came of it.
    pub children: SmallVec<[NodeId; 2]>,
    /// Whether the conditions of its children may overlap, so that a choice between them needs all of what leads to one.
    pub overlaps: bool,
    /// Whether a child was taken away, so that those that are left are not all.
    pub broken: bool,
    /// Whether some of what came of it, at any depth, is elsewhere in the tree now: its condition is not that of what is below.
    pub partial: bool,
    /// Whether it is no part of the tree any more.
    pub removed: bool,
    /// How far it is from the root.
    pub depth: u32,
}

/// An execution tree.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: EntityMap<NodeId, Node>,
}

impl Tree {
    /// The root.
    pub const ROOT: NodeId = NodeId::numbered(0);

    /// A root alone.
    pub fn new() -> Tree {
        let mut nodes = EntityMap::new();
        nodes.push(Node::new(None, None, 0));
        Tree { nodes }
    }
    /// Adds a child of `parent`.
    pub fn grow(&mut self, parent: NodeId, step: Step) -> NodeId {
        let depth = self.nodes[parent].depth + 1;
        let child = self.nodes.push(Node::new(Some(parent), Some(step), depth));
        self.nodes[parent].children.push(child);
        child
    }
    /// Adds a chain of descendants of `parent`; the last of them, or `parent` itself.
    pub fn extend(&mut self, parent: NodeId, steps: &[Step]) -> NodeId {
        steps.iter().fold(parent, |node, &step| self.grow(node, step))
    }
    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Never true: there is a root.
    pub fn is_empty(&self) -> bool {
        false
    }
    /// The condition that a node adds to the path; none if it adds nothing.
    pub fn condition(&self, id: NodeId) -> Option<ExprId> {
        self.nodes[id].step.filter(|step| step.gain.constrains()).map(|step| step.condition)
    }
    /// The nodes from `id` up to the root.
    pub fn up(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(Some(id), |&node| self.nodes[node].parent)
    }
    /// What the path has gained between the root and a node, oldest first: the tree path condition.
    pub fn conditions(&self, id: NodeId) -> Vec<ExprId> {
        let mut conditions: Vec<ExprId> = self.up(id).filter_map(|node| self.condition(node)).collect();
        conditions.reverse();
        conditions
    }
    /// The tree path condition as one term.
    pub fn path_condition(&self, pool: &mut ExprPool, id: NodeId) -> ExprId {
        let conditions = self.conditions(id);
        pool.all(conditions)
    }
    /// Returns true if the cases that the children of a node stand for leave nothing out.
    pub fn covers(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        let covers = |&child: &NodeId| self.nodes[child].step.is_some_and(|step| step.gain.covers());
        !node.children.is_empty() && !node.overlaps && !node.broken && node.children.iter().all(covers)
    }
    /// The lowest node above both, which may be one of them.
    pub fn common_ancestor(&self, a: NodeId, b: NodeId) -> NodeId {
        let (mut a, mut b) = (a, b);
        while a != b {
            let deeper = if self.nodes[a].depth >= self.nodes[b].depth { &mut a } else { &mut b };
            *deeper = self.nodes[*deeper].parent.expect("the root is above all");
        }
        a
    }
    /// Takes a node and all below it out of the tree, and those above that are left without children, up to `end`.
    pub fn remove(&mut self, node: NodeId, end: NodeId) {
        let mut above = self.nodes[node].parent;
        while let Some(at) = above.filter(|&at| at != end) {
            self.nodes[at].partial = true;
            above = self.nodes[at].parent;
        }
        for below in self.below(node) {
            self.nodes[below].removed = true;
        }
        let mut at = node;
        while let Some(parent) = self.nodes[at].parent {
            self.nodes[at].removed = true;
            let above = &mut self.nodes[parent];
            above.children.retain(|child| *child != at);
            above.broken = true;
            if parent == end || !above.children.is_empty() {
                break;
            }
            at = parent;
        }
    }
    /// Adds a child whose condition may overlap with those of its siblings.
    pub fn grow_across(&mut self, parent: NodeId, step: Step) -> NodeId {
        self.nodes[parent].overlaps = true;
        self.grow(parent, step)
    }
    /// The nodes from a node down, itself included.
    pub fn below(&self, node: NodeId) -> Vec<NodeId> {
        let mut nodes = vec![node];
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            nodes.extend(&self.nodes[node].children);
            next += 1;
        }
        nodes
    }
    /// What brought a node about.
    pub fn gain(&self, id: NodeId) -> Option<Gain> {
        self.nodes[id].step.map(|step| step.gain)
    }
}

impl Node {
    fn new(parent: Option<NodeId>, step: Option<Step>, depth: u32) -> Node {
        Node {
            parent,
            step,
            children: SmallVec::new(),
            overlaps: false,
            broken: false,
            partial: false,
            removed: false,
            depth,
        }
    }
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_entity::Entity;
    use braid_ir::FuncId;

    fn step(number: u32, gain: Gain) -> Step {
        Step { condition: ExprId::from_u32(number), gain, case: 0, func: FuncId::from_u32(0), pc: 0 }
    }

    #[test]
    fn what_is_taken_out_is_gone_to_the_last_leaf() {
        let mut tree = Tree::new();
        let a = tree.grow(Tree::ROOT, step(1, Gain::Branch));
        let other = tree.grow(Tree::ROOT, step(2, Gain::Branch));
        let b = tree.grow(a, step(3, Gain::Decided));
        let c = tree.grow(b, step(4, Gain::Branch));
        let leaf = tree.grow(c, step(5, Gain::Branch));
        tree.remove(c, Tree::ROOT);
        assert!([a, b, c, leaf].iter().all(|&node| tree.node(node).removed));
        assert_eq!(tree.node(Tree::ROOT).children[..], [other]);
        assert!(!tree.node(other).removed && tree.node(Tree::ROOT).broken && !tree.node(Tree::ROOT).partial);
        assert!(!tree.covers(Tree::ROOT));
        assert_eq!(tree.common_ancestor(other, other), other);
    }

    #[test]
    fn a_node_knows_what_its_path_gained_and_whether_its_cases_are_all() {
        let mut tree = Tree::new();
        let decided = tree.grow(Tree::ROOT, step(1, Gain::Decided));
        let (left, right) = (tree.grow(decided, step(2, Gain::Branch)), tree.grow(decided, step(3, Gain::Branch)));
        let assumed = tree.grow(right, step(4, Gain::Assumed));
        assert_eq!(tree.conditions(assumed), [3, 4].map(ExprId::from_u32));
        assert_eq!(tree.conditions(left), [2].map(ExprId::from_u32));
        assert!(tree.covers(Tree::ROOT) && tree.covers(decided));
        assert!(!tree.covers(right) && !tree.covers(left));
    }
}
