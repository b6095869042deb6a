//! States made again from their recipes: the one way, for names and for evicted states.
//!
//! The recipes of the states that are wanted and all that they go on from, up to checkpoints, are a small graph without cycles. It is walked
//! from its roots: a state runs to its next split, and those cases go on that lead to a state that is wanted. Each recipe is gone
//! through once, however many ways lead through it, so that the work is linear in the number of recipes.
//! - Where the way leads through a merge context, that is gone through once more ([`rerun`](crate::rerun)).
//! - States that merely met are run to where they stood. When all are there they become one by the merger's rule; what they become
//!   follows from what they are.
//!
//! Nothing of it counts: instructions, coverage, messages and rows go to a record of their own that is thrown away, and the solver's work is
//! not that of the run.

use braid_merge::joining;
use braid_state::{Recipe, RecipeId, Recipes, Stand, State, StateId};
use rustc_hash::FxHashMap;

use crate::checkpoints::Checkpoints;
use crate::error::EngineError;
use crate::exploration::{Exploration, Explorer};
use crate::recreate::{Event, Made, wrong};
use crate::rerun::History;
use crate::subject::Subject;

/// A checkpoint is left where ways part only if it saves at least so many splits.
const WORTH_KEEPING: u32 = 4;

/// What came of the states that are wanted.
#[derive(Debug, Default)]
pub(crate) struct Remade {
    /// Those that are there again.
    pub(crate) states: Vec<State>,
    /// Why one is not, if one is not.
    pub(crate) error: Option<EngineError>,
    /// How many instructions that took.
    pub(crate) instructions: u64,
}

/// The ways to the states that are wanted.
#[derive(Debug, Default)]
struct Ways {
    /// Where each recipe on the way goes on to.
    next: FxHashMap<RecipeId, Vec<RecipeId>>,
    /// Where the states stand that are wanted, by their recipes.
    wanted: FxHashMap<RecipeId, Stand>,
    /// Checkpoints that the ways begin at.
    roots: Vec<RecipeId>,
    /// What each state becomes that stands where others come as well.
    becomes: FxHashMap<RecipeId, Vec<RecipeId>>,
    meetings: FxHashMap<RecipeId, Meeting>,
}

/// States that meet.
#[derive(Debug)]
struct Meeting {
    /// Where each of them stands, in order.
    stands: Vec<(RecipeId, Stand)>,
    there: FxHashMap<RecipeId, State>,
}

/// A state on the way.
struct Walker {
    state: State,
    at: RecipeId,
    /// Splits since the checkpoint.
    splits: u32,
}

impl Ways {
    fn of(recipes: &Recipes, checkpoints: &Checkpoints, wanted: &[(RecipeId, Stand)]) -> Ways {
        let mut ways = Ways { wanted: wanted.iter().copied().collect(), ..Ways::default() };
        let mut open: Vec<RecipeId> = wanted.iter().map(|wanted| wanted.0).collect();
        while let Some(last) = open.pop() {
            ways.trace(recipes, checkpoints, last, &mut open);
        }
        ways
    }

    /// Adds the way to a recipe, up to what is known already. States that became one are looked at later.
    fn trace(&mut self, recipes: &Recipes, checkpoints: &Checkpoints, last: RecipeId, open: &mut Vec<RecipeId>) {
        let mut at = last;
        loop {
            if checkpoints.has(at) {
                if !self.roots.contains(&at) {
                    self.roots.push(at);
                }
                return;
            }
            if let Some(stands) = recipes.who_met(at) {
                self.meet(at, stands, open);
                return;
            }
            let Some(before) = recipes.get(at).from() else { return };
            let known = self.next.contains_key(&before);
            let next = self.next.entry(before).or_default();
            if !next.contains(&at) {
                next.push(at);
            }
            if known {
                return;
            }
            at = before;
        }
    }

    fn meet(&mut self, met: RecipeId, stands: Vec<(RecipeId, Stand)>, open: &mut Vec<RecipeId>) {
        if self.meetings.contains_key(&met) {
            return;
        }
        for &(who, _) in &stands {
            self.becomes.entry(who).or_default().push(met);
            open.push(who);
        }
        self.meetings.insert(met, Meeting { stands, there: FxHashMap::default() });
    }

    /// Where the ways from a recipe go on to.
    fn from(&self, recipe: RecipeId) -> &[RecipeId] {
        self.next.get(&recipe).map_or(&[], Vec::as_slice)
    }

