//! Constants: parts come before the whole, and types agree.

use braid_entity::Entity;

use super::Errors;
use super::error::{AnyId, Problem};
use super::rules::{self, Check, count, kind, rule, same};
use crate::body::BlockId;
use crate::constant::{Asm, ConstId, Constant, GlobalRef};
use crate::module::{BodyState, FuncId, Module};
use crate::types::{Type, TypeId, TypeTable};

/// Checks all constants of the module.
pub(super) fn check(errors: &mut Errors<'_>) {
    let module = errors.module;
    for (id, constant) in module.consts.iter() {
        errors.add(|_| format!("constant {id}"), Checker { module, id }.check(constant));
    }
}

/// Checks one constant.
struct Checker<'a> {
    module: &'a Module,
    id: ConstId,
}

impl Checker<'_> {
    fn check(&self, constant: &Constant) -> Check {
        let types = &self.module.types;
        match constant {
            Constant::Int { ty, value } => self.int(*ty, *value),
            Constant::WideInt { ty, words } => self.wide_int(*ty, words),
            Constant::Float { ty, bits } => self.float(*ty, *bits),
            Constant::Null(ty) => self.null(*ty),
            Constant::Zero(ty) => self.zero(*ty),
            Constant::Undef(ty) | Constant::Poison(ty) | Constant::Uninit(ty) => self.value_type(*ty),
            Constant::VScale(ty) => {
                rule(matches!(types[self.ty(*ty)?], Type::Int(_)), "the unit of vector length is an integer")
            }
            Constant::Aggregate { ty, parts } => self.aggregate(*ty, parts),
            Constant::Bytes { ty, bytes } => self.bytes(*ty, bytes),
            Constant::Global(symbol) | Constant::DsoLocal(symbol) => self.symbol(*symbol),
            Constant::NoCfi(symbol) => self.symbol(*symbol),
            Constant::BlockAddress { func, block } => self.block_address(*func, *block),
            Constant::PtrAuth(parts) => self.ptrauth(*parts),
            Constant::PtrAdd { base, offset, ty, .. } => {
                rules::ptradd(self.module, self.type_of_part(*base)?, self.type_of_part(*offset)?, self.ty(*ty)?)
            }
            Constant::Cast(cast) => rules::cast(self.module, cast.op, self.type_of_part(cast.arg)?, self.ty(cast.ty)?),
            Constant::Binary { op, args, ty, .. } => {
                self.pair(*args, *ty)?;
                rules::binary(types, *op, *ty)
            }
            Constant::Unary { arg, ty, .. } => {
                same("the operand", self.ty(*ty)?, self.type_of_part(*arg)?)?;
                rules::float(types, *ty)
            }
            Constant::IntCompare { args, ty, .. } => {
                let (left, right) = (self.type_of_part(args[0])?, self.type_of_part(args[1])?);
                same("the right operand", left, right)?;
                rules::compared(types, left)?;
                rules::truth(types, "the result", self.ty(*ty)?, left)
            }
            Constant::FloatCompare { args, ty, .. } => {
                let (left, right) = (self.type_of_part(args[0])?, self.type_of_part(args[1])?);
                same("the right operand", left, right)?;
                rules::float(types, left)?;
                rules::truth(types, "the result", self.ty(*ty)?, left)
            }
            Constant::Select { args, ty } => {
                self.pair([args[1], args[2]], *ty)?;
                rules::select(types, self.type_of_part(args[0])?, *ty)
            }
            Constant::ExtractElement { args, ty } => {
                rules::extract_element(types, self.type_of_part(args[0])?, self.type_of_part(args[1])?, self.ty(*ty)?)
            }
            Constant::InsertElement { args, ty } => {
                let args = [self.type_of_part(args[0])?, self.type_of_part(args[1])?, self.type_of_part(args[2])?];
                rules::insert_element(types, args, self.ty(*ty)?)
            }
            Constant::Shuffle { args, mask, ty } => {
                let args = [self.type_of_part(args[0])?, self.type_of_part(args[1])?];
                rules::shuffle(types, args, self.type_of_part(*mask)?, self.ty(*ty)?)
            }
            Constant::Asm(asm) => self.asm(asm),
            Constant::Metadata(name) => self.name(*name),
            Constant::MetadataValue(value) => self.type_of_part(*value).map(|_| ()),
        }
    }

    fn ty(&self, ty: TypeId) -> Result<TypeId, Problem> {
        if ty.index() < self.module.types.len() { Ok(ty) } else { Err(Problem::NoSuch(AnyId::Type(ty))) }
    }
    /// The type of a part, which must come before the whole.
    fn type_of_part(&self, part: ConstId) -> Result<TypeId, Problem> {
        if part >= self.id {
            return Err(Problem::NotSmaller(AnyId::Const(part)));
        }
        self.ty(self.module.const_type(part).ok_or(Problem::NoSuch(AnyId::Const(part)))?)
    }
    fn pair(&self, args: [ConstId; 2], ty: TypeId) -> Check {
        same("the left operand", self.ty(ty)?, self.type_of_part(args[0])?)?;
        same("the right operand", ty, self.type_of_part(args[1])?)
    }
    fn name(&self, name: braid_entity::Symbol) -> Check {
        let known = name.index() < self.module.names.len();
        if known { Ok(()) } else { Err(Problem::NoSuch(AnyId::Name(name))) }
    }
    fn int(&self, ty: TypeId, value: u64) -> Check {
        match self.module.types[self.ty(ty)?] {
            Type::Int(bits @ 1..=64) => {
                rule(bits == 64 || value >> bits == 0, "bits above the width of an integer are zero")
            }
            _ => kind("the type", "an integer of at most 64 bits", ty, false),
        }
    }
    fn wide_int(&self, ty: TypeId, words: &[u64]) -> Check {
        let Type::Int(bits @ 65..) = self.module.types[self.ty(ty)?] else {
            return kind("the type", "an integer of more than 64 bits", ty, false);
        };
        count("words", bits.div_ceil(64) as usize, words.len())?;
        let spare = words.len() as u32 * 64 - bits;
        let top = words[words.len() - 1];
        rule(top.leading_zeros() >= spare, "bits above the width of an integer are zero")
    }
    fn float(&self, ty: TypeId, bits: u128) -> Check {
        match self.module.types[self.ty(ty)?] {
            Type::Float(format) => {
                rule(bits.leading_zeros() >= 128 - format.bits(), "bits above the width of a float are zero")
            }
            _ => kind("the type", "a float", ty, false),
        }
    }
    fn null(&self, ty: TypeId) -> Check {
        let holds = matches!(self.module.types[self.ty(ty)?], Type::Ptr { .. } | Type::Token);
        kind("the type", "a pointer or token", ty, holds)
    }
    fn zero(&self, ty: TypeId) -> Check {
        let holds = matches!(
            self.module.types[self.ty(ty)?],
            Type::Struct { .. }
                | Type::Array { .. }
                | Type::Vector { .. }
                | Type::Target { .. }
                | Type::X86Mmx
                | Type::X86Amx
        );
        kind("the type", "an aggregate, a vector or a target type", ty, holds)
    }
    fn value_type(&self, ty: TypeId) -> Check {
        let holds = self.module.types.is_first_class(self.ty(ty)?);
        kind("the type", "a type with values", ty, holds && !matches!(self.module.types[ty], Type::Label))
    }
    fn aggregate(&self, ty: TypeId, parts: &[ConstId]) -> Check {
        match &self.module.types[self.ty(ty)?] {
            Type::Struct { fields, .. } => {
                count("fields", fields.len(), parts.len())?;
                let pairs = parts.iter().zip(fields);
                pairs.into_iter().try_for_each(|(&part, &field)| same("the field", field, self.type_of_part(part)?))
            }
            Type::Array { elem, len } => self.elements(*elem, *len, parts),
            Type::Vector { elem, len, .. } => self.elements(*elem, u64::from(*len), parts),
            _ => kind("the type", "a struct, an array or a vector", ty, false),
        }
    }
    fn elements(&self, elem: TypeId, len: u64, parts: &[ConstId]) -> Check {
        if parts.len() as u64 != len {
            return Err(Problem::WrongCount { what: "elements", expected: len, found: parts.len() as u64 });
        }
        parts.iter().try_for_each(|&part| same("the element", elem, self.type_of_part(part)?))
    }
    fn bytes(&self, ty: TypeId, bytes: &[u8]) -> Check {
        match self.module.types[self.ty(ty)?] {
            Type::Array { elem: TypeTable::I8, len } if len == bytes.len() as u64 => Ok(()),
            _ => kind("the type", "an array of as many i8 as there are bytes", ty, false),
        }
    }
    fn symbol(&self, symbol: GlobalRef) -> Check {
        let module = self.module;
        let (known, id) = match symbol {
            GlobalRef::Func(id) => (module.funcs.contains(id), AnyId::Func(id)),
            GlobalRef::Var(id) => (module.globals.contains(id), AnyId::Global(id)),
            GlobalRef::Alias(id) => (module.aliases.contains(id), AnyId::Alias(id)),
            GlobalRef::IFunc(id) => (module.ifuncs.contains(id), AnyId::IFunc(id)),
        };
        if !known {
            return Err(Problem::NoSuch(id));
        }
        rule(
            module.const_type(self.id).is_some(),
            "the pointer type of the symbol's address space is in the type table",
        )
    }
    /// A block of a body that is decoded must be there; one that is still lazy is checked once it is decoded.
    fn block_address(&self, func: FuncId, block: BlockId) -> Check {
        let function = self.module.funcs.get(func).ok_or(Problem::NoSuch(AnyId::Func(func)))?;
        match &function.body {
            BodyState::Declared => rule(false, "a block address of a function that is only declared"),
            BodyState::Lazy { .. } => Ok(()),
            BodyState::Ready(body) => {
                if body.blocks.contains(block) {
                    Ok(())
                } else {
                    Err(Problem::NoSuch(AnyId::Block(block)))
                }
            }
        }
    }
    fn ptrauth(&self, parts: [ConstId; 4]) -> Check {
        let types = &self.module.types;
        rules::pointer(types, "the pointer", self.type_of_part(parts[0])?)?;
        same("the key", TypeTable::I32, self.type_of_part(parts[1])?)?;
        same("the discriminator", TypeTable::I64, self.type_of_part(parts[2])?)?;
        rules::pointer(types, "the address discriminator", self.type_of_part(parts[3])?)
    }
    fn asm(&self, asm: &Asm) -> Check {
        let ty = self.ty(asm.ty)?;
        kind("the type", "a function type", ty, matches!(self.module.types[ty], Type::Function { .. }))?;
        self.name(asm.text)?;
        self.name(asm.constraints)
    }
}
