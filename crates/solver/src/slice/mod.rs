//! Independence: only the part of a query that is not known to hold is asked further down.
//!
//! The layer keeps the last query's conjuncts in groups that share nothing ([`groups`]) and one model that satisfies as
//! many of them as was found. A query that begins as the last one did is compared with it, its new conjuncts are
//! evaluated under the model, and if they hold that is the answer: of the two sides of a branch, one is free. Else
//! the groups of those that do not hold are asked, and what comes back is put into the model. Other groups keep their
//! cells and hence their truth: every conjunct has been evaluated under the values that the answer carries.

mod groups;

use std::collections::VecDeque;
use std::rc::Rc;

use braid_entity::Entity;
use braid_expr::{Evaluator, ExprId, ExprPool, Model, Range, Space, SymbolId};

use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Reason, Verdict};

use groups::Groups;

/// Slices queries and keeps the last model.
pub struct Slicing {
    next: Box<dyn Layer>,
    /// The conjuncts of the last query.
    conjuncts: Vec<ExprId>,
    groups: Groups,
    /// Satisfies the first `satisfied` conjuncts.
    model: Rc<Model>,
    satisfied: usize,
    /// Models that satisfied earlier queries, newest first: hints for the layers below.
    recent: VecDeque<Rc<Model>>,
    evaluator: Evaluator,
}

/// How many earlier models are kept: the other side of the last branches.
const RECENT_MODELS: usize = 4;

impl Slicing {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        Slicing {
            next,
            conjuncts: Vec::new(),
            groups: Groups::default(),
            model: Rc::default(),
            satisfied: 0,
            recent: VecDeque::new(),
            evaluator: Evaluator::new(),
        }
    }
}

impl Layer for Slicing {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        self.follow(workspace.pool, query.conjuncts);
        self.answer(workspace, query).unwrap_or_else(Verdict::Unknown)
    }
}

impl Slicing {
    /// Makes the groups those of `conjuncts`, from the first that differs on.
    fn follow(&mut self, pool: &ExprPool, conjuncts: &[ExprId]) {
        let shared = self.conjuncts.iter().zip(conjuncts).take_while(|(a, b)| a == b).count();
        for _ in shared..self.groups.len() {
            self.groups.pop();
        }
        self.conjuncts.truncate(shared);
        self.satisfied = self.satisfied.min(shared);
        for &conjunct in &conjuncts[shared..] {
            self.groups.push(pool.support(conjunct));
            self.conjuncts.push(conjunct);
        }
    }

    fn answer(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Result<Verdict, Reason> {
        let broken = self.broken_groups(workspace.pool)?;
        if broken.is_empty() {
            workspace.stats.last_model_hits += 1;
        }
        let mut unknown = None;
        let mut patches = Vec::new();
        for root in broken {
            match self.ask(workspace, query, root) {
                Verdict::Sat(model) => patches.push((root, model)),
                Verdict::Unsat(core) => return Ok(Verdict::Unsat(core)),
                Verdict::Unknown(reason) => unknown = Some(reason),
            }
        }
        self.patch(workspace.pool, &patches);
        if let Some(reason) = unknown {
            return Err(reason);
        }
        self.satisfied = self.conjuncts.len();
        Ok(Verdict::Sat(Rc::clone(&self.model)))
    }

    /// The groups of the conjuncts that the model does not satisfy, in the order of their first such conjunct.
    fn broken_groups(&mut self, pool: &ExprPool) -> Result<Vec<u32>, Reason> {
        let mut run = self.evaluator.under(pool, &self.model);
        let mut broken = Vec::new();
        for at in self.satisfied..self.conjuncts.len() {
            if !run.truth(self.conjuncts[at])? {
                let root = self.groups.root(at as u32);
                if !broken.contains(&root) {
                    broken.push(root);
                }
            }
        }
        Ok(broken)
    }

    fn ask(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>, root: u32) -> Verdict {
        workspace.stats.slices += 1;
        let mut members: Vec<u32> = self.groups.members(root).collect();
        members.sort_unstable();
        let conjuncts: Vec<ExprId> = members.iter().map(|&at| self.conjuncts[at as usize]).collect();
        let hints = self.recent.make_contiguous();
        self.next.check(workspace, Query { conjuncts: &conjuncts, hints, ..query })
    }

    /// Gives the cells and symbols of each group the values they have in its model.
    fn patch(&mut self, pool: &ExprPool, patches: &[(u32, Rc<Model>)]) {
        if patches.is_empty() {
            return;
        }
        let old = Rc::clone(&self.model);
        let model = Rc::make_mut(&mut self.model);
        for (root, from) in patches {
            for range in self.groups.intervals(*root) {
                copy(pool, range, from, model);
            }
        }
        self.recent.truncate(RECENT_MODELS - 1);
        self.recent.push_front(old);
    }
}

/// Copies what `range` covers from one model to another.
fn copy(pool: &ExprPool, range: Range, from: &Model, to: &mut Model) {
    match range.space {
        Space::Symbols => {
            for symbol in (range.low..=range.high).map(|number| SymbolId::from_u32(number as u32)) {
                to.set(symbol, &from.value(symbol, pool.symbol_data(symbol).width));
            }
        }
        Space::Array(array) if range.low == range.high => to.set_cell(array, range.low, from.cell(array, range.low)),
        Space::Array(array) => {
            let covered = |index: &u64| (range.low..=range.high).contains(index);
            let old: Vec<u64> = to.cells(array).map(|(index, _)| index).filter(covered).collect();
            for index in old {
                to.set_cell(array, index, from.cell(array, index));
            }
            for (index, element) in from.cells(array).filter(|(index, _)| covered(index)) {
                to.set_cell(array, index, element);
            }
        }
        Space::Bound => {}
    }
}
