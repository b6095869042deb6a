//! Closing a loop: finding a state at its head that stands for any number of iterations.
//!
//! All of it happens beside the run, and is a guess: what is found is a head that every iteration seemed to lead back to. The run then explores that head
//! once, and whoever comes back to it is compared with it again ([`covering`](super::covering)); only that counts.
//!
//! First the places that an iteration changes are forgotten, more of them until no further one changes. A walk from that head without any
//! axiom tells all conditions that the loop, and what follows it, may ask; they and the changes seen are guesses for relations.
//! Then the strongest invariant that the first state satisfies is weakened until an iteration from it leads back into it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use braid_code::FrameLoop;
use braid_expr::{Conjunction, ExprId};
use braid_state::State;

use super::asker::Asker;
use super::candidates;
use super::covering::Match;
use super::fences::Heads;
use super::head::Head;
use super::invariant::Invariant;
use super::track::{At, Closed, Kind, Track};
use super::walk::{Reach, Walked};
use crate::host::{Host, Parts};

/// States that came back and are looked at when a head is made.
const MAX_SOURCES: usize = 8;
/// Heads that are tried.
const MAX_HEADS: usize = 8;
/// Walks in which an invariant is weakened.
const MAX_WALKS: usize = 24;
/// Visits after which a loop that is never left may be closed.
const MANY_VISITS: u32 = 64;
/// Loops inside of loops that are closed on the way.
const MAX_NESTING: u32 = 2;

/// Closes loops.
#[derive(Default)]
pub(crate) struct Closer {
    pub(crate) heads: Heads,
    /// Iterations that are run one by one first.
    pub(crate) peel: u32,
    /// How often closing is tried again.
    pub(crate) refinements: u32,
    /// Heads that were made so far.
    pub(crate) number: u32,
    /// Loops that are being closed.
    nesting: u32,
    /// When the loop that is being closed is given up, in work of the run.
    deadline: u64,
    /// Work that closing has taken so far.
    pub(crate) spent: u64,
}

/// Work that closing one loop may take, in instructions.
pub(crate) const MAX_WORK: u64 = 400_000;
/// Instructions that a query counts for, however easy it is.
const WORK_OF_QUERY: u64 = 400;

/// The work that was done so far.
pub(crate) fn work(host: &mut dyn Host) -> u64 {
    let queries = host.parts().solver.stats().queries;
    host.view().instructions().saturating_add(queries.saturating_mul(WORK_OF_QUERY))
}

/// What came of settling an invariant.
enum Settled {
    /// Every iteration leads back.
    Closed(Vec<ExprId>),
    /// This state differs in a place that the head does not forget.
    Changes(Box<State>),
}

/// Why a loop is not closed.
pub(crate) type Refused = &'static str;

impl Closer {
    pub(crate) fn new(flags: &super::Flags) -> Closer {
        let heads = Heads::new(flags.joins, &flags.at);
        Closer { heads, peel: flags.peel, refinements: flags.refinements, ..Closer::default() }
    }

    /// Closes the loop at whose head a state stands, or tells why not.
    pub(crate) fn close(
        &mut self,
        host: &mut dyn Host,
        first: &State,
        track: &Track,
        at: At,
    ) -> Result<Closed, Refused> {
        if self.nesting >= MAX_NESTING {
            return Err("loops inside of loops inside of loops");
        }
        let begun = work(host);
        if self.nesting == 0 {
            self.deadline = begun.saturating_add(MAX_WORK);
        }
        self.nesting += 1;
        let closed = self.close_here(host, first, track, at);
        self.nesting -= 1;
        if self.nesting == 0 {
            self.spent += work(host).saturating_sub(begun);
        }
        closed
    }

    /// Returns true if closing has taken as much work as it may.
    pub(crate) fn is_late(&self, host: &mut dyn Host) -> bool {
        work(host) > self.deadline
    }

    fn close_here(&mut self, host: &mut dyn Host, first: &State, track: &Track, at: At) -> Result<Closed, Refused> {
        let pc = first.stack.top().pc;
        let around = host.view().loops_within(first, pc, at.depth);
        let is_this = |body: &FrameLoop| body.first == at.block && body.depth == at.depth;
        let body = around.into_iter().map(|around| around.body).find(|body| is_this(body));
        let body = body.ok_or("a loop that is not known")?;
        let walked = self.walk(host, first.copy(), track, &body, Reach::Loop)?;
        if walked.arrivals.is_empty() {
            return Err("no iteration comes back");
        }
        if walked.left == 0 && track.seen(at) < MANY_VISITS {
            return Err("the loop is not left from here");
        }
        let mut sources: Vec<State> = walked.arrivals;
        sources.truncate(MAX_SOURCES);
        for _ in 0..MAX_HEADS {
            let all: Vec<&State> = [first].into_iter().chain(&sources).collect();
            self.number += 1;
            let head = Head::new(&mut host.parts(), &all, self.number)?;
            match self.settle(host, first, &head, track, &body)? {
                Settled::Closed(axioms) => {
                    let (sources, undone) = (RefCell::default(), Cell::new(false));
                    return Ok(Closed {
                        kind: Kind::Loop,
                        at,
                        head,
                        axioms,
                        sources,
                        proof: RefCell::default(),
                        undone,
                    });
                }
                Settled::Changes(state) => sources.push(*state),
            }
        }
        Err("ever more places that the loop changes")
    }

