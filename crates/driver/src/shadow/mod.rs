//! Shadows (`--shadow`): the unmerged states beside a joined one, as in section 5.4 of Kuznetsov 2012.
//!
//! A join says that one state stands for several. Its shadows are those several: they follow the joined state, each by its own values
//! and its own path, and at every decision the sides that the joined state takes must be those that its shadows take together: a
//! query of the joined state is satisfiable if and only if one of theirs is. Anything else is a mistake of Braid. This is the strongest
//! check of joins there is, because it knows nothing of how they are made. It also tells what each join cost: what the
//! joined state asks beside what all of its shadows ask.
//!
//! Shadows are no states of the run: they have no numbers, reach no lines, end without tests and ask a solver of their own. A run finds
//! the same with and without them. If there are too many for a state, its sources take the place of their own shadows, or it has none; that
//! is counted.

mod disagreement;
mod follow;
mod segment;

use std::collections::VecDeque;

use braid_exec::{Ending, Executor, Outcome};
use braid_expr::ExprId;
use braid_merge::Sources;
use braid_report::{Effort, Shadowed};
use braid_solver::Solver;
use braid_state::{Exactness, Fresh, State, StateId};
use rustc_hash::FxHashMap;

use crate::error::EngineError;
use crate::exploration::Explorer;
use crate::options::Options;
pub use disagreement::Disagreement;
use follow::{Follower, Left};
use segment::{Position, Segment};

/// How many shadows a state has at most: each costs what a path costs.
const MAX_SHADOWS: usize = 256;

braid_entity::counters! {
    /// Counts of shadows.
    pub ShadowCounters {
        /// Joins whose sources became shadows.
        shadowed_joins;
        /// Forks and ends of joined states in which their shadows agreed with them.
        shadow_decisions;
        /// Joins whose sources took the place of their own shadows, because those were too many.
        shadows_renewed;
        /// Joined states that have no shadows, because there were too many.
        shadows_dropped;
        /// Joined states that have no shadows, because they claim to be more or less than their sources.
        shadows_inexact;
        /// Joined states that have no shadows any more, because what was never written decided something, which may have other names in each.
        shadows_unknown;
        /// Times that the solver did not find out where a shadow goes.
        shadows_undecided;
        /// Shadows that left because the joined state gave up their side or chose another value.
        shadows_given_up;
    }
}

/// The shadows of all joined states of an exploration.
pub(crate) struct Shadows {
    groups: FxHashMap<StateId, Group>,
    /// The shadows of the children of a fork that are about to get their numbers, in order.
    unborn: VecDeque<Option<Group>>,
    /// Answers the questions of shadows.
    solver: Solver,
    pub(crate) counters: ShadowCounters,
}

/// The shadows of a state.
struct Group {
    shadows: Vec<Shadow>,
    /// Whether they are all that the state stands for: none has left because a question was not answered.
    complete: bool,
    /// Whether what was never written has decided something.
    unknown: bool,
}

/// An unmerged state that follows a joined one.
struct Shadow {
    state: State,
    /// Which source of the last join it comes of, from 1.
    source: usize,
    /// How many instructions the joined state has more.
    behind: i64,
    /// The values of the fresh variables of joins.
    fresh: Vec<(ExprId, u64)>,
    /// The operation that it has carried out last, if that was one the joined state stands at.
    done: Option<Position>,
    /// How often it has asked whether a value is symbolic since the joined state ran last.
    asked: usize,
    /// How it ended, if it has.
    ended: Option<Ending>,
}

impl Group {
    /// A source of a join as its own shadow.
    fn of(state: State, source: usize) -> Group {
        Group { shadows: vec![Shadow::of(state, source)], complete: true, unknown: false }
    }
}

impl Shadow {
    fn of(mut state: State, source: usize) -> Shadow {
        state.trail.keep();
        state.trail.read();
        Shadow { state, source, behind: 0, fresh: Vec::new(), done: None, asked: 0, ended: None }
    }
    /// Where it stands, in instructions of the joined state.
    fn position(&self) -> Position {
        let mut position = Position::of(&self.state);
        position.stand.steps = position.stand.steps.wrapping_add_signed(self.behind);
        position
    }
    /// The source that it is a shadow of has become part of another state, which has so many instructions more.
    fn becomes_source(&mut self, at: usize, behind: i64, fresh: &[Fresh]) {
        self.source = at + 1;
        self.behind = self.behind.wrapping_add(behind);
        self.done = None;
        self.fresh.extend(fresh.iter().map(|fresh| (fresh.symbol, fresh.values[at])));
    }
    /// From here on inputs, and values that were never written, are called the same as in the joined state.
    fn take_names(&mut self, joined: &State) {
        self.state.inputs = joined.inputs.clone();
        self.state.memory.avoid_names(&joined.memory);
    }
    fn fork(&mut self) -> Shadow {
        let (fresh, ended) = (self.fresh.clone(), self.ended.clone());
        Shadow { state: self.state.fork(), fresh, ended, ..*self }
    }
}

impl Shadows {
    /// No shadows yet; none at all if they are not wanted.
    pub(crate) fn wanted(options: &Options) -> Option<Box<Shadows>> {
        let mut solver = Solver::new();
        if let Some(conflicts) = options.solver_conflicts {
            solver.limit_conflicts(conflicts);
        }
        let none = Shadows {
            groups: FxHashMap::default(),
            unborn: VecDeque::new(),
            solver,
            counters: ShadowCounters::default(),
        };
        options.merge.shadow.then(|| Box::new(none))
    }

