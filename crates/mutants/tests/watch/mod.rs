//! Watches child processes that read mutants.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The address space of a child in KiB: thousands of times the size of a mutant.
const ADDRESS_SPACE_KIB: u32 = 512 * 1024;
/// How much of a child's complaint is shown.
const SHOWN: u64 = 2000;

/// A mutant that ended its reader.
#[derive(Debug)]
pub(crate) struct Accident {
    /// Its number, or the name of a file.
    mutant: String,
    /// How the child ended.
    end: End,
    /// What it said.
    complaint: String,
}

#[derive(Debug)]
enum End {
    Status(ExitStatus),
    Hang(Duration),
}

impl fmt::Display for Accident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.end {
            End::Status(status) => write!(f, "mutant {}: {status}: {}", self.mutant, self.complaint.trim()),
            End::Hang(patience) => write!(f, "mutant {}: no end after {patience:?}", self.mutant),
        }
    }
}

/// What happened to a range of mutants.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// How many were refused, malformed, sound.
    pub(crate) counts: [u64; 3],
    /// Those that ended their reader.
    pub(crate) accidents: Vec<Accident>,
}

impl Report {
    /// Adds what another watcher saw.
    pub(crate) fn add(&mut self, other: Report) {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
        self.accidents.extend(other.accidents);
    }
}

/// Reads the files of a folder as they are; each must be sound.
pub(crate) fn read_whole(folder: &Path) -> Vec<Accident> {
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let mut accidents = Vec::new();
    for path in paths {
        let output = limited(&["--digest".as_ref(), path.as_os_str()]).output().expect("the child starts");
        if !output.status.success() || output.stdout != b"sound\n" {
            let complaint = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            accidents.push(Accident { mutant: path.display().to_string(), end: End::Status(output.status), complaint });
        }
    }
    accidents
}

/// Starts children and watches them.
pub(crate) struct Watcher<'a> {
    /// The child that reads the mutants from the first number to before the second.
    pub(crate) child: &'a (dyn Fn(u64, u64) -> Command + Sync),
    /// How long one mutant may take.
    pub(crate) patience: Duration,
    /// After so many accidents the rest is given up: something is wrong with all of them.
    pub(crate) max_accidents: usize,
}

impl Watcher<'_> {
    /// Reads the mutants from `start` to `end`; after an accident a new child goes on behind it.
    pub(crate) fn read_range(&self, start: u64, end: u64) -> Report {
        let mut report = Report::default();
        let mut next = start;
        while next < end && report.accidents.len() < self.max_accidents {
            match self.read_some(next, end, &mut report.counts) {
                None => break,
                Some((broken, accident)) => {
                    report.accidents.push(accident);
                    next = broken + 1;
                }
            }
        }
        report
    }

    /// Reads mutants until all are read (none) or one ends the child: its number, and what happened.
    fn read_some(&self, start: u64, end: u64, counts: &mut [u64; 3]) -> Option<(u64, Accident)> {
        let mut child = (self.child)(start, end).spawn().expect("the child starts");
        let lines = lines_of(&mut child);
        let (mut current, mut is_done) = (start, false);
        let hangs = loop {
            match lines.recv_timeout(self.patience) {
                Ok(line) => match line.as_str() {
                    "done" => is_done = true,
                    "refused" => counts[0] += 1,
                    "malformed" => counts[1] += 1,
                    "sound" => counts[2] += 1,
                    number => current = number.parse().expect("the number of a mutant"),
                },
                Err(RecvTimeoutError::Disconnected) => break false,
                Err(RecvTimeoutError::Timeout) => break true,
            }
        };
        if hangs {
            child.kill().expect("our own child");
        }
        let status = child.wait().expect("our own child");
        if is_done && !hangs && status.success() {
            return None;
        }
        let mut complaint = String::new();
        if let Some(stderr) = child.stderr.take().filter(|_| !hangs) {
            // What a broken child said may be broken, too.
            let _ = stderr.take(SHOWN).read_to_string(&mut complaint);
        }
        let end = if hangs { End::Hang(self.patience) } else { End::Status(status) };
        Some((current, Accident { mutant: current.to_string(), end, complaint }))
    }
}

/// The lines a child writes, as they come.
fn lines_of(child: &mut Child) -> Receiver<String> {
    let stdout = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in stdout.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The child that reads mutants of the files in a folder.
pub(crate) fn reader(folder: &Path, start: u64, end: u64) -> Command {
    let range = [start, end].map(|number| number.to_string());
    limited(&[folder.as_os_str(), range[0].as_ref(), range[1].as_ref()])
}

/// The child with these arguments, under the address-space limit.
fn limited(arguments: &[&OsStr]) -> Command {
    let mut command = limited_program(env!("CARGO_BIN_EXE_braid-mutants").as_ref());
    command.args(arguments);
    command
}

/// A program under the address-space limit.
pub(crate) fn limited_program(program: &OsStr) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {ADDRESS_SPACE_KIB} && exec \"$0\" \"$@\"")]).arg(program);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
