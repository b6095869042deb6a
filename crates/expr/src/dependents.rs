//! Values of terms that follow from other terms, remembered until one of these changes.
//!
//! An assumption about a term changes what is known of the terms above it and of no others. Terms do not know their
//! users, so the memo records them: setting a value says what it was made from, and forgetting a term forgets all that was
//! made from it. A walk over users is paid by the values it forgets, so a new assumption costs what it changes and not
//! what is known: a user that has no value when it is met is no user any more, until it has one again.
//!
//! Invariant: where a value rests on a term, that term is *watched* until the value is forgotten, and lists the value's term as a user.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::node::ExprId;

/// A value for some terms.
#[derive(Clone, Debug)]
pub(crate) struct Dependents<V> {
    entries: FxHashMap<ExprId, Entry<V>>,
    stack: Vec<ExprId>,
}

#[derive(Clone, Debug)]
struct Entry<V> {
    value: Option<V>,
    /// Terms whose value was made from this term. Each stands here once for each way to be made from it.
    users: SmallVec<[ExprId; 2]>,
    /// Whether some user's value may rest on this term now.
    watched: bool,
    /// The terms that list this one as a user.
    listed: SmallVec<[ExprId; 2]>,
}

impl<V> Default for Entry<V> {
    fn default() -> Self {
        Entry { value: None, users: SmallVec::new(), watched: false, listed: SmallVec::new() }
    }
}

impl<V> Default for Dependents<V> {
    fn default() -> Self {
        Dependents { entries: FxHashMap::default(), stack: Vec::new() }
    }
}

impl<V: Copy> Dependents<V> {
    /// The value of a term, if it is known.
    #[inline]
    pub(crate) fn get(&self, e: ExprId) -> Option<V> {
        self.entries.get(&e)?.value
    }
    /// How many terms there are something to remember of.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }
    /// The value of `e`, which was made from those of `operands`.
    pub(crate) fn set(&mut self, e: ExprId, value: V, operands: impl IntoIterator<Item = ExprId>) {
        self.entries.entry(e).or_default().value = Some(value);
        for operand in operands {
            self.rests_on(e, operand);
        }
    }
    /// The value of `e` rests on `operand` as well.
    pub(crate) fn rests_on(&mut self, e: ExprId, operand: ExprId) {
        let listed = &mut self.entries.entry(e).or_default().listed;
        let is_new = !listed.contains(&operand);
        if is_new {
            listed.push(operand);
        }
        let entry = self.entries.entry(operand).or_default();
        entry.watched = true;
        if is_new {
            entry.users.push(e);
        }
    }
    /// Forgets the value of `e` and all values that were made from it; calls `forgotten` for each that was known.
    pub(crate) fn forget(&mut self, e: ExprId, mut forgotten: impl FnMut(ExprId)) {
        self.stack.push(e);
        while let Some(top) = self.stack.pop() {
            let Some(entry) = self.entries.get_mut(&top) else { continue };
            if entry.value.take().is_some() {
                forgotten(top);
            }
            if core::mem::replace(&mut entry.watched, false) {
                self.forget_users(top);
            }
        }
    }
    /// Those who use a term are forgotten next; who has no value and is nobody's operand is taken from the list.
    fn forget_users(&mut self, of: ExprId) {
        let mut users = self.entries.get_mut(&of).map(|entry| core::mem::take(&mut entry.users)).unwrap_or_default();
        users.retain(|user| {
            let Some(entry) = self.entries.get_mut(user) else { return false };
            let in_use = entry.value.is_some() || entry.watched;
            if in_use {
                self.stack.push(*user);
            } else {
                entry.listed.retain(|known| *known != of);
            }
            in_use
        });
        if let Some(entry) = self.entries.get_mut(&of) {
            entry.users = users;
        }
    }
}

#[cfg(test)]
mod tests {
    use braid_entity::Entity;

    use super::*;

    #[test]
    fn what_was_made_from_a_forgotten_term_is_forgotten_and_nothing_else() {
        let [a, b, sum, other, stand_in, replaced] = core::array::from_fn(ExprId::new);
        let mut memo = Dependents::default();
        memo.set(a, 1, []);
        memo.set(b, 2, []);
        memo.set(sum, 3, [a, b]);
        memo.set(other, 2, [b]);
        memo.set(replaced, 9, []);
        memo.rests_on(replaced, stand_in);
        let mut forgotten = Vec::new();
        memo.forget(a, |e| forgotten.push(e));
        assert_eq!(forgotten, [a, sum]);
        assert_eq!((memo.get(sum), memo.get(b), memo.get(other)), (None, Some(2), Some(2)));
        // Set again, it is forgotten again, once.
        memo.set(a, 1, []);
        memo.set(sum, 3, [a, b]);
        forgotten.clear();
        memo.forget(b, |e| forgotten.push(e));
        forgotten.sort_unstable();
        assert_eq!(forgotten, [b, sum, other]);
        // A term without a value of its own is known as what others rest on.
        memo.forget(stand_in, |_| {});
        assert_eq!((memo.get(replaced), memo.get(a)), (None, Some(1)));
    }
}
