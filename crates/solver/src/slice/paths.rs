//! Models of paths seen before: an engine leaves a state, works on others, and comes back.
//!
//! Recent models are of little use then, but the query that once ended with the state's last conjunct was answered with a
//! model, and that model is what the next branch of the state starts from. Paths are found by a hash that grows with
//! them, and compared; a long run keeps two generations, so that what is in use survives and memory stays bounded.

use core::hash::Hasher;
use std::rc::Rc;

use braid_entity::Entity;
use braid_expr::{ExprId, Model};
use rustc_hash::{FxHashMap, FxHasher};

/// Satisfiable lists of conjuncts with a model of each.
pub(super) struct Paths {
    young: FxHashMap<u64, Remembered>,
    old: FxHashMap<u64, Remembered>,
    /// The weight of the young generation.
    weight: usize,
    /// The hash of each beginning of the current query.
    hashes: Vec<u64>,
    capacity: usize,
}

struct Remembered {
    path: Box<[ExprId]>,
    model: Rc<Model>,
}

/// A generation weighs at most this: a unit is a conjunct, 4 bytes.
const CAPACITY: usize = 1 << 20;
/// What a model weighs: about a kilobyte.
const MODEL_WEIGHT: usize = 256;

impl Default for Paths {
    fn default() -> Self {
        Paths {
            young: FxHashMap::default(),
            old: FxHashMap::default(),
            weight: 0,
            hashes: Vec::new(),
            capacity: CAPACITY,
        }
    }
}

impl Paths {
    /// The query is now `conjuncts`, of which the first `shared` are those of the last one.
    pub(super) fn follow(&mut self, conjuncts: &[ExprId], shared: usize) {
        self.hashes.truncate(shared);
        let mut hash = self.hashes.last().copied().unwrap_or(0);
        for &conjunct in &conjuncts[shared..] {
            hash = longer(hash, conjunct);
            self.hashes.push(hash);
        }
    }

    /// A model of `path`, a beginning of the current query, if one is remembered.
    pub(super) fn find(&mut self, path: &[ExprId]) -> Option<Rc<Model>> {
        let hash = self.hashes[path.len().checked_sub(1)?];
        if let Some(model) = remembered(&self.young, hash, path) {
            return Some(model);
        }
        let model = remembered(&self.old, hash, path)?;
        self.keep(path, &model);
        Some(model)
    }

    /// A model of any path, if one is remembered.
    pub(super) fn find_other(&self, path: &[ExprId]) -> Option<Rc<Model>> {
        let hash = hash_of(path);
        remembered(&self.young, hash, path).or_else(|| remembered(&self.old, hash, path))
    }

    /// Remembers a model of `path`, a beginning of the current query.
    pub(super) fn keep(&mut self, path: &[ExprId], model: &Rc<Model>) {
        if let Some(last) = path.len().checked_sub(1) {
            self.insert(self.hashes[last], path, model);
        }
    }

    /// Remembers a model of any path.
    pub(super) fn keep_other(&mut self, path: &[ExprId], model: &Rc<Model>) {
        self.insert(hash_of(path), path, model);
    }

    fn insert(&mut self, hash: u64, path: &[ExprId], model: &Rc<Model>) {
        if self.weight > self.capacity {
            self.old = core::mem::take(&mut self.young);
            self.weight = 0;
        }
        self.weight += path.len() + MODEL_WEIGHT;
        self.young.insert(hash, Remembered { path: path.into(), model: Rc::clone(model) });
    }
}

/// The model of a path in a generation.
fn remembered(generation: &FxHashMap<u64, Remembered>, hash: u64, path: &[ExprId]) -> Option<Rc<Model>> {
    generation.get(&hash).filter(|known| *known.path == *path).map(|known| Rc::clone(&known.model))
}

fn hash_of(path: &[ExprId]) -> u64 {
    path.iter().fold(0, |hash, &conjunct| longer(hash, conjunct))
}

/// The hash of a path with one conjunct more; that of the empty path is 0.
fn longer(hash: u64, conjunct: ExprId) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(hash);
    hasher.write_u32(conjunct.as_u32());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(numbers: impl IntoIterator<Item = u32>) -> Vec<ExprId> {
        numbers.into_iter().map(ExprId::from_u32).collect()
    }

    #[test]
    fn a_path_is_found_again_after_others_and_forgotten_after_many() {
        let mut paths = Paths { capacity: 4 * MODEL_WEIGHT, ..Paths::default() };
        let model = Rc::new(Model::new());
        let (first, second) = (path([1, 2, 3]), path([1, 2, 4]));
        paths.follow(&first, 0);
        paths.keep(&first, &model);
        paths.follow(&second, 2);
        assert!(paths.find(&second).is_none() && paths.find(&second[..2]).is_none());
        paths.follow(&first, 2);
        assert!(paths.find(&first).is_some_and(|found| Rc::ptr_eq(&found, &model)));
        for number in 10..30 {
            let other = path([number]);
            paths.follow(&other, 0);
            paths.keep(&other, &model);
            // What is asked for now and then survives.
            paths.follow(&first, 0);
            assert!(number % 2 == 0 || paths.find(&first).is_some());
        }
        for number in 30..50 {
            let other = path([number]);
            paths.follow(&other, 0);
            paths.keep(&other, &model);
        }
        paths.follow(&first, 0);
        assert!(paths.find(&first).is_none());
        assert!(paths.young.len() + paths.old.len() <= 12);
    }
}