    /// Where they do by a step of some kind.
    fn by(&self, recipes: &Recipes, at: RecipeId, is: fn(&Recipe) -> bool) -> Vec<RecipeId> {
        self.from(at).iter().copied().filter(|&id| is(recipes.get(id))).collect()
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
        let opens = |recipe: &Recipe| matches!(recipe, Recipe::Context { .. } | Recipe::Marked { .. });
        let mut open: Vec<Vec<RecipeId>> = self.by(recipes, at, opens).into_iter().map(|id| vec![id]).collect();
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

    /// The meetings that a state comes to, and where it stands there.
    fn stands_after(&self, recipes: &Recipes, at: RecipeId) -> Vec<(RecipeId, RecipeId, Stand)> {
        let mut open = self.by(recipes, at, |recipe| matches!(recipe, Recipe::Stood { .. }));
        let mut found = Vec::new();
        while let Some(who) = open.pop() {
            open.extend(self.from(who));
            for &met in self.becomes.get(&who).into_iter().flatten() {
                let stand = self.meetings[&met].stands.iter().find(|stand| stand.0 == who);
                found.extend(stand.map(|&(_, stand)| (met, who, stand)));
            }
        }
        found
    }
}

impl Subject {
    /// Makes states again that have these recipes and stand there, from checkpoints. If it is interrupted, some may be missing.
    pub(crate) fn remake(&mut self, checkpoints: &mut Checkpoints, wanted: &[(RecipeId, Stand)]) -> Remade {
        let ways = Ways::of(&self.exec.heritage.recipes, checkpoints, wanted);
        let (record, aside) = (self.exec.begin_record(), self.exec.set_budget_aside());
        let mut remade = Walk { subject: self, checkpoints, ways, open: Vec::new(), again: None }.go();
        remade.instructions = self.exec.counters.instructions;
        self.exec.end_of_answers();
        self.exec.before_fork = None;
        self.exec.restore_budget(aside);
        self.exec.resume_record(record);
        remade
    }
}

/// A walk along ways.
struct Walk<'a> {
    subject: &'a mut Subject,
    checkpoints: &'a mut Checkpoints,
    ways: Ways,
    open: Vec<Walker>,
    /// Where states that met become one.
    again: Option<Exploration>,
}

