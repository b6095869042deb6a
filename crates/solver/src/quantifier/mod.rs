//! Bounded quantifiers without a quantifier engine: strip, then instantiate what a model violates.
//!
//! ∀i. 1 ≤ i ≤ k → ψ means ⋀ (i ≤ k → ψ(i)), and only a few of these instances matter. The query is asked without
//! its quantifiers, with the instances learnt so far; a model that violates one teaches that instance, and the query is
//! asked again. It ends because a model fixes k and each round adds an instance that was not there: complete for sat and
//! unsat, with a solver that knows no quantifiers (paper 1, section 5 and appendix B, has Z3's quantifier engine at the end
//! instead; its duplication and repair of models are absent here).
//!
//! A quantifier that is a conjunct is *asserted*. One that stands deeper (under a disjunction, in a guard, negated) is
//! *named* by a fresh boolean q: q gives its instances guarded by q, and ¬q gives 1 ≤ w ≤ k ∧ ¬ψ(w) with a fresh
//! witness w ([`naming`]). Names and witnesses never occur in the caller's terms and mean nothing outside this layer.
//!
//! The strip stage of the paper ([`strip`]) is what the first round asks: the instance i = 1 and the lemmas from negated
//! terms ([`lemma`]).

mod instances;
mod lemma;
mod naming;
mod strip;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use braid_expr::{Evaluator, ExprId, Model};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::layer::{Layer, Workspace};
use crate::verdict::{Budget, Near, Query, Reason, Verdict};

use instances::Instances;
use strip::Stripped;

/// Answers queries with bounded quantifiers by a layer that knows none.
pub struct Quantifiers {
    next: Box<dyn Layer>,
    instances: Instances,
    /// The last query, stripped; the next one often begins the same.
    stripped: Stripped,
    evaluator: Evaluator,
}

/// An evaluation of a query under a model may take this many steps; some milliseconds.
const MODEL_STEPS: u32 = 1 << 20;

impl Quantifiers {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        Quantifiers {
            next,
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
            for witness in self.stripped.witnesses().take(MAX_WITNESSES) {
                self.instances.at_witness(workspace, forall, witness);
            }
        }
        self.rounds(workspace, query).unwrap_or_else(Verdict::Unknown)
    }
}

/// What a model says of the quantifiers of a query.
enum Judgement {
    /// It satisfies them all.
    Satisfied,
    /// It violates some; instances were added.
    Violated,
    /// Some k is so large that its instances cannot all be looked at.
    TooLarge,
}

impl Quantifiers {
    fn rounds(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Result<Verdict, Reason> {
        let start = (workspace.stats.conflicts, workspace.stats.instances);
        let mut round = 0;
        let mut limits: Vec<ExprId> = Vec::new();
        loop {
            let spent = workspace.stats.conflicts - start.0;
            let verdict = self.ask(workspace, query, query.budget.conflicts.saturating_sub(spent), &limits);
            let model = match verdict {
                Verdict::Sat(model) => model,
                Verdict::Unsat(_) if !limits.is_empty() => return Err(Reason::Instances(query.budget.instances)),
                Verdict::Unsat(core) => {
                    count_stage(workspace, round == 0);
                    return Ok(Verdict::Unsat(self.translate(query.conjuncts, &core)));
                }
                Verdict::Unknown(reason) => return Err(reason),
            };
            match self.judge(workspace, &model, FIRST_ROUND << round.min(32))? {
                Judgement::Satisfied => {
                    self.confirm_named(workspace, &model)?;
                    count_stage(workspace, round == 0);
                    return Ok(Verdict::Sat(model));
                }
                Judgement::Violated => {}
                Judgement::TooLarge if limits.is_empty() => limits = self.small_bounds(workspace),
                Judgement::TooLarge => return Err(Reason::Evaluation { steps: MODEL_STEPS }),
            }
            if workspace.stats.instances - start.1 > query.budget.instances {
                return Err(Reason::Instances(query.budget.instances));
            }
            round += 1;
        }
    }

    /// Asks the stripped query with all instances of its quantifiers. They come first: they stay while the path grows.
    fn ask(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>, conflicts: u64, limits: &[ExprId]) -> Verdict {
        let mut conjuncts = Vec::new();
        for forall in self.stripped.quantifiers() {
            conjuncts.extend(self.instances.of(forall));
        }
        conjuncts.extend(self.stripped.conjuncts());
        conjuncts.extend_from_slice(limits);
        let budget = Budget { conflicts, ..query.budget };
        let broken = query.near.map(|near| self.broken(workspace, near, limits)).unwrap_or_default();
        let near = query.near.map(|near| Near { broken: &broken, ..near });
        self.next.check(workspace, Query { conjuncts: &conjuncts, budget, near })
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

    /// Evaluates all quantifiers that the model claims to hold and adds instances it violates, of each at most `limit`.
    fn judge(&mut self, workspace: &mut Workspace<'_>, model: &Rc<Model>, limit: usize) -> Result<Judgement, Reason> {
        let mut violated = Vec::new();
        let mut run = self.evaluator.under(workspace.pool, model);
        for forall in self.stripped.quantifiers() {
            if let Some(name) = forall.name
                && !run.truth(name)?
            {
                continue;
            }
            let mut from = 1;
            for _ in 0..limit {
                match run.violation(forall.term, from) {
                    Ok(Some(i)) => violated.push((forall, i)),
                    Ok(None) => break,
                    Err(_) if violated.is_empty() => return Ok(Judgement::TooLarge),
                    Err(_) => break,
                }
                let Some(next) = violated.last().and_then(|&(_, i)| i.checked_add(1)) else { break };
                from = next;
            }
        }
        if violated.is_empty() {
            return Ok(Judgement::Satisfied);
        }
        for (forall, i) in violated {
            self.instances.add(workspace, forall, i);
        }
        Ok(Judgement::Violated)
    }

    /// Conjuncts with a named quantifier inside are evaluated as they were asked: the layer below saw only their names.
    fn confirm_named(&mut self, workspace: &mut Workspace<'_>, model: &Rc<Model>) -> Result<(), Reason> {
        let named: Vec<ExprId> = self.stripped.named_conjuncts().collect();
        crate::confirm::confirm(&mut self.evaluator, workspace.pool, model, &named)
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

/// Violated instances of one quantifier that are added in the first round; each later round may add twice as many, so that
/// many instances take few rounds.
const FIRST_ROUND: usize = 256;
/// Witnesses at which all quantifiers of a query are instantiated.
const MAX_WITNESSES: usize = 8;
/// The first bound that is tried on a k without one.
const SMALL_K: u64 = 255;

fn count_stage(workspace: &mut Workspace<'_>, first: bool) {
    if first {
        workspace.stats.strip_hits += 1;
    } else {
        workspace.stats.instantiation_hits += 1;
    }
}
