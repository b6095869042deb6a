//! Questions about conditions: which cases are possible where a state stands.
//!
//! A path condition always has a model, so if one side of a question is impossible, the other one is not.

use braid_code::Pc;
use braid_expr::{ExprId, Open};
use braid_ir::FuncId;
use braid_solver::{Reason, Verdict};
use braid_state::algebra::{self, Truth};
use braid_state::{Gain, State, Value};

use crate::choice::choice_of_known;
use crate::executor::Executor;
use crate::fault::Fault;
use crate::stop::{Case, Ending, Split, SplitKind, Stop, Then};

/// Which sides of a condition are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
    /// It always holds.
    Always,
    /// It never holds.
    Never,
    /// Both.
    Both,
    /// It can hold or not hold, as this says; the solver could not decide the other side, which is given up.
    Kept(bool),
}

/// Cases that are possible, at least one.
pub(crate) struct Possible {
    /// What they decide; also whether some were given up.
    why: SplitKind,
    /// Each with its number among all.
    cases: Vec<(u32, Case)>,
}

impl Possible {
    /// The only case if there is just one, which the state then has taken; else the split.
    pub(crate) fn take_or_split(self, state: &mut State) -> Result<Then, Stop> {
        let Possible { why, mut cases } = self;
        if let [_] = cases[..]
            && let Some((number, case)) = cases.pop()
        {
            match why {
                SplitKind::SomeCases => state.assume_case(case.condition, Gain::GivenUp, number),
                _ => state.decided(case.condition, number),
            }
            return Ok(case.then);
        }
        Err(Stop::Split(Split { why, cases: cases.into_iter().map(|(_, case)| case).collect() }))
    }
}

/// A value that a term has where a state stands.
enum Sample {
    /// It has no other.
    Only(u64),
    /// It has others.
    OneOfMany {
        /// The value.
        value: u64,
        /// That the term has it.
        same: ExprId,
    },
}

impl Executor {
    /// Where a state stands: in the innermost frame that is the user's.
    pub fn here(&self, state: &State) -> (FuncId, Pc) {
        let mut frames = state.stack.frames();
        let top = frames.next().map_or((FuncId::numbered(0), 0), |frame| (frame.func, frame.pc));
        let users = |frame: &&braid_state::Frame| !self.program.is_library(frame.func);
        state.stack.frames().find(users).map_or(top, |frame| (frame.func, frame.pc))
    }

    /// Which sides of a condition are possible. A side that the solver cannot decide is dropped and counted.
    pub fn sides(&mut self, state: &State, condition: ExprId) -> Result<Sides, Stop> {
        self.refuse_uninitialized(state, condition)?;
        if let Some(open) = self.decide(state, condition) {
            return Ok(match (open.can_hold, open.can_fail) {
                (true, true) => Sides::Both,
                (true, false) => Sides::Always,
                (false, _) => Sides::Never,
            });
        }
        if let Some(holds) = self.known(state, condition) {
            return Ok(if holds { Sides::Always } else { Sides::Never });
        }
        let negated = self.pool.not(condition);
        match self.ask(state, condition) {
            Verdict::Unsat(_) => Ok(Sides::Never),
            Verdict::Sat(_) => match self.ask(state, negated) {
                Verdict::Unsat(_) => Ok(Sides::Always),
                Verdict::Sat(_) => Ok(Sides::Both),
                Verdict::Unknown(reason) => self.kept(state, condition, true, &reason),
            },
            Verdict::Unknown(Reason::Interrupted) => Err(Stop::Interrupted),
            Verdict::Unknown(reason) => match self.ask(state, negated) {
                Verdict::Sat(_) => self.kept(state, condition, false, &reason),
                Verdict::Unsat(_) => Ok(Sides::Always),
                Verdict::Unknown(reason) => Err(self.unsolved(state, condition, &reason)),
            },
        }
    }

