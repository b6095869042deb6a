//! Which conjuncts depend on each other: a union-find over what they read, that can take back its last conjuncts.
//!
//! Two conjuncts belong together if both read some symbol or some cell of an array, cells by index range and not by
//! array. A path condition grows and shrinks at its end, so conjuncts are pushed and popped; every change is logged and
//! popping undoes the log (hence no path compression: trees are kept flat by joining the smaller to the larger).
//!
//! Invariant: intervals of one space never overlap, and every number some conjunct reads is in one of them.

use braid_expr::{Range, Space};
use rustc_hash::FxHashMap;

use super::space::{Intervals, NONE};

/// The groups of a list of conjuncts, named by their positions in it.
#[derive(Default)]
pub(super) struct Groups {
    conjuncts: Vec<Node>,
    intervals: Vec<Interval>,
    spaces: FxHashMap<Space, Intervals>,
    log: Vec<Change>,
    /// How long the log was before each conjunct.
    marks: Vec<usize>,
}

/// A conjunct as a node of the forest. Fields other than `parent` and `next` mean something for roots only.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    size: u32,
    /// The next member of the same group; a root is the first of its group.
    next: u32,
    last: u32,
    first_interval: u32,
    last_interval: u32,
}

/// Some adjacent numbers of a space, read by one group.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    pub(super) range: Range,
    /// Some conjunct of the group.
    owner: u32,
    /// The next interval of the same group.
    next: u32,
}

/// What can be undone.
enum Change {
    /// An interval was added at the end of a root's list.
    Added { root: u32, last_interval: u32 },
    /// A root was joined to another; this is the other as it was.
    Joined { child: u32, root: u32, before: Node },
}

impl Groups {
    pub(super) fn len(&self) -> usize {
        self.conjuncts.len()
    }

    /// Adds a conjunct that reads `support`.
    pub(super) fn push(&mut self, support: &[Range]) {
        let at = self.conjuncts.len() as u32;
        self.marks.push(self.log.len());
        self.conjuncts.push(Node {
            parent: at,
            size: 1,
            next: NONE,
            last: at,
            first_interval: NONE,
            last_interval: NONE,
        });
        for range in support {
            self.claim(at, range);
        }
    }

    /// Takes back the last conjunct.
    pub(super) fn pop(&mut self) {
        let mark = self.marks.pop().expect("a conjunct to take back");
        while self.log.len() > mark {
            match self.log.pop().expect("longer than the mark") {
                Change::Added { root, last_interval } => self.undo_added(root, last_interval),
                Change::Joined { child, root, before } => self.undo_joined(child, root, before),
            }
        }
        self.conjuncts.pop();
    }

    /// The group of a conjunct, named by one of its members.
    pub(super) fn root(&self, mut at: u32) -> u32 {
        while self.conjuncts[at as usize].parent != at {
            at = self.conjuncts[at as usize].parent;
        }
        at
    }

