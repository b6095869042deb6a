//! `braid export`: turns tests into files for those who do not have Braid.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use braid_link::write_headers;
use braid_replay::build::HEADERS;
use braid_replay::judge;
use braid_report::{Folder, FolderError, KTest, Program, export};
use clap::{Arg, ArgMatches, Command, value_parser};

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::tests_of;

const FORMAT: &str = "format";
const TO: &str = "to";

const EXAMPLES: &str = "\
Examples:
  braid export                              every test of the newest run as a C file in braid-export
  cc prog.c braid-export/test000001.c && ./a.out
  braid export --format raw braid-out-3 7   the inputs of test 7 as files of bytes
  braid export --format raw --to corpus     for a fuzz target: a corpus for libFuzzer";

/// Writes one test; answers how many files it wrote.
type Write = fn(&Test<'_>, &Path) -> Result<usize, FolderError>;

/// The formats, each a row.
const FORMATS: &[(&str, Write)] = &[("c", write_c), ("raw", write_raw)];

/// A test that is exported.
struct Test<'a> {
    name: &'a str,
    claim: String,
    input: KTest,
    program: &'a Program,
}

/// Adds help and arguments.
pub(crate) fn describe(command: Command) -> Command {
    let command = command
        .about("Turns tests into C files that replay them, or into raw bytes")
        .after_help(EXAMPLES)
        .arg(
            Arg::new(FORMAT)
                .long(FORMAT)
                .value_parser(FORMATS.iter().map(|(name, _)| *name).collect::<Vec<_>>())
                .default_value("c")
                .help("A C file to compile with the program, or a file of bytes for each input"),
        )
        .arg(
            Arg::new(TO)
                .long(TO)
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .default_value("braid-export")
                .help("The folder to write to; made if it is not there"),
        );
    tests_of::arguments(command)
}

/// Does the work.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Exit, Failure> {
    let wrong = |error: FolderError| tests_of::failure(&error);
    let folder = Folder::open(&tests_of::folder(matches)).map_err(wrong)?;
    let names = tests_of::chosen(matches, &folder)?;
    let program = folder.read_run().map_err(wrong)?.program;
    let format = matches.get_one::<String>(FORMAT).expect("has a default");
    let (_, write) =
        FORMATS.iter().find(|(name, _)| name == format).expect("the parser knows only formats of the table");
    let to = matches.get_one::<PathBuf>(TO).expect("has a default");
    let mut files = 0;
    for name in &names {
        let input = folder.read_input(name).map_err(wrong)?;
        // A test of another tool has no claim; its inputs are as good.
        let claim = folder.read_claim(name).map_or_else(|_| "a test".to_owned(), |claim| judge::describe(&claim));
        files += write(&Test { name, claim, input, program: &program }, to).map_err(wrong)?;
    }
    if format == "c" {
        let failed = |error| wrong(FolderError::Write { path: to.join(export::HEADERS), error });
        write_headers(to, HEADERS).map_err(failed)?;
    }
    writeln!(console.out(), "{} tests, {files} files in {}", names.len(), to.display())?;
    Ok(Exit::Ok)
}

fn write_c(test: &Test<'_>, to: &Path) -> Result<usize, FolderError> {
    let text = export::c_file(test.name, &test.claim, &test.input, test.program);
    write_file(&to.join(format!("{}.c", test.name)), text.as_bytes())?;
    Ok(1)
}

/// The files of a test lie in a folder of its own; a fuzz target has one file, which lies with the others.
fn write_raw(test: &Test<'_>, to: &Path) -> Result<usize, FolderError> {
    let files = export::raw_files(&test.input, test.program);
    for (name, bytes) in &files {
        let path = if test.program.is_fuzz_target() { to.join(test.name) } else { to.join(test.name).join(name) };
        write_file(&path, bytes)?;
    }
    Ok(files.len())
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    let folder = path.parent().expect("a file lies in a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, bytes))
        .map_err(|error| FolderError::Write { path: path.to_owned(), error })
}
