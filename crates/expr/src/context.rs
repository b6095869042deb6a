//! Simplification in a context: a term under conditions that hold, as those of a path do.
//!
//! Two sources of knowledge: facts about words (known bits, unsigned and signed bounds, by [`Analysis`]) and equalities
//! (a term that equals another is replaced by the older one; a condition that holds is true, its negation false). The
//! result equals the term under every model of the conditions, and only there: raw branch conditions, which merging
//! compares, must be recorded before this pass.
//!
//! A new condition costs what it changes: of terms simplified before, only those that it says something of, directly or
//! through their operands, are simplified again. The last conditions can be taken back.

use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, AnalysisSavepoint, Facts};
use crate::dependents::Dependents;
use crate::node::{ExprId, Node};
use crate::pool::ExprPool;

/// Conditions that hold, and terms simplified under them.
#[derive(Clone, Debug, Default)]
pub struct Context {
    analysis: Analysis,
    /// Each term to an older one that equals it.
    equal: FxHashMap<ExprId, ExprId>,
    /// The terms of `equal` with what was there before, in the order they came.
    trail: Vec<(ExprId, Option<ExprId>)>,
    /// Terms simplified so far.
    images: Dependents<ExprId>,
    stack: Vec<ExprId>,
}

/// How much was assumed at some moment.
#[derive(Clone, Copy, Debug)]
pub struct ContextSavepoint {
    analysis: AnalysisSavepoint,
    trail: usize,
}

/// More images than this are forgotten when the next condition comes: about 20 MB.
const MAX_IMAGES: usize = 1 << 18;

impl Context {
    /// No conditions.
    pub fn new() -> Self {
        Self::default()
    }
    /// Assumes that `condition`, a closed term of width 1, holds.
    pub fn assume(&mut self, pool: &mut ExprPool, condition: ExprId) {
        let simpler = self.simplify(pool, condition);
        self.analysis.assume(pool, condition);
        self.forget_images();
        if simpler != condition {
            // What is said of a term is also said of the one that stands for it.
            self.analysis.assume(pool, simpler);
            self.forget_images();
        }
        self.learn_equalities(pool, condition);
    }
    /// How much is assumed now.
    pub fn savepoint(&self) -> ContextSavepoint {
        ContextSavepoint { analysis: self.analysis.savepoint(), trail: self.trail.len() }
    }
    /// Takes back the conditions that were assumed since the savepoint was made.
    pub fn undo_to(&mut self, pool: &ExprPool, savepoint: ContextSavepoint) {
        self.analysis.undo_to(pool, savepoint.analysis);
        self.forget_images();
        while self.trail.len() > savepoint.trail {
            let Some((term, before)) = self.trail.pop() else { break };
            match before {
                Some(older) => self.equal.insert(term, older),
                None => self.equal.remove(&term),
            };
            self.images.forget(term, |_| {});
        }
    }
    /// Forgets the images of terms whose facts have changed.
    fn forget_images(&mut self) {
        match self.analysis.forgotten() {
            Some(terms) if self.images.len() <= MAX_IMAGES => {
                terms.iter().for_each(|&term| self.images.forget(term, |_| {}));
            }
            _ => self.images.clear(),
        }
    }
    fn learn_equalities(&mut self, pool: &ExprPool, condition: ExprId) {
        let mut open = vec![condition];
        while let Some(condition) = open.pop() {
            match pool.node(condition) {
                Node::And(a, b) => open.extend([a, b]),
                // Constants are found by the analysis; ids only fall, so replacing ends.
                Node::Eq(a, b) if a != b && !pool.is_const(a) && !pool.is_const(b) && !pool.has_forall(condition) => {
                    let (term, older) = (a.max(b), a.min(b));
                    let before = self.equal.insert(term, older);
                    self.trail.push((term, before));
                    self.images.forget(term, |_| {});
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
    /// How many facts were computed so far.
    pub fn cost(&self) -> u64 {
        self.analysis.cost()
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
            if self.images.get(top).is_some() || self.replace(pool, top) {
                self.stack.pop();
                continue;
            }
            let waiting = self.stack.len();
            let older = self.equal.get(&top).copied();
            let (images, stack) = (&self.images, &mut self.stack);
            match older {
                Some(older) => stack.push(older),
                None => stack.extend(pool.children(top).into_iter().filter(|&child| images.get(child).is_none())),
            }
            if self.stack.len() == waiting {
                self.rebuild(pool, top);
                self.stack.pop();
            }
        }
        self.images.get(term).expect("it was just simplified")
    }
    /// Sets the image of a term that has a value, or that equals an older one with an image.
    fn replace(&mut self, pool: &mut ExprPool, e: ExprId) -> bool {
        if let Some(value) = self.value(pool, e) {
            self.images.set(e, value, pool.children(e));
            return true;
        }
        let Some(&older) = self.equal.get(&e) else { return false };
        let Some(image) = self.images.get(older) else { return false };
        self.images.set(e, image, pool.children(e));
        self.images.rests_on(e, older);
        true
    }
    /// The constant that a term must be.
    fn value(&mut self, pool: &mut ExprPool, e: ExprId) -> Option<ExprId> {
        let width = pool.width(e);
        if pool.op(e).is_array() || pool.is_const(e) || width > 64 {
            return None;
        }
        let word = self.analysis.facts(pool, e).value()?;
        Some(pool.bv(width, word))
    }
    /// Sets the image of a node to the node over its simplified operands, which may show more than the node itself did.
    fn rebuild(&mut self, pool: &mut ExprPool, e: ExprId) {
        let images = &self.images;
        let image = |child| images.get(child).expect("children come first");
        let image = pool.map_children(e, image).expect("what replaces a term has no quantifier");
        let shown = if image == e { None } else { self.value(pool, image) };
        self.images.set(e, shown.unwrap_or(image), pool.children(e));
        if image != e {
            self.images.rests_on(e, image);
        }
    }
}
