//! Constants and their entries.

use braid_entity::Entity;

use super::{Parse, Parser};
use crate::constant::{Asm, CastExpr, ConstId, Constant, GlobalRef};
use crate::inst::{BinaryOp, CastOp, FloatPredicate, IntPredicate, PtrFlags, UnaryOp, WrapFlags};
use crate::text::escape;
use crate::text::lexer::Kind;
use crate::types::{FloatKind, Type, TypeId, TypeTable};

/// Constants whose text tells their type begin with one of these words, or with `@`, `!` or `c0`.
const SELF_TYPED: &[&str] =
    &["dso_local_equivalent", "no_cfi", "blockaddress", "ptrauth", "ptradd", "asm", "metadata_value"];

impl Parser<'_> {
    /// `c0: type = constant`; entries are numbered in order.
    pub(super) fn constant_entry(&mut self) -> Parse<()> {
        let number = self.cursor.peek_id::<ConstId>("c");
        if number.map(Entity::index) != Some(self.consts.len()) {
            return self.cursor.expected(&format!("'c{}', the next constant", self.consts.len()));
        }
        self.cursor.bump();
        self.cursor.sign(b':')?;
        let ty = self.ty()?;
        self.cursor.sign(b'=')?;
        let id = self.constant(ty)?;
        self.consts.push(id);
        Ok(())
    }

    /// A constant with its type, or one whose text tells it.
    pub(super) fn typed_constant(&mut self) -> Parse<ConstId> {
        let told = match self.cursor.kind(0) {
            Kind::Name => self.cursor.here().starts_with('@'),
            Kind::Sign(b'!') => true,
            Kind::Word => SELF_TYPED.contains(&self.cursor.word(0)) || self.cursor.peek_id::<ConstId>("c").is_some(),
            _ => false,
        };
        let ty = if told { TypeTable::PTR } else { self.ty()? };
        self.constant(ty)
    }
    /// A constant that has type `ty` unless it says otherwise itself.
    pub(super) fn constant(&mut self, ty: TypeId) -> Parse<ConstId> {
        self.nested(|parser| match parser.cursor.kind(0) {
            Kind::Sign(open @ (b'[' | b'<' | b'{')) => parser.aggregate(ty, open),
            Kind::Sign(b'!') => {
                parser.cursor.bump();
                let text = parser.symbol_string()?;
                parser.module.types.intern(Type::Metadata);
                Ok(parser.module.consts.intern(Constant::Metadata(text)))
            }
            Kind::Number => parser.numeric(ty),
            Kind::Bytes => parser.bytes(ty),
            Kind::Name => {
                let symbol = parser.symbol_ref()?;
                Ok(parser.module.consts.intern(Constant::Global(symbol)))
            }
            Kind::Word => parser.word_constant(ty),
            _ => parser.cursor.expected("a constant"),
        })
    }
    /// A symbol of any kind.
    pub(super) fn symbol_ref(&mut self) -> Parse<GlobalRef> {
        let label = self.label(b'@')?;
        match self.symbols.get(&label) {
            Some(&symbol) => Ok(symbol),
            None => {
                self.cursor.at -= 1;
                self.cursor.expected("a symbol that is defined or declared")
            }
        }
    }
    fn aggregate(&mut self, ty: TypeId, open: u8) -> Parse<ConstId> {
        let fits = match (&self.module.types[ty], open) {
            (Type::Array { len, .. }, b'[') => Some(*len),
            (Type::Vector { len, .. }, b'<') => Some(u64::from(*len)),
            (Type::Struct { fields, .. }, b'{') => Some(fields.len() as u64),
            _ => None,
        };
        let Some(len) = fits else { return self.cursor.expected("a constant of another type") };
        self.cursor.bump();
        let close = if open == b'<' { b'>' } else { open + 2 };
        let (mut parts, mut first) = (Vec::new(), true);
        while !self.cursor.ends_list(close, &mut first)? {
            let part = self.module.types.member(ty, parts.len() as u64).filter(|_| (parts.len() as u64) < len);
            let Some(part) = part else { return self.cursor.expected("the end of the constant, which is complete") };
            parts.push(self.constant(part)?);
        }
        if parts.len() as u64 != len {
            self.cursor.at -= 1;
            return self.cursor.expected(&format!("{} more parts", len - parts.len() as u64));
        }
        Ok(self.module.consts.intern(Constant::Aggregate { ty, parts: parts.into() }))
    }
    fn bytes(&mut self, ty: TypeId) -> Parse<ConstId> {
        let text = self.cursor.here();
        let Some(bytes) = escape::unquote(&text[2..text.len() - 1]) else {
            return self.cursor.wrong("a backslash without two hexadecimal digits".into());
        };
        match self.module.types[ty] {
            Type::Array { elem: TypeTable::I8, len } if len == bytes.len() as u64 => {}
            _ => return self.cursor.wrong(format!("{} bytes, which is another type", bytes.len())),
        }
        self.cursor.bump();
        Ok(self.module.consts.intern(Constant::Bytes { ty, bytes: bytes.into() }))
    }
    /// An integer or a float.
    fn numeric(&mut self, ty: TypeId) -> Parse<ConstId> {
        let text = self.cursor.here();
        let constant = match self.module.types[ty] {
            Type::Int(bits @ 1..=64) => small_int(text, bits).map(|value| Constant::Int { ty, value }),
            Type::Int(bits @ 65..) => {
                self.take_room(bits.div_ceil(64) as usize)?;
                wide_int(text, bits).map(|words| Constant::WideInt { ty, words })
            }
            Type::Float(kind) => float(text, kind).map(|bits| Constant::Float { ty, bits }),
            _ => None,
        };
        match constant {
            Some(constant) => {
                self.cursor.bump();
                Ok(self.module.consts.intern(constant))
            }
            None => self.cursor.expected("a number that fits its type"),
        }
    }

    fn word_constant(&mut self, ty: TypeId) -> Parse<ConstId> {
        if let Some(id) = self.cursor.peek_id::<ConstId>("c") {
            return match self.consts.get(id.index()) {
                Some(&id) => {
                    self.cursor.bump();
                    Ok(id)
                }
                None => self.cursor.expected("a constant that was defined before"),
            };
        }
        if self.cursor.take_word("typed") {
            let [id] = self.parts(None)?;
            return Ok(id);
        }
        let constant = match self.cursor.word(0) {
            "true" => Constant::Int { ty, value: 1 },
            "false" => Constant::Int { ty, value: 0 },
            "null" | "none" => Constant::Null(ty),
            "zeroinitializer" => Constant::Zero(ty),
            "undef" => Constant::Undef(ty),
            "poison" => Constant::Poison(ty),
            "uninit" => Constant::Uninit(ty),
            "vscale" => Constant::VScale(ty),
            _ => return self.expression(ty),
        };
        if matches!(constant, Constant::Int { .. }) && ty != TypeTable::I1 {
            return self.cursor.expected("a number: only i1 is true or false");
        }
        self.cursor.bump();
        Ok(self.module.consts.intern(constant))
    }
    fn expression(&mut self, ty: TypeId) -> Parse<ConstId> {
        let word = self.cursor.word(0);
        let constant = if let Some(op) = BinaryOp::from_name(word) {
            self.cursor.bump();
            let flags = self.flags(WrapFlags::NONE, WrapFlags::NAMES, WrapFlags::with);
            Constant::Binary { op, flags, args: self.parts(Some(ty))?, ty }
        } else if let Some(op) = CastOp::from_name(word) {
            self.cursor.bump();
            let [arg] = self.parts(None)?;
            Constant::Cast(CastExpr { op, arg, ty })
        } else if let Some(op) = UnaryOp::from_name(word) {
            self.cursor.bump();
            let [arg] = self.parts(Some(ty))?;
            Constant::Unary { op, arg, ty }
        } else {
            self.named_expression(word, ty)?
        };
        Ok(self.module.consts.intern(constant))
    }
    fn named_expression(&mut self, word: &str, ty: TypeId) -> Parse<Constant> {
        let start = self.cursor.at;
        self.cursor.bump();
        Ok(match word {
            "ptradd" => {
                let flags = self.flags(PtrFlags::NONE, PtrFlags::NAMES, PtrFlags::with);
                let [base, offset] = self.parts(None)?;
                Constant::PtrAdd { base, offset, flags, ty }
            }
            "icmp" => {
                let pred = self.int_predicate()?;
                Constant::IntCompare { pred, args: self.parts(None)?, ty }
            }
            "fcmp" => {
                let pred = self.float_predicate()?;
                Constant::FloatCompare { pred, args: self.parts(None)?, ty }
            }
            "select" => Constant::Select { args: self.parts(None)?, ty },
            "extractelement" => Constant::ExtractElement { args: self.parts(None)?, ty },
            "insertelement" => Constant::InsertElement { args: self.parts(None)?, ty },
            "shufflevector" => {
                let [left, right, mask] = self.parts(None)?;
                Constant::Shuffle { args: [left, right], mask, ty }
            }
            "ptrauth" => Constant::PtrAuth(self.parts(None)?),
            "metadata_value" => {
                let [value] = self.parts(None)?;
                self.module.types.intern(Type::Metadata);
                Constant::MetadataValue(value)
            }
            "dso_local_equivalent" => Constant::DsoLocal(self.symbol_ref()?),
            "no_cfi" => Constant::NoCfi(self.symbol_ref()?),
            "blockaddress" => self.block_address()?,
            "asm" => self.asm()?,
            _ => {
                self.cursor.at = start;
                return self.cursor.expected("a constant");
            }
        })
    }
    /// `(part, part)`, each of type `ty` or with its own.
    fn parts<const N: usize>(&mut self, ty: Option<TypeId>) -> Parse<[ConstId; N]> {
        let mut parts = [ConstId::new(0); N];
        self.cursor.sign(b'(')?;
        for (at, part) in parts.iter_mut().enumerate() {
            if at > 0 {
                self.cursor.sign(b',')?;
            }
            *part = match ty {
                Some(ty) => self.constant(ty)?,
                None => self.nested(Self::typed_constant)?,
            };
        }
        self.cursor.sign(b')')?;
        Ok(parts)
    }
    fn block_address(&mut self) -> Parse<Constant> {
        self.cursor.sign(b'(')?;
        let symbol = self.symbol_ref()?;
        let Some(func) = self.func_of(symbol) else { return self.cursor.wrong("the symbol is no function".into()) };
        self.cursor.sign(b',')?;
        let block = self.cursor.id("block")?;
        self.cursor.sign(b')')?;
        Ok(Constant::BlockAddress { func, block })
    }
    fn asm(&mut self) -> Parse<Constant> {
        let ty = self.ty()?;
        let side_effects = self.cursor.take_word("sideeffect");
        let align_stack = self.cursor.take_word("alignstack");
        let intel = self.cursor.take_word("inteldialect");
        let can_throw = self.cursor.take_word("unwind");
        let text = self.symbol_string()?;
        self.cursor.sign(b',')?;
        let constraints = self.symbol_string()?;
        Ok(Constant::Asm(Box::new(Asm { ty, text, constraints, side_effects, align_stack, intel, can_throw })))
    }
    /// The flags of a set that are here, in any order.
    pub(super) fn flags<F: Copy>(&mut self, none: F, names: &[(F, &'static str)], with: fn(F, F) -> F) -> F {
        let mut flags = none;
        while let Some(flag) = self.take_keyword(names) {
            flags = with(flags, flag);
        }
        flags
    }
    pub(super) fn int_predicate(&mut self) -> Parse<IntPredicate> {
        match IntPredicate::from_name(self.cursor.word(0)) {
            Some(pred) => {
                self.cursor.bump();
                Ok(pred)
            }
            None => self.cursor.expected("a comparison such as 'eq'"),
        }
    }
    pub(super) fn float_predicate(&mut self) -> Parse<FloatPredicate> {
        match FloatPredicate::from_name(self.cursor.word(0)) {
            Some(pred) => {
                self.cursor.bump();
                Ok(pred)
            }
            None => self.cursor.expected("a comparison such as 'oeq'"),
        }
    }
}

/// An integer of at most 64 bits, with or without sign; none if it does not fit.
fn small_int(text: &str, bits: u32) -> Option<u64> {
    let value = match text.strip_prefix("0x") {
        Some(digits) => i128::from(u64::from_str_radix(digits, 16).ok()?),
        None => text.parse::<i128>().ok()?,
    };
    let fits = (-(1i128 << (bits - 1))..1i128 << bits).contains(&value);
    let mask = u64::MAX >> (64 - bits);
    fits.then_some((value as u64) & mask)
}

/// The words of an integer of more than 64 bits; decimals only as far as 127 bits go.
fn wide_int(text: &str, bits: u32) -> Option<Box<[u64]>> {
    let count = bits.div_ceil(64) as usize;
    let mut words = match text.strip_prefix("0x") {
        Some(digits) => hex_words(digits, count)?,
        None => {
            let value = text.parse::<i128>().ok()?;
            let fill = if value < 0 { u64::MAX } else { 0 };
            let mut words = vec![fill; count];
            (words[0], words[1]) = (value as u64, (value >> 64) as u64);
            words
        }
    };
    let mask = u64::MAX >> (count as u32 * 64 - bits);
    let top = words.last_mut()?;
    let fits = *top & !mask == 0 || (text.starts_with('-') && !*top & !mask == 0);
    *top &= mask;
    fits.then(|| words.into())
}

fn hex_words(digits: &str, count: usize) -> Option<Vec<u64>> {
    let digits = digits.trim_start_matches('0').as_bytes();
    let mut words = Vec::with_capacity(count);
    for chunk in digits.rchunks(16) {
        words.push(u64::from_str_radix(str::from_utf8(chunk).ok()?, 16).ok()?);
    }
    if words.len() > count {
        return None;
    }
    words.resize(count, 0);
    Some(words)
}

/// The bits of a float: given as bits, or as a number for the two formats that machines read exactly.
fn float(text: &str, kind: FloatKind) -> Option<u128> {
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u128::from_str_radix(digits, 16).ok()?;
        return (bits.leading_zeros() >= 128 - kind.bits()).then_some(bits);
    }
    match kind {
        FloatKind::Single => text.parse::<f32>().ok().filter(|x| x.is_finite()).map(|x| u128::from(x.to_bits())),
        FloatKind::Double => text.parse::<f64>().ok().filter(|x| x.is_finite()).map(|x| u128::from(x.to_bits())),
        _ => None,
    }
}
