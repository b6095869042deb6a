//! `braid run`: explores a program.

mod progress;
pub(crate) mod words;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use braid::report::{
    FolderError, Incomplete, RunReport, SCHEMA_VERSION, Sources, Style, Verdict, merges, summary, witness,
};
use braid::{Engine, EngineError, Observer, Options};
use braid_link::{CompileError, LoadError, Warning};
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};

use crate::console::Console;
use crate::exit::{Exit, Failure};
use progress::Progress;

const ABOUT: &str = "Explore a program: find bugs, write tests, prove";

const LONG_ABOUT: &str = "\
Explores all paths of a program. Inputs are what the program makes symbolic (klee_make_symbolic, braid_symbolic, \
__VERIFIER_nondet_*), what the options of the symbolic environment make so (--sym-args, --sym-stdin, ...), or the buffer of LLVMFuzzerTestOneInput. For every path a test is written, for every bug a test \
that shows it, and at the end a verdict: bug, proved (under the printed bounds on the input), or inconclusive and why.";

const EXAMPLES: &str = "\
Examples:
  braid run prog.c                                 explore everything
  braid run prog.bc --max-time 60s -- arg1 arg2    for a minute, with arguments for the program
  braid run prog.bc --sym-args 0 2 3 --sym-stdin 8 with up to two unknown arguments and unknown input
  braid run target.c --fuzz-bytes 16               a fuzz target, with inputs of up to 16 bytes
  braid run prog.c --check overflow,leak --json    further faults; the result as JSON
  braid replay braid-last                          run every test natively and confirm it";

/// The arguments of `braid run`.
#[derive(clap::Args)]
struct Arguments {
    /// The program: bitcode, C, C++ or Rust source files, archives, object files, text IR
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    options: Options,
    /// Print the result as one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// No line of progress
    #[arg(long, help_heading = "Output")]
    quiet: bool,
    /// Exit with 0 whatever the verdict is
    #[arg(long, help_heading = "Output")]
    exit_zero: bool,
}

/// Adds help and arguments.
pub(crate) fn describe(command: Command) -> Command {
    let described = command
        .about(ABOUT)
        .long_about(LONG_ABOUT)
        .after_help(format!("{}\n{EXAMPLES}", words::help()))
        .args_override_self(true);
    Arguments::augment_args(described)
}

/// Explores a program.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Exit, Failure> {
    let arguments = Arguments::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let Arguments { files, options, json, quiet, exit_zero } = arguments;
    let limit = options.max_memory;
    if let Some(limit) = limit {
        crate::memory::limit(limit);
    }
    let explain = options.merge.measure;
    let witness = options.merge.lattice.witness.clone();
    let mut engine = match Engine::load_interruptible(&files, options, interrupt()?) {
        Err(EngineError::Interrupted { reason }) => return unread(&reason, (json, exit_zero), console),
        loaded => loaded.map_err(|error| failure(error, console))?,
    };
    engine.measure_memory(crate::memory::used);
    if let Some(limit) = limit
        && let Some(base) = crate::memory::is_nearly_used_up(limit)
    {
        let (base, limit) = (base / 1_000_000, limit / 1_000_000);
        console.complain(format!(
            "{base} MB are in use before anything is explored: --max-memory {limit}MB leaves too little, and states will be lost"
        ));
    }
    for warning in engine.warnings() {
        match warning {
            Warning::Compiler { text } => console.note(text),
            other => console.complain(other),
        }
    }
    let report = explore(&mut engine, quiet, console)?;
    if json {
        console.out().write_all(report.to_json().as_bytes())?;
    } else {
        tell(&engine, &report, console)?;
        if explain {
            console.out().write_all(merges::render(&report.merges).as_bytes())?;
        }
    }
    if let Some(path) = witness {
        write_witness(&path, &files, &report, console)?;
    }
    let failed = failed_within(&mut engine);
    engine.abandon();
    match failed {
        Some(failure) => Err(failure),
        None if exit_zero => Ok(Exit::Ok),
        None => Ok(exit_of(report.verdict)),
    }
}

