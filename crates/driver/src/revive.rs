//! Makes evicted states again, a group at a time ([`remake`](crate::remake)).
//!
//! Near relatives have most of their way in common, so that a member costs little more than its last split.

use braid_state::{RecipeId, Stand, State};
use rustc_hash::FxHashMap;

use crate::checkpoints::Checkpoints;
use crate::shelf::Evicted;
use crate::subject::Subject;

/// What came of a group.
#[derive(Debug, Default)]
pub(crate) struct Revived {
    /// States that are there again.
    pub(crate) made: Vec<(Evicted, State)>,
    /// Those that are not yet, because the work was interrupted.
    pub(crate) left: Vec<Evicted>,
    /// How many could not be made again.
    pub(crate) lost: u64,
}

impl Subject {
    /// Makes evicted states again. What could not be made is lost; what was not, because the work was interrupted, is left.
    pub(crate) fn revive(&mut self, checkpoints: &mut Checkpoints, members: &[Evicted]) -> Revived {
        let wanted: Vec<(RecipeId, Stand)> =
            members.iter().map(|member| (member.inherited.recipe(), member.stand)).collect();
        let remade = self.remake(checkpoints, &wanted);
        let mut missing: FxHashMap<RecipeId, Evicted> =
            members.iter().map(|&member| (member.inherited.recipe(), member)).collect();
        let mut revived = Revived::default();
        for state in remade.states {
            let recipe = state.inherited.recipe();
            if missing.get(&recipe).is_some_and(|member| member.fits(&state))
                && let Some(member) = missing.remove(&recipe)
            {
                revived.made.push((member, state));
            }
        }
        let mut left: Vec<Evicted> = missing.into_values().collect();
        left.sort_unstable_by_key(|member| member.id);
        match self.check_interrupt().is_err() {
            true => revived.left = left,
            false => revived.lost = left.len() as u64,
        }
        revived
    }
}
