//! The child process of the mutation test: digests mutants one after the other and says on standard output, before
//! each, which one is next, so that the parent knows which one broke it.
//!
//!     braid-mutants FOLDER START END        mutants START to END - 1 of the files in FOLDER
//!     braid-mutants FOLDER SEED --write OUT writes one mutant to a file, to look at it
//!     braid-mutants --digest FILE           digests a file as it is
//!     braid-mutants --print FILE OUT        writes the text form of a sound file

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use braid_mutants::{Outcome, digest, mutate, print};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--digest", file] => digest_file(Path::new(file)),
        ["--print", file, out] => print_file(Path::new(file), Path::new(out)),
        [folder, seed, "--write", out] => write_mutant(Path::new(folder), seed, Path::new(out)),
        [folder, start, end] => digest_range(Path::new(folder), start, end),
        _ => Err(io::Error::other("usage: braid-mutants FOLDER START END")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is gone there is nobody left to tell.
            let _ = writeln!(io::stderr(), "braid-mutants: {error}");
            ExitCode::from(2)
        }
    }
}

fn digest_range(folder: &Path, start: &str, end: &str) -> io::Result<()> {
    let corpus = corpus(folder)?;
    let mut out = io::stdout().lock();
    for seed in number(start)?..number(end)? {
        writeln!(out, "{seed}")?;
        out.flush()?;
        let mutant = mutate(&corpus, seed);
        let outcome = digest(&mutant.bytes, &corpus[(mutant.parent + 1) % corpus.len()]);
        writeln!(out, "{}", name(outcome))?;
    }
    writeln!(out, "done")
}

fn digest_file(file: &Path) -> io::Result<()> {
    let bytes = fs::read(file)?;
    writeln!(io::stdout(), "{}", name(digest(&bytes, &bytes)))
}

fn print_file(file: &Path, out: &Path) -> io::Result<()> {
    let printed = print(&fs::read(file)?).ok_or_else(|| io::Error::other("cannot be read"))?;
    fs::write(out, printed)
}

fn write_mutant(folder: &Path, seed: &str, out: &Path) -> io::Result<()> {
    let mutant = mutate(&corpus(folder)?, number(seed)?);
    writeln!(io::stdout(), "{:?} of file {}", mutant.kinds, mutant.parent)?;
    fs::write(out, mutant.bytes)
}

/// The files of a folder, in the order of their names.
fn corpus(folder: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    paths.iter().map(fs::read).collect()
}

fn number(text: &str) -> io::Result<u64> {
    text.parse().map_err(io::Error::other)
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Refused => "refused",
        Outcome::Malformed => "malformed",
        Outcome::Sound => "sound",
    }
}
