//! Debug information: locations, and the tables they refer to.

use core::fmt::{self, Write};

use braid_entity::{Entity, Symbol};

use super::{Printer, flush, put};
use crate::debug::{DebugType, DebugTypeKind, Loc, Scope, Var};
use crate::text::keywords::{DEBUG_TYPE_KINDS, SCOPE_KINDS, word};

impl Printer<'_> {
    /// Writes the tables of debug information: files, scopes, types, variables, and calls that were inlined.
    pub fn debug_tables(&self, out: &mut dyn Write) -> fmt::Result {
        let debug = &self.module.debug;
        let mut line = String::from("\n");
        for (id, file) in debug.files.iter() {
            put!(&mut line, "{id} = ");
            self.put_quoted(&mut line, file.name);
            line.push_str(" in ");
            self.put_quoted(&mut line, file.directory);
            line.push('\n');
        }
        for (id, scope) in debug.scopes.iter() {
            put!(&mut line, "{id} = {}", word(SCOPE_KINDS, &scope.kind));
            self.put_scope(&mut line, scope);
        }
        for (id, ty) in debug.types.iter() {
            put!(&mut line, "{id} = ");
            self.put_debug_type(&mut line, ty);
        }
        for (id, var) in debug.vars.iter() {
            put!(&mut line, "{id} =");
            self.put_var(&mut line, var);
        }
        for (id, loc) in debug.locs.iter() {
            if let Some(number) = self.labels.locs.get(id.index()).copied().flatten() {
                put!(&mut line, "loc{number} = ");
                self.put_loc(&mut line, loc);
                line.push('\n');
            }
        }
        if line.len() > 1 { flush(&mut line, out) } else { Ok(()) }
    }
    pub(super) fn put_loc(&self, line: &mut String, loc: &Loc) {
        put!(line, "!{}:{} {}", loc.line, loc.column, loc.scope);
        if let Some(at) = loc.inlined_at {
            match self.labels.locs.get(at.index()).copied().flatten() {
                Some(number) => put!(line, " loc{number}"),
                None => put!(line, " ?{at}"),
            }
        }
    }
    fn put_scope(&self, line: &mut String, scope: &Scope) {
        self.put_optional(line, " ", scope.name);
        self.put_optional(line, " linkage ", scope.linkage_name);
        put_line(line, scope.line);
        scope.file.into_iter().for_each(|file| put!(line, " {file}"));
        scope.parent.into_iter().for_each(|parent| put!(line, " in {parent}"));
        line.push_str(if scope.optimized { " optimized" } else { "" });
        line.push('\n');
    }
    fn put_debug_type(&self, line: &mut String, ty: &DebugType) {
        match ty.kind {
            DebugTypeKind::Basic { encoding } => put!(line, "basic({encoding})"),
            kind => line.push_str(word(DEBUG_TYPE_KINDS, &kind)),
        }
        self.put_optional(line, " ", ty.name);
        if ty.bits != 0 {
            put!(line, " bits {}", ty.bits);
        }
        ty.of.into_iter().for_each(|of| put!(line, " of {of}"));
        line.push('\n');
    }
    fn put_var(&self, line: &mut String, var: &Var) {
        self.put_optional(line, " ", Some(var.name));
        put_line(line, var.line);
        if var.arg != 0 {
            put!(line, " arg {}", var.arg);
        }
        var.ty.into_iter().for_each(|ty| put!(line, " {ty}"));
        var.scope.into_iter().for_each(|scope| put!(line, " in {scope}"));
        line.push('\n');
    }
    fn put_optional(&self, line: &mut String, head: &str, name: Option<Symbol>) {
        if let Some(name) = name {
            line.push_str(head);
            self.put_quoted(line, name);
        }
    }
}

fn put_line(line: &mut String, number: u32) {
    if number != 0 {
        put!(line, " line {number}");
    }
}
