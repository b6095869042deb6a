//! The engine, as callers see it: a program and an exploration of it.

use std::path::{Path, PathBuf};

use braid_expr::Meter;
use braid_link::Warning;
use braid_report::{Folder, FolderError, RunReport};
use braid_search::Spec;
use braid_state::Name;

use crate::budget::Interrupt;
use crate::error::EngineError;
use crate::exploration::{Exploration, Explorer};
use crate::options::Options;
use crate::progress::Observer;
use crate::subject::Subject;

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
    pub(crate) subject: Subject,
    pub(crate) run: Exploration,
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
        let search: Spec = options.search.parse().map_err(|error| EngineError::Usage(format!("{error}")))?;
        let mut subject = Subject::load(files, options, interrupt)?;
        subject.exec.coverage.contexts = search.counts_contexts().then(Default::default);
        let folder = if subject.options.write { Some(make_folder(files, &subject.options)?) } else { None };
        let run = Exploration::new(&subject.options, &search, folder);
        let mut engine = Engine { subject, run };
        engine.explorer().begin()?;
        Ok(engine)
    }

    /// Carries on the exploration.
    pub(crate) fn explorer(&mut self) -> Explorer<'_> {
        Explorer { subject: &mut self.subject, run: &mut self.run }
    }

    /// Memory is what `meter` tells, from now on; the resident memory of the process unless told.
    pub fn measure_memory(&mut self, meter: Meter) {
        self.subject.budget.set_meter(meter);
    }

    /// What was odd about the program.
    pub fn warnings(&self) -> &[Warning] {
        &self.subject.warnings
    }

    /// The folder that results are written to.
    pub fn folder(&self) -> Option<&Path> {
        self.run.folder.as_ref().map(Folder::path)
    }

    /// Why results could not be written, if that is so. The run stopped there; its report tells what was found before.
    pub fn take_output_error(&mut self) -> Option<FolderError> {
        self.run.output_error.take()
    }

    /// The first wrong answer of a solver, if there was one: an error of Braid or of a solver beside it.
    pub fn solver_mistake(&self) -> Option<&braid_solver::Reason> {
        self.subject.exec.solver.mistake()
    }

    /// What the program said through the engine, in order.
    pub fn messages(&self) -> &[String] {
        &self.subject.exec.messages
    }

    /// Explores the program until everything is explored or a limit is met, and writes the results.
    pub fn run(mut self, observer: Option<&mut dyn Observer>) -> Result<RunReport, EngineError> {
        self.explore(observer)
    }

    /// As [`run`](Self::run), for callers that want to ask the engine afterwards.
    pub fn explore(&mut self, observer: Option<&mut dyn Observer>) -> Result<RunReport, EngineError> {
        self.explorer().explore(observer)
    }

    /// Ends what runs beside the engine without giving back its memory piece by piece, which takes seconds after a large run: for a
    /// process that ends next.
    pub fn abandon(self) {
        let Engine { subject, run } = self;
        let Exploration { live, merger, folder, .. } = run;
        core::mem::forget((live, merger));
        subject.exec.abandon();
        drop(folder);
    }

    /// Explores for some rounds, each of which runs one state for a while; whether there are states left. For callers that
    /// drive the exploration themselves; limits are not looked at.
    pub fn advance(&mut self, rounds: u64) -> Result<bool, EngineError> {
        self.explorer().advance(rounds)
    }

    /// The names of all states, of those that can run and of those that wait.
    pub fn names(&mut self) -> Vec<Name> {
        self.explorer().bring_all_back();
        self.explorer().names()
    }

    /// How many states there are, of those that can run and of those that wait.
    pub fn live_count(&self) -> usize {
        self.run.live.len() + self.run.shelf.len() as usize
    }

    /// Descriptions of all states, in the order of [`names`](Self::names).
    pub fn descriptions(&mut self) -> Vec<String> {
        self.explorer().bring_all_back();
        self.explorer().descriptions()
    }

    /// Makes the state of a name and describes it. Fails if the program has no such state.
    pub fn recreate(&mut self, name: &Name) -> Result<String, EngineError> {
        let state = self.explorer().recreate(name)?;
        Ok(self.explorer().describe(&state))
    }

    /// For tests: evicts all states that can be to their names, as if memory were short. A limit on memory must be set.
    pub fn evict_all(&mut self) {
        self.explorer().evict_all();
    }

    /// For tests: overwrites all registers of all live states that are not read before they are written. A run must not notice.
    pub fn clobber_dead(&mut self, junk: u64) {
        self.explorer().clobber_dead(junk);
    }
}

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
