//! The merger: closes loops, prunes who comes back to a closed one, and undoes what forgot too much.
//!
//! A state that comes to the head of a loop whose condition splits it becomes the head's state ([`closing`](super::closing)), which may have more
//! values than there are. Whoever comes of it and comes back to the head is given up, because the head stands for it. A head is explored once and
//! in full, so whatever can go wrong after any number of iterations goes wrong there too: by induction on what is left of an execution.
//!
//! A fault of such a state that no exact run shows is a *doubt*. Then the join is undone that lost the information, innermost
//! first: all that came of the head is given up, and the state that came to it goes on, as it was, for twice as many iterations before
//! closing is tried again. After a few times it is not tried any more, and the loop is explored path by path. So a run ends wherever forking does.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use braid_code::{LoopAt, SourcePlace};
use braid_expr::ExprId;
use braid_ir::FuncId;
use braid_report::Shadowed;
use braid_state::join::Common;
use braid_state::{Arrival, Exactness, Junction, RecipeId, Stand, State, StateId};

use super::closing::{Closer, MAX_WORK, with_axioms};
use super::covering::{self, Match};
use super::fences::Heads;
use super::meetings::Meetings;
use super::proof;
use super::track::{At, Closed, Kind, Track, Visit};
use super::witness::Witness;
use crate::explain::{Explain, Row};
use crate::host::{Done, Host};
use crate::ite::Met;
use crate::joining::{self, Claim, Manner};
use crate::merger::{Cost, Counted, End, Fork, Held, Merger};
use crate::mode::Options;
use crate::rule::JoinRule;

/// Closing is given up at a place where it was in vain so often in a row.
const MAX_FAILURES: u32 = 16;

/// Work that closing loops may take in any run.
const FREE_WORK: u64 = 4 * MAX_WORK;

/// The merger.
pub(crate) struct Lattice {
    pub(super) closer: Closer,
    pub(super) manner: Manner,
    pub(super) rule: Met,
    pub(super) tracks: BTreeMap<StateId, Track>,
    pub(super) meetings: Meetings,
    patience: u64,
    /// Places where a join of states that met was undone, by function and block.
    pub(super) spoiled: BTreeSet<(FuncId, u32)>,
    /// States that were given up with the head they came of, and have not told of their end.
    given_up: BTreeSet<StateId>,
    /// What was counted for states that ended, by the head they came of.
    counted: Vec<(Rc<Closed>, Counted)>,
    /// How often closing was in vain since it last succeeded, by function and block.
    failures: BTreeMap<(FuncId, u32), u32>,
    pub(super) explain: Explain,
    /// What the user was told of places, by their rows.
    pub(super) told: BTreeSet<(usize, String)>,
    /// Joins of states that met.
    pub(super) met: u64,
    /// Whether what is shown is kept.
    certifies: bool,
    /// What is known of the loops in words of the source, if somebody wants to know.
    witness: Option<Witness>,
    /// All loops that were closed.
    closed_loops: Vec<Rc<Closed>>,
    closed: u64,
    undone: u64,
    covered: u64,
}

impl Lattice {
    pub(crate) fn new(options: &Options) -> Lattice {
        Lattice {
            closer: Closer::new(&options.lattice),
            manner: options.manner(),
            rule: Met::default(),
            tracks: BTreeMap::new(),
            meetings: Meetings::default(),
            patience: options.patience,
            spoiled: BTreeSet::new(),
            told: BTreeSet::new(),
            met: 0,
            given_up: BTreeSet::new(),
            counted: Vec::new(),
            failures: BTreeMap::new(),
            explain: Explain::default(),
            certifies: options.lattice.certificates,
            witness: options.lattice.witness.is_some().then(Witness::default),
            closed_loops: Vec::new(),
            closed: 0,
            undone: 0,
            covered: 0,
        }
    }

    /// Makes a state stop where it is to; if it has just stopped at such a place, it `passes`.
    pub(super) fn fence(&mut self, host: &mut dyn Host, id: StateId, passes: bool) {
        if let Some(mut state) = host.take(id) {
            self.closer.heads.fence(host.view(), &mut state, self.meetings.has_others(), passes);
            host.put(id, state);
        }
    }

