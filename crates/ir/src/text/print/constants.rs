//! Constants, and the entries of large ones.
//!
//! A constant is written either where its type is known from the place, and then without it (`5`), or where it is not,
//! and then with it (`i32 5`). Those whose text tells the type (`@x`, `c4`, `asm ...`) never need it.

use core::fmt::{self, Write};

use super::{Printer, flush, put, separated};
use crate::constant::{Asm, ConstId, Constant};
use crate::inst::{PtrFlags, WrapFlags};
use crate::text::escape;
use crate::text::labels::entry;
use crate::types::{FloatKind, Type, TypeId, TypeTable};

impl Printer<'_> {
    /// `c0: type = ...` for each constant that has an entry.
    pub(super) fn constant_entries(&self, out: &mut dyn Write) -> fmt::Result {
        let mut line = String::new();
        for (id, constant) in self.module.consts.iter() {
            let Some(number) = entry(&self.labels, id) else { continue };
            put!(&mut line, "c{number}: ");
            self.put_type_of(&mut line, id);
            line.push_str(" = ");
            self.put_constant_node(&mut line, id, constant);
            line.push('\n');
            flush(&mut line, out)?;
        }
        Ok(())
    }

    /// A constant where a constant of type `expected` must stand.
    pub(super) fn put_expected(&self, out: &mut String, id: ConstId, expected: TypeId) {
        match self.module.consts.get(id) {
            None => put!(out, "?{id}"),
            Some(constant) if self.is_self_typed(id, constant) || self.module.const_type(id) == Some(expected) => {
                self.put_untyped(out, id, constant);
            }
            // Only where a module is not well formed.
            Some(_) => {
                out.push_str("typed (");
                self.put_typed(out, id);
                out.push(')');
            }
        }
    }
    /// A constant where any may stand.
    pub(super) fn put_typed(&self, out: &mut String, id: ConstId) {
        let Some(constant) = self.module.consts.get(id) else { return put!(out, "?{id}") };
        if !self.is_self_typed(id, constant) {
            self.put_type_of(out, id);
            out.push(' ');
        }
        self.put_untyped(out, id, constant);
    }
    fn put_untyped(&self, out: &mut String, id: ConstId, constant: &Constant) {
        match entry(&self.labels, id) {
            Some(number) => put!(out, "c{number}"),
            None => self.put_constant_node(out, id, constant),
        }
    }
    fn put_type_of(&self, out: &mut String, id: ConstId) {
        match self.module.const_type(id) {
            Some(ty) => self.put_type(out, ty),
            None => out.push('?'),
        }
    }
    /// Whether the text of the constant tells its type.
    fn is_self_typed(&self, id: ConstId, constant: &Constant) -> bool {
        let by_form = matches!(
            constant,
            Constant::Global(_)
                | Constant::DsoLocal(_)
                | Constant::NoCfi(_)
                | Constant::BlockAddress { .. }
                | Constant::PtrAuth(_)
                | Constant::PtrAdd { ty: TypeTable::PTR, .. }
                | Constant::Asm(_)
                | Constant::Metadata(_)
                | Constant::MetadataValue(_)
        );
        by_form || entry(&self.labels, id).is_some()
    }

    /// The constant itself, written out; its parts by their entries where they have one.
    pub(super) fn put_constant_node(&self, out: &mut String, id: ConstId, constant: &Constant) {
        let typed = |out: &mut String, part: &ConstId| self.put_part_of(out, id, *part, None);
        match constant {
            Constant::Int { ty, value } => self.put_int(out, *ty, *value),
            Constant::WideInt { words, .. } => put_words(out, words),
            Constant::Float { ty, bits } => self.put_float(out, *ty, *bits),
            Constant::Null(ty) => {
                out.push_str(if matches!(self.module.types.get(*ty), Some(Type::Token)) { "none" } else { "null" });
            }
            Constant::Zero(_) => out.push_str("zeroinitializer"),
            Constant::Undef(_) => out.push_str("undef"),
            Constant::Poison(_) => out.push_str("poison"),
            Constant::Uninit(_) => out.push_str("uninit"),
            Constant::VScale(_) => out.push_str("vscale"),
            Constant::Aggregate { ty, parts } => self.put_aggregate(out, id, *ty, parts),
            Constant::Bytes { bytes, .. } => {
                out.push('c');
                escape::quote(out, bytes);
            }
            Constant::Global(symbol) => self.put_symbol(out, *symbol),
            Constant::BlockAddress { func, block } => {
                out.push_str("blockaddress(");
                self.put_symbol(out, crate::constant::GlobalRef::Func(*func));
                put!(out, ", {block})");
            }
            Constant::DsoLocal(symbol) => {
                out.push_str("dso_local_equivalent ");
                self.put_symbol(out, *symbol);
            }
            Constant::NoCfi(symbol) => {
                out.push_str("no_cfi ");
                self.put_symbol(out, *symbol);
            }
            Constant::PtrAuth(parts) => call(out, "ptrauth", parts, typed),
            Constant::PtrAdd { base, offset, flags, .. } => {
                call(out, &with_flags("ptradd", PtrFlags::NAMES, |flag| flags.has(flag)), &[*base, *offset], typed);
            }
            Constant::Cast(cast) => call(out, cast.op.name(), &[cast.arg], typed),
            Constant::Binary { op, flags, args, ty } => {
                let head = with_flags(op.name(), WrapFlags::NAMES, |flag| flags.has(flag));
                call(out, &head, args, |out, part| self.put_part_of(out, id, *part, Some(*ty)));
            }
            Constant::Unary { op, arg, ty } => {
                call(out, op.name(), &[*arg], |out, part| self.put_part_of(out, id, *part, Some(*ty)));
            }
            Constant::IntCompare { pred, args, .. } => call(out, &format!("icmp {}", pred.name()), args, typed),
            Constant::FloatCompare { pred, args, .. } => call(out, &format!("fcmp {}", pred.name()), args, typed),
            Constant::Select { args, .. } => call(out, "select", args, typed),
            Constant::ExtractElement { args, .. } => call(out, "extractelement", args, typed),
            Constant::InsertElement { args, .. } => call(out, "insertelement", args, typed),
            Constant::Shuffle { args, mask, .. } => call(out, "shufflevector", &[args[0], args[1], *mask], typed),
            Constant::Asm(asm) => self.put_asm(out, asm),
            Constant::Metadata(text) => {
                out.push('!');
                self.put_quoted(out, *text);
            }
            Constant::MetadataValue(value) => call(out, "metadata_value", &[*value], typed),
        }
    }
    /// A part of the constant `whole`; only smaller ids are followed, so that this ends for every table.
    fn put_part_of(&self, out: &mut String, whole: ConstId, part: ConstId, expected: Option<TypeId>) {
        match expected {
            _ if part >= whole => put!(out, "?{part}"),
            Some(ty) => self.put_expected(out, part, ty),
            None => self.put_typed(out, part),
        }
    }
    fn put_aggregate(&self, out: &mut String, id: ConstId, ty: TypeId, parts: &[ConstId]) {
        let (open, close) = match self.module.types.get(ty) {
            Some(Type::Array { .. }) => ("[", "]"),
            Some(Type::Vector { .. }) => ("<", ">"),
            _ => ("{ ", " }"),
        };
        out.push_str(open);
        separated(out, parts.iter().enumerate(), |out, (at, part)| {
            let expected = self.module.types.get(ty).and_then(|_| self.module.types.member(ty, at as u64));
            self.put_part_of(out, id, *part, expected);
        });
        out.push_str(close);
    }
    /// Integers are printed with their sign, as in LLVM; the type tells how the bits are meant.
    fn put_int(&self, out: &mut String, ty: TypeId, value: u64) {
        match self.module.types.get(ty) {
            Some(Type::Int(1)) if value <= 1 => out.push_str(if value == 1 { "true" } else { "false" }),
            Some(Type::Int(bits @ 2..=64)) if *bits == 64 || value >> bits == 0 => {
                let unused = 64 - bits;
                put!(out, "{}", ((value << unused).cast_signed()) >> unused);
            }
            _ => put!(out, "{value:#x}"),
        }
    }
    /// Numbers where the shortest decimal gives the same bits back, bits elsewhere.
    fn put_float(&self, out: &mut String, ty: TypeId, bits: u128) {
        let number = match self.module.types.get(ty) {
            Some(Type::Float(FloatKind::Single)) => {
                u32::try_from(bits).ok().map(f32::from_bits).filter(|x| x.is_finite()).map(|x| format!("{x:?}"))
            }
            Some(Type::Float(FloatKind::Double)) => {
                u64::try_from(bits).ok().map(f64::from_bits).filter(|x| x.is_finite()).map(|x| format!("{x:?}"))
            }
            _ => None,
        };
        match number {
            Some(number) => out.push_str(&number),
            None => put!(out, "{bits:#x}"),
        }
    }
    fn put_asm(&self, out: &mut String, asm: &Asm) {
        out.push_str("asm ");
        self.put_type(out, asm.ty);
        for (set, word) in [
            (asm.side_effects, " sideeffect"),
            (asm.align_stack, " alignstack"),
            (asm.intel, " inteldialect"),
            (asm.can_throw, " unwind"),
        ] {
            out.push_str(if set { word } else { "" });
        }
        out.push(' ');
        self.put_quoted(out, asm.text);
        out.push_str(", ");
        self.put_quoted(out, asm.constraints);
    }
}

/// `head (part, part)`.
fn call(out: &mut String, head: &str, parts: &[ConstId], part: impl FnMut(&mut String, &ConstId)) {
    out.push_str(head);
    out.push_str(" (");
    separated(out, parts, part);
    out.push(')');
}

/// `head` and the keywords of the flags that are set.
fn with_flags<F: Copy>(head: &str, names: &[(F, &str)], has: impl Fn(F) -> bool) -> String {
    let mut text = head.to_owned();
    for (_, word) in names.iter().filter(|(flag, _)| has(*flag)) {
        text.push(' ');
        text.push_str(word);
    }
    text
}

/// A wide integer in hexadecimal, most significant digit first, leading zeros left out.
fn put_words(out: &mut String, words: &[u64]) {
    let top = words.iter().rposition(|&word| word != 0).unwrap_or(0);
    put!(out, "{:#x}", words.get(top).copied().unwrap_or(0));
    words.iter().take(top).rev().for_each(|word| put!(out, "{word:016x}"));
}
