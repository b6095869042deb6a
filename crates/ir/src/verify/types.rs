//! Types: parts come before the whole and are types that may stand there.

use braid_entity::{Entity, Symbol};

use super::Errors;
use super::error::{AnyId, Problem};
use super::rules::{Check, kind, rule};
use crate::types::{Type, TypeId, TypeTable};

/// The widest integer of LLVM.
const MAX_INT_BITS: u32 = 1 << 23;

/// Checks all types of the module.
pub(super) fn check(errors: &mut Errors<'_>) {
    let module = errors.module;
    for (id, ty) in module.types.iter() {
        let names = module.names.len();
        errors.add(|_| format!("type {id}"), check_type(&module.types, names, id, ty));
    }
}

fn check_type(types: &TypeTable, names: usize, id: TypeId, ty: &Type) -> Check {
    let part = |part: TypeId| if part < id { Ok(&types[part]) } else { Err(Problem::NotSmaller(AnyId::Type(part))) };
    match ty {
        Type::Int(bits) => rule((1..=MAX_INT_BITS).contains(bits), "an integer has 1 to 2^23 bits"),
        Type::Array { elem, .. } => {
            kind("the element", "a type with values in memory", *elem, is_element(part(*elem)?))
        }
        Type::Vector { elem, len, .. } => {
            let holds = matches!(part(*elem)?, Type::Int(_) | Type::Float(_) | Type::Ptr { .. } | Type::Target { .. });
            kind("the lane", "an integer, a float or a pointer", *elem, holds)?;
            rule(*len > 0, "a vector has at least one lane")
        }
        Type::Struct { name, fields, .. } => {
            name.map_or(Ok(()), |name| named(names, name))?;
            fields.iter().try_for_each(|&field| {
                kind("the field", "a type with values in memory", field, is_element(part(field)?))
            })
        }
        Type::Opaque { name } => named(names, *name),
        Type::Function { ret, params, .. } => {
            let returned = !matches!(part(*ret)?, Type::Function { .. } | Type::Label | Type::Opaque { .. });
            kind("the return type", "a type with values, or void", *ret, returned)?;
            params.iter().try_for_each(|&param| {
                let holds = !matches!(part(param)?, Type::Void | Type::Function { .. } | Type::Opaque { .. });
                kind("the parameter", "a type with values", param, holds)
            })
        }
        Type::Target { name, types, .. } => {
            named(names, *name)?;
            types.iter().try_for_each(|&param| part(param).map(|_| ()))
        }
        Type::Void
        | Type::Float(_)
        | Type::Ptr { .. }
        | Type::Label
        | Type::Token
        | Type::Metadata
        | Type::X86Mmx
        | Type::X86Amx => Ok(()),
    }
}

fn named(names: usize, name: Symbol) -> Check {
    if name.index() < names { Ok(()) } else { Err(Problem::NoSuch(AnyId::Name(name))) }
}

/// Whether arrays and structs may be made of it. Opaque structs may: linking can still find their fields.
fn is_element(ty: &Type) -> bool {
    !matches!(ty, Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Token)
}
