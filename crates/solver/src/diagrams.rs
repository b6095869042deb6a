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
use crate::verdict::{Query, Verdict};

/// Answers where diagrams do.
pub(crate) struct ByDiagrams {
    next: Box<dyn Layer>,
    evaluator: Evaluator,
    /// The conjuncts of the last query.
    path: Vec<Conjunct>,
    /// The age of the diagrams that the path's guards are of.
    age: u64,
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
        ByDiagrams { next, evaluator: Evaluator::new(), path: Vec::new(), age: 0 }
    }
}

impl Layer for ByDiagrams {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        match self.decide(workspace, query.conjuncts) {
            Some(verdict) => {
                workspace.stats.diagram_hits += 1;
                verdict
            }
            None => self.next.check(workspace, query),
        }
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
        if !diagrams.is_used() {
            return None;
        }
        self.follow(pool, diagrams, conjuncts)?;
        let all = self.path.last()?.all;
        if all.is_false() {
            return Some(Verdict::Unsat(self.core(pool, diagrams)));
        }
        let model = model(pool, &diagrams.guards().assignment(all)?);
        confirm(&mut self.evaluator, pool, &model, conjuncts).ok()?;
        Some(Verdict::Sat(Rc::new(model)))
    }

    /// Makes `conjuncts` the path, up to the first that leaves nothing. None if the run is interrupted.
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
            let guard = diagrams.condition(pool, term)?;
            let all = diagrams.both(pool, before, guard).unwrap_or(before);
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
