//! How the paths of joined states are spread over numbers of rounds: an upper bound for each part of such a state.
//!
//! A state that is joined by a pattern holds a number that tells which of its sources it stands for. If it is split on that number, the
//! parts stand for different sources, and it would be wrong to count all of them in each. So each join keeps how many paths each
//! source stood for, and for which value of the number; if a source was joined itself, its own shares. Nothing is multiplied out:
//! the table grows with the states that are joined.

use braid_entity::{Entity, EntityMap, entity};
use braid_expr::ExprId;
use rustc_hash::FxHashMap;

use crate::inherit::Fresh;
use crate::state::State;

entity!(
    /// The shares of a joined state.
    SharesId,
    "shares"
);

/// A state that went into a join.
#[derive(Clone, Debug)]
struct Share {
    /// The values of the fresh variables that the join introduced.
    values: Box<[(ExprId, u64)]>,
    /// How many paths it stood for at most.
    paths: u128,
    /// How those were spread before.
    earlier: Option<SharesId>,
}

/// The shares of all joined states of an engine.
#[derive(Debug, Default)]
pub struct Shares(EntityMap<SharesId, Box<[Share]>>);

impl Shares {
    /// The shares of a state that these are joined to, by fresh variables with a value for each. None if nothing is known of how its
    /// paths are spread.
    pub fn join(&mut self, states: &[State], fresh: &[Fresh]) -> Option<SharesId> {
        if fresh.is_empty() && states.iter().all(|state| state.inherited.shares().is_none()) {
            return None;
        }
        let share = |(at, state): (usize, &State)| Share {
            values: fresh.iter().filter_map(|fresh| Some((fresh.symbol, *fresh.values.get(at)?))).collect(),
            paths: state.inherited.multiplicity(),
            earlier: state.inherited.shares(),
        };
        Some(self.0.push(states.iter().enumerate().map(share).collect()))
    }

    /// How many paths there are at most where only some values of each number are possible.
    pub fn count(&self, of: SharesId, mut is_possible: impl FnMut(ExprId, u64) -> bool) -> u128 {
        let mut counts: FxHashMap<SharesId, u128> = FxHashMap::default();
        for id in self.behind(of) {
            let counted = self.0[id].iter().fold(0u128, |sum, share| {
                if !share.values.iter().all(|&(number, value)| is_possible(number, value)) {
                    return sum;
                }
                let earlier = share.earlier.map_or(share.paths, |earlier| counts[&earlier]);
                sum.saturating_add(earlier.min(share.paths))
            });
            counts.insert(id, counted);
        }
        counts[&of]
    }

    /// All shares that these are made of, earlier ones first.
    fn behind(&self, of: SharesId) -> Vec<SharesId> {
        let (mut found, mut open) = (rustc_hash::FxHashSet::default(), vec![of]);
        while let Some(id) = open.pop() {
            if found.insert(id) {
                open.extend(self.0[id].iter().filter_map(|share| share.earlier));
            }
        }
        let mut ordered: Vec<SharesId> = found.into_iter().collect();
        ordered.sort_unstable_by_key(|id| id.index());
        ordered
    }
}

#[cfg(test)]
mod tests {
    use braid_expr::{ExprPool, SymbolClass};

    use super::*;

    #[test]
    fn parts_by_several_numbers_add_up_to_the_whole() {
        let mut pool = ExprPool::new();
        let [first, second] = ["k0", "k1"].map(|name| pool.symbol(name, 3, SymbolClass::Round));
        let mut shares = Shares::default();
        let row = |number, value, paths, earlier| Share { values: [(number, value)].into(), paths, earlier };
        let inner = shares.0.push((0..4).map(|value| row(first, value, 1, None)).collect());
        // The last of them had been split before: only two of its four paths are left.
        let rows = [(0, 4), (1, 4), (2, 2)].map(|(value, paths)| row(second, value, paths, Some(inner)));
        let outer = shares.0.push(rows.into());
        let count = |low: u64, high: u64, only: Option<u64>| {
            shares.count(outer, |number, value| match number == first {
                true => (low..=high).contains(&value),
                false => only.is_none_or(|only| only == value),
            })
        };
        assert_eq!(count(0, 3, None), 10);
        assert_eq!((count(0, 3, Some(0)), count(0, 3, Some(1)), count(0, 3, Some(2))), (4, 4, 2));
        assert_eq!((count(2, 3, Some(0)), count(0, 0, Some(1)), count(0, 0, Some(2))), (2, 1, 1));
        assert_eq!(count(2, 3, None), 6, "an upper bound: which two were left is not known");
    }
}