    /// All conjuncts of a group.
    pub(super) fn members(&self, root: u32) -> impl Iterator<Item = u32> + '_ {
        core::iter::successors(Some(root), |&at| Some(self.conjuncts[at as usize].next).filter(|&next| next != NONE))
    }

    /// What a group reads, without overlaps.
    pub(super) fn intervals(&self, root: u32) -> impl Iterator<Item = Range> + '_ {
        let first = Some(self.conjuncts[root as usize].first_interval).filter(|&first| first != NONE);
        core::iter::successors(first, |&at| Some(self.intervals[at as usize].next).filter(|&next| next != NONE))
            .map(|at| self.intervals[at as usize].range)
    }

    /// Joins all groups that read something in `range` to the group of `at`, and gives it what nobody read yet.
    fn claim(&mut self, at: u32, range: &Range) {
        let space = self.spaces.entry(range.space).or_default();
        if range.low == range.high
            && let Some(id) = space.covering(range.low)
        {
            return self.join(at, self.intervals[id as usize].owner);
        }
        let found = space.find(range.low, range.high);
        for id in found.met {
            self.join(at, self.intervals[id as usize].owner);
        }
        for (low, high) in found.free {
            self.add_interval(at, Range { low, high, ..*range });
        }
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let larger_first = self.conjuncts[a as usize].size >= self.conjuncts[b as usize].size;
        let (root, child) = if larger_first { (a, b) } else { (b, a) };
        let (before, joined) = (self.conjuncts[root as usize], self.conjuncts[child as usize]);
        self.log.push(Change::Joined { child, root, before });
        self.conjuncts[child as usize].parent = root;
        self.conjuncts[before.last as usize].next = child;
        if before.last_interval != NONE {
            self.intervals[before.last_interval as usize].next = joined.first_interval;
        }
        let node = &mut self.conjuncts[root as usize];
        node.size += joined.size;
        node.last = joined.last;
        if joined.first_interval != NONE {
            node.last_interval = joined.last_interval;
            if before.first_interval == NONE {
                node.first_interval = joined.first_interval;
            }
        }
    }

    fn undo_joined(&mut self, child: u32, root: u32, before: Node) {
        self.conjuncts[child as usize].parent = child;
        // The root's own link is part of `before` only if the root is the last of its group.
        self.conjuncts[root as usize] = Node { next: self.conjuncts[root as usize].next, ..before };
        self.conjuncts[before.last as usize].next = NONE;
        if before.last_interval != NONE {
            self.intervals[before.last_interval as usize].next = NONE;
        }
    }

    fn add_interval(&mut self, at: u32, range: Range) {
        let root = self.root(at);
        let id = self.intervals.len() as u32;
        let node = &mut self.conjuncts[root as usize];
        self.log.push(Change::Added { root, last_interval: node.last_interval });
        let last = core::mem::replace(&mut node.last_interval, id);
        if last == NONE {
            node.first_interval = id;
        } else {
            self.intervals[last as usize].next = id;
        }
        self.intervals.push(Interval { range, owner: at, next: NONE });
        self.spaces.entry(range.space).or_default().insert(range.low, range.high, id);
    }

    fn undo_added(&mut self, root: u32, last_interval: u32) {
        let interval = self.intervals.pop().expect("the interval added last");
        if let Some(space) = self.spaces.get_mut(&interval.range.space) {
            space.remove(interval.range.low, interval.range.high);
        }
        let node = &mut self.conjuncts[root as usize];
        node.last_interval = last_interval;
        if last_interval == NONE {
            node.first_interval = NONE;
        } else {
            self.intervals[last_interval as usize].next = NONE;
        }
    }
}

#[cfg(test)]
mod tests {
    use braid_entity::Entity;
    use braid_expr::ArrayId;
    use braid_expr::testing::Random;

    use super::*;

    fn random_support(random: &mut Random) -> Vec<Range> {
        (0..random.below(3))
            .map(|_| {
                let space = match random.below(3) {
                    0 => Space::Symbols,
                    n => Space::Array(ArrayId::from_u32(n as u32)),
                };
                let low = random.below(20);
                let high = if random.once_in(20) { u64::MAX } else { low + random.below(3) };
                Range { space, low, high }
            })
            .collect()
    }

    /// The groups by definition: the transitive closure of "some range of one meets some range of the other".
    fn closure(supports: &[Vec<Range>]) -> Vec<usize> {
        let meet = |a: &[Range], b: &[Range]| a.iter().any(|x| b.iter().any(|y| x.meets(y)));
        let mut group: Vec<usize> = (0..supports.len()).collect();
        loop {
            let before = group.clone();
            for a in 0..supports.len() {
                for b in 0..a {
                    if meet(&supports[a], &supports[b]) {
                        let low = group[a].min(group[b]);
                        (group[a], group[b]) = (low, low);
                    }
                }
            }
            if group == before {
                return group;
            }
        }
    }

    #[test]
    fn groups_are_the_transitive_closure_of_shared_reads_under_push_and_pop() {
        let mut random = Random::new(7);
        for _ in 0..100 {
            let mut groups = Groups::default();
            let mut supports: Vec<Vec<Range>> = Vec::new();
            for _ in 0..60 {
                if random.once_in(3) && !supports.is_empty() {
                    supports.pop();
                    groups.pop();
                } else {
                    let support = random_support(&mut random);
                    groups.push(&support);
                    supports.push(support);
                }
                let expected = closure(&supports);
                for (at, wanted) in expected.iter().enumerate() {
                    let root = groups.root(at as u32);
                    let mut members: Vec<u32> = groups.members(root).collect();
                    members.sort_unstable();
                    let same: Vec<u32> =
                        (0..supports.len() as u32).filter(|&other| expected[other as usize] == *wanted).collect();
                    assert_eq!(members, same);
                    let covered = |range: &Range| groups.intervals(root).any(|interval| interval.meets(range));
                    assert!(supports[at].iter().all(covered));
                }
            }
        }
    }
}
