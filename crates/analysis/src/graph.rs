//! Directed graphs over ids, in two flat tables: who follows whom, and the same read backwards.
//!
//! Control flow, dominators, post-dominators and the call graph all ask the same few questions (successors,
//! predecessors, a depth-first order, strongly connected components); they are answered here once, for any kind of id.
//! Edges are kept once each, in the order in which they were first given, so that every answer is the same in every
//! run. No function here recurses: a program may be one chain of a million blocks.

use core::marker::PhantomData;

use braid_entity::Entity;

/// No node; ids are smaller.
const NONE: u32 = u32::MAX;

/// A directed graph whose nodes are the ids 0 to n - 1. Parallel edges count once.
#[derive(Clone, Debug)]
pub struct Graph<K> {
    forward: Adjacency<K>,
    backward: Adjacency<K>,
}

/// For each node a slice of one table.
#[derive(Clone, Debug)]
struct Adjacency<K> {
    /// Where the slice of each node begins; one entry more than there are nodes.
    starts: Vec<u32>,
    items: Vec<K>,
}

impl<K: Entity> Graph<K> {
    /// The graph of `len` nodes with these edges; edges that are given again are dropped.
    pub fn new(len: usize, edges: impl IntoIterator<Item = (K, K)>) -> Self {
        let edges: Vec<(K, K)> = edges.into_iter().collect();
        let forward = Adjacency::new(len, &edges).without_repeats(len);
        let unique: Vec<(K, K)> =
            (0..len).map(K::new).flat_map(|from| forward.of(from).iter().map(move |&to| (to, from))).collect();
        Graph { backward: Adjacency::new(len, &unique), forward }
    }
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.forward.starts.len() - 1
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// All nodes.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K> {
        (0..self.len()).map(K::new)
    }
    /// The nodes that `node` has an edge to, each once.
    #[inline]
    pub fn successors(&self, node: K) -> &[K] {
        self.forward.of(node)
    }
    /// The nodes that have an edge to `node`, each once, by number.
    #[inline]
    pub fn predecessors(&self, node: K) -> &[K] {
        self.backward.of(node)
    }
    /// The same nodes with every edge turned around.
    #[must_use]
    pub fn reversed(self) -> Self {
        Graph { forward: self.backward, backward: self.forward }
    }
    /// The nodes that can be reached from `root`, in the reverse of the order in which a depth-first search leaves
    /// them: along every edge that is not on a cycle, the source comes before the target.
    pub fn reverse_postorder(&self, root: K) -> Vec<K> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.len()];
        let mut stack = vec![(root, 0usize)];
        seen[root.index()] = true;
        while let Some((node, next)) = stack.last_mut() {
            let Some(&successor) = self.successors(*node).get(*next) else {
                order.push(*node);
                stack.pop();
                continue;
            };
            *next += 1;
            if !core::mem::replace(&mut seen[successor.index()], true) {
                stack.push((successor, 0));
            }
        }
        order.reverse();
        order
    }
}

impl<K: Entity> Adjacency<K> {
    /// Sorts the edges by source, keeping the order of those of one source.
    fn new(len: usize, edges: &[(K, K)]) -> Self {
        let mut starts = vec![0u32; len + 1];
        for (from, _) in edges {
            starts[from.index() + 1] += 1;
        }
        for at in 0..len {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut items = vec![K::from_u32(0); edges.len()];
        for &(from, to) in edges {
            let at = &mut next[from.index()];
            items[*at as usize] = to;
            *at += 1;
        }
        Adjacency { starts, items }
    }

    fn without_repeats(self, len: usize) -> Self {
        let mut last_source = vec![NONE; len];
        let mut starts = Vec::with_capacity(self.starts.len());
        let mut items = Vec::with_capacity(self.items.len());
        for from in (0..len).map(K::new) {
            starts.push(items.len() as u32);
            for &to in self.of(from) {
                if core::mem::replace(&mut last_source[to.index()], from.as_u32()) != from.as_u32() {
                    items.push(to);
                }
            }
        }
        starts.push(items.len() as u32);
        Adjacency { starts, items }
    }

    #[inline]
    fn of(&self, node: K) -> &[K] {
        &self.items[self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize]
    }
}

/// The strongly connected components of a graph: maximal sets of nodes that can all reach each other. They are numbered
/// in reverse topological order: an edge leads to the same component or to one with a smaller number.
#[derive(Clone, Debug)]
pub struct Components<K> {
    component: Vec<u32>,
    starts: Vec<u32>,
    members: Vec<K>,
    key: PhantomData<fn(K)>,
}

impl<K: Entity> Components<K> {
    /// The components of all of `graph`, by Tarjan's algorithm with an explicit stack.
    pub fn new(graph: &Graph<K>) -> Self {
        Self::of_edges(graph.len(), |node| graph.successors(node), |_, _| true)
    }
    /// As [`new`](Self::new), of the graph with only those edges that `keep` accepts.
    pub fn filtered(graph: &Graph<K>, keep: impl Fn(K, K) -> bool) -> Self {
        Self::of_edges(graph.len(), |node| graph.successors(node), keep)
    }

