//! Random path selection (KLEE, OSDI 2008): walk from the root of the execution tree, a coin at every fork.
//!
//! Paths that forked seldom are picked as often as a whole thicket beside them, so the search is not drowned by a loop
//! that forks at every turn. KLEE walks through its whole process tree, whose depth is the number of forks of a path.
//! Here the tree is kept contracted: a fork of which one side has ended has no choice to offer and is spliced out at
//! once, which changes no chance. So n states have n - 1 forks, and the expected length of a walk is the entropy of the
//! pick, at most log2 n, however deep the paths are. A fork and an end take O(1).
//!
//! A state that comes from nowhere (the first, a joined or a released one) is the root of a tree of its own; the walk
//! begins at any root, each equally likely.

use braid_state::StateId;
use rustc_hash::FxHashMap;

use crate::{Rng, Searcher, View};

/// The walk through the execution tree.
#[derive(Debug)]
pub struct RandomPath {
    /// All nodes; those in `free` are not in use.
    nodes: Vec<Node>,
    free: Vec<usize>,
    /// The roots, without gaps.
    roots: Vec<usize>,
    /// The leaf of each state.
    leaves: FxHashMap<StateId, usize>,
    rng: Rng,
    /// How many nodes all walks have passed, so that tests can hold the cost against its bound.
    visits: u64,
}

/// A node of the contracted tree.
#[derive(Clone, Copy, Debug)]
struct Node {
    place: Place,
    kind: Kind,
}

/// Where a node hangs.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// The root with this index.
    Root(usize),
    /// On this side of that fork.
    Below(usize, usize),
}

/// What a node is.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A live state.
    Leaf(StateId),
    /// A fork with live states on both sides.
    Fork([usize; 2]),
}

impl RandomPath {
    /// No states yet.
    pub fn new(rng: Rng) -> Self {
        RandomPath {
            nodes: Vec::new(),
            free: Vec::new(),
            roots: Vec::new(),
            leaves: FxHashMap::default(),
            rng,
            visits: 0,
        }
    }

    /// The cost so far, in nodes passed.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    fn make(&mut self, node: Node) -> usize {
        match self.free.pop() {
            Some(at) => {
                self.nodes[at] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    /// Lets `node` hang at `place`, whatever hung there before.
    fn hang(&mut self, node: usize, place: Place) {
        self.nodes[node].place = place;
        match place {
            Place::Root(index) => self.roots[index] = node,
            Place::Below(fork, side) => {
                if let Kind::Fork(sides) = &mut self.nodes[fork].kind {
                    sides[side] = node;
                }
            }
        }
    }

    /// Takes the root with this index away; the last one takes its index.
    fn drop_root(&mut self, index: usize) {
        self.roots.swap_remove(index);
        if let Some(&moved) = self.roots.get(index) {
            self.nodes[moved].place = Place::Root(index);
        }
    }
}

impl Searcher for RandomPath {
    fn add(&mut self, id: StateId, _: &dyn View) {
        if self.leaves.contains_key(&id) {
            return;
        }
        let root = self.make(Node { place: Place::Root(self.roots.len()), kind: Kind::Leaf(id) });
        self.roots.push(root);
        self.leaves.insert(id, root);
    }

    fn fork(&mut self, parent: StateId, child: StateId, view: &dyn View) {
        let Some(&old) = self.leaves.get(&parent).filter(|_| !self.leaves.contains_key(&child)) else {
            return self.add(child, view);
        };
        let place = self.nodes[old].place;
        let new = self.make(Node { place, kind: Kind::Leaf(child) });
        let fork = self.make(Node { place, kind: Kind::Fork([old, new]) });
        self.hang(fork, place);
        self.hang(old, Place::Below(fork, 0));
        self.hang(new, Place::Below(fork, 1));
        self.leaves.insert(child, new);
    }

    fn remove(&mut self, id: StateId) {
        let Some(leaf) = self.leaves.remove(&id) else { return };
        self.free.push(leaf);
        match self.nodes[leaf].place {
            Place::Root(index) => self.drop_root(index),
            Place::Below(fork, side) => {
                let Node { place, kind: Kind::Fork(sides) } = self.nodes[fork] else { return };
                self.hang(sides[1 - side], place);
                self.free.push(fork);
            }
        }
    }

    fn pick(&mut self, _: &dyn View) -> Option<StateId> {
        if self.roots.is_empty() {
            return None;
        }
        let mut node = self.roots[self.rng.below(self.roots.len() as u64) as usize];
        loop {
            self.visits += 1;
            match self.nodes[node].kind {
                Kind::Leaf(id) => return Some(id),
                Kind::Fork(sides) => node = sides[usize::from(self.rng.coin())],
            }
        }
    }

    fn len(&self) -> usize {
        self.leaves.len()
    }
}
