//! A hash table in parts, which grow one at a time.
//!
//! A table that grows takes three times its memory for a moment. Where it is a large part of what a run has, the limit of the run is exceeded
//! before anybody can ask for it. In this one, beyond a bound, each of many parts grows by itself.

use hashbrown::HashTable;

/// A table of this many entries is parted.
const LARGE: usize = 1 << 13;
/// Into so many parts.
const PARTS: usize = 64;
/// Which part a hash belongs to is told by bits that tell little within it.
const SHIFT: u32 = 40;

/// A hash table whose entries are found by hashes and comparisons of the caller.
#[derive(Clone, Debug)]
pub struct Sharded<T> {
    parts: Vec<HashTable<T>>,
    len: usize,
}

impl<T> Sharded<T> {
    /// An empty table.
    pub fn new() -> Self {
        Sharded { parts: vec![HashTable::new()], len: 0 }
    }
    /// The entry with a hash that is meant.
    #[inline]
    pub fn find(&self, hash: u64, is_meant: impl FnMut(&T) -> bool) -> Option<&T> {
        self.parts[self.part(hash)].find(hash, is_meant)
    }
    /// Adds an entry that is not there; `hash_of` tells the hashes of others.
    #[inline]
    pub fn insert_unique(&mut self, hash: u64, entry: T, hash_of: impl Fn(&T) -> u64) {
        if self.len == LARGE {
            self.part_up(&hash_of);
        }
        let part = self.part(hash);
        self.parts[part].insert_unique(hash, entry, hash_of);
        self.len += 1;
    }
    /// Takes out all entries that are not kept.
    pub fn retain(&mut self, mut keep: impl FnMut(&mut T) -> bool) {
        self.parts.iter_mut().for_each(|part| part.retain(&mut keep));
        self.len = self.parts.iter().map(HashTable::len).sum();
    }
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// How many entries there is memory for.
    pub fn capacity(&self) -> usize {
        self.parts.iter().map(HashTable::capacity).sum()
    }

    #[inline]
    fn part(&self, hash: u64) -> usize {
        (hash >> SHIFT) as usize & (self.parts.len() - 1)
    }

    #[cold]
    fn part_up(&mut self, hash_of: impl Fn(&T) -> u64) {
        let whole = core::mem::replace(&mut self.parts, (0..PARTS).map(|_| HashTable::new()).collect());
        for entry in whole.into_iter().flatten() {
            let hash = hash_of(&entry);
            let part = self.part(hash);
            self.parts[part].insert_unique(hash, entry, &hash_of);
        }
    }
}

impl<T> Default for Sharded<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use core::hash::BuildHasher;

    use rustc_hash::FxBuildHasher;

    use super::*;

    #[test]
    fn all_entries_are_found_before_and_after_it_is_parted() {
        let hash = |number: &u32| FxBuildHasher.hash_one(number);
        let mut table = Sharded::new();
        for number in 0..3 * LARGE as u32 {
            assert!(table.find(hash(&number), |&other| other == number).is_none());
            table.insert_unique(hash(&number), number, hash);
            let other = number / 2;
            assert_eq!(table.find(hash(&other), |&entry| entry == other), Some(&other));
        }
        assert_eq!((table.len(), table.parts.len()), (3 * LARGE, PARTS));
        assert!((0..3 * LARGE as u32).all(|number| table.find(hash(&number), |&other| other == number).is_some()));
        table.retain(|number| *number % 2 == 0);
        let is_there = |number: &u32| table.find(hash(number), |other| other == number).is_some();
        assert!((0..3 * LARGE as u32).all(|number| is_there(&number) == (number % 2 == 0)));
        assert_eq!(table.len(), 3 * LARGE / 2);
        let largest = table.parts.iter().map(HashTable::len).max().unwrap_or(0);
        assert!(largest < 3 * LARGE / PARTS, "the parts are alike: {largest}");
    }
}
