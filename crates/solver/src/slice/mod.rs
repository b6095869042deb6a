//! Independence: only the part of a query that is not known to hold is asked further down.
//!
//! The layer keeps the last query's conjuncts in groups that share nothing ([`groups`]) and some models of it
//! ([`models`]). A query that begins as the last one did is compared with it, and its new conjuncts are evaluated under
//! the models; if one satisfies them that is the answer: of the two sides of a branch, one is free. Else the groups
//! of the conjuncts that do not hold are asked, and what comes back is put into the model. Other groups keep their cells
//! and hence their truth: every conjunct has been evaluated under the values that the answer carries.

mod groups;
mod models;

use std::rc::Rc;

use braid_expr::{Evaluator, ExprId, ExprPool};
use rustc_hash::FxHashMap;

use crate::layer::{Layer, Workspace};
use crate::verdict::{Near, Query, Reason, Verdict};

use groups::Groups;
use models::{Models, transplant};

/// Slices queries and keeps recent models.
pub struct Slicing {
    next: Box<dyn Layer>,
    /// The conjuncts of the last query.
    conjuncts: Vec<ExprId>,
    groups: Groups,
    models: Models,
    evaluator: Evaluator,
}

impl Slicing {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        Slicing {
            next,
            conjuncts: Vec::new(),
            groups: Groups::default(),
            models: Models::default(),
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

/// Conjuncts that a model does not satisfy, all of one group.
struct Broken {
    root: u32,
    conjuncts: Vec<ExprId>,
}

impl Slicing {
    /// Makes the groups those of `conjuncts`, from the first that differs on.
    fn follow(&mut self, pool: &ExprPool, conjuncts: &[ExprId]) {
        let shared = self.conjuncts.iter().zip(conjuncts).take_while(|(a, b)| a == b).count();
        for _ in shared..self.groups.len() {
            self.groups.pop();
        }
        self.conjuncts.truncate(shared);
        self.models.cut(shared);
        for &conjunct in &conjuncts[shared..] {
            self.groups.push(pool.support(conjunct));
            self.conjuncts.push(conjunct);
        }
    }

    fn answer(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Result<Verdict, Reason> {
        if let Some(model) = self.models.find(&mut self.evaluator, workspace.pool, &self.conjuncts)? {
            workspace.stats.recent_model_hits += 1;
            return Ok(Verdict::Sat(model));
        }
        let mut unknown = None;
        let mut model = self.models.newest();
        for broken in self.broken_groups(workspace.pool)? {
            workspace.stats.slices += 1;
            let members = self.members(broken.root);
            let near = Some(Near { model: &model, broken: &broken.conjuncts });
            match self.next.check(workspace, Query { conjuncts: &members, near, ..query }) {
                Verdict::Sat(found) => {
                    transplant(workspace.pool, self.groups.intervals(broken.root), &found, Rc::make_mut(&mut model));
                }
                Verdict::Unsat(core) => return Ok(Verdict::Unsat(core)),
                Verdict::Unknown(reason) => unknown = Some(reason),
            }
        }
        if let Some(reason) = unknown {
            return Err(reason);
        }
        self.models.keep(Rc::clone(&model), self.conjuncts.len());
        Ok(Verdict::Sat(model))
    }

    /// The conjuncts that the newest model does not satisfy, by their groups.
    fn broken_groups(&mut self, pool: &ExprPool) -> Result<Vec<Broken>, Reason> {
        let model = self.models.newest();
        let mut run = self.evaluator.under(pool, &model);
        let mut broken: Vec<Broken> = Vec::new();
        let mut places = FxHashMap::default();
        for at in self.models.satisfied()..self.conjuncts.len() {
            let conjunct = self.conjuncts[at];
            if !run.truth(conjunct)? {
                let root = self.groups.root(at as u32);
                let place = *places.entry(root).or_insert(broken.len());
                if place == broken.len() {
                    broken.push(Broken { root, conjuncts: Vec::new() });
                }
                broken[place].conjuncts.push(conjunct);
            }
        }
        Ok(broken)
    }

    /// The conjuncts of a group in the order of the query.
    fn members(&self, root: u32) -> Vec<ExprId> {
        let mut members: Vec<u32> = self.groups.members(root).collect();
        members.sort_unstable();
        members.into_iter().map(|at| self.conjuncts[at as usize]).collect()
    }
}
