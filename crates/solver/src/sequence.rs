//! The query that is asked now, side by side: the conjuncts of a persistent list as a vector, and where each of them stands.
//!
//! Queries come one after another and share long beginnings. What follows a query costs what it does not share with the one
//! before; nothing here, and nothing that layers do with it, costs the whole path.

use braid_expr::{Conjunction, ExprId};
use rustc_hash::FxHashMap;

/// A list of conjuncts with random access.
#[derive(Default)]
pub struct Sequence {
    list: Conjunction,
    conjuncts: Vec<ExprId>,
    /// The first place of each conjunct.
    places: FxHashMap<ExprId, u32>,
}

impl Sequence {
    /// Becomes the sequence of `list`.
    pub(crate) fn follow(&mut self, list: Conjunction) {
        let shared = self.list.shared(&list);
        for at in shared..self.conjuncts.len() {
            let conjunct = self.conjuncts[at];
            if self.places.get(&conjunct) == Some(&(at as u32)) {
                self.places.remove(&conjunct);
            }
        }
        self.conjuncts.truncate(shared);
        list.append_since(shared, &mut self.conjuncts);
        for at in shared..self.conjuncts.len() {
            self.places.entry(self.conjuncts[at]).or_insert(at as u32);
        }
        self.list = list;
    }

    /// A list of these conjuncts that shares its beginning with the current one.
    pub(crate) fn list_of(&self, conjuncts: &[ExprId]) -> Conjunction {
        let shared = self.conjuncts.iter().zip(conjuncts).take_while(|(a, b)| a == b).count();
        let mut list = self.list.prefix(shared);
        list.extend(conjuncts[shared..].iter().copied());
        list
    }

    /// The conjuncts as a list.
    pub fn list(&self) -> &Conjunction {
        &self.list
    }

    /// The conjuncts, oldest first.
    pub fn conjuncts(&self) -> &[ExprId] {
        &self.conjuncts
    }

    /// The first place where a conjunct stands.
    pub fn place(&self, conjunct: ExprId) -> Option<usize> {
        self.places.get(&conjunct).map(|&at| at as usize)
    }
}

/// Conjuncts that a question is asked under: a path, or any conditions side by side.
pub trait Premises {
    /// The conjuncts as a list; `last` is the query before.
    fn list(&self, last: &Sequence) -> Conjunction;
}

impl Premises for Conjunction {
    fn list(&self, _: &Sequence) -> Conjunction {
        self.clone()
    }
}

impl Premises for [ExprId] {
    fn list(&self, last: &Sequence) -> Conjunction {
        last.list_of(self)
    }
}

impl<const N: usize> Premises for [ExprId; N] {
    fn list(&self, last: &Sequence) -> Conjunction {
        last.list_of(self)
    }
}

impl Premises for Vec<ExprId> {
    fn list(&self, last: &Sequence) -> Conjunction {
        last.list_of(self)
    }
}

#[cfg(test)]
mod tests {
    use braid_entity::Entity;
    use braid_expr::testing::Random;

    use super::*;

    /// Against vectors that are searched from end to end.
    #[test]
    fn a_sequence_knows_its_conjuncts_and_their_first_places() {
        let mut random = Random::new(5);
        let mut sequence = Sequence::default();
        let mut path: Vec<ExprId> = Vec::new();
        for _ in 0..500 {
            path.truncate(random.below(path.len() as u64 + 1) as usize);
            path.extend((0..random.below(6)).map(|_| ExprId::from_u32(random.below(9) as u32)));
            let list = if random.once_in(2) { path.list(&sequence) } else { path.iter().copied().collect() };
            sequence.follow(list);
            assert_eq!((sequence.conjuncts(), sequence.list().to_vec()), (&path[..], path.clone()));
            for conjunct in (0..9).map(ExprId::from_u32) {
                assert_eq!(sequence.place(conjunct), path.iter().position(|&other| other == conjunct));
            }
        }
    }
}
