//! Which numbers of a space (cells of an array, symbols) are read, and by which interval.
//!
//! Conditions read few and low cells, so those are looked up in a table; ranges that are long or far out stand in an
//! ordered map.
//!
//! Invariant: intervals never overlap, be they in the table or in the map.

use std::collections::BTreeMap;

use smallvec::SmallVec;

/// The intervals of one space by the numbers they cover.
#[derive(Default)]
pub(super) struct Intervals {
    /// The interval that covers each of the first numbers, or [`NONE`].
    near: Vec<u32>,
    /// Other intervals by their lowest number, each with its highest.
    far: BTreeMap<u64, (u64, u32)>,
}

/// No interval.
pub(super) const NONE: u32 = u32::MAX;
/// The numbers that the table may cover.
const NEAR: u64 = 4096;
/// Longer intervals are kept in the map.
const MAX_NEAR_LENGTH: u64 = 64;

/// What there is in a range of numbers.
#[derive(Default)]
pub(super) struct Found {
    /// The intervals that overlap with it; one may be named more than once.
    pub(super) met: SmallVec<[u32; 8]>,
    /// The parts that no interval covers, in order.
    pub(super) free: SmallVec<[(u64, u64); 4]>,
}

impl Intervals {
    /// What covers a single number, if that can be told at once.
    #[inline]
    pub(super) fn covering(&self, number: u64) -> Option<u32> {
        let near = self.near.get(usize::try_from(number).ok()?).copied();
        near.filter(|&id| id != NONE)
    }

    /// What there is from `low` to `high`.
    pub(super) fn find(&self, low: u64, high: u64) -> Found {
        let mut covered: SmallVec<[(u64, u64, u32); 8]> = SmallVec::new();
        let limit = self.near.len().min(usize::try_from(high).map_or(usize::MAX, |high| high.saturating_add(1)));
        let mut at = usize::try_from(low).unwrap_or(usize::MAX);
        while at < limit {
            if self.near[at] != NONE {
                covered.push((at as u64, at as u64, self.near[at]));
            }
            at += 1;
        }
        if !self.far.is_empty() {
            let before = self.far.range(..low).next_back().filter(|(_, (end, _))| *end >= low);
            let inside = self.far.range(low..=high);
            covered.extend(before.into_iter().chain(inside).map(|(&start, &(end, id))| (start, end, id)));
            covered.sort_unstable();
        }
        gaps(low, high, &covered)
    }

    /// Adds an interval over numbers that none covers.
    pub(super) fn insert(&mut self, low: u64, high: u64, id: u32) {
        if is_near(low, high) {
            let end = high as usize + 1;
            if self.near.len() < end {
                self.near.resize(end, NONE);
            }
            self.near[low as usize..end].fill(id);
        } else {
            self.far.insert(low, (high, id));
        }
    }

    /// Takes an interval away.
    pub(super) fn remove(&mut self, low: u64, high: u64) {
        if is_near(low, high) {
            self.near[low as usize..=high as usize].fill(NONE);
        } else {
            self.far.remove(&low);
        }
    }
}

fn is_near(low: u64, high: u64) -> bool {
    high < NEAR && high - low < MAX_NEAR_LENGTH
}

/// The intervals, in order, and what they leave free.
fn gaps(low: u64, high: u64, covered: &[(u64, u64, u32)]) -> Found {
    let mut found = Found::default();
    let mut from = Some(low);
    for &(start, end, id) in covered {
        if found.met.last() != Some(&id) {
            found.met.push(id);
        }
        if let Some(from) = from.filter(|&from| from < start) {
            found.free.push((from, start - 1));
        }
        from = end.checked_add(1);
    }
    found.free.extend(from.filter(|&from| from <= high).map(|from| (from, high)));
    found
}

#[cfg(test)]
mod tests {
    use braid_expr::testing::Random;

    use super::*;

    /// Against a list of intervals that is searched from end to end.
    #[test]
    fn table_and_map_say_what_a_list_says() {
        let mut random = Random::new(3);
        let places = [0, 5, 60, 100, 4090, 4096, 1 << 40, u64::MAX - 200];
        for _ in 0..200 {
            let mut intervals = Intervals::default();
            let mut list: Vec<(u64, u64, u32)> = Vec::new();
            for id in 0..60 {
                if random.once_in(4) && !list.is_empty() {
                    let (low, high, _) = list.swap_remove(random.below(list.len() as u64) as usize);
                    intervals.remove(low, high);
                }
                let low = random.pick(&places) + random.below(40);
                let length = random.pick(&[0, 1, 3, 80, 5000]);
                let high = low.saturating_add(length);
                let found = intervals.find(low, high);
                let mut met: Vec<u32> = list.iter().filter(|(l, h, _)| *l <= high && low <= *h).map(|i| i.2).collect();
                let mut same = found.met.to_vec();
                met.sort_unstable();
                same.sort_unstable();
                same.dedup();
                assert_eq!(same, met);
                let is_free = |n: u64| !list.iter().any(|(l, h, _)| (*l..=*h).contains(&n));
                for n in low..=high {
                    assert_eq!(found.free.iter().any(|(l, h)| (*l..=*h).contains(&n)), is_free(n));
                }
                assert!(intervals.covering(low).is_none_or(|id| !is_free(low) && met.contains(&id)));
                for (at, (low, high)) in found.free.into_iter().enumerate() {
                    let id = id * 100 + at as u32;
                    intervals.insert(low, high, id);
                    list.push((low, high, id));
                }
            }
        }
    }
}
