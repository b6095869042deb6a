//! Interning: equal values get one id, and comparing ids compares values.

use core::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::{Entity, EntityMap, Sharded};

/// An arena in which each distinct value stands once. Ids are given out in order of first appearance, so they are the
/// same in every run. Those of values that are [given back](Interner::retain) are given out again.
#[derive(Clone, Debug)]
pub struct Interner<K, V> {
    items: EntityMap<K, V>,
    table: Sharded<u32>,
    /// The ids of values that were given back, the lowest last.
    free: Vec<K>,
}

impl<K: Entity, V: Eq + Hash> Interner<K, V> {
    /// An empty arena.
    pub fn new() -> Self {
        Interner { items: EntityMap::new(), table: Sharded::new(), free: Vec::new() }
    }
    /// The id of `value`, which is added if it is new.
    pub fn intern(&mut self, value: V) -> K {
        let hash = FxBuildHasher.hash_one(&value);
        if let Some(&at) = self.table.find(hash, |&at| self.items[K::from_u32(at)] == value) {
            return K::from_u32(at);
        }
        let id = match self.free.pop() {
            Some(id) => {
                self.items[id] = value;
                id
            }
            None => self.items.push(value),
        };
        let items = &self.items;
        self.table.insert_unique(hash, id.as_u32(), |&at| FxBuildHasher.hash_one(&items[K::from_u32(at)]));
        id
    }
    /// Gives back all values that are not kept: their ids mean nothing any more until they are given out again.
    pub fn retain(&mut self, mut keep: impl FnMut(K) -> bool) {
        self.table.retain(|&mut at| keep(K::from_u32(at)));
        let (items, table) = (&self.items, &self.table);
        let is_kept = |id: K| {
            let hash = FxBuildHasher.hash_one(&items[id]);
            table.find(hash, |&at| at == id.as_u32()).is_some()
        };
        self.free = items.iter().map(|(id, _)| id).filter(|&id| !is_kept(id)).collect();
        self.free.reverse();
    }
    /// The id of `value` if it was interned before.
    pub fn find(&self, value: &V) -> Option<K> {
        let hash = FxBuildHasher.hash_one(value);
        self.table.find(hash, |&at| self.items[K::from_u32(at)] == *value).map(|&at| K::from_u32(at))
    }
    /// All values with their ids, in order of first appearance; also those that were given back.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.items.iter()
    }
    /// How many distinct values there are.
    pub fn len(&self) -> usize {
        self.table.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }
}

impl<K: Entity, V: Eq + Hash> Default for Interner<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Entity, V> core::ops::Index<K> for Interner<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, id: K) -> &V {
        &self.items[id]
    }
}

crate::entity!(
    /// An interned string; which [`StringPool`] it belongs to is known from context.
    Symbol,
    "sym"
);

/// Interned strings in one buffer: a name costs its bytes and 16 more.
#[derive(Clone, Debug, Default)]
pub struct StringPool {
    text: String,
    ends: EntityMap<Symbol, u32>,
    table: HashTable<u32>,
}

impl StringPool {
    /// The id of `text`, which is added if it is new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = FxBuildHasher.hash_one(text);
        if let Some(&at) = self.table.find(hash, |&at| self.get(Symbol::from_u32(at)) == text) {
            return Symbol::from_u32(at);
        }
        self.text.push_str(text);
        let end = u32::try_from(self.text.len()).expect("more than 4 GiB of names");
        let id = self.ends.push(end);
        let (text, ends) = (&self.text, &self.ends);
        self.table
            .insert_unique(hash, id.as_u32(), |&at| FxBuildHasher.hash_one(slice_of(text, ends, Symbol::from_u32(at))));
        id
    }
    /// The id of `text` if it was interned before.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        let hash = FxBuildHasher.hash_one(text);
        self.table.find(hash, |&at| self.get(Symbol::from_u32(at)) == text).map(|&at| Symbol::from_u32(at))
    }
    /// The string of `id`.
    #[inline]
    pub fn get(&self, id: Symbol) -> &str {
        slice_of(&self.text, &self.ends, id)
    }
    /// The string of `id`, if the pool has it.
    pub fn try_get(&self, id: Symbol) -> Option<&str> {
        self.ends.contains(id).then(|| self.get(id))
    }
    /// How many distinct strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice_of<'a>(text: &'a str, ends: &EntityMap<Symbol, u32>, id: Symbol) -> &'a str {
    let start = if id.as_u32() == 0 { 0 } else { ends[Symbol::from_u32(id.as_u32() - 1)] as usize };
    &text[start..ends[id] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_an_id() {
        let mut pool = StringPool::default();
        let ids: Vec<_> = ["main", "", "x", "main", "", "y"].map(|s| pool.intern(s)).into();
        assert_eq!((ids[0], ids[1]), (ids[3], ids[4]));
        assert_eq!(pool.len(), 4);
        assert_eq!(["main", "", "x", "y"].map(|s| pool.get(pool.find(s).unwrap())), ["main", "", "x", "y"]);
        assert_eq!(pool.find("z"), None);
    }

    #[test]
    fn what_is_given_back_is_used_again() {
        let mut interner = Interner::<Symbol, u64>::new();
        let ids: Vec<_> = (0..1000).map(|i| interner.intern(i)).collect();
        interner.retain(|id| id.as_u32().is_multiple_of(10));
        assert_eq!(interner.len(), 100);
        assert!((0..1000).step_by(10).all(|i| interner.find(&(i as u64)) == Some(ids[i])));
        assert_eq!(interner.find(&7), None);
        let again: Vec<_> = (2000..2900).map(|i| interner.intern(i)).collect();
        assert_eq!((again[0], interner.len()), (ids[1], 1000), "the lowest first");
        assert!(again.iter().all(|id| id.as_u32() < 1000));
        assert_eq!(interner.intern(3000).as_u32(), 1000);
    }

    #[test]
    fn interning_survives_growth() {
        let mut interner = Interner::<Symbol, u64>::new();
        let ids: Vec<_> = (0..1000).map(|i| interner.intern(i * 7)).collect();
        assert!((0..1000).all(|i| interner.intern(i as u64 * 7) == ids[i]));
        assert_eq!(interner.len(), 1000);
    }
}
