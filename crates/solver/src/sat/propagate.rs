//! Unit propagation over two watched literals per clause.

use super::Lit;
use super::clauses::ClauseRef;
use super::search::{Cdcl, Value, Watch};

impl Cdcl {
    /// Makes all consequences of the trail; gives the clause that became false, if one did.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        while self.head < self.trail.len() {
            let falsified = !self.trail[self.head];
            self.head += 1;
            self.propagations += 1;
            let mut list = core::mem::take(&mut self.watches[falsified.index()]);
            let conflict = self.visit(falsified, &mut list);
            self.watches[falsified.index()] = list;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Looks at all clauses that watch `falsified`; those that found another literal to watch leave the list.
    #[inline]
    fn visit(&mut self, falsified: Lit, list: &mut Vec<Watch>) -> Option<ClauseRef> {
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
                Value::Open => self.enqueue(first, watch.clause),
                Value::False => {
                    conflict = Some(watch.clause);
                    break;
                }
            }
        }
        list.copy_within(at.., kept);
        list.truncate(kept + list.len() - at);
        conflict
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
