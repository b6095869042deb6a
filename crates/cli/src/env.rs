//! `braid env`: how each function that a program does not define is carried out, and who says so.

use std::io::Write as _;
use std::path::PathBuf;

use braid::{CallRow, How, Options, call_table};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::json;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::run::failure;

const NAMES: &str = "names";
const FILE: &str = "env";
const JSON: &str = "json";

/// What the row of a function says that nobody carries out.
const NOBODY: &str = "no model (--undefined or --env says otherwise)";

const FILE_HELP: &str = "\
The file of --env, also of braid run, has a row on each line:

  getpid  model my/getpid.c   # the function of this C file, linked in place of Braid's
  rand    any                 # any result, and nothing else happens
  strfry  native              # the machine's, in a process of its own
  getenv  refused             # the path ends there";

/// Adds help and arguments.
pub(crate) fn describe(command: Command) -> Command {
    command
        .about("Shows how functions that a program does not define are carried out")
        .after_help(FILE_HELP)
        .arg(Arg::new(NAMES).value_name("FUNCTION").num_args(0..).help("Only these functions"))
        .arg(
            Arg::new(FILE)
                .long(FILE)
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("A file with rows that replace those of the table"),
        )
        .arg(Arg::new(JSON).long(JSON).action(ArgAction::SetTrue).help("Print the rows as JSON"))
}

/// Does the work.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console) -> Result<Exit, Failure> {
    let options = Options { env: matches.get_one::<PathBuf>(FILE).cloned(), ..Options::default() };
    let rows = call_table(&options).map_err(|error| failure(error, console))?;
    let names: Vec<&String> = matches.get_many(NAMES).into_iter().flatten().collect();
    let rows = if names.is_empty() { rows } else { names.into_iter().map(|name| row_of(&rows, name)).collect() };
    let text = if matches.get_flag(JSON) { to_json(&rows) } else { table(&rows) };
    console.out().write_all(text.as_bytes())?;
    Ok(Exit::Ok)
}

/// The row of a function; one that is in no table is refused.
fn row_of(rows: &[CallRow], name: &str) -> CallRow {
    let nobody = || CallRow { name: name.to_owned(), how: How::Refused, source: NOBODY.to_owned() };
    rows.iter().find(|row| row.name == name).cloned().unwrap_or_else(nobody)
}

fn table(rows: &[CallRow]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).min(32);
    let lines = rows.iter().map(|row| format!("{:width$}  {:18}  {}\n", row.name, row.how.name(), row.source));
    lines.chain(["every other function: refused, unless --undefined or --env says otherwise\n".to_owned()]).collect()
}

fn to_json(rows: &[CallRow]) -> String {
    let row = |row: &CallRow| json!({ "function": row.name, "how": row.how.name(), "source": row.source });
    format!("{:#}\n", json!(rows.iter().map(row).collect::<Vec<_>>()))
}
