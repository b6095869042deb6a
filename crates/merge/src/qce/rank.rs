//! Which state is behind: the topological order of the interprocedural control flow.
//!
//! Frames are compared from the outermost on. Within a function, blocks go by a topological order in which the blocks of a loop stand side by
//! side; a state that waits at a loop's head after an iteration comes behind all the rest of the loop's body and before all that
//! follows it. Among states that wait at one head, the one that is behind in the loop goes first: so states join by position, also from
//! different iterations.

use braid_code::Flow;
use braid_code::estimate::{Estimate, Leading};
use braid_state::join::FramePlace;
use braid_state::{State, StateId};

use super::similar::known_value;
use crate::host::View;

/// The place of a state in the order, lowest first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Rank {
    /// For each frame from the outermost on: where its block stands, and the operation.
    place: Vec<(u32, u32)>,
    /// How far the loop has come at whose head the state waits.
    progress: Vec<u64>,
    /// How many instructions led here.
    steps: u64,
    id: StateId,
}

impl Rank {
    /// The state.
    pub(crate) fn id(&self) -> StateId {
        self.id
    }
    /// How many instructions led here.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }
    /// Returns true if the place comes before another one, whoever stands there.
    pub(crate) fn is_before(&self, other: &Rank) -> bool {
        (&self.place, &self.progress) < (&other.place, &other.progress)
    }
    /// That of a state that runs.
    pub(crate) fn of(view: &dyn View, id: StateId, state: &State) -> Rank {
        Rank { place: place(view, state), progress: Vec::new(), steps: state.steps, id }
    }
    /// How far the loop has come at whose head a state stands, by the variables that every iteration moves, or by all if there are none.
    pub(crate) fn position(view: &dyn View, estimate: &Estimate, state: &State) -> Vec<u64> {
        let top = state.stack.top();
        let counts = view.counts(FramePlace { func: top.func, pc: top.pc, waits: false }, estimate);
        let always = counts.leading.iter().filter(|leading| leading.always).count();
        let telling = if always > 0 { &counts.leading[..always] } else { &counts.leading[..] };
        telling.iter().map(|leading| come(state, leading)).collect()
    }
    /// How far the loop has come at whose head a state stands, by all variables that tell it.
    fn progress(view: &dyn View, estimate: &Estimate, state: &State) -> Vec<u64> {
        let top = state.stack.top();
        let counts = view.counts(FramePlace { func: top.func, pc: top.pc, waits: false }, estimate);
        counts.leading.iter().map(|leading| come(state, leading)).collect()
    }
    /// That of a state that waits at a block of its topmost frame. `before` is where it was when it was last heard of.
    pub(crate) fn waiting(
        view: &dyn View,
        estimate: &Estimate,
        id: StateId,
        state: &State,
        before: Option<&Rank>,
    ) -> Rank {
        let mut rank = Rank::of(view, id, state);
        let top = state.stack.top();
        let flow = view.flow(top.func);
        let block = flow.block_of[top.pc as usize] as usize;
        if flow.heads.get(block) != Some(&true) || !begins_block(&flow, top.pc) {
            return rank;
        }
        rank.progress = Rank::progress(view, estimate, state);
        let (first, last) = (2 * flow.order[block], 2 * flow.end[block] + 1);
        let depth = rank.place.len() - 1;
        let was_inside = before.is_some_and(|before| {
            before.place.len() > depth
                && before.place[..depth] == rank.place[..depth]
                && (first..=last).contains(&before.place[depth].0)
        });
        if was_inside {
            rank.place[depth] = (last, 0);
        }
        rank
    }
}

/// Whether an operation is the first of its block.
pub(crate) fn begins_block(flow: &Flow, pc: u32) -> bool {
    let block_of = |pc: u32| flow.block_of.get(pc as usize);
    pc == 0 || block_of(pc) != block_of(pc - 1)
}

/// How far a variable has come, so that less is behind; what is not known comes last.
fn come(state: &State, leading: &Leading) -> u64 {
    let Some(value) = known_value(state, leading.variable) else { return u64::MAX };
    let signed = value ^ (1 << (leading.bits.clamp(1, 64) - 1));
    if leading.rises { signed } else { !signed }
}

fn place(view: &dyn View, state: &State) -> Vec<(u32, u32)> {
    let mut place: Vec<(u32, u32)> = state
        .stack
        .frames()
        .map(|frame| {
            let flow = view.flow(frame.func);
            let order = flow.order[flow.block_of[frame.pc as usize] as usize];
            (order.saturating_mul(2), frame.pc)
        })
        .collect();
    place.reverse();
    place
}