    /// The cases that are possible, of cases that exclude each other and leave nothing out. One that the solver cannot decide is
    /// given up and counted, if another is possible.
    pub(crate) fn possible_cases(
        &mut self,
        state: &State,
        why: SplitKind,
        cases: impl IntoIterator<Item = Case>,
    ) -> Result<Possible, Stop> {
        let mut possible = Possible { why, cases: Vec::new() };
        let mut undecided = None;
        for (number, case) in (0..).zip(cases) {
            let verdict = match self.can_hold(state, case.condition) {
                Some(false) => continue,
                Some(true) => None,
                None => Some(self.ask(state, case.condition)),
            };
            match verdict {
                None | Some(Verdict::Sat(_)) => possible.cases.push((number, case)),
                Some(Verdict::Unsat(_)) => {}
                Some(Verdict::Unknown(Reason::Interrupted)) => return Err(Stop::Interrupted),
                Some(Verdict::Unknown(reason)) => {
                    if let Some(stop) = self.unmerge(state, case.condition, &reason) {
                        return Err(stop);
                    }
                    undecided = Some(reason);
                }
            }
        }
        match (undecided, possible.cases.is_empty()) {
            (None, false) => {}
            (None, true) => return Err(Stop::End(Ending::Infeasible)),
            (Some(reason), true) => return Err(Stop::unsolved(&reason)),
            (Some(reason), false) => {
                self.note_unsolved(state, &reason);
                possible.why = SplitKind::SomeCases;
            }
        }
        Ok(possible)
    }

    /// Only one side of a condition is known to be possible: the other one is given up, unless the state can be split so that
    /// the question becomes easier.
    fn kept(&mut self, state: &State, condition: ExprId, holds: bool, reason: &Reason) -> Result<Sides, Stop> {
        if *reason == Reason::Interrupted {
            return Err(Stop::Interrupted);
        }
        if let Some(stop) = self.unmerge(state, condition, reason) {
            return Err(stop);
        }
        self.note_unsolved(state, reason);
        Ok(Sides::Kept(holds))
    }

    /// What follows a question that the solver could not answer.
    fn unsolved(&mut self, state: &State, question: ExprId, reason: &Reason) -> Stop {
        self.unmerge(state, question, reason).unwrap_or_else(|| Stop::unsolved(reason))
    }

    /// What the set of values of a cell says of a condition, if it is about an exact one.
    fn decide(&mut self, state: &State, condition: ExprId) -> Option<Open> {
        let open = state.path.decide(&mut self.pool, &mut self.cells, condition)?;
        self.counters.decisions += 1;
        if !open.can_hold {
            self.exclude(state, condition);
        } else if !open.can_fail {
            let negated = self.pool.not(condition);
            self.exclude(state, negated);
        }
        self.count_cost(state, self.solver.stats().conflicts);
        Some(open)
    }

    /// Whether a condition can hold, as far as no solver is needed.
    fn can_hold(&mut self, state: &State, condition: ExprId) -> Option<bool> {
        match self.decide(state, condition) {
            Some(open) => Some(open.can_hold),
            None => self.known(state, condition),
        }
    }

    /// Whether a condition holds or not, as far as it was found out before.
    fn known(&mut self, state: &State, condition: ExprId) -> Option<bool> {
        if let Some(known) = self.pool.as_u64(condition) {
            return Some(known == 1);
        }
        if state.path.is_known(condition) {
            return Some(true);
        }
        let negated = self.pool.not(condition);
        state.path.is_known(negated).then_some(false)
    }

    /// Asks whether a condition can hold. If it cannot, that its negation follows is remembered.
    pub(crate) fn ask(&mut self, state: &State, condition: ExprId) -> Verdict {
        if let Some(unknown) = self.scripted_unknown(condition) {
            return unknown;
        }
        let conflicts = self.solver.stats().conflicts;
        let premises = state.path.premises(&mut self.pool, &mut self.cells, condition);
        let verdict = match self.solver.may(&mut self.pool, &premises, condition) {
            Verdict::Unknown(reason) => match self.ask_fixed(state, condition, &reason) {
                Some(answer @ (Verdict::Sat(_) | Verdict::Unsat(_))) => answer,
                Some(Verdict::Unknown(_)) | None => Verdict::Unknown(reason),
            },
            answer => answer,
        };
        self.count_cost(state, conflicts);
        if let Verdict::Unknown(reason) = &verdict {
            self.note_unanswered(condition, reason);
        }
        if let Verdict::Unsat(_) = verdict {
            self.exclude(state, condition);
            let negated = self.pool.not(condition);
            state.path.learn(negated);
        }
        verdict
    }

