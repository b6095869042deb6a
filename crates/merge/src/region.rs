//! Regions that the program marks: KLEE's `klee_open_merge` and `klee_close_merge`, `braid_merge_begin` and `_end`.

use crate::strategy::{Event, MergeStrategy, Order, Scope};
use crate::view::View;

/// A context from each beginning to its end.
#[derive(Clone, Copy, Debug)]
pub struct Regions;

impl MergeStrategy for Regions {
    fn observe(&mut self, view: &dyn View, event: &Event<'_>) -> Order {
        match event {
            Event::RegionBegins { state } => Order::Open(Scope::Region { place: view.place(state) }),
            Event::RegionEndsAlone { state } => Order::Refuse(view.place(state), "a region ends that did not begin"),
            Event::Forked { .. } | Event::Parted { .. } => Order::Continue,
        }
    }
}
