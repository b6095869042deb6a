//! The arguments that name the folder of a run and tests in it, shared by the commands that work on tests.

use std::path::PathBuf;

use braid_report::{Folder, FolderError};
use clap::{Arg, ArgMatches, Command, value_parser};

use crate::exit::Failure;

const OUT: &str = "OUT";
const TESTS: &str = "TEST";
/// The newest run.
const LAST: &str = "braid-last";

/// Adds the arguments.
pub(crate) fn arguments(command: Command) -> Command {
    command
        .arg(
            Arg::new(OUT)
                .help("The folder that 'braid run' wrote")
                .default_value(LAST)
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(Arg::new(TESTS).num_args(0..).help("Only these tests, by name or number [default: all]"))
}

/// The folder of the run.
pub(crate) fn folder(matches: &ArgMatches) -> PathBuf {
    matches.get_one::<PathBuf>(OUT).expect("has a default").clone()
}

/// The tests that the arguments name, in their order; all of the folder if none is named.
pub(crate) fn chosen(matches: &ArgMatches, folder: &Folder) -> Result<Vec<String>, Failure> {
    let all = folder.test_names().map_err(|error| failure(&error))?;
    let Some(words) = matches.get_many::<String>(TESTS) else { return Ok(all) };
    let known = |word: &String| {
        let name = name_of(word);
        let missing = || format!("{}: there is no test '{word}' ({} tests)", folder.path().display(), all.len());
        all.contains(&name).then_some(name).ok_or_else(|| Failure::Usage(missing()))
    };
    words.map(known).collect()
}

/// A test may be named by its number, its name, or one of its files.
fn name_of(word: &str) -> String {
    let file = word.rsplit('/').next().unwrap_or(word);
    let name = file.split('.').next().unwrap_or(file);
    name.parse().map_or_else(|_| name.to_owned(), braid_report::folder::test_name)
}

/// A folder that cannot be read is bad input.
pub(crate) fn failure(error: &FolderError) -> Failure {
    Failure::BadInput(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_have_several_names() {
        for word in ["7", "test000007", "test000007.ktest", "braid-last/test000007.assert.err"] {
            assert_eq!(name_of(word), "test000007");
        }
        assert_eq!(name_of("nonsense"), "nonsense");
    }
}