    /// A condition is taken to be impossible where a state stands; kept if somebody wants to know.
    fn exclude(&mut self, state: &State, condition: ExprId) {
        if self.excluded.is_some() {
            let path = self.pool.all(state.path.since(0));
            let excluded = self.pool.and(path, condition);
            self.excluded.iter_mut().for_each(|all| all.push(excluded));
        }
    }

    pub(crate) fn note_unsolved(&mut self, state: &State, reason: &Reason) {
        let here = self.here(state);
        self.incomplete.note(format!("solver: {reason}"), Some(here));
    }

    /// Whether a condition can hold.
    pub fn possible(&mut self, state: &State, condition: ExprId) -> Result<bool, Stop> {
        if let Some(known) = self.can_hold(state, condition) {
            return Ok(known);
        }
        match self.ask(state, condition) {
            Verdict::Unsat(_) => Ok(false),
            Verdict::Sat(_) => Ok(true),
            Verdict::Unknown(reason) => Err(self.unsolved(state, condition, &reason)),
        }
    }

    /// Whether a condition always holds.
    pub fn certain(&mut self, state: &State, condition: ExprId) -> Result<bool, Stop> {
        let negated = self.pool.not(condition);
        self.possible(state, negated).map(|possible| !possible)
    }

    /// Goes on only where the condition (a value of width 1) holds; elsewhere the path ends with a fault.
    pub fn require(&mut self, state: &State, condition: Value, fault: impl FnOnce() -> Fault) -> Result<(), Stop> {
        let condition = match algebra::truth(condition) {
            Truth::Known(true) => return Ok(()),
            Truth::Known(false) => return Err(Stop::End(Ending::Fault(fault()))),
            Truth::Open(condition) => condition,
        };
        self.refuse_uninitialized(state, condition)?;
        if self.certain(state, condition)? {
            return Ok(());
        }
        let ending = Ending::Fault(fault());
        if !self.possible(state, condition)? {
            return Err(Stop::End(ending));
        }
        let negated = self.pool.not(condition);
        let cases = vec![Case { condition, then: Then::Again }, Case { condition: negated, then: Then::End(ending) }];
        Err(Stop::Split(Split { why: SplitKind::Check, cases }))
    }

