//! Exit codes, failures, and what happens when Braid itself breaks.
//!
//! The codes are one table, [`EXITS`], which `--help` prints: a script that runs Braid can rely on them. A panic is a
//! bug of ours, never an answer about the program: the hook says so and asks for a report, and the process ends with
//! [`Exit::Internal`], so that it cannot be mistaken for a verdict.

use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

/// Declares [`Exit`] and [`EXITS`] from one list of rows.
macro_rules! exits {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal, $meaning:literal;)+) => {
        /// How a run ended, as the calling shell sees it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        #[allow(dead_code, reason = "the table is the promise to scripts; commands take rows into use as they come")]
        pub(crate) enum Exit {
            $($(#[doc = $doc])+ $name = $code,)+
        }

        /// Every exit code with its meaning, in ascending order.
        pub(crate) const EXITS: &[(Exit, &str)] = &[$((Exit::$name, $meaning),)+];
    };
}

exits! {
    /// The command did what was asked, and there is nothing bad to tell.
    Ok = 0, "done; no bug found";
    /// The analysed program has a bug.
    Bug = 1, "a bug was found in the analysed program";
    /// The arguments make no sense.
    Usage = 2, "the command line is wrong";
    /// A file could not be read, or is not what it should be.
    BadInput = 3, "an input cannot be read or is malformed";
    /// Something was left out or unknown, so there is no verdict.
    Inconclusive = 4, "no verdict: something was bounded, unsupported or unknown";
    /// Braid itself is at fault.
    Internal = 70, "an error of Braid itself; please report it";
    /// Results could not be written: a full disk, a folder without permission.
    Output = 74, "results cannot be written; what was found so far is told";
}

impl Exit {
    /// The number the shell gets.
    pub(crate) const fn code(self) -> u8 {
        self as u8
    }
}

/// The table of exit codes as text, for the end of `--help`.
pub(crate) fn exit_table() -> String {
    let mut text = String::from("Exit codes:");
    for (exit, meaning) in EXITS {
        text.push_str(&format!("\n  {:>2}  {meaning}", exit.code()));
    }
    text
}

/// Why a command gave no answer. The message is complete as it stands: what, where, and what was expected.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file could not be read, or is not what it should be; the message names it and the place in it.
    #[allow(dead_code, reason = "made by the commands that read files")]
    BadInput(String),
    /// Arguments that are well formed but do not go together.
    #[allow(dead_code, reason = "made by the commands that check their arguments")]
    Usage(String),
    /// Our output could not be written.
    Output(io::Error),
    /// Results could not be written to their folder.
    Unwritable(String),
    /// Braid found a mistake of its own.
    Own(String),
}

impl Failure {
    /// The exit code that belongs to this failure. A reader that closed the pipe (`braid ir x.bc | head`) has what it
    /// wanted: this is no error.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Failure::BadInput(_) => Exit::BadInput,
            Failure::Usage(_) => Exit::Usage,
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Ok,
            Failure::Output(_) | Failure::Unwritable(_) => Exit::Output,
            Failure::Own(_) => Exit::Internal,
        }
    }

    /// What to tell the user, if there is anything to tell.
    pub(crate) fn message(&self) -> Option<&dyn fmt::Display> {
        match self {
            Failure::BadInput(message)
            | Failure::Usage(message)
            | Failure::Unwritable(message)
            | Failure::Own(message) => Some(message),
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Failure::Output(error) => Some(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

/// Makes every panic say that it is our bug and what a report should hold.
pub(crate) fn install_panic_hook() {
    panic::set_hook(Box::new(|info| {
        use io::Write as _;
        // If standard error is gone there is nobody left to tell.
        let _ = writeln!(io::stderr().lock(), "{}", panic_message(info));
    }));
}

fn panic_message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let what = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let what = what.unwrap_or("no message");
    let place =
        info.location().map_or_else(|| "an unknown place".to_owned(), |at| format!("{}:{}", at.file(), at.line()));
    format!(
        "braid: internal error at {place}: {what}\n\
         This is a bug in Braid {}, not in your program. Please report it with the command line and the input file.",
        env!("CARGO_PKG_VERSION")
    )
}

/// Runs `work`; `None` says that it panicked (the hook has told the user).
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    // What `work` leaves half done is not looked at again: the process ends.
    panic::catch_unwind(AssertUnwindSafe(work)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_ascending() {
        assert!(EXITS.is_sorted_by(|(a, _), (b, _)| a.code() < b.code()));
    }

    #[test]
    fn the_help_text_has_every_code() {
        let text = exit_table();
        for (exit, meaning) in EXITS {
            assert!(text.contains(&format!("{:>2}  {meaning}", exit.code())), "{text}");
        }
    }

    #[test]
    fn a_panic_is_caught_and_not_an_answer() {
        assert_eq!(guarded(|| 7), Some(7));
        assert_eq!(guarded(|| -> u8 { panic!("on purpose") }), None);
    }

    #[test]
    fn a_closed_pipe_is_no_failure_but_a_full_disk_is() {
        let closed = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!(closed.exit(), Exit::Ok);
        assert!(closed.message().is_none());
        let full = Failure::from(io::Error::from(io::ErrorKind::StorageFull));
        assert_eq!(full.exit(), Exit::Output);
        assert!(full.message().is_some());
    }
}
