//! The command line: the one part of Braid that reads arguments, prints, and ends the process.
//!
//! Every command is a row of [`command::COMMANDS`] and a file of its own beside this one. A command gets its matched
//! arguments and a [`Console`], and answers with an [`Exit`] or a [`Failure`]; how either becomes a message and an exit
//! code is decided here and in [`exit`], once for all commands.
//!
//! Invariant: the process ends only in [`main`], and only with a code of the table in [`exit`].

mod command;
mod console;
mod doctor;
mod env;
mod exit;
mod export;
mod input;
mod ir;
mod memory;
mod replay;
mod run;
mod solve;
mod tests_of;

use std::process::ExitCode;

use crate::console::Console;
use crate::exit::{Exit, Failure};

fn main() -> ExitCode {
    exit::install_panic_hook();
    let mut console = Console::of_process();
    let exit = exit::guarded(|| run(&mut console)).unwrap_or(Exit::Internal);
    ExitCode::from(exit.code())
}

/// Parses the arguments, runs the command they name, and says what went wrong if something did.
fn run(console: &mut Console) -> Exit {
    let matches = match command::parser().try_get_matches_from(run::words::gather(std::env::args_os().collect())) {
        Ok(matches) => matches,
        Err(error) => return usage_exit(&error),
    };
    let outcome = command::dispatch(&matches, console).and_then(|exit| {
        console.flush()?;
        Ok(exit)
    });
    outcome.unwrap_or_else(|failure| report(&failure, console))
}

/// `--help` and `--version` come as errors too, but they are what the user asked for.
fn usage_exit(error: &clap::Error) -> Exit {
    // Nothing can be told to a user whose terminal is gone.
    let _ = error.print();
    if error.use_stderr() { Exit::Usage } else { Exit::Ok }
}

fn report(failure: &Failure, console: &mut Console) -> Exit {
    // What a command wrote before it failed still belongs before the message; a closed pipe changes nothing here.
    let _ = console.flush();
    if let Some(message) = failure.message() {
        console.complain(message);
    }
    failure.exit()
}
