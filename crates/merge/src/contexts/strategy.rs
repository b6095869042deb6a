//! When states are joined, and who: what a strategy hears, and what it may order.

use std::rc::Rc;

use braid_code::{FrameLoop, LoopAt, SourcePlace};
use braid_state::{State, Step};

use crate::host::View;
use crate::recording::Bounds;

/// What the states of a merge context have in common until they are joined.
#[derive(Clone, Debug)]
pub enum Scope {
    /// They are in this loop of this frame; around it are these loops, from inside out.
    Loop {
        /// The loop.
        body: Rc<FrameLoop>,
        /// Where it begins.
        place: Rc<SourcePlace>,
        /// The loops around it.
        around: Vec<LoopAt>,
    },
    /// They are between two marks of the program.
    Region {
        /// Where the first mark is.
        place: SourcePlace,
    },
}

impl Scope {
    /// Where it begins in the source.
    pub fn place(&self) -> &SourcePlace {
        match self {
            Scope::Loop { place, .. } => place,
            Scope::Region { place } => place,
        }
    }
    /// What it is called in the names of states.
    pub(crate) fn bounds(&self) -> Bounds {
        match self {
            Scope::Loop { body, .. } => Bounds::Loop { depth: body.depth as u32, func: body.func, header: body.header },
            Scope::Region { .. } => Bounds::Region,
        }
    }
    /// The blocks that a state must stay in, if it is a loop.
    pub fn body(&self) -> Option<&Rc<FrameLoop>> {
        match self {
            Scope::Loop { body, .. } => Some(body),
            Scope::Region { .. } => None,
        }
    }
}

/// What a strategy hears of.
#[derive(Debug)]
pub enum Event<'a> {
    /// A state has come apart.
    Forked {
        /// One of those it became.
        state: &'a State,
        /// The condition of that one.
        step: &'a Step,
        /// The scopes it is in, from inside out.
        scopes: Vec<&'a Scope>,
    },
    /// A context was closed and left several states, none of which is in another context.
    Parted {
        /// The scope of the context.
        scope: &'a Scope,
    },
    /// The program marks the beginning of a region.
    RegionBegins {
        /// Where.
        place: &'a SourcePlace,
    },
    /// The program marks the end of a region, but the state is in none.
    RegionEndsAlone {
        /// Where.
        place: &'a SourcePlace,
    },
}

/// What a strategy may order.
#[derive(Debug)]
pub enum Order {
    /// Nothing.
    Continue,
    /// A merge context is opened where the event was.
    Open(Scope),
    /// What the program asks for at a place cannot be done; the user is told why.
    Refuse(SourcePlace, Complaint),
}

/// Something about the marks of a program that is wrong: nothing is lost by it, but nothing is joined either.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// What is wrong; counted under this name.
    pub reason: &'static str,
    /// What the user can do about it.
    pub advice: &'static str,
}

/// A strategy: when, and who.
pub trait MergeStrategy {
    /// What is to be done about an event.
    fn observe(&mut self, view: &dyn View, event: &Event<'_>) -> Order;
    /// Places that the user named and where there was nothing to merge: perhaps a slip of the pen.
    fn unused_places(&self) -> Vec<String> {
        Vec::new()
    }
}