    pub(super) fn row(&mut self, host: &dyn Host, at: At, pc: u32) -> usize {
        self.explain.row_of(&host.view().source_place(at.func, pc))
    }

    /// A state stands at a loop head.
    fn visit(&mut self, host: &mut dyn Host, id: StateId, at: At) -> Done {
        let Some(state) = host.state(id) else { return Ok(()) };
        let (splits, pc) = (state.depth, state.stack.top().pc);
        let flow = host.view().flow(at.func);
        let row = self.row(host, at, pc);
        let visit = self.tracks.entry(id).or_default().visit(&flow, at, splits, self.closer.peel);
        if let (Some(witness), false) = (&mut self.witness, matches!(visit, Visit::Back(_))) {
            let (path, variables) = (state.path.conjuncts().clone(), host.view().variables(state));
            witness.pass((at.func, at.block), &path, variables);
        }
        match visit {
            Visit::Pass => Ok(()),
            Visit::Back(closed) => self.back(host, id, &closed, row),
            Visit::Close if self.is_hopeless(at) || self.is_dear(host) => {
                self.tracks.entry(id).or_default().give_up(at);
                Ok(())
            }
            Visit::Close => self.close(host, id, at, row),
        }
    }

    fn is_hopeless(&self, at: At) -> bool {
        self.failures.get(&(at.func, at.block)).is_some_and(|&count| count >= MAX_FAILURES)
    }

    /// Whether closing loops has taken more work than the run itself, beyond what a few loops may take.
    pub(super) fn is_dear(&self, host: &dyn Host) -> bool {
        self.closer.spent > FREE_WORK.saturating_add(host.view().instructions())
    }

    /// A state has come back to the head of a closed loop.
    fn back(&mut self, host: &mut dyn Host, id: StateId, closed: &Rc<Closed>, row: usize) -> Done {
        let Some(state) = host.take(id) else { return Ok(()) };
        let mut parts = host.parts();
        let covered = covering::covers(&mut parts, &closed.head, &closed.axioms, &state);
        if let Ok(claims) = &covered
            && self.certifies
        {
            closed.proof.borrow_mut().steps.push(proof::refuted(parts.pool, &state, claims));
        }
        host.put(id, state);
        match covered {
            Ok(_) => {
                self.covered += 1;
                self.explain.row_mut(row).count("states that came back and are covered");
                self.tracks.remove(&id);
                self.meetings.forget(id);
                host.supersede(id)
            }
            Err(why) => {
                self.explain.row_mut(row).refuse(&format!("not covered: {why}"));
                // States that were joined since may be what lost too much.
                let last = self.tracks.get(&id).and_then(|track| track.chain.last().cloned());
                let last = last.filter(|last| last.kind == Kind::Meeting);
                self.undo(host, last.as_ref().unwrap_or(closed))
            }
        }
    }

    /// Tries to close a loop.
    fn close(&mut self, host: &mut dyn Host, id: StateId, at: At, row: usize) -> Done {
        let Some(first) = host.take(id) else { return Ok(()) };
        let mut track = self.tracks.remove(&id).unwrap_or_default();
        host.begin_aside();
        let closed = self.closer.close(host, &first, &track, at);
        host.end_aside();
        host.put(id, first);
        match closed {
            Ok(closed) => {
                self.failures.remove(&(at.func, at.block));
                self.enter(host, id, track, closed, row)
            }
            Err(why) => {
                *self.failures.entry((at.func, at.block)).or_default() += 1;
                self.explain.row_mut(row).refuse(why);
                track.postpone(at, self.closer.refinements);
                self.tracks.insert(id, track);
                Ok(())
            }
        }
    }

