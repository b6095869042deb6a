//! Measures Braid's parts through their Rust interfaces. `make bench` (tools/bench) runs each measurement in a process
//! of its own and makes the tables; here is only what has to happen inside the process.
//!
//! A measurement is a row of [`MEASUREMENTS`]. It prints `name=value` words on one line and ends with 1 and a message if
//! it could not be made. Every line ends with `peak_bytes`, the most memory that the process ever held.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command-line tool, and its results are text")]

mod evaluate;
mod explore;
mod generate;
mod meter;
mod queries;
mod reader;
mod stream;
mod terms;

use std::process::ExitCode;

use crate::meter::peak_bytes;

/// One measurement.
struct Measurement {
    /// Its name and arguments, as typed.
    usage: &'static [&'static str],
    /// Takes as many arguments as `usage` names; gives the words to print.
    run: fn(&[&str]) -> Result<String, String>,
}

const MEASUREMENTS: &[Measurement] = &[
    Measurement { usage: &["empty"], run: |_| Ok(String::new()) },
    Measurement { usage: &["read", "FILE"], run: |arguments| reader::read(arguments[0]) },
    Measurement { usage: &["open", "FILE"], run: |arguments| reader::open(arguments[0]) },
    Measurement { usage: &["terms", "COUNT"], run: |arguments| terms::run(arguments[0]) },
    Measurement { usage: &["stream", "FAMILY", "SEED"], run: |arguments| stream::run(arguments[0], arguments[1]) },
    Measurement { usage: &["joined", "LOOPS", "BOUND"], run: |arguments| stream::joined(arguments[0], arguments[1]) },
    Measurement { usage: &["generate", "FOLDER", "SEED"], run: |arguments| generate::run(arguments[0], arguments[1]) },
    Measurement { usage: &["evaluate", "RUNS"], run: |arguments| evaluate::run(arguments[0]) },
    Measurement { usage: &["explore", "ORDER", "COUNT"], run: |arguments| explore::run(arguments[0], arguments[1]) },
    Measurement { usage: &["queries", "COUNT"], run: |arguments| queries::run(arguments[0]) },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let fits = |row: &&Measurement| words.len() == row.usage.len() && words.first() == row.usage.first();
    let Some(measurement) = MEASUREMENTS.iter().find(fits) else {
        eprintln!("usage: braid-bench MEASUREMENT");
        MEASUREMENTS.iter().for_each(|row| eprintln!("  {}", row.usage.join(" ")));
        return ExitCode::from(2);
    };
    match (measurement.run)(&words[1..]) {
        Ok(line) => {
            println!("{line} peak_bytes={}", peak_bytes());
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("braid-bench: {message}");
            ExitCode::FAILURE
        }
    }
}