    fn of_edges<'a>(len: usize, successors: impl Fn(K) -> &'a [K], keep: impl Fn(K, K) -> bool) -> Self
    where
        K: 'a,
    {
        let mut search = Tarjan::new(len);
        for root in (0..len).map(K::new) {
            if search.index[root.index()] == NONE {
                search.run(root, &successors, &keep);
            }
        }
        search.starts.push(search.members.len() as u32);
        Components { component: search.component, starts: search.starts, members: search.members, key: PhantomData }
    }
    /// How many components there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The number of the component that `node` is in.
    pub fn of(&self, node: K) -> usize {
        self.component[node.index()] as usize
    }
    /// The nodes of a component.
    pub fn members(&self, component: usize) -> &[K] {
        &self.members[self.starts[component] as usize..self.starts[component + 1] as usize]
    }
    /// All components, those that nothing leads out of first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[K]> + ExactSizeIterator {
        (0..self.len()).map(|component| self.members(component))
    }
}

/// The state of Tarjan's search.
struct Tarjan<K> {
    /// When each node was first seen.
    index: Vec<u32>,
    /// The earliest node on the stack that is known to be reachable.
    low: Vec<u32>,
    component: Vec<u32>,
    stack: Vec<K>,
    members: Vec<K>,
    starts: Vec<u32>,
    next_index: u32,
}

impl<K: Entity> Tarjan<K> {
    fn new(len: usize) -> Self {
        Tarjan {
            index: vec![NONE; len],
            low: vec![NONE; len],
            component: vec![NONE; len],
            stack: Vec::new(),
            members: Vec::with_capacity(len),
            starts: Vec::new(),
            next_index: 0,
        }
    }

    fn run<'a>(&mut self, root: K, successors: &impl Fn(K) -> &'a [K], keep: &impl Fn(K, K) -> bool)
    where
        K: 'a,
    {
        let mut path = vec![(root, 0usize)];
        self.enter(root);
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(&successor) = successors(node).get(*next) else {
                self.leave(node);
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    self.low[parent.index()] = self.low[parent.index()].min(self.low[node.index()]);
                }
                continue;
            };
            *next += 1;
            if !keep(node, successor) {
                continue;
            }
            if self.index[successor.index()] == NONE {
                self.enter(successor);
                path.push((successor, 0));
            } else if self.component[successor.index()] == NONE {
                self.low[node.index()] = self.low[node.index()].min(self.index[successor.index()]);
            }
        }
    }

    fn enter(&mut self, node: K) {
        self.index[node.index()] = self.next_index;
        self.low[node.index()] = self.next_index;
        self.next_index += 1;
        self.stack.push(node);
    }

    /// Closes the component of `node` if `node` was the first seen of it.
    fn leave(&mut self, node: K) {
        if self.low[node.index()] != self.index[node.index()] {
            return;
        }
        let number = self.starts.len() as u32;
        self.starts.push(self.members.len() as u32);
        while let Some(member) = self.stack.pop() {
            self.component[member.index()] = number;
            self.members.push(member);
            if member == node {
                break;
            }
        }
    }
}
