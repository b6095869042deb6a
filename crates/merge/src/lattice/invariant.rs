//! What is kept of the constants of a loop head: an element of each domain for each of them, and relations between them.
//!
//! It begins with what holds in the first state and is weakened until no iteration breaks it: intervals are widened to the program's own
//! constants, bits that change are forgotten, and relations that do not hold again are dropped (Houdini; Flanagan, Leino 2001). Each
//! step makes it weaker, and there are finitely many.

use braid_expr::{Conjunction, ExprId, ExprPool};

use super::asker::Asker;
use super::domain::{Bits, Domain, Interval, KnownBits, Range, Subject};

/// What is kept of one constant.
#[derive(Clone, Debug)]
struct Kept {
    symbol: ExprId,
    intervals: [(Interval, Range); 2],
    bits: (KnownBits, Bits),
}

impl Kept {
    /// What holds of a constant whose value in the first state is this.
    fn of(asker: &mut Asker<'_>, path: &Conjunction, symbol: ExprId, value: ExprId, stops: &[u64]) -> Kept {
        let width = asker.pool.width(symbol);
        let of = Subject { values: &[value], at: 0 };
        let intervals = [true, false].map(|signed| {
            let domain = Interval::new(width, signed).stopping_at(stops.iter().copied());
            let least = domain.least(asker, path, of);
            (domain, least)
        });
        let domain = KnownBits::new(width);
        // Bits of a value that is not known are seldom worth their questions.
        let bits = match asker.pool.as_u64(value) {
            Some(word) => domain.known(u64::MAX, word),
            None => domain.top(),
        };
        Kept { symbol, intervals, bits: (domain, bits) }
    }
    fn axioms(&self, pool: &mut ExprPool) -> Vec<ExprId> {
        let of = Subject { values: &[self.symbol], at: 0 };
        let mut axioms: Vec<ExprId> =
            self.intervals.iter().map(|(domain, element)| domain.axiom(pool, element, of)).collect();
        axioms.push(self.bits.0.axiom(pool, &self.bits.1, of));
        axioms
    }
    /// Weakens it until it holds of a value; whether it had to.
    fn weaken(&mut self, asker: &mut Asker<'_>, path: &Conjunction, value: ExprId) -> bool {
        let of = Subject { values: &[value], at: 0 };
        let mut changed = false;
        for (domain, element) in &mut self.intervals {
            changed |= widen(asker, path, of, domain, element);
        }
        let (domain, element) = &mut self.bits;
        let axiom = domain.axiom(asker.pool, element, of);
        if !asker.must(path, axiom) {
            let least = domain.least(asker, path, of);
            let wider = domain.widen(element, &least);
            changed |= wider != *element;
            *element = wider;
        }
        changed
    }
}

/// Widens an interval until it holds of a value; whether it had to.
fn widen(asker: &mut Asker<'_>, path: &Conjunction, of: Subject<'_>, domain: &Interval, element: &mut Range) -> bool {
    let mut changed = false;
    while let Some((low, high)) = element.0 {
        let whole = domain.top().0.expect("the whole is not empty");
        let mut holds = |low, high| {
            let axiom = domain.axiom(asker.pool, &Range(Some((low, high))), of);
            asker.must(path, axiom)
        };
        let (is_low, is_high) = (holds(low, whole.1), holds(whole.0, high));
        if is_low && is_high {
            return changed;
        }
        let beyond =
            (if is_low { low } else { low.saturating_sub(1) }, if is_high { high } else { high.saturating_add(1) });
        let wider = domain.widen(element, &Range(Some((beyond.0, beyond.1.min(whole.1)))));
        if wider == *element {
            return changed;
        }
        *element = wider;
        changed = true;
    }
    changed
}

/// An invariant of a loop, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Invariant {
    kept: Vec<Kept>,
    relations: Vec<ExprId>,
}

impl Invariant {
    /// What holds in the first state: of each constant, given with its value there, and none of the relations yet.
    pub(crate) fn of(
        asker: &mut Asker<'_>,
        path: &Conjunction,
        constants: impl Iterator<Item = (ExprId, ExprId)>,
        stops: impl Fn(u32) -> Vec<u64>,
    ) -> Invariant {
        let mut kept = Vec::new();
        for (symbol, value) in constants {
            let width = asker.pool.width(symbol);
            if width <= 64 {
                kept.push(Kept::of(asker, path, symbol, value, &stops(width)));
            }
        }
        Invariant { kept, relations: Vec::new() }
    }
    /// Adds relations, which hold in the first state.
    pub(crate) fn add(&mut self, relations: impl IntoIterator<Item = ExprId>) {
        for relation in relations {
            if !self.relations.contains(&relation) {
                self.relations.push(relation);
            }
        }
    }
    /// All of it, as terms over the constants.
    pub(crate) fn axioms(&self, pool: &mut ExprPool) -> Vec<ExprId> {
        let mut axioms: Vec<ExprId> = self.kept.iter().flat_map(|kept| kept.axioms(pool)).collect();
        axioms.extend(&self.relations);
        axioms.retain(|&axiom| !pool.is_true(axiom));
        axioms
    }
    /// Weakens it until it holds in a state that came back; whether it had to. `instance` tells terms over the constants as they are in that state.
    pub(crate) fn weaken(
        &mut self,
        asker: &mut Asker<'_>,
        path: &Conjunction,
        mut instance: impl FnMut(&mut ExprPool, ExprId) -> Option<ExprId>,
    ) -> bool {
        let mut changed = false;
        for kept in &mut self.kept {
            if let Some(value) = instance(asker.pool, kept.symbol) {
                changed |= kept.weaken(asker, path, value);
            }
        }
        let before = self.relations.len();
        self.relations
            .retain(|&relation| instance(asker.pool, relation).is_some_and(|instance| asker.must(path, instance)));
        changed || self.relations.len() != before
    }
}
