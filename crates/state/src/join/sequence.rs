//! Lists of states as one list, in which the elements of each state stand in its own order.

use rustc_hash::FxHashMap;

/// An element of the joined list: which element of which state it is, the states ascending.
pub(super) type Shared = Vec<(usize, usize)>;

/// Brings lists, one for each state, into one. Elements of one key are one element where the order of all lists allows
/// it; otherwise there are several of them, each of other states.
pub(super) fn merge<L: AsRef<[T]>, T>(lists: &[L], key: impl Fn(&T) -> u64) -> Vec<Shared> {
    let mut merged: Vec<Shared> = Vec::new();
    for (state, list) in lists.iter().enumerate() {
        // Of several elements of one key the first is met.
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        for (at, shared) in merged.iter().enumerate() {
            let (owner, index) = shared[0];
            places.entry(key(&lists[owner].as_ref()[index])).or_insert(at);
        }
        merged = add(merged, &places, state, list.as_ref().iter().map(&key));
    }
    merged
}

/// Adds the list of one more state, by the keys of its elements.
fn add(
    merged: Vec<Shared>,
    places: &FxHashMap<u64, usize>,
    state: usize,
    list: impl Iterator<Item = u64>,
) -> Vec<Shared> {
    let mut result = Vec::with_capacity(merged.len());
    let mut rest = merged.into_iter().enumerate().peekable();
    for (index, key) in list.enumerate() {
        let ahead = places.get(&key).filter(|&&place| rest.peek().is_some_and(|&(next, _)| next <= place));
        let Some(&place) = ahead else {
            result.push(vec![(state, index)]);
            continue;
        };
        while let Some((at, mut shared)) = rest.next_if(|&(at, _)| at <= place) {
            if at == place {
                shared.push((state, index));
            }
            result.push(shared);
        }
    }
    result.extend(rest.map(|(_, shared)| shared));
    result
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
            let merged = merge(&lists, |&element| element);
            let element = |&(state, index): &(usize, usize)| lists[state][index];
            assert!(merged.iter().all(|shared| shared.iter().all(|one| element(one) == element(&shared[0]))));
            for (state, list) in lists.iter().enumerate() {
                let own = merged.iter().flatten().filter(|&&(owner, _)| owner == state);
                let own: Vec<u64> = own.map(|&(_, index)| list[index]).collect();
                assert_eq!(own, *list, "{lists:?} {merged:?}");
            }
        }
    }

    #[test]
    fn what_all_have_in_one_order_is_shared() {
        let merged = merge(&[vec![1, 2, 4], vec![1, 3, 4]], |&element: &u64| element);
        assert_eq!(merged, [vec![(0, 0), (1, 0)], vec![(1, 1)], vec![(0, 1)], vec![(0, 2), (1, 2)]]);
    }
}
