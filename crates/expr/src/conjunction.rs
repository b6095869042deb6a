//! A conjunction: conditions that hold together, as a persistent list that knows a hash of each of its beginnings.
//!
//! A path condition grows by one conjunct at every fork, and all states behind the fork share what came before.

use core::fmt;
use core::hash::Hasher;

use braid_entity::{Entity, List};
use rustc_hash::FxHasher;

use crate::node::ExprId;

/// Conjuncts, oldest first.
#[derive(Clone, Default)]
#[repr(transparent)]
pub struct Conjunction(List<Link>);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Link {
    conjunct: ExprId,
    /// A hash of all conjuncts up to this one, in their order.
    hash: u64,
}

impl Conjunction {
    /// No conjuncts: what always holds.
    pub fn new() -> Self {
        Self::default()
    }
    /// How many conjuncts there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// Returns true if there are no conjuncts.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// A hash of all conjuncts in their order; that of the empty list is 0.
    pub fn hash(&self) -> u64 {
        self.0.last().map_or(0, |link| link.hash)
    }
    /// The newest conjunct.
    pub fn last(&self) -> Option<ExprId> {
        self.0.last().map(|link| link.conjunct)
    }
    /// Adds a conjunct.
    pub fn push(&mut self, conjunct: ExprId) {
        let hash = longer(self.hash(), conjunct);
        self.0.push(Link { conjunct, hash });
    }
    /// These conjuncts and one more.
    pub fn with(&self, conjunct: ExprId) -> Conjunction {
        let mut list = self.clone();
        list.push(conjunct);
        list
    }
    /// Takes the newest conjunct away.
    pub fn pop(&mut self) -> Option<ExprId> {
        let last = self.last();
        self.cut(self.len().saturating_sub(1));
        last
    }
    /// Keeps only the oldest `len` conjuncts.
    pub fn cut(&mut self, len: usize) {
        self.0.cut(len);
    }
    /// The oldest `len` conjuncts; all, if there are fewer.
    pub fn prefix(&self, len: usize) -> Conjunction {
        Conjunction(self.0.prefix(len).clone())
    }
    /// The conjunction itself and all its beginnings, longest first, the empty one last.
    pub fn prefixes(&self) -> impl Iterator<Item = Conjunction> {
        self.0.prefixes().map(|list| Conjunction(list.clone()))
    }
    /// The conjuncts, newest first.
    pub fn newest(&self) -> impl Iterator<Item = ExprId> {
        self.0.newest().map(|link| link.conjunct)
    }
    /// The conjuncts after the oldest `len`, oldest first.
    pub fn since(&self, len: usize) -> Vec<ExprId> {
        let mut conjuncts = Vec::new();
        self.append_since(len, &mut conjuncts);
        conjuncts
    }
    /// Appends the conjuncts after the oldest `len`, oldest first.
    pub fn append_since(&self, len: usize, to: &mut Vec<ExprId>) {
        let start = to.len();
        to.extend(self.newest().take(self.len().saturating_sub(len)));
        to[start..].reverse();
    }
    /// All conjuncts, oldest first.
    pub fn to_vec(&self) -> Vec<ExprId> {
        self.since(0)
    }
    /// How many conjuncts two lists begin with in common.
    pub fn shared(&self, other: &Conjunction) -> usize {
        // Hashes of longer beginnings differ where an earlier conjunct does.
        self.0.shared(&other.0)
    }
}

/// The hash of a list with one conjunct more.
fn longer(hash: u64, conjunct: ExprId) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(hash);
    hasher.write_u32(conjunct.as_u32());
    hasher.finish()
}

impl PartialEq for Conjunction {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.hash() == other.hash() && self.shared(other) == self.len()
    }
}

impl Eq for Conjunction {}

impl FromIterator<ExprId> for Conjunction {
    fn from_iter<T: IntoIterator<Item = ExprId>>(conjuncts: T) -> Self {
        let mut list = Conjunction::new();
        list.extend(conjuncts);
        list
    }
}

impl Extend<ExprId> for Conjunction {
    fn extend<T: IntoIterator<Item = ExprId>>(&mut self, conjuncts: T) {
        conjuncts.into_iter().for_each(|conjunct| self.push(conjunct));
    }
}

impl fmt::Debug for Conjunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.to_vec()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: impl IntoIterator<Item = u32>) -> Conjunction {
        numbers.into_iter().map(ExprId::from_u32).collect()
    }

    #[test]
    fn lists_that_were_built_apart_are_equal() {
        assert_eq!(list(0..50), list(0..50));
        assert_eq!(list(0..50).shared(&list((0..30).chain(80..90))), 30);
        assert_ne!(list(0..50), list((0..30).chain(80..100)));
        assert_eq!(list(0..50).since(47), list(47..50).to_vec());
    }

    /// A conjunct that two lists have at one place counts only where they agree in all before it.
    #[test]
    fn what_comes_after_a_difference_is_not_shared() {
        let (one, other) = (list([1, 2, 3, 4]), list([1, 9, 3, 4]));
        assert_eq!((one.shared(&other), one == other), (1, false));
    }
}
