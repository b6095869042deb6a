//! Joining bytes that are elements of arrays, where states stored at computed offsets after they parted.
//!
//! The update lists go back to a common one. Onto that, the stores of each state are put, each with the old element where
//! another state is: this costs what was stored since, not a choice for every byte that a computed offset can reach.

use braid_expr::{ExprId, Node, UpdateId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::join::Joiner;

/// The update list of each state; none where a state does not care.
pub(super) type Lists = SmallVec<[Option<UpdateId>; 8]>;

/// A store of one state: the index and the element.
type Store = (ExprId, ExprId);

/// The update lists that were joined in one object.
#[derive(Default)]
pub(super) struct Arrays {
    joined: FxHashMap<Lists, UpdateId>,
}

impl Arrays {
    /// The update list whose elements are those of the i-th one wherever the i-th state is, if the lists have a common
    /// beginning and at most `limit` stores behind it.
    pub(super) fn join(&mut self, joiner: &mut Joiner<'_>, lists: Lists, limit: u64) -> Option<UpdateId> {
        if let Some(&known) = self.joined.get(&lists) {
            return Some(known);
        }
        let joined = join(joiner, &lists, limit)?;
        self.joined.insert(lists, joined);
        Some(joined)
    }
    /// Returns true if lists were joined.
    pub(super) fn were_joined(&self) -> bool {
        !self.joined.is_empty()
    }
}

fn join(joiner: &mut Joiner<'_>, lists: &Lists, limit: u64) -> Option<UpdateId> {
    // States with the same list are one.
    let mut groups: Vec<(UpdateId, Vec<usize>)> = Vec::new();
    let mut numbers: FxHashMap<UpdateId, usize> = FxHashMap::default();
    for (member, list) in lists.iter().enumerate() {
        let Some(list) = *list else { continue };
        let group = *numbers.entry(list).or_insert(groups.len());
        if group == groups.len() {
            groups.push((list, Vec::new()));
        }
        groups[group].1.push(member);
    }
    let (mut updates, stores) = common(joiner, &groups, limit)?;
    for ((_, members), stores) in groups.iter().zip(stores) {
        let here = joiner.among(members);
        for (index, element) in stores.into_iter().rev() {
            let old = joiner.pool.read(updates, index);
            let element = joiner.pool.ite(here, element, old);
            updates = joiner.pool.store(updates, index, element);
        }
    }
    Some(updates)
}

/// The list that all go back to, and the stores of each behind it, youngest first.
fn common(joiner: &Joiner<'_>, groups: &[(UpdateId, Vec<usize>)], limit: u64) -> Option<(UpdateId, Vec<Vec<Store>>)> {
    let mut at: Vec<UpdateId> = groups.iter().map(|&(list, _)| list).collect();
    let mut stores: Vec<Vec<Store>> = vec![Vec::new(); groups.len()];
    let mut level = at.iter().map(|&list| joiner.pool.update_count(list)).min()?;
    let mut steps = 0;
    loop {
        for (list, stores) in at.iter_mut().zip(&mut stores) {
            while joiner.pool.update_count(*list) > level {
                let Node::Store(before, index, element) = joiner.pool.update(*list) else { return None };
                stores.push((index, element));
                *list = before;
                steps += 1;
                if steps > limit {
                    return None;
                }
            }
        }
        if at.iter().all(|&list| list == at[0]) {
            return Some((at[0], stores));
        }
        level = level.checked_sub(1)?;
    }
}
