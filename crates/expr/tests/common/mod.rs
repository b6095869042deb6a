//! Other solvers through their pipes, as oracles. `make test` installs z3; a test that needs it fails without it.

use std::io::Write;
use std::process::{Command, Stdio};

/// What z3 prints for a script, line by line. Complaints of z3 are lines too and so fail whoever expects answers.
pub(crate) fn z3(script: &str) -> Vec<String> {
    answers("z3", &["-in", "-smt2"], script).expect("z3 is on the PATH; tools/install-deps installs it")
}

/// What a solver prints for a script on its standard input, line by line; none if it is not installed.
pub(crate) fn answers(command: &str, arguments: &[&str], script: &str) -> Option<Vec<String>> {
    let mut child = Command::new(command).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take().expect("the pipe was asked for");
    let script = script.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = child.wait_with_output().expect("the solver ends");
    // One that stops reading has complained, and its complaint is what the caller gets.
    let _ = writer.join().expect("the writer does not panic");
    Some(String::from_utf8(output.stdout).expect("solvers write text").lines().map(str::to_owned).collect())
}
