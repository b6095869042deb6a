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

use braid_expr::{Conjunction, Evaluator, ExprId, ExprPool, Model};
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
    /// The last query.
    last: Conjunction,
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
            last: Conjunction::new(),
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
        let list = query.whole.map_or_else(|| query.conjuncts.iter().copied().collect(), |whole| whole.list().clone());
        self.follow(workspace, list);
        let verdict = self.answer(workspace, query).unwrap_or_else(Verdict::Unknown);
        if let Verdict::Sat(model) = &verdict {
            self.paths.keep(&self.last, model);
        }
        verdict
    }

    fn forget(&mut self) {
        self.paths.forget();
        self.evaluator = Evaluator::new();
        self.next.forget();
    }

    fn remember(&mut self, path: &Conjunction, model: &Rc<Model>) {
        self.paths.keep(path, model);
    }

    fn recall(&self, path: &Conjunction) -> Option<Rc<Model>> {
        self.paths.look_up(path)
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
    /// Makes `list` the current query. If it begins with a path that was left and is taken up again, the model that the
    /// path had is the newest from now on.
    fn follow(&mut self, workspace: &mut Workspace<'_>, list: Conjunction) {
        let shared = self.last.shared(&list);
        self.grouped = self.grouped.min(shared);
        self.models.cut(shared);
        self.last = list;
        // The longest beginnings first, as long as no recent model is known to satisfy as much.
        for path in self.last.prefixes().take(MAX_NEW + 1) {
            if self.models.has_known(path.len()) {
                return;
            }
            if let Some(model) = self.paths.find(&path) {
                workspace.stats.path_model_hits += 1;
                return self.models.keep(model, path.len());
            }
        }
    }

    /// Makes the groups those of the current query.
    fn group(&mut self, pool: &mut ExprPool, conjuncts: &[ExprId]) {
        for _ in self.grouped..self.groups.len() {
            self.groups.pop();
            self.bounds.pop();
        }
        for &conjunct in &conjuncts[self.grouped..] {
            if pool.has_forall(conjunct) {
                self.groups.push(&self.bounds.reads(pool, conjunct));
            } else {
                self.groups.push(pool.support(conjunct));
            }
            self.bounds.push(pool, conjunct);
        }
        self.grouped = conjuncts.len();
    }

    fn answer(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Result<Verdict, Reason> {
        if let Some(model) = self.models.find(&mut self.evaluator, workspace.pool, query.conjuncts)? {
            workspace.stats.recent_model_hits += 1;
            return Ok(Verdict::Sat(model));
        }
        self.group(workspace.pool, query.conjuncts);
        let mut unknown = None;
        let mut model = self.models.nearest();
        for broken in self.broken_groups(workspace.pool, query.conjuncts)? {
            workspace.stats.slices += 1;
            let members = self.members(broken.root, query.conjuncts);
            let near = Some(Near { model: &model, broken: &broken.conjuncts });
            match self.next.check(workspace, Query { conjuncts: &members, whole: None, near, ..query }) {
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
        self.models.keep(Rc::clone(&model), query.conjuncts.len());
        Ok(Verdict::Sat(model))
    }

    /// The conjuncts that the nearest model does not satisfy, by their groups.
    fn broken_groups(&mut self, pool: &ExprPool, conjuncts: &[ExprId]) -> Result<Vec<Broken>, Reason> {
        let model = self.models.nearest();
        let mut run = self.evaluator.under(pool, &model);
        let mut broken: Vec<Broken> = Vec::new();
        let mut places = FxHashMap::default();
        for (at, &conjunct) in conjuncts.iter().enumerate().skip(self.models.satisfied()) {
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
    fn members(&self, root: u32, conjuncts: &[ExprId]) -> Vec<ExprId> {
        let mut members: Vec<u32> = self.groups.members(root).collect();
        members.sort_unstable();
        members.into_iter().map(|at| conjuncts[at as usize]).collect()
    }
}
