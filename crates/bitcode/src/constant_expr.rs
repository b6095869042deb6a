//! Constants that are made of other constants: aggregates and constant expressions.
//!
//! A record becomes an [`Expr`] with the numbers of its parts when it is read, and a constant when its parts are known.
//! Address arithmetic is folded here as far as the indices are plain numbers, which they nearly always are.

use braid_entity::Entity;
use braid_ir::body::BlockId;
use braid_ir::constant::{CastExpr, ConstId, Constant, GlobalRef};
use braid_ir::inst::{BinaryOp, CastOp, FloatPredicate, IntPredicate, PtrFlags, UnaryOp, WrapFlags};
use braid_ir::types::{Type, TypeId};
use braid_ir::{Module, TypeTable};

use crate::bitstream::Record;
use crate::error::Error;
use crate::gep::{self, Size, Step};
use crate::value::Val;

/// Lanes up to which a vector of equal lanes is written out; longer ones are a shuffle, of any length.
pub(crate) const MAX_WRITTEN_LANES: u32 = 64;

/// What is made of the parts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expr {
    Aggregate,
    Binary(BinaryOp, WrapFlags),
    Unary(UnaryOp),
    Cast(CastOp),
    Gep { elem: TypeId, flags: PtrFlags },
    Select,
    ExtractElement,
    InsertElement,
    Shuffle,
    IntCompare(IntPredicate),
    FloatCompare(FloatPredicate),
    BlockAddress(BlockId),
    DsoLocal,
    NoCfi,
    PtrAuth,
}

/// A constant of type `ty` made of `parts`, which are constants.
pub(crate) fn build(
    expr: Expr,
    ty: TypeId,
    parts: &[Val],
    module: &mut Module,
    record: &Record,
) -> Result<ConstId, Error> {
    let constant = |at: usize| -> Result<ConstId, Error> {
        let part = parts.get(at).and_then(|part| part.operand.as_const());
        part.ok_or_else(|| record.corrupt("constants as parts of a constant"))
    };
    let built = match expr {
        Expr::Aggregate => return aggregate(ty, parts, module, record),
        Expr::Gep { elem, flags } => return gep(elem, flags, ty, parts, module, record),
        Expr::Binary(op, flags) => Constant::Binary { op, flags, args: [constant(0)?, constant(1)?], ty },
        Expr::Unary(op) => Constant::Unary { op, arg: constant(0)?, ty },
        // Between pointers of one address space there is nothing to cast.
        Expr::Cast(CastOp::BitCast) if parts.first().is_some_and(|part| part.ty == ty) => return constant(0),
        Expr::Cast(op) => Constant::Cast(CastExpr { op, arg: constant(0)?, ty }),
        Expr::Select => Constant::Select { args: [constant(0)?, constant(1)?, constant(2)?], ty },
        Expr::ExtractElement => Constant::ExtractElement { args: [constant(0)?, constant(1)?], ty },
        Expr::InsertElement => Constant::InsertElement { args: [constant(0)?, constant(1)?, constant(2)?], ty },
        Expr::Shuffle => Constant::Shuffle { args: [constant(0)?, constant(1)?], mask: constant(2)?, ty },
        Expr::IntCompare(pred) => Constant::IntCompare { pred, args: [constant(0)?, constant(1)?], ty },
        Expr::FloatCompare(pred) => Constant::FloatCompare { pred, args: [constant(0)?, constant(1)?], ty },
        Expr::PtrAuth => Constant::PtrAuth([constant(0)?, constant(1)?, constant(2)?, constant(3)?]),
        Expr::BlockAddress(block) => match symbol(constant(0)?, module, record)? {
            GlobalRef::Func(func) => Constant::BlockAddress { func, block },
            _ => return Err(record.corrupt("a function as the home of a block address")),
        },
        Expr::DsoLocal => Constant::DsoLocal(symbol(constant(0)?, module, record)?),
        Expr::NoCfi => Constant::NoCfi(symbol(constant(0)?, module, record)?),
    };
    Ok(module.consts.intern(built))
}

fn symbol(constant: ConstId, module: &Module, record: &Record) -> Result<GlobalRef, Error> {
    match module.consts[constant] {
        Constant::Global(global) => Ok(global),
        _ => Err(record.corrupt("a symbol")),
    }
}

fn aggregate(ty: TypeId, parts: &[Val], module: &mut Module, record: &Record) -> Result<ConstId, Error> {
    let len = match &module.types[ty] {
        Type::Struct { fields, .. } => fields.len() as u64,
        Type::Array { len, .. } => *len,
        Type::Vector { len, scalable: false, .. } => u64::from(*len),
        _ => return Err(record.corrupt("an aggregate of a struct, array or vector type")),
    };
    if len != parts.len() as u64 {
        return Err(record.corrupt(format!("{len} parts, as the type says")).found(parts.len()));
    }
    let mut ids = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        if module.types.member(ty, at as u64) != Some(part.ty) {
            return Err(record.corrupt(format!("part {at} to have the type of its place")));
        }
        ids.push(part.operand.as_const().ok_or_else(|| record.corrupt("constants as parts of a constant"))?);
    }
    Ok(module.consts.intern(Constant::Aggregate { ty, parts: ids.into() }))
}