    /// A state becomes the head of a loop that was closed.
    fn enter(&mut self, host: &mut dyn Host, id: StateId, mut track: Track, closed: Closed, row: usize) -> Done {
        joining::keep_new_lines(host, &[id])?;
        let Some(first) = host.take(id) else { return Ok(()) };
        let mut head = with_axioms(&closed.head, &closed.axioms);
        let parts = host.parts();
        let recipe = parts.heritage.recipes.met([(first.inherited.recipe(), Stand::of(&first))]);
        let next_fresh = first.inherited.fresh();
        let junction = Junction { recipe, fresh: &[], next_fresh, exactness: Exactness::Over, row: Some(row) };
        let mut sources = [first];
        head.inherited = parts.heritage.join(&sources, junction);
        head.trail.keep();
        let common = Common::prefix(sources[0].path.len());
        let claim = Claim { common: &common, fresh: &[], exactness: Exactness::Over };
        let place = self.explain.row_mut(row).place.to_string();
        joining::check(host, self.manner.validation, &mut sources, &mut head, claim, || place)?;
        let [first] = sources;
        let parts = host.parts();
        let instances = Match::first(&closed.head).instances(parts.pool, &closed.head, &closed.axioms);
        let claims: Vec<ExprId> = instances.into_iter().flatten().collect();
        closed.proof.borrow_mut().initiation.push(proof::refuted(parts.pool, &first, &claims));
        closed.sources.replace(vec![(first, track.clone())]);
        self.closer.heads.fence(host.view(), &mut head, self.meetings.has_others(), true);
        host.replace(&[id], head);
        self.closed += 1;
        self.explain.row_mut(row).count("loops closed for any number of iterations");
        self.put_in_words(host, id, &closed);
        let closed = Rc::new(closed);
        self.closed_loops.push(Rc::clone(&closed));
        track.chain.push(closed);
        self.tracks.insert(id, track);
        Ok(())
    }

    /// What is known of a closed loop, in words of the source, if somebody wants to know.
    fn put_in_words(&mut self, host: &mut dyn Host, id: StateId, closed: &Closed) {
        let (Some(witness), Some(state)) = (&mut self.witness, host.state(id)) else { return };
        let (view, at) = (host.view(), closed.at);
        let around = view.loops_within(state, state.stack.top().pc, at.depth);
        let is_this = |around: &&LoopAt| around.body.first == at.block && around.body.depth == at.depth;
        let Some(place) = around.iter().find(is_this).map(|around| (*around.place).clone()) else { return };
        let variables = view.variables(state);
        let path = state.path.conjuncts().clone();
        witness.pass((at.func, at.block), &path, variables.clone());
        witness.close(host.parts().pool, (at.func, at.block), place, &closed.axioms, &variables);
    }

    /// A join that forgot something is undone: all that came of it is given up, and its sources go on.
    fn undo(&mut self, host: &mut dyn Host, closed: &Rc<Closed>) -> Done {
        let sources = closed.sources.take();
        if sources.is_empty() {
            // Nobody would explore again what is given up.
            host.note_incomplete("a join that cannot be undone");
            return Ok(());
        }
        closed.undone.set(true);
        let is_of = |track: &Track| track.chain.iter().any(|other| Rc::ptr_eq(other, closed));
        let gone: Vec<StateId> = self.tracks.iter().filter(|(_, track)| is_of(track)).map(|(&id, _)| id).collect();
        for id in gone {
            self.tracks.remove(&id);
            self.meetings.forget(id);
            self.given_up.insert(id);
            host.supersede(id)?;
        }
        let (back, kept) = core::mem::take(&mut self.counted).into_iter().partition(|(of, _)| comes_of(of, closed));
        self.counted = kept;
        let back: Vec<(Rc<Closed>, Counted)> = back;
        back.into_iter().for_each(|(_, counted)| host.uncount(counted));
        self.undone += 1;
        let row = self.row(host, closed.at, sources[0].0.stack.top().pc);
        self.explain.row_mut(row).count("refinements");
        if closed.kind == Kind::Meeting {
            self.spoiled.insert((closed.at.func, closed.at.block));
        }
        let ids: Vec<StateId> =
            sources.into_iter().map(|(source, track)| self.go_on(host, closed, source, track)).collect();
        for id in ids {
            self.meetings.moved(host, id);
        }
        self.fence_all(host);
        Ok(())
    }

