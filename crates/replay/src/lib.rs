//! Runs tests natively and confirms what they claim.
//!
//! A claim of the engine is only worth something if a real machine agrees. Replaying builds the program that a run
//! explored, with a harness in place of symbolic inputs, runs it on each test and compares: exit code, output, fault, and
//! on request the lines reached. Deciding and doing are apart: [`judge`] is a pure function from a claim and what was
//! observed to a [`Judgement`]; [`build`] and [`run`] only make and observe.
//!
//! This crate knows compilers, processes and reports of sanitizers. It does not know the engine, and it never prints.

mod blocks;
pub mod build;
mod drain;
mod instrument;
pub mod judge;
pub mod kinds;
pub mod lines;
mod missing;
pub mod run;
mod sandbox;
pub mod sanitizer;
pub mod setting;
mod shared;
pub mod tools;

use std::cell::RefCell;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use braid_report::{Folder, FolderError, LineTable, Program, TestClaim};

pub use build::{Blind, Build, BuildError, Variant};
pub use judge::Judgement;
pub use run::{Limits, Observation, Run};
pub use setting::{Around, Setting};

/// How to replay.
#[derive(Clone, Debug)]
pub struct Options {
    /// Build with sanitizers, which see faults that the machine alone does not.
    pub sanitize: bool,
    /// Check that the lines are reached which a test claims.
    pub lines: bool,
    /// Run programs that may change files also where they cannot be shut in.
    pub unsafe_replay: bool,
    /// What a test may use.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        // Twice what the largest object of the engine has: what it claims to be allocated must be.
        let limits = Limits { time: Duration::from_secs(10), memory: 8 << 30, stack: None };
        Options { sanitize: false, lines: false, unsafe_replay: false, limits }
    }
}

/// In so many layouts a leak is looked for that does not show.
const LAYOUTS: usize = 8;

/// The result for one test.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// The test.
    pub test: String,
    /// What it claims, in a few words; empty if its claim cannot be read.
    pub claim: String,
    /// What came of it.
    pub judgement: Judgement,
}

/// The native programs for one run: built once, for all tests.
#[derive(Debug)]
pub struct Replayer {
    folder: Folder,
    program: Program,
    /// What of the world is the same for all tests.
    around: Around,
    options: Options,
    /// What tests run on.
    main: Build,
    /// What lines are measured with, if they are asked for.
    coverage: Option<Build>,
    /// Why programs cannot be shut in on this machine, if they cannot.
    unsealed: Option<String>,
    /// How often tests that were replayed so far reached each line, if lines are measured.
    reached: RefCell<LineTable>,
}

/// The input of a test as a file.
enum TestFile {
    /// One of the run's folder.
    Kept(PathBuf),
    /// One that is removed after use.
    Passing(tempfile::NamedTempFile),
}

impl TestFile {
    fn path(&self) -> &Path {
        match self {
            TestFile::Kept(path) => path,
            TestFile::Passing(file) => file.path(),
        }
    }
}

/// The program that shows what tests claim, and the one that counts lines if these are asked for.
fn built(program: &Program, folder: &Path, options: &Options) -> Result<(Build, Option<Build>), BuildError> {
    let own = folder.join(braid_report::folder::REPLAY);
    let failed = |error| BuildError::Io { path: own.clone(), error };
    let place = shared::place(program, own.clone()).map_err(failed)?;
    let coverage = options.lines.then(|| build::build(program, Variant::Coverage, &place.path)).transpose()?;
    let main = match (&coverage, options.sanitize) {
        (_, true) => build::build(program, Variant::Sanitized, &place.path)?,
        (Some(build), false) => build.clone(),
        (None, false) => build::build(program, Variant::Plain, &place.path)?,
    };
    Ok((main, coverage))
}

/// Why nothing can be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The folder of the run, or its result, cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The program cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The files that the program is shown cannot be read.
    #[error("{0}")]
    World(String),
}

impl Replayer {
    /// Builds the program of the run in `folder`, or takes the build of an earlier replay if nothing has changed.
    pub fn new(folder: &Path, options: &Options) -> Result<Replayer, ReplayError> {
        let folder = Folder::open(folder)?;
        let run = folder.read_run()?;
        let mut options = options.clone();
        let explored = run.options.get("stack-size").and_then(serde_json::Value::as_u64);
        options.limits.stack = options.limits.stack.or(explored);
        let program = run.program;
        let around = Around::of(&run.options, &program.directory).map_err(ReplayError::World)?;
        let (main, coverage) = built(&program, folder.path(), &options)?;
        let unsealed = sandbox::try_seal(&main).err();
        let reached = RefCell::default();
        Ok(Replayer { folder, program, around, options, main, coverage, unsealed, reached })
    }

    /// The names of all tests, in order.
    pub fn test_names(&self) -> Result<Vec<String>, FolderError> {
        self.folder.test_names()
    }

