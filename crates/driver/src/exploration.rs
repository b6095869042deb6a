//! An exploration: the states of a program that were made and what was found, and the loop that runs them.
//!
//! A program can be explored more than once, and one exploration can begin in the middle of another: what is fixed for the program
//! is in its [`Subject`], all that an exploration changes for itself is in the [`Exploration`], and an [`Explorer`] carries it on.

use braid_exec::{Ending, Outcome};
use braid_merge::validate::Validation;
use braid_merge::{Cost, Merger, Recorder};
use braid_report as report;
use braid_report::{Folder, FolderError, LineTable, RunReport};
use braid_search::{Searcher, Spec};
use braid_state::{EventKind, State, StateId};
use std::time::{Duration, Instant};

use crate::budget::Stop;
use crate::checkpoints::Checkpoints;
use crate::cut::{Cut, Cuts};
use crate::doubt::Imagined;
use crate::error::EngineError;
use crate::evict::Evictions;
use crate::findings::{Bugs, Paths};
use crate::host::SetAside;
use crate::live::{Answers, LiveStates};
use crate::new_line_tests::NewLineTests;
use crate::new_lines::ReachedLines;
use crate::options::Options;
use crate::progress::{Observer, Progress};
use crate::shadow::Shadows;
use crate::shelf::Shelf;
use crate::subject::Subject;
use crate::witness::Purpose;
use crate::{coverage, evict, merging, outcome, start};

/// The states of an exploration and what it has found.
pub(crate) struct Exploration {
    pub(crate) live: LiveStates,
    pub(crate) search: Box<dyn Searcher>,
    /// Joins states, if they are to be joined; it is elsewhere while it hears of something.
    pub(crate) merger: Option<Box<dyn Merger>>,
    /// How joined states came to be.
    pub(crate) recorder: Recorder,
    /// The unmerged states beside joined ones, if they are wanted.
    pub(crate) shadows: Option<Box<Shadows>>,
    /// States that went into joins, less those that came out.
    pub(crate) joined_away: u64,
    pub(crate) bugs: Bugs,
    pub(crate) paths: Paths,
    pub(crate) cuts: Cuts,
    pub(crate) lines: ReachedLines,
    /// Tests for new lines of states that were joined.
    pub(crate) new_line_tests: NewLineTests,
    /// Where results are written, if anywhere.
    pub(crate) folder: Option<Folder>,
    /// Why results can no longer be written.
    pub(crate) output_error: Option<FolderError>,
    pub(crate) progress: Progress,
    /// What states that may stand for more than there is have reached.
    pub(crate) imagined: Imagined,
    /// What is set aside while states are run beside the run.
    pub(crate) aside: Option<SetAside>,
    /// The state that ran last.
    pub(crate) ran_last: Option<StateId>,
    /// States that were made while memory was tight, the newest last.
    pub(crate) recent: Vec<StateId>,
    /// States that were evicted to their names.
    pub(crate) shelf: Shelf,
    /// From where those are made again.
    pub(crate) checkpoints: Checkpoints,
    /// Rounds since evicted states came back last.
    pub(crate) turn: u32,
    pub(crate) evictions: Evictions,
    /// The state for which memory did not suffice last, and how far it was.
    pub(crate) starved: Option<(StateId, u64)>,
}

impl Exploration {
    /// One that has not begun and writes its results to a folder.
    pub(crate) fn new(options: &Options, search: &Spec, folder: Option<Folder>) -> Exploration {
        Exploration {
            live: LiveStates::default(),
            search: search.build(options.seed, 0),
            merger: merging::merger(options),
            recorder: Recorder::default(),
            shadows: Shadows::wanted(options),
            joined_away: 0,
            bugs: Bugs::default(),
            paths: Paths::default(),
            cuts: Cuts::default(),
            lines: ReachedLines::new(),
            new_line_tests: NewLineTests::default(),
            folder,
            output_error: None,
            progress: Progress::default(),
            imagined: Imagined::default(),
            aside: None,
            ran_last: None,
            recent: Vec::new(),
            shelf: Shelf::new(evict::shelf_bound(options.max_memory)),
            checkpoints: Checkpoints::default(),
            turn: 0,
            evictions: Evictions::default(),
            starved: None,
        }
    }

