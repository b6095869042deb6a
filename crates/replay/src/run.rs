//! Runs a native program on one test, under limits, and says what was seen.
//!
//! The program runs in a folder of its own that is removed afterwards, with the files and the input of the test, and with an
//! environment that holds nothing but what the harness needs (and removes). Output goes to pipes that are read at once.
//! The harness lowers the limits of the process before `main`; the clock is watched from here.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, io, thread};

use braid_report::bytes::escape;
use braid_report::shown::ShownKind;
use braid_report::status::CLOCK_START;
use braid_report::world::Given;

use crate::build::{Blind, Build, Variant};
use crate::drain::Drain;
use crate::sanitizer::{self, Finding};
use crate::setting::Setting;
use crate::tools;

/// No file that the program writes may become larger.
const FILE_LIMIT: u64 = 256 << 20;
/// More of the program's output is not looked at.
const OUTPUT_LIMIT: u64 = 64 << 20;
/// How many bytes below the last live frame are cleared before leaks are looked for.
const SCRUBBED: usize = 256 << 10;
/// By how many bytes the stacks of neighbouring layouts differ, at least.
const LAYOUT_STEP: usize = 80;
/// How many times larger the frames of instrumented programs may be.
const INSTRUMENTED_FRAMES: u64 = 16;
/// The files with the counts of lines and with the blocks that were reached, beside the root that the program sees.
const PROFILE: &str = "profile";
const BLOCKS: &str = "blocks";
/// The exit code after a finding of the address sanitizer; a number that programs rarely use.
pub(crate) const SANITIZER_CODE: i32 = 97;

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time by the clock.
    pub time: Duration,
    /// Address space in bytes. Not in force with sanitizers, which reserve terabytes.
    pub memory: u64,
    /// Bytes of the stack; none leaves it as it is.
    pub stack: Option<u64>,
}

/// What was seen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Observation {
    /// How it ended.
    pub ending: NativeEnding,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: String,
    /// What the harness reports.
    pub reports: Vec<Report>,
    /// What sanitizers report; none if there is no sanitizer in the program.
    pub findings: Option<Vec<Finding>>,
    /// What sanitizers do not see of the program, if they do not see all.
    pub blind: Option<Blind>,
    /// The regular files that are there at the end, by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The counts of lines, as written by the program, if it was built for that.
    pub profile: Option<Vec<u8>>,
    /// The blocks of bitcode and whether each was reached, as written by the program (`blocks.rs`).
    pub blocks: Option<Vec<u8>>,
}

/// How a native program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeEnding {
    /// By itself.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// By us, because its time was over.
    Timeout(Duration),
}

impl Default for NativeEnding {
    fn default() -> Self {
        NativeEnding::Exit(0)
    }
}

/// A report of the harness, or one that we found in what the program said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// `assert`, `error`, `panic`, `misfit`, `unknown`, `undefined` or `end`.
    pub kind: String,
    /// What was reported.
    pub text: String,
    /// Where; empty if unknown.
    pub file: String,
    /// The line; 0 if unknown.
    pub line: u32,
    /// The function; empty if unknown.
    pub function: String,
}

/// One run of a program.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The program.
    pub build: &'a Build,
    /// The file with the inputs.
    pub test: &'a Path,
    /// The command line, files and input.
    pub setting: &'a Setting,
    /// What it may use.
    pub limits: &'a Limits,
    /// Whether the program is to overflow its stack. Otherwise instrumented programs, whose frames are larger, have more.
    pub overflows: bool,
    /// Whether to look for leaks at the end (with sanitizers). It is slow, and a leak changes the exit code.
    pub leaks: bool,
    /// Whether the program must be shut in; otherwise it is if that can be had.
    pub sealed: bool,
    /// How much output shows all of what is claimed, of a run that stopped early: the program need not go on for long after that.
    pub enough: Option<usize>,
    /// The number of a layout: programs of different ones find their stacks at different addresses.
    pub layout: usize,
}

