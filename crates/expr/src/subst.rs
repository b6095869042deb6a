//! Substitution: a term with some of its parts replaced, rebuilt bottom-up so that every rule of construction applies.
//!
//! All replacements happen at once, and what they put in is not looked at again. Bound variables cannot be captured:
//! a quantifier's variable is replaced only by [`instantiate`](ExprPool::instantiate), which takes the quantifier away.

use rustc_hash::FxHashMap;

use crate::build::ForallError;
use crate::node::{ExprId, Node};
use crate::pool::ExprPool;

/// A simultaneous substitution with its memory, so that terms that share parts are rebuilt once.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    /// Replacements and, as terms are rebuilt, results.
    images: FxHashMap<ExprId, ExprId>,
    open: Vec<ExprId>,
}

impl Substitution {
    /// Replaces nothing.
    pub fn new() -> Self {
        Self::default()
    }
    /// Replaces `from` by `to`, which must have the same width. To be called before the first [`apply`](Self::apply).
    pub fn replace(&mut self, pool: &ExprPool, from: ExprId, to: ExprId) {
        assert_eq!(pool.width(from), pool.width(to), "a replacement has the width of what it replaces");
        self.images.insert(from, to);
    }
    /// The term with all replacements made. Refused if one puts a quantifier, or a bound variable of another width, into
    /// a quantifier. A bound variable that is put in belongs to the quantifier around it.
    pub fn apply(&mut self, pool: &mut ExprPool, term: ExprId) -> Result<ExprId, ForallError> {
        let result = self.rebuild(pool, term, |_, _| true);
        self.open.clear();
        result
    }
    /// As [`apply`](Self::apply), where terms that `concerns` denies have nothing to replace in them.
    fn rebuild(
        &mut self,
        pool: &mut ExprPool,
        term: ExprId,
        concerns: impl Fn(&ExprPool, ExprId) -> bool,
    ) -> Result<ExprId, ForallError> {
        self.open.push(term);
        while let Some(&top) = self.open.last() {
            if self.images.contains_key(&top) {
                self.open.pop();
                continue;
            }
            if !concerns(pool, top) {
                self.images.insert(top, top);
                continue;
            }
            let waiting = self.open.len();
            let images = &self.images;
            self.open.extend(pool.children(top).into_iter().filter(|child| !images.contains_key(child)));
            if self.open.len() == waiting {
                let image = pool.map_children(top, |child| self.images[&child])?;
                self.images.insert(top, image);
            }
        }
        Ok(self.images[&term])
    }
}

impl ExprPool {
    /// `body` with the bound variable of `value`'s width replaced by `value`, which holds no quantifier. What does not
    /// mention the variable is not looked at.
    pub fn instantiate_bound(&mut self, body: ExprId, value: ExprId) -> ExprId {
        let mut substitution = Substitution::new();
        let bound = self.bound(self.width(value));
        substitution.replace(self, bound, value);
        // A term that mentions the variable lies outside every quantifier, so none is rebuilt.
        let result = substitution.rebuild(self, body, |pool, e| pool.has_bound(e));
        result.expect("no quantifier is rebuilt")
    }
    /// The body of a quantifier for one value of its variable, whether or not the value is in range.
    pub fn instantiate(&mut self, forall: ExprId, value: ExprId) -> Option<ExprId> {
        match self.node(forall) {
            Node::Forall(_, body) => Some(self.instantiate_bound(body, value)),
            _ => None,
        }
    }
}
