//! Rests by all that they say but one literal.

use core::hash::BuildHasher;

use braid_expr::ByteSet;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::rows::{Key, Literal, Row};

/// A rest with its hash, the sum of those of its literals: one that is taken away or put back costs no look at all others.
#[derive(Clone, Debug)]
pub(super) struct Hashed {
    hash: u64,
    row: Row,
}

impl Hashed {
    pub(super) fn new(row: Row) -> Hashed {
        let bytes = row.bytes.iter().map(|(&key, &set)| of_byte(key, set));
        let others = row.others.iter().map(|&literal| of_literal(literal));
        let hash = bytes.chain(others).fold(0, u64::wrapping_add);
        Hashed { hash, row }
    }
    pub(super) fn row(&self) -> &Row {
        &self.row
    }
    pub(super) fn into_row(self) -> Row {
        self.row
    }
    /// Takes away what it says about a byte.
    pub(super) fn take_byte(&mut self, key: Key) -> Option<ByteSet> {
        let set = self.row.bytes.remove(&key)?;
        self.hash = self.hash.wrapping_sub(of_byte(key, set));
        Some(set)
    }
    /// Says that a byte that it does not mention is in a set.
    pub(super) fn put_byte(&mut self, key: Key, set: ByteSet) {
        self.row.bytes.insert(key, set);
        self.hash = self.hash.wrapping_add(of_byte(key, set));
    }
    /// Takes a conjunct away. Returns true if it was there.
    pub(super) fn take(&mut self, literal: Literal) -> bool {
        let is_there = self.row.others.remove(&literal);
        if is_there {
            self.hash = self.hash.wrapping_sub(of_literal(literal));
        }
        is_there
    }
    /// Puts a conjunct to it that it does not have.
    pub(super) fn put(&mut self, literal: Literal) {
        self.row.others.insert(literal);
        self.hash = self.hash.wrapping_add(of_literal(literal));
    }
}

fn of_byte(key: Key, set: ByteSet) -> u64 {
    FxBuildHasher.hash_one((key, set))
}

fn of_literal(literal: Literal) -> u64 {
    FxBuildHasher.hash_one(literal)
}

/// Rests that differ from each other, with something for each. In order of first appearance.
#[derive(Debug, Default)]
pub(super) struct Grouped<T> {
    items: Vec<(Hashed, T)>,
    places: HashTable<usize>,
}

impl<T: Default> Grouped<T> {
    /// What there is for a rest.
    pub(super) fn of(&mut self, row: Hashed) -> &mut T {
        let Grouped { items, places } = self;
        let is_same = |&at: &usize| items[at].0.hash == row.hash && items[at].0.row == row.row;
        let at = match places.find(row.hash, is_same) {
            Some(&at) => at,
            None => {
                places.insert_unique(row.hash, items.len(), |&at| items[at].0.hash);
                items.push((row, T::default()));
                items.len() - 1
            }
        };
        &mut items[at].1
    }
    pub(super) fn into_items(self) -> Vec<(Hashed, T)> {
        self.items
    }
}
