//! Which cells an instance of a quantifier reads through the bound variable: the paper's access pairs, and their meaning
//! under a model.

use std::collections::BTreeSet;

use braid_expr::{ArrayId, EvalError, Evaluation, ExprId, ExprPool, Node, Range, Space};
use rustc_hash::FxHashSet;

/// A cell of an array.
pub(super) type Cell = (ArrayId, u64);
/// Some cells, in their order.
pub(super) type Cells = BTreeSet<Cell>;

/// A read in a term.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub(super) array: ArrayId,
    pub(super) read: ExprId,
    pub(super) index: ExprId,
}

/// Terms are looked through up to this many nodes: what is found steers a guess, and a hostile term must not cost much.
const MAX_NODES: usize = 1 << 12;

/// The reads of unknown cells in the body of a quantifier whose index depends on the bound variable, oldest first.
pub(super) fn bound_accesses(pool: &ExprPool, body: ExprId) -> Vec<Access> {
    let mut accesses = accesses(pool, body, |e| pool.has_bound(e));
    accesses.retain(|access| pool.has_bound(access.index));
    accesses
}

/// All reads of unknown cells in a term without quantifiers.
pub(super) fn all_accesses(pool: &ExprPool, term: ExprId) -> Vec<Access> {
    accesses(pool, term, |e| pool.has_read(e))
}

fn accesses(pool: &ExprPool, root: ExprId, concerns: impl Fn(ExprId) -> bool) -> Vec<Access> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if !concerns(term) || !seen.insert(term) || seen.len() > MAX_NODES {
            continue;
        }
        if let Node::Read(updates, index) = pool.node(term) {
            let array = pool.updated_array(updates);
            if !pool.array_data(array).is_constant() {
                found.push(Access { array, read: term, index });
            }
        }
        stack.extend(pool.children(term));
    }
    found.sort_unstable_by_key(|access| access.read);
    found
}

impl Access {
    /// The cell it reads, for the bound variable's value in the run.
    pub(super) fn cell(&self, run: &mut Evaluation<'_>) -> Result<Cell, EvalError> {
        Ok((self.array, run.word(self.index)?))
    }
}

/// Cells as ranges of one number each, sorted.
pub(super) fn ranges(cells: impl Iterator<Item = Cell>) -> Vec<Range> {
    cells.map(|(array, index)| Range { space: Space::Array(array), low: index, high: index }).collect()
}
