//! The engine: the loop that explores a program.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use braid_exec::{Ending, Executor, Limit, Outcome};
use braid_expr::Meter;
use braid_link::Warning;
use braid_report as report;
use braid_report::{Folder, FolderError, LineTable, RunReport, Sample, Sources};
use braid_search::{Searcher, Spec};
use braid_state::{EventKind, State, StateId};

use crate::budget::{Budget, Excess, Interrupt, Stop};
use crate::cut::{Cut, Cuts};
use crate::error::EngineError;
use crate::findings::{Bugs, Paths};
use crate::live::{Answers, LiveStates};
use crate::loops::LoopTable;
use crate::new_lines::ReachedLines;
use crate::options::{Check, Options};
use crate::witness::Purpose;
use crate::{coverage, merging, outcome, start};
use braid_merge::{Cost, Counted, Merger};

/// How often progress is told and statistics are taken.
const SAMPLE_EVERY: Duration = Duration::from_millis(250);

/// Whoever wants to know how a run is going.
pub trait Observer {
    /// Called a few times a second.
    fn progress(&mut self, sample: &Sample);
}

/// A program with everything that is needed to explore it.
///
/// ```no_run
/// let options = braid::Options { write: false, ..braid::Options::default() };
/// let engine = braid::Engine::load(&["program.c".into()], options)?;
/// let report = engine.run(None)?;
/// println!("{}: {} paths", report.verdict.name(), report.paths);
/// # Ok::<(), braid::EngineError>(())
/// ```
pub struct Engine {
    pub(crate) exec: Executor,
    pub(crate) options: Options,
    pub(crate) files: Vec<PathBuf>,
    pub(crate) budget: Budget,
    pub(crate) live: LiveStates,
    pub(crate) bugs: Bugs,
    pub(crate) paths: Paths,
    pub(crate) cuts: Cuts,
    pub(crate) search: Box<dyn Searcher>,
    /// Joins states, if they are to be joined; it is elsewhere while it hears of something.
    pub(crate) merger: Option<Box<dyn Merger>>,
    /// States that went into joins, less those that came out.
    pub(crate) joined_away: u64,
    pub(crate) loops: LoopTable,
    pub(crate) folder: Option<Folder>,
    pub(crate) sources: Sources,
    samples: String,
    sampled: Option<Instant>,
    pub(crate) lines: ReachedLines,
    warnings: Vec<Warning>,
    /// The state that ran last.
    ran_last: Option<StateId>,
    /// Why results can no longer be written.
    output_error: Option<FolderError>,
}

impl Engine {
    /// Loads a program; nothing is run yet.
    pub fn load(files: &[PathBuf], options: Options) -> Result<Engine, EngineError> {
        Engine::load_interruptible(files, options, Interrupt::default())
    }

    /// As [`load`](Self::load); the run winds down as soon as the flag is set.
    pub fn load_interruptible(
        files: &[PathBuf],
        options: Options,
        interrupt: Interrupt,
    ) -> Result<Engine, EngineError> {
        let spec: Spec = options.search.parse().map_err(|error| EngineError::Usage(format!("{error}")))?;
        let mut budget = Budget::new(options.max_time, options.max_memory, interrupt);
        let program = start::load(files, &options)?;
        budget.pass_over(program.compiling);
        let (module, warnings) = (program.module, program.warnings);
        let entry = start::entry_name(&module, options.entry);
        let options = Options { entry, ..options };
        let mut exec = start::executor(module, program.checked, &options)?;
        if options.checks(Check::Overflow) {
            let told = |file| format!("overflow was checked by flags of the bitcode only: {file}");
            program.unchecked.into_iter().for_each(|file| exec.warnings.note(told(file), None));
        }
        exec.pool.set_interrupt(budget.interrupt().clone());
        exec.coverage.contexts = spec.counts_contexts().then(Default::default);
        let first = start::first_states(&mut exec, &options)?;
        let folder = if options.write { Some(make_folder(files, &options)?) } else { None };
        let mut engine = Engine {
            search: spec.build(options.seed, 0),
            merger: merging::merger(&options),
            joined_away: 0,
            loops: LoopTable::default(),
            exec,
            files: files.to_vec(),
            budget,
            live: LiveStates::default(),
            bugs: Bugs::default(),
            paths: Paths::default(),
            cuts: Cuts::default(),
            folder,
            sources: Sources::new(&std::env::current_dir().unwrap_or_default()),
            samples: report::stats::header(),
            sampled: None,
            lines: ReachedLines::new(),
            warnings,
            ran_last: None,
            output_error: None,
            options,
        };
        engine.exec.keep_before_fork = engine.merger.as_ref().is_some_and(|merger| merger.keeps_before_fork());
        engine.exec.heritage.keeps_ways = engine.options.count_paths;
        for mut state in first {
            if engine.merger.is_some() {
                state.trail.keep();
            }
            engine.paths.made += 1;
            let id = engine.live.add(state);
            engine.tell_merger(|merger, host| merger.started(host, id))?;
            engine.search.add(id, &Answers { live: &engine.live, exec: &engine.exec });
        }
        Ok(engine)
    }

