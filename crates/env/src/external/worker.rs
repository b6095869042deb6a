//! The worker process: built when it is first needed, asked under a limit of time, ended with the run.
//!
//! Calling a native function needs code that the engine itself must not have (`unsafe`), and the function may crash, hang or
//! end its process. So it is called by a process of its own, `worker.c`, which is compiled on this machine with the
//! user's libraries. After anything but an answer the process is ended, and the next call gets a fresh one.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use braid_expr::Interrupt;

use super::wire::{Answer, Request};

/// A function that takes longer than this hangs.
const CALL_LIMIT: Duration = Duration::from_secs(5);

/// How long it waits before it asks whether the run goes on.
const LOOK: Duration = Duration::from_millis(20);

/// A worker that has closed its pipe ends within this time, or is ended.
const ENDING_LIMIT: Duration = Duration::from_secs(1);

/// A longer answer is nonsense.
const MAX_ANSWER: u32 = 1 << 30;

const SOURCE: &str = include_str!("worker.c");

/// What the worker is made with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Native {
    /// A C compiler.
    pub compiler: PathBuf,
    /// Libraries of the user: names as linkers take them, or paths.
    pub libraries: Vec<String>,
}

/// The worker, as far as there is one.
#[derive(Debug)]
pub(super) struct Worker {
    native: Native,
    /// The program, or why there is none; built once.
    program: Option<Result<Build, String>>,
    process: Option<Process>,
}

/// The compiled worker in its folder.
#[derive(Debug)]
struct Build {
    _folder: TempDir,
    program: PathBuf,
}

/// A worker that runs.
#[derive(Debug)]
struct Process {
    child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Vec<u8>>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// The worker cannot be built or started; why.
    NoWorker(String),
    /// The function did not return in time.
    Hangs,
    /// The run ends, or its memory is used up.
    Interrupted,
    /// The worker is gone, with this status, for people.
    Ended(String),
    /// The answer makes no sense.
    Garbled,
}

impl Worker {
    pub(super) fn new(native: Native) -> Worker {
        Worker { native, program: None, process: None }
    }

    /// Has a call made.
    pub(super) fn ask(&mut self, request: &Request, interrupt: &Interrupt) -> Result<Answer, Failure> {
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(start(self.program.get_or_insert_with(|| build(&self.native)))?),
        };
        let answer = process.ask(request, interrupt);
        if !matches!(answer, Ok(ref answer) if !matches!(answer, Answer::Crash(_))) {
            self.process = None;
        }
        answer
    }
}

/// Compiles the worker.
fn build(native: &Native) -> Result<Build, String> {
    let folder = tempfile::Builder::new().prefix("braid-worker-").tempdir().map_err(|error| error.to_string())?;
    let (source, program) = (folder.path().join("worker.c"), folder.path().join("worker"));
    std::fs::write(&source, SOURCE).map_err(|error| error.to_string())?;
    let mut command = Command::new(&native.compiler);
    command.args(["-O1", "-w"]).arg(&source).arg("-o").arg(&program).arg("-Wl,--no-as-needed");
    command.args(native.libraries.iter().map(|name| link_flag(name))).args(["-ldl", "-lm"]);
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{} does not start: {error}", native.compiler.display()))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let wrong = text.lines().find(|line| line.contains("error") || line.contains("cannot"));
        return Err(wrong.or(text.lines().next()).unwrap_or("the compiler fails without a word").trim().to_owned());
    }
    Ok(Build { _folder: folder, program })
}

/// The flag that names a library to the linker, from any folder: by its name, or by the file that it is.
pub fn link_flag(library: &str) -> String {
    if !library.contains('/') {
        return format!("-l{library}");
    }
    let path = std::path::absolute(library).unwrap_or_else(|_| library.into());
    format!("-Wl,{}", path.display())
}

fn start(build: &Result<Build, String>) -> Result<Process, Failure> {
    let build = build.as_ref().map_err(|why| Failure::NoWorker(why.clone()))?;
    let mut command = Command::new(&build.program);
    // Ctrl-C at a terminal is for the engine, which then ends the run in order.
    command.process_group(0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| Failure::NoWorker(error.to_string()))?;
    let (to, from) = (child.stdin.take(), child.stdout.take().expect("piped"));
    Ok(Process { child, to, from: read_answers(from) })
}

/// Reads answers in a thread, so that the engine can stop waiting for one.
fn read_answers(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut length = [0; 4];
        while from.read_exact(&mut length).is_ok() {
            let length = u32::from_le_bytes(length);
            let mut answer = Vec::new();
            let read = from.by_ref().take(length.into()).read_to_end(&mut answer);
            if length > MAX_ANSWER || read.ok() != Some(length as usize) || sender.send(answer).is_err() {
                return;
            }
        }
    });
    receiver
}

impl Process {
    fn ask(&mut self, request: &Request, interrupt: &Interrupt) -> Result<Answer, Failure> {
        let to = self.to.as_mut().expect("it is open as long as the process is used");
        if to.write_all(&request.encode()).and_then(|()| to.flush()).is_err() {
            return Err(self.death());
        }
        let begun = Instant::now();
        while begun.elapsed() < CALL_LIMIT {
            match self.from.recv_timeout(LOOK) {
                Ok(answer) => return Answer::decode(&answer, request).ok_or(Failure::Garbled),
                Err(RecvTimeoutError::Timeout) if interrupt.has_come() => return Err(Failure::Interrupted),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
            }
        }
        Err(Failure::Hangs)
    }

    /// How it ended. Its own status says more than that of a kill, so it is given time to end by itself.
    fn death(&mut self) -> Failure {
        self.to = None;
        for _ in 0..ENDING_LIMIT.as_millis() {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Failure::Ended(status.to_string());
            }
            thread::sleep(Duration::from_millis(1));
        }
        Failure::Garbled
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; then waiting only collects it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
