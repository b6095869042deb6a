//! What a conflict teaches: the first unique implication point, minimised, and the assumptions behind a failed one.

use super::Lit;
use super::search::{CORE_GLUE, Cdcl, Conflict, Reason};

impl Cdcl {
    /// Learns a clause from a false one, takes back levels until the learnt clause forces a literal, and forces it.
    pub(super) fn learn_from(&mut self, conflict: Conflict) {
        self.resolve(conflict);
        self.minimise();
        let mut learnt = core::mem::take(&mut self.scratch.learnt);
        let glue = self.glue_of(&learnt);
        let back = self.bring_second_highest_forward(&mut learnt);
        self.backtrack(back);
        let reason = self.store(&learnt, true, glue);
        self.enqueue(learnt[0], reason, back);
        self.scratch.learnt = learnt;
        self.order.decay();
    }

    /// Resolves back along the trail until one literal of the current level is left; the clause goes to `scratch.learnt`,
    /// that literal's negation first. Variables of the clause stay marked as seen until [`minimise`](Self::minimise).
    fn resolve(&mut self, conflict: Conflict) {
        let level = self.level();
        self.scratch.learnt.clear();
        self.scratch.learnt.push(Lit::TRUE); // the place of the implication point
        let (mut reason, mut open, mut at) = (conflict.1, 0, self.trail.len());
        open += u32::from(self.see(conflict.0, level));
        let mut resolved = conflict.0;
        loop {
            open += self.mark_reason(resolved, reason, level);
            loop {
                at -= 1;
                let variable = self.trail[at].variable() as usize;
                if self.scratch.seen[variable] && self.levels[variable] == level {
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
            (reason, resolved) = (self.reasons[variable], lit);
        }
    }

    /// Marks the literals that forced `resolved`; gives how many of them are of the current level.
    fn mark_reason(&mut self, resolved: Lit, reason: Reason, level: u32) -> u32 {
        match reason {
            Reason::None => 0,
            Reason::Pair(a) => u32::from(self.see(a, level)),
            Reason::Triple(a, b) => u32::from(self.see(a, level)) + u32::from(self.see(b, level)),
            Reason::Clause(clause) => {
                if self.clauses.is_learnt(clause) && self.clauses.glue(clause) > CORE_GLUE {
                    self.refresh_glue(clause);
                }
                let mut open = 0;
                for at in 0..self.clauses.len(clause) {
                    let lit = Lit(self.clauses.raw(clause)[at]);
                    if lit.variable() != resolved.variable() {
                        open += u32::from(self.see(lit, level));
                    }
                }
                open
            }
        }
    }

    /// Marks a false literal and puts it into the learnt clause unless it is of the current level; tells whether it is.
    #[inline]
    fn see(&mut self, lit: Lit, level: u32) -> bool {
        let variable = lit.variable() as usize;
        if self.scratch.seen[variable] || self.levels[variable] == 0 {
            return false;
        }
        self.scratch.seen[variable] = true;
        // A gate that took part in a conflict may be decided from now on in this query.
        self.asked[variable] = self.query;
        self.order.bump(lit.variable());
        let current = self.levels[variable] == level;
        if !current {
            self.scratch.learnt.push(lit);
        }
        current
    }

    /// The literals that forced the value of a variable.
    fn reason_literals(&self, variable: u32) -> smallvec::SmallVec<[Lit; 8]> {
        match self.reasons[variable as usize] {
            Reason::None => smallvec::SmallVec::new(),
            Reason::Pair(a) => smallvec::smallvec![a],
            Reason::Triple(a, b) => smallvec::smallvec![a, b],
            Reason::Clause(clause) => self.clauses.literals(clause).filter(|lit| lit.variable() != variable).collect(),
        }
    }

    /// Drops literals that the others imply (recursive minimisation, Sörensson and Biere 2009), then clears all marks.
    fn minimise(&mut self) {
        let mut learnt = core::mem::take(&mut self.scratch.learnt);
        self.scratch.to_clear.clear();
        self.scratch.to_clear.extend(learnt[1..].iter().map(|lit| lit.variable()));
        let mut kept = 1;
        for at in 1..learnt.len() {
            let lit = learnt[at];
            if self.reasons[lit.variable() as usize] == Reason::None || !self.is_implied(lit) {
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
            for other in self.reason_literals(lit.variable()) {
                let variable = other.variable() as usize;
                if self.scratch.seen[variable] || self.levels[variable] == 0 {
                    continue;
                }
                if self.reasons[variable] == Reason::None {
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
    fn refresh_glue(&mut self, clause: super::clauses::ClauseRef) {
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
            if self.reasons[variable] == Reason::None && lit != failed {
                self.core.push(lit);
            }
            for other in self.reason_literals(lit.variable()) {
                let other = other.variable() as usize;
                self.scratch.seen[other] |= self.levels[other] > 0;
            }
        }
        self.scratch.seen[failed.variable() as usize] = false;
    }
}
