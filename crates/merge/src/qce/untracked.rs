//! Words of memory that no variable of a frame names, so that nobody counts the queries about them.
//!
//! What leads on into other objects decides what all later accesses are about: pointers there must agree. All other bytes are cold: they keep
//! nobody apart, and are counted.

use braid_code::estimate::Estimate;
use braid_state::State;
use braid_state::memory::Differing;

use super::similar::named_words;
use crate::host::View;

/// In what untracked memory of two states differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Untracked {
    /// Words with pointers.
    pub(crate) pointers: u64,
    /// Bytes of anything else.
    pub(crate) bytes: u64,
}

/// Compares two states.
pub(crate) fn compare(view: &dyn View, estimate: &Estimate, one: &mut State, other: &mut State) -> Untracked {
    let differing = one.memory.differing(&mut other.memory, view.pool());
    let mut untracked = Untracked::default();
    if differing.is_empty() {
        return untracked;
    }
    let named = Named::of(view, estimate, &[one, other]);
    for Differing { address, bytes, pointer } in differing {
        if !named.has(address, bytes) {
            match pointer {
                true => untracked.pointers += 1,
                false => untracked.bytes += u64::from(bytes),
            }
        }
    }
    untracked
}

/// The bytes that some variable names, as ranges that do not meet, in order.
struct Named(Vec<(u64, u64)>);

impl Named {
    fn of(view: &dyn View, estimate: &Estimate, states: &[&mut State]) -> Named {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for state in states {
            for (address, bytes) in named_words(view, estimate, state) {
                match bytes {
                    0 => ranges.extend(
                        state.memory.find(address).map(|object| (object.base(), object.base() + object.capacity())),
                    ),
                    bytes => ranges.push((address, address.saturating_add(u64::from(bytes)))),
                }
            }
        }
        ranges.sort_unstable();
        ranges.dedup_by(|next, kept| {
            let meets = next.0 <= kept.1;
            kept.1 = if meets { kept.1.max(next.1) } else { kept.1 };
            meets
        });
        Named(ranges)
    }
    /// Whether some of the bytes are named.
    fn has(&self, address: u64, bytes: u32) -> bool {
        let behind = self.0.partition_point(|range| range.1 <= address);
        self.0.get(behind).is_some_and(|range| range.0 < address + u64::from(bytes))
    }
}
