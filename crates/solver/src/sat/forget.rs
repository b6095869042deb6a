//! Forgetting: half of the learnt clauses go when there are too many; those that span few levels stay.

use super::clauses::ClauseRef;
use super::search::{CORE_GLUE, Cdcl, FORGET_STEP, Reason};

impl Cdcl {
    /// Drops the worse half of the learnt clauses that nothing rests on.
    pub(super) fn forget(&mut self) {
        self.forget_at += FORGET_STEP;
        let mut candidates: Vec<ClauseRef> = self.learnts.iter().copied().filter(|&c| self.is_forgettable(c)).collect();
        // Higher glue first, then longer, then older: ties are broken by age, never by address.
        candidates.sort_by_key(|&c| (u32::MAX - self.clauses.glue(c), usize::MAX - self.clauses.len(c), c));
        for &clause in &candidates[..candidates.len() / 2] {
            self.clauses.kill(clause);
        }
        self.learnts.retain(|&c| !self.clauses.is_dead(c));
        for list in &mut self.watches {
            list.retain(|watch| !self.clauses.is_dead(watch.clause));
        }
        if self.clauses.is_wasteful() {
            self.squeeze();
        }
    }

    fn is_forgettable(&self, clause: ClauseRef) -> bool {
        self.clauses.glue(clause) > CORE_GLUE
            && self
                .clauses
                .literals(clause)
                .take(2)
                .all(|lit| self.reasons[lit.variable() as usize] != Reason::Clause(clause))
    }

    /// Moves the living clauses together and redirects everything that names them.
    fn squeeze(&mut self) {
        let fresh = self.clauses.squeeze();
        for watch in self.watches.iter_mut().flatten() {
            watch.clause = self.clauses.moved(watch.clause);
        }
        for clause in &mut self.learnts {
            *clause = self.clauses.moved(*clause);
        }
        for lit in &self.trail {
            if let Reason::Clause(clause) = &mut self.reasons[lit.variable() as usize] {
                *clause = self.clauses.moved(*clause);
            }
        }
        self.clauses = fresh;
    }
}
