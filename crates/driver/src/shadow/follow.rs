//! Shadows follow a joined state and are compared with it.
//!
//! They carry out the same operations one by one. Where the joined state forks, each shadow first decides by itself and then goes with every
//! side that it has inputs for; a shadow that decided otherwise stands elsewhere when the joined state is looked at next.

use std::collections::VecDeque;

use braid_exec::{Ending, Executor, SplitKind, Stop, Then};
use braid_expr::{ExprId, Substitution};
use braid_report::Effort;
use braid_state::Value;

use super::disagreement::Disagreement;
use super::segment::{Fate, Position, Segment, Side, narrows};
use super::{Group, MAX_SHADOWS, Shadow, ShadowCounters};
use crate::unknowns::has_unknown;

/// Why shadows do not follow any more.
pub(super) enum Left {
    /// They do not agree with the joined state.
    Wrong(Disagreement),
    /// There are too many.
    TooMany,
    /// They do not agree, but what was never written has decided something, and that may have another name in each state.
    Unknown,
    /// The run is over.
    Interrupted,
}

impl From<Disagreement> for Left {
    fn from(wrong: Disagreement) -> Left {
        Left::Wrong(wrong)
    }
}

/// Runs shadows. What the run has recorded, and its solver, are aside meanwhile.
pub(super) struct Follower<'a> {
    pub(super) exec: &'a mut Executor,
    pub(super) counters: &'a mut ShadowCounters,
    /// What the shadows' own questions have cost.
    pub(super) effort: Effort,
    /// What the joined state was told about what is known.
    told: Vec<u64>,
    /// Whether the shadows are all that the joined state stands for.
    complete: bool,
    /// Whether what was never written has decided something.
    unknown: bool,
}

