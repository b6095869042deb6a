//! A persistent list that grows at its end: copied in constant time, and shared as far as copies agree.
//!
//! A list is its newest element and the list of the older ones. What states gather on their way (conditions, inputs) only
//! grows, and a fork shares all that came before: to fork is to copy a pointer, to grow is one allocation, and where two
//! lists part is found by walking back to the node that both have. Identity of nodes only shortens a comparison: lists that
//! were built apart are equal if their elements are.

use core::fmt;
use std::rc::Rc;

/// Elements, oldest first.
pub struct List<T>(Option<Rc<Node<T>>>);

/// The newest element of a list.
struct Node<T> {
    before: List<T>,
    element: T,
    /// How many elements there are, this one included.
    len: usize,
}

impl<T> List<T> {
    /// A list without elements.
    pub const fn new() -> Self {
        List(None)
    }
    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.len)
    }
    /// Returns true if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
    /// The newest element.
    #[inline]
    pub fn last(&self) -> Option<&T> {
        self.0.as_ref().map(|node| &node.element)
    }
    /// Adds an element.
    pub fn push(&mut self, element: T) {
        let before = core::mem::take(self);
        let len = before.len() + 1;
        self.0 = Some(Rc::new(Node { before, element, len }));
    }
    /// Keeps only the oldest `len` elements.
    pub fn cut(&mut self, len: usize) {
        if len < self.len() {
            *self = self.prefix(len).clone();
        }
    }
    /// The oldest `len` elements; all, if there are fewer.
    pub fn prefix(&self, len: usize) -> &List<T> {
        let skipped = self.len().saturating_sub(len);
        self.prefixes().nth(skipped).expect("the empty list is the last prefix")
    }
    /// The list itself and all its beginnings, longest first, the empty one last.
    pub fn prefixes(&self) -> impl Iterator<Item = &List<T>> {
        core::iter::successors(Some(self), |list| list.0.as_ref().map(|node| &node.before))
    }
    /// The elements, newest first.
    pub fn newest(&self) -> impl Iterator<Item = &T> {
        self.prefixes().map_while(List::last)
    }
    /// The elements after the oldest `len`, oldest first.
    pub fn since(&self, len: usize) -> Vec<&T> {
        let mut elements: Vec<&T> = self.newest().take(self.len().saturating_sub(len)).collect();
        elements.reverse();
        elements
    }
    /// The elements, oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.since(0).into_iter()
    }
    /// Returns true if both are one list in memory.
    pub fn is_same(&self, other: &List<T>) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
    /// How many elements two lists have in memory in common.
    pub fn common(&self, other: &List<T>) -> usize {
        let len = self.len().min(other.len());
        let pairs = self.prefix(len).prefixes().zip(other.prefix(len).prefixes());
        pairs.take_while(|(a, b)| !a.is_same(b)).last().map_or(len, |(a, _)| a.len() - 1)
    }
}

impl<T: PartialEq> List<T> {
    /// How many elements two lists begin with in common.
    pub fn shared(&self, other: &List<T>) -> usize {
        let mut shared = self.len().min(other.len());
        for (a, b) in self.prefix(shared).prefixes().zip(other.prefix(shared).prefixes()) {
            if a.is_same(b) {
                break;
            }
            if a.last() != b.last() {
                shared = a.len() - 1;
            }
        }
        shared
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        List(self.0.clone())
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List::new()
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut list = List::new();
        list.extend(elements);
        list
    }
}

impl<T> Extend<T> for List<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        elements.into_iter().for_each(|element| self.push(element));
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Node by node: a long list must not be freed by recursion.
impl<T> Drop for List<T> {
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(mut node) = rest.and_then(Rc::into_inner) {
            rest = node.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against vectors: growing, cutting and forking in every order of four steps each.
    #[test]
    fn lists_say_what_vectors_say() {
        let mut lists: Vec<(List<u32>, Vec<u32>)> = vec![Default::default()];
        let mut number = 1_u32;
        for _ in 0..2000 {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (at, choice, value) = ((number >> 8) as usize % lists.len(), number >> 16 & 3, number >> 20 & 1);
            match choice {
                0 if lists.len() < 12 => lists.push(lists[at].clone()),
                0 => drop(lists.swap_remove(at)),
                1 => {
                    let len = (number >> 24) as usize % (lists[at].1.len() + 1);
                    lists[at].0.cut(len);
                    lists[at].1.truncate(len);
                }
                _ => {
                    lists[at].0.push(value);
                    lists[at].1.push(value);
                }
            }
            for (list, vector) in &lists {
                assert_eq!((list.len(), list.last()), (vector.len(), vector.last()));
                assert!(list.iter().eq(vector));
                for (other, numbers) in &lists {
                    let shared = vector.iter().zip(numbers).take_while(|(a, b)| a == b).count();
                    assert_eq!(list.shared(other), shared);
                    assert!(list.common(other) <= shared && list.since(shared).into_iter().eq(&vector[shared..]));
                }
            }
        }
    }

    #[test]
    fn what_a_fork_shares_is_found_by_identity() {
        let common: List<u32> = (0..30).collect();
        let (mut one, mut other) = (common.clone(), common.clone());
        one.extend(0..20);
        other.extend(0..10);
        assert_eq!((one.common(&other), one.shared(&other), one.common(&common)), (30, 40, 30));
        assert_eq!((0..50).collect::<List<u32>>().common(&common), 0);
    }

    #[test]
    fn a_long_list_is_freed_without_recursion() {
        let long: List<u32> = (0..1_000_000).collect();
        let mut fork = long.clone();
        fork.push(7);
        drop(long);
        assert_eq!((fork.len(), fork.prefix(3).len()), (1_000_001, 3));
    }
}
