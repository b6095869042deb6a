//! Simplification in a context: a term under conditions that hold, as those of a path do.
//!
//! Two sources of knowledge: facts about words (known bits, unsigned and signed bounds, by [`Analysis`]) and equalities
//! (a term that equals another is replaced by the older one; a condition that holds is true, its negation false). The
//! result equals the term under every model of the conditions, and only there: raw branch conditions, which merging
//! compares, must be recorded before this pass.

use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, Facts};
use crate::node::{ExprId, Node};
use crate::pool::ExprPool;

/// Conditions that hold, and terms simplified under them.
#[derive(Clone, Debug, Default)]
pub struct Context {
    analysis: Analysis,
    /// Each term to an older one that equals it.
    equal: FxHashMap<ExprId, ExprId>,
    /// Terms simplified so far.
    images: FxHashMap<ExprId, ExprId>,
    stack: Vec<ExprId>,
}

impl Context {
    /// No conditions.
    pub fn new() -> Self {
        Self::default()
    }
    /// Assumes that `condition`, a closed term of width 1, holds.
    pub fn assume(&mut self, pool: &mut ExprPool, condition: ExprId) {
        let simpler = self.simplify(pool, condition);
        self.images.clear();
        self.analysis.assume(pool, condition);
        if simpler != condition {
            // What is said of a term is also said of the one that stands for it.
            self.analysis.assume(pool, simpler);
        }
        self.learn_equalities(pool, condition);
    }
    fn learn_equalities(&mut self, pool: &ExprPool, condition: ExprId) {
        let mut open = vec![condition];
        while let Some(condition) = open.pop() {
            match pool.node(condition) {
                Node::And(a, b) => open.extend([a, b]),
                // Constants are found by the analysis; ids only fall, so replacing ends.
                Node::Eq(a, b) if a != b && !pool.is_const(a) && !pool.is_const(b) && !pool.has_forall(condition) => {
                    self.equal.insert(a.max(b), a.min(b));
                }
                _ => {}
            }
        }
    }
    /// Whether no model satisfies the conditions, as far as this pass tells.
    pub fn is_contradictory(&self) -> bool {
        self.analysis.is_contradictory()
    }
    /// What is known of a term of at most 64 bits.
    pub fn facts(&mut self, pool: &ExprPool, e: ExprId) -> Facts {
        self.analysis.facts(pool, e)
    }
    /// Whether `condition`, a term of width 1, is decided by the conditions.
    pub fn decide(&mut self, pool: &mut ExprPool, condition: ExprId) -> Option<bool> {
        let simpler = self.simplify(pool, condition);
        pool.as_u64(simpler).map(|word| word == 1)
    }
    /// A term that equals `term` under every model of the conditions.
    pub fn simplify(&mut self, pool: &mut ExprPool, term: ExprId) -> ExprId {
        self.stack.push(term);
        while let Some(&top) = self.stack.last() {
            if self.images.contains_key(&top) {
                self.stack.pop();
                continue;
            }
            if let Some(image) = self.replaced(pool, top) {
                self.images.insert(top, image);
                self.stack.pop();
                continue;
            }
            let waiting = self.stack.len();
            let images = &self.images;
            self.stack.extend(pool.children(top).into_iter().filter(|child| !images.contains_key(child)));
            if self.stack.len() == waiting {
                let image = self.rebuilt(pool, top);
                self.images.insert(top, image);
                self.stack.pop();
            }
        }
        self.images[&term]
    }
    /// What stands for a term without looking at its operands.
    fn replaced(&mut self, pool: &mut ExprPool, e: ExprId) -> Option<ExprId> {
        if pool.op(e).is_array() {
            return None;
        }
        let width = pool.width(e);
        if width <= 64
            && !pool.is_const(e)
            && let Some(word) = self.analysis.facts(pool, e).value()
        {
            return Some(pool.bv(width, word));
        }
        self.representative(e)
    }
    /// The oldest term that is known to equal `e`, if it is another one.
    fn representative(&self, e: ExprId) -> Option<ExprId> {
        let mut oldest = *self.equal.get(&e)?;
        while let Some(&older) = self.equal.get(&oldest) {
            oldest = older;
        }
        Some(oldest)
    }
    /// The node over its simplified operands, which may show more than the node itself did.
    fn rebuilt(&mut self, pool: &mut ExprPool, e: ExprId) -> ExprId {
        let image = pool.map_children(e, |child| self.images[&child]).expect("what replaces a term has no quantifier");
        if image == e {
            return e;
        }
        self.replaced(pool, image).unwrap_or(image)
    }
}
