//! The lines about the module as a whole, comdats, global variables, aliases, indirect functions, and what all symbols
//! have in common.

use core::fmt::{self, Write};

use braid_entity::Entity;

use super::{Printer, flush, put, separated};
use crate::attributes::{AttrFlags, Attributes};
use crate::constant::GlobalRef;
use crate::module::{Global, Linkage, SymbolInfo, ThreadLocal, UnnamedAddr, Visibility};
use crate::text::escape;
use crate::text::keywords::{COMDAT_KINDS, THREAD_MODELS, UNNAMED_ADDRS, VISIBILITIES, word};

impl Printer<'_> {
    pub(super) fn module_lines(&self, out: &mut String) {
        let module = self.module;
        let line = |out: &mut String, head: &str, text: &str| {
            out.push_str(head);
            escape::quote(out, text.as_bytes());
            out.push('\n');
        };
        if let Some(name) = module.source_name {
            line(out, "source_filename = ", self.name(name));
        }
        if !module.layout.text().is_empty() {
            line(out, "target datalayout = ", module.layout.text());
        }
        if let Some(triple) = module.triple {
            line(out, "target triple = ", self.name(triple));
        }
        module.origins.iter().for_each(|origin| line(out, "origin = ", origin));
        if !module.sync_scopes.is_empty() {
            out.push_str("sync_scopes = ");
            separated(out, &module.sync_scopes, |out, name| self.put_quoted(out, *name));
            out.push('\n');
        }
        module.asm.iter().for_each(|asm| line(out, "module asm ", asm));
    }
    pub(super) fn comdat_entries(&self, out: &mut dyn Write) -> fmt::Result {
        let mut line = String::new();
        for (comdat, label) in self.module.comdats.values().zip(&self.labels.comdats) {
            self.put_label(&mut line, '$', *label);
            put!(&mut line, " = comdat {}\n", word(COMDAT_KINDS, &comdat.kind));
        }
        flush(&mut line, out)
    }
    pub(super) fn symbol_entries(&self, out: &mut dyn Write) -> fmt::Result {
        let mut line = String::new();
        for (id, global) in self.module.globals.iter() {
            self.put_symbol(&mut line, GlobalRef::Var(id));
            self.put_global(&mut line, global);
            flush(&mut line, out)?;
        }
        for (id, alias) in self.module.aliases.iter() {
            self.put_symbol(&mut line, GlobalRef::Alias(id));
            line.push_str(" = ");
            self.put_symbol_prefix(&mut line, &alias.symbol, true);
            put_space(&mut line, alias.space);
            line.push_str("alias ");
            self.put_type(&mut line, alias.ty);
            line.push_str(", ");
            self.put_typed(&mut line, alias.target);
            self.put_symbol_suffix(&mut line, &alias.symbol);
            line.push('\n');
            flush(&mut line, out)?;
        }
        for (id, ifunc) in self.module.ifuncs.iter() {
            self.put_symbol(&mut line, GlobalRef::IFunc(id));
            line.push_str(" = ");
            self.put_symbol_prefix(&mut line, &ifunc.symbol, true);
            put_space(&mut line, ifunc.space);
            line.push_str("ifunc ");
            self.put_type(&mut line, ifunc.ty);
            line.push_str(", ");
            self.put_typed(&mut line, ifunc.resolver);
            self.put_symbol_suffix(&mut line, &ifunc.symbol);
            line.push('\n');
            flush(&mut line, out)?;
        }
        Ok(())
    }
    fn put_global(&self, line: &mut String, global: &Global) {
        line.push_str(" = ");
        self.put_symbol_prefix(line, &global.symbol, global.init.is_some());
        put_space(line, global.space);
        line.push_str(if global.externally_initialized { "externally_initialized " } else { "" });
        line.push_str(if global.constant { "constant " } else { "global " });
        self.put_type(line, global.ty);
        match global.init.map(|init| (init, self.module.consts.get(init))) {
            // An initial value is written out whatever its size.
            Some((init, Some(constant))) if self.module.const_type(init) == Some(global.ty) => {
                line.push(' ');
                self.put_constant_node(line, init, constant);
            }
            Some((init, _)) => {
                line.push(' ');
                self.put_expected(line, init, global.ty);
            }
            None => {}
        }
        self.put_symbol_suffix(line, &global.symbol);
        if global.align != 0 {
            put!(line, ", align {}", global.align);
        }
        line.push('\n');
    }

    /// Linkage and so on. That a symbol is external is said of declarations only, as in LLVM.
    pub(super) fn put_symbol_prefix(&self, out: &mut String, symbol: &SymbolInfo, defined: bool) {
        let mut say = |text: &str| {
            out.push_str(text);
            out.push_str(if text.is_empty() { "" } else { " " });
        };
        if symbol.linkage != Linkage::External || !defined {
            say(word(Linkage::NAMES, &symbol.linkage));
        }
        if symbol.visibility != Visibility::Default {
            say(word(VISIBILITIES, &symbol.visibility));
        }
        say(if symbol.dso_local { "dso_local" } else { "" });
        if symbol.unnamed_addr != UnnamedAddr::No {
            say(word(UNNAMED_ADDRS, &symbol.unnamed_addr));
        }
        if symbol.thread_local != ThreadLocal::No {
            put!(out, "thread_local({}) ", word(THREAD_MODELS, &symbol.thread_local));
        }
    }
    /// Where the symbol is placed and which group it is in.
    pub(super) fn put_symbol_suffix(&self, out: &mut String, symbol: &SymbolInfo) {
        for (head, name) in [(", section ", symbol.section), (", partition ", symbol.partition)] {
            if let Some(name) = name {
                out.push_str(head);
                self.put_quoted(out, name);
            }
        }
        if let Some(comdat) = symbol.comdat {
            out.push_str(", comdat ");
            match self.labels.comdats.get(comdat.index()) {
                Some(label) => self.put_label(out, '$', *label),
                None => put!(out, "?{comdat}"),
            }
        }
        if symbol.origin != 0 {
            put!(out, ", origin {}", symbol.origin);
        }
    }

    /// Attributes, each with a space before it.
    pub(super) fn put_attributes(&self, out: &mut String, attributes: &Attributes) {
        for (_, word) in AttrFlags::NAMES.iter().filter(|(flag, _)| attributes.flags.has(*flag)) {
            put!(out, " {word}");
        }
        for (word, number) in [
            ("align", attributes.align),
            ("alignstack", attributes.stack_align),
            ("dereferenceable", attributes.dereferenceable),
        ] {
            if number != 0 {
                put!(out, " {word}({number})");
            }
        }
        for (word, ty) in [
            ("byval", attributes.by_val),
            ("byref", attributes.by_ref),
            ("sret", attributes.s_ret),
            ("inalloca", attributes.in_alloca),
            ("preallocated", attributes.preallocated),
            ("elementtype", attributes.element),
        ] {
            if let Some(ty) = ty {
                put!(out, " {word}(");
                self.put_type(out, ty);
                out.push(')');
            }
        }
        match attributes.alloc_size {
            Some((size, Some(count))) => put!(out, " allocsize({size}, {count})"),
            Some((size, None)) => put!(out, " allocsize({size})"),
            None => {}
        }
    }
}

fn put_space(out: &mut String, space: u32) {
    if space != 0 {
        put!(out, "addrspace({space}) ");
    }
}