impl<'a> Follower<'a> {
    pub(super) fn new(exec: &'a mut Executor, counters: &'a mut ShadowCounters) -> Follower<'a> {
        Follower { exec, counters, effort: Effort::default(), told: Vec::new(), complete: true, unknown: false }
    }

    /// The shadows of a state follow it. Returns those of each side that it has, none for one that has ended.
    pub(super) fn follow(&mut self, group: Group, segment: &Segment) -> Result<Vec<Option<Group>>, Left> {
        (self.complete, self.unknown, self.told) = (group.complete, group.unknown, segment.told.clone());
        let followed = self.compare(group, segment);
        match followed {
            Err(Left::Wrong(_)) if self.unknown => Err(Left::Unknown),
            followed => followed,
        }
    }

    /// These shadows, with what was found out about them.
    fn group(&self, shadows: Vec<Shadow>) -> Group {
        Group { shadows, complete: self.complete, unknown: self.unknown }
    }

    fn compare(&mut self, group: Group, segment: &Segment) -> Result<Vec<Option<Group>>, Left> {
        let mut shadows = group.shadows;
        shadows.iter_mut().for_each(|shadow| shadow.asked = 0);
        let shadows = self.narrow(shadows, &segment.narrowed)?;
        let shadows = self.advance(shadows, segment.at)?;
        let shadows = self.turn_away(shadows, &segment.assumed)?;
        for shadow in shadows.iter().filter(|shadow| shadow.ended.is_none()) {
            for &condition in &segment.assumed {
                self.must(shadow, condition, "an assumption")?;
            }
        }
        match &segment.fate {
            Fate::GoesOn => {
                self.stand_at(&shadows, segment.at, false)?;
                if shadows.is_empty() && self.complete {
                    return Err(Disagreement::Alone.into());
                }
                Ok(vec![Some(self.group(shadows))])
            }
            Fate::Ended(ending) => {
                self.stand_at(&shadows, segment.at, true)?;
                self.end(self.group(shadows), segment.at, ending)?;
                Ok(Vec::new())
            }
            Fate::Forked { sides, covers } => {
                self.stand_at(&shadows, segment.at, true)?;
                self.part(shadows, segment.at, sides, *covers)
            }
        }
    }

    /// The joined state has left out inputs, and so do its shadows.
    fn narrow(&mut self, shadows: Vec<Shadow>, conditions: &[ExprId]) -> Result<Vec<Shadow>, Left> {
        let mut left = Vec::with_capacity(shadows.len());
        for mut shadow in shadows {
            let mut stays = true;
            for &condition in conditions {
                let condition = self.for_shadow(&shadow, condition);
                stays = stays && self.can(&shadow, condition)? == Some(true);
                shadow.state.path.push(condition);
            }
            match stays {
                true => left.push(shadow),
                false => self.counters.shadows_given_up += 1,
            }
        }
        Ok(left)
    }

    /// Shadows run to where the joined state stands, or as many instructions.
    fn advance(&mut self, shadows: Vec<Shadow>, at: Position) -> Result<Vec<Shadow>, Left> {
        let mut open = VecDeque::from(shadows);
        let mut arrived = Vec::with_capacity(open.len());
        while let Some(mut shadow) = open.pop_front() {
            let here = shadow.position();
            if shadow.ended.is_some() || shadow.done == Some(at) || here.stand.steps > at.stand.steps {
                arrived.push(shadow);
            } else if here == at {
                shadow.done = None;
                arrived.push(shadow);
            } else {
                for part in self.carry_out(shadow)?.into_iter().rev() {
                    open.push_front(part);
                }
            }
            limit(open.len() + arrived.len())?;
        }
        Ok(arrived)
    }

    /// What the program assumed holds in the joined state as a whole; a shadow of which it holds nowhere has ended in silence, and leaves.
    fn turn_away(&mut self, shadows: Vec<Shadow>, assumed: &[ExprId]) -> Result<Vec<Shadow>, Left> {
        if assumed.is_empty() {
            return Ok(shadows);
        }
        let mut left = Vec::with_capacity(shadows.len());
        for shadow in shadows {
            let all = self.exec.pool.all(assumed.iter().copied());
            let all = self.for_shadow(&shadow, all);
            if shadow.ended != Some(Ending::Silent) || self.can(&shadow, all)? == Some(true) {
                left.push(shadow);
            }
        }
        Ok(left)
    }

    /// All shadows stand where the joined state does, or have just carried out what it is about to.
    fn stand_at(&mut self, shadows: &[Shadow], at: Position, ahead: bool) -> Result<(), Left> {
        for shadow in shadows {
            // A program that has ended by itself stands nowhere.
            let is_ahead = ahead && (shadow.done == Some(at) || at.func.is_none());
            if let Some(ending) = shadow.ended.as_ref().filter(|_| !is_ahead) {
                let (shadow, does) = (self.name(shadow), told(Some(ending)));
                return Err(Disagreement::Ends { shadow, does, joined: told(None) }.into());
            }
            if !is_ahead && shadow.position() != at {
                let Position { stand, func } = shadow.position();
                let place = func.map(|func| self.exec.program.source_place(func, stand.pc).to_string());
                let stands =
                    format!("{} after {} instructions, not {}", place.unwrap_or_default(), stand.steps, at.stand.steps);
                return Err(Disagreement::Elsewhere { shadow: self.name(shadow), stands }.into());
            }
        }
        Ok(())
    }

    /// Shadows part where the joined state forks: each decides by itself, and goes with the sides that it has inputs for.
    fn part(
        &mut self,
        shadows: Vec<Shadow>,
        at: Position,
        sides: &[Side],
        covers: bool,
    ) -> Result<Vec<Option<Group>>, Left> {
        self.unknown |= sides.iter().any(|side| has_unknown(&self.exec.pool, side.condition));
        let mut parts = Vec::new();
        for shadow in shadows {
            match shadow.done == Some(at) {
                true => parts.push(shadow),
                false => parts.extend(self.carry_out(shadow)?),
            }
        }
        let mut groups: Vec<Group> = sides.iter().map(|_| self.group(Vec::new())).collect();
        for shadow in parts {
            self.go_with(shadow, sides, covers, &mut groups)?;
        }
        self.counters.shadow_decisions += 1;
        let mut left = Vec::with_capacity(sides.len());
        for (group, side) in groups.into_iter().zip(sides) {
            if group.shadows.is_empty() && group.complete {
                return Err(Disagreement::Invented { condition: self.text(side.condition) }.into());
            }
            limit(group.shadows.len())?;
            left.push(match &side.ending {
                None => Some(group),
                Some(ending) => {
                    self.end(group, at, ending)?;
                    None
                }
            });
        }
        Ok(left)
    }

    /// A shadow goes with every side that it has inputs for, and has no others.
    fn go_with(&mut self, mut shadow: Shadow, sides: &[Side], covers: bool, groups: &mut [Group]) -> Result<(), Left> {
        let conditions: Vec<ExprId> = sides.iter().map(|side| self.for_shadow(&shadow, side.condition)).collect();
        if covers {
            let any = self.exec.pool.any(conditions.iter().copied());
            let none = self.exec.pool.not(any);
            if self.can(&shadow, none)? == Some(true) {
                return Err(Disagreement::Lost { shadow: self.name(&shadow), condition: self.text(any) }.into());
            }
        }
        let mut taken = Vec::new();
        for (at, &condition) in conditions.iter().enumerate() {
            match self.can(&shadow, condition)? {
                Some(true) => taken.push(at),
                Some(false) => {}
                None => groups[at].complete = false,
            }
        }
        self.counters.shadows_given_up += u64::from(taken.is_empty());
        for &at in &taken {
            let mut part = shadow.fork();
            if taken.len() > 1 || !covers {
                part.state.path.push(conditions[at]);
            }
            groups[at].shadows.push(part);
        }
        Ok(())
    }

    /// The joined state has ended at an operation, and so do its shadows, in the same way.
    fn end(&mut self, group: Group, at: Position, ending: &Ending) -> Result<(), Left> {
        // What a limit has cut off says nothing of others.
        if matches!(ending, Ending::Limit(_) | Ending::Unsolved(_)) {
            return Ok(());
        }
        let mut open = group.shadows;
        let mut found = false;
        while let Some(shadow) = open.pop() {
            if shadow.ended.is_none() && shadow.position() == at {
                open.extend(self.carry_out(shadow)?);
                continue;
            }
            found = true;
            if !self.is_alike(&shadow, ending)? {
                let does = told(shadow.ended.as_ref());
                return Err(Disagreement::Ends { shadow: self.name(&shadow), does, joined: told(Some(ending)) }.into());
            }
        }
        self.counters.shadow_decisions += 1;
        match found || !group.complete || !self.complete || *ending == Ending::Infeasible {
            true => Ok(()),
            false => Err(Disagreement::Alone.into()),
        }
    }

    /// Whether a shadow has ended as the joined state has.
    fn is_alike(&mut self, shadow: &Shadow, ending: &Ending) -> Result<bool, Left> {
        match (ending, &shadow.ended) {
            (Ending::Exit(joined), Some(Ending::Exit(own))) => {
                self.same_status(shadow, *joined, *own)?;
                Ok(true)
            }
            (Ending::Fault(joined), Some(Ending::Fault(own))) => Ok(joined.kind == own.kind),
            (Ending::Unsupported(_), Some(Ending::Unsupported(_))) | (Ending::Silent, Some(Ending::Silent)) => Ok(true),
            _ => Ok(false),
        }
    }

    fn same_status(&mut self, shadow: &Shadow, joined: Value, own: Value) -> Result<(), Left> {
        let [joined, own] = [joined, own].map(|status| status.term(&mut self.exec.pool, STATUS_BITS));
        let joined = self.for_shadow(shadow, joined);
        let same = self.exec.pool.eq(joined, own);
        self.must(shadow, same, "the exit status")
    }

    /// A shadow carries out the operation that it stands at. Returns what becomes of it: one for each case if it splits, none if it
    /// has no inputs left.
    fn carry_out(&mut self, mut shadow: Shadow) -> Result<Vec<Shadow>, Left> {
        let here = shadow.position();
        let before = effort(self.exec);
        let next = self.told.get(shadow.asked).copied();
        self.exec.asked.next = next;
        let done = self.exec.step_aside(&mut shadow.state);
        shadow.asked += usize::from(next.is_some() && self.exec.asked.next.take().is_none());
        self.effort += since(effort(self.exec), before);
        if shadow.state.trail.read().iter().any(|step| narrows(step.gain)) {
            self.complete = false;
        }
        match done {
            Ok(()) => {
                shadow.done = Some(here);
                Ok(vec![shadow])
            }
            Err(Stop::Interrupted) => Err(Left::Interrupted),
            Err(Stop::End(Ending::Infeasible)) => Ok(Vec::new()),
            Err(Stop::End(Ending::Limit(_) | Ending::Unsolved(_))) => {
                self.undecided();
                Ok(Vec::new())
            }
            Err(Stop::End(ending)) => {
                (shadow.done, shadow.ended) = (Some(here), Some(ending));
                Ok(vec![shadow])
            }
            Err(Stop::Split(split)) => {
                self.complete &= !matches!(split.why, SplitKind::SomeCases | SplitKind::UnmergeSome);
                let mut parts = Vec::with_capacity(split.cases.len());
                self.unknown |= split.cases.iter().any(|case| has_unknown(&self.exec.pool, case.condition));
                for case in split.cases {
                    let mut part = shadow.fork();
                    part.state.path.push(case.condition);
                    match case.then {
                        Then::Again => {}
                        Then::Goto(pc) => {
                            part.done = Some(here);
                            part.state.stack.top_mut().pc = pc;
                        }
                        Then::End(ending) => (part.done, part.ended) = (Some(here), Some(ending)),
                    }
                    parts.push(part);
                }
                Ok(parts)
            }
        }
    }

    /// A condition of the joined state as it is for one of its shadows.
    fn for_shadow(&mut self, shadow: &Shadow, condition: ExprId) -> ExprId {
        let pool = &mut self.exec.pool;
        if shadow.fresh.is_empty() {
            return condition;
        }
        let mut substitution = Substitution::new();
        for &(symbol, value) in &shadow.fresh {
            let value = pool.bv(pool.width(symbol), value);
            substitution.replace(pool, symbol, value);
        }
        substitution.apply(pool, condition).unwrap_or(condition)
    }

    /// Something that holds in the joined state holds in a shadow.
    fn must(&mut self, shadow: &Shadow, condition: ExprId, what: &'static str) -> Result<(), Left> {
        let condition = self.for_shadow(shadow, condition);
        let not = self.exec.pool.not(condition);
        if has_unknown(&self.exec.pool, condition) || self.can(shadow, not)? != Some(true) {
            return Ok(());
        }
        let (shadow, condition) = (self.name(shadow), self.text(condition));
        Err(Disagreement::Differs { shadow, what, condition }.into())
    }

    /// Whether a condition can hold in a shadow; none if that is not found out.
    fn can(&mut self, shadow: &Shadow, condition: ExprId) -> Result<Option<bool>, Left> {
        match self.exec.possible(&shadow.state, condition) {
            Ok(can) => Ok(Some(can)),
            Err(Stop::Interrupted) => Err(Left::Interrupted),
            Err(_) => {
                self.undecided();
                Ok(None)
            }
        }
    }

    fn undecided(&mut self) {
        self.counters.shadows_undecided += 1;
        self.complete = false;
    }

    /// A shadow, in words: which of the sources it comes of, and what it is known by.
    fn name(&self, shadow: &Shadow) -> String {
        let path: Vec<String> = shadow.state.path.conjuncts().to_vec().iter().map(|&term| self.text(term)).collect();
        format!("the shadow of source {} (whose path is {})", shadow.source, clip(path.join(" and ")))
    }

    fn text(&self, term: ExprId) -> String {
        clip(self.exec.pool.display(term).to_string())
    }
}

/// The width of an exit status.
const STATUS_BITS: u32 = 32;

/// Characters of a term that are told.
const TOLD: usize = 2000;

fn clip(text: String) -> String {
    match text.char_indices().nth(TOLD) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn told(ending: Option<&Ending>) -> String {
    match ending {
        None => "goes on".to_owned(),
        Some(Ending::Fault(fault)) => format!("ends with a fault, {:?}: {}", fault.kind, fault.message),
        Some(ending) => format!("ends: {ending:?}"),
    }
}

fn limit(shadows: usize) -> Result<(), Left> {
    if shadows > MAX_SHADOWS { Err(Left::TooMany) } else { Ok(()) }
}

/// What the questions so far have cost.
pub(super) fn effort(exec: &Executor) -> Effort {
    let queries = exec.solver.stats().queries;
    Effort { queries, work: exec.solver_work(), time_s: exec.solver.time().as_secs_f64() }
}

/// What questions have cost since.
pub(super) fn since(now: Effort, before: Effort) -> Effort {
    Effort { queries: now.queries - before.queries, work: now.work - before.work, time_s: now.time_s - before.time_s }
}
