//! Types and their entries.

use super::{Parse, Parser};
use crate::text::labels::Label;
use crate::text::lexer::Kind;
use crate::types::{FloatKind, Type, TypeId, TypeTable};

impl Parser<'_> {
    /// `%name = type ...`.
    pub(super) fn type_entry(&mut self) -> Parse<()> {
        let label = self.label(b'%')?;
        self.cursor.sign(b'=')?;
        self.cursor.keyword("type")?;
        let ty = match label {
            Label::Named(name, _) => {
                if self.cursor.take_word("opaque") {
                    Type::Opaque { name }
                } else {
                    match self.struct_type()? {
                        Some((fields, packed)) => Type::Struct { name: Some(name), fields, packed },
                        None => return self.cursor.expected("the fields of a struct, or 'opaque'"),
                    }
                }
            }
            Label::Numbered(_) => {
                let ty = self.ty()?;
                return self.add_type(label, ty);
            }
        };
        let ty = self.module.types.intern(ty);
        self.add_type(label, ty)
    }
    fn add_type(&mut self, label: Label, ty: TypeId) -> Parse<()> {
        match self.types.insert(label, ty) {
            None => Ok(()),
            Some(_) => self.cursor.wrong("a type of this name was defined before".into()),
        }
    }

    /// Whether a type can begin here.
    pub(super) fn is_type(&self) -> bool {
        match self.cursor.kind(0) {
            Kind::Sign(b'[' | b'{' | b'<') => true,
            Kind::Name => self.cursor.here().starts_with('%'),
            Kind::Word => simple_type(self.cursor.word(0)).is_some() || self.cursor.word(0) == "target",
            _ => false,
        }
    }
    /// A type.
    pub(super) fn ty(&mut self) -> Parse<TypeId> {
        self.nested(|parser| {
            let mut ty = parser.scalar_type()?;
            while parser.cursor.is_sign(b'(') {
                ty = parser.function_type(ty)?;
            }
            Ok(ty)
        })
    }
    fn scalar_type(&mut self) -> Parse<TypeId> {
        match self.cursor.kind(0) {
            Kind::Name => {
                let label = self.label(b'%')?;
                match self.types.get(&label) {
                    Some(&ty) => Ok(ty),
                    None => {
                        self.cursor.at -= 1;
                        self.cursor.expected("a type that was defined before")
                    }
                }
            }
            Kind::Sign(b'[') => self.array_type(),
            Kind::Sign(b'{') => self.unnamed_struct(),
            Kind::Sign(b'<') if self.cursor.kind(1) == Kind::Sign(b'{') => self.unnamed_struct(),
            Kind::Sign(b'<') => self.vector_type(),
            Kind::Word if self.cursor.word(0) == "target" => self.target_type(),
            Kind::Word => match simple_type(self.cursor.word(0)) {
                Some(Type::Ptr { .. }) => self.pointer_type(),
                Some(ty) => {
                    self.cursor.at += 1;
                    Ok(self.module.types.intern(ty))
                }
                None => self.cursor.expected("a type"),
            },
            _ => self.cursor.expected("a type"),
        }
    }
    fn pointer_type(&mut self) -> Parse<TypeId> {
        self.cursor.keyword("ptr")?;
        if !self.cursor.take_word("addrspace") {
            return Ok(TypeTable::PTR);
        }
        let space = self.cursor.number_in_parens()?;
        Ok(self.module.types.ptr(space))
    }
    fn array_type(&mut self) -> Parse<TypeId> {
        self.cursor.sign(b'[')?;
        let len = self.cursor.number()?;
        self.cursor.keyword("x")?;
        let elem = self.ty()?;
        self.cursor.sign(b']')?;
        Ok(self.module.types.intern(Type::Array { elem, len }))
    }
    fn vector_type(&mut self) -> Parse<TypeId> {
        self.cursor.sign(b'<')?;
        let scalable = self.cursor.take_word("vscale");
        if scalable {
            self.cursor.keyword("x")?;
        }
        let len = self.cursor.number()?;
        self.cursor.keyword("x")?;
        let elem = self.ty()?;
        self.cursor.sign(b'>')?;
        Ok(self.module.types.intern(Type::Vector { elem, len, scalable }))
    }
    fn unnamed_struct(&mut self) -> Parse<TypeId> {
        match self.struct_type()? {
            Some((fields, packed)) => Ok(self.module.types.intern(Type::Struct { name: None, fields, packed })),
            None => self.cursor.expected("a struct"),
        }
    }
    /// The fields of a struct and whether it is packed, if a struct is here.
    fn struct_type(&mut self) -> Parse<Option<(Box<[TypeId]>, bool)>> {
        let packed = self.cursor.is_sign(b'<') && self.cursor.kind(1) == Kind::Sign(b'{');
        self.cursor.at += usize::from(packed);
        if !self.cursor.take_sign(b'{') {
            return Ok(None);
        }
        let (mut fields, mut first) = (Vec::new(), true);
        while !self.cursor.ends_list(b'}', &mut first)? {
            fields.push(self.ty()?);
        }
        if packed {
            self.cursor.sign(b'>')?;
        }
        Ok(Some((fields.into(), packed)))
    }
    fn function_type(&mut self, ret: TypeId) -> Parse<TypeId> {
        self.cursor.sign(b'(')?;
        let (mut params, mut first, mut varargs) = (Vec::new(), true, false);
        while !self.cursor.ends_list(b')', &mut first)? {
            if self.cursor.kind(0) == Kind::Ellipsis {
                self.cursor.at += 1;
                varargs = true;
                self.cursor.sign(b')')?;
                break;
            }
            params.push(self.ty()?);
        }
        Ok(self.module.types.intern(Type::Function { ret, params: params.into(), varargs }))
    }
    fn target_type(&mut self) -> Parse<TypeId> {
        self.cursor.keyword("target")?;
        self.cursor.sign(b'(')?;
        let name = self.symbol_string()?;
        let (mut types, mut ints, mut first) = (Vec::new(), Vec::new(), false);
        while !self.cursor.ends_list(b')', &mut first)? {
            if self.cursor.kind(0) == Kind::Number || !ints.is_empty() {
                ints.push(self.cursor.number()?);
            } else {
                types.push(self.ty()?);
            }
        }
        Ok(self.module.types.intern(Type::Target { name, types: types.into(), ints: ints.into() }))
    }
}

/// The types that are one word.
fn simple_type(word: &str) -> Option<Type> {
    if let Some(kind) = FloatKind::ALL.into_iter().find(|kind| kind.name() == word) {
        return Some(Type::Float(kind));
    }
    Some(match word {
        "void" => Type::Void,
        "ptr" => Type::Ptr { space: 0 },
        "label" => Type::Label,
        "token" => Type::Token,
        "metadata" => Type::Metadata,
        "x86_mmx" => Type::X86Mmx,
        "x86_amx" => Type::X86Amx,
        _ => Type::Int(super::cursor::id_of(word, "i")?),
    })
}
