//! Where a command writes: buffered standard output for results, standard error for complaints.
//!
//! Commands write to a [`Console`] and never use `println!`, which panics when the reader has closed the pipe. Text
//! is plain: no escape sequences are written, so a file or a pipe gets the same bytes as a terminal.

use std::fmt;
use std::io::{self, BufWriter, Stderr, Stdout, Write};

/// The two output streams of the process.
pub(crate) struct Console {
    out: BufWriter<Stdout>,
    err: Stderr,
}

impl Console {
    /// The console of this process.
    pub(crate) fn of_process() -> Self {
        Console { out: BufWriter::new(io::stdout()), err: io::stderr() }
    }

    /// Where results go. Flushed at the end of the run.
    #[allow(dead_code, reason = "used by the commands")]
    pub(crate) fn out(&mut self) -> &mut impl Write {
        &mut self.out
    }

    /// One complaint, as `braid: message`.
    pub(crate) fn complain(&mut self, message: impl fmt::Display) {
        // If standard error is gone there is nobody left to tell.
        let _ = writeln!(self.err, "braid: {message}");
    }

    /// Text beside the results, as it is.
    pub(crate) fn note(&mut self, text: &str) {
        // As above: nobody is left to tell.
        let _ = self.err.write_all(text.as_bytes());
    }

    /// Brings everything written so far to its reader.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