    /// Writes the lines that tests replayed so far have reached, all together, into the folder of the run; nothing if none were measured.
    pub fn write_lines(&self) -> Result<(), FolderError> {
        let reached = self.reached.borrow();
        if reached.is_empty() {
            return Ok(());
        }
        self.folder.write_native_lines(&reached, &self.program.directory)
    }

    /// Runs one test and judges its claim.
    pub fn replay(&self, test: &str) -> Replayed {
        let failed = |error: &dyn std::fmt::Display| Judgement::Failed { reason: error.to_string() };
        let (claim, judgement) = match (self.folder.read_input(test), self.folder.read_claim(test)) {
            (Err(error), _) | (_, Err(error)) => (String::new(), failed(&error)),
            (Ok(input), Ok(claim)) => {
                let judgement = match Setting::of(&input, &self.program, &self.around) {
                    Ok(setting) => self.confirm(test, &claim, &setting),
                    Err(what) => failed(&what),
                };
                (judge::describe(&claim), judgement)
            }
        };
        Replayed { test: test.to_owned(), claim, judgement }
    }

    /// The file that the native program reads; a test of the archive gets one for a while.
    fn file_of(&self, test: &str) -> Result<TestFile, FolderError> {
        if let Some(path) = self.folder.file_of(test) {
            return Ok(TestFile::Kept(path));
        }
        let bytes = self.folder.read_bytes(test)?;
        let failed = |error| FolderError::Write { path: std::env::temp_dir(), error };
        let mut file = tempfile::NamedTempFile::new().map_err(failed)?;
        file.write_all(&bytes).map_err(failed)?;
        Ok(TestFile::Passing(file))
    }

    /// Why the program is not run at all, if it is not.
    fn refusal(&self) -> Option<String> {
        let why = self.unsealed.as_ref().filter(|_| self.main.touches && !self.options.unsafe_replay)?;
        Some(format!(
            "the program may change files, and programs cannot be shut in here ({why}); --unsafe-replay runs it as it is"
        ))
    }

    fn confirm(&self, test: &str, claim: &TestClaim, setting: &Setting) -> Judgement {
        let file = match self.file_of(test) {
            Ok(file) => file,
            Err(error) => return Judgement::Failed { reason: error.to_string() },
        };
        if let Some(why) = self.refusal() {
            return Judgement::Failed { reason: why };
        }
        let limits = &self.options.limits;
        let sealed = self.unsealed.is_none();
        let leaks = judge::is_leak(claim);
        let overflows = judge::is_overflow(claim);
        let enough = judge::is_early(claim).then_some(claim.stdout.0.len());
        let at = |build, layout| {
            run::run(&Run { build, test: file.path(), setting, limits, overflows, leaks, sealed, enough, layout })
        };
        let observe = |build| at(build, 0);
        let mut seen = observe(&self.main);
        // A word that looks like the address of a block hides that it is lost; elsewhere it looks like none.
        let layouts = if leaks && self.options.sanitize { 1..LAYOUTS } else { 0..0 };
        for layout in layouts {
            if !seen.as_ref().is_ok_and(|seen| judge::is_unseen(claim, seen)) {
                break;
            }
            seen = at(&self.main, layout);
        }
        let seen = match seen {
            Ok(seen) => seen,
            Err(error) => return Judgement::Failed { reason: error.to_string() },
        };
        let judgement = judge::judge(claim, &seen);
        let Some(build) = &self.coverage else { return judgement };
        let seen = if *build == self.main { Ok(seen) } else { observe(build).map_err(|error| error.to_string()) };
        self.measure(build, claim, seen, judgement)
    }

    /// Keeps the lines that were reached; the judgement, unless lines that can be judged change it.
    fn measure(
        &self,
        build: &Build,
        claim: &TestClaim,
        seen: Result<Observation, String>,
        judgement: Judgement,
    ) -> Judgement {
        let of_bitcode = seen.as_ref().ok().and_then(|seen| seen.blocks.as_ref());
        if let Some(Ok(reached)) = of_bitcode.map(|blocks| blocks::lines(&build.program, blocks)) {
            lines::add(&mut self.reached.borrow_mut(), &reached);
        }
        // What was stopped from outside may not have come to all that is claimed.
        let is_stopped = seen.as_ref().is_ok_and(|seen| matches!(seen.ending, run::NativeEnding::Timeout(_)));
        if is_stopped || !judgement.is_confirmed() || claim.lines.is_empty() || lines::jumps_far(build) {
            return judgement;
        }
        let reached = seen.and_then(|seen| lines::reached(build, &seen));
        if let Ok(reached) = &reached {
            lines::add(&mut self.reached.borrow_mut(), reached);
        }
        lines::judge(claim, reached, Path::new(&self.program.directory)).unwrap_or(judgement)
    }
}
