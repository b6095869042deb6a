//! A table by number of which most places become empty again.
//!
//! Numbers are given once and never again, so that they tell entries apart for a whole run. Places stand in pages; one with nothing in it
//! takes no memory. So the table follows the entries that are there, and not all that ever were.

use core::marker::PhantomData;

use crate::Entity;

/// So many places stand together.
const PLACES: usize = 256;

/// Entries by their number.
#[derive(Clone, Debug)]
pub struct Paged<K, T> {
    pages: Vec<Option<Box<Page<T>>>>,
    /// The next number.
    next: usize,
    len: usize,
    /// The last page that became empty: an entry is often taken out and put back.
    spare: Option<Box<Page<T>>>,
    key: PhantomData<K>,
}

#[derive(Clone, Debug)]
struct Page<T> {
    places: [Option<T>; PLACES],
    len: usize,
}

impl<K: Entity, T> Paged<K, T> {
    /// An empty table.
    pub fn new() -> Self {
        Paged { pages: Vec::new(), next: 0, len: 0, spare: None, key: PhantomData }
    }
    /// A number whose place is empty so far.
    pub fn reserve(&mut self) -> K {
        self.next += 1;
        K::new(self.next - 1)
    }
    /// Puts an entry at its number; what was there before.
    pub fn insert(&mut self, key: K, entry: T) -> Option<T> {
        let (page, place) = parts(key);
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        let page = self.pages[page].get_or_insert_with(|| self.spare.take().unwrap_or_default());
        let before = page.places[place].replace(entry);
        page.len += usize::from(before.is_none());
        self.len += usize::from(before.is_none());
        before
    }
    /// Takes an entry out.
    pub fn remove(&mut self, key: K) -> Option<T> {
        let (at, place) = parts(key);
        let page = self.pages.get_mut(at)?.as_mut()?;
        let entry = page.places[place].take()?;
        page.len -= 1;
        self.len -= 1;
        if page.len == 0 {
            self.spare = self.pages[at].take();
        }
        Some(entry)
    }
    /// An entry.
    #[inline]
    pub fn get(&self, key: K) -> Option<&T> {
        let (page, place) = parts(key);
        self.pages.get(page)?.as_ref()?.places[place].as_ref()
    }
    /// An entry to be changed.
    #[inline]
    pub fn get_mut(&mut self, key: K) -> Option<&mut T> {
        let (page, place) = parts(key);
        self.pages.get_mut(page)?.as_mut()?.places[place].as_mut()
    }
    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }
    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
    /// The numbers that have an entry, in order.
    pub fn keys(&self) -> impl Iterator<Item = K> + '_ {
        let pages = self.pages.iter().enumerate().filter_map(|(at, page)| Some((at, page.as_ref()?)));
        pages.flat_map(|(at, page)| {
            let held = page.places.iter().enumerate().filter(|(_, entry)| entry.is_some());
            held.map(move |(place, _)| K::new(at * PLACES + place))
        })
    }
}

impl<T> Default for Page<T> {
    fn default() -> Self {
        Page { places: [const { None }; PLACES], len: 0 }
    }
}

impl<K: Entity, T> Default for Paged<K, T> {
    fn default() -> Self {
        Self::new()
    }
}

fn parts<K: Entity>(key: K) -> (usize, usize) {
    (key.index() / PLACES, key.index() % PLACES)
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::entity!(
        /// A number of a test.
        Number,
        "number"
    );

    #[test]
    fn entries_are_found_and_empty_pages_are_given_back() {
        let mut table: Paged<Number, usize> = Paged::new();
        let numbers: Vec<Number> = (0..3 * PLACES).map(|_| table.reserve()).collect();
        for &number in &numbers {
            assert_eq!(table.insert(number, number.index()), None);
        }
        assert_eq!(table.insert(numbers[7], 70), Some(7));
        for &number in numbers[..2 * PLACES].iter().filter(|number| number.index() != 7) {
            assert_eq!(table.remove(number.to_owned()), Some(number.index()));
            assert_eq!(table.remove(number.to_owned()), None);
        }
        assert_eq!(
            (table.len(), table.keys().count(), table.keys().next()),
            (PLACES + 1, PLACES + 1, Some(numbers[7]))
        );
        assert_eq!((table.get(numbers[7]), table.get(numbers[8]), table.get(numbers[PLACES])), (Some(&70), None, None));
        assert_eq!(table.pages.iter().filter(|page| page.is_some()).count(), 2);
        assert_eq!(table.reserve().index(), 3 * PLACES, "a number is given once");
    }
}