fn gep(
    elem: TypeId,
    flags: PtrFlags,
    ty: TypeId,
    parts: &[Val],
    module: &mut Module,
    record: &Record,
) -> Result<ConstId, Error> {
    let (&base, indices) = parts.split_first().ok_or_else(|| record.corrupt("a base address"))?;
    let space = gep::space_of(base.ty, module, record)?;
    let (offset_ty, bits) = gep::offset_type(space, module, record)?;
    let steps = gep::steps(elem, indices, module, record)?;
    let mut offset = None;
    for step in steps {
        let part = match step {
            Step::Bytes(bytes) => gep::int_constant(bytes, offset_ty, bits, module),
            Step::Scaled { index, size } => scaled(index, size, offset_ty, bits, flags, module, record)?,
        };
        offset = Some(match offset {
            None => part,
            Some(sum) => sum_of(sum, part, offset_ty, flags, module),
        });
    }
    let Some(base_id) = base.operand.as_const() else { return Err(record.corrupt("a constant base address")) };
    let Some(offset) = offset.or((base.ty != ty).then(|| gep::int_constant(0, offset_ty, bits, module))) else {
        return Ok(base_id);
    };
    let shaped = module.types.shaped_like(ty, offset_ty);
    let offset = shape(offset, offset_ty, shaped, module);
    let base_id = shape(base_id, base.ty, ty, module);
    Ok(module.consts.intern(Constant::PtrAdd { base: base_id, offset, flags, ty }))
}

/// The type of an offset so far: scalar unless an index was a vector.
fn type_of_offset(offset: ConstId, module: &Module) -> Option<TypeId> {
    match &module.consts[offset] {
        Constant::Int { ty, .. } | Constant::Binary { ty, .. } | Constant::Aggregate { ty, .. } => Some(*ty),
        Constant::Cast(cast) => Some(cast.ty),
        Constant::Shuffle { ty, .. } => Some(*ty),
        _ => None,
    }
}

/// An index of any width, as a number of bytes.
fn scaled(
    index: Val,
    size: Size,
    offset_ty: TypeId,
    bits: u32,
    flags: PtrFlags,
    module: &mut Module,
    record: &Record,
) -> Result<ConstId, Error> {
    let Some(index_id) = index.operand.as_const() else { return Err(record.corrupt("constants as indices")) };
    let ty = module.types.shaped_like(index.ty, offset_ty);
    let width = module.types.int_bits(module.types.lanes(index.ty).0).unwrap_or(bits);
    let cast = match width.cmp(&bits) {
        core::cmp::Ordering::Less => Some(CastOp::SExt),
        core::cmp::Ordering::Greater => Some(CastOp::Trunc),
        core::cmp::Ordering::Equal => None,
    };
    let wide = match cast {
        Some(op) => module.consts.intern(Constant::Cast(CastExpr { op, arg: index_id, ty })),
        None => index_id,
    };
    let size = size.constant(offset_ty, bits, module);
    let size = shape(size, offset_ty, ty, module);
    let flags = gep::offset_flags(flags);
    // The product is written out even for a size of one, so that its type can be read off.
    Ok(module.consts.intern(Constant::Binary { op: BinaryOp::Mul, flags, args: [wide, size], ty }))
}

fn sum_of(a: ConstId, b: ConstId, offset_ty: TypeId, flags: PtrFlags, module: &mut Module) -> ConstId {
    let types = [a, b].map(|id| type_of_offset(id, module).unwrap_or(offset_ty));
    let ty = if types[0] == offset_ty { types[1] } else { types[0] };
    let [a, b] = [(a, types[0]), (b, types[1])].map(|(id, from)| shape(id, from, ty, module));
    let flags = gep::offset_flags(flags);
    module.consts.intern(Constant::Binary { op: BinaryOp::Add, flags, args: [a, b], ty })
}

/// `constant` as a value of type `to`: itself, or in every lane if `to` is a vector and it is not.
fn shape(constant: ConstId, from: TypeId, to: TypeId, module: &mut Module) -> ConstId {
    if from == to { constant } else { splat(constant, to, module) }
}

/// The vector of type `ty` with `lane` in every lane.
pub(crate) fn splat(lane: ConstId, ty: TypeId, module: &mut Module) -> ConstId {
    let Type::Vector { len, scalable, .. } = module.types[ty] else { return lane };
    if !scalable && len <= MAX_WRITTEN_LANES {
        return module.consts.intern(Constant::Aggregate { ty, parts: vec![lane; len as usize].into() });
    }
    let poison = module.consts.intern(Constant::Poison(ty));
    let zero = module.consts.int(TypeTable::I32, 0);
    let first = module.consts.intern(Constant::InsertElement { args: [poison, lane, zero], ty });
    let mask = splat_mask(ty, module);
    module.consts.intern(Constant::Shuffle { args: [first, poison], mask, ty })
}

/// The mask that takes the first lane everywhere.
pub(crate) fn splat_mask(ty: TypeId, module: &mut Module) -> ConstId {
    let mask_ty = module.types.shaped_like(ty, TypeTable::I32);
    module.consts.intern(Constant::Zero(mask_ty))
}

/// A block number as an operand.
pub(crate) fn block_id(number: u64, record: &Record) -> Result<BlockId, Error> {
    match u32::try_from(number) {
        Ok(number) if number < u32::MAX => Ok(BlockId::from_u32(number)),
        _ => Err(record.corrupt("the number of a block").found(number)),
    }
}
