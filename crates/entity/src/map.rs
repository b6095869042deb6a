//! Dense maps keyed by ids: [`EntityMap`] owns what it names, [`SecondaryMap`] annotates what another map owns.

use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

/// A typed u32 id. Implemented by [`entity!`](crate::entity); an optional id is as small as an id.
pub trait Entity: Copy + Eq {
    /// The id with this number.
    fn from_u32(index: u32) -> Self;
    /// The number of this id.
    fn as_u32(self) -> u32;

    /// The id for a vector position. Panics past 2^32 - 2 entries, which no input within the readers' limits reaches.
    #[inline]
    fn new(index: usize) -> Self {
        Self::from_u32(u32::try_from(index).ok().filter(|&i| i != u32::MAX).expect("more than 2^32 - 2 entities"))
    }
    /// The vector position of this id.
    #[inline]
    fn index(self) -> usize {
        self.as_u32() as usize
    }
}

/// The table that hands out the ids of one kind and owns the things they name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntityMap<K, V> {
    items: Vec<V>,
    key: PhantomData<fn(K)>,
}

impl<K: Entity, V> EntityMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        EntityMap { items: Vec::new(), key: PhantomData }
    }
    /// An empty map with room for `n` entries.
    pub fn with_capacity(n: usize) -> Self {
        EntityMap { items: Vec::with_capacity(n), key: PhantomData }
    }
    /// Adds `value` and returns its id.
    #[inline]
    pub fn push(&mut self, value: V) -> K {
        let id = K::new(self.items.len());
        self.items.push(value);
        id
    }
    /// The id that the next [`push`](Self::push) gives out.
    pub fn next_id(&self) -> K {
        K::new(self.items.len())
    }
    /// The entry of `id`, if there is one.
    #[inline]
    pub fn get(&self, id: K) -> Option<&V> {
        self.items.get(id.index())
    }
    /// The entry of `id` for writing, if there is one.
    #[inline]
    pub fn get_mut(&mut self, id: K) -> Option<&mut V> {
        self.items.get_mut(id.index())
    }
    /// Whether `id` is in the map.
    pub fn contains(&self, id: K) -> bool {
        id.index() < self.items.len()
    }
    /// How many entries there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// All ids, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(K::new)
    }
    /// All entries with their ids, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(i, v)| (K::new(i), v))
    }
    /// All entries with their ids, in order, for writing.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (K, &mut V)> + ExactSizeIterator {
        self.items.iter_mut().enumerate().map(|(i, v)| (K::new(i), v))
    }
    /// All entries, in order.
    pub fn values(&self) -> core::slice::Iter<'_, V> {
        self.items.iter()
    }
    /// All entries, in order, for writing.
    pub fn values_mut(&mut self) -> core::slice::IterMut<'_, V> {
        self.items.iter_mut()
    }
    /// Moves all entries into a map without spare room. This one is empty afterwards, with its room for the next use.
    pub fn take_exact(&mut self) -> Self {
        EntityMap { items: self.items.drain(..).collect(), key: PhantomData }
    }
    /// Forgets all entries and keeps the room.
    pub fn clear(&mut self) {
        self.items.clear();
    }
    /// Gives back the spare room of the table.
    pub fn shrink_to_fit(&mut self) {
        self.items.shrink_to_fit();
    }
}

impl<K: Entity, V> Default for EntityMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Entity, V> FromIterator<V> for EntityMap<K, V> {
    fn from_iter<T: IntoIterator<Item = V>>(iter: T) -> Self {
        EntityMap { items: iter.into_iter().collect(), key: PhantomData }
    }
}

impl<K: Entity, V> Index<K> for EntityMap<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, id: K) -> &V {
        &self.items[id.index()]
    }
}

impl<K: Entity, V> IndexMut<K> for EntityMap<K, V> {
    #[inline]
    fn index_mut(&mut self, id: K) -> &mut V {
        &mut self.items[id.index()]
    }
}

/// Facts about entities that another map owns; every id has the default value until it is set.
#[derive(Clone, Debug)]
pub struct SecondaryMap<K, V> {
    items: Vec<V>,
    default: V,
    key: PhantomData<fn(K)>,
}

impl<K: Entity, V: Clone> SecondaryMap<K, V> {
    /// A map in which every id has the value `default`.
    pub const fn with_default(default: V) -> Self {
        SecondaryMap { items: Vec::new(), default, key: PhantomData }
    }
    /// As [`with_default`](Self::with_default), with room for `n` ids made at once.
    pub fn filled(default: V, n: usize) -> Self {
        SecondaryMap { items: vec![default.clone(); n], default, key: PhantomData }
    }
    /// A map in which every id has `V::default()`.
    pub fn new() -> Self
    where
        V: Default,
    {
        Self::with_default(V::default())
    }
    /// Sets every id back to the default value, keeping the room.
    pub fn clear(&mut self) {
        self.items.clear();
    }
    /// The ids up to the last one that was written, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.items.iter().enumerate().map(|(i, v)| (K::new(i), v))
    }
}

impl<K: Entity, V: Clone + Default> Default for SecondaryMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Entity, V: Clone> Index<K> for SecondaryMap<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, id: K) -> &V {
        self.items.get(id.index()).unwrap_or(&self.default)
    }
}

impl<K: Entity, V: Clone> IndexMut<K> for SecondaryMap<K, V> {
    #[inline]
    fn index_mut(&mut self, id: K) -> &mut V {
        let at = id.index();
        if at >= self.items.len() {
            self.items.resize(at + 1, self.default.clone());
        }
        &mut self.items[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::entity!(
        /// An id for the tests.
        TestId,
        "t"
    );

    #[test]
    fn ids_are_handed_out_in_order_and_print_with_their_prefix() {
        let mut map = EntityMap::<TestId, &str>::new();
        let a = map.push("a");
        let b = map.push("b");
        assert_eq!((a.to_string(), b.to_string()), ("t0".into(), "t1".into()));
        assert_eq!((map[a], map[b], map.len()), ("a", "b", 2));
        assert_eq!(map.get(TestId::new(2)), None);
        assert_eq!(size_of::<Option<TestId>>(), 4);
    }

    #[test]
    fn an_unwritten_id_has_the_default() {
        let mut map = SecondaryMap::<TestId, u8>::with_default(7);
        map[TestId::new(3)] = 1;
        assert_eq!([map[TestId::new(0)], map[TestId::new(3)], map[TestId::new(9)]], [7, 1, 7]);
    }
}
