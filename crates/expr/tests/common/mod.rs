//! z3 through its pipe, as an oracle. `make test` installs it; a test that needs it fails without it.

use std::io::Write;
use std::process::{Command, Stdio};

/// What z3 prints for a script, line by line. Complaints of z3 are lines too and so fail whoever expects answers.
pub(crate) fn z3(script: &str) -> Vec<String> {
    let mut child = Command::new("z3")
        .args(["-in", "-smt2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 is on the PATH; tools/install-deps installs it");
    let mut stdin = child.stdin.take().expect("the pipe was asked for");
    let script = script.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = child.wait_with_output().expect("z3 ends");
    writer.join().expect("the writer does not panic").expect("z3 reads its input");
    String::from_utf8(output.stdout).expect("z3 writes text").lines().map(str::to_owned).collect()
}
