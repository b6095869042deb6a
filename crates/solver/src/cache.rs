//! The query cache: answers by set of conjuncts, reused for subsets and supersets.
//!
//! A set that was asked before has its answer; a set that contains a known core is unsat; a subset of a set that was sat
//! is sat with the same model (Cadar, Dunbar, Engler, "KLEE", 2008, section 3.3). Everything is kept in two
//! generations: when the young one is full it becomes the old one and the old one goes, so a long run stays bounded and
//! what is in use survives.

use std::rc::Rc;

use braid_expr::{ExprId, Model};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Verdict};

/// Remembers answers.
pub struct QueryCache {
    next: Box<dyn Layer>,
    young: Generation,
    old: Generation,
    /// How many conjuncts a generation may hold.
    capacity: usize,
}

/// A generation holds sets of this many conjuncts altogether, models weighed in: about 10 MB.
const CAPACITY: usize = 1 << 20;
/// Larger cores and sat sets are kept for equal queries only: their chance to be part of another is small, their cost not.
const MAX_INDEXED: usize = 64;
/// Of the sets that a conjunct occurs in, so many are looked at, newest first.
const MAX_TRIED: usize = 8;

/// How many conjuncts a model counts for: a kilobyte.
const MODEL_WEIGHT: usize = 256;

#[derive(Default)]
struct Generation {
    answers: FxHashMap<Box<[ExprId]>, Verdict>,
    /// Cores by each of their members.
    cores: FxHashMap<ExprId, Vec<Rc<[ExprId]>>>,
    /// Sat sets by each of their members.
    models: FxHashMap<ExprId, Vec<SatSet>>,
    size: usize,
}

type SatSet = (Rc<FxHashSet<ExprId>>, Rc<Model>);

impl QueryCache {
    /// On top of `next`.
    pub fn new(next: Box<dyn Layer>) -> Self {
        Self::with_capacity(next, CAPACITY)
    }
    /// On top of `next`, with room for `capacity` conjuncts per generation.
    pub fn with_capacity(next: Box<dyn Layer>, capacity: usize) -> Self {
        QueryCache { next, young: Generation::default(), old: Generation::default(), capacity }
    }
}

impl Layer for QueryCache {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        let mut set = query.conjuncts.to_vec();
        set.sort_unstable();
        set.dedup();
        if let Some(verdict) = self.find(workspace, query, &set) {
            return verdict;
        }
        let verdict = self.next.check(workspace, query);
        if self.young.size >= self.capacity {
            self.old = core::mem::take(&mut self.young);
        }
        self.young.add(set, &verdict);
        verdict
    }

    fn forget(&mut self) {
        (self.young, self.old) = Default::default();
        self.next.forget();
    }
}

impl QueryCache {
    fn find(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>, set: &[ExprId]) -> Option<Verdict> {
        let stats = &mut *workspace.stats;
        if let Some(verdict) = self.young.answers.get(set).or_else(|| self.old.answers.get(set)) {
            stats.cache_exact_hits += 1;
            return Some(in_order_of(query, verdict.clone()));
        }
        // A core must hold a conjunct that the near model breaks: all the others hold together.
        let suspects = query.near.map_or(set, |near| near.broken);
        let core = self.young.core_within(suspects, set).or_else(|| self.old.core_within(suspects, set));
        if let Some(core) = core {
            stats.cache_core_hits += 1;
            return Some(in_order_of(query, Verdict::Unsat(core.to_vec())));
        }
        let model = self.young.model_of_superset(set).or_else(|| self.old.model_of_superset(set))?;
        stats.cache_superset_hits += 1;
        Some(Verdict::Sat(model))
    }
}

impl Generation {
    fn add(&mut self, set: Vec<ExprId>, verdict: &Verdict) {
        self.size += set.len();
        if verdict.is_sat() {
            self.size += MODEL_WEIGHT;
        }
        match verdict {
            Verdict::Sat(model) if set.len() <= MAX_INDEXED => {
                let members: Rc<FxHashSet<ExprId>> = Rc::new(set.iter().copied().collect());
                for &member in &set {
                    self.models.entry(member).or_default().push((Rc::clone(&members), Rc::clone(model)));
                }
                self.size += set.len();
            }
            Verdict::Unsat(core) if core.len() <= MAX_INDEXED => {
                let core: Rc<[ExprId]> = core.as_slice().into();
                for &member in core.iter() {
                    self.cores.entry(member).or_default().push(Rc::clone(&core));
                }
                self.size += core.len();
            }
            Verdict::Sat(_) | Verdict::Unsat(_) => {}
            Verdict::Unknown(_) => return, // a larger budget may answer it next time
        }
        self.answers.insert(set.into_boxed_slice(), verdict.clone());
    }

    /// A known core that is part of `set`, found by one of the suspects.
    fn core_within(&self, suspects: &[ExprId], set: &[ExprId]) -> Option<&Rc<[ExprId]>> {
        let cores = suspects.iter().filter_map(|suspect| self.cores.get(suspect));
        cores
            .flat_map(|cores| cores.iter().rev().take(MAX_TRIED))
            .find(|core| core.iter().all(|member| set.binary_search(member).is_ok()))
    }

    /// A model of a sat set that `set` is part of, looked for at the member with the fewest sat sets.
    fn model_of_superset(&self, set: &[ExprId]) -> Option<Rc<Model>> {
        if set.len() > MAX_INDEXED {
            return None;
        }
        let mut rarest: Option<&Vec<SatSet>> = None;
        for member in set {
            let sets = self.models.get(member)?;
            if rarest.is_none_or(|rarest| sets.len() < rarest.len()) {
                rarest = Some(sets);
            }
        }
        let contains_all = |(members, _): &&SatSet| set.iter().all(|member| members.contains(member));
        rarest?.iter().rev().take(MAX_TRIED).find(contains_all).map(|(_, model)| Rc::clone(model))
    }
}

/// A core in the order of the query's conjuncts.
fn in_order_of(query: Query<'_>, verdict: Verdict) -> Verdict {
    let Verdict::Unsat(core) = verdict else { return verdict };
    let mut left: FxHashSet<ExprId> = core.into_iter().collect();
    Verdict::Unsat(query.conjuncts.iter().copied().filter(|conjunct| left.remove(conjunct)).collect())
}