    /// A state that was joined goes on as it was.
    fn go_on(&mut self, host: &mut dyn Host, closed: &Closed, mut source: State, mut track: Track) -> StateId {
        if closed.kind == Kind::Loop {
            track.postpone(closed.at, self.closer.refinements);
        }
        self.closer.heads.fence(host.view(), &mut source, true, true);
        let id = host.add(source);
        self.tracks.insert(id, track);
        id
    }

    /// States that may meet others stop where they may.
    fn fence_all(&mut self, host: &mut dyn Host) {
        for id in self.meetings.ids() {
            if !self.meetings.waits(id) && host.state(id).is_some() {
                self.fence(host, id, false);
            }
        }
    }
}

/// Whether a closed loop is another, or came of a state that did.
fn comes_of(closed: &Rc<Closed>, other: &Rc<Closed>) -> bool {
    let sources = closed.sources.borrow();
    let mut chains = sources.iter().flat_map(|(_, track)| &track.chain);
    Rc::ptr_eq(closed, other) || chains.any(|earlier| Rc::ptr_eq(earlier, other))
}

impl Merger for Lattice {
    fn started(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        self.tracks.entry(id).or_default();
        self.meetings.moved(host, id);
        // An invariant of a witness holds before the first fork as well.
        if self.witness.is_some() {
            self.fence(host, id, false);
        }
        Ok(())
    }
    fn forked(&mut self, host: &mut dyn Host, id: StateId, fork: &Fork) -> Done {
        let track = self.tracks.get(&id).cloned().unwrap_or_default();
        for other in &fork.others {
            self.tracks.insert(other.state, track.clone());
        }
        let born = fork.others.iter().filter(|other| !other.ends).map(|other| other.state);
        let ids: Vec<StateId> = [id].into_iter().chain(born).collect();
        let were_others = self.meetings.has_others();
        ids.iter().for_each(|&id| self.meetings.moved(host, id));
        for id in ids {
            if host.state(id).is_some_and(|state| state.fence.is_none() || !were_others) {
                self.fence(host, id, false);
            }
        }
        Ok(())
    }
    fn paused(&mut self, host: &mut dyn Host, id: StateId) -> Done {
        self.meetings.moved(host, id);
        Ok(())
    }
    fn reached(&mut self, host: &mut dyn Host, id: StateId, at: Arrival) -> Done {
        let head = host.state(id).and_then(|state| Heads::head(host.view(), state, at));
        if let Some(at) = head {
            self.visit(host, id, at)?;
        } else if self.waits(host, id, at) {
            return Ok(());
        }
        if host.state(id).is_some() {
            self.fence(host, id, true);
            self.meetings.moved(host, id);
        }
        Ok(())
    }
    fn tick(&mut self, host: &mut dyn Host) -> Done {
        if self.meetings.waiting() == 0 {
            return Ok(());
        }
        if let Some(id) = self.meetings.impatient(host.view().instructions(), self.patience) {
            self.resume_group(host, id)?;
        }
        while let Some(first) = self.meetings.first() {
            self.resume_group(host, first)?;
        }
        Ok(())
    }
    fn stuck(&mut self, host: &mut dyn Host) -> Done<bool> {
        match self.meetings.first_waiting() {
            Some(id) => self.resume_group(host, id).map(|()| true),
            None => Ok(false),
        }
    }
    fn spare(&mut self, host: &mut dyn Host, wanted: usize) -> Done<Vec<StateId>> {
        let is_free = |id: &StateId| self.tracks.get(id).is_none_or(|track| track.chain.is_empty());
        let waiting = self.meetings.ids().into_iter().filter(|&id| self.meetings.waits(id)).filter(is_free);
        let spared: Vec<StateId> = waiting.take(wanted).collect();
        for &id in &spared {
            self.meetings.forget(id);
            host.resume(id);
        }
        Ok(spared)
    }
    fn prefer(&mut self, host: &dyn Host, picked: StateId) -> StateId {
        self.meetings.furthest_behind(host).unwrap_or(picked)
    }
    fn ended(&mut self, _: &mut dyn Host, id: StateId, end: End) -> Done {
        self.given_up.remove(&id);
        self.meetings.forget(id);
        let track = self.tracks.remove(&id);
        if let Some(closed) = track.and_then(|track| track.chain.last().cloned()) {
            // Bugs of such states were shown by exact runs: they stay.
            self.counted.push((closed, Counted { bugs: Vec::new(), ..end.counted }));
        }
        Ok(())
    }
    fn doubted(&mut self, host: &mut dyn Host, id: StateId) -> Done<bool> {
        if self.given_up.contains(&id) {
            return Ok(true);
        }
        match self.tracks.get(&id).and_then(|track| track.chain.last().cloned()) {
            Some(closed) => self.undo(host, &closed).map(|()| true),
            None => Ok(false),
        }
    }
    fn wound_down(&mut self) {
        self.tracks.clear();
        self.meetings.clear();
        self.counted.clear();
    }
    fn charge(&mut self, joined_at: usize, cost: Cost) {
        let row = self.explain.row_mut(joined_at);
        row.told.queries_after += cost.queries;
        row.told.time_after_s += cost.nanoseconds as f64 / 1e9;
        row.told.unmerged += cost.unmerged;
    }
    fn charge_shadows(&mut self, joined_at: usize, cost: Shadowed) {
        self.explain.row_mut(joined_at).charge_shadows(cost);
    }
    fn came_back(&mut self, host: &mut dyn Host, id: StateId) {
        self.fence(host, id, false);
    }
    fn needs(&self, id: StateId) -> bool {
        self.meetings.waits(id) || self.tracks.get(&id).is_some_and(|track| !track.chain.is_empty())
    }
    fn recipes(&self) -> Vec<RecipeId> {
        let chains = self.tracks.values().flat_map(|track| &track.chain);
        let sources = |closed: &Rc<Closed>| -> Vec<RecipeId> {
            closed.sources.borrow().iter().map(|(state, _)| recipe(state)).collect()
        };
        chains.flat_map(sources).collect()
    }
    fn rule(&self) -> &dyn JoinRule {
        &self.rule
    }
    fn joins(&self) -> u64 {
        self.closed + self.met
    }
    fn rows(&self) -> Vec<&Row> {
        self.explain.rows()
    }
    fn remarks(&self) -> Vec<String> {
        let unused = self.closer.heads.unused().into_iter();
        let mut said: Vec<String> =
            unused.map(|at| format!("--merge-at={at}: no code that was run stands there")).collect();
        let is_standing = |closed: &&Rc<Closed>| !closed.undone.get();
        let closed = self.closed_loops.iter().filter(is_standing).count();
        if closed > 0 {
            said.push(format!(
                "{closed} loops hold for any number of iterations (partial correctness), after {} refinements; {} states came back to them",
                self.undone, self.covered
            ));
        }
        said
    }
    fn certificates(&self) -> Vec<(String, Vec<ExprId>)> {
        let mut found = Vec::new();
        for (number, closed) in (1..).zip(self.closed_loops.iter().filter(|closed| !closed.undone.get())) {
            let proof = closed.proof.borrow();
            found.push((format!("loop{number}-initiation"), proof.initiation.clone()));
            found.push((format!("loop{number}-step"), proof.steps.clone()));
            found.push((format!("loop{number}-safety"), proof.excluded.iter().copied().collect()));
        }
        found
    }
    fn invariants(&mut self, host: &mut dyn Host) -> Vec<(SourcePlace, String)> {
        self.witness.as_ref().map(|witness| witness.invariants(&mut host.parts())).unwrap_or_default()
    }
    fn certifies(&self) -> bool {
        self.certifies
    }
    fn excluded(&mut self, id: StateId, terms: &[ExprId]) {
        let Some(track) = self.tracks.get(&id) else { return };
        for closed in track.chain.iter().filter(|closed| closed.kind == Kind::Loop) {
            closed.proof.borrow_mut().excluded.extend(terms);
        }
    }
    fn held(&self) -> Held {
        Held { states: self.meetings.waiting() as u64, groups: 0 }
    }
}

fn recipe(state: &State) -> RecipeId {
    state.inherited.recipe()
}
