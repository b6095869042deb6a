//! Bounded quantifiers without a quantifier engine: strip, change the model, and instantiate what a model violates.
//!
//! ∀i. 1 ≤ i ≤ k → ψ means ⋀ (i ≤ k → ψ(i)), and only a few of these instances matter. The procedure is that of Trabish 2023,
//! section 5 and appendix B, up to its last stage:
//!
//! 1. *strip* ([`strip`], [`lemma`]): the query is asked without its quantifiers, with the instance i = 1, the lemmas from
//!    negated terms, and the instances learnt so far;
//! 2. *duplicate* ([`duplicate`]): a model that violates an instance gets the values of the first one for its cells;
//! 3. *repair* ([`repair`]): the instances about cells in conflict are added, and the search starts at the changed model;
//! 4. *instances* ([`search`]): the instances that a model violates are added, and the query is asked again. The paper has
//!    Z3's quantifier engine here. It ends because a model fixes k and each round adds an instance that was not there:
//!    complete for sat and unsat, with a solver that knows no quantifiers.
//!
//! Stages 2 and 3 are for queries whose quantifiers are all conjuncts. Stages can be switched off ([`Stages`]); what is asked
//! without the first has all instances in it at once.
//!
//! A quantifier that is a conjunct is *asserted*. One that stands deeper (under a disjunction, in a guard, negated) is
//! *named* by a fresh boolean q: q gives its instances guarded by q, and ¬q gives 1 ≤ w ≤ k ∧ ¬ψ(w) with a fresh
//! witness w ([`naming`]). Names and witnesses never occur in the caller's terms and mean nothing outside this layer.

mod access;
mod duplicate;
#[cfg(test)]
mod examples;
mod fact;
mod instances;
mod lemma;
mod naming;
mod repair;
mod search;
mod stages;
mod strip;
#[cfg(test)]
mod tests;

use braid_expr::{Evaluator, ExprId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::layer::{Layer, Workspace};
use crate::verdict::{Budget, Near, Query, Verdict};

use instances::Instances;
use search::Search;
use strip::Stripped;

pub(crate) use fact::outside;
pub use stages::Stages;

/// Answers queries with bounded quantifiers by a layer that knows none.
pub struct Quantifiers {
    next: Box<dyn Layer>,
    instances: Instances,
    /// The last query, stripped; the next one often begins the same.
    stripped: Stripped,
    evaluator: Evaluator,
    stages: Stages,
}

/// An evaluation of a query under a model may take this many steps; some milliseconds.
const MODEL_STEPS: u32 = 1 << 20;

impl Quantifiers {
    /// On top of `next`, with all stages.
    pub fn new(next: Box<dyn Layer>) -> Self {
        Self::with_stages(next, Stages::default())
    }
    /// On top of `next`, with some stages.
    pub fn with_stages(next: Box<dyn Layer>, stages: Stages) -> Self {
        Quantifiers {
            next,
            stages,
            instances: Instances::default(),
            stripped: Stripped::default(),
            evaluator: Evaluator::with_limit(MODEL_STEPS),
        }
    }
}

impl Layer for Quantifiers {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        if !query.conjuncts.iter().any(|&conjunct| workspace.pool.has_forall(conjunct)) {
            return self.next.check(workspace, query);
        }
        workspace.stats.quantified += 1;
        self.stripped.follow(workspace, query.conjuncts);
        self.instances.begin_query();
        for forall in self.stripped.quantifiers() {
            self.instances.first(workspace, forall);
            if !self.stages.strip {
                self.instances.write_out(workspace, forall, MAX_WRITTEN_OUT);
            }
            for witness in self.stripped.witnesses().take(MAX_WITNESSES) {
                self.instances.at_witness(workspace, forall, witness);
            }
        }
        self.rounds(workspace, query).unwrap_or_else(Verdict::Unknown)
    }

    fn forget(&mut self) {
        self.instances = Instances::default();
        self.stripped = Stripped::default();
        self.evaluator = Evaluator::with_limit(MODEL_STEPS);
        self.next.forget();
    }
}

