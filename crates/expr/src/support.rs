//! What a term depends on: symbols, free bound variables, and cells of symbolic arrays, as a small set of ranges.
//!
//! Each node carries the id of an interned set, so that independence slicing compares sets without walking terms. A set
//! is a *superset* of the true support, made of at most [`MAX_RANGES`] ranges: a sum over n scattered cells would else
//! need n sets of up to n entries. Past the limit the two closest ranges of one space become one, which costs slicing
//! some precision and never soundness.

use core::hash::BuildHasher;

use braid_entity::{Entity, Sharded, entity};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::array::ArrayId;
use crate::symbol::SymbolId;

entity!(
    /// An interned support set. Equal sets have equal ids.
    SupportId,
    "support"
);

impl SupportId {
    /// The set of a term that depends on nothing.
    pub const EMPTY: SupportId = SupportId::numbered(0);
}

/// How many ranges a set has at most: a condition of a parser reads a handful of cells and fields, and 32 ranges of 24
/// bytes keep the worst term below a kilobyte.
pub const MAX_RANGES: usize = 32;

/// What the numbers of a [`Range`] count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Space {
    /// Symbols, by the number of their id.
    Symbols,
    /// Free bound variables, by their width.
    Bound,
    /// The cells of a symbolic array, by index.
    Array(ArrayId),
}

/// Some adjacent things that a term may depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    /// What the numbers count.
    pub space: Space,
    /// The first.
    pub low: u64,
    /// The last, which is in the range.
    pub high: u64,
}

impl Range {
    pub(crate) fn symbol(id: SymbolId) -> Range {
        Range { space: Space::Symbols, low: id.as_u32().into(), high: id.as_u32().into() }
    }
    pub(crate) fn bound(width: u32) -> Range {
        Range { space: Space::Bound, low: width.into(), high: width.into() }
    }
    /// Whether some thing is in both.
    pub fn meets(&self, other: &Range) -> bool {
        self.space == other.space && self.low <= other.high && other.low <= self.high
    }
    /// Whether `next`, which starts later or at the same place, overlaps or follows without a gap.
    fn touches(&self, next: &Range) -> bool {
        self.space == next.space && next.low <= self.high.saturating_add(1)
    }
}

/// All support sets of a pool.
#[derive(Clone, Debug)]
pub(crate) struct Supports {
    /// All sets, one after the other.
    ranges: Vec<Range>,
    /// Where each set ends.
    ends: Vec<u32>,
    table: Sharded<u32>,
    /// Unions made lately, direct-mapped: neighbouring terms ask for the same ones over and over.
    recent: Vec<(SupportId, SupportId, SupportId)>,
}

const RECENT: usize = 1 << 10;

impl Supports {
    pub(crate) fn new() -> Self {
        let mut supports = Supports { ranges: Vec::new(), ends: Vec::new(), table: Sharded::new(), recent: Vec::new() };
        let empty = supports.intern(&[]);
        debug_assert_eq!(empty, SupportId::EMPTY);
        supports
    }
    pub(crate) fn get(&self, id: SupportId) -> &[Range] {
        slice_of(&self.ranges, &self.ends, id.as_u32())
    }
    /// The id of a set that is sorted, has no touching ranges and is within the limit.
    pub(crate) fn intern(&mut self, set: &[Range]) -> SupportId {
        let hash = FxBuildHasher.hash_one(set);
        if let Some(&at) = self.table.find(hash, |&at| slice_of(&self.ranges, &self.ends, at) == set) {
            return SupportId::numbered(at);
        }
        let id = u32::try_from(self.ends.len()).expect("more than 2^32 support sets");
        self.ranges.extend_from_slice(set);
        self.ends.push(u32::try_from(self.ranges.len()).expect("more than 2^32 support ranges"));
        let (ranges, ends) = (&self.ranges, &self.ends);
        self.table.insert_unique(hash, id, |&at| FxBuildHasher.hash_one(slice_of(ranges, ends, at)));
        SupportId::numbered(id)
    }
    pub(crate) fn union(&mut self, a: SupportId, b: SupportId) -> SupportId {
        if a == b || b == SupportId::EMPTY {
            return a;
        }
        if a == SupportId::EMPTY {
            return b;
        }
        let (a, b) = (a.min(b), a.max(b));
        if self.recent.is_empty() {
            self.recent = vec![(SupportId::EMPTY, SupportId::EMPTY, SupportId::EMPTY); RECENT];
        }
        let slot = (FxBuildHasher.hash_one((a, b)) >> 40) as usize % RECENT;
        let (x, y, known) = self.recent[slot];
        if (x, y) == (a, b) {
            return known;
        }
        let union = self.compute_union(a, b);
        self.recent[slot] = (a, b, union);
        union
    }
    fn compute_union(&mut self, a: SupportId, b: SupportId) -> SupportId {
        let mut all: SmallVec<[Range; 2 * MAX_RANGES]> = self.get(a).iter().chain(self.get(b)).copied().collect();
        all.sort_unstable();
        let mut set = coalesced(&all);
        limit(&mut set);
        self.intern(&set)
    }
    /// The set without free bound variables.
    pub(crate) fn without_bound(&mut self, id: SupportId) -> SupportId {
        let set: SmallVec<[Range; MAX_RANGES]> =
            self.get(id).iter().filter(|range| range.space != Space::Bound).copied().collect();
        self.intern(&set)
    }
    /// Whether some thing may be in both sets.
    pub(crate) fn meet(&self, a: SupportId, b: SupportId) -> bool {
        let (mut a, mut b) = (self.get(a), self.get(b));
        while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
            if x.meets(y) {
                return true;
            }
            if x < y { a = rest_a } else { b = rest_b }
        }
        false
    }
}