    /// States have become one that stands for more than they did: what they were is no measure for it.
    pub(crate) fn leave(&mut self, sources: &[StateId]) {
        let had = sources.iter().filter(|id| self.groups.remove(id).is_some()).count();
        self.counters.shadows_inexact += u64::from(had > 0);
    }

    /// States have become one: they are its shadows, or their own shadows are.
    pub(crate) fn keep(&mut self, Sources { id, joined, states, fresh }: Sources<'_>) {
        let earlier: Vec<Option<Group>> =
            states.iter().map(|(id, _)| id.and_then(|id| self.groups.remove(&id))).collect();
        self.groups.remove(&id);
        if joined.inherited.exactness() != Exactness::Exact {
            self.counters.shadows_inexact += 1;
            return;
        }
        let known = earlier.iter().map(|group| group.as_ref().map_or(1, |group| group.shadows.len())).sum::<usize>();
        let (renews, drops) = (known > MAX_SHADOWS, states.len() > MAX_SHADOWS);
        if drops {
            self.counters.shadows_dropped += 1;
            return;
        }
        self.counters.shadows_renewed += u64::from(renews);
        self.counters.shadowed_joins += 1;
        let mut joined_group = Group { shadows: Vec::new(), complete: true, unknown: false };
        for (at, ((_, state), group)) in states.into_iter().zip(earlier).enumerate() {
            let behind = joined.steps.wrapping_sub(state.steps).cast_signed();
            let group = group.filter(|_| !renews);
            let group = group.unwrap_or_else(|| Group::of(state, at + 1));
            joined_group.complete &= group.complete;
            joined_group.unknown |= group.unknown;
            for mut shadow in group.shadows {
                shadow.becomes_source(at, behind, fresh);
                shadow.take_names(joined);
                joined_group.shadows.push(shadow);
            }
        }
        self.groups.insert(id, joined_group);
    }

    /// A state is gone.
    pub(crate) fn forget(&mut self, id: StateId) {
        self.groups.remove(&id);
    }

    /// The next child of a fork has got its number.
    pub(crate) fn born(&mut self, id: StateId) {
        if let Some(group) = self.unborn.pop_front().flatten() {
            self.groups.insert(id, group);
        }
    }

    /// There was no fork after all.
    pub(crate) fn unfork(&mut self) {
        self.unborn.clear();
    }

    /// The shadows of a state that has run follow it. Returns what their own questions have cost.
    fn follow(&mut self, exec: &mut Executor, id: StateId, segment: &Segment) -> Result<Option<Effort>, Disagreement> {
        let Some(group) = self.groups.remove(&id) else { return Ok(None) };
        let counters = &mut self.counters;
        let (followed, effort) = aside(exec, &mut self.solver, |exec| {
            let mut follower = Follower::new(exec, counters);
            let followed = follower.follow(group, segment);
            (followed, follower.effort)
        });
        match followed {
            Ok(groups) => {
                self.unborn = groups.into();
                self.born(id);
                Ok(Some(effort))
            }
            Err(Left::Wrong(disagreement)) => Err(disagreement),
            Err(Left::TooMany) => {
                self.counters.shadows_dropped += 1;
                Ok(None)
            }
            Err(Left::Unknown) => {
                self.counters.shadows_unknown += 1;
                Ok(None)
            }
            Err(Left::Interrupted) => Ok(None),
        }
    }
}

/// Does something beside the run: what it records, its solver, and who watches it, are set aside.
fn aside<T>(exec: &mut Executor, solver: &mut Solver, work: impl FnOnce(&mut Executor) -> T) -> T {
    let record = exec.begin_record();
    core::mem::swap(&mut exec.solver, solver);
    let (unmerger, costs) = (exec.unmerger.take(), exec.query_costs.take());
    let done = work(exec);
    (exec.unmerger, exec.query_costs) = (unmerger, costs);
    core::mem::swap(&mut exec.solver, solver);
    exec.resume_record(record);
    done
}

impl Explorer<'_> {
    /// A state is about to run. Returns what questions have cost so far, if it has shadows.
    pub(crate) fn before_shadowed(&mut self, id: StateId) -> Option<Effort> {
        self.run.shadows.as_ref().filter(|shadows| shadows.groups.contains_key(&id))?;
        self.subject.exec.asked.told = Some(Vec::new());
        Some(follow::effort(&self.subject.exec))
    }

    /// A state has run, and its shadows follow it; `before` is what questions had cost until then.
    pub(crate) fn shadows_follow(
        &mut self,
        id: StateId,
        state: &State,
        outcome: &Outcome,
        before: Effort,
    ) -> Result<(), EngineError> {
        let joined = follow::since(follow::effort(&self.subject.exec), before);
        let Some(shadows) = &mut self.run.shadows else { return Ok(()) };
        let told = self.subject.exec.asked.told.take().unwrap_or_default();
        let Some(segment) = Segment::of(state, outcome, told) else {
            shadows.forget(id);
            return Ok(());
        };
        let exec = &mut self.subject.exec;
        let alone = shadows.follow(exec, id, &segment).map_err(|disagreement| {
            let (func, pc) = segment.at.func.map_or_else(|| exec.here(state), |func| (func, segment.at.stand.pc));
            let place = exec.program.source_place(func, pc).to_string();
            EngineError::Shadow { place, disagreement }
        })?;
        if let (Some(alone), Some(row), Some(merger)) = (alone, state.inherited.joined_at(), &mut self.run.merger) {
            let dearer = u64::from(joined.work > alone.work);
            merger.charge_shadows(row, Shadowed { runs: 1, dearer, joined, alone });
        }
        Ok(())
    }
}
