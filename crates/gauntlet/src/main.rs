//! Runs the gauntlet for a while, or goes on with it, and prints a table.
//!
//!     braid-gauntlet BRAID FOLDER [--minutes N] [--jobs N] [--family NAME] [--no-reduce]
//!     braid-gauntlet --print SEED       the programs of a seed, as C
//!
//! Ends with 1 if something disagrees that is not known.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command-line tool, and its results are text")]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use braid_gauntlet::batch;
use braid_gauntlet::campaign::{Campaign, FAMILIES, Family, Setting};
use braid_gauntlet::explore::Braid;
use braid_gauntlet::print;
use braid_gauntlet::program::Program;

const USAGE: &str = "usage: braid-gauntlet BRAID FOLDER [--minutes N] [--jobs N] [--family NAME] [--no-reduce]
       braid-gauntlet --print SEED";

struct Arguments {
    setting: Setting,
    time: Duration,
    jobs: u64,
    family: Option<String>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [option, seed] = &words[..]
        && option == "--print"
        && let Ok(seed) = seed.parse()
    {
        print_programs(seed);
        return ExitCode::SUCCESS;
    }
    let Some(arguments) = read(&words) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&arguments) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(what) => {
            eprintln!("braid-gauntlet: {what}");
            ExitCode::from(2)
        }
    }
}

fn print_programs(seed: u64) {
    let cases = batch::cases(seed);
    let programs: Vec<Program> = cases.iter().map(|case| case.program.clone()).collect();
    println!("{}", print::batch(&programs).text);
    cases.iter().enumerate().for_each(|(number, case)| println!("// case {number}: {}", case.origin));
}

fn read(words: &[String]) -> Option<Arguments> {
    let (binary, folder) = (PathBuf::from(words.first()?), PathBuf::from(words.get(1)?));
    let braid = Braid { binary, compiler: "clang-14".into() };
    let mut arguments = Arguments {
        setting: Setting { braid, folder, reduces: true },
        time: Duration::from_secs(60 * 60),
        jobs: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
        family: None,
    };
    let mut rest = words[2..].iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--minutes" => arguments.time = Duration::from_secs(60 * rest.next()?.parse::<u64>().ok()?),
            "--jobs" => arguments.jobs = rest.next()?.parse().ok()?,
            "--family" => arguments.family = Some(rest.next()?.clone()),
            "--no-reduce" => arguments.setting.reduces = false,
            _ => return None,
        }
    }
    Some(arguments)
}

/// Runs families by turns until the time is over; returns how many disagreements are not known.
fn run(arguments: &Arguments) -> Result<u64, String> {
    let wanted = |family: &&Family| arguments.family.as_ref().is_none_or(|name| family.name == name);
    let (families, missing): (Vec<&Family>, Vec<&Family>) =
        FAMILIES.iter().filter(wanted).partition(|family| (family.is_possible)());
    for family in missing {
        println!("{}: skipped, its tools are missing (tools/install-deps gauntlet)", family.name);
    }
    let mut campaign = Campaign::open(arguments.setting.clone())?;
    let start = Instant::now();
    while start.elapsed() < arguments.time && !families.is_empty() {
        for family in &families {
            campaign.advance(family, arguments.jobs)?;
        }
        println!("{} s\n{}", start.elapsed().as_secs(), campaign.table());
    }
    Ok(campaign.unknown())
}
