//! Independence: only the part of a query that is not known to hold is asked further down.
//!
//! The layer keeps the last query's conjuncts in groups that share nothing ([`groups`]) and some models of it
//! ([`models`]). A query that begins as the last one did is compared with it, and its new conjuncts are evaluated under
//! the models; if one satisfies them that is the answer: of the two sides of a branch, one is free. Else the groups
//! of the conjuncts that do not hold are asked, and what comes back is put into the model. Other groups keep their cells
//! and hence their truth: every conjunct has been evaluated under the values that the answer carries.
//!
//! An engine that jumps between states asks queries that share little with the last one; a path seen before has its
//! model ([`paths`]), and groups are brought up to date only when a query needs them.

mod groups;
mod models;
mod paths;
mod reads;
mod space;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use braid_expr::{Evaluator, ExprId, ExprPool, Model};
use rustc_hash::FxHashMap;

use crate::layer::{Layer, Workspace};
use crate::verdict::{Near, Query, Reason, Verdict};

use groups::Groups;
use models::{Models, transplant};
use paths::Paths;
use reads::Bounds;

/// Slices queries and keeps recent models.
pub struct Slicing {
    next: Box<dyn Layer>,
    /// The conjuncts of the last query.
    conjuncts: Vec<ExprId>,
    groups: Groups,
    bounds: Bounds,
    /// How many conjuncts of the last query the groups agree with, from the first on.
    grouped: usize,
    models: Models,
    paths: Paths,
    evaluator: Evaluator,
}

impl Slicing {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        Slicing {
            next,
            conjuncts: Vec::new(),
            groups: Groups::default(),
            bounds: Bounds::default(),
            grouped: 0,
            models: Models::default(),
            paths: Paths::default(),
            evaluator: Evaluator::new(),
        }
    }
}

impl Layer for Slicing {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        self.follow(workspace, query.conjuncts);
        let verdict = self.answer(workspace, query).unwrap_or_else(Verdict::Unknown);
        if let Verdict::Sat(model) = &verdict {
            self.paths.keep(&self.conjuncts, model);
        }
        verdict
    }

    fn remember(&mut self, path: &[ExprId], model: &Rc<Model>) {
        self.paths.keep_other(path, model);
    }

    fn recall(&self, path: &[ExprId]) -> Option<Rc<Model>> {
        self.paths.find_other(path)
    }
}

/// A query may have so many conjuncts more than a path whose model is remembered for that model to be found.
const MAX_NEW: usize = 8;

/// Conjuncts that a model does not satisfy, all of one group.
struct Broken {
    root: u32,
    conjuncts: Vec<ExprId>,
}

impl Slicing {
    /// Makes `conjuncts` the current query. If it begins with a path that was left and is taken up again, the model that the
    /// path had is the newest from now on.
    fn follow(&mut self, workspace: &mut Workspace<'_>, conjuncts: &[ExprId]) {
        let shared = self.conjuncts.iter().zip(conjuncts).take_while(|(a, b)| a == b).count();
        self.grouped = self.grouped.min(shared);
        self.conjuncts.truncate(shared);
        self.conjuncts.extend_from_slice(&conjuncts[shared..]);
        self.models.cut(shared);
        self.paths.follow(conjuncts, shared);
        // The longest beginnings first, as long as no recent model is known to satisfy as much.
        for length in (conjuncts.len().saturating_sub(MAX_NEW)..=conjuncts.len()).rev() {
            if self.models.has_known(length) {
                return;
            }
            if let Some(model) = self.paths.find(&conjuncts[..length]) {
                workspace.stats.path_model_hits += 1;
                return self.models.keep(model, length);
            }
        }
    }

    /// Makes the groups those of the current query.
    fn group(&mut self, pool: &mut ExprPool) {
        for _ in self.grouped..self.groups.len() {
            self.groups.pop();
            self.bounds.pop();
        }
        for &conjunct in &self.conjuncts[self.grouped..] {
            if pool.has_forall(conjunct) {
                self.groups.push(&self.bounds.reads(pool, conjunct));
            } else {
                self.groups.push(pool.support(conjunct));
            }
            self.bounds.push(pool, conjunct);
        }
        self.grouped = self.conjuncts.len();
    }

    fn answer(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Result<Verdict, Reason> {
        if let Some(model) = self.models.find(&mut self.evaluator, workspace.pool, &self.conjuncts)? {
            workspace.stats.recent_model_hits += 1;
            return Ok(Verdict::Sat(model));
        }
        self.group(workspace.pool);
        let mut unknown = None;
        let mut model = self.models.nearest();
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

    /// The conjuncts that the nearest model does not satisfy, by their groups.
    fn broken_groups(&mut self, pool: &ExprPool) -> Result<Vec<Broken>, Reason> {
        let model = self.models.nearest();
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
