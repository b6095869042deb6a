//! The owner of guards: diagrams, what their variables mean, and the bound on their size.
//!
//! An operation whose result would have more than a bound of nodes, or takes too many steps, gives an opaque predicate instead: one
//! variable that stands for the term of the result. The guard means the same, but less is known of it; each time is counted. What is asked
//! of guards may therefore be unknown and is answered on the safe side: `implies` and `is_exclusive` say yes only if it is so.

use braid_entity::counters;
use braid_expr::{ByteSets, ExprId, ExprPool};
use rustc_hash::FxHashMap;

use crate::bdd::{Bdd, Guard};
use crate::variable::{Variable, Variables};

/// How many nodes a guard has at most beside the constant, unless told otherwise.
pub const MAX_NODES: usize = 1 << 12;
/// Pairs of nodes that one operation looks at for each node that a guard may have.
const STEPS_PER_NODE: usize = 16;

counters! {
    /// What became of guards.
    pub Counts {
        /// Results that were too large and became opaque predicates.
        opaque;
        /// Terms that became opaque predicates because the run was interrupted.
        interrupted;
        /// Restrictions that were too large and left the guard as it was.
        unrestricted;
        /// Questions that took too many steps.
        undecided;
    }
}

/// Owns all guards of one pool of terms.
#[derive(Debug)]
pub struct Guards {
    pub(crate) bdd: Bdd,
    pub(crate) variables: Variables,
    pub(crate) sets: ByteSets,
    /// Guards of terms.
    pub(crate) of_term: FxHashMap<ExprId, Guard>,
    /// Terms of guards that are not negated.
    pub(crate) terms: FxHashMap<Guard, ExprId>,
    pub(crate) counts: Counts,
    limit: usize,
}

impl Guards {
    /// No guards but the constants, and the usual bound on the size of each.
    pub fn new() -> Guards {
        Guards::with_limit(MAX_NODES)
    }
    /// No guards but the constants; each will have at most `limit` nodes, or one variable.
    pub fn with_limit(limit: usize) -> Guards {
        Guards {
            bdd: Bdd::new(),
            variables: Variables::default(),
            sets: ByteSets::default(),
            of_term: FxHashMap::default(),
            terms: FxHashMap::default(),
            counts: Counts::default(),
            limit,
        }
    }

    /// Forgets all guards but the constants. Bytes and predicates keep their places in the order.
    pub fn clear(&mut self) {
        self.bdd = Bdd::new();
        self.sets = ByteSets::default();
        self.of_term = FxHashMap::default();
        self.terms = FxHashMap::default();
    }

    /// Steps that operations took since all was forgotten.
    pub(crate) fn taken(&self) -> u64 {
        self.bdd.steps()
    }