    /// Memory is what `meter` tells, from now on; the resident memory of the process unless told.
    pub fn measure_memory(&mut self, meter: Meter) {
        self.budget.set_meter(meter);
    }

    /// What was odd about the program.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The folder that results are written to.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_ref().map(Folder::path)
    }

    /// Why results could not be written, if that is so. The run stopped there; its report tells what was found before.
    pub fn take_output_error(&mut self) -> Option<FolderError> {
        self.output_error.take()
    }

    /// The first wrong answer of a solver, if there was one: an error of Braid or of a solver beside it.
    pub fn solver_mistake(&self) -> Option<&braid_solver::Reason> {
        self.exec.solver.mistake()
    }

    /// Results can no longer be written: the run stops.
    pub(crate) fn stop_writing(&mut self, error: FolderError) {
        self.folder = None;
        self.output_error.get_or_insert(error);
    }

    /// What the program said through the engine, in order.
    pub fn messages(&self) -> &[String] {
        &self.exec.messages
    }

    /// Explores the program until everything is explored or a limit is met, and writes the results.
    pub fn run(mut self, observer: Option<&mut dyn Observer>) -> Result<RunReport, EngineError> {
        self.explore(observer)
    }

    /// As [`run`](Self::run), for callers that want to ask the engine afterwards.
    pub fn explore(&mut self, mut observer: Option<&mut dyn Observer>) -> Result<RunReport, EngineError> {
        loop {
            self.observe(&mut observer);
            if let Some(stop) = self.out_of_budget() {
                self.wind_down(stop)?;
                break;
            }
            self.budget.watch_memory();
            if self.budget.excess_memory().is_some() {
                self.save_memory()?;
                continue;
            }
            let Some(id) = self.pick()? else { break };
            self.step(id)?;
        }
        self.finish()
    }

    /// Ends what runs beside the engine without giving back its memory piece by piece, which takes seconds after a large run: for a
    /// process that ends next.
    pub fn abandon(self) {
        let Engine { exec, live, merger, folder, .. } = self;
        core::mem::forget((live, merger));
        exec.abandon();
        drop(folder);
    }

    /// Explores for some rounds, each of which runs one state for a while; whether there are states left. For callers that
    /// drive the exploration themselves; limits are not looked at.
    pub fn advance(&mut self, rounds: u64) -> Result<bool, EngineError> {
        for _ in 0..rounds {
            let Some(id) = self.pick()? else { return Ok(false) };
            self.step(id)?;
        }
        Ok(self.live.len() > 0)
    }

    /// Why the run must stop now.
    fn out_of_budget(&self) -> Option<Stop> {
        let over = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used >= limit);
        if over(self.options.max_instructions, self.exec.counters.instructions) {
            return Some(Stop::Instructions);
        }
        if over(self.options.max_tests, self.paths.tests) {
            return Some(Stop::Tests);
        }
        if self.output_error.is_some() {
            return Some(Stop::Output);
        }
        self.budget.exhausted()
    }

    /// The state that is run next. If all that are left wait, the contexts have lost count, but no state is.
    fn pick(&mut self) -> Result<Option<StateId>, EngineError> {
        self.tell_merger(|merger, host| merger.tick(host))?;
        if let Some(id) = self.stay() {
            return Ok(Some(id));
        }
        loop {
            let picked = self.search.pick(&Answers { live: &self.live, exec: &self.exec });
            if picked.is_some() || self.tell_merger(|merger, host| merger.stuck(host))? != Some(true) {
                return Ok(picked.map(|id| self.preferred(id)));
            }
        }
    }

    /// The state that ran last, if memory is tight and it can go on: a path that comes to its end gives memory back, and another would
    /// only fork.
    fn stay(&self) -> Option<StateId> {
        let can_run = |id| self.live.get(id).is_some_and(|live| !live.parked);
        self.ran_last.filter(|&id| self.budget.memory_is_tight() && can_run(id))
    }

    /// Runs a state for a while and takes in what came of it.
    fn step(&mut self, id: StateId) -> Result<(), EngineError> {
        self.ran_last = Some(id);
        let mut live = self.live.take(id).expect("search orders pick live states");
        let conflicts = self.exec.solver.stats().conflicts;
        let version = self.exec.coverage.version;
        let queries = self.exec.solver.stats().queries;
        let unmerged = self.exec.counters.unmerged;
        let joined_at = live.state.inherited.joined_at();
        let begun = joined_at.map(|_| Instant::now());
        let outcome = self.exec.run(&mut live.state, self.options.batch);
        live.query_cost += self.exec.solver.stats().conflicts - conflicts;
        let (queries, unmerged) = (self.exec.solver.stats().queries - queries, self.exec.counters.unmerged - unmerged);
        let nanoseconds = || begun.map_or(0, |begun| begun.elapsed().as_nanos());
        self.tell_cost(joined_at, || Cost { queries, nanoseconds: nanoseconds(), unmerged });
        if self.exec.coverage.version != version {
            live.new_at = Some(live.state.steps);
        }
        self.lines.take_in(&mut self.exec, &mut live.state);
        match outcome {
            Outcome::Paused => {
                self.live.put_back(id, live);
                self.paused(id)
            }
            Outcome::Arrived(arrival) => {
                self.live.put_back(id, live);
                self.reached(id, arrival)
            }
            Outcome::Ended(ending) => {
                self.search.remove(id);
                if matches!(ending, Ending::Exit(_)) {
                    self.tell_merger(|merger, host| merger.exits(host, id))?;
                }
                let counted = self.end_counted(&mut live.state, ending)?;
                self.ended(id, &live.state, EventKind::Ran, counted)
            }
            Outcome::Forked(children) => {
                self.live.put_back(id, live);
                for (child, mut state, ending) in self.take_in_children(id, children)? {
                    let counted = self.end_counted(&mut state, ending)?;
                    self.ended(child, &state, EventKind::Ran, counted)?;
                }
                Ok(())
            }
        }
    }

    /// The run stops early: tests of live states are written, the most valuable first, as long as there is time, and all are
    /// counted.
    fn wind_down(&mut self, stop: Stop) -> Result<(), EngineError> {
        self.budget.wind_down(stop);
        self.exec.solver.limit_conflicts(LAST_CONFLICTS);
        let ids = self.live.most_valuable_first();
        self.cuts.add(stop.cut(), (ids.len() as u64).max(1));
        self.paths.states += ids.len() as u64;
        let mut ids = ids.into_iter();
        while !self.budget.interrupt().has_come()
            && let Some(id) = ids.next()
        {
            let Some(mut live) = self.live.take(id) else { continue };
            self.stand(&mut live.state);
            if stop.leaves_tests() && self.deserves_test(&live.state) {
                let reason = stop.cut().text().into_owned();
                self.write_test(&live.state, Purpose::Path, |_, _| report::Ending::Early { reason })?;
            }
        }
        self.give_up_rest(ids.as_slice());
        if let Some(merger) = &mut self.merger {
            merger.wound_down();
        }
        Ok(())
    }

    /// There is no time for tests of these states.
    fn give_up_rest(&mut self, ids: &[StateId]) {
        let live = &self.live;
        let untested = ids.iter().filter(|&&id| live.get(id).is_some_and(|live| self.deserves_test(&live.state)));
        let untested = untested.count() as u64;
        if untested > 0 {
            self.cuts.add(Cut::NoTimeForTest, untested);
        }
        self.live.abandon();
    }

    /// Memory is short: what is only remembered goes first, then states.
    fn save_memory(&mut self) -> Result<(), EngineError> {
        self.exec.solver.forget();
        match self.budget.excess_now() {
            Some(excess) => self.drop_states(excess),
            None => Ok(()),
        }
    }

    /// Memory is short: as many states as bring the run well below its limit are ended with a test, the youngest first; if
    /// only one is left, the run stops.
    pub(crate) fn drop_states(&mut self, excess: Excess) -> Result<(), EngineError> {
        let ids = self.live.ids();
        if ids.len() < 2 {
            return self.wind_down(Stop::Memory);
        }
        let kept = ids.len() - excess.share_of(ids.len()).min(ids.len() - 1);
        for (number, &id) in ids[kept..].iter().rev().enumerate() {
            if number.is_multiple_of(FORGET_EVERY) {
                // Models for tests are remembered, too.
                self.exec.solver.forget();
            }
            if self.budget.exhausted().is_some() {
                break;
            }
            if self.ran_last == Some(id) && kept > 0 {
                continue;
            }
            self.search.remove(id);
            self.budget.watch_memory();
            if let Some(mut live) = self.live.take(id) {
                self.stand(&mut live.state);
                self.end(&mut live.state, Ending::Limit(Limit::Memory))?;
                self.ended(id, &live.state, EventKind::Dropped, Counted::default())?;
            }
        }
        Ok(())
    }

    /// A state goes no further: where it stands counts as reached.
    pub(crate) fn stand(&mut self, state: &mut State) {
        self.exec.reach_here(state);
        self.lines.take_in(&mut self.exec, state);
    }

    /// Tells how the run is going, now and then.
    fn observe(&mut self, observer: &mut Option<&mut dyn Observer>) {
        if self.sampled.is_some_and(|at| at.elapsed() < SAMPLE_EVERY) {
            return;
        }
        let first = self.sampled.is_none();
        self.sampled = Some(Instant::now());
        if first {
            return;
        }
        let sample = self.sample();
        self.samples += &sample.row();
        if let Some(observer) = observer {
            observer.progress(&sample);
        }
    }

    /// Time spent in the solver.
    pub(crate) fn solver_time(&self) -> Duration {
        self.exec.solver.time()
    }

    /// Places that the user named for nothing: perhaps a slip of the pen.
    fn tell_unused(&mut self) {
        for site in self.exec.options.capacities.unused() {
            let what = "no object of symbolic size is made there: a site is file:line or function of a call";
            self.exec.messages.push(format!("the capacity of {site} is not used: {what}"));
        }
        let remarks = self.merger.as_ref().map(|merger| merger.remarks()).unwrap_or_default();
        self.exec.messages.extend(remarks);
    }

    /// Writes what belongs to the whole run.
    fn finish(&mut self) -> Result<RunReport, EngineError> {
        self.balance();
        self.note_vacuous();
        self.tell_unused();
        let lines = coverage::all_lines(&mut self.exec);
        let report = self.report(&lines);
        let last = self.sample();
        self.samples += &last.row();
        if let Some(folder) = &self.folder
            && let Err(error) = self.write_reports(folder, &report, &lines)
        {
            self.stop_writing(error);
        }
        Ok(report)
    }

    fn write_reports(&self, folder: &Folder, report: &RunReport, lines: &LineTable) -> Result<(), FolderError> {
        folder.finish()?;
        folder.write_run(report)?;
        folder.write_lcov(lines, &report.program.directory)?;
        folder.write_forks(&outcome::fork_sites(&self.exec))?;
        folder.write("stats.csv", &self.samples)?;
        folder.write("messages", self.exec.messages.join("\n"))
    }
}

/// While states are dropped, what the solver remembers of them goes after so many.
const FORGET_EVERY: usize = 64;

/// Conflicts of a query when the run is over and tests are written: most models are at hand, and nobody waits for the rest.
const LAST_CONFLICTS: u64 = 1 << 12;

/// The folder that results go to.
fn make_folder(files: &[PathBuf], options: &Options) -> Result<Folder, EngineError> {
    let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    let info = format!("program: {}\nentry: {}\n", names.join(" "), options.entry);
    let folder = match &options.out {
        Some(path) => Folder::create_at(path, &info)?,
        None => Folder::create_in(&std::env::current_dir().unwrap_or_default(), &info)?,
    };
    Ok(folder.with_storage(options.tests))
}
