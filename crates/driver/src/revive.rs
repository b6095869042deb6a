//! Makes evicted states again, a group at a time: the ways to them are gone once more from the nearest checkpoint.
//!
//! The recipes of a group and all that they go on from, up to checkpoints, are a small tree. It is walked from its roots: a state runs to its
//! next split, and those cases go on that lead to a member of the group. Near relatives have most of their way in common, so that a
//! member costs little more than its last split. Where the way leads through a merge context, that is gone through once more as for any
//! name ([`rerun`](crate::rerun)).
//!
//! Nothing of it counts: instructions, coverage, messages and rows go to a record of their own that is thrown away, and the solver's work is
//! not that of the run.

use braid_state::{Recipe, RecipeId, Recipes, State};
use rustc_hash::FxHashMap;

use crate::checkpoints::Checkpoints;
use crate::recreate::{Event, Made, wrong};
use crate::rerun::History;
use crate::shelf::Evicted;
use crate::subject::Subject;

/// A checkpoint is left where ways part only if it saves at least so many splits.
const WORTH_KEEPING: u32 = 4;

/// What came of a group.
#[derive(Debug, Default)]
pub(crate) struct Revived {
    /// States that are there again.
    pub(crate) made: Vec<(Evicted, State)>,
    /// Those that are not yet, because the work was interrupted.
    pub(crate) left: Vec<Evicted>,
    /// How many could not be made again.
    pub(crate) lost: u64,
}

/// The ways to the members of a group.
#[derive(Debug, Default)]
struct Ways {
    /// Where each recipe on the way goes on to.
    next: FxHashMap<RecipeId, Vec<RecipeId>>,
    /// The members, by their recipes.
    members: FxHashMap<RecipeId, Evicted>,
    /// Checkpoints that the ways begin at.
    roots: Vec<RecipeId>,
}

/// A state on the way.
struct Walker {
    state: State,
    at: RecipeId,
    /// Splits since the checkpoint.
    splits: u32,
}

impl Ways {
    fn of(recipes: &Recipes, checkpoints: &Checkpoints, members: &[Evicted]) -> Ways {
        let mut ways = Ways::default();
        for &member in members {
            let mut at = member.inherited.recipe();
            ways.members.insert(at, member);
            loop {
                if checkpoints.has(at) {
                    if !ways.roots.contains(&at) {
                        ways.roots.push(at);
                    }
                    break;
                }
                let Some(before) = recipes.get(at).from() else { break };
                let known = ways.next.contains_key(&before);
                let next = ways.next.entry(before).or_default();
                if !next.contains(&at) {
                    next.push(at);
                }
                if known {
                    break;
                }
                at = before;
            }
        }
        ways
    }

    /// Where the ways from a recipe go on to.
    fn from(&self, recipe: RecipeId) -> &[RecipeId] {
        self.next.get(&recipe).map_or(&[], Vec::as_slice)
    }

    /// The recipe at which a state meets its next split or stands in the end, and the answers of the solver up to there.
    fn after_answers(&self, recipes: &Recipes, mut at: RecipeId) -> (RecipeId, Vec<u32>) {
        let mut words = Vec::new();
        while let &[next] = self.from(at)
            && let Recipe::Answer { word, .. } = *recipes.get(next)
        {
            words.push(word);
            at = next;
        }
        (at, words)
    }

    /// The states that merge contexts made which a state at this recipe opened, each with its lineage from there.
    fn joined_after(&self, recipes: &Recipes, at: RecipeId) -> Vec<Vec<RecipeId>> {
        let is_step = |id: &RecipeId| matches!(recipes.get(*id), Recipe::Step { .. });
        let mut open: Vec<Vec<RecipeId>> = self.from(at).iter().filter(|id| !is_step(id)).map(|&id| vec![id]).collect();
        let mut found = Vec::new();
        while let Some(lineage) = open.pop() {
            let last = *lineage.last().expect("a lineage has a recipe");
            if matches!(recipes.get(last), Recipe::Joined { .. }) {
                found.push(lineage);
                continue;
            }
            open.extend(self.from(last).iter().map(|&next| [&lineage[..], &[next]].concat()));
        }
        found
    }
}

