//! Rules of typing that instructions and constant expressions share.
//!
//! Each answers whether types fit together; where the types come from (a value, a constant) is the caller's business.

use super::error::Problem;
use crate::inst::{BinaryOp, CastOp};
use crate::module::Module;
use crate::types::{Type, TypeId, TypeTable};

/// Whether a rule holds.
pub(super) type Check = Result<(), Problem>;

/// `found` must be `expected`.
#[inline]
pub(super) fn same(what: &'static str, expected: TypeId, found: TypeId) -> Check {
    if expected == found { Ok(()) } else { Err(Problem::WrongType { what, expected, found }) }
}

/// `holds`, or `found` is of the wrong kind.
#[inline]
pub(super) fn kind(what: &'static str, expected: &'static str, found: TypeId, holds: bool) -> Check {
    if holds { Ok(()) } else { Err(Problem::WrongKind { what, expected, found }) }
}

/// `holds`, or the rule that `text` states is broken.
#[inline]
pub(super) fn rule(holds: bool, text: &'static str) -> Check {
    if holds { Ok(()) } else { Err(Problem::Rule(text)) }
}

/// There must be `expected` of something.
pub(super) fn count(what: &'static str, expected: usize, found: usize) -> Check {
    let (expected, found) = (expected as u64, found as u64);
    if expected == found { Ok(()) } else { Err(Problem::WrongCount { what, expected, found }) }
}

/// The lanes of a type: how many, and whether that is a multiple; none for a scalar.
pub(super) fn shape(types: &TypeTable, ty: TypeId) -> Option<(u32, bool)> {
    match types[ty] {
        Type::Vector { len, scalable, .. } => Some((len, scalable)),
        _ => None,
    }
}

/// The type of a lane, or the type itself.
#[inline]
pub(super) fn lane(types: &TypeTable, ty: TypeId) -> &Type {
    match &types[ty] {
        Type::Vector { elem, .. } => &types[*elem],
        scalar => scalar,
    }
}

pub(super) fn is_int(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types[ty], Type::Int(_))
}

#[inline]
pub(super) fn is_ptr(types: &TypeTable, ty: TypeId) -> bool {
    ty == TypeTable::PTR || matches!(types[ty], Type::Ptr { .. })
}

/// A pointer.
#[inline]
pub(super) fn pointer(types: &TypeTable, what: &'static str, ty: TypeId) -> Check {
    kind(what, "a pointer", ty, is_ptr(types, ty))
}

/// A token.
pub(super) fn token(types: &TypeTable, what: &'static str, ty: TypeId) -> Check {
    kind(what, "token", ty, matches!(types[ty], Type::Token))
}

/// An i1, or a vector of them in the shape of `like`.
pub(super) fn truth(types: &TypeTable, what: &'static str, ty: TypeId, like: TypeId) -> Check {
    let holds = matches!(lane(types, ty), Type::Int(1)) && shape(types, ty) == shape(types, like);
    kind(what, "i1, or a vector of i1 with as many lanes", ty, holds)
}

/// The type of a binary operation's operands.
pub(super) fn binary(types: &TypeTable, op: BinaryOp, ty: TypeId) -> Check {
    match op.is_float() {
        true => kind("the operand", "a float or a vector of them", ty, matches!(lane(types, ty), Type::Float(_))),
        false => kind("the operand", "an integer or a vector of them", ty, matches!(lane(types, ty), Type::Int(_))),
    }
}

/// The type of an integer comparison's operands.
pub(super) fn compared(types: &TypeTable, ty: TypeId) -> Check {
    let holds = matches!(lane(types, ty), Type::Int(_) | Type::Ptr { .. });
    kind("the operand", "an integer, a pointer, or a vector of them", ty, holds)
}

/// The type of a floating-point operation's operands.
pub(super) fn float(types: &TypeTable, ty: TypeId) -> Check {
    kind("the operand", "a float or a vector of them", ty, matches!(lane(types, ty), Type::Float(_)))
}

/// A choice between two values of type `ty`.
pub(super) fn select(types: &TypeTable, cond: TypeId, ty: TypeId) -> Check {
    if cond == TypeTable::I1 {
        return Ok(());
    }
    truth(types, "the condition", cond, ty)
}

/// A conversion.
pub(super) fn cast(module: &Module, op: CastOp, from: TypeId, to: TypeId) -> Check {
    let types = &module.types;
    if op == CastOp::BitCast {
        return bitcast(module, from, to);
    }
    rule(shape(types, from) == shape(types, to), "a conversion keeps the number of lanes")?;
    let (a, b) = (lane(types, from), lane(types, to));
    let (from_ok, to_ok) = match op {
        CastOp::Trunc => (int_pair(a, b, |a, b| a > b), is_int_type(b)),
        CastOp::ZExt | CastOp::SExt => (int_pair(a, b, |a, b| a < b), is_int_type(b)),
        CastOp::FpTrunc => (float_pair(a, b, |a, b| a > b), is_float_type(b)),
        CastOp::FpExt => (float_pair(a, b, |a, b| a < b), is_float_type(b)),
        CastOp::FpToUi | CastOp::FpToSi => (is_float_type(a), is_int_type(b)),
        CastOp::UiToFp | CastOp::SiToFp => (is_int_type(a), is_float_type(b)),
        CastOp::PtrToInt | CastOp::PtrToAddr => (is_ptr_type(a), is_int_type(b)),
        CastOp::IntToPtr => (is_int_type(a), is_ptr_type(b)),
        CastOp::AddrSpaceCast => (is_ptr_type(a) && a != b, is_ptr_type(b)),
        CastOp::BitCast => unreachable!("answered above"),
    };
    kind("the operand", "a type that this conversion takes", from, from_ok)?;
    kind("the result", "a type that this conversion gives", to, to_ok)
}