fn slice_of<'a>(ranges: &'a [Range], ends: &[u32], at: u32) -> &'a [Range] {
    let start = if at == 0 { 0 } else { ends[at as usize - 1] as usize };
    &ranges[start..ends[at as usize] as usize]
}

/// Sorted ranges with overlapping and adjacent ones joined.
fn coalesced(sorted: &[Range]) -> SmallVec<[Range; MAX_RANGES]> {
    let mut set = SmallVec::<[Range; MAX_RANGES]>::new();
    for range in sorted {
        match set.last_mut().filter(|last| last.touches(range)) {
            Some(last) => last.high = last.high.max(range.high),
            None => set.push(*range),
        }
    }
    set
}

/// Joins closest neighbours of one space until the set is within the limit, or no space has two ranges left. (Then the
/// term reads more than [`MAX_RANGES`] arrays, and the set is as long as that.)
fn limit(set: &mut SmallVec<[Range; MAX_RANGES]>) {
    while set.len() > MAX_RANGES {
        let gap = |at: &usize| set[at + 1].low - set[*at].high;
        let neighbours = (0..set.len() - 1).filter(|&at| set[at].space == set[at + 1].space);
        let Some(closest) = neighbours.min_by_key(gap) else { return };
        set[closest].high = set[closest + 1].high;
        set.remove(closest + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(array: u32, low: u64, high: u64) -> Range {
        Range { space: Space::Array(ArrayId::from_u32(array)), low, high }
    }

    #[test]
    fn adjacent_ranges_become_one() {
        let mut supports = Supports::new();
        let a = supports.intern(&[cells(0, 0, 3), cells(1, 9, 9)]);
        let b = supports.intern(&[cells(0, 4, 5), cells(1, 11, u64::MAX)]);
        let union = supports.union(a, b);
        assert_eq!(supports.get(union), [cells(0, 0, 5), cells(1, 9, 9), cells(1, 11, u64::MAX)]);
        assert_eq!(supports.union(b, a), union);
        assert_eq!(supports.union(union, a), union);
    }

    #[test]
    fn sets_meet_where_ranges_overlap() {
        let mut supports = Supports::new();
        let a = supports.intern(&[cells(0, 0, 3), cells(1, 9, 12)]);
        let b = supports.intern(&[cells(0, 4, 5), cells(1, 0, 8), cells(2, 0, 8)]);
        let c = supports.intern(&[cells(1, 12, 12)]);
        assert!(!supports.meet(a, b) && supports.meet(a, c) && !supports.meet(b, c));
        assert!(!supports.meet(a, SupportId::EMPTY) && supports.meet(a, a));
    }

    #[test]
    fn a_set_over_the_limit_keeps_covering_its_members() {
        let mut supports = Supports::new();
        let mut all = SupportId::EMPTY;
        for i in 0..1000 {
            let cell = supports.intern(&[cells(0, i * i, i * i)]);
            all = supports.union(all, cell);
        }
        let set = supports.get(all);
        assert!(set.len() <= MAX_RANGES && set.is_sorted());
        assert!((0..1000).all(|i| set.iter().any(|range| range.meets(&cells(0, i * i, i * i)))));
        assert!(supports.ranges.len() <= 2000 + 1000 * MAX_RANGES);
    }
}
