//! What the native program prints and how it ends.

use std::convert::Infallible;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use super::{Build, CompileError, Compiler, Program, cache};

/// How a native program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeEnd {
    /// With this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
}

/// A run of a native program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeRun {
    /// How it ended.
    pub end: NativeEnd,
    /// What it printed.
    pub output: Vec<u8>,
}

impl Compiler {
    /// Builds the program that the modules make up natively and runs it; the result of an unchanged one is kept.
    pub fn native(&self, modules: &[&Program], build: Build) -> Result<NativeRun, CompileError> {
        let executable = self.executable(modules, build)?;
        let Ok(path) = cache::file(&(&executable, "run"), "run", |path| -> Result<(), Infallible> {
            let output = Command::new(&executable).stdin(Stdio::null()).output();
            let output = output.unwrap_or_else(|error| panic!("{}: {error}", executable.display()));
            let end = match (output.status.code(), output.status.signal()) {
                (Some(code), _) => format!("exit {code}\n"),
                (None, signal) => format!("signal {}\n", signal.unwrap_or(0)),
            };
            let text = [end.as_bytes(), &output.stdout].concat();
            fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            Ok(())
        });
        let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Ok(parse(&text))
    }
}

fn parse(text: &[u8]) -> NativeRun {
    let split = text.iter().position(|byte| *byte == b'\n').expect("a run begins with its end");
    let head = String::from_utf8_lossy(&text[..split]).into_owned();
    let (kind, number) = head.split_once(' ').expect("a kind and a number");
    let number = number.parse().expect("a number");
    let end = if kind == "exit" { NativeEnd::Exit(number) } else { NativeEnd::Signal(number) };
    NativeRun { end, output: text[split + 1..].to_vec() }
}
