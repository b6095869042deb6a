//! Runs a command with its output both shown and kept.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// What a command did.
pub(crate) struct Finished {
    /// Whether it ended with code 0.
    pub(crate) success: bool,
    /// Its lines, those of standard output before those of standard error.
    pub(crate) lines: Vec<String>,
}

/// When the lines of a command are shown; they are kept in any case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Show {
    /// As they come.
    Live,
    /// At the end, if the command failed: for those that say much when all is well.
    IfFailed,
    /// Not at all.
    Silent,
}

/// A `cargo` command at `root`, with the cargo that runs us.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root).env("CARGO_TERM_COLOR", "never");
    // Set by `cargo xtask` for us; a nested cargo would take them for its own and build everything anew.
    for (name, _) in std::env::vars_os() {
        let foreign =
            name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"));
        if foreign {
            command.env_remove(name);
        }
    }
    command
}

/// Runs `command` to its end.
pub(crate) fn run(mut command: Command, show: Show) -> Finished {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => return Finished { success: false, lines: vec![format!("cannot start {command:?}: {error}")] },
    };
    let out = child.stdout.take().expect("standard output is piped");
    let err = child.stderr.take().expect("standard error is piped");
    let err_lines = thread::spawn(move || drain(err, show));
    let mut lines = drain(out, show);
    lines.extend(err_lines.join().expect("reading lines does not panic"));
    let success = child.wait().is_ok_and(|status| status.success());
    if show == Show::IfFailed && !success {
        lines.iter().for_each(|line| println!("{line}"));
    }
    Finished { success, lines }
}

fn drain(stream: impl Read, show: Show) -> Vec<String> {
    let mut kept = Vec::new();
    for line in BufReader::new(stream).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line).into_owned();
        if show == Show::Live {
            println!("{line}");
        }
        kept.push(line);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_streams_are_kept_and_the_code_is_seen() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo out; echo err >&2; exit 3"]);
        let finished = run(command, Show::Silent);
        assert!(!finished.success);
        assert_eq!(finished.lines, ["out", "err"]);
    }

    #[test]
    fn a_command_that_is_not_there_has_failed() {
        assert!(!run(Command::new("./no-such-command"), Show::Silent).success);
    }
}
