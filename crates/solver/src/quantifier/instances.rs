//! The instances learnt of each quantifier. They are consequences, so they stay as long as the quantifier is asked about.

use braid_expr::{ExprId, ExprPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::layer::Workspace;

use super::strip::Quantifier;

/// All instances, by quantifier and name.
#[derive(Default)]
pub(super) struct Instances {
    known: FxHashMap<(ExprId, Option<ExprId>), Learnt>,
    now: u64,
}

#[derive(Default)]
struct Learnt {
    numbers: FxHashSet<u64>,
    witnesses: FxHashSet<ExprId>,
    terms: Vec<ExprId>,
    /// The last query that had this quantifier.
    asked: u64,
}

/// Quantifiers not asked about for so many queries are forgotten.
const FORGET_AFTER: u64 = 1 << 14;

impl Instances {
    /// Counts queries and now and then forgets quantifiers of paths long gone.
    pub(super) fn begin_query(&mut self) {
        self.now += 1;
        if self.now.is_multiple_of(FORGET_AFTER) {
            let now = self.now;
            self.known.retain(|_, learnt| learnt.asked + FORGET_AFTER > now);
        }
    }

    /// The strip stage's instance: k ≥ 1 → ψ(1).
    pub(super) fn first(&mut self, workspace: &mut Workspace<'_>, forall: Quantifier) {
        let now = self.now;
        let learnt = self.known.entry((forall.term, forall.name)).or_default();
        learnt.asked = now;
        if learnt.terms.is_empty() {
            self.add(workspace, forall, 1);
            workspace.stats.instances -= 1; // not learnt from a model
        }
    }

    /// Adds i ≤ k → ψ(i), guarded by the quantifier's name if it has one, and gives it if it was not there. Guards are shared
    /// terms.
    pub(super) fn add(&mut self, workspace: &mut Workspace<'_>, forall: Quantifier, i: u64) -> Option<ExprId> {
        let learnt = self.known.entry((forall.term, forall.name)).or_default();
        if !learnt.numbers.insert(i) {
            return None;
        }
        let number = workspace.pool.bv(workspace.pool.width(forall.k), i);
        let within = workspace.pool.ule(number, forall.k);
        let term = instance(workspace.pool, forall, number, within);
        learnt.terms.push(term);
        workspace.stats.instances += 1;
        Some(term)
    }

    /// Adds all instances that a k of its width can have, up to a limit.
    pub(super) fn write_out(&mut self, workspace: &mut Workspace<'_>, forall: Quantifier, limit: u64) {
        let most = 1u64.checked_shl(workspace.pool.width(forall.k)).map_or(u64::MAX, |values| values - 1);
        for i in 1..=most.min(limit) {
            self.add(workspace, forall, i);
        }
    }

    /// Adds 1 ≤ w ≤ k → ψ(w) for the witness of a negated quantifier: what refutes a quantifier beside its own negation,
    /// or beside that of another with the same body, whatever k is.
    pub(super) fn at_witness(&mut self, workspace: &mut Workspace<'_>, forall: Quantifier, witness: ExprId) {
        let pool = &mut *workspace.pool;
        let learnt = self.known.entry((forall.term, forall.name)).or_default();
        if pool.width(witness) != pool.width(forall.k) || !learnt.witnesses.insert(witness) {
            return;
        }
        let one = pool.one(pool.width(witness));
        let (above, below) = (pool.ule(one, witness), pool.ule(witness, forall.k));
        let within = pool.and(above, below);
        learnt.terms.push(instance(pool, forall, witness, within));
    }

    /// The instances of a quantifier, in the order they were learnt.
    pub(super) fn of(&self, forall: Quantifier) -> impl Iterator<Item = ExprId> + '_ {
        self.known.get(&(forall.term, forall.name)).into_iter().flat_map(|learnt| learnt.terms.iter().copied())
    }
}

/// within → ψ(value), under the quantifier's name if it has one.
fn instance(pool: &mut ExprPool, forall: Quantifier, value: ExprId, within: ExprId) -> ExprId {
    let body = pool.instantiate_bound(forall.body, value);
    let instance = pool.implies(within, body);
    match forall.name {
        Some(name) => pool.implies(name, instance),
        None => instance,
    }
}
