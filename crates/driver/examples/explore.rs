//! Braid as a library: explores a program and prints what it found.
//!
//!     cargo run --release -p braid-driver --example explore -- examples/timer.c
//!
//! Nothing is written to disk; the report is plain data. A watcher is told a few times a second how the run is going, and
//! could set the [`Interrupt`] to end it.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example shows what it does")]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use braid::report::{RunReport, Sample, Verdict};
use braid::{Engine, EngineError, Interrupt, Observer, Options};

/// Prints one line of progress after another.
struct Watcher;

impl Observer for Watcher {
    fn progress(&mut self, sample: &Sample) {
        eprintln!("{:.1} s: {} states, {} paths, {} bugs", sample.time_s, sample.states, sample.paths, sample.bugs);
    }
}

fn main() -> ExitCode {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match explore(&files) {
        Ok(report) => {
            print(&report);
            ExitCode::from(u8::from(report.verdict == Verdict::Bug))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

/// Depth first, for a minute at most, without files.
fn explore(files: &[PathBuf]) -> Result<RunReport, EngineError> {
    let options = Options {
        search: "dfs".to_owned(),
        max_time: Some(Duration::from_secs(60)),
        write: false,
        ..Options::default()
    };
    let engine = Engine::load_interruptible(files, options, Interrupt::default())?;
    for warning in engine.warnings() {
        eprintln!("{warning}");
    }
    engine.run(Some(&mut Watcher))
}

fn print(report: &RunReport) {
    println!("{}: {} paths, {} instructions", report.verdict.name(), report.paths, report.instructions);
    for bug in &report.bugs {
        println!("{} at {}: {} (on {} paths)", bug.fault.kind, bug.fault.place, bug.fault.message, bug.count);
    }
    for row in &report.incomplete {
        println!("left out: {} ({} times)", row.reason, row.count);
    }
}