    /// Some value of a term where a state stands.
    pub fn some_value(&mut self, state: &State, term: ExprId) -> Result<braid_expr::Value, Stop> {
        if let Some(Verdict::Unknown(reason)) = self.scripted_unknown(term) {
            return Err(self.unsolved(state, term, &reason));
        }
        let premises = state.path.premises(&mut self.pool, &mut self.cells, term);
        match self.solver.value(&mut self.pool, &premises, term) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(Stop::End(Ending::Infeasible)),
            Err(reason) => {
                self.note_unanswered(term, &reason);
                Err(self.unsolved(state, term, &reason))
            }
        }
    }

    /// Some value of at most 64 bits where a state stands, and whether it is the only one.
    fn sample(&mut self, state: &State, value: Value) -> Result<Sample, Stop> {
        let term = match value {
            Value::Word(word) => return Ok(Sample::Only(word)),
            Value::Term(term) => term,
        };
        let value = match self.scripted_value(term) {
            Some(value) => value,
            None => self.some_value(state, term)?.to_u64().expect("at most 64 bits"),
        };
        let constant = self.pool.bv(self.pool.width(term), value);
        let same = self.pool.eq(term, constant);
        let before = self.answers.position();
        let certain = self.certain(state, same);
        if certain != Ok(true) {
            self.note_values(before, term, &[value]);
        }
        Ok(if certain? { Sample::Only(value) } else { Sample::OneOfMany { value, same } })
    }

    /// The same of a value on which something depends.
    fn initialized_sample(&mut self, state: &State, value: Value) -> Result<Sample, Stop> {
        if let Value::Term(term) = value {
            self.refuse_uninitialized(state, term)?;
        }
        self.sample(state, value)
    }

    /// The value where a state stands; the state is split while there may be several. For addresses, of which there are
    /// few.
    pub fn one_value(&mut self, state: &State, value: Value) -> Result<u64, Stop> {
        let same = match self.initialized_sample(state, value)? {
            Sample::Only(value) => return Ok(value),
            Sample::OneOfMany { same, .. } => same,
        };
        Err(self.apart(same))
    }

    /// One value is told apart from all others.
    fn apart(&mut self, same: ExprId) -> Stop {
        let other = self.pool.not(same);
        let cases = vec![Case { condition: same, then: Then::Again }, Case { condition: other, then: Then::Again }];
        Stop::Split(Split { why: SplitKind::Value, cases })
    }

    /// A case for each of the values that a term can have: which one a model has must not matter, or the state's name would lead
    /// elsewhere in another run.
    fn one_of(&mut self, state: &mut State, term: ExprId, values: &[ExprId]) -> Result<(), Stop> {
        let case = |&value: &ExprId| Case { condition: self.pool.eq(term, value), then: Then::Again };
        let cases: Vec<Case> = values.iter().map(case).collect();
        self.possible_cases(state, SplitKind::Value, cases)?.take_or_split(state).map(drop)
    }

    /// The only value of a term of at most 64 bits, if it has just one.
    pub fn only_value(&mut self, state: &State, value: Value, bits: u32) -> Result<Option<u64>, Stop> {
        debug_assert!(bits <= 64);
        Ok(match self.sample(state, value)? {
            Sample::Only(value) => Some(value),
            Sample::OneOfMany { .. } => None,
        })
    }

    /// A value of at most 64 bits as a word. A choice between known values, as joins make it, is split. Where a value is open
    /// otherwise, one is chosen, and that the others are not explored is counted with this reason.
    pub fn concrete(&mut self, state: &mut State, value: Value, bits: u32, why: &str) -> Result<u64, Stop> {
        debug_assert!(bits <= 64);
        match self.initialized_sample(state, value)? {
            Sample::Only(value) => Ok(value),
            Sample::OneOfMany { value: chosen, same } => {
                self.choose(state, value, same, why)?;
                Ok(chosen)
            }
        }
    }

    /// The same for a word of which all values are below `end`: each of them is a case, however the term is written. Joins may write a choice
    /// between known values as something else.
    pub fn each_below(&mut self, state: &mut State, value: Value, end: u64, why: &str) -> Result<u64, Stop> {
        let (Value::Term(term), true) = (value, state.directives.may_fork()) else {
            return self.concrete(state, value, 64, why);
        };
        if let Sample::Only(value) = self.initialized_sample(state, value)? {
            return Ok(value);
        }
        let width = self.pool.width(term);
        let values: Vec<ExprId> = (0..end).map(|value| self.pool.bv(width, value)).collect();
        self.one_of(state, term, &values)?;
        self.concrete(state, value, 64, why)
    }

    /// A value that is the `same` as one that was chosen, and may be another: the state is split if there are few, or if it was joined and the value
    /// tells its sources apart; otherwise that the others are not explored is counted.
    pub(crate) fn choose(&mut self, state: &mut State, value: Value, same: ExprId, why: &str) -> Result<(), Stop> {
        if let Value::Term(term) = value
            && state.directives.may_fork()
            && let Some(known) = choice_of_known(&mut self.pool, term)
        {
            return self.one_of(state, term, &known);
        }
        if let Value::Term(term) = value
            && let Some(stop) = self.sources_apart(state, term)
        {
            return Err(stop);
        }
        let here = self.here(state);
        self.incomplete.note(why, Some(here));
        state.assume(same, Gain::Chosen);
        Ok(())
    }
}
