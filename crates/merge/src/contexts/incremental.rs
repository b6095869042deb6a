//! Incremental merging (Trabish 2023, section 4): a state that comes to where another one was, with the same live values, is joined
//! with it although the other has long gone on.
//!
//! A state in a context leaves a snapshot behind where it begins a round after a fork, and before it forks, which costs what a fork
//! costs. (The paper's are of the children of forks. Alternatives of one condition have come to one place only later, whatever
//! code they took.) A state that agrees with a snapshot in everything that matters (location, live registers, memory, output, inputs) becomes one with it: the values are those
//! of both, the condition is that of the one or of the other since their paths came apart. What was explored from the snapshot is
//! superseded and explored again from the joined state. Of several snapshots the highest is taken, and never an ancestor, so that this
//! ends.
//!
//! Snapshots are found by a hash of location and live registers, not by comparing all pairs. Trees may have any number of
//! children. Where we differ in the tree: nothing is contracted, but nodes that lost a child are no longer complete, and the
//! conditions below the common ancestor may overlap now (`lca → {A(c), B(¬c)}`, something below A joined with B). So snapshots of the
//! nodes on the way from the ancestor are of no use any more: part of what they stand for is explored elsewhere.

use core::hash::{Hash, Hasher};

use braid_expr::{ExprId, ExprPool, Node};
use braid_state::join::{self, FramePlace, LiveSlot, agree, rename};
use braid_state::{Gain, NodeId, State, Step, Tree};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// More snapshots than this are not kept in a context.
const MAX_SNAPSHOTS: usize = 20_000;
/// More snapshots of one hash are not compared.
const MAX_COMPARED: usize = 16;
/// Alternatives of one condition beyond this number are not looked at one by one.
const MAX_DISJUNCTS: usize = 256;

/// Which slots of a frame matter.
pub(crate) type Live<'a> = &'a mut dyn FnMut(FramePlace) -> Vec<LiveSlot>;

/// A state as it was at a node.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) node: NodeId,
    pub(crate) state: State,
}

/// The snapshots of a context, by hash.
#[derive(Debug, Default)]
pub(crate) struct Snapshots {
    by_hash: FxHashMap<u64, Vec<Snapshot>>,
    /// Where one was kept.
    nodes: FxHashSet<NodeId>,
    count: usize,
}

impl Snapshots {
    /// Keeps a state as it is at a node.
    pub(crate) fn keep(&mut self, hash: u64, node: NodeId, state: State) {
        if self.count < MAX_SNAPSHOTS {
            self.count += 1;
            self.nodes.insert(node);
            self.by_hash.entry(hash).or_default().push(Snapshot { node, state });
        }
    }
    /// Forgets all that was kept, and keeps nothing any more: there is no memory for it.
    pub(crate) fn give_up(&mut self) {
        *self = Snapshots { count: MAX_SNAPSHOTS, ..Snapshots::default() };
    }
    /// All states that are kept.
    pub(crate) fn states(&self) -> impl Iterator<Item = &State> {
        self.by_hash.values().flatten().map(|snapshot| &snapshot.state)
    }
    /// Returns true if a state was kept at a node.
    pub(crate) fn has(&self, node: NodeId) -> bool {
        self.nodes.contains(&node)
    }
    /// Takes the highest snapshot out that agrees with a state at a node and may be joined with it.
    pub(crate) fn take(
        &mut self,
        pool: &mut ExprPool,
        tree: &Tree,
        hash: u64,
        at: NodeId,
        state: &mut State,
        live: Live<'_>,
    ) -> Option<Snapshot> {
        let bucket = self.by_hash.get_mut(&hash)?;
        let before = bucket.len();
        bucket.retain(|snapshot| {
            let node = tree.node(snapshot.node);
            !node.removed && !node.partial
        });
        self.count -= before - bucket.len();
        let mut order: Vec<usize> = (0..bucket.len()).collect();
        order.sort_by_key(|&number| tree.node(bucket[number].node).depth);
        let fits = |number: &usize| {
            let snapshot = &mut bucket[*number];
            may_fold(tree, at, snapshot.node) && agrees(pool, state, &mut snapshot.state, live)
        };
        let found = order.into_iter().take(MAX_COMPARED).find(fits)?;
        self.count -= 1;
        Some(bucket.swap_remove(found))
    }
}

