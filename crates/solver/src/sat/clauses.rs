//! Clauses in one vector of words: a header, a meta word, then the literals.
//!
//! One allocation for all clauses keeps propagation in cache and lets dead clauses be squeezed out by copying.

use crate::room::make_room;

use super::Lit;

/// Where a clause starts in the store.
pub(super) type ClauseRef = u32;

const LEARNT: u32 = 1;
const DEAD: u32 = 2;
const FLAG_BITS: u32 = 2;
const HEADER_WORDS: usize = 2;

/// All clauses, original and learnt.
#[derive(Default)]
pub(super) struct ClauseStore {
    words: Vec<u32>,
    wasted: usize,
}

impl ClauseStore {
    /// Adds a clause; `glue` is the number of decision levels a learnt clause spans (0 for an original one).
    pub(super) fn add(&mut self, literals: &[Lit], learnt: bool, glue: u32) -> ClauseRef {
        let at = u32::try_from(self.words.len()).expect("more than 16 GiB of clauses");
        make_room(&mut self.words, literals.len() + HEADER_WORDS);
        self.words.push((literals.len() as u32) << FLAG_BITS | if learnt { LEARNT } else { 0 });
        self.words.push(glue);
        self.words.extend(literals.iter().map(|lit| lit.0));
        at
    }
    #[inline]
    pub(super) fn len(&self, clause: ClauseRef) -> usize {
        (self.words[clause as usize] >> FLAG_BITS) as usize
    }
    #[inline]
    pub(super) fn is_dead(&self, clause: ClauseRef) -> bool {
        self.words[clause as usize] & DEAD != 0
    }
    pub(super) fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.words[clause as usize] & LEARNT != 0
    }
    pub(super) fn glue(&self, clause: ClauseRef) -> u32 {
        self.words[clause as usize + 1]
    }
    pub(super) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        self.words[clause as usize + 1] = glue;
    }
    /// The literals, as raw words: indexing a literal slice would need a copy.
    #[inline]
    pub(super) fn raw(&self, clause: ClauseRef) -> &[u32] {
        let start = clause as usize + HEADER_WORDS;
        &self.words[start..start + self.len(clause)]
    }
    #[inline]
    pub(super) fn raw_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause as usize + HEADER_WORDS;
        let len = self.len(clause);
        &mut self.words[start..start + len]
    }
    #[inline]
    pub(super) fn literals(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        self.raw(clause).iter().map(|&word| Lit(word))
    }
    pub(super) fn kill(&mut self, clause: ClauseRef) {
        self.words[clause as usize] |= DEAD;
        self.wasted += HEADER_WORDS + self.len(clause);
    }
    /// Whether so much is dead that squeezing pays.
    pub(super) fn is_wasteful(&self) -> bool {
        self.wasted * 4 > self.words.len()
    }
    /// Copies the living to a new store and leaves in each old clause's meta word where it went.
    pub(super) fn squeeze(&mut self) -> ClauseStore {
        let mut fresh = ClauseStore { words: Vec::with_capacity(self.words.len() - self.wasted), wasted: 0 };
        let mut at = 0;
        while at < self.words.len() {
            let size = HEADER_WORDS + self.len(at as u32);
            if !self.is_dead(at as u32) {
                let moved = fresh.words.len() as u32;
                fresh.words.extend_from_slice(&self.words[at..at + size]);
                self.words[at + 1] = moved;
            }
            at += size;
        }
        fresh
    }
    /// After [`squeeze`](Self::squeeze), on the old store: where `clause` went.
    pub(super) fn moved(&self, clause: ClauseRef) -> ClauseRef {
        debug_assert!(!self.is_dead(clause), "a dead clause is still in use");
        self.words[clause as usize + 1]
    }
}
