//! Regular patterns (Trabish 2023, definitions 3.3 and 3.4): leaves whose words are ω1 ω2^k ω3 for different k.
//!
//! The words of n leaves of a loop have n² letters together, so they are never written out. One of the deepest leaves gives a spine:
//! its word is ω1 ω2^K ω3 for the largest K. Every other leaf of the pattern leaves the spine after some rounds, and is known by
//! its last |ω3| letters and by the node of the spine that they hang from. So a candidate costs the spine once and ω3 for
//! each leaf.
//!
//! The length of ω2 divides the differences of depths; each distinct difference is tried. For one length, the longest part of the
//! spine that repeats itself at that distance gives ω1 (as short as it goes) and K. That finds cores with a square inside, gaps in
//! k, and, by comparing two words from their ends, also k ∈ {0, 1}, where nothing repeats. (The authors' prototype looks for the
//! first square, which none of these survive.)

use std::collections::BTreeMap;

use braid_expr::ExprPool;
use braid_state::{NodeId, Tree};

use super::alphabet::{self, Alphabet, Symbol};

/// How many lengths of ω2 are tried.
const LENGTHS: usize = 12;
/// How many leaves are tried as spines.
const SPINES: usize = 3;
/// How many repetitions of one length are tried.
const RUNS: usize = 4;

/// A regular pattern and the leaves that match it.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The nodes from the root's child to the deepest leaf.
    pub(super) spine: Vec<NodeId>,
    /// |ω1|.
    pub(super) head: usize,
    /// |ω2|.
    pub(super) core: usize,
    /// The leaves, by their numbers, each with its k and the nodes of ω3; ascending in k.
    pub(super) members: Vec<Member>,
}

/// A leaf of a pattern.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its number among the leaves that were asked about.
    pub(super) leaf: usize,
    /// How often ω2 comes.
    pub(super) k: u64,
    /// The nodes of ω3.
    pub(super) tail: Vec<NodeId>,
}

impl Pattern {
    /// The largest k.
    pub(super) fn rounds(&self) -> u64 {
        self.members.last().map_or(0, |member| member.k)
    }
}

/// What is looked at.
pub(super) struct Finder<'a, 'b> {
    pub(super) pool: &'a mut ExprPool,
    pub(super) tree: &'a Tree,
    pub(super) alphabet: &'a mut Alphabet<'b>,
    pub(super) leaves: &'a [NodeId],
    pub(super) depths: &'a [usize],
}

/// A candidate: where ω2 begins, how long it is, how often it comes on the spine, and how long ω3 is.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    head: usize,
    core: usize,
    rounds: usize,
    tail: usize,
}

impl Finder<'_, '_> {
    /// The pattern that most of these leaves match, given by their numbers; at least two must. Words of one pattern end
    /// with the same letter, so only such leaves are looked at together.
    pub(super) fn best(&mut self, open: &[usize]) -> Option<Pattern> {
        let mut by_end: BTreeMap<Symbol, Vec<usize>> = BTreeMap::new();
        for &leaf in open.iter().filter(|&&leaf| self.leaves[leaf] != Tree::ROOT) {
            let end = self.symbol(self.leaves[leaf]);
            by_end.entry(end).or_default().push(leaf);
        }
        let mut families: Vec<Vec<usize>> = by_end.into_values().filter(|family| family.len() > 1).collect();
        families.sort_by_key(|family| core::cmp::Reverse(family.len()));
        families.iter().find_map(|family| self.best_of(family))
    }

    /// The nodes on the way to a leaf.
    fn path(&mut self, leaf: usize) -> Vec<NodeId> {
        let path = alphabet::path(self.tree, self.leaves[leaf]);
        self.alphabet.visits += path.len() as u64;
        path
    }

    /// The pattern that most of these leaves match. The deepest of them may belong to no other, so a few are tried as spines.
    fn best_of(&mut self, open: &[usize]) -> Option<Pattern> {
        let mut spines = open.to_vec();
        spines.sort_by_key(|&leaf| core::cmp::Reverse(self.depths[leaf]));
        let mut best: Option<Pattern> = None;
        for leaf in spines.into_iter().take(SPINES) {
            if self.alphabet.is_exhausted() {
                break;
            }
            let found = self.best_along(open, leaf);
            let members = |pattern: &Option<Pattern>| pattern.as_ref().map_or(0, |pattern| pattern.members.len());
            if members(&found) > members(&best) {
                best = found;
            }
            if members(&best) * 2 > open.len() {
                break;
            }
        }
        best
    }

    /// The pattern with this leaf's word as its spine that most of these match.
    fn best_along(&mut self, open: &[usize], leaf: usize) -> Option<Pattern> {
        let spine = self.path(leaf);
        let word: Vec<Symbol> = spine.iter().map(|&node| self.symbol(node)).collect();
        let mut best: Option<Pattern> = None;
        for core in self.lengths(open) {
            for candidate in repeating(&word, core).into_iter().chain(self.once(open, &spine, core)) {
                let members = self.members(open, &spine, &word, candidate);
                let more = best.as_ref().is_none_or(|best| members.len() > best.members.len());
                if members.len() > 1 && more {
                    best = Some(Pattern { spine: spine.clone(), head: candidate.head, core, members });
                }
            }
        }
        best
    }

    fn symbol(&mut self, node: NodeId) -> Symbol {
        self.alphabet.of(self.pool, self.tree, node).0
    }

