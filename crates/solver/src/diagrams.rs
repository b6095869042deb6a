//! Decision diagrams: a slice over joined values is decided by the diagrams of its conjuncts, without a search.
//!
//! Joined states ask about choices between positions, and reads through them. As a circuit such a term covers a whole buffer; as
//! functions of the input's bytes its bits are small, they are shared by all later terms over it, and a conjunction is
//! satisfiable unless it is the function that is always false. Terms whose diagrams grow too large are opaque: then unsat is still an answer,
//! and sat is one if evaluation confirms the model, as it must for every model.

use std::rc::Rc;

use braid_expr::{Conjunction, Evaluator, ExprId, ExprPool, Model, Node};
use braid_guard::{Assignment, Diagrams, Guard};

use crate::confirm::confirm;
use crate::layer::{Layer, Workspace};
use crate::stats::Stats;
use crate::verdict::{Query, Verdict};

/// Answers where diagrams do.
pub(crate) struct ByDiagrams {
    next: Box<dyn Layer>,
    evaluator: Evaluator,
    /// The conjuncts of the last query.
    path: Vec<Conjunct>,
    /// The age of the diagrams that the path's guards are of.
    age: u64,
    purse: Purse,
}

/// Steps of diagrams that are left to spend; fewer than none are a debt. Searches and answers pay for later tries: where searches are cheap, or
/// diagrams do not decide, diagrams cost a part of the time that searches take, and no more.
struct Purse {
    steps: i64,
    /// What searches cost, and how many there were.
    searches: (u64, u64),
    /// Of what a search cost one part in so many, as a power of 2, may be spent to avoid the next one: less after each try in vain.
    share: u32,
}

impl Purse {
    /// Steps there are from the start: some milliseconds.
    const FIRST: i64 = 1 << 20;
    /// Steps there are at most.
    const MOST: i64 = 1 << 22;
    /// Steps that a conflict is worth; a propagation is worth one.
    const CONFLICT: u64 = 64;
    /// What an answer is worth before there was a search.
    const ANSWER: u64 = 1 << 15;
    /// The smallest share.
    const LEAST: u32 = 8;

    fn new() -> Self {
        Purse { steps: Self::FIRST, searches: (Self::ANSWER, 1), share: 0 }
    }
    fn is_empty(&self) -> bool {
        self.steps <= 0
    }
    fn spend(&mut self, steps: u64) {
        self.steps = self.steps.saturating_sub_unsigned(steps);
    }
    fn earn(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add_unsigned(steps).min(Self::MOST);
    }
    /// A search took the place of diagrams.
    fn searched(&mut self, cost: u64) {
        self.searches = (self.searches.0 + cost, self.searches.1 + 1);
        self.share = (self.share + 1).min(Self::LEAST);
        self.earn(cost >> self.share);
    }
    /// Diagrams took the place of a search.
    fn answered(&mut self) {
        self.share = self.share.saturating_sub(2);
        self.earn(self.searches.0 / self.searches.1);
    }
}

/// What searches cost so far, in steps.
fn cost_of_searches(stats: &Stats) -> u64 {
    stats.propagations + Purse::CONFLICT * stats.conflicts
}

/// A conjunct with its diagram.
struct Conjunct {
    term: ExprId,
    guard: Guard,
    /// It and those before it; what was too large is left out.
    all: Guard,
}

impl ByDiagrams {
    /// On top of `next`.
    pub(crate) fn new(next: Box<dyn Layer>) -> Self {
        ByDiagrams { next, evaluator: Evaluator::new(), path: Vec::new(), age: 0, purse: Purse::new() }
    }
}

impl Layer for ByDiagrams {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        // Of quantifiers diagrams know nothing.
        let is_quantified = query.conjuncts.iter().any(|&conjunct| workspace.pool.has_forall(conjunct));
        if !workspace.diagrams.is_used() || is_quantified {
            return self.next.check(workspace, query);
        }
        let began = workspace.diagrams.begin();
        let decided = self.decide(workspace, query.conjuncts);
        workspace.diagrams.end(began);
        if let Some(verdict) = decided {
            self.purse.answered();
            workspace.stats.diagram_hits += 1;
            return verdict;
        }
        let before = cost_of_searches(workspace.stats);
        let verdict = self.next.check(workspace, query);
        self.purse.searched(cost_of_searches(workspace.stats) - before);
        verdict
    }

    fn forget(&mut self) {
        self.evaluator = Evaluator::new();
        self.path = Vec::new();
        self.next.forget();
    }

    fn remember(&mut self, path: &Conjunction, model: &Rc<Model>) {
        self.next.remember(path, model);
    }

    fn recall(&self, path: &Conjunction) -> Option<Rc<Model>> {
        self.next.recall(path)
    }
}

impl ByDiagrams {
    fn decide(&mut self, workspace: &mut Workspace<'_>, conjuncts: &[ExprId]) -> Option<Verdict> {
        let Workspace { pool, diagrams, .. } = workspace;
        self.follow(pool, diagrams, conjuncts)?;
        let all = self.path.last()?.all;
        if all.is_false() {
            return Some(Verdict::Unsat(self.core(pool, diagrams)));
        }
        let model = model(pool, &diagrams.guards().assignment(all)?);
        confirm(&mut self.evaluator, pool, &model, conjuncts).ok()?;
        Some(Verdict::Sat(Rc::new(model)))
    }

    /// Makes `conjuncts` the path, up to the first that leaves nothing. None if the purse is empty or the run is interrupted.
    fn follow(&mut self, pool: &mut ExprPool, diagrams: &mut Diagrams, conjuncts: &[ExprId]) -> Option<()> {
        if core::mem::replace(&mut self.age, diagrams.age()) != diagrams.age() {
            self.path.clear();
        }
        let shared = self.path.iter().zip(conjuncts).take_while(|(known, term)| known.term == **term).count();
        self.path.truncate(shared);
        for &term in &conjuncts[shared..] {
            let before = self.path.last().map_or(Guard::TRUE, |last| last.all);
            if before.is_false() {
                break;
            }
            if self.purse.is_empty() {
                return None;
            }
            let work = diagrams.work();
            let guard = diagrams.condition(pool, term);
            let all = guard.and_then(|guard| diagrams.both(pool, before, guard));
            self.purse.spend(diagrams.work().saturating_sub(work));
            let (guard, all) = (guard?, all.unwrap_or(before));
            self.path.push(Conjunct { term, guard, all });
        }
        Some(())
    }

    /// Conjuncts of the path that leave nothing by themselves. Those that came last are most likely to be needed, so they are looked at first.
    fn core(&mut self, pool: &ExprPool, diagrams: &mut Diagrams) -> Vec<ExprId> {
        let (mut left, mut core) = (Guard::TRUE, Vec::new());
        for conjunct in self.path.iter().rev() {
            let both = diagrams.both(pool, left, conjunct.guard).unwrap_or(left);
            if both != left {
                core.push(conjunct.term);
                left = both;
            }
            if left.is_false() {
                core.reverse();
                return core;
            }
        }
        self.path.iter().map(|conjunct| conjunct.term).collect()
    }
}

/// The model of an assignment: its bytes, and those of its predicates that are bits of symbols.
fn model(pool: &ExprPool, assignment: &Assignment) -> Model {
    let mut model = assignment.model();
    for &(predicate, value) in assignment.predicates.iter().filter(|(_, value)| *value) {
        if let Node::Extract(symbol, bit) = pool.node(predicate)
            && let Node::Symbol(symbol) = pool.node(symbol)
        {
            let word = model.word(symbol) | u64::from(value) << bit;
            model.set_word(symbol, word);
        }
    }
    model
}
