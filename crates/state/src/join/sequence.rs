//! Lists of states as one list, in which the elements of each state stand in its own order.

use braid_expr::Interrupt;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// States that follow each other and have an element at the same place of their lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Run {
    first: usize,
    last: usize,
    index: usize,
}

/// An element of the joined list. Its states are kept as runs: of thousands of states each of which has one element more than the
/// one before, most have most elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shared(SmallVec<[Run; 1]>);

impl Shared {
    fn of(state: usize, index: usize) -> Shared {
        Shared(smallvec![Run { first: state, last: state, index }])
    }
    /// One more state, behind all others, has the element.
    fn add(&mut self, state: usize, index: usize) {
        match self.0.last_mut() {
            Some(run) if run.last + 1 == state && run.index == index => run.last = state,
            _ => self.0.push(Run { first: state, last: state, index }),
        }
    }
    /// The first state that has it, and which element of its list it is.
    pub(super) fn owner(&self) -> (usize, usize) {
        (self.0[0].first, self.0[0].index)
    }
    /// All states that have it, ascending, and which element of their lists it is.
    pub(super) fn members(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.iter().flat_map(|run| (run.first..=run.last).map(|state| (state, run.index)))
    }
}

/// Brings lists, one for each state, into one. Elements of one key are one element where the order of all lists allows
/// it; otherwise there are several of them, each of other states. What is interrupted is not complete.
pub(super) fn merge<L: AsRef<[T]>, T>(interrupt: &Interrupt, lists: &[L], key: impl Fn(&T) -> u64) -> Vec<Shared> {
    let mut merged = Merged::default();
    for (state, list) in lists.iter().enumerate() {
        let keys: Vec<u64> = list.as_ref().iter().map(&key).collect();
        if !merged.extend(state, &keys) {
            merged.insert(state, &keys);
        }
        if interrupt.spend(u32::try_from(keys.len()).unwrap_or(u32::MAX)) {
            break;
        }
    }
    merged.elements
}

/// The joined list of the states so far.
#[derive(Default)]
struct Merged {
    elements: Vec<Shared>,
    keys: Vec<u64>,
    /// Where the first element of each key stands.
    places: FxHashMap<u64, usize>,
}

impl Merged {
    /// Where each element of a list goes, if none comes between those that are there.
    fn places_of(&self, keys: &[u64]) -> Option<Vec<usize>> {
        let mut next = 0;
        let mut places = Vec::with_capacity(keys.len());
        for key in keys {
            let known = self.places.get(key).copied().filter(|&place| place >= next);
            let place = known.or_else(|| (next >= self.elements.len()).then_some(next))?;
            places.push(place);
            next = place + 1;
        }
        Some(places)
    }

    /// Adds the list of one more state where it stands; returns false if elements come in between, and nothing was done.
    fn extend(&mut self, state: usize, keys: &[u64]) -> bool {
        let Some(places) = self.places_of(keys) else { return false };
        for (index, (&key, place)) in keys.iter().zip(places).enumerate() {
            match self.elements.get_mut(place) {
                Some(shared) => shared.add(state, index),
                None => self.push(Shared::of(state, index), key),
            }
        }
        true
    }

    fn push(&mut self, shared: Shared, key: u64) {
        self.places.entry(key).or_insert(self.elements.len());
        self.elements.push(shared);
        self.keys.push(key);
    }

    /// Adds the list of one more state, with elements in between.
    fn insert(&mut self, state: usize, keys: &[u64]) {
        let before = core::mem::take(self);
        let mut rest = before.elements.into_iter().zip(before.keys).enumerate().peekable();
        for (index, &key) in keys.iter().enumerate() {
            let place = before.places.get(&key).copied();
            let Some(place) = place.filter(|&place| rest.peek().is_some_and(|&(next, _)| next <= place)) else {
                self.push(Shared::of(state, index), key);
                continue;
            };
            while let Some((at, (mut shared, key))) = rest.next_if(|&(at, _)| at <= place) {
                if at == place {
                    shared.add(state, index);
                }
                self.push(shared, key);
            }
        }
        rest.for_each(|(_, (shared, key))| self.push(shared, key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_expr::testing::Random;

    #[test]
    fn each_list_stands_in_the_joined_one_in_its_own_order() {
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let lists: Vec<Vec<u64>> = (0..2 + random.below(3))
                .map(|_| {
                    let mut list: Vec<u64> = (0..6).filter(|_| random.once_in(2)).collect();
                    if random.once_in(3) && list.len() > 1 {
                        list.swap(0, 1);
                    }
                    list
                })
                .collect();
            let merged = merge(&Interrupt::default(), &lists, |&element| element);
            let element = |(state, index): (usize, usize)| lists[state][index];
            assert!(merged.iter().all(|shared| shared.members().all(|one| element(one) == element(shared.owner()))));
            for (state, list) in lists.iter().enumerate() {
                let own = merged.iter().flat_map(Shared::members).filter(|&(owner, _)| owner == state);
                let own: Vec<u64> = own.map(|(_, index)| list[index]).collect();
                assert_eq!(own, *list, "{lists:?} {merged:?}");
            }
        }
    }

    #[test]
    fn what_all_have_in_one_order_is_shared() {
        let merged = merge(&Interrupt::default(), &[vec![1, 2, 4], vec![1, 3, 4]], |&element: &u64| element);
        let members: Vec<Vec<(usize, usize)>> = merged.iter().map(|shared| shared.members().collect()).collect();
        assert_eq!(members, [vec![(0, 0), (1, 0)], vec![(1, 1)], vec![(0, 1)], vec![(0, 2), (1, 2)]]);
    }

    #[test]
    fn lists_that_grow_one_by_one_take_one_run_for_each_element() {
        let lists: Vec<Vec<u64>> = (0..200).map(|length| (0..length).collect()).collect();
        let merged = merge(&Interrupt::default(), &lists, |&element| element);
        assert_eq!(merged.len(), 199);
        assert!(merged.iter().all(|shared| shared.0.len() == 1));
    }
}
