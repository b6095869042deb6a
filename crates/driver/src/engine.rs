//! The engine: the loop that explores a program.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use braid_exec::{Ending, Executor, Limit, Outcome};
use braid_link::Warning;
use braid_report as report;
use braid_report::{Folder, RunReport, Sample, Sources};
use braid_search::{Searcher, Spec};
use braid_state::{EventKind, State, StateId};

use crate::budget::{Budget, Interrupt, Reason};
use crate::error::EngineError;
use crate::findings::{Bugs, Paths, Reasons};
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
    pub(crate) reasons: Reasons,
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
        let budget = Budget::new(options.max_time, options.max_memory, interrupt);
        let program = start::load(files, &options)?;
        let (module, warnings) = (program.module, program.warnings);
        let entry = start::entry_name(&module, options.entry);
        let options = Options { entry, ..options };
        let mut exec = start::executor(module, program.checked, &options)?;
        if options.checks(Check::Overflow) {
            let told = |file| format!("overflow was checked by flags of the bitcode only: {file}");
            program.unchecked.into_iter().for_each(|file| exec.warnings.note(told(file), None));
        }
        exec.solver.set_interrupt(budget.interrupt_of_queries());
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
            reasons: Reasons::default(),
            folder,
            sources: Sources::new(&std::env::current_dir().unwrap_or_default()),
            samples: report::stats::header(),
            sampled: None,
            lines: ReachedLines::new(),
            warnings,
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

    /// What was odd about the program.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The folder that results are written to.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_ref().map(Folder::path)
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
            if let Some(reason) = self.out_of_budget() {
                self.wind_down(reason)?;
                break;
            }
            if self.budget.memory_is_short() {
                self.drop_states()?;
                continue;
            }
            let Some(id) = self.pick()? else { break };
            self.step(id)?;
        }
        self.finish()
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
    fn out_of_budget(&self) -> Option<Reason> {
        let over = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used >= limit);
        if over(self.options.max_instructions, self.exec.counters.instructions) {
            return Some(Reason::Instructions);
        }
        if over(self.options.max_tests, self.paths.tests) {
            return Some(Reason::Tests);
        }
        self.budget.exhausted()
    }

    /// The state that is run next. If all that are left wait, the contexts have lost count, but no state is.
    fn pick(&mut self) -> Result<Option<StateId>, EngineError> {
        self.tell_merger(|merger, host| merger.tick(host))?;
        loop {
            let picked = self.search.pick(&Answers { live: &self.live, exec: &self.exec });
            if picked.is_some() || self.tell_merger(|merger, host| merger.stuck(host))? != Some(true) {
                return Ok(picked.map(|id| self.preferred(id)));
            }
        }
    }

    /// Runs a state for a while and takes in what came of it.
    fn step(&mut self, id: StateId) -> Result<(), EngineError> {
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

    /// The run stops early: tests of all live states are written, and they are counted.
    fn wind_down(&mut self, reason: Reason) -> Result<(), EngineError> {
        self.exec.solver.set_interrupt(braid_solver::Interrupt::default());
        self.exec.solver.limit_conflicts(LAST_CONFLICTS);
        let ids = self.live.ids();
        self.reasons.add(reason.text(), (ids.len() as u64).max(1));
        for id in ids {
            self.search.remove(id);
            let Some(mut live) = self.live.take(id) else { continue };
            self.paths.states += 1;
            self.stand(&mut live.state);
            if reason != Reason::Tests && self.deserves_test(&live.state) {
                let reason = reason.text().to_owned();
                self.write_test(&live.state, Purpose::Path, |_, _| report::Ending::Early { reason })?;
            }
        }
        if let Some(merger) = &mut self.merger {
            merger.wound_down();
        }
        Ok(())
    }

    /// Memory is short: half of the states are ended with a test, the youngest first; if only one is left, the run stops.
    pub(crate) fn drop_states(&mut self) -> Result<(), EngineError> {
        let ids = self.live.ids();
        if ids.len() < 2 {
            return self.wind_down(Reason::Memory);
        }
        for &id in ids.iter().skip(ids.len() / 2) {
            self.search.remove(id);
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
        self.tell_unused();
        let lines = coverage::all_lines(&mut self.exec);
        let report = self.report(&lines);
        let last = self.sample();
        self.samples += &last.row();
        if let Some(folder) = &self.folder {
            folder.finish()?;
            folder.write_run(&report)?;
            folder.write_lcov(&lines, &report.program.directory)?;
            folder.write_forks(&outcome::fork_sites(&self.exec))?;
            folder.write("stats.csv", &self.samples)?;
            folder.write("messages", self.exec.messages.join("\n"))?;
        }
        Ok(report)
    }
}

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