/// Runs a program on a test.
pub fn run(run: &Run<'_>) -> io::Result<Observation> {
    let Run { build, setting, limits, .. } = *run;
    let folder = tempfile::Builder::new().prefix("braid-replay-").tempdir()?;
    let inside = |name: &str| folder.path().join(name);
    let work = inside("root").join("here");
    fs::create_dir_all(&work)?;
    recreate(&inside("root"), setting)?;
    if build.variant == Variant::Sanitized {
        fs::create_dir(inside("root/.braid"))?;
    }
    let mut command = Command::new(&build.program);
    command.arg0(OsStr::from_bytes(&setting.name));
    command.args(setting.given.arguments.iter().map(|argument| OsStr::from_bytes(argument)));
    command.current_dir(&work).env_clear().stdin(stdin(setting, &inside("stdin"))?);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    for (name, value) in &setting.given.variables {
        command.env(name, OsStr::from_bytes(value));
    }
    set_environment(&mut command, run, folder.path())?;
    let mut child = command.spawn()?;
    let stdout = child.stdout.take().map(Drain::of);
    let stderr = child.stderr.take().map(Drain::of);
    let is_shown = || run.enough.is_some_and(|enough| stdout.as_ref().is_none_or(|stdout| stdout.len() >= enough));
    let asks = build.variant == Variant::Coverage;
    let ending = wait(child, limits.time, is_shown, asks)?;
    let mut observation = Observation { ending, blind: build.blind, ..Observation::default() };
    observation.stdout = stdout.map(Drain::finish).unwrap_or_default();
    observation.stderr = String::from_utf8_lossy(&stderr.map(Drain::finish).unwrap_or_default()).into_owned();
    let report = if build.variant == Variant::Sanitized { "root/.braid/report" } else { "report" };
    observation.reports = reports(&fs::read(inside(report)).unwrap_or_default());
    observation.reports.extend(panics(&observation.stderr));
    if build.variant == Variant::Sanitized {
        observation.findings = Some(sanitizer::parse(&sanitizer_text(&inside("root/.braid"))?));
    }
    files_below(&inside("root"), "", &mut observation.files)?;
    if build.variant == Variant::Coverage {
        let written = |name: &str| fs::read(inside(name)).ok().filter(|bytes| !bytes.is_empty());
        (observation.profile, observation.blocks) = (written(PROFILE), written(BLOCKS));
    }
    Ok(observation)
}

/// Which calls are to fail, as the harness reads it; none if none is.
fn failing(given: &Given) -> Option<String> {
    if given.failing.iter().all(|&call| call == 0) {
        return None;
    }
    let numbers = [given.failures].into_iter().chain(given.failing.iter().copied());
    Some(numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" "))
}

/// The files of the test below a root, those that the program is shown first.
fn recreate(root: &Path, setting: &Setting) -> io::Result<()> {
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(CLOCK_START.into());
    for file in &setting.shown.0 {
        let path = root.join(OsStr::from_bytes(&file.path));
        match &file.kind {
            ShownKind::Folder => fs::create_dir_all(&path)?,
            ShownKind::Link(target) => std::os::unix::fs::symlink(OsStr::from_bytes(target), &path)?,
            ShownKind::File { bytes, .. } => make_file(&path, bytes, file.kind.mode() & 0o777, start)?,
        }
    }
    for (at, (name, bytes)) in setting.given.files.iter().enumerate() {
        let status = setting.given.status.get(at).copied().unwrap_or_default();
        let written = SystemTime::UNIX_EPOCH + Duration::from_secs(status.written.into());
        make_file(&root.join("here").join(name), bytes, status.permissions, written)?;
    }
    Ok(())
}

fn make_file(path: &Path, bytes: &[u8], permissions: u32, written: SystemTime) -> io::Result<()> {
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(CLOCK_START.into());
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.set_permissions(fs::Permissions::from_mode(permissions))?;
    file.set_times(fs::FileTimes::new().set_accessed(start).set_modified(written))
}

/// Standard input: a file if the test has one, else nothing. The harness makes a pipe or a terminal of it.
fn stdin(setting: &Setting, file: &Path) -> io::Result<Stdio> {
    if setting.given.stdin_kind.is_none() {
        return Ok(Stdio::null());
    }
    fs::write(file, &setting.given.stdin)?;
    Ok(fs::File::open(file)?.into())
}

