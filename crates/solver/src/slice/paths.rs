//! Models of paths seen before: an engine leaves a state, works on others, and comes back.
//!
//! Recent models are of little use then, but the query that once ended with the state's last conjunct was answered with a
//! model, and that model is what the next branch of the state starts from. Paths are found by a hash that grows with
//! them, and compared as far as they are not one list in memory; a long run keeps two generations, so that what is in use survives and memory stays bounded.

use std::rc::Rc;

use braid_expr::{Conjunction, Model};
use rustc_hash::FxHashMap;

/// Satisfiable lists of conjuncts with a model of each.
pub(super) struct Paths {
    young: FxHashMap<u64, Remembered>,
    old: FxHashMap<u64, Remembered>,
    capacity: usize,
}

struct Remembered {
    path: Conjunction,
    model: Rc<Model>,
}

/// A generation has at most so many models, of about a kilobyte each. Paths are shared with states and with each other.
const CAPACITY: usize = 1 << 12;

impl Default for Paths {
    fn default() -> Self {
        Paths { young: FxHashMap::default(), old: FxHashMap::default(), capacity: CAPACITY }
    }
}

impl Paths {
    /// Remembers nothing any more.
    pub(super) fn forget(&mut self) {
        self.young = FxHashMap::default();
        self.old = FxHashMap::default();
    }

    /// A model of `path`, if one is remembered, which makes it young again.
    pub(super) fn find(&mut self, path: &Conjunction) -> Option<Rc<Model>> {
        if path.is_empty() {
            return None;
        }
        if let Some(model) = remembered(&self.young, path) {
            return Some(model);
        }
        let model = remembered(&self.old, path)?;
        self.keep(path, &model);
        Some(model)
    }

    /// A model of `path`, if one is remembered.
    pub(super) fn look_up(&self, path: &Conjunction) -> Option<Rc<Model>> {
        remembered(&self.young, path).or_else(|| remembered(&self.old, path))
    }

    /// Remembers a model of `path`.
    pub(super) fn keep(&mut self, path: &Conjunction, model: &Rc<Model>) {
        if path.is_empty() {
            return;
        }
        if self.young.len() >= self.capacity {
            self.old = core::mem::take(&mut self.young);
        }
        self.young.insert(path.hash(), Remembered { path: path.clone(), model: Rc::clone(model) });
    }
}

/// The model of a path in a generation.
fn remembered(generation: &FxHashMap<u64, Remembered>, path: &Conjunction) -> Option<Rc<Model>> {
    generation.get(&path.hash()).filter(|known| known.path == *path).map(|known| Rc::clone(&known.model))
}

#[cfg(test)]
mod tests {
    use braid_entity::Entity;
    use braid_expr::ExprId;

    use super::*;

    fn path(numbers: impl IntoIterator<Item = u32>) -> Conjunction {
        numbers.into_iter().map(ExprId::from_u32).collect()
    }

    #[test]
    fn a_path_is_found_again_after_others_and_forgotten_after_many() {
        let mut paths = Paths { capacity: 4, ..Paths::default() };
        let model = Rc::new(Model::new());
        let (first, second) = (path([1, 2, 3]), path([1, 2, 4]));
        paths.keep(&first, &model);
        assert!(paths.find(&second).is_none() && paths.find(&second.prefix(2)).is_none());
        assert!(paths.find(&first).is_some_and(|found| Rc::ptr_eq(&found, &model)));
        for number in 10..30 {
            paths.keep(&path([number]), &model);
            // What is asked for now and then survives.
            assert!(number % 2 == 0 || paths.find(&first).is_some());
        }
        for number in 30..50 {
            paths.keep(&path([number]), &model);
        }
        assert!(paths.find(&first).is_none());
        assert!(paths.young.len() + paths.old.len() <= 8);
    }
}
