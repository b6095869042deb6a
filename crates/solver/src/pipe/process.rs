//! A child process that is talked to without ever waiting for it longer than allowed.
//!
//! Writing and reading happen in threads of their own: a program that reads nothing cannot block us by leaving the pipe
//! full, and one that says nothing is waited for with a time limit. Dropping the process ends it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use braid_expr::Interrupt;

use crate::verdict::ProcessFault;

/// How long is waited before somebody is asked whether to wait longer.
const ASK_EVERY: Duration = Duration::from_millis(20);
/// A reply longer than this is nonsense.
const MAX_REPLY: usize = 1 << 26;

#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    to: Sender<String>,
    from: Receiver<Vec<u8>>,
    /// What was heard and is not part of a whole reply yet.
    heard: Vec<u8>,
}

impl Process {
    pub(super) fn start(command: &[String]) -> Result<Process, ProcessFault> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| ProcessFault::NotStarted("the command is empty".into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| ProcessFault::NotStarted(format!("{program}: {error}")))?;
        let (stdin, stdout) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        Ok(Process { child, to: write_from(stdin), from: read_lines(stdout), heard: Vec::new() })
    }

    pub(super) fn say(&mut self, text: String) -> Result<(), ProcessFault> {
        self.to.send(text).map_err(|_| self.death())
    }

    /// The next reply: a word, or a list with balanced parentheses.
    pub(super) fn hear(&mut self, limit: Duration, interrupt: &Interrupt) -> Result<String, ProcessFault> {
        let deadline = Instant::now() + limit;
        let mut scan = Scan::default();
        loop {
            if let Some(end) = scan.end_of_reply(&self.heard) {
                let rest = self.heard.split_off(end);
                let reply = core::mem::replace(&mut self.heard, rest);
                return String::from_utf8(reply).map_err(|_| ProcessFault::Garbled("bytes that are no text".into()));
            }
            if self.heard.len() > MAX_REPLY {
                return Err(ProcessFault::Garbled("a reply without an end".into()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || interrupt.has_come() {
                return Err(ProcessFault::TimedOut);
            }
            match self.from.recv_timeout(left.min(ASK_EVERY)) {
                Ok(piece) => self.heard.extend(piece),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
            }
        }
    }

    /// How it died.
    fn death(&mut self) -> ProcessFault {
        match self.child.try_wait() {
            Ok(Some(status)) => ProcessFault::Died(status.to_string()),
            _ => ProcessFault::Died("it closed its output".into()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to end, and waiting only collects it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where the next reply ends; remembers how far it has looked.
#[derive(Default)]
struct Scan {
    at: usize,
    depth: usize,
    /// The quote that the text looked at last is inside of.
    quote: Option<u8>,
    started: bool,
}

impl Scan {
    fn end_of_reply(&mut self, text: &[u8]) -> Option<usize> {
        while let Some(&byte) = text.get(self.at) {
            self.at += 1;
            match (self.quote, byte) {
                (Some(quote), _) if byte == quote => self.quote = None,
                (Some(_), _) => {}
                (None, b'"' | b'|') => self.quote = Some(byte),
                (None, b'(') => self.depth += 1,
                (None, b')') => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(self.at);
                    }
                }
                (None, b'\n') if self.started && self.depth == 0 => return Some(self.at),
                _ => {}
            }
            self.started |= !byte.is_ascii_whitespace();
        }
        None
    }
}

/// Writes whatever is sent until the program no longer takes it.
fn write_from(mut stdin: impl Write + Send + 'static) -> Sender<String> {
    let (to, texts) = channel::<String>();
    thread::spawn(move || {
        for text in texts {
            if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                return;
            }
        }
    });
    to
}

/// Sends on whatever is read, line by line or in large pieces.
fn read_lines(stdout: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    /// A line longer than this is sent in pieces.
    const PIECE: u64 = 1 << 16;
    let (sender, from) = channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(stdout);
        loop {
            let mut piece = Vec::new();
            match reader.by_ref().take(PIECE).read_until(b'\n', &mut piece) {
                Ok(1..) if sender.send(piece).is_ok() => {}
                _ => return,
            }
        }
    });
    from
}
