//! Printing: a module, or parts of it, as text.
//!
//! Works on modules that are not well formed too, as the verifier's messages need: an id that no table holds prints as
//! the id. Nothing nests deeper than the bound on what is written out inline ([`labels`](super::labels)).

mod calls;
mod constants;
mod debug;
mod functions;
mod insts;
mod symbols;
mod types;

use core::fmt::{self, Write};

use braid_entity::Symbol;

use super::escape;
use super::labels::{Label, Labels};
use crate::constant::GlobalRef;
use crate::debug::FileId;
use crate::module::{FuncId, Module};

/// Appends formatted text to a string, which cannot fail.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => {
        core::fmt::Write::write_fmt($out, format_args!($($arg)*)).expect("a string takes all that is written to it")
    };
}
use put;

/// Where the printer gets lines of source files from, to show them between instructions.
pub trait SourceLines {
    /// The text of a line, counted from 1, if it is known. `module` tells the file's name and folder.
    fn line(&self, module: &Module, file: FileId, line: u32) -> Option<String>;
}

/// Prints a module or parts of it.
pub struct Printer<'a> {
    module: &'a Module,
    labels: Labels,
    source: Option<&'a dyn SourceLines>,
    /// The file of each scope; empty for messages, which show no locations.
    scope_files: Vec<Option<FileId>>,
}

impl<'a> Printer<'a> {
    /// A printer of `module`.
    pub fn new(module: &'a Module) -> Printer<'a> {
        Printer { module, labels: Labels::new(module), source: None, scope_files: module.debug.scope_files() }
    }
    /// Shows the lines of the source, as comments, before the instructions they became.
    #[must_use]
    pub fn with_source(self, source: &'a dyn SourceLines) -> Printer<'a> {
        Printer { source: Some(source), ..self }
    }
    /// A printer of single types and instructions, which needs no pass over all bodies.
    pub(crate) fn for_messages(module: &'a Module) -> Printer<'a> {
        Printer { module, labels: Labels::for_messages(module), source: None, scope_files: Vec::new() }
    }

    /// Writes the whole module.
    pub fn module(&self, out: &mut dyn Write) -> fmt::Result {
        self.header(out)?;
        for func in self.module.funcs.ids() {
            self.function(func, out)?;
        }
        self.debug_tables(out)
    }
    /// Writes what stands before the functions: target, types, constants, global variables, aliases.
    pub fn header(&self, out: &mut dyn Write) -> fmt::Result {
        let mut line = String::new();
        self.module_lines(&mut line);
        flush(&mut line, out)?;
        self.type_entries(out)?;
        self.comdat_entries(out)?;
        self.constant_entries(out)?;
        self.symbol_entries(out)
    }
    /// Writes a function with its body.
    pub fn function(&self, func: FuncId, out: &mut dyn Write) -> fmt::Result {
        self.function_entry(func, out)
    }

    /// The kind and name of a symbol.
    pub(crate) fn symbol_place(&self, symbol: GlobalRef) -> String {
        let mut text = String::from(match symbol {
            GlobalRef::Func(_) => "function ",
            GlobalRef::Var(_) => "global variable ",
            GlobalRef::Alias(_) => "alias ",
            GlobalRef::IFunc(_) => "ifunc ",
        });
        self.put_symbol(&mut text, symbol);
        text
    }

    fn name(&self, name: Symbol) -> &'a str {
        self.module.names.try_get(name).unwrap_or("?")
    }
    fn put_quoted(&self, out: &mut String, name: Symbol) {
        escape::quote(out, self.name(name).as_bytes());
    }
    /// A name after its sign, in quotes where it needs them.
    fn put_name(&self, out: &mut String, sign: char, name: Symbol) {
        out.push(sign);
        match self.name(name) {
            plain if escape::is_plain(plain) => out.push_str(plain),
            other => escape::quote(out, other.as_bytes()),
        }
    }
    fn put_label(&self, out: &mut String, sign: char, label: Label) {
        match label {
            Label::Named(name, nth) => {
                self.put_name(out, sign, name);
                if nth > 0 {
                    put!(out, "#{nth}");
                }
            }
            Label::Numbered(number) => put!(out, "{sign}{number}"),
        }
    }
    fn put_symbol(&self, out: &mut String, symbol: GlobalRef) {
        match self.labels.symbol(symbol) {
            Some(label) => self.put_label(out, '@', label),
            None => put!(out, "@?{symbol:?}"),
        }
    }
}

/// Writes `text` and empties it.
fn flush(text: &mut String, out: &mut dyn Write) -> fmt::Result {
    out.write_str(text)?;
    text.clear();
    Ok(())
}

/// Writes items with commas between them.
fn separated<T>(out: &mut String, items: impl IntoIterator<Item = T>, mut put: impl FnMut(&mut String, T)) {
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        put(out, item);
    }
}
