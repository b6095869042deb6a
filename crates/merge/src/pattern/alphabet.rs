//! The alphabet: a symbol for each node of an execution tree, so that a path is a word.
//!
//! Paper 1 uses a hash of the condition's shape (definition 3.1). Here the symbol is the interned skeleton itself, so that
//! two nodes have one symbol exactly if their conditions differ in constants alone. Siblings that agree in that (cases of a
//! switch) are told apart by the number of the case, so that a word always leads to one node (lemma 3.8). A branch with one
//! way to go has the symbol of the branch, whether it was forked or not: what is implied in later rounds of a loop was
//! not in the first.
//!
//! Conditions of one shape at different places of the program have one symbol: peeled rounds of a loop stay regular. Where that
//! leads to no formula, a *refined* alphabet that tells places apart is tried.

use braid_expr::{ExprId, ExprPool, Shape, SkeletonId, Skeletons};
use braid_ir::FuncId;
use braid_state::{Gain, NodeId, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

/// A letter.
pub(super) type Symbol = u32;

/// What a letter stands for: the skeleton, what kind of step it is, the case if that is needed, and the place in a refined
/// alphabet.
type Letter = (SkeletonId, u8, u32, Option<(FuncId, u32)>);

/// Symbols of the nodes of one tree.
pub(super) struct Alphabet<'a> {
    skeletons: &'a mut Skeletons,
    letters: FxHashMap<Letter, Symbol>,
    known: FxHashMap<NodeId, (Symbol, Shape)>,
    /// For the nodes whose children were looked at, the skeletons that several of these have.
    twins: FxHashMap<NodeId, FxHashSet<SkeletonId>>,
    /// Whether conditions of one shape at different places of the program have different letters.
    refined: bool,
    /// How many nodes were looked at, each time counted.
    pub(super) visits: u64,
    /// How many may be.
    pub(super) limit: u64,
}

impl<'a> Alphabet<'a> {
    pub(super) fn new(skeletons: &'a mut Skeletons, refined: bool) -> Alphabet<'a> {
        Alphabet {
            skeletons,
            letters: FxHashMap::default(),
            known: FxHashMap::default(),
            twins: FxHashMap::default(),
            refined,
            visits: 0,
            limit: u64::MAX,
        }
    }
    /// Returns true if as much was looked at as may be.
    pub(super) fn is_exhausted(&self) -> bool {
        self.visits >= self.limit
    }
    /// The symbol of a node that is not the root, and the shape of its condition.
    pub(super) fn of(&mut self, pool: &mut ExprPool, tree: &Tree, node: NodeId) -> (Symbol, Shape) {
        self.visits += 1;
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let shape = self.shape(pool, tree, node);
        let step = tree.node(node).step.expect("only the root has no step");
        let case = if self.has_twin(pool, tree, node, shape) { step.case + 1 } else { 0 };
        let next = self.letters.len() as Symbol;
        let place = self.refined.then_some((step.func, step.pc));
        let symbol = *self.letters.entry((shape.skeleton, class(step.gain), case, place)).or_insert(next);
        self.known.insert(node, (symbol, shape));
        (symbol, shape)
    }
    fn shape(&mut self, pool: &mut ExprPool, tree: &Tree, node: NodeId) -> Shape {
        let step = tree.node(node).step.expect("only the root has no step");
        self.skeletons.of(pool, step.condition)
    }
    /// Returns true if a sibling's condition has the same skeleton.
    fn has_twin(&mut self, pool: &mut ExprPool, tree: &Tree, node: NodeId, shape: Shape) -> bool {
        let parent = tree.node(node).parent.expect("only the root has no parent");
        let siblings = &tree.node(parent).children;
        if siblings.len() < 2 {
            return false;
        }
        if !self.twins.contains_key(&parent) {
            let mut seen = FxHashSet::default();
            let skeletons = siblings.iter().map(|&sibling| self.shape(pool, tree, sibling).skeleton);
            let twins = skeletons.filter(|&skeleton| !seen.insert(skeleton)).collect();
            self.twins.insert(parent, twins);
            self.visits += siblings.len() as u64;
        }
        self.twins[&parent].contains(&shape.skeleton)
    }
    /// The constants of a condition, if there are not too many.
    pub(super) fn constants(&self, shape: Shape, limit: usize) -> Option<Vec<ExprId>> {
        self.skeletons.constants(shape, limit)
    }
    /// The condition of a skeleton with these in its holes.
    pub(super) fn build(&self, pool: &mut ExprPool, shape: Shape, fillers: &[ExprId]) -> ExprId {
        self.skeletons.build(pool, shape.skeleton, fillers)
    }
}

/// Kinds of steps that words tell apart.
fn class(gain: Gain) -> u8 {
    match gain {
        Gain::Branch | Gain::Decided | Gain::Check | Gain::Pointer | Gain::Size | Gain::Unmerged => 0,
        Gain::Assumed => 1,
        Gain::Chosen => 2,
        Gain::Bounded => 3,
        Gain::GivenUp | Gain::UnmergedSome => 4,
        Gain::Parted | Gain::Joined => 5,
        Gain::Folded => 6,
    }
}

/// For each depth of a path, its node and symbol, from the root's child on.
pub(super) fn path(tree: &Tree, leaf: NodeId) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = tree.up(leaf).collect();
    nodes.pop();
    nodes.reverse();
    nodes
}

/// How deep each of these nodes is, with all nodes on the way looked at once.
pub(super) fn depths(tree: &Tree, leaves: &[NodeId], visits: &mut u64) -> Vec<usize> {
    let mut known: FxHashMap<NodeId, usize> = FxHashMap::default();
    known.insert(Tree::ROOT, 0);
    let mut result = Vec::with_capacity(leaves.len());
    for &leaf in leaves {
        let mut open: Vec<NodeId> = Vec::new();
        let mut at = leaf;
        let base = loop {
            if let Some(&depth) = known.get(&at) {
                break depth;
            }
            open.push(at);
            at = tree.node(at).parent.expect("the root is known");
        };
        *visits += open.len() as u64;
        for (above, node) in open.into_iter().rev().enumerate() {
            known.insert(node, base + above + 1);
        }
        result.push(known[&leaf]);
    }
    result
}
