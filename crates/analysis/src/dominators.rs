//! Dominators: which nodes of a graph every path from its root passes.
//!
//! The tree is found by the algorithm of Lengauer and Tarjan (A Fast Algorithm for Finding Dominators in a Flowgraph,
//! 1979) in its simple form, O(m log n) on every graph. The iterative algorithms that most compilers use are shorter
//! and as fast on what people write, but take quadratic time on some graphs, and the programs under analysis are
//! hostile. A walk over the finished tree numbers the nodes, so that "does a dominate b" is two comparisons.

use braid_entity::Entity;

use crate::cfg::Cfg;
use crate::graph::Graph;
use braid_ir::BlockId;

const NONE: u32 = u32::MAX;

/// The dominator tree of a graph. Nodes that the root does not reach are not in it.
#[derive(Clone, Debug)]
pub struct DominatorTree<K> {
    /// The parent in the tree; [`NONE`] for the root and for unreachable nodes.
    idom: Vec<u32>,
    /// When a walk over the tree comes to the node; [`NONE`] if it is unreachable.
    enter: Vec<u32>,
    /// One more than the last `enter` below the node.
    leave: Vec<u32>,
    /// How many nodes dominate the node, itself excluded.
    depth: Vec<u32>,
    /// The tree, downwards.
    tree: Graph<K>,
    /// The nodes in the order of `enter`.
    preorder: Vec<K>,
}

/// The dominator tree of a body.
pub type Dominators = DominatorTree<BlockId>;

impl Dominators {
    /// The dominators of the blocks of `cfg`, which has at least an entry.
    pub fn of(cfg: &Cfg) -> Dominators {
        DominatorTree::new(cfg.graph(), BlockId::ENTRY)
    }
}

impl<K: Entity> DominatorTree<K> {
    /// The tree of what `root` reaches.
    pub fn new(graph: &Graph<K>, root: K) -> Self {
        let idom = LengauerTarjan::new(graph, root).run(graph);
        let edges = graph.nodes().filter(|node| idom[node.index()] != NONE);
        let tree = Graph::new(graph.len(), edges.map(|node| (K::from_u32(idom[node.index()]), node)));
        let mut this = DominatorTree {
            enter: vec![NONE; idom.len()],
            leave: vec![0; idom.len()],
            depth: vec![0; idom.len()],
            preorder: Vec::new(),
            idom,
            tree,
        };
        this.number(root);
        this
    }
    /// The nearest node that strictly dominates `node`; none for the root and for unreachable nodes.
    #[inline]
    pub fn idom(&self, node: K) -> Option<K> {
        Some(self.idom[node.index()]).filter(|&parent| parent != NONE).map(K::from_u32)
    }
    /// Whether the root reaches `node`.
    #[inline]
    pub fn is_reachable(&self, node: K) -> bool {
        self.enter[node.index()] != NONE
    }
    /// Whether every path from the root to `b` passes `a`. True of any `a` if there is no such path; false if there is
    /// one and `a` itself is unreachable.
    #[inline]
    pub fn dominates(&self, a: K, b: K) -> bool {
        let at = self.enter[b.index()];
        at == NONE || (self.enter[a.index()] <= at && at < self.leave[a.index()])
    }
    /// Whether `a` dominates `b` and is another node.
    pub fn strictly_dominates(&self, a: K, b: K) -> bool {
        a != b && self.dominates(a, b)
    }
    /// How many nodes strictly dominate `node`.
    #[inline]
    pub fn depth(&self, node: K) -> u32 {
        self.depth[node.index()]
    }
    /// The nodes whose immediate dominator is `node`, by number.
    pub fn children(&self, node: K) -> &[K] {
        self.tree.successors(node)
    }
    /// The reachable nodes, each before those it dominates, subtrees in one piece.
    pub fn preorder(&self) -> &[K] {
        &self.preorder
    }
    /// The nearest node that dominates both; none if one of them is unreachable. Takes time in the depth of the tree.
    pub fn common_dominator(&self, mut a: K, b: K) -> Option<K> {
        if !self.is_reachable(a) || !self.is_reachable(b) {
            return None;
        }
        while !self.dominates(a, b) {
            a = self.idom(a)?;
        }
        Some(a)
    }

