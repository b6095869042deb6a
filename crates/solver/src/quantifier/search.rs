//! The rounds of one query: ask, look at what the model violates, and decide what to do about it.
//!
//! A model of the stripped query goes through the stages: it is duplicated, and repaired where that is not enough
//! ([`duplicate`], [`repair`]). What is left is decided by instances: those that a model violates are added, few at first,
//! until none is (or duplication does for the rest), or the query has no model. Either way the next round starts at the last
//! model, which breaks nothing but what was added.

use std::rc::Rc;

use braid_expr::{EvalError, ExprId, Model};

use crate::blast::broken_by;
use crate::confirm::confirm;
use crate::layer::Workspace;
use crate::verdict::{Query, Reason, Verdict};

use super::access::{self, Cells};
use super::duplicate::{Duplicated, Instance, all_but_first, duplicate};
use super::repair::{self, MAX_REPAIRS};
use super::{MODEL_STEPS, Quantifiers};

/// Where a query is.
#[derive(Default)]
pub(super) struct Search {
    stage: Stage,
    /// Bounds on every k, where a model had one too large to look at.
    pub(super) limits: Vec<ExprId>,
    /// Where the next search starts, unless it is the first.
    pub(super) start: Option<Start>,
    /// The cells that conflicts were about.
    conflicts: Cells,
    /// How many times instances were added because they were violated.
    rounds: u32,
}

/// The stage that the next answer is owed to.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    #[default]
    Strip,
    Duplicate,
    Repair(u32),
    Instances,
}

/// A model to start at, and what of the stripped query it may break.
pub(super) struct Start {
    pub(super) model: Rc<Model>,
    pub(super) broken: Vec<ExprId>,
}

/// What a model says of the quantifiers of a query.
enum Judgement {
    /// It satisfies them all.
    Satisfied,
    /// It violates these instances.
    Violated(Vec<Instance>),
    /// Some k is so large that its instances cannot all be looked at.
    TooLarge,
}

/// A model that was changed, and what it does not satisfy.
struct Candidate {
    model: Rc<Model>,
    broken: Vec<ExprId>,
    violated: Vec<Instance>,
}

/// Violated instances of one quantifier that are added in the first round; each later round may add twice as many, so that
/// many instances take few rounds.
const FIRST_ROUND: usize = 16;
/// Instances of one quantifier that are looked at to change a model.
const MAX_LOOKED_AT: usize = 1 << 12;

