//! Unit propagation over two watched literals per clause.

use super::Lit;
use super::clauses::ClauseRef;
use super::search::{Cdcl, Conflict, Reason, Value, Watch};

/// Literals that are propagated before somebody is asked whether to go on: some milliseconds.
const MAX_AT_ONCE: u64 = 1 << 14;

impl Cdcl {
    /// Makes consequences of the trail, all of them unless there are very many; gives the clause that became false, if one did.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        let last = self.propagations + MAX_AT_ONCE;
        while self.head < self.trail.len() && self.propagations < last {
            let falsified = !self.trail[self.head];
            self.head += 1;
            self.propagations += 1;
            if let Some(conflict) = self.visit_all(falsified) {
                self.head = self.trail.len();
                return Some(conflict);
            }
        }
        None
    }

    #[inline]
    fn visit_all(&mut self, falsified: Lit) -> Option<Conflict> {
        let at = falsified.index();
        // The lists are taken out while they are read: what is found goes to the trail, never to these lists.
        let pairs = core::mem::take(&mut self.pairs[at]);
        let conflict = self.visit_pairs(falsified, &pairs);
        self.pairs[at] = pairs;
        if conflict.is_some() {
            return conflict;
        }
        let triples = core::mem::take(&mut self.triples[at]);
        let conflict = self.visit_triples(falsified, &triples);
        self.triples[at] = triples;
        if conflict.is_some() || self.watches[at].is_empty() {
            return conflict;
        }
        let mut list = core::mem::take(&mut self.watches[at]);
        let conflict = self.visit(falsified, &mut list);
        self.watches[at] = list;
        conflict
    }

    #[inline]
    fn visit_pairs(&mut self, falsified: Lit, pairs: &[Lit]) -> Option<Conflict> {
        for &other in pairs {
            match self.value_of(other) {
                Value::True => {}
                Value::Open => self.enqueue(other, Reason::Pair(falsified), self.level_of(falsified)),
                Value::False => return Some((other, Reason::Pair(falsified))),
            }
        }
        None
    }

    /// Clauses of three, of which gates are made, are watched at all three literals: nothing is written while they are looked at.
    #[inline]
    fn visit_triples(&mut self, falsified: Lit, triples: &[[Lit; 2]]) -> Option<Conflict> {
        for &[a, b] in triples {
            match (self.value_of(a), self.value_of(b)) {
                (Value::True, _) | (_, Value::True) | (Value::Open, Value::Open) => {}
                (Value::Open, Value::False) => self.enqueue_third(a, falsified, b),
                (Value::False, Value::Open) => self.enqueue_third(b, falsified, a),
                (Value::False, Value::False) => return Some((a, Reason::Triple(falsified, b))),
            }
        }
        None
    }

    /// Looks at all clauses that watch `falsified`; those that found another literal to watch leave the list.
    #[inline]
    fn visit(&mut self, falsified: Lit, list: &mut Vec<Watch>) -> Option<Conflict> {
        let (mut kept, mut at) = (0, 0);
        let mut conflict = None;
        while at < list.len() {
            let watch = list[at];
            at += 1;
            if self.value_of(watch.blocker) == Value::True {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let Some(first) = self.rewatch(watch, falsified) else { continue };
            list[kept] = Watch { clause: watch.clause, blocker: first };
            kept += 1;
            match self.value_of(first) {
                Value::True => {}
                Value::Open => self.enqueue_first(first, watch.clause),
                Value::False => {
                    conflict = Some((first, Reason::Clause(watch.clause)));
                    break;
                }
            }
        }
        list.copy_within(at.., kept);
        list.truncate(kept + list.len() - at);
        conflict
    }

    #[inline]
    pub(super) fn level_of(&self, lit: Lit) -> u32 {
        self.levels[lit.variable() as usize]
    }

    #[inline]
    fn enqueue_third(&mut self, lit: Lit, a: Lit, b: Lit) {
        let level = self.level_of(a).max(self.level_of(b));
        self.enqueue(lit, Reason::Triple(a, b), level);
    }

    /// Forces the first literal of a clause, at the highest level of the others.
    fn enqueue_first(&mut self, lit: Lit, clause: ClauseRef) {
        let others = self.clauses.raw(clause)[1..].iter().map(|&word| self.level_of(Lit(word)));
        let level = others.max().unwrap_or(0);
        self.enqueue(lit, Reason::Clause(clause), level);
    }

    /// The level at which a clause became false: the highest of its literals'.
    pub(super) fn conflict_level(&self, (lit, reason): Conflict) -> u32 {
        let others = match reason {
            Reason::None => 0,
            Reason::Pair(a) => self.level_of(a),
            Reason::Triple(a, b) => self.level_of(a).max(self.level_of(b)),
            Reason::Clause(clause) => self.clauses.literals(clause).map(|lit| self.level_of(lit)).max().unwrap_or(0),
        };
        others.max(self.level_of(lit))
    }

    /// Finds the clause another literal to watch in place of `falsified`; if there is none (or the other watched one is
    /// true), gives that other one.
    #[inline]
    fn rewatch(&mut self, watch: Watch, falsified: Lit) -> Option<Lit> {
        let values = &self.values;
        let literals = self.clauses.raw_mut(watch.clause);
        if literals[0] == falsified.0 {
            literals.swap(0, 1);
        }
        let first = Lit(literals[0]);
        if values[first.index()] == Value::True {
            return Some(first);
        }
        let Some(found) = literals[2..].iter().position(|&word| values[word as usize] != Value::False) else {
            return Some(first);
        };
        literals.swap(1, found + 2); // the position is relative to the third literal
        let replacement = Lit(literals[1]);
        self.watches[replacement.index()].push(Watch { clause: watch.clause, blocker: first });
        None
    }
}
