//! Leaks: allocations that nothing points to when the program ends.

use std::collections::BTreeMap;

use braid_state::State;
use braid_state::memory::{Object, OriginKind, Site, address};
use rustc_hash::FxHashSet;

/// What is lost: for each place that allocates, how many bytes. Lost is what cannot be reached from variables by way of
/// words that look like addresses; unknown words are taken for none.
pub(crate) fn lost(state: &State) -> BTreeMap<Site, u64> {
    let mut reached: FxHashSet<u64> = FxHashSet::default();
    let mut open: Vec<u64> = Vec::new();
    let visit = |object: &Object, reached: &mut FxHashSet<u64>, open: &mut Vec<u64>| {
        for offset in (0..object.capacity().saturating_sub(7)).step_by(8) {
            let Some(word) = object.contents.word(offset, 8) else { continue };
            if let Some(base) = address::base_of(word)
                && reached.insert(base)
            {
                open.push(base);
            }
        }
    };
    for object in state.memory.iter_live().filter(|object| object.origin().kind != OriginKind::Heap) {
        visit(object, &mut reached, &mut open);
    }
    while let Some(base) = open.pop() {
        if let Some(object) = state.memory.find(base).filter(|object| object.is_live()) {
            visit(object, &mut reached, &mut open);
        }
    }
    let is_lost = |object: &&Object| object.origin().kind == OriginKind::Heap && !reached.contains(&object.base());
    let mut lost = BTreeMap::new();
    for object in state.memory.iter_live().filter(is_lost) {
        *lost.entry(object.origin().site).or_default() += object.capacity();
    }
    lost
}