    fn number(&mut self, root: K) {
        let mut stack = vec![(root, 0usize)];
        self.visit(root, 0);
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            let Some(&child) = self.tree.successors(node).get(*next) else {
                self.leave[node.index()] = self.preorder.len() as u32;
                stack.pop();
                continue;
            };
            *next += 1;
            self.visit(child, self.depth[node.index()] + 1);
            stack.push((child, 0));
        }
    }

    fn visit(&mut self, node: K, depth: u32) {
        self.enter[node.index()] = self.preorder.len() as u32;
        self.depth[node.index()] = depth;
        self.preorder.push(node);
    }
}

/// The working state. Nodes are known by the number that a depth-first search gives them; all tables are by number.
struct LengauerTarjan<K> {
    /// The node of each number.
    vertex: Vec<K>,
    /// The number of each node.
    number: Vec<u32>,
    /// The parent in the search tree.
    parent: Vec<u32>,
    /// The number of the semidominator, as far as it is known.
    semi: Vec<u32>,
    /// The node with the least semidominator on the compressed way to the root of the forest.
    label: Vec<u32>,
    /// The parent in the compressed forest.
    ancestor: Vec<u32>,
    /// Room for the way from a node to the root of the forest.
    path: Vec<u32>,
}

impl<K: Entity> LengauerTarjan<K> {
    /// Numbers the nodes by a depth-first search.
    fn new(graph: &Graph<K>, root: K) -> Self {
        let mut vertex = vec![root];
        let mut number = vec![NONE; graph.len()];
        let mut parent = vec![NONE];
        let mut stack = vec![(root, 0usize)];
        number[root.index()] = 0;
        while let Some((node, next)) = stack.last_mut() {
            let Some(&successor) = graph.successors(*node).get(*next) else {
                stack.pop();
                continue;
            };
            *next += 1;
            if number[successor.index()] == NONE {
                number[successor.index()] = vertex.len() as u32;
                parent.push(number[node.index()]);
                vertex.push(successor);
                stack.push((successor, 0));
            }
        }
        let numbers: Vec<u32> = (0..vertex.len() as u32).collect();
        LengauerTarjan {
            ancestor: vec![NONE; vertex.len()],
            path: Vec::new(),
            semi: numbers.clone(),
            label: numbers,
            vertex,
            number,
            parent,
        }
    }

    /// The immediate dominator of each node of the graph.
    fn run(mut self, graph: &Graph<K>) -> Vec<u32> {
        let len = self.vertex.len();
        let mut idom = vec![NONE; len];
        // The nodes whose semidominator is a given node, as linked lists.
        let (mut head, mut next) = (vec![NONE; len], vec![NONE; len]);
        for w in (1..len as u32).rev() {
            for &predecessor in graph.predecessors(self.vertex[w as usize]) {
                let v = self.number[predecessor.index()];
                if v != NONE {
                    let best = self.best(v);
                    self.semi[w as usize] = self.semi[w as usize].min(self.semi[best as usize]);
                }
            }
            let semi = self.semi[w as usize] as usize;
            next[w as usize] = core::mem::replace(&mut head[semi], w);
            let parent = self.parent[w as usize];
            self.ancestor[w as usize] = parent;
            let mut v = core::mem::replace(&mut head[parent as usize], NONE);
            while v != NONE {
                let best = self.best(v);
                idom[v as usize] = if self.semi[best as usize] < self.semi[v as usize] { best } else { parent };
                v = next[v as usize];
            }
        }
        for w in 1..len {
            if idom[w] != self.semi[w] {
                idom[w] = idom[idom[w] as usize];
            }
        }
        self.by_node(graph.len(), &idom)
    }

    /// The node with the least semidominator above `v` in the forest, whose ways are shortened on the go.
    fn best(&mut self, v: u32) -> u32 {
        let mut at = v;
        while self.ancestor[at as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        // `at` is a root of the forest and is left out; below it, labels are pulled down from the top.
        let mut above = self.path.pop();
        while let (Some(top), Some(node)) = (above, self.path.pop()) {
            let (label, own) = (self.label[top as usize], self.label[node as usize]);
            if self.semi[label as usize] < self.semi[own as usize] {
                self.label[node as usize] = label;
            }
            self.ancestor[node as usize] = self.ancestor[top as usize];
            above = Some(node);
        }
        self.label[v as usize]
    }

    fn by_node(&self, len: usize, idom: &[u32]) -> Vec<u32> {
        let mut result = vec![NONE; len];
        for w in 1..self.vertex.len() {
            result[self.vertex[w].index()] = self.vertex[idom[w] as usize].as_u32();
        }
        result
    }
}