fn int_pair(a: &Type, b: &Type, holds: impl Fn(u32, u32) -> bool) -> bool {
    matches!((a, b), (Type::Int(a), Type::Int(b)) if holds(*a, *b))
}

fn float_pair(a: &Type, b: &Type, holds: impl Fn(u32, u32) -> bool) -> bool {
    matches!((a, b), (Type::Float(a), Type::Float(b)) if holds(a.bits(), b.bits()))
}

fn is_int_type(ty: &Type) -> bool {
    matches!(ty, Type::Int(_))
}

fn is_float_type(ty: &Type) -> bool {
    matches!(ty, Type::Float(_))
}

fn is_ptr_type(ty: &Type) -> bool {
    matches!(ty, Type::Ptr { .. })
}

/// The same bits as another type: equal widths, and pointers only to pointers.
fn bitcast(module: &Module, from: TypeId, to: TypeId) -> Check {
    let types = &module.types;
    if from == to {
        return Ok(());
    }
    let plain = |ty| {
        matches!(
            lane(types, ty),
            Type::Int(_) | Type::Float(_) | Type::Ptr { .. } | Type::X86Mmx | Type::X86Amx | Type::Target { .. }
        )
    };
    kind("the operand", "no aggregate", from, plain(from))?;
    kind("the result", "no aggregate", to, plain(to))?;
    let (a, b) = (lane(types, from), lane(types, to));
    rule(is_ptr_type(a) == is_ptr_type(b), "a bitcast does not turn pointers into numbers or back")?;
    rule(!is_ptr_type(a) || a == b, "a bitcast does not change the address space")?;
    rule(lane_bits(module, from) == lane_bits(module, to), "a bitcast keeps the number of bits")
}

/// The width of a type in bits (per unit of vector length for a scalable vector); none if it is not known.
fn lane_bits(module: &Module, ty: TypeId) -> Option<(u64, bool)> {
    match module.types[ty] {
        Type::Vector { elem, len, scalable } => {
            Some((module.layout.bits(&module.types, elem)?.checked_mul(u64::from(len))?, scalable))
        }
        _ => Some((module.layout.bits(&module.types, ty)?, false)),
    }
}

/// Address arithmetic: pointers, offsets of the index width, and as many lanes as the widest operand has.
pub(super) fn ptradd(module: &Module, base: TypeId, offset: TypeId, result: TypeId) -> Check {
    let types = &module.types;
    let Type::Ptr { space } = *lane(types, base) else {
        return kind("the base", "a pointer or a vector of them", base, false);
    };
    let bits = module.layout.pointer(space).index_bits;
    let holds = matches!(lane(types, offset), Type::Int(width) if *width == bits);
    kind("the offset", "an integer of the index width", offset, holds)?;
    if base == result && shape(types, offset).is_none() {
        return Ok(());
    }
    let holds = lane(types, result) == lane(types, base)
        && [base, offset].iter().all(|&ty| shape(types, ty).is_none() || shape(types, ty) == shape(types, result))
        && (shape(types, result).is_none() || shape(types, base).is_some() || shape(types, offset).is_some());
    kind("the result", "the pointer type of the base, with the lanes of its operands", result, holds)
}

/// A lane taken out of a vector.
pub(super) fn extract_element(types: &TypeTable, vector: TypeId, index: TypeId, result: TypeId) -> Check {
    let Type::Vector { elem, .. } = types[vector] else {
        return kind("the operand", "a vector", vector, false);
    };
    kind("the index", "an integer", index, is_int(types, index))?;
    same("the result", elem, result)
}

/// A lane put into a vector.
pub(super) fn insert_element(types: &TypeTable, args: [TypeId; 3], result: TypeId) -> Check {
    same("the result", args[0], result)?;
    extract_element(types, args[0], args[2], args[1])
}

/// Lanes picked out of two vectors.
pub(super) fn shuffle(types: &TypeTable, args: [TypeId; 2], mask: TypeId, result: TypeId) -> Check {
    same("the second vector", args[0], args[1])?;
    let (Type::Vector { elem, scalable, .. }, Type::Vector { elem: lane, len: lanes, scalable: many }) =
        (&types[args[0]], &types[mask])
    else {
        return kind("the operand and the mask", "vectors", args[0], false);
    };
    same("a lane of the mask", TypeTable::I32, *lane)?;
    let holds = matches!(&types[result], Type::Vector { elem: to, len, scalable: to_many }
        if to == elem && len == lanes && to_many == many && many == scalable);
    kind("the result", "a vector with as many lanes as the mask", result, holds)
}
