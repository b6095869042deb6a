//! Runs a command to its end, but not longer than it may take: a hang is a result, not a stuck test.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often a running command is looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// What a command did.
#[derive(Debug, Default)]
pub struct Finished {
    /// Its exit code; none if a signal or the time limit ended it.
    pub code: Option<i32>,
    /// Whether the time limit ended it.
    pub hung: bool,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// How long it took.
    pub time: Duration,
    /// How long it was running on a processor, as far as it was seen; zero where the system does not tell.
    pub busy: Duration,
    /// The most memory that it held at a time, in bytes; 0 where the system does not tell, or it was very quick.
    pub peak_memory: u64,
}

impl Finished {
    /// Standard error in one line, shortened, for a table of failures.
    pub fn complaint(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr);
        let line = text.lines().filter(|line| !line.trim().is_empty()).take(3).collect::<Vec<_>>().join(" | ");
        line.chars().take(300).collect()
    }
}

/// Runs a command; after `limit` it is ended.
pub fn run(command: &mut Command, limit: Duration) -> Finished {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let out = child.stdout.take().expect("standard output is piped");
    let err = child.stderr.take().expect("standard error is piped");
    thread::scope(|scope| {
        let out = scope.spawn(|| drain(out));
        let err = scope.spawn(|| drain(err));
        let start = Instant::now();
        let (code, hung, usage) = wait(&mut child, limit);
        let (time, busy, peak_memory) = (start.elapsed(), usage.busy, usage.peak_memory);
        let read = "reading does not panic";
        Finished {
            code,
            hung,
            stdout: out.join().expect(read),
            stderr: err.join().expect(read),
            time,
            busy,
            peak_memory,
        }
    })
}

fn drain(mut stream: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What could not be read is missing, and a comparison tells.
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

/// What a process has used so far.
#[derive(Clone, Copy, Default)]
struct Usage {
    busy: Duration,
    peak_memory: u64,
}

/// Waits for a command; returns its exit code, whether it was ended, and what it has used.
fn wait(child: &mut Child, limit: Duration) -> (Option<i32>, bool, Usage) {
    let start = Instant::now();
    let mut used = Usage::default();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return (status.code(), false, used),
            Ok(None) if start.elapsed() < limit => {
                used = usage(child.id()).unwrap_or(used);
                thread::sleep(GLANCE);
            }
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return (None, true, used);
            }
        }
    }
}

/// What a process has used so far, where Linux tells.
fn usage(process: u32) -> Option<Usage> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = peak.trim().strip_suffix("kB")?.trim().parse().ok()?;
    // Nanoseconds on a processor come first.
    let schedule = std::fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    let busy = schedule.split_whitespace().next()?.parse().ok()?;
    Some(Usage { busy: Duration::from_nanos(busy), peak_memory: kilobytes * 1024 })
}

#[test]
fn a_hang_is_ended_and_told() {
    let finished = run(Command::new("sleep").arg("30"), Duration::from_millis(50));
    assert!(finished.hung && finished.code.is_none());
    let finished = run(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]), Duration::from_secs(20));
    assert_eq!((finished.code, finished.hung), (Some(3), false));
    assert_eq!((finished.stdout, finished.stderr), (b"out\n".to_vec(), b"err\n".to_vec()));
}
