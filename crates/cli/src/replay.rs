//! `braid replay`: runs tests natively and tells whether their claims hold.

use std::io::Write as _;
use std::time::Duration;

use braid_replay::{Options, ReplayError, Replayed, Replayer};
use braid_report::Folder;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::tests_of;

const SANITIZE: &str = "sanitize";
const LINES: &str = "lines";
const JSON: &str = "json";
const UNSAFE: &str = "unsafe-replay";
const TEST_TIME: &str = "test-time";

const LONG_ABOUT: &str = "\
Builds the program of a run natively, runs it on the tests that the run wrote, and compares: exit code, output, fault. \
A test is 'confirmed', or it 'differs' (then Braid or the native build is wrong about the program), or what it shows is \
'not-observable' (a machine goes on after many faults; --sanitize makes it notice), or it 'failed' to run. The native \
program is kept in the folder of the run and built again only if a file has changed.";

const EXAMPLES: &str = "\
Examples:
  braid replay                          all tests of the newest run
  braid replay braid-out-3 7            test 7 of an older run
  braid replay --sanitize braid-last    with clang's sanitizers, which see memory faults and undefined behaviour
  braid replay --lines braid-last       also check that the lines are reached which a test claims
  braid replay --json braid-last        for a script

Exit code 0 if every test was confirmed, 1 otherwise.";

/// Adds help and arguments.
pub(crate) fn describe(command: Command) -> Command {
    let flag = |name: &'static str, help: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue).help(help);
    let command = command
        .about("Runs tests natively and confirms what they claim")
        .long_about(LONG_ABOUT)
        .after_help(EXAMPLES)
        .arg(flag(SANITIZE, "Build with sanitizers for addresses and undefined behaviour"))
        .arg(flag(LINES, "Check the lines that are reached, too (needs llvm-profdata and llvm-cov)"))
        .arg(flag(UNSAFE, "Run programs that may change files also where they cannot be shut in"))
        .arg(flag(JSON, "Print the results as JSON"))
        .arg(
            Arg::new(TEST_TIME)
                .long(TEST_TIME)
                .value_name("TIME")
                .value_parser(braid::quantity::time)
                .help("How long a test may run [default: 10s]"),
        );
    tests_of::arguments(command)
}

/// Does the work.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Exit, Failure> {
    let folder = Folder::open(&tests_of::folder(matches)).map_err(|error| tests_of::failure(&error))?;
    let tests = tests_of::chosen(matches, &folder)?;
    let replayer = Replayer::new(folder.path(), &options(matches)).map_err(|error| failure(&error))?;
    let is_json = matches.get_flag(JSON);
    let mut all = Vec::new();
    for test in &tests {
        let replayed = replayer.replay(test);
        if !is_json {
            console.out().write_all(row(&replayed).as_bytes())?;
            console.flush()?;
        }
        all.push(replayed);
    }
    replayer.write_lines().map_err(|error| tests_of::failure(&error))?;
    let text = if is_json { to_json(&all) } else { totals(&all) };
    console.out().write_all(text.as_bytes())?;
    let is_good = all.iter().all(|replayed| replayed.judgement.is_confirmed());
    Ok(if is_good { Exit::Ok } else { Exit::Bug })
}

fn options(matches: &ArgMatches) -> Options {
    let mut options = Options {
        sanitize: matches.get_flag(SANITIZE),
        lines: matches.get_flag(LINES),
        unsafe_replay: matches.get_flag(UNSAFE),
        ..Options::default()
    };
    if let Some(&time) = matches.get_one::<Duration>(TEST_TIME) {
        options.limits.time = time;
    }
    options
}

fn failure(error: &ReplayError) -> Failure {
    Failure::BadInput(error.to_string())
}

/// One test as a line of the table.
fn row(replayed: &Replayed) -> String {
    let (word, detail) = replayed.judgement.words();
    let line = format!("{}  {word:<14}  {}", replayed.test, replayed.claim);
    // What did not go well deserves the whole story; a note on what did is a remark.
    match detail {
        "" => format!("{line}\n"),
        detail if replayed.judgement.is_confirmed() => format!("{line} ({detail})\n"),
        detail => format!("{line}\n            {}\n", detail.replace('\n', "\n            ")),
    }
}

fn counts(all: &[Replayed]) -> Vec<(&'static str, usize)> {
    let count = |word: &str| all.iter().filter(|replayed| replayed.judgement.words().0 == word).count();
    ["confirmed", "differs", "not-observable", "failed"].map(|word| (word, count(word))).to_vec()
}

fn totals(all: &[Replayed]) -> String {
    let parts = counts(all).into_iter().filter(|&(word, count)| count > 0 || word == "confirmed");
    let parts: Vec<String> = parts.map(|(word, count)| format!("{count} {word}")).collect();
    format!("{} tests: {}\n", all.len(), parts.join(", "))
}

fn to_json(all: &[Replayed]) -> String {
    let tests: Vec<_> = all
        .iter()
        .map(|replayed| {
            let (result, detail) = replayed.judgement.words();
            json!({ "test": replayed.test, "result": result, "claim": replayed.claim, "detail": detail })
        })
        .collect();
    let counts: serde_json::Map<_, _> =
        counts(all).into_iter().map(|(word, count)| (word.to_owned(), count.into())).collect();
    format!("{:#}\n", json!({ "tests": tests, "counts": counts }))
}