    /// Finds an invariant of a head, or a place that the head must forget as well.
    fn settle(
        &mut self,
        host: &mut dyn Host,
        first: &State,
        head: &Head,
        track: &Track,
        body: &Rc<FrameLoop>,
    ) -> Result<Settled, Refused> {
        // What cannot be walked to its end has told something all the same.
        let scouted =
            self.walk(host, head.state.copy(), track, body, Reach::Beyond).unwrap_or_else(|_| Walked::default());
        if let Some(changes) = changing(&mut host.parts(), head, &scouted.arrivals)? {
            return Ok(Settled::Changes(Box::new(changes)));
        }
        let conditions = [&scouted.arrivals, &scouted.others].map(|states| candidates::met(head, states)).concat();
        let mut invariant = guess(&mut host.parts(), first, head, &conditions);
        for _ in 0..MAX_WALKS {
            let mut parts = host.parts();
            let axioms = invariant.axioms(parts.pool);
            let start = with_axioms(head, &axioms);
            let walked = self.walk(host, start, track, body, Reach::Loop)?;
            parts = host.parts();
            if let Some(changes) = changing(&mut parts, head, &walked.arrivals)? {
                return Ok(Settled::Changes(Box::new(changes)));
            }
            if !weaken(&mut parts, head, &mut invariant, &walked.arrivals)? {
                return Ok(Settled::Closed(needed(&mut parts, first.path.conjuncts(), axioms)));
            }
        }
        Err("an invariant that does not come to rest")
    }
}

/// A head with axioms.
pub(crate) fn with_axioms(head: &Head, axioms: &[ExprId]) -> State {
    let mut state = head.state.copy();
    axioms.iter().for_each(|&axiom| state.path.push(axiom));
    state
}

/// The first of the states that came back that differs in a place which the head does not forget.
fn changing(parts: &mut Parts<'_>, head: &Head, arrivals: &[State]) -> Result<Option<State>, Refused> {
    for state in arrivals {
        let found = Match::of(parts, head, state)?;
        let mut asker = Asker { pool: parts.pool, solver: parts.solver };
        if !found.agrees(&mut asker, head, state.path.conjuncts()) {
            return Ok(Some(state.copy()));
        }
    }
    Ok(None)
}

/// The strongest invariant that the first state satisfies, of all that is guessed.
fn guess(parts: &mut Parts<'_>, first: &State, head: &Head, conditions: &[ExprId]) -> Invariant {
    let mut asker = Asker { pool: parts.pool, solver: parts.solver };
    let path = first.path.conjuncts();
    let constants: Vec<(ExprId, ExprId)> = head.forgotten.iter().map(|place| (place.symbol, place.values[0])).collect();
    let pool = &*asker.pool;
    let stops: Vec<Vec<u64>> = (0..=64).map(|width| candidates::stops(pool, conditions, width)).collect();
    let mut invariant =
        Invariant::of(&mut asker, path, constants.iter().copied(), |width| stops[width as usize].clone());
    let mut guesses = candidates::of_changes(asker.pool, head);
    guesses.extend(candidates::of_conditions(asker.pool, head, conditions));
    let own = Match::first(head);
    let instances = own.instances(asker.pool, head, &guesses);
    let holds = guesses
        .into_iter()
        .zip(instances)
        .filter(|(_, instance)| instance.is_some_and(|instance| asker.must(path, instance)));
    let holds: Vec<ExprId> = holds.map(|(guess, _)| guess).collect();
    invariant.add(holds);
    invariant
}

/// Weakens an invariant until it holds in all states that came back; whether it had to.
fn weaken(parts: &mut Parts<'_>, head: &Head, invariant: &mut Invariant, arrivals: &[State]) -> Result<bool, Refused> {
    let mut changed = false;
    for state in arrivals {
        let found = Match::of(parts, head, state)?;
        let mut asker = Asker { pool: parts.pool, solver: parts.solver };
        changed |=
            invariant.weaken(&mut asker, state.path.conjuncts(), |pool, term| found.instances(pool, head, &[term])[0]);
    }
    Ok(changed)
}

/// The axioms without those that follow from the others.
pub(crate) fn needed(parts: &mut Parts<'_>, path: &Conjunction, axioms: Vec<ExprId>) -> Vec<ExprId> {
    let mut asker = Asker { pool: parts.pool, solver: parts.solver };
    let (mut path, mut needed) = (path.clone(), Vec::new());
    for axiom in axioms {
        if !asker.must(&path, axiom) {
            path.push(axiom);
            needed.push(axiom);
        }
    }
    needed
}
