//! Types, and the entries of those that have one.

use core::fmt::{self, Write};

use super::{Printer, flush, put, separated};
use crate::text::labels::type_entry;
use crate::types::{Type, TypeId};

impl Printer<'_> {
    /// `%name = type ...` for each type that has an entry.
    pub(super) fn type_entries(&self, out: &mut dyn Write) -> fmt::Result {
        let mut line = String::new();
        for (id, ty) in self.module.types.iter() {
            let Some(label) = type_entry(&self.labels, id) else { continue };
            self.put_label(&mut line, '%', label);
            line.push_str(" = type ");
            self.put_type_node(&mut line, id, ty);
            line.push('\n');
            flush(&mut line, out)?;
        }
        Ok(())
    }

    /// A type where it is used.
    pub(crate) fn type_text(&self, ty: TypeId) -> String {
        let mut text = String::new();
        self.put_type(&mut text, ty);
        text
    }

    /// A type where it is used.
    pub(super) fn put_type(&self, out: &mut String, id: TypeId) {
        match (type_entry(&self.labels, id), self.module.types.get(id)) {
            (Some(label), _) => self.put_label(out, '%', label),
            (None, Some(ty)) => self.put_type_node(out, id, ty),
            (None, None) => put!(out, "?{id}"),
        }
    }
    /// A part of the type `whole`; only smaller ids are followed, so that this ends for every table.
    fn put_part(&self, out: &mut String, whole: TypeId, part: TypeId) {
        if part < whole { self.put_type(out, part) } else { put!(out, "?{part}") }
    }

    fn put_type_node(&self, out: &mut String, id: TypeId, ty: &Type) {
        match ty {
            Type::Void => out.push_str("void"),
            Type::Int(bits) => put!(out, "i{bits}"),
            Type::Float(kind) => out.push_str(kind.name()),
            Type::Ptr { space: 0 } => out.push_str("ptr"),
            Type::Ptr { space } => put!(out, "ptr addrspace({space})"),
            Type::Array { elem, len } => {
                put!(out, "[{len} x ");
                self.put_part(out, id, *elem);
                out.push(']');
            }
            Type::Struct { fields, packed, .. } => self.put_fields(out, id, fields, *packed),
            Type::Opaque { .. } => out.push_str("opaque"),
            Type::Vector { elem, len, scalable } => {
                put!(out, "<{}{len} x ", if *scalable { "vscale x " } else { "" });
                self.put_part(out, id, *elem);
                out.push('>');
            }
            Type::Function { ret, params, varargs } => {
                self.put_part(out, id, *ret);
                out.push_str(" (");
                separated(out, params, |out, param| self.put_part(out, id, *param));
                if *varargs {
                    out.push_str(if params.is_empty() { "..." } else { ", ..." });
                }
                out.push(')');
            }
            Type::Label => out.push_str("label"),
            Type::Token => out.push_str("token"),
            Type::Metadata => out.push_str("metadata"),
            Type::X86Mmx => out.push_str("x86_mmx"),
            Type::X86Amx => out.push_str("x86_amx"),
            Type::Target { name, types, ints } => {
                out.push_str("target(");
                self.put_quoted(out, *name);
                for ty in types {
                    out.push_str(", ");
                    self.put_part(out, id, *ty);
                }
                ints.iter().for_each(|int| put!(out, ", {int}"));
                out.push(')');
            }
        }
    }
    fn put_fields(&self, out: &mut String, id: TypeId, fields: &[TypeId], packed: bool) {
        out.push_str(if packed { "<{" } else { "{" });
        if !fields.is_empty() {
            out.push(' ');
            separated(out, fields, |out, field| self.put_part(out, id, *field));
            out.push(' ');
        }
        out.push_str(if packed { "}>" } else { "}" });
    }
}
