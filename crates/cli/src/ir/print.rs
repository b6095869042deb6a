//! Writes the text form to the console.

use std::fmt;
use std::io::{self, Write};

use braid_ir::text::{HEADER, Printer};
use braid_ir::{FuncId, Module};

use super::source::SourceFiles;

/// Writes the whole module, or only some of its functions; with lines of source files if there are any.
pub(super) fn print(
    module: &Module,
    only: Option<&[FuncId]>,
    source: Option<&SourceFiles>,
    out: &mut impl Write,
) -> io::Result<()> {
    let printer = Printer::new(module);
    let printer = match source {
        Some(source) => printer.with_source(source),
        None => printer,
    };
    let mut adapter = Adapter { out, error: None };
    let done = match only {
        Some(funcs) => funcs.iter().try_for_each(|&func| printer.function(func, &mut adapter)),
        None => fmt::Write::write_str(&mut adapter, &format!("{HEADER}\n")).and_then(|()| printer.module(&mut adapter)),
    };
    match (done, adapter.error) {
        (Ok(()), None) => Ok(()),
        (_, Some(error)) => Err(error),
        (Err(fmt::Error), None) => Err(io::Error::other("the text form could not be written")),
    }
}

/// Lets a formatter write to a stream, and keeps the stream's own error.
struct Adapter<'a, W> {
    out: &'a mut W,
    error: Option<io::Error>,
}

impl<W: Write> fmt::Write for Adapter<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
