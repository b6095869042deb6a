//! How much of a context is still in use, and when that is looked at.
//!
//! Circuits over the same inputs take part in every search, whoever asked for them: a query of one state pays for those of all states
//! before it. A context is looked at when it has grown, for what many queries asked; and when it has worked out of proportion to
//! what making it took, for what the last few did. Work that led to conflicts does not count: what was learnt of them is lost with the context, and
//! queries that need it are dearer without.

use braid_expr::{ExprId, ExprPool};
use rustc_hash::FxHashSet;

use crate::sat::Sat;

use super::context::Context;

/// Why a context is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inspection {
    /// It has grown.
    Growth,
    /// It has propagated much for its size.
    Work,
}

impl Inspection {
    /// What was asked in so many queries is in use.
    fn recent_queries(self) -> u32 {
        match self {
            Inspection::Growth => 256,
            Inspection::Work => 4,
        }
    }
}

/// A context goes when it holds this many times what is in use.
const GARBAGE_FACTOR: usize = 2;
/// Contexts of fewer terms are not worth a look when they grow, and when they work.
const FEW_TERMS: usize = 2_000;
const VERY_FEW_TERMS: usize = 64;
/// Making a gate takes about as long as propagating two literals; a context that has done several times that has paid for another.
const PROPAGATIONS_PER_VARIABLE: u64 = 4;
/// So many propagations are taken to have led to a conflict.
const PROPAGATIONS_PER_CONFLICT: u64 = 512;

impl Context {
    /// The inspections that are due.
    pub(super) fn due_inspections(&self) -> Vec<Inspection> {
        let (terms, work) = (self.words.len(), self.vain_work());
        let paid = PROPAGATIONS_PER_VARIABLE * self.gates.sat.variables() as u64;
        let has_grown = terms >= self.inspect_at.max(FEW_TERMS);
        let has_worked = terms >= VERY_FEW_TERMS && work >= self.inspect_work.max(paid);
        let due = [(has_grown, Inspection::Growth), (has_worked, Inspection::Work)];
        due.into_iter().filter(|(is_due, _)| *is_due).map(|(_, inspection)| inspection).collect()
    }

    /// The propagations that did not lead to conflicts.
    fn vain_work(&self) -> u64 {
        let sat = &self.gates.sat;
        sat.propagations().saturating_sub(PROPAGATIONS_PER_CONFLICT * sat.conflicts())
    }

    /// Returns true if the context holds many times what is in use.
    pub(super) fn is_mostly_garbage(&self, pool: &ExprPool, inspection: &Inspection) -> bool {
        self.live_terms(pool, inspection.recent_queries()) * GARBAGE_FACTOR < self.words.len()
    }

    /// Sets when the context is looked at next for the same reason.
    pub(super) fn inspect_later(&mut self, inspection: &Inspection) {
        match inspection {
            Inspection::Growth => self.inspect_at = self.words.len() + self.words.len() / 2,
            Inspection::Work => self.inspect_work = 2 * self.vain_work(),
        }
    }

    /// How many encoded terms the conjuncts of the last `recent` queries are made of.
    fn live_terms(&self, pool: &ExprPool, recent: u32) -> usize {
        let mut seen: FxHashSet<ExprId> = FxHashSet::default();
        let since = self.now.saturating_sub(recent);
        let mut stack: Vec<ExprId> =
            self.conjuncts.iter().filter(|(_, c)| c.asked > since).map(|(&term, _)| term).collect();
        while let Some(term) = stack.pop() {
            if seen.insert(term) {
                stack.extend(pool.children(term).iter().copied());
            }
        }
        seen.len()
    }
}

#[cfg(test)]
mod tests {
    use braid_expr::testing::Random;
    use braid_expr::{Conjunction, SymbolClass};

    use crate::{Solver, Verdict};

    use super::*;

    /// A random sum of shifted symbols that is a given number.
    fn sum(pool: &mut ExprPool, random: &mut Random, symbols: &[ExprId]) -> ExprId {
        let mut sum = pool.bv(64, 0);
        for &symbol in symbols {
            let (wide, shift) = (pool.zext(symbol, 64), pool.bv(64, random.below(4) * 7));
            let part = pool.shl(wide, shift);
            sum = pool.add(sum, part);
        }
        let wanted = pool.bv(64, 300 + random.below(100));
        pool.eq(sum, wanted)
    }

    /// Each query has circuits of its own over the same inputs: they do not take part in all later ones.
    #[test]
    fn circuits_of_other_queries_do_not_stay_for_ever() {
        let (mut pool, mut solver, mut random) = (ExprPool::new(), Solver::new(), Random::new(1));
        let symbols: Vec<ExprId> = (0..8).map(|at| pool.symbol(&format!("s{at}"), 8, SymbolClass::Input)).collect();
        let mut propagations = Vec::new();
        for _ in 0..240 {
            let before = solver.stats().propagations;
            let path: Conjunction = [sum(&mut pool, &mut random, &symbols)].into_iter().collect();
            assert!(matches!(solver.check(&mut pool, &path), Verdict::Sat(_) | Verdict::Unsat(_)));
            propagations.push(solver.stats().propagations - before);
        }
        let [early, late] = [&propagations[20..80], &propagations[180..]].map(|some| some.iter().sum::<u64>());
        assert!(solver.stats().contexts_rebuilt > 0, "{:?}", solver.stats());
        assert!(late < 3 * early, "{early} propagations for 60 queries, then {late}");
    }
}