    /// One in which states do once more what others did: its states are found by their recipes, nothing is written, and joins are
    /// not checked again, nor have they shadows.
    pub(crate) fn again(options: &Options) -> Result<Exploration, EngineError> {
        let any_order: Spec = "dfs".parse().map_err(|error| EngineError::Usage(format!("{error}")))?;
        let merge = braid_merge::Options { validation: Validation::Off, shadow: false, ..options.merge.clone() };
        let options = Options { merge, seed: 0, ..options.clone() };
        Ok(Exploration { live: LiveStates::indexed(), ..Exploration::new(&options, &any_order, None) })
    }
}

/// Carries on an exploration of a program.
pub(crate) struct Explorer<'a> {
    pub(crate) subject: &'a mut Subject,
    pub(crate) run: &'a mut Exploration,
}

/// Conflicts of a query when the run is over and tests are written: most models are at hand, and nobody waits for the rest.
const LAST_CONFLICTS: u64 = 1 << 12;

impl Explorer<'_> {
    /// Makes the first states.
    pub(crate) fn begin(&mut self) -> Result<(), EngineError> {
        let keeps = self.run.merger.as_ref().is_some_and(|merger| merger.keeps_before_fork());
        self.subject.exec.keep_before_fork = keeps;
        let states = start::first_states(&mut self.subject.exec, &self.subject.options, &self.subject.world);
        let states = states.map_err(|error| match error {
            EngineError::Interrupted { reason } => self.subject.budget.unread(reason),
            other => other,
        })?;
        for mut state in states {
            if self.run.merger.is_some() {
                state.trail.keep();
            }
            if self.can_evict() {
                self.run.checkpoints.keep(state.fork());
            }
            self.run.paths.made += 1;
            let id = self.run.live.add(state);
            self.tell_merger(|merger, host| merger.started(host, id))?;
            self.run.search.add(id, &Answers { live: &self.run.live, exec: &self.subject.exec });
        }
        Ok(())
    }

    /// Explores until everything is explored or a limit is met, and writes the results.
    pub(crate) fn explore(&mut self, mut observer: Option<&mut dyn Observer>) -> Result<RunReport, EngineError> {
        loop {
            self.observe(&mut observer);
            if let Some(stop) = self.out_of_budget() {
                self.wind_down(stop)?;
                break;
            }
            self.subject.budget.watch_memory();
            if self.subject.budget.excess_memory().is_some() {
                self.save_memory()?;
                continue;
            }
            match self.pick()? {
                Some(id) => self.step(id)?,
                None if self.run.shelf.is_empty() => break,
                // The run was interrupted while states were made again.
                None => {}
            }
        }
        self.finish()
    }

    /// Explores for some rounds, each of which runs one state for a while. Returns true if there are states left.
    pub(crate) fn advance(&mut self, rounds: u64) -> Result<bool, EngineError> {
        for _ in 0..rounds {
            let Some(id) = self.pick()? else { return Ok(false) };
            self.step(id)?;
        }
        Ok(self.run.live.len() > 0 || !self.run.shelf.is_empty())
    }

    /// Results can no longer be written: the run stops.
    pub(crate) fn stop_writing(&mut self, error: FolderError) {
        self.run.folder = None;
        self.run.output_error.get_or_insert(error);
    }

    /// Why the run must stop now.
    fn out_of_budget(&self) -> Option<Stop> {
        let over = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used >= limit);
        // Exact runs only show what was found.
        let own = self.subject.exec.counters.instructions.saturating_sub(self.run.imagined.exact_instructions);
        if over(self.subject.options.max_instructions, own) {
            return Some(Stop::Instructions);
        }
        if over(self.subject.options.max_tests, self.run.paths.tests) {
            return Some(Stop::Tests);
        }
        if self.run.output_error.is_some() {
            return Some(Stop::Output);
        }
        self.subject.budget.exhausted()
    }

    /// The state that is run next. If all that are left wait, the contexts have lost count, but no state is.
    fn pick(&mut self) -> Result<Option<StateId>, EngineError> {
        self.tell_merger(|merger, host| merger.tick(host))?;
        self.give_back_recipes();
        let is_turn = self.take_turns()?;
        if let Some(id) = self.stay().filter(|_| !is_turn) {
            return Ok(Some(id));
        }
        loop {
            let picked = self.run.search.pick(&Answers { live: &self.run.live, exec: &self.subject.exec });
            if let Some(id) = picked {
                return Ok(Some(self.preferred(id)));
            }
            if self.subject.budget.interrupt().has_come() || !self.wake_somebody()? {
                return Ok(None);
            }
        }
    }

    /// Gives back the recipes of states that have ended, if there are many.
    fn give_back_recipes(&mut self) {
        if !self.subject.exec.heritage.recipes.are_many() {
            return;
        }
        let run = &self.run;
        let live = run.live.ids().into_iter().filter_map(|id| run.live.get(id));
        let states = live.map(|live| live.state.inherited.recipe());
        let others = run.checkpoints.recipes().chain(run.shelf.recipes()).chain(run.recorder.recipes());
        let kept = run.merger.as_ref().map(|merger| merger.recipes()).unwrap_or_default();
        self.subject.exec.heritage.recipes.sweep(states.chain(others).chain(kept));
    }

    /// Nobody can run: evicted states come back, or states that waited go on. Returns false if there are none.
    fn wake_somebody(&mut self) -> Result<bool, EngineError> {
        Ok(self.bring_back_some()? || self.tell_merger(|merger, host| merger.stuck(host))? == Some(true))
    }

    /// If memory is tight, the state that ran last, or else the newest that came of it: a path that comes to its end gives memory back,
    /// and another would only fork.
    fn stay(&mut self) -> Option<StateId> {
        if !self.subject.budget.memory_is_tight() {
            self.run.recent.clear();
            return None;
        }
        let live = &self.run.live;
        let can_run = |id: &StateId| live.get(*id).is_some_and(|live| !live.parked);
        if let Some(id) = self.run.ran_last.filter(can_run) {
            return Some(id);
        }
        while let Some(id) = self.run.recent.pop() {
            if can_run(&id) {
                return Some(id);
            }
        }
        None
    }

    /// Runs a state for a while and takes in what came of it.
    fn step(&mut self, id: StateId) -> Result<(), EngineError> {
        self.run.ran_last = Some(id);
        let mut live = self.run.live.take(id).expect("search orders pick live states");
        let cost = self.subject.exec.question_cost();
        let version = self.subject.exec.coverage.version;
        let queries = self.subject.exec.questions();
        let unmerged = self.subject.exec.counters.unmerged;
        let joined_at = live.state.inherited.joined_at();
        let begun = joined_at.map(|_| Instant::now());
        let effort = self.before_shadowed(id);
        let imagines = self.begin_imagining(&live.state);
        let outcome = self.subject.exec.run(&mut live.state, self.subject.options.batch);
        self.end_imagining(id, imagines);
        live.query_cost += self.subject.exec.question_cost() - cost;
        let (queries, unmerged) =
            (self.subject.exec.questions() - queries, self.subject.exec.counters.unmerged - unmerged);
        let nanoseconds = || begun.map_or(0, |begun| begun.elapsed().as_nanos());
        self.tell_cost(joined_at, || Cost { queries, nanoseconds: nanoseconds(), unmerged });
        if self.subject.exec.coverage.version != version {
            live.new_at = Some(live.state.steps);
        }
        self.run.lines.take_in(&mut self.subject.exec, &mut live.state);
        if let Some(effort) = effort {
            self.shadows_follow(id, &live.state, &outcome, effort)?;
        }
        match outcome {
            Outcome::Paused => {
                self.run.live.put_back(id, live);
                if self.was_undone(id)? {
                    return Ok(());
                }
                self.paused(id)?;
                self.feed(id)
            }
            Outcome::Arrived(arrival) => {
                self.run.live.put_back(id, live);
                if self.was_undone(id)? {
                    return Ok(());
                }
                self.reached(id, arrival)
            }
            Outcome::Ended(ending) => {
                self.run.search.remove(id);
                if matches!(ending, Ending::Exit(_)) {
                    self.tell_merger(|merger, host| merger.exits(host, id))?;
                }
                let counted = self.end_counted(&mut live.state, ending)?;
                self.was_undone(id)?;
                self.ended(id, &live.state, EventKind::Ran, counted)
            }
            Outcome::Forked(children) => {
                self.run.live.put_back(id, live);
                let ended = self.take_in_children(id, children)?;
                self.was_undone(id)?;
                for (child, mut state, ending) in ended {
                    let counted = self.end_counted(&mut state, ending)?;
                    self.was_undone(child)?;
                    self.ended(child, &state, EventKind::Ran, counted)?;
                }
                Ok(())
            }
        }
    }

    /// The run stops early: tests of live states are written, the most valuable first, as long as there is time, and all are
    /// counted.
    pub(crate) fn wind_down(&mut self, stop: Stop) -> Result<(), EngineError> {
        self.subject.budget.wind_down(stop);
        self.subject.exec.solver.limit_conflicts(LAST_CONFLICTS);
        self.write_new_line_tests()?;
        let ids = self.run.live.most_valuable_first();
        let evicted = self.run.shelf.len();
        self.run.cuts.add(stop.cut(), (ids.len() as u64 + evicted).max(1));
        self.run.paths.states += ids.len() as u64 + evicted;
        let mut ids = ids.into_iter();
        while !self.is_over()
            && let Some(id) = ids.next()
        {
            let Some(mut live) = self.run.live.take(id) else { continue };
            self.write_last_test(&mut live.state, stop)?;
        }
        self.give_up_rest(ids.as_slice());
        self.wind_down_evicted(stop)?;
        if let Some(merger) = &mut self.run.merger {
            merger.wound_down();
        }
        Ok(())
    }

    /// Whether the time to wind down is over. If it is memory that is short, what is only remembered goes, and there is time for others.
    fn is_over(&mut self) -> bool {
        if self.subject.budget.excess_now().is_some() {
            self.subject.exec.forget();
            self.run.checkpoints.give_back();
        }
        self.subject.budget.watch_memory();
        self.subject.budget.interrupt().has_come() && !self.is_short_of_memory()
    }

    /// The test of a state that goes no further because the run stops.
    fn write_last_test(&mut self, state: &mut State, stop: Stop) -> Result<(), EngineError> {
        self.stand(state);
        if stop.leaves_tests() && self.deserves_test(state) {
            let reason = stop.cut().text().into_owned();
            self.write_test(state, Purpose::Path, |_, _| report::Ending::Early { reason })?;
        }
        Ok(())
    }

    /// Evicted states get their tests as long as there is time to make them again. None of them has reached new lines.
    fn wind_down_evicted(&mut self, stop: Stop) -> Result<(), EngineError> {
        let wanted = stop.leaves_tests() && !self.subject.options.only_new_coverage;
        let mut untested = 0;
        while let Some(members) = self.run.shelf.pop() {
            let Ok(members) = members else { continue };
            if !wanted || self.is_over() {
                untested += members.len() as u64;
                continue;
            }
            let revived = self.subject.revive(&mut self.run.checkpoints, &members);
            untested += revived.left.len() as u64 + revived.lost;
            for (member, mut state) in revived.made {
                state.inherited = member.inherited;
                self.write_last_test(&mut state, stop)?;
            }
        }
        if wanted && untested > 0 {
            self.run.cuts.add(Cut::NoTimeForTest, untested);
        }
        Ok(())
    }

    /// There is no time for tests of these states.
    fn give_up_rest(&mut self, ids: &[StateId]) {
        let live = &self.run.live;
        let untested = ids.iter().filter(|&&id| live.get(id).is_some_and(|live| self.deserves_test(&live.state)));
        let untested = untested.count() as u64;
        if untested > 0 {
            self.run.cuts.add(Cut::NoTimeForTest, untested);
        }
        self.run.live.abandon();
    }

    /// A state goes no further: where it stands counts as reached.
    pub(crate) fn stand(&mut self, state: &mut State) {
        self.subject.exec.reach_here(state);
        self.run.lines.take_in(&mut self.subject.exec, state);
    }

    /// Time spent in the solver.
    pub(crate) fn solver_time(&self) -> Duration {
        self.subject.exec.solver.time()
    }

    /// Places that the user named for nothing: perhaps a slip of the pen.
    fn tell_unused(&mut self) {
        for site in self.subject.exec.options.capacities.unused() {
            let what = "no object of symbolic size is made there: a site is file:line or function of a call";
            self.subject.exec.messages.push(format!("the capacity of {site} is not used: {what}"));
        }
        let remarks = self.run.merger.as_ref().map(|merger| merger.remarks()).unwrap_or_default();
        self.subject.exec.messages.extend(remarks);
    }

    /// Writes what belongs to the whole run.
    fn finish(&mut self) -> Result<RunReport, EngineError> {
        self.write_new_line_tests()?;
        self.balance();
        self.note_vacuous();
        self.tell_unused();
        let lines = coverage::all_lines(&mut self.subject.exec);
        let mut report = self.report(&lines);
        report.invariants = self.invariants()?;
        let certificates = self.certificates();
        let last = self.sample();
        self.run.progress.samples += &last.row();
        if let Some(folder) = &self.run.folder
            && let Err(error) = self.write_reports(folder, &report, &lines, &certificates)
        {
            self.stop_writing(error);
        }
        Ok(report)
    }

    fn write_reports(
        &self,
        folder: &Folder,
        report: &RunReport,
        lines: &LineTable,
        certificates: &[(String, String)],
    ) -> Result<(), FolderError> {
        certificates.iter().try_for_each(|(name, text)| folder.write(name, text))?;
        folder.finish()?;
        folder.write_run(report)?;
        folder.write_lcov(lines, &report.program.directory)?;
        folder.write_forks(&outcome::fork_sites(&self.subject.exec))?;
        folder.write("stats.csv", &self.run.progress.samples)?;
        folder.write("messages", self.subject.exec.messages.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Options};

    /// Every way of each of these branches is a path.
    const BRANCHES: &str = "#include <klee/klee.h>
        int main(void) {
            unsigned short bits;
            int set = 0;
            klee_make_symbolic(&bits, sizeof bits, \"bits\");
            for (int i = 0; i < 13; i++)
                if (bits >> i & 1)
                    set++;
            return set;
        }";

    /// Recipes of paths that have ended are given back: there are as many as the live states need, and some that are not looked at yet.
    #[test]
    fn names_of_ended_paths_do_not_fill_the_memory() {
        let folder = tempfile::tempdir().expect("a folder for a program");
        let path = folder.path().join("program.c");
        std::fs::write(&path, BRANCHES).expect("a program is written");
        let options = Options { write: false, search: "dfs".to_owned(), ..Options::default() };
        let mut engine = Engine::load(&[path], options).expect("the program is read");
        let mut most = 0;
        while engine.advance(100).expect("the program runs") {
            most = most.max(engine.subject.exec.heritage.recipes.len());
        }
        assert_eq!(engine.run.paths.completed, 1 << 13);
        assert!(most < 6_000, "{most} recipes at once, of some 16,000");
    }
}