impl Quantifiers {
    /// What is asked for the query now: the instances of its quantifiers first, as they stay while the path grows.
    fn asked(&self, search: &Search) -> Vec<ExprId> {
        let mut conjuncts = Vec::new();
        for forall in self.stripped.quantifiers() {
            conjuncts.extend(self.instances.of(forall));
        }
        conjuncts.extend(self.stripped.conjuncts());
        conjuncts.extend_from_slice(&search.limits);
        conjuncts
    }

    fn ask(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>, conflicts: u64, search: &Search) -> Verdict {
        let conjuncts = self.asked(search);
        let budget = Budget { conflicts, ..query.budget };
        let first_broken;
        let near = match &search.start {
            Some(start) => Some(Near { model: &start.model, broken: &start.broken }),
            None => {
                first_broken = query.near.map(|near| self.broken(workspace, near, &search.limits)).unwrap_or_default();
                query.near.map(|near| Near { broken: &first_broken, ..near })
            }
        };
        self.next.check(workspace, Query { conjuncts: &conjuncts, whole: None, budget, near })
    }

    /// What of the stripped query a model near the query may not satisfy. Names and witnesses have no value in it, so all that
    /// speaks of them is doubtful; the instances of an asserted quantifier that holds under it hold too.
    fn broken(&self, workspace: &Workspace<'_>, near: Near<'_>, limits: &[ExprId]) -> Vec<ExprId> {
        let broken: FxHashSet<ExprId> = near.broken.iter().copied().collect();
        let is_broken = |conjunct: ExprId| broken.contains(&conjunct);
        let mut broken: Vec<ExprId> = near.broken.iter().copied().filter(|&c| !workspace.pool.has_forall(c)).collect();
        for forall in self.stripped.quantifiers().filter(|forall| forall.name.is_some() || is_broken(forall.term)) {
            broken.extend(self.instances.of(forall));
        }
        broken.extend(self.stripped.named_terms());
        broken
            .extend(self.stripped.lemmas().filter(|&(_, a, b)| is_broken(a) || is_broken(b)).map(|(lemma, ..)| lemma));
        broken.extend_from_slice(limits);
        broken
    }

    /// Bounds on every k, for a query whose first model has one too large to look at: small ones often do.
    fn small_bounds(&mut self, workspace: &mut Workspace<'_>) -> Vec<ExprId> {
        let quantifiers: Vec<_> = self.stripped.quantifiers().collect();
        let mut bounds = Vec::new();
        for forall in quantifiers {
            let width = workspace.pool.width(forall.k);
            let largest = workspace.pool.bv(width, SMALL_K);
            bounds.push(workspace.pool.ule(forall.k, largest));
        }
        bounds.dedup();
        bounds
    }

    /// The conjuncts of the query behind a core of the stripped query. What defines names needs no conjunct.
    fn translate(&self, conjuncts: &[ExprId], core: &[ExprId]) -> Vec<ExprId> {
        let mut origins: FxHashMap<ExprId, Vec<ExprId>> = FxHashMap::default();
        self.stripped.origins(&mut origins);
        for forall in self.stripped.quantifiers().filter(|forall| forall.name.is_none()) {
            for instance in self.instances.of(forall) {
                origins.entry(instance).or_default().push(forall.term);
            }
        }
        let wanted: FxHashSet<ExprId> = core.iter().filter_map(|term| origins.get(term)).flatten().copied().collect();
        let mut seen = FxHashSet::default();
        conjuncts.iter().copied().filter(|c| wanted.contains(c) && seen.insert(*c)).collect()
    }
}

/// Instances of one quantifier that are written out where stripping is off.
const MAX_WRITTEN_OUT: u64 = 1 << 12;
/// Witnesses at which all quantifiers of a query are instantiated.
const MAX_WITNESSES: usize = 8;
/// The first bound that is tried on a k without one.
const SMALL_K: u64 = 255;