    /// Possible lengths of ω2: the differences of neighbouring depths, and what divides them all; ascending.
    fn lengths(&self, open: &[usize]) -> Vec<usize> {
        let mut depths: Vec<usize> = open.iter().map(|&leaf| self.depths[leaf]).collect();
        depths.sort_unstable_by(|a, b| b.cmp(a));
        depths.dedup();
        let mut lengths: Vec<usize> = depths.windows(2).map(|pair| pair[0] - pair[1]).collect();
        lengths.extend(lengths.clone().into_iter().reduce(gcd));
        // Two patterns that end in one place alternate: every second leaf belongs together.
        lengths.extend(depths.windows(3).map(|three| three[0] - three[2]));
        lengths.sort_unstable();
        lengths.dedup();
        lengths.truncate(LENGTHS);
        lengths
    }

    /// A candidate with K = 1: another leaf has the word of the spine without one part of this length.
    fn once(&mut self, open: &[usize], spine: &[NodeId], core: usize) -> Option<Candidate> {
        let depth = spine.len().checked_sub(core)?;
        let &other = open.iter().find(|&&leaf| self.depths[leaf] == depth)?;
        let path = self.path(other);
        let same_end = |this: &mut Self, back: usize| {
            this.symbol(path[depth - 1 - back]) == this.symbol(spine[spine.len() - 1 - back])
        };
        let tail = (0..depth).take_while(|&back| same_end(self, back)).count();
        let head = depth - tail;
        let same_head = head == 0 || path[head - 1] == spine[head - 1];
        same_head.then_some(Candidate { head, core, rounds: 1, tail })
    }

    /// The leaves that match a candidate, ascending in k.
    fn members(&mut self, open: &[usize], spine: &[NodeId], word: &[Symbol], at: Candidate) -> Vec<Member> {
        let end = &word[word.len() - at.tail..];
        let mut members: Vec<Member> = Vec::new();
        for &leaf in open {
            if self.alphabet.is_exhausted() {
                return Vec::new();
            }
            let rounds = self.depths[leaf].checked_sub(at.head + at.tail);
            let Some(rounds) = rounds.filter(|rounds| rounds.is_multiple_of(at.core)).map(|rounds| rounds / at.core)
            else {
                continue;
            };
            if rounds <= at.rounds
                && let Some(tail) = self.tail(leaf, end)
                && self.hangs_from(leaf, &tail, spine, at.head + at.core * rounds)
            {
                members.push(Member { leaf, k: rounds as u64, tail });
            }
        }
        members.sort_unstable_by_key(|member| member.k);
        members
    }

    /// The last nodes of a leaf's path, if their letters are these.
    fn tail(&mut self, leaf: usize, end: &[Symbol]) -> Option<Vec<NodeId>> {
        let mut nodes = Vec::with_capacity(end.len());
        let mut at = self.leaves[leaf];
        for &letter in end.iter().rev() {
            if at == Tree::ROOT || self.symbol(at) != letter {
                return None;
            }
            nodes.push(at);
            at = self.tree.node(at).parent?;
        }
        nodes.reverse();
        Some(nodes)
    }

    /// Returns true if the path before its tail is the beginning of the spine of this length.
    fn hangs_from(&self, leaf: usize, tail: &[NodeId], spine: &[NodeId], length: usize) -> bool {
        let first = tail.first().copied();
        let before = first.map_or(Some(self.leaves[leaf]), |node| self.tree.node(node).parent);
        before == Some(if length == 0 { Tree::ROOT } else { spine[length - 1] })
    }
}

/// The candidates with ω2 of this length that repeat longest on the spine, longest first. There are several because what follows the
/// rounds may repeat something too, and longer.
fn repeating(word: &[Symbol], core: usize) -> Vec<Candidate> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut run = 0;
    for at in 0..word.len().saturating_sub(core) {
        run = if word[at] == word[at + core] { run + 1 } else { 0 };
        match (run, runs.last_mut()) {
            (0, _) => {}
            (1, _) | (_, None) => runs.push((at, 1)),
            (_, Some(last)) => last.1 = run,
        }
    }
    runs.sort_by_key(|&(_, length)| core::cmp::Reverse(length));
    runs.truncate(RUNS);
    let candidate = |(head, length): (usize, usize)| {
        let rounds = (length + core) / core;
        Candidate { head, core, rounds, tail: word.len() - head - core * rounds }
    };
    runs.into_iter().map(candidate).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> Vec<Symbol> {
        text.bytes().map(Symbol::from).collect()
    }

    #[test]
    fn a_repetition_is_found_with_the_shortest_head_and_squares_inside() {
        let all = |text: &str, core| -> Vec<(usize, usize, usize)> {
            repeating(&letters(text), core).into_iter().map(|at| (at.head, at.rounds, at.tail)).collect()
        };
        let found = |text: &str, core| all(text, core).first().copied();
        // memspn of the paper: (W, GB, GY) without the root's letter.
        assert_eq!(found("GBGBGY", 2), Some((0, 2, 2)));
        assert_eq!(found("GBGBGBR", 2), Some((0, 3, 1)));
        assert_eq!(found("xaabaabaabz", 3), Some((1, 3, 1)));
        assert_eq!(found("abcd", 2), None);
        // What follows repeats longer than the rounds do.
        assert_eq!(all("FFNNNN", 1), [(2, 4, 0), (0, 2, 4)]);
    }
}
