//! How much of a context is still in use.

use braid_expr::{ExprId, ExprPool};
use rustc_hash::FxHashSet;

use super::context::Context;

impl Context {
    /// How many encoded terms the conjuncts of the last `recent` queries are made of.
    pub(super) fn live_terms(&self, pool: &ExprPool, recent: u32) -> usize {
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let since = self.now.saturating_sub(recent);
        let mut stack: Vec<ExprId> =
            self.conjuncts.iter().filter(|(_, c)| c.asked > since).map(|(&term, _)| term).collect();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                stack.extend(pool.children(term).iter().copied());
            }
        }
        seen.len()
    }
}