/// A hash of where a state stands, down to a frame, and of the registers that matter there.
pub(crate) fn hash(state: &State, depth: usize, live: Live<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    let frames = state.stack.depth().saturating_sub(depth) + 1;
    for frame in state.stack.frames().take(frames) {
        (frame.func, frame.pc).hash(&mut hasher);
    }
    if let Some(top) = state.stack.frames().next() {
        let registers = state.stack.registers();
        for LiveSlot { slot, .. } in live(FramePlace { func: top.func, pc: top.pc, waits: false }) {
            registers[slot as usize].hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Returns true if a node may be joined with another: neither is above the other, and nothing between them came of an inner context,
/// whose conditions are not those of the path one by one, or was split because together they were too hard.
fn may_fold(tree: &Tree, node: NodeId, other: NodeId) -> bool {
    let ancestor = tree.common_ancestor(node, other);
    let plain = |from: NodeId| {
        let mut between = tree.up(from).take_while(|&at| at != ancestor);
        let apart = [Gain::Joined, Gain::Parted, Gain::Unmerged, Gain::UnmergedSome];
        between.all(|at| tree.gain(at).is_none_or(|gain| !apart.contains(&gain)))
    };
    ancestor != node && ancestor != other && plain(node) && plain(other)
}

/// Returns true if two states are the same in everything that matters but their paths. Unknowns that only `other` has get the names
/// of those that stand in the same places of `state`.
fn agrees(pool: &mut ExprPool, state: &mut State, other: &mut State, live: Live<'_>) -> bool {
    if !join::alike(state, other) {
        return false;
    }
    let pairs = agree::pairs(pool, other, state, live);
    rename::unify(pool, &pairs, other, state, live)
}

/// What a path gained between an ancestor and a node, oldest first.
pub(crate) fn gained(tree: &Tree, ancestor: NodeId, node: NodeId) -> Vec<ExprId> {
    let mut conditions: Vec<ExprId> =
        tree.up(node).take_while(|&at| at != ancestor).filter_map(|at| tree.condition(at)).collect();
    conditions.reverse();
    conditions
}

/// That the conjuncts of one path hold or those of the other. A state that comes second is where the first is not, which need not
/// be said again: `c ∨ (¬c ∧ d)` is `c ∨ d`.
pub(crate) fn either(pool: &mut ExprPool, mine: Vec<ExprId>, others: Vec<ExprId>) -> ExprId {
    let others = pool.all(others);
    let known: FxHashSet<ExprId> = disjuncts(pool, others).into_iter().collect();
    let rest: Vec<ExprId> = mine.into_iter().filter(|&conjunct| !known.contains(&pool.not(conjunct))).collect();
    let rest = pool.all(rest);
    pool.or(others, rest)
}

/// The disjuncts of a condition; those of a long one are not taken apart to the last.
fn disjuncts(pool: &ExprPool, condition: ExprId) -> Vec<ExprId> {
    let (mut open, mut found) = (vec![condition], Vec::new());
    while let Some(term) = open.pop() {
        match pool.node(term) {
            Node::Or(a, b) if found.len() + open.len() < MAX_DISJUNCTS => open.extend([a, b]),
            _ => found.push(term),
        }
    }
    found
}

/// The step of a joined node.
pub(crate) fn step(tree: &Tree, node: NodeId, condition: ExprId) -> Step {
    let last = tree.node(node).step.expect("a node that is joined is not the root");
    Step { condition, gain: Gain::Folded, ..last }
}

#[cfg(test)]
mod tests {
    use braid_entity::Entity;
    use braid_expr::SymbolClass;
    use braid_ir::FuncId;

    use super::*;

    /// What was split because it was too hard together would be split for ever if it were joined at once.
    #[test]
    fn states_that_were_split_to_be_easier_are_not_joined_again_inside_the_loop() {
        for (gain, may) in [(Gain::Branch, true), (Gain::Unmerged, false), (Gain::UnmergedSome, false)] {
            let mut tree = Tree::new();
            let mut grow = |at, number, gain| {
                let condition = ExprId::from_u32(number);
                tree.grow(at, Step { condition, gain, case: number, func: FuncId::from_u32(0), pc: 0 })
            };
            let (low, high) = (grow(Tree::ROOT, 0, gain), grow(Tree::ROOT, 1, gain));
            let (a, b) = (grow(low, 0, Gain::Branch), grow(high, 0, Gain::Branch));
            assert!(may_fold(&tree, low, high) == may && may_fold(&tree, a, b) == may, "{gain:?}");
        }
    }

    #[test]
    fn alternatives_do_not_say_that_they_are_not_those_before() {
        let mut pool = ExprPool::new();
        let byte = pool.symbol("byte", 8, SymbolClass::Input);
        let [a, b, c] = [97, 98, 99].map(|letter| {
            let letter = pool.bv(8, letter);
            pool.eq(byte, letter)
        });
        let [not_a, not_b] = [a, b].map(|is| pool.not(is));
        let first_two = either(&mut pool, vec![not_a, b], vec![a]);
        let all = either(&mut pool, vec![not_a, not_b, c], vec![first_two]);
        let expected = pool.or(a, b);
        let expected = pool.or(expected, c);
        assert_eq!(all, expected, "{}", pool.display(all));
        // What is not denied by the other stays.
        let both = either(&mut pool, vec![not_a, c], vec![b]);
        let rest = pool.and(not_a, c);
        assert_eq!(both, pool.or(b, rest));
    }
}
