//! The claims of all tests of a run, in one file with a line for each.
//!
//! A file is the dearest thing that a test can cost: its input has one of its own, because other tools want it so, and
//! the claims share this one. They are collected and appended many at a time.
//!
//! A line is the claim as JSON with the name of its test before it: `{"test":"test000001","kind":"exit",…}`. What a run
//! that was cut off left half written is no line; all others count, of several of one test the last.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use serde::{Deserialize, Serialize};

use crate::test::TestClaim;

/// So many bytes are collected before they are written.
const ENOUGH: usize = 1 << 16;

/// The claims of a run.
#[derive(Debug)]
pub(crate) struct Claims {
    path: PathBuf,
    /// Lines that are not in the file yet.
    pending: Mutex<Vec<u8>>,
    /// The lines by test, once somebody has asked for one.
    lines: OnceLock<BTreeMap<String, String>>,
}

#[derive(Serialize)]
struct Line<'a> {
    test: &'a str,
    #[serde(flatten)]
    claim: &'a TestClaim,
}

#[derive(Deserialize)]
struct Named {
    test: String,
}

impl Claims {
    /// Those in the file of that name, if there is one.
    pub(crate) fn at(path: PathBuf) -> Claims {
        Claims { path, pending: Mutex::default(), lines: OnceLock::new() }
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a claim.
    pub(crate) fn add(&self, test: &str, claim: &TestClaim) -> io::Result<()> {
        let mut pending = self.pending.lock().expect("nobody panics with it");
        serde_json::to_writer(&mut *pending, &Line { test, claim })
            .expect("plain data with string keys is always JSON");
        pending.push(b'\n');
        if pending.len() >= ENOUGH { self.append(&mut pending) } else { Ok(()) }
    }

    /// Writes what was collected.
    pub(crate) fn flush(&self) -> io::Result<()> {
        let mut pending = self.pending.lock().expect("nobody panics with it");
        if pending.is_empty() { Ok(()) } else { self.append(&mut pending) }
    }

    fn append(&self, pending: &mut Vec<u8>) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(pending)?;
        pending.clear();
        Ok(())
    }

    /// The line of a test, if it has one.
    pub(crate) fn line(&self, test: &str) -> io::Result<Option<&str>> {
        self.flush()?;
        let lines = match self.lines.get() {
            Some(lines) => lines,
            None => {
                let lines = self.read()?;
                self.lines.get_or_init(|| lines)
            }
        };
        Ok(lines.get(test).map(String::as_str))
    }

    fn read(&self) -> io::Result<BTreeMap<String, String>> {
        let text = fs::read_to_string(&self.path)?;
        let named = |line: &str| Some((serde_json::from_str::<Named>(line).ok()?.test, line.to_owned()));
        Ok(text.lines().filter_map(named).collect())
    }
}

/// What was collected is written also if nobody asked for it. An error has nowhere to go then.
impl Drop for Claims {
    fn drop(&mut self) {
        drop(self.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::Ending;

    #[test]
    fn claims_come_back_also_beside_half_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tests.jsonl");
        let claim = |code| TestClaim { ending: Ending::Exit { exit_code: code }, ..TestClaim::default() };
        let claims = Claims::at(path.clone());
        let count = 3 * ENOUGH / 60;
        for number in 0..count {
            claims.add(&format!("test{number}"), &claim(number as u8)).unwrap();
        }
        assert!(fs::metadata(&path).unwrap().len() as usize >= ENOUGH, "the first ones are there before the end");
        drop(claims);
        let mut text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), count);
        text.push_str("{\"test\":\"test1\",\"kind\":\"ex");
        fs::write(&path, text).unwrap();
        let claims = Claims::at(path);
        for number in 0..count {
            let line = claims.line(&format!("test{number}")).unwrap().unwrap();
            assert_eq!(TestClaim::from_json(line).unwrap(), claim(number as u8));
        }
        assert_eq!(claims.line("test").unwrap(), None);
    }
}
