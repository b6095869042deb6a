//! What `--explain-merges` tells of query counts, in the words of the source: which variables are hot at a place, and which of them
//! kept states apart.

use braid_report::HotVariable;
use braid_state::State;

use super::flags::Flags;
use super::similar::{Held, global_counts};
use crate::host::View;

/// How many hot variables are told for a place.
const LISTED: usize = 8;

/// The hot variables of a state and the share of the expected queries that depends on each, the hottest first.
pub(crate) fn hot(view: &dyn View, flags: &Flags, state: &State) -> Vec<HotVariable> {
    let (total, counts) = global_counts(view, &flags.estimate(), state);
    let share = |log2: f64| (log2 - total.log2()).exp2();
    let mut shares: Vec<(Held, f64)> = counts.into_iter().map(|(held, count)| (held, share(count.log2()))).collect();
    shares.retain(|&(_, share)| share > flags.alpha);
    shares.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let told = shares.into_iter().take(LISTED);
    told.map(|(held, share)| HotVariable { name: name(view, state, held), share }).collect()
}

/// A variable of a state in the words of the source.
pub(crate) fn name(view: &dyn View, state: &State, held: Held) -> String {
    match held {
        Held::Slot(depth, slot) => slot_name(view, state, depth, slot),
        Held::Memory(address, bytes) => match view.object_name(state, address) {
            Some((name, 0)) => name,
            Some((name, offset)) if bytes > 0 => {
                format!("{name} (bytes {offset} to {})", offset + i64::from(bytes) - 1)
            }
            Some((name, offset)) => format!("{name} (from byte {offset})"),
            None => "memory without a name".to_owned(),
        },
    }
}

/// A slot of the frame that so many frames are up to.
fn slot_name(view: &dyn View, state: &State, depth: u32, slot: u32) -> String {
    let above = state.stack.depth().saturating_sub(depth as usize);
    let Some(frame) = state.stack.frames().nth(above) else { return "a variable of no frame".to_owned() };
    let named = view.slot_names(frame.func, frame.pc);
    named
        .into_iter()
        .find(|&(known, _)| known == slot)
        .map_or_else(|| format!("a value of {}", view.source_place(frame.func, frame.pc).function), |(_, name)| name)
}
