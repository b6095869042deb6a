//! A walk through a loop, beside the run: from a state at its head to the states that come back to the head.
//!
//! Loops inside are closed on the way, by the same rules as in the run. A walk is bounded in instructions and states.

use std::rc::Rc;

use braid_code::FrameLoop;
use braid_state::{Arrival, State};

use super::closing::{Closer, Refused, with_axioms};
use super::covering;
use super::fences::Heads;
use super::track::{At, Track, Visit};
use crate::host::{Aside, Host};

/// Instructions of one walk.
const MAX_INSTRUCTIONS: u64 = 100_000;
/// Times that states are run in one walk.
const MAX_RUNS: usize = 300;
/// States that come back.
const MAX_ARRIVALS: usize = 32;
/// Instructions of a state until it is looked at again.
const BATCH: u64 = 256;
/// Instructions of a state behind the loop.
const MAX_BEYOND: u64 = 2_000;

/// How far a walk goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// To the loop's exits.
    Loop,
    /// Further, to see what is asked there; to the next loop at most.
    Beyond,
}

/// What came of a walk.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// The states that came back.
    pub(crate) arrivals: Vec<State>,
    /// Those that ended with a fault, and those that went too far.
    pub(crate) others: Vec<State>,
    /// How many left the loop.
    pub(crate) left: usize,
}

/// A state on its way.
struct Walker {
    state: State,
    track: Track,
    /// If it has left the loop: how many instructions it had executed then.
    left: Option<u64>,
}

/// What is fixed for a walk.
struct Route<'a> {
    body: &'a Rc<FrameLoop>,
    reach: Reach,
}

impl Closer {
    /// Walks from a state at the head of a loop.
    pub(crate) fn walk(
        &mut self,
        host: &mut dyn Host,
        mut start: State,
        track: &Track,
        body: &Rc<FrameLoop>,
        reach: Reach,
    ) -> Result<Walked, Refused> {
        self.heads.fence(host.view(), &mut start, false, true);
        let (begun, mut walked) = (start.steps, Walked::default());
        let mut open = vec![Walker { state: start, track: track.clone(), left: None }];
        let (mut runs, mut spent) = (0, 0);
        while let Some(walker) = open.pop() {
            runs += 1;
            let is_long = runs > MAX_RUNS || spent > MAX_INSTRUCTIONS || walked.arrivals.len() > MAX_ARRIVALS;
            if is_long || self.is_late(host) {
                return Err("an iteration that takes too long");
            }
            let before = walker.state.steps;
            let (track, left) = (walker.track, walker.left);
            for (state, aside) in host.run_aside(walker.state, BATCH) {
                spent += state.steps.saturating_sub(before.max(begun));
                let walker = Walker { state, track: track.clone(), left };
                open.extend(self.take_in(host, &mut walked, &Route { body, reach }, walker, aside)?);
            }
        }
        Ok(walked)
    }

    /// What is to be done with a state that has run. Returns it if it goes on.
    fn take_in(
        &mut self,
        host: &mut dyn Host,
        walked: &mut Walked,
        route: &Route<'_>,
        mut walker: Walker,
        aside: Aside,
    ) -> Result<Option<Walker>, Refused> {
        match aside {
            Aside::Done => return Ok(None),
            Aside::Fault => {
                walked.others.push(walker.state);
                return Ok(None);
            }
            Aside::Unknown if walker.left.is_some() => return Ok(None),
            Aside::Unknown => return Err("something that cannot be followed"),
            Aside::Goes | Aside::Arrived(_) => {}
        }
        if walker.left.is_none() && !host.view().is_inside(&walker.state, route.body) {
            walker.left = Some(walker.state.steps);
            walked.left += 1;
        }
        let is_far = walker.left.is_some_and(|left| walker.state.steps - left > MAX_BEYOND);
        if walker.left.is_some() && (route.reach == Reach::Loop || is_far) {
            walked.others.push(walker.state);
            return Ok(None);
        }
        match aside {
            Aside::Arrived(arrival) => self.arrive(host, walked, route, walker, arrival),
            _ => Ok(Some(walker)),
        }
    }

    fn arrive(
        &mut self,
        host: &mut dyn Host,
        walked: &mut Walked,
        route: &Route<'_>,
        mut walker: Walker,
        arrival: Arrival,
    ) -> Result<Option<Walker>, Refused> {
        let at = Heads::head(host.view(), &walker.state, arrival);
        if let Some(at) = at {
            if walker.left.is_some() {
                walked.others.push(walker.state);
                return Ok(None);
            }
            if (at.func, at.block, at.depth) == (route.body.func, route.body.first, route.body.depth) {
                walked.arrivals.push(walker.state);
                return Ok(None);
            }
            if !self.is_on(host, &mut walker, at) {
                return Ok(None);
            }
        }
        self.heads.fence(host.view(), &mut walker.state, false, true);
        Ok(Some(walker))
    }

    /// Whether a state at the head of a loop inside goes on; it may have become one that stands for all iterations.
    fn is_on(&mut self, host: &mut dyn Host, walker: &mut Walker, at: At) -> bool {
        let flow = host.view().flow(at.func);
        match walker.track.visit(&flow, at, walker.state.depth, self.peel) {
            Visit::Pass => true,
            Visit::Back(closed) => {
                covering::covers(&mut host.parts(), &closed.head, &closed.axioms, &walker.state).is_err()
            }
            Visit::Close => {
                match self.close(host, &walker.state, &walker.track, at) {
                    Ok(closed) => {
                        walker.state = with_axioms(&closed.head, &closed.axioms);
                        walker.track.chain.push(Rc::new(closed));
                    }
                    Err(_) => walker.track.postpone(at, self.refinements),
                }
                true
            }
        }
    }
}