fn set_environment(command: &mut Command, run: &Run<'_>, folder: &Path) -> io::Result<()> {
    let Run { build, limits, .. } = *run;
    match build.variant {
        Variant::Sanitized => {
            let place = own_place(run, folder);
            fs::copy(run.test, folder.join("root/.braid/test"))?;
            command.env("BRAID_KTEST", place.join("test")).env("BRAID_REPORT", place.join("report"));
        }
        Variant::Plain | Variant::Coverage => {
            command.env("BRAID_KTEST", std::path::absolute(run.test)?).env("BRAID_REPORT", folder.join("report"));
        }
    }
    command.env("BRAID_SKIP", run.setting.given.used.to_string());
    command.env("BRAID_ROOT", folder.join("root")).env("BRAID_SEAL", if run.sealed { "yes" } else { "no" });
    if let Some(kind) = run.setting.given.stdin_kind {
        command.env("BRAID_STDIN", kind.name());
    }
    if let Some(calls) = failing(&run.setting.given) {
        command.env("BRAID_FAIL", calls);
    }
    // The clock is watched from outside; the limit on its own time is for what a program leaves behind.
    command.env("BRAID_LIMIT_SECONDS", (limits.time.as_secs() + 1).to_string());
    command.env("BRAID_LIMIT_FILE", FILE_LIMIT.to_string());
    if let Some(stack) = limits.stack {
        let exact = run.overflows || build.variant == Variant::Plain;
        let bytes = if exact { stack } else { stack.saturating_mul(INSTRUMENTED_FRAMES) };
        command.env("BRAID_LIMIT_STACK", bytes.to_string());
    }
    if run.leaks {
        command.env("BRAID_SCRUB", SCRUBBED.to_string());
        command.env("BRAID_LAYOUT", "x".repeat(run.layout * LAYOUT_STEP));
    }
    match build.variant {
        Variant::Plain => drop(command.env("BRAID_LIMIT_MEMORY", limits.memory.to_string())),
        Variant::Coverage => {
            // The harness writes the counts; what the profile library would write by itself goes nowhere.
            command.env("BRAID_PROFILE", folder.join(PROFILE)).env("LLVM_PROFILE_FILE", "/dev/null");
            command.env("BRAID_BLOCKS", folder.join(BLOCKS));
        }
        Variant::Sanitized => set_sanitizer(command, run, folder),
    }
    Ok(())
}

/// The folder for what is not the program's, as the program finds it.
fn own_place(run: &Run<'_>, folder: &Path) -> PathBuf {
    if run.sealed { PathBuf::from("/.braid") } else { folder.join("root/.braid") }
}

fn set_sanitizer(command: &mut Command, run: &Run<'_>, folder: &Path) {
    let number = run.build.clang.number;
    let symbolizer = tools::llvm_tool("llvm-symbolizer", number).or_else(|| tools::find("llvm-symbolizer"));
    let symbolizer = symbolizer.map(|path| format!(":external_symbolizer_path={}", path.display())).unwrap_or_default();
    let common =
        format!("log_path={}{symbolizer}:color=never:symbolize=1", own_place(run, folder).join("sanitizer").display());
    command.env("UBSAN_OPTIONS", &common);
    let leaks = u8::from(run.leaks);
    let own = "allocator_may_return_null=1:detect_stack_use_after_return=1";
    // With narrow pointers the sanitizer gives more than PTRDIFF_MAX bytes, which no libc does. Where there is room, freed
    // blocks are given again later than by default (256 MB), so that later uses of them show.
    let most = match run.build.pointer_bits {
        32 => ":max_allocation_size_mb=2047",
        _ => ":quarantine_size_mb=1024",
    };
    command.env("ASAN_OPTIONS", format!("{common}:{own}{most}:exitcode={SANITIZER_CODE}:detect_leaks={leaks}"));
}

/// How long a program is watched that has shown all that is claimed of it and does not end.
const WATCHED: Duration = Duration::from_secs(1);

/// How long a program that counts lines may take to write its counts.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Waits, at most so long. A program that counts is asked to end, so that it writes its counts, before it is ended.
fn wait(mut child: Child, most: Duration, is_shown: impl Fn() -> bool, asks: bool) -> io::Result<NativeEnding> {
    /// Most programs end within a few of these; it doubles up to the second value.
    const FIRST_PAUSE: Duration = Duration::from_micros(200);
    const LAST_PAUSE: Duration = Duration::from_millis(20);
    let start = Instant::now();
    let mut pause = FIRST_PAUSE;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ending(status));
        }
        let passed = start.elapsed();
        if passed > most || passed > WATCHED && is_shown() {
            if asks {
                ask_to_end(&mut child)?;
            }
            child.kill()?;
            child.wait()?;
            return Ok(NativeEnding::Timeout(passed.min(most)));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LAST_PAUSE);
    }
}

