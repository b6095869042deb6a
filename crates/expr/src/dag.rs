//! The nodes under some terms, children first, and which of them get a name when the terms are printed.
//!
//! Ids are a topological order, so sorting the reachable ids is all it takes. A node gets a name if several others use
//! it (else the text would be as large as the tree) or if it lies deep (else readers that recurse would overflow).

use rustc_hash::FxHashMap;

use crate::node::ExprId;
use crate::pool::ExprPool;

/// How deep printed text nests at most.
const MAX_NESTING: u32 = 50;

/// The nodes under some terms.
#[derive(Debug)]
pub(crate) struct Dag {
    /// All of them, children first.
    pub(crate) nodes: Vec<ExprId>,
    uses: FxHashMap<ExprId, Use>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Use {
    /// How many edges lead here, terms counted as edges.
    count: u32,
    /// Levels of nodes without a name from here down.
    nesting: u32,
    named: bool,
}

impl Dag {
    /// The nodes under `roots`.
    pub(crate) fn new(pool: &ExprPool, roots: &[ExprId]) -> Dag {
        let mut dag = Dag { nodes: Vec::new(), uses: FxHashMap::default() };
        let mut stack = roots.to_vec();
        while let Some(e) = stack.pop() {
            let at = dag.uses.entry(e).or_default();
            at.count = at.count.saturating_add(1);
            if at.count == 1 {
                dag.nodes.push(e);
                stack.extend(pool.children(e));
            }
        }
        dag.nodes.sort_unstable();
        dag.choose_names(pool);
        dag
    }
    /// Whether the node is printed once under a name.
    pub(crate) fn is_named(&self, e: ExprId) -> bool {
        self.uses[&e].named
    }
    /// The nodes with names, children first.
    pub(crate) fn named(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.nodes.iter().copied().filter(|&e| self.is_named(e))
    }
    fn choose_names(&mut self, pool: &ExprPool) {
        for &e in &self.nodes {
            let children = pool.children(e);
            let nesting = children.iter().map(|child| self.uses[child].nesting).max().map_or(0, |below| below + 1);
            let at = self.uses.get_mut(&e).expect("every node is counted");
            at.named = !children.is_empty() && (at.count > 1 || nesting > MAX_NESTING);
            at.nesting = if at.named { 0 } else { nesting };
        }
    }
}
