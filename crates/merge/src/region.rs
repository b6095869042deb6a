//! Regions that the program marks: KLEE's `klee_open_merge` and `klee_close_merge`, `braid_merge_begin` and `_end`.

use crate::contexts::{Complaint, Contexts, Event, MergeStrategy, Order, Scope};
use crate::host::View;
use crate::mode::Mode;

/// The mode.
pub(crate) const MODE: Mode = Mode {
    name: "region",
    about: "states are joined from klee_open_merge or braid_merge_begin to the matching end",
    source: "KLEE",
    make: |options| Some(Box::new(Contexts::new(options, Box::new(Regions), options.encoding.rule(), false))),
};

/// An end without a beginning.
const NOT_BEGUN: Complaint = Complaint {
    reason: "a region ends that did not begin",
    advice: "the path goes on alone; begin the region on every way that leads here",
};
/// A beginning without an end: told at the beginning, when a path ends by itself inside.
pub(crate) const NOT_CLOSED: Complaint = Complaint {
    reason: "a region is not closed on some path",
    advice: "the others waited for it in vain; close the region on every way out of it, also before a return, an exit or a jump",
};
/// Regions in regions without end.
pub(crate) const TOO_DEEP: Complaint = Complaint {
    reason: "contexts nest too deeply",
    advice: "this region is not followed; is one of those around it never closed?",
};

/// A context from each beginning to its end.
#[derive(Clone, Copy, Debug)]
pub struct Regions;

impl MergeStrategy for Regions {
    fn observe(&mut self, _: &dyn View, event: &Event<'_>) -> Order {
        match event {
            Event::RegionBegins { place } => Order::Open(Scope::Region { place: (*place).clone() }),
            Event::RegionEndsAlone { place } => Order::Refuse((*place).clone(), NOT_BEGUN),
            Event::Forked { .. } | Event::Parted { .. } => Order::Continue,
        }
    }
}