impl Walk<'_> {
    fn go(mut self) -> Remade {
        let mut remade = Remade::default();
        for &at in self.ways.roots.iter().rev() {
            let state = self.checkpoints.copy(at);
            self.open.extend(state.map(|state| Walker { state, at, splits: 0 }));
        }
        while let Some(walker) = self.open.pop() {
            let gone = self.subject.check_interrupt().and_then(|()| self.advance(walker));
            match gone {
                Ok(state) => remade.states.extend(state),
                // What cannot be made again leaves the others where they are.
                Err(error) => _ = remade.error.get_or_insert(error),
            }
            if self.subject.check_interrupt().is_err() {
                break;
            }
        }
        remade
    }

    /// A state goes on; it is returned if it is one of those that are wanted.
    fn advance(&mut self, walker: Walker) -> Made<Option<State>> {
        let (at, answers) = self.ways.after_answers(&self.subject.exec.heritage.recipes, walker.at);
        self.subject.exec.end_of_answers();
        self.subject.exec.follow_answers(answers.iter().copied());
        if let Some(&stand) = self.ways.wanted.get(&at) {
            return self.subject.run_to(walker.state, stand).map(Some);
        }
        self.branch_out(walker, at, &answers).map(|()| None)
    }

    /// A state goes on from a recipe at which ways part or a split is met.
    fn branch_out(&mut self, walker: Walker, at: RecipeId, answers: &[u32]) -> Made<()> {
        let Walker { mut state, splits, at: began } = walker;
        for lineage in self.ways.joined_after(&self.subject.exec.heritage.recipes, at) {
            self.rerun(state.fork(), &lineage, answers)?;
        }
        for (met, who, stand) in self.ways.stands_after(&self.subject.exec.heritage.recipes, at) {
            self.meet(state.fork(), answers, met, (who, stand))?;
        }
        let is_step = |recipe: &Recipe| matches!(recipe, Recipe::Step { .. });
        let wanted = self.ways.by(&self.subject.exec.heritage.recipes, at, is_step);
        if wanted.is_empty() {
            return Ok(());
        }
        let parts = wanted.len() > 1 && splits >= WORTH_KEEPING;
        if parts && began == at {
            self.checkpoints.leave(state.fork());
        }
        self.answer(answers);
        let others = loop {
            if let Event::Split(others) = self.subject.run_to_event(&mut state)? {
                break others;
            }
        };
        let cases = others.into_iter().filter(|(_, ending)| ending.is_none()).map(|(state, _)| state);
        for mut state in [state].into_iter().chain(cases) {
            state.trail.read();
            let at = state.inherited.recipe();
            if wanted.contains(&at) {
                self.open.push(Walker { state, at, splits: if parts { 0 } else { splits + 1 } });
            }
        }
        Ok(())
    }

    /// From where a state stands now, these answers are given.
    fn answer(&mut self, answers: &[u32]) {
        self.subject.exec.end_of_answers();
        self.subject.exec.follow_answers(answers.iter().copied());
    }

    /// What a merge context joined goes on.
    fn rerun(&mut self, opener: State, lineage: &[RecipeId], answers: &[u32]) -> Made<()> {
        let history = History::of(&self.subject.exec.heritage.recipes, lineage).ok_or_else(|| wrong("no history"))?;
        self.answer(answers);
        let joined = self.subject.rerun(opener, &history)?;
        let at = *lineage.last().expect("a history has a recipe");
        self.queue_joined(joined, at);
        Ok(())
    }

    fn queue_joined(&mut self, mut joined: State, at: RecipeId) {
        self.checkpoints.leave(joined.fork());
        self.open.push(Walker { state: joined, at, splits: 0 });
    }

    /// A state comes to where it met others. Who comes last sees them become one.
    fn meet(&mut self, state: State, answers: &[u32], met: RecipeId, (who, stand): (RecipeId, Stand)) -> Made<()> {
        self.answer(answers);
        let state = self.subject.run_to(state, stand)?;
        let meeting = self.ways.meetings.get_mut(&met).expect("who comes to a meeting was told of it");
        meeting.there.insert(who, state);
        if meeting.there.len() < meeting.stands.len() {
            return Ok(());
        }
        let Meeting { stands, mut there } = self.ways.meetings.remove(&met).expect("it was just found");
        let states = stands.iter().filter_map(|(who, _)| there.remove(who)).collect();
        let joined = self.become_one(states)?;
        if joined.inherited.recipe() != met {
            return Err(wrong("others met there"));
        }
        self.queue_joined(joined, met);
        Ok(())
    }

    /// What states become that met.
    fn become_one(&mut self, states: Vec<State>) -> Made<State> {
        if self.again.is_none() {
            self.again = Some(Exploration::again(&self.subject.options)?);
        }
        let again = self.again.as_mut().expect("it was just made");
        let ids: Vec<StateId> = states.into_iter().map(|state| again.live.add(state)).collect();
        let mut explorer = Explorer { subject: self.subject, run: again };
        let told = explorer.tell_merger(|merger, host| joining::join_again(host, merger.rule(), &ids))?;
        let joined = told.ok_or_else(|| wrong("states are not joined here"))?;
        let joined = joined.map_err(|why| wrong(&format!("states that met are not joined: {why}")))?;
        Ok(explorer.run.live.take(joined.id).expect("what was joined is there").state)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Options};
    use braid_merge::Mode;

    /// An iteration forks and joins once.
    const CHAIN: &str = "#include <klee/klee.h>
        int main(void) {
            unsigned char s[N], low = 0, high = 0;
            klee_make_symbolic(s, sizeof s, \"s\");
            for (int i = 0; i < N; i++) {
                if (s[i] < 10)
                    low = 1;
                else
                    high = 1;
            }
            return low + high;
        }";

    /// How many recipes and bytes the longest name has, and how many instructions it takes to make its state again.
    fn cost(joins: u64) -> [u64; 3] {
        let folder = tempfile::tempdir().expect("a folder for a program");
        let path = folder.path().join("program.c");
        std::fs::write(&path, format!("#define N {joins}\n{CHAIN}")).expect("a program is written");
        let mode = Mode::named("qce-static").expect("a mode");
        let mut merge = braid_merge::Options { mode, ..braid_merge::Options::default() };
        merge.qce.alpha = f64::INFINITY;
        let options = Options { write: false, merge, ..Options::default() };
        let load = || Engine::load(std::slice::from_ref(&path), options.clone()).expect("the program is read");
        let (mut first, mut second) = (load(), load());
        let mut longest = None;
        while first.advance(1).expect("the program runs") {
            longest = first.names().into_iter().max_by_key(|name| name.len());
            if first.run.merger.as_ref().is_some_and(|merger| merger.joins() >= joins) {
                break;
            }
        }
        let joins_made = first.run.merger.as_ref().map_or(0, |merger| merger.joins());
        assert!(joins_made >= joins, "{joins_made}");
        let name = longest.expect("there are states");
        assert!(name.is_of_joined());
        let remade = second.subject.remake_named(&name).expect("it is a name");
        assert_eq!(remade.states.len(), 1, "{:?}", remade.error);
        [name.len() as u64, name.to_string().len() as u64, remade.instructions]
    }

    #[test]
    fn names_of_joined_states_grow_with_the_number_of_joins_alone() {
        let (once, twice) = (cost(100), cost(200));
        for (what, (once, twice)) in ["recipes", "bytes", "instructions"].iter().zip(once.iter().zip(twice)) {
            assert!(twice * 10 < once * 24, "{what}: {once} at 100 joins, {twice} at 200");
        }
    }
}
