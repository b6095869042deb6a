//! What is known of a state's way: the closed loops that it came of, and how often it came to the heads of loops.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use braid_code::Flow;
use braid_expr::ExprId;
use braid_ir::FuncId;
use braid_state::State;

use super::head::Head;
use super::proof::Proof;

/// A loop head that a state stands at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct At {
    pub(crate) func: FuncId,
    /// Its block, by its number in the code.
    pub(crate) block: u32,
    /// How many frames there are.
    pub(crate) depth: usize,
}

/// What kind of join forgot something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A loop was closed: a state at its head stands for every number of iterations.
    Loop,
    /// States that met became one.
    Meeting,
}

/// A join that forgot something, and can be undone.
#[derive(Debug)]
pub(crate) struct Closed {
    pub(crate) kind: Kind,
    /// The head of the loop, or the block in which states met.
    pub(crate) at: At,
    pub(crate) head: Head,
    /// What is known of the head's constants.
    pub(crate) axioms: Vec<ExprId>,
    /// The states that were joined, as they were, to go on from if this is undone. That of a loop is the one that came to the head.
    pub(crate) sources: RefCell<Vec<(State, Track)>>,
    /// What was shown of it, if somebody wants to know.
    pub(crate) proof: RefCell<Proof>,
    /// Whether it was undone: whoever came of it is given up.
    pub(crate) undone: Cell<bool>,
}

impl Closed {
    /// Returns true if it closes the loop with this head.
    pub(crate) fn closes(&self, at: At) -> bool {
        self.kind == Kind::Loop && self.at == at
    }
}

/// How often a state came to a loop head since it entered the loop.
#[derive(Clone, Copy, Debug)]
struct Visits {
    at: At,
    seen: u32,
    /// How many case splits there had been when it came first.
    splits: u32,
    /// After so many visits closing is tried next.
    next: u32,
    /// How often it was tried in vain, or undone.
    tries: u32,
}

/// Visits without a split after which a loop is taken to be one without end.
const MANY_VISITS: u32 = 64;

/// What is known of a state's way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Track {
    /// The closed loops that it came of, the oldest first.
    pub(crate) chain: Vec<Rc<Closed>>,
    visits: Vec<Visits>,
}

/// What is to be done with a state at a loop head.
pub(crate) enum Visit {
    /// Nothing: it goes on.
    Pass,
    /// It came of this closed loop, which has to stand for it.
    Back(Rc<Closed>),
    /// The loop may be closed here.
    Close,
}

impl Track {
    /// A state that has made so many case splits has come to a head; `peel` is how many iterations are run one by one.
    pub(crate) fn visit(&mut self, flow: &Flow, at: At, splits: u32, peel: u32) -> Visit {
        let is_closed = |closed: &&Rc<Closed>| closed.closes(at) && !closed.undone.get();
        if let Some(closed) = self.chain.iter().rev().find(is_closed) {
            return Visit::Back(Rc::clone(closed));
        }
        self.forget_inside(flow, at);
        let number = self.number(at, splits, peel);
        let visits = &mut self.visits[number];
        visits.seen = visits.seen.saturating_add(1);
        let forks = splits > visits.splits || visits.seen > MANY_VISITS;
        if forks && visits.seen > visits.next { Visit::Close } else { Visit::Pass }
    }
    /// How often the state came to a head.
    pub(crate) fn seen(&self, at: At) -> u32 {
        self.visits.iter().find(|visits| visits.at == at).map_or(0, |visits| visits.seen)
    }
    /// Closing was in vain, or undone: it is tried again after twice as many iterations, at most so often.
    pub(crate) fn postpone(&mut self, at: At, most: u32) {
        if let Some(visits) = self.visits.iter_mut().find(|visits| visits.at == at) {
            visits.tries += 1;
            visits.next = if visits.tries > most { u32::MAX } else { visits.seen.saturating_mul(2) };
        }
    }
    /// Closing is not tried again.
    pub(crate) fn give_up(&mut self, at: At) {
        if let Some(visits) = self.visits.iter_mut().find(|visits| visits.at == at) {
            visits.tries += 1;
            visits.next = u32::MAX;
        }
    }
    /// A state that stands in a block of its topmost frame has left all loops that the block is not part of. Returns true if one of them was not closed although it was tried.
    pub(crate) fn leave(&mut self, flow: &Flow, at: At) -> bool {
        let place = |block: u32| flow.order.get(block as usize).copied().unwrap_or(u32::MAX);
        let is_left = |visits: &Visits| {
            let first = place(visits.at.block);
            let last = flow.end.get(visits.at.block as usize).copied().unwrap_or(0);
            let is_around = (first..=last).contains(&place(at.block));
            visits.at.depth == at.depth && visits.at.func == at.func && !is_around
        };
        let is_above = |visits: &Visits| visits.at.depth > at.depth;
        let refused = self.visits.iter().any(|visits| is_left(visits) && visits.tries > 0);
        self.visits.retain(|visits| !is_left(visits) && !is_above(visits));
        refused
    }
    fn number(&mut self, at: At, splits: u32, peel: u32) -> usize {
        if let Some(number) = self.visits.iter().position(|visits| visits.at == at) {
            return number;
        }
        self.visits.push(Visits { at, seen: 0, splits, next: peel, tries: 0 });
        self.visits.len() - 1
    }
    /// Loops inside of the one that begins an iteration here begin anew, and so do those of frames above.
    fn forget_inside(&mut self, flow: &Flow, at: At) {
        let place = |block: u32| flow.order.get(block as usize).copied().unwrap_or(u32::MAX);
        let (first, last) = (place(at.block), flow.end.get(at.block as usize).copied().unwrap_or(0));
        self.visits.retain(|visits| {
            let is_inside = visits.at.depth == at.depth
                && visits.at.func == at.func
                && (first + 1..=last).contains(&place(visits.at.block));
            visits.at.depth <= at.depth && !is_inside
        });
    }
}
