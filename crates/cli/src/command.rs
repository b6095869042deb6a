//! The table of commands: what `braid --help` lists and how a command line finds its way to the code behind it.
//!
//! A command is a file with two functions, `command` (its name, help and arguments) and `run`, and one row in
//! [`COMMANDS`]. Nothing else has to change to add one, and a command that is not written yet is not listed.

use clap::{ArgMatches, Command};

use crate::console::Console;
use crate::exit::{Exit, Failure, exit_table};
use crate::{doctor, env, export, ir, replay, run, solve};

/// One command.
pub(crate) struct Row {
    /// Its name, as typed.
    pub(crate) name: &'static str,
    /// Adds help and arguments to the bare command of that name.
    pub(crate) describe: fn(Command) -> Command,
    /// Does the work.
    pub(crate) run: fn(&ArgMatches, &mut Console) -> Result<Exit, Failure>,
}

/// Every command there is, in the order in which help lists them.
pub(crate) const COMMANDS: &[Row] = &[
    Row { name: "run", describe: run::describe, run: run::run },
    Row { name: "replay", describe: replay::describe, run: replay::run },
    Row { name: "export", describe: export::describe, run: export::run },
    Row { name: "ir", describe: ir::describe, run: ir::run },
    Row { name: "solve", describe: solve::describe, run: solve::run },
    Row { name: "env", describe: env::describe, run: env::run },
    Row { name: "doctor", describe: doctor::describe, run: doctor::run },
];

/// The parser for the whole command line.
pub(crate) fn parser() -> Command {
    let bare = Command::new("braid")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Explores all paths of a program: tests, bugs and a verdict come out.")
        .after_help(exit_table())
        .subcommand_required(true)
        .arg_required_else_help(true);
    COMMANDS.iter().fold(bare, |parser, row| parser.subcommand((row.describe)(Command::new(row.name))))
}

/// Runs the command that was named.
pub(crate) fn dispatch(matches: &ArgMatches, console: &mut Console) -> Result<Exit, Failure> {
    let (name, arguments) = matches.subcommand().expect("the parser requires a command");
    let row = COMMANDS.iter().find(|row| row.name == name).expect("the parser knows only commands of the table");
    (row.run)(arguments, console)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_is_consistent() {
        parser().debug_assert();
    }

    #[test]
    fn every_command_has_help() {
        for command in parser().get_subcommands() {
            assert!(command.get_about().is_some(), "{} says nothing about itself", command.get_name());
        }
    }
}
