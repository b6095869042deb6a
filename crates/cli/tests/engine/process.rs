//! Runs a command to its end, but not longer than it may take: a hang is a result, not a stuck test.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often a running command is looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// What a command did.
#[derive(Debug)]
pub(crate) struct Finished {
    /// Its exit code; none if a signal or the time limit ended it.
    pub(crate) code: Option<i32>,
    /// Whether the time limit ended it.
    pub(crate) hung: bool,
    /// Its standard output.
    pub(crate) stdout: Vec<u8>,
    /// Its standard error.
    pub(crate) stderr: Vec<u8>,
}

impl Finished {
    /// Standard error in one line, shortened, for a table of failures.
    pub(crate) fn complaint(&self) -> String {
        let text = String::from_utf8_lossy(&self.stderr);
        let line = text.lines().filter(|line| !line.trim().is_empty()).take(3).collect::<Vec<_>>().join(" | ");
        line.chars().take(300).collect()
    }
}

/// Runs a command; after `limit` it is ended.
pub(crate) fn run(command: &mut Command, limit: Duration) -> Finished {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let out = child.stdout.take().expect("standard output is piped");
    let err = child.stderr.take().expect("standard error is piped");
    thread::scope(|scope| {
        let out = scope.spawn(|| drain(out));
        let err = scope.spawn(|| drain(err));
        let (code, hung) = wait(&mut child, limit);
        let read = "reading does not panic";
        Finished { code, hung, stdout: out.join().expect(read), stderr: err.join().expect(read) }
    })
}

fn drain(mut stream: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What could not be read is missing, and a comparison tells.
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

fn wait(child: &mut Child, limit: Duration) -> (Option<i32>, bool) {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return (status.code(), false),
            Ok(None) if start.elapsed() < limit => thread::sleep(GLANCE),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return (None, true);
            }
        }
    }
}

#[test]
fn a_hang_is_ended_and_told() {
    let finished = run(Command::new("sleep").arg("30"), Duration::from_millis(50));
    assert!(finished.hung && finished.code.is_none());
    let finished = run(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]), Duration::from_secs(20));
    assert_eq!((finished.code, finished.hung), (Some(3), false));
    assert_eq!((finished.stdout, finished.stderr), (b"out\n".to_vec(), b"err\n".to_vec()));
}