/// Writes a correctness witness, if the program is proved.
fn write_witness(path: &Path, files: &[PathBuf], report: &RunReport, console: &mut Console) -> Result<(), Failure> {
    if report.verdict != Verdict::Proved {
        console.note("no witness was written: the program is not proved");
        return Ok(());
    }
    let ([file], Some("c" | "i")) = (files, files[0].extension().and_then(|end| end.to_str())) else {
        console.complain("no witness was written: it is about one C file");
        return Ok(());
    };
    let unwritten = |error: std::io::Error| Failure::Unwritable(format!("{}: {error}", path.display()));
    let contents = std::fs::read(file).map_err(unwritten)?;
    let is_narrow = report.program.pointer_bits == 32;
    let task = witness::Task { file, contents: &contents, is_narrow, version: &report.braid_version };
    std::fs::write(path, witness::render(task, &report.invariants)).map_err(unwritten)
}

/// The run was over while the program was read: there is nothing to tell but why.
fn unread(reason: &str, (json, exit_zero): (bool, bool), console: &mut Console) -> Result<Exit, Failure> {
    let row =
        Incomplete { reason: reason.to_owned(), count: 1_u64.into(), place: Some("reading the program".to_owned()) };
    let report = RunReport { schema_version: SCHEMA_VERSION, incomplete: vec![row], ..RunReport::default() };
    match json {
        true => console.out().write_all(report.to_json().as_bytes())?,
        false => writeln!(console.out(), "inconclusive: the program was not read to its end: {reason}")?,
    }
    Ok(if exit_zero { Exit::Ok } else { exit_of(report.verdict) })
}

/// What went wrong that is no matter of the program, after everything that was found is told.
fn failed_within(engine: &mut Engine) -> Option<Failure> {
    if let Some(mistake) = engine.solver_mistake() {
        return Some(Failure::Own(format!("a solver gave a wrong answer: {mistake}")));
    }
    engine.take_output_error().map(|error| Failure::Unwritable(error.to_string()))
}

/// Runs the engine, with a line of progress if somebody watches.
fn explore(engine: &mut Engine, quiet: bool, console: &mut Console) -> Result<RunReport, Failure> {
    let watched = std::io::stderr().is_terminal() && !quiet;
    let mut progress = Progress::default();
    let observer: Option<&mut dyn Observer> = if watched { Some(&mut progress) } else { None };
    let report = engine.explore(observer);
    progress.clear();
    report.map_err(|error| failure(error, console))
}

/// The summary for people.
fn tell(engine: &Engine, report: &RunReport, console: &mut Console) -> Result<(), Failure> {
    for message in engine.messages() {
        writeln!(console.out(), "program: {message}")?;
    }
    let sources = Sources::new(&std::env::current_dir().unwrap_or_default());
    let folder = engine.folder().map(|path| path.display().to_string()).unwrap_or_default();
    let style = Style { colour: std::io::stdout().is_terminal() && wants_colour(std::env::var_os("NO_COLOR")) };
    console.out().write_all(summary::render(report, &folder, &sources, style).as_bytes())?;
    Ok(())
}

/// Returns true unless the user's environment forbids colours (<https://no-color.org>: set and not empty).
fn wants_colour(no_color: Option<std::ffi::OsString>) -> bool {
    no_color.is_none_or(|value| value.is_empty())
}

/// The exit code of a verdict.
fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Bug => Exit::Bug,
        Verdict::Proved => Exit::Ok,
        Verdict::Inconclusive => Exit::Inconclusive,
    }
}

/// A flag that Ctrl-C and a polite kill set; a second one ends the process at once.
fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))?;
        signal_hook::flag::register(signal, Arc::clone(&flag))?;
    }
    Ok(flag)
}

pub(crate) fn failure(error: EngineError, console: &mut Console) -> Failure {
    if let EngineError::Load(LoadError::Compile(CompileError::Refused { messages, .. })) = &error {
        console.note(messages);
    }
    match error {
        EngineError::Usage(message) => Failure::Usage(message),
        EngineError::Folder(error @ FolderError::Write { .. }) => Failure::Unwritable(error.to_string()),
        EngineError::Folder(error) => Failure::Usage(error.to_string()),
        EngineError::WrongJoin { .. } | EngineError::Shadow { .. } => Failure::Own(error.to_string()),
        other => Failure::BadInput(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_color_forbids_colours_unless_it_is_empty() {
        assert!(wants_colour(None) && wants_colour(Some("".into())));
        assert!(!wants_colour(Some("1".into())) && !wants_colour(Some("0".into())));
    }
}
