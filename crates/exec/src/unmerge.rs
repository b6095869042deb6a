//! Un-merging, as the executor knows it: where the solver does not answer, the [`Unmerger`](braid_state::Unmerger) may say which
//! questions to ask instead.
//!
//! What it splits a state into becomes an ordinary split: the operation is carried out again in each part. Who can tell which terms have only
//! one value left makes the question easier, before anything is split.

use std::rc::Rc;

use braid_expr::{ExprId, ExprPool, Node, Substitution};
use braid_solver::{Reason, Verdict};
use braid_state::{KnownTerm, Questions, State, Unmerger};

use crate::executor::Executor;
use crate::stop::{Case, Split, SplitKind, Stop, Then};

/// Questions about a state.
struct Asking<'a> {
    exec: &'a mut Executor,
    state: &'a State,
}

impl Questions for Asking<'_> {
    fn state(&self) -> &State {
        self.state
    }
    fn pool(&mut self) -> &mut ExprPool {
        &mut self.exec.pool
    }
    fn can_hold(&mut self, condition: ExprId) -> Option<bool> {
        match self.exec.ask(self.state, condition) {
            Verdict::Sat(_) => Some(true),
            Verdict::Unsat(_) => Some(false),
            Verdict::Unknown(_) => None,
        }
    }
}

impl Executor {
    /// The split that makes a question easier which the solver could not answer, if there is one.
    pub(crate) fn unmerge(&mut self, state: &State, question: ExprId, reason: &Reason) -> Option<Stop> {
        let unmerger = self.unmerger_for(reason).filter(|_| state.directives.may_fork())?;
        let parts = unmerger.parts(&mut Asking { exec: self, state }, question);
        if self.pool.interrupt().cause().is_some() {
            return Some(Stop::Interrupted);
        }
        let parts = parts.filter(|parts| !parts.conditions.is_empty())?;
        if !parts.complete {
            self.note_unsolved(state, reason);
        }
        self.counters.unmerged += 1;
        let why = if parts.complete { SplitKind::Unmerge } else { SplitKind::UnmergeSome };
        let cases = parts.conditions.into_iter().map(|condition| Case { condition, then: Then::Again }).collect();
        Some(Stop::Split(Split { why, cases }))
    }

    /// The split that leaves fewer sources of a join in each part, if the value of a term tells some apart: what must be one value is chosen for
    /// each source by itself, as it was where they were not joined.
    pub(crate) fn sources_apart(&mut self, state: &State, term: ExprId) -> Option<Stop> {
        let unmerger = self.unmerger.clone().filter(|_| state.directives.may_fork())?;
        let parts = unmerger.parts(&mut Asking { exec: self, state }, term);
        if self.pool.interrupt().cause().is_some() {
            return Some(Stop::Interrupted);
        }
        let parts = parts.filter(|parts| parts.complete && parts.conditions.len() > 1)?;
        self.counters.unmerged += 1;
        let cases = parts.conditions.into_iter().map(|condition| Case { condition, then: Then::Again }).collect();
        Some(Stop::Split(Split { why: SplitKind::Unmerge, cases }))
    }

    /// Asks a question that the solver could not answer again, with terms that have only one value replaced by it; none if there are no
    /// such terms.
    pub(crate) fn ask_fixed(&mut self, state: &State, question: ExprId, reason: &Reason) -> Option<Verdict> {
        let known = self.unmerger_for(reason)?.known(&mut self.pool, state, question);
        if known.is_empty() {
            return None;
        }
        let asked = state.path.premises(&mut self.pool, &mut self.cells, question).with(question);
        let simpler = self.with_known(&asked.to_vec(), &known)?;
        let verdict = self.solver.check(&mut self.pool, &simpler);
        if let Verdict::Sat(model) = &verdict {
            let mut model = Rc::clone(model);
            for &KnownTerm { term, value } in &known {
                let (Node::Symbol(symbol), Some(value)) = (self.pool.node(term), self.pool.as_u64(value)) else {
                    continue;
                };
                Rc::make_mut(&mut model).set_word(symbol, value);
            }
            self.solver.remember_model(&self.pool, &asked, 0, &model);
        }
        Some(verdict)
    }

    /// Conditions with known terms replaced. A condition that says what such a term is stays as it is.
    fn with_known(&mut self, conditions: &[ExprId], known: &[KnownTerm]) -> Option<Vec<ExprId>> {
        let mut values = Substitution::new();
        known.iter().for_each(|&KnownTerm { term, value }| values.replace(&self.pool, term, value));
        let mut simpler = Vec::with_capacity(conditions.len());
        for &condition in conditions {
            let negated = self.pool.not(condition);
            let says = known.iter().any(|known| known.term == condition || known.term == negated);
            simpler.push(if says { condition } else { values.apply(&mut self.pool, condition).ok()? });
        }
        Some(simpler)
    }

    /// Who takes states apart, if a question was not answered because of its budget.
    fn unmerger_for(&self, reason: &Reason) -> Option<Rc<dyn Unmerger>> {
        self.unmerger.clone().filter(|_| reason.is_budget())
    }

    /// A part of a joined state stands for no more paths than its part does.
    pub(crate) fn inherit_part(&self, state: &mut State, why: SplitKind) {
        if let Some(unmerger) = self.unmerger.as_ref().filter(|_| why.unmerges()) {
            unmerger.inherit(&self.pool, &self.heritage, state);
        }
    }
}
