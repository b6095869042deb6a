//! Functions: the header line, blocks, instructions with their locations, lines of the source.

use core::fmt::{self, Write};

use braid_entity::Entity;

use super::{Printer, flush, put, separated};
use crate::attributes::{AttributeList, Attributes};
use crate::body::{BlockId, Body, InstData};
use crate::constant::GlobalRef;
use crate::debug::{FileId, Loc};
use crate::inst::Inst;
use crate::module::{BodyState, FuncId, Function};
use crate::types::Type;

/// Locations are printed from this column on, so that instructions and places can be read apart.
const LOCATION_COLUMN: usize = 56;

impl Printer<'_> {
    pub(super) fn function_entry(&self, id: FuncId, out: &mut dyn Write) -> fmt::Result {
        let func = &self.module.funcs[id];
        let mut line = String::from("\n");
        match &func.body {
            BodyState::Ready(body) => {
                line.push_str("define ");
                self.put_function_header(&mut line, id, func, Some(body));
                line.push_str(" {\n");
                flush(&mut line, out)?;
                self.body(func, body, out)?;
                line.push_str("}\n");
            }
            BodyState::Declared => {
                line.push_str("declare ");
                self.put_function_header(&mut line, id, func, None);
                line.push('\n');
            }
            BodyState::Lazy { .. } => {
                line.push_str("declare ");
                self.put_function_header(&mut line, id, func, None);
                line.push_str(" ; defined, not decoded yet\n");
            }
        }
        flush(&mut line, out)
    }

    fn put_function_header(&self, line: &mut String, id: FuncId, func: &Function, body: Option<&Body>) {
        self.put_symbol_prefix(line, &func.symbol, true);
        self.put_convention(line, func.convention);
        let none = AttributeList::default();
        let attrs = self.attribute_list(func.attrs).unwrap_or(&none);
        self.put_spaced(line, &attrs.ret);
        let Some(Type::Function { ret, params, varargs }) = self.module.types.get(func.ty) else {
            put!(line, "?{} ", func.ty);
            return self.put_symbol(line, GlobalRef::Func(id));
        };
        self.put_type(line, *ret);
        line.push(' ');
        self.put_symbol(line, GlobalRef::Func(id));
        line.push('(');
        separated(line, params.iter().enumerate(), |line, (at, ty)| {
            self.put_type(line, *ty);
            attrs.params.get(at).into_iter().for_each(|set| self.put_attributes(line, set));
            if let Some(body) = body {
                put!(line, " v{at}");
                let value = body.values.values().nth(at);
                value.and_then(|value| value.name).into_iter().for_each(|name| self.put_name_after(line, name));
            }
        });
        if *varargs {
            line.push_str(if params.is_empty() { "..." } else { ", ..." });
        }
        line.push(')');
        self.put_attributes(line, &attrs.func);
        self.put_extra_params(line, attrs, params.len());
        self.put_function_suffix(line, func, body);
    }
    fn put_function_suffix(&self, line: &mut String, func: &Function, body: Option<&Body>) {
        self.put_symbol_suffix(line, &func.symbol);
        if func.space != 0 {
            put!(line, ", addrspace({})", func.space);
        }
        if func.align != 0 {
            put!(line, ", align {}", func.align);
        }
        if let Some(gc) = func.gc {
            line.push_str(", gc ");
            self.put_quoted(line, gc);
        }
        for (head, part) in
            [(", personality ", func.personality), (", prefix ", func.prefix), (", prologue ", func.prologue)]
        {
            if let Some(part) = part {
                line.push_str(head);
                self.put_typed(line, part);
            }
        }
        if let Some(scope) = body.and_then(|body| body.scope) {
            put!(line, ", {scope}");
        }
    }
    /// Attributes of parameters that are not in the list of parameters or arguments.
    pub(super) fn put_extra_params(&self, line: &mut String, attrs: &AttributeList, from: usize) {
        for (at, set) in attrs.params.iter().enumerate().skip(from).filter(|(_, set)| !set.is_empty()) {
            put!(line, " param({at}");
            self.put_attributes(line, set);
            line.push(')');
        }
    }
    pub(super) fn attribute_list(&self, id: crate::attributes::AttrListId) -> Option<&AttributeList> {
        (id.index() < self.module.attrs.iter().len()).then(|| &self.module.attrs[id])
    }
    /// Attributes, each with a space after it.
    pub(super) fn put_spaced(&self, line: &mut String, attributes: &Attributes) {
        let mut text = String::new();
        self.put_attributes(&mut text, attributes);
        if let Some(text) = text.strip_prefix(' ') {
            put!(line, "{text} ");
        }
    }
    pub(super) fn put_convention(&self, line: &mut String, convention: u16) {
        if convention != 0 {
            put!(line, "cc({convention}) ");
        }
    }
    pub(super) fn put_name_after(&self, line: &mut String, name: braid_entity::Symbol) {
        line.push(' ');
        self.put_name(line, '%', name);
    }

    fn body(&self, func: &Function, body: &Body, out: &mut dyn Write) -> fmt::Result {
        let mut line = String::new();
        for &block in &body.order {
            self.put_block_head(&mut line, body, block);
            let mut shown = None;
            let insts = body.blocks.get(block).map_or(&[][..], |block| &block.insts);
            for &id in insts {
                let Some(data) = body.insts.get(id) else { continue };
                self.put_source_line(&mut line, data, &mut shown);
                let start = line.len();
                line.push_str("  ");
                self.put_inst(&mut line, func, body, data);
                self.put_location(&mut line, start, data);
                line.push('\n');
                flush(&mut line, out)?;
            }
            flush(&mut line, out)?;
        }
        Ok(())
    }
    fn put_block_head(&self, line: &mut String, body: &Body, block: BlockId) {
        put!(line, "{block}");
        let name = body.blocks.get(block).and_then(|block| block.name);
        name.into_iter().for_each(|name| self.put_name_after(line, name));
        line.push_str(":\n");
    }
    /// `!line:column scope`, the call it was inlined at, and as a comment what people want to know: the place, or the
    /// name of the variable that a debug record is about.
    fn put_location(&self, line: &mut String, start: usize, data: &InstData) {
        let Some(id) = data.loc.filter(|loc| loc.index() < self.module.debug.locs.len()) else { return };
        let loc = &self.module.debug.locs[id];
        // The last line of a switch is the one that is filled up.
        let width = line[start..].rsplit('\n').next().map_or(0, str::len);
        line.extend(core::iter::repeat_n(' ', LOCATION_COLUMN.saturating_sub(width).max(1)));
        self.put_loc(line, loc);
        if let Inst::DebugValue(x) | Inst::DebugDeclare(x) = &data.inst {
            let name = self.module.debug.vars.get(x.var).map_or("", |var| self.name(var.name));
            put!(line, " ; {}", printable(name));
        } else if let Some(file) = self.file_of(loc).filter(|_| loc.line != 0).and_then(|file| self.file_name(file)) {
            let name = file.rsplit('/').next().unwrap_or(file);
            put!(line, " ; {}:{}:{}", printable(name), loc.line, loc.column);
        }
    }
    fn file_of(&self, loc: &Loc) -> Option<FileId> {
        self.scope_files.get(loc.scope.index()).copied().flatten()
    }
    fn file_name(&self, file: FileId) -> Option<&str> {
        (file.index() < self.module.debug.files.len()).then(|| self.name(self.module.debug.files[file].name))
    }
    /// The line of the source that the instruction is from, if it is another one than that of the instruction before.
    fn put_source_line(&self, line: &mut String, data: &InstData, shown: &mut Option<(FileId, u32)>) {
        // A debug record has the line of a declaration, which would come up again at every assignment.
        let Some(source) = self.source.filter(|_| !data.inst.is_debug()) else { return };
        let Some(loc) = data.loc.filter(|loc| loc.index() < self.module.debug.locs.len()) else { return };
        let loc = self.module.debug.locs[loc];
        let Some(file) = self.file_of(&loc).filter(|_| loc.line != 0) else { return };
        if shown.replace((file, loc.line)) == Some((file, loc.line)) {
            return;
        }
        if let Some(text) = source.line(self.module, file, loc.line) {
            let text: String = text.trim_end().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            put!(line, "  ; {:>4} | {text}\n", loc.line);
        }
    }
}

/// A name as it can stand in a comment.
fn printable(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}