impl Subject {
    /// Makes evicted states again. What could not be made is lost; what was not, because the work was interrupted, is left.
    pub(crate) fn revive(&mut self, checkpoints: &mut Checkpoints, members: &[Evicted]) -> Revived {
        let ways = Ways::of(&self.exec.heritage.recipes, checkpoints, members);
        let (record, aside) = (self.exec.begin_record(), self.exec.set_budget_aside());
        let revived = self.walk(checkpoints, ways);
        self.exec.end_of_answers();
        self.exec.before_fork = None;
        self.exec.restore_budget(aside);
        self.exec.resume_record(record);
        revived
    }

    fn walk(&mut self, checkpoints: &mut Checkpoints, mut ways: Ways) -> Revived {
        let mut revived = Revived::default();
        let copies = ways.roots.iter().rev().filter_map(|&at| checkpoints.copy(at).map(|state| (state, at)));
        let mut open: Vec<Walker> = copies.map(|(state, at)| Walker { state, at, splits: 0 }).collect();
        while let Some(walker) = open.pop() {
            if self.check_interrupt().is_err() {
                break;
            }
            let (at, answers) = ways.after_answers(&self.exec.heritage.recipes, walker.at);
            self.exec.end_of_answers();
            self.exec.follow_answers(answers);
            match ways.members.get(&at).copied() {
                Some(member) => {
                    if let Ok(state) = self.run_to(walker.state, member.stand)
                        && member.fits(&state)
                    {
                        ways.members.remove(&at);
                        revived.made.push((member, state));
                    }
                }
                // What cannot be made again leaves its members where they are.
                None => drop(self.branch_out(checkpoints, &ways, walker, at, &mut open)),
            }
        }
        let interrupted = self.check_interrupt().is_err();
        let mut left: Vec<Evicted> = ways.members.into_values().collect();
        left.sort_unstable_by_key(|member| member.id);
        match interrupted {
            true => revived.left = left,
            false => revived.lost = left.len() as u64,
        }
        revived
    }

    /// A state goes on from a recipe at which ways part or a split is met.
    fn branch_out(
        &mut self,
        checkpoints: &mut Checkpoints,
        ways: &Ways,
        walker: Walker,
        at: RecipeId,
        open: &mut Vec<Walker>,
    ) -> Made<()> {
        let Walker { mut state, splits, at: began } = walker;
        let answers = self.exec.heritage.recipes.answers_between(began, at).unwrap_or_default();
        for lineage in ways.joined_after(&self.exec.heritage.recipes, at) {
            let history = History::of(&self.exec.heritage.recipes, &lineage).ok_or_else(|| wrong("no history"))?;
            self.exec.end_of_answers();
            self.exec.follow_answers(answers.iter().copied());
            let mut joined = self.rerun(state.fork(), &history)?;
            checkpoints.leave(joined.fork());
            let at = *lineage.last().expect("a history has a recipe");
            open.push(Walker { state: joined, at, splits: 0 });
        }
        let is_step = |id: &&RecipeId| matches!(self.exec.heritage.recipes.get(**id), Recipe::Step { .. });
        let wanted: Vec<RecipeId> = ways.from(at).iter().filter(is_step).copied().collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let parts = wanted.len() > 1 && splits >= WORTH_KEEPING;
        if parts && began == at {
            checkpoints.leave(state.fork());
        }
        self.exec.end_of_answers();
        self.exec.follow_answers(answers);
        let others = loop {
            if let Event::Split(others) = self.run_to_event(&mut state)? {
                break others;
            }
        };
        let cases = others.into_iter().filter(|(_, ending)| ending.is_none()).map(|(state, _)| state);
        for mut state in [state].into_iter().chain(cases) {
            state.trail.read();
            let at = state.inherited.recipe();
            if wanted.contains(&at) {
                open.push(Walker { state, at, splits: if parts { 0 } else { splits + 1 } });
            }
        }
        Ok(())
    }
}