/// Sends SIGTERM, which the harness hears, and waits for a moment.
fn ask_to_end(child: &mut Child) -> io::Result<()> {
    let start = Instant::now();
    rustix::process::kill_process(rustix::process::Pid::from_child(child), rustix::process::Signal::TERM)?;
    while start.elapsed() < LAST_WORDS && child.try_wait()?.is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

fn ending(status: ExitStatus) -> NativeEnding {
    match (status.code(), status.signal()) {
        (Some(code), _) => NativeEnding::Exit(code),
        (None, signal) => NativeEnding::Signal(signal.unwrap_or_default()),
    }
}

/// What is in the root for the sake of running the program: devices, and what sanitizers need.
const MACHINERY: &[&str] = &["/dev/null", "/dev/zero", "/.braid"];

/// Adds the regular files below a folder of the root; what cannot be read is passed over.
fn files_below(root: &Path, folder: &str, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    let Ok(names) = fs::read_dir(root.join(folder.trim_start_matches('/'))) else { return Ok(()) };
    for entry in names {
        let entry = entry?;
        let (kind, path) = (entry.file_type()?, format!("{folder}/{}", escape(entry.file_name().as_bytes())));
        if MACHINERY.contains(&path.as_str()) {
            continue;
        }
        if kind.is_dir() {
            files_below(root, &path, files)?;
        } else if kind.is_file() {
            // Also what the program may not read.
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o600)).ok();
            files.insert(path, read_some(&entry.path()).unwrap_or_default());
        }
    }
    Ok(())
}

fn read_some(path: &Path) -> io::Result<Vec<u8>> {
    use io::Read as _;
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(OUTPUT_LIMIT).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What sanitizers wrote: a file for each process.
fn sanitizer_text(folder: &Path) -> io::Result<String> {
    let mut files: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(|entry| entry.file_name());
    let mut text = String::new();
    for entry in files {
        if entry.file_name().to_string_lossy().starts_with("sanitizer.") {
            text.push_str(&String::from_utf8_lossy(&read_some(&entry.path())?));
        }
    }
    Ok(text)
}

/// Reads the harness's reports: a line each, fields separated by tabs.
fn reports(bytes: &[u8]) -> Vec<Report> {
    let text = String::from_utf8_lossy(bytes);
    let report = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kind, text, file, line, function] = fields[..] else { return None };
        let owned = str::to_owned;
        Some(Report {
            kind: owned(kind),
            text: owned(text),
            file: owned(file),
            line: line.parse().unwrap_or_default(),
            function: owned(function),
        })
    };
    text.lines().filter_map(report).collect()
}

/// The panics of Rust, caught ones among them, from what they say: `thread 'main' panicked at src/main.rs:3:5:`.
fn panics(stderr: &str) -> impl Iterator<Item = Report> {
    stderr.split("panicked at ").skip(1).filter_map(panic)
}

/// A panic, from what stands behind its first words.
fn panic(said: &str) -> Option<Report> {
    let mut lines = said.lines();
    let mut place = lines.next()?.trim_end_matches(':').rsplitn(3, ':');
    let (_column, line, file) = (place.next()?, place.next()?, place.next()?);
    Some(Report {
        kind: "panic".to_owned(),
        text: lines.next().unwrap_or_default().to_owned(),
        file: file.to_owned(),
        line: line.parse().ok()?,
        function: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_and_damage_is_passed_over() {
        let found = reports(b"assert\tx > 0\ta.c\t7\tmain\nhalf a line\nmisfit\tklee_assume\t\t0\t\n");
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].kind.as_str(), found[0].line, found[0].function.as_str()), ("assert", 7, "main"));
        assert_eq!(found[1].text, "klee_assume");
    }

    #[test]
    fn panics_tell_their_places() {
        let said = "\nthread 'main' (42) panicked at dir/a.rs:12:5:\nindex out of bounds\nnote: x\n\
                    \nthread 'main' (42) panicked at b.rs:3:1:\nlater\n";
        let found: Vec<Report> = panics(said).collect();
        let places: Vec<_> =
            found.iter().map(|report| (report.file.as_str(), report.line, report.text.as_str())).collect();
        assert_eq!(places, [("dir/a.rs", 12, "index out of bounds"), ("b.rs", 3, "later")]);
        assert_eq!(panics("nothing").count(), 0);
        assert_eq!(panics("panicked at odd").count(), 0);
    }
}