impl Quantifiers {
    pub(super) fn rounds(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Result<Verdict, Reason> {
        let start = (workspace.stats.conflicts, workspace.stats.instances);
        let stage = if self.stages.strip { Stage::Strip } else { Stage::Instances };
        let mut search = Search { stage, ..Search::default() };
        loop {
            let spent = workspace.stats.conflicts - start.0;
            let verdict = self.ask(workspace, query, query.budget.conflicts.saturating_sub(spent), &search);
            let model = match verdict {
                Verdict::Sat(model) => model,
                Verdict::Unsat(_) if !search.limits.is_empty() => {
                    return Err(Reason::Instances(query.budget.instances));
                }
                Verdict::Unsat(core) => {
                    search.stage.count(workspace);
                    return Ok(Verdict::Unsat(self.translate(query.conjuncts, &core)));
                }
                Verdict::Unknown(reason) => return Err(reason),
            };
            let found = match self.judge(workspace, &model)? {
                Judgement::Satisfied => {
                    self.confirm_named(workspace, &model)?;
                    search.stage.count(workspace);
                    Some(model)
                }
                Judgement::Violated(violated) => self.proceed(workspace, &mut search, model, violated)?,
                Judgement::TooLarge if search.limits.is_empty() => {
                    search.limits = self.small_bounds(workspace);
                    None
                }
                Judgement::TooLarge => return Err(Reason::Evaluation { steps: MODEL_STEPS }),
            };
            if let Some(model) = found {
                return Ok(Verdict::Sat(model));
            }
            if workspace.stats.instances - start.1 > query.budget.instances {
                return Err(Reason::Instances(query.budget.instances));
            }
            if workspace.pool.interrupt().has_come() {
                return Err(Reason::Interrupted);
            }
        }
    }

    /// Evaluates all quantifiers that the model claims to hold, and gives the instances it violates, of each some.
    fn judge(&mut self, workspace: &Workspace<'_>, model: &Model) -> Result<Judgement, Reason> {
        let mut violated = Vec::new();
        let mut run = self.evaluator.under(workspace.pool, model);
        for forall in self.stripped.quantifiers() {
            if let Some(name) = forall.name
                && !run.truth(name)?
            {
                continue;
            }
            let mut from = Some(1);
            for _ in 0..MAX_LOOKED_AT {
                let Some(next) = from else { break };
                match run.violation(forall.term, next) {
                    Ok(Some(i)) => {
                        violated.push((forall, i));
                        from = i.checked_add(1);
                    }
                    Ok(None) => break,
                    Err(EvalError::Interrupted) => return Err(Reason::Interrupted),
                    Err(_) if violated.is_empty() => return Ok(Judgement::TooLarge),
                    Err(_) => break,
                }
            }
        }
        Ok(if violated.is_empty() { Judgement::Satisfied } else { Judgement::Violated(violated) })
    }

    /// Conjuncts with a named quantifier inside are evaluated as they were asked: the layer below saw only their names.
    fn confirm_named(&mut self, workspace: &mut Workspace<'_>, model: &Rc<Model>) -> Result<(), Reason> {
        let named: Vec<ExprId> = self.stripped.named_conjuncts().collect();
        confirm(&mut self.evaluator, workspace.pool, model, &named)
    }

    /// What follows a model that violates some instances: a changed model that satisfies the query, or another round.
    fn proceed(
        &mut self,
        workspace: &mut Workspace<'_>,
        search: &mut Search,
        model: Rc<Model>,
        violated: Vec<Instance>,
    ) -> Result<Option<Rc<Model>>, Reason> {
        if self.stripped.all_asserted() {
            let candidate = self.duplicated(workspace, search, &model, &violated)?;
            if candidate.broken.is_empty() && candidate.violated.is_empty() {
                search.stage.after_duplication().count(workspace);
                return Ok(Some(candidate.model));
            }
            if self.repair(workspace, search, candidate) {
                return Ok(None);
            }
        }
        let limit = FIRST_ROUND << search.rounds.min(32);
        search.stage = Stage::Instances;
        search.rounds += 1;
        let broken = self.add_some(workspace, &violated, limit);
        search.start = Some(Start { model, broken });
        Ok(None)
    }

    /// The model with cells duplicated, and what it does not satisfy. Where nothing could be changed, the model as it is.
    fn duplicated(
        &mut self,
        workspace: &Workspace<'_>,
        search: &Search,
        model: &Rc<Model>,
        violated: &[Instance],
    ) -> Result<Candidate, Reason> {
        let unchanged = Candidate { model: Rc::clone(model), broken: Vec::new(), violated: violated.to_vec() };
        let Some(duplicated) = self.duplicate(workspace, search, model, violated) else { return Ok(unchanged) };
        let changed = access::ranges(duplicated.changed.into_iter());
        let model = Rc::new(duplicated.model);
        let violated = match self.judge(workspace, &model)? {
            Judgement::Satisfied => Vec::new(),
            Judgement::Violated(violated) => violated,
            Judgement::TooLarge => return Ok(unchanged),
        };
        // Whatever reads no changed cell is as true as it was.
        let asked = self.asked(search);
        let broken = broken_by(&mut self.evaluator, workspace.pool, &model, &asked, &[], &changed)?;
        Ok(Candidate { model, broken, violated })
    }

    /// Duplication as the stages say; none if it is off, takes too long or changes nothing.
    fn duplicate(
        &mut self,
        workspace: &Workspace<'_>,
        search: &Search,
        model: &Model,
        violated: &[Instance],
    ) -> Option<Duplicated> {
        if !self.stages.duplicate {
            return None;
        }
        let (pool, evaluator) = (&*workspace.pool, &mut self.evaluator);
        let duplicated = if self.stages.sparing {
            duplicate(evaluator, pool, model, violated, &search.conflicts)
        } else {
            let quantifiers = self.stripped.quantifiers();
            let all = all_but_first(evaluator, pool, model, quantifiers, MAX_LOOKED_AT as u64).ok()?;
            duplicate(evaluator, pool, model, &all, &search.conflicts)
        };
        duplicated.ok().filter(|duplicated| !duplicated.changed.is_empty())
    }

    /// Adds the instances about the cells in conflict and lets the next search start at the candidate. Says whether it did.
    fn repair(&mut self, workspace: &mut Workspace<'_>, search: &mut Search, candidate: Candidate) -> bool {
        let Some(next) = search.stage.next_repair().filter(|_| self.stages.repair) else { return false };
        let Candidate { model, mut broken, violated } = candidate;
        let (pool, evaluator) = (&*workspace.pool, &mut self.evaluator);
        if repair::conflicts(evaluator, pool, &model, &broken, &violated, &mut search.conflicts).is_err() {
            return false;
        }
        let (quantifiers, limit) = (self.stripped.quantifiers(), MAX_LOOKED_AT as u64);
        let about = repair::instances_about(evaluator, pool, &model, quantifiers, &search.conflicts, limit);
        let Ok(instances) = about else { return false };
        broken.extend(self.add_some(workspace, &instances, FIRST_ROUND));
        if broken.is_empty() {
            return false;
        }
        search.stage = next;
        search.start = Some(Start { model, broken });
        true
    }

    /// Adds instances, of each quantifier at most `limit`, and gives those that were not there.
    fn add_some(&mut self, workspace: &mut Workspace<'_>, instances: &[Instance], limit: usize) -> Vec<ExprId> {
        let some = instances.chunk_by(|(a, _), (b, _)| a == b).flat_map(|group| group.iter().take(limit));
        some.filter_map(|&(forall, i)| self.instances.add(workspace, forall, i)).collect()
    }
}

impl Stage {
    /// The stage that an answer is owed to if duplication of this stage's model gave it.
    fn after_duplication(self) -> Stage {
        if self == Stage::Strip { Stage::Duplicate } else { self }
    }

    /// The next repair, if there may be one.
    fn next_repair(self) -> Option<Stage> {
        match self {
            Stage::Strip => Some(Stage::Repair(1)),
            Stage::Repair(repairs) if repairs < MAX_REPAIRS => Some(Stage::Repair(repairs + 1)),
            _ => None,
        }
    }

    /// Counts an answer.
    fn count(self, workspace: &mut Workspace<'_>) {
        let stats = &mut *workspace.stats;
        let counter = match self {
            Stage::Strip => &mut stats.strip_hits,
            Stage::Duplicate => &mut stats.duplicate_hits,
            Stage::Repair(_) => &mut stats.repair_hits,
            Stage::Instances => &mut stats.instantiation_hits,
        };
        *counter += 1;
    }
}
