//! What a conflict teaches: the first unique implication point, minimised, and the assumptions behind a failed one.

use super::Lit;
use super::clauses::ClauseRef;
use super::search::{Cdcl, NO_REASON};

impl Cdcl {
    /// Learns a clause from a false one, takes back levels until the learnt clause forces a literal, and forces it.
    pub(super) fn learn_from(&mut self, conflict: ClauseRef) {
        self.resolve(conflict);
        self.minimise();
        let mut learnt = core::mem::take(&mut self.scratch.learnt);
        let glue = self.glue_of(&learnt);
        let back = self.bring_second_highest_forward(&mut learnt);
        self.backtrack(back);
        let reason = if learnt.len() == 1 {
            NO_REASON
        } else {
            let clause = self.clauses.add(&learnt, true, glue);
            self.watch(clause, learnt[0], learnt[1]);
            self.learnts.push(clause);
            clause
        };
        self.enqueue(learnt[0], reason);
        self.scratch.learnt = learnt;
        self.order.decay();
    }

    /// Resolves back along the trail until one literal of the current level is left; the clause goes to `scratch.learnt`,
    /// that literal's negation first. Variables of the clause stay marked as seen until [`minimise`](Self::minimise).
    fn resolve(&mut self, conflict: ClauseRef) {
        let level = self.level();
        self.scratch.learnt.clear();
        self.scratch.learnt.push(Lit::TRUE); // the place of the implication point
        let (mut clause, mut resolved, mut open, mut at) = (conflict, None, 0u32, self.trail.len());
        loop {
            open += self.mark_clause(clause, resolved, level);
            loop {
                at -= 1;
                if self.scratch.seen[self.trail[at].variable() as usize] {
                    break;
                }
            }
            let lit = self.trail[at];
            let variable = lit.variable() as usize;
            self.scratch.seen[variable] = false;
            open -= 1;
            if open == 0 {
                self.scratch.learnt[0] = !lit;
                return;
            }
            (clause, resolved) = (self.reasons[variable], Some(lit));
        }
    }

    /// Marks the literals of `clause` other than `resolved`; gives how many of them are of the current level.
    fn mark_clause(&mut self, clause: ClauseRef, resolved: Option<Lit>, level: u32) -> u32 {
        if self.clauses.is_learnt(clause) && self.clauses.glue(clause) > super::search::CORE_GLUE {
            self.refresh_glue(clause);
        }
        let mut open = 0;
        for at in 0..self.clauses.len(clause) {
            let lit = Lit(self.clauses.raw(clause)[at]);
            let variable = lit.variable() as usize;
            if Some(lit) == resolved || self.scratch.seen[variable] || self.levels[variable] == 0 {
                continue;
            }
            self.scratch.seen[variable] = true;
            self.order.bump(lit.variable());
            if self.levels[variable] == level {
                open += 1;
            } else {
                self.scratch.learnt.push(lit);
            }
        }
        open
    }

    /// Drops literals that the others imply (recursive minimisation, Sörensson and Biere 2009), then clears all marks.
    fn minimise(&mut self) {
        let mut learnt = core::mem::take(&mut self.scratch.learnt);
        self.scratch.to_clear.clear();
        self.scratch.to_clear.extend(learnt[1..].iter().map(|lit| lit.variable()));
        let mut kept = 1;
        for at in 1..learnt.len() {
            let lit = learnt[at];
            if self.reasons[lit.variable() as usize] == NO_REASON || !self.is_implied(lit) {
                learnt[kept] = lit;
                kept += 1;
            }
        }
        learnt.truncate(kept);
        for variable in self.scratch.to_clear.drain(..) {
            self.scratch.seen[variable as usize] = false;
        }
        self.scratch.learnt = learnt;
    }

    /// Whether all reasons behind `lit` end in marked variables. What was found implied stays marked: it is so for all.
    fn is_implied(&mut self, lit: Lit) -> bool {
        let first_new = self.scratch.to_clear.len();
        self.scratch.stack.clear();
        self.scratch.stack.push(lit);
        while let Some(lit) = self.scratch.stack.pop() {
            let clause = self.reasons[lit.variable() as usize];
            for at in 0..self.clauses.len(clause) {
                let other = Lit(self.clauses.raw(clause)[at]);
                let variable = other.variable() as usize;
                if other.variable() == lit.variable() || self.scratch.seen[variable] || self.levels[variable] == 0 {
                    continue;
                }
                if self.reasons[variable] == NO_REASON {
                    for &undone in &self.scratch.to_clear[first_new..] {
                        self.scratch.seen[undone as usize] = false;
                    }
                    self.scratch.to_clear.truncate(first_new);
                    return false;
                }
                self.scratch.seen[variable] = true;
                self.scratch.to_clear.push(other.variable());
                self.scratch.stack.push(other);
            }
        }
        true
    }

    /// Puts the literal of the highest level but one in second place, to be watched; gives the level to go back to.
    fn bring_second_highest_forward(&self, learnt: &mut [Lit]) -> u32 {
        let level = |lit: Lit| self.levels[lit.variable() as usize];
        let Some(best) = (1..learnt.len()).max_by_key(|&at| level(learnt[at])) else { return 0 };
        learnt.swap(1, best);
        level(learnt[1])
    }

    /// The number of decision levels that `literals` span.
    fn glue_of(&mut self, literals: &[Lit]) -> u32 {
        self.scratch.stamp += 1;
        let stamp = self.scratch.stamp;
        let mut glue = 0;
        for lit in literals {
            let level = self.levels[lit.variable() as usize] as usize;
            if self.scratch.level_stamp.len() <= level {
                self.scratch.level_stamp.resize(level + 1, 0);
            }
            if self.scratch.level_stamp[level] != stamp {
                self.scratch.level_stamp[level] = stamp;
                glue += 1;
            }
        }
        glue
    }

    /// A clause used again may span fewer levels now; the smaller number counts.
    fn refresh_glue(&mut self, clause: ClauseRef) {
        let literals: smallvec::SmallVec<[Lit; 32]> = self.clauses.literals(clause).collect();
        let glue = self.glue_of(&literals);
        if glue < self.clauses.glue(clause) {
            self.clauses.set_glue(clause, glue);
        }
    }

    /// Finds the assumptions that make `failed` false; they and `failed` are the core.
    pub(super) fn explain(&mut self, failed: Lit) {
        self.core.clear();
        self.core.push(failed);
        if self.level() == 0 {
            return;
        }
        self.scratch.seen[failed.variable() as usize] = true;
        for at in (self.marks[0]..self.trail.len()).rev() {
            let lit = self.trail[at];
            let variable = lit.variable() as usize;
            if !core::mem::replace(&mut self.scratch.seen[variable], false) {
                continue;
            }
            let reason = self.reasons[variable];
            if reason == NO_REASON {
                if lit != failed {
                    self.core.push(lit);
                }
                continue;
            }
            for at in 0..self.clauses.len(reason) {
                let other = Lit(self.clauses.raw(reason)[at]).variable() as usize;
                self.scratch.seen[other] |= other != variable && self.levels[other] > 0;
            }
        }
        self.scratch.seen[failed.variable() as usize] = false;
    }
}