    /// Both hold.
    pub fn and(&mut self, pool: &mut ExprPool, a: Guard, b: Guard) -> Guard {
        self.try_and(a, b).unwrap_or_else(|| {
            let (a, b) = (self.term(pool, a), self.term(pool, b));
            let both = pool.and(a, b);
            self.opaque(pool, both)
        })
    }
    /// One of them holds.
    pub fn or(&mut self, pool: &mut ExprPool, a: Guard, b: Guard) -> Guard {
        !self.and(pool, !a, !b)
    }
    /// `then` where `condition` holds, else `otherwise`.
    pub fn ite(&mut self, pool: &mut ExprPool, condition: Guard, then: Guard, otherwise: Guard) -> Guard {
        self.try_ite(condition, then, otherwise).unwrap_or_else(|| {
            let [c, a, b] = [condition, then, otherwise].map(|guard| self.term(pool, guard));
            let choice = pool.ite(c, a, b);
            self.opaque(pool, choice)
        })
    }
    /// Whether `b` holds wherever `a` does. If not, it may still be so for reasons that are no matter of guards.
    pub fn implies(&mut self, a: Guard, b: Guard) -> bool {
        self.is_exclusive(a, !b)
    }
    /// Whether the two never hold both. If not, it may still be so for reasons that are no matter of guards.
    pub fn is_exclusive(&mut self, a: Guard, b: Guard) -> bool {
        let answer = self.bdd.is_exclusive(a, b, self.steps());
        self.counts.undecided += u64::from(answer.is_none());
        answer.unwrap_or(false)
    }
    /// A guard that is `guard` wherever `care` holds, not larger as a tree and over no other variables.
    pub fn restrict(&mut self, guard: Guard, care: Guard) -> Guard {
        if care.is_false() {
            return guard;
        }
        let result = self.bdd.restrict(guard, care, &mut self.steps());
        self.counts.unrestricted += u64::from(result.is_none());
        result.filter(|&result| self.bdd.tree_size(result) <= self.bdd.tree_size(guard)).unwrap_or(guard)
    }
    /// The guard that is at each point what `guard` is at the nearest point where `care` holds, which it can. Commutes with all connectives:
    /// what is disjoint or complete where `care` holds is so everywhere afterwards. None if it is too large.
    pub fn constrain(&mut self, guard: Guard, care: Guard) -> Option<Guard> {
        assert!(!care.is_false(), "there is a point to be nearest");
        let result = self.bdd.constrain(guard, care, &mut self.steps()).filter(|&result| self.fits(result));
        self.counts.unrestricted += u64::from(result.is_none());
        result
    }
    /// How many nodes a guard has as a tree, at most: known without a look.
    pub fn tree_size(&self, guard: Guard) -> u32 {
        self.bdd.tree_size(guard)
    }
    /// How many nodes a guard has.
    pub fn size(&self, guard: Guard) -> usize {
        self.bdd.size(guard)
    }
    /// The first variable that a guard tests; none if it is constant.
    pub fn variable(&self, guard: Guard) -> Option<Variable> {
        (!guard.is_const()).then(|| self.variables.get(self.bdd.level(guard)))
    }
    /// What a guard becomes where its first variable is 0 and where it is 1.
    pub fn sides(&self, guard: Guard) -> (Guard, Guard) {
        self.bdd.cofactors(guard, self.bdd.level(guard))
    }
    /// How many nodes all guards have together.
    pub fn len(&self) -> usize {
        self.bdd.len()
    }
    /// Whether there are only the constants.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }
    /// How many bytes and how many predicates have variables.
    pub fn variable_counts(&self) -> (usize, usize) {
        (self.variables.cell_count(), self.variables.predicate_count())
    }
    /// What became of guards so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The predicate that a term is, whose guard was too large.
    pub(crate) fn opaque(&mut self, pool: &mut ExprPool, term: ExprId) -> Guard {
        self.counts.opaque += 1;
        self.variables.literal(&mut self.bdd, pool, term)
    }
    /// The conjunction, if it is not too large.
    pub(crate) fn try_and(&mut self, a: Guard, b: Guard) -> Option<Guard> {
        self.bdd.and(a, b, &mut self.steps()).filter(|&both| self.fits(both))
    }
    /// The conjunction, of any size, if it takes no more than so many steps; those it takes are taken away.
    pub fn both(&mut self, a: Guard, b: Guard, steps: &mut usize) -> Option<Guard> {
        self.bdd.and(a, b, steps)
    }
    /// The choice, if it is not too large.
    pub(crate) fn try_ite(&mut self, condition: Guard, then: Guard, otherwise: Guard) -> Option<Guard> {
        self.bdd.choose(condition, then, otherwise, &mut self.steps()).filter(|&choice| self.fits(choice))
    }

    fn fits(&self, guard: Guard) -> bool {
        !self.bdd.is_larger(guard, self.limit)
    }
    fn steps(&self) -> usize {
        self.limit.saturating_mul(STEPS_PER_NODE)
    }
}

impl Default for Guards {
    fn default() -> Self {
        Self::new()
    }
}
