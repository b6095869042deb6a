//! `getelementptr` as address arithmetic: which bytes to add, step by step.
//!
//! LLVM names a place in nested arrays and structs by a list of indices; Braid adds a number of bytes to a pointer. This
//! file walks the types and says what each index contributes. Instructions and constant expressions turn the steps into
//! arithmetic of their own kind. The order of the steps is LLVM's, because its promises (`inbounds`, `nuw`) speak of the
//! successive additions.

use braid_ir::constant::Constant;
use braid_ir::inst::{BinaryOp, PtrFlags, WrapFlags};
use braid_ir::types::{Type, TypeId};
use braid_ir::{ConstId, Module};
use smallvec::SmallVec;

use crate::bitstream::Record;
use crate::constant_expr::MAX_WRITTEN_LANES;
use crate::error::Error;
use crate::value::Val;

/// What one index, or several constant ones in a row, adds to the address.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// A fixed number of bytes.
    Bytes(i64),
    /// An index times a size.
    Scaled {
        /// The index, of any integer type or a vector of them.
        index: Val,
        /// What it is multiplied with.
        size: Size,
    },
}

/// The size of the elements that an index counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// A number of bytes.
    Bytes(u64),
    /// A number of bytes per unit of vector length: what runs the program knows how many units it has.
    PerUnit(u64),
}

impl Size {
    fn of(ty: TypeId, module: &Module, record: &Record) -> Result<Size, Error> {
        let (layout, types) = (&module.layout, &module.types);
        let fixed = layout.size(types, ty).map(Size::Bytes);
        let size = fixed.or_else(|| layout.size_per_unit(types, ty).map(Size::PerUnit));
        size.ok_or_else(|| record.too_new("an index over elements whose size is a known number"))
    }
    /// The size as a constant of type `ty` with `bits` bits, at most 64.
    pub(crate) fn constant(self, ty: TypeId, bits: u32, module: &mut Module) -> ConstId {
        match self {
            Size::Bytes(bytes) => int_constant(bytes as i64, ty, bits, module),
            Size::PerUnit(bytes) => {
                let args = [int_constant(bytes as i64, ty, bits, module), module.consts.intern(Constant::VScale(ty))];
                module.consts.intern(Constant::Binary { op: BinaryOp::Mul, flags: WrapFlags::NONE, args, ty })
            }
        }
    }
}

/// The steps of an address computation.
pub(crate) type Steps = SmallVec<[Step; 4]>;

/// The steps from the start of an object of type `elem` along `indices`.
pub(crate) fn steps(elem: TypeId, indices: &[Val], module: &Module, record: &Record) -> Result<Steps, Error> {
    let mut steps = Steps::new();
    let mut ty = elem;
    for (at, &index) in indices.iter().enumerate() {
        if at == 0 {
            scaled(ty, index, module, record, &mut steps)?;
            continue;
        }
        match module.types[ty] {
            Type::Struct { .. } => {
                let field = constant_index(index, module).and_then(|field| u64::try_from(field).ok());
                let inside = field.and_then(|field| {
                    Some((module.types.member(ty, field)?, module.layout.member_offset(&module.types, ty, field)?))
                });
                let Some((member, offset)) = inside else {
                    return Err(record.corrupt("the number of a field as an index into a struct"));
                };
                add_bytes(&mut steps, offset as i64);
                ty = member;
            }
            Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                scaled(elem, index, module, record, &mut steps)?;
                ty = elem;
            }
            _ => return Err(record.corrupt("an index into a struct, array or vector")),
        }
    }
    Ok(steps)
}

/// The contribution of `index` elements of type `ty`.
fn scaled(ty: TypeId, index: Val, module: &Module, record: &Record, steps: &mut Steps) -> Result<(), Error> {
    let (scalar, _) = module.types.lanes(index.ty);
    if !matches!(module.types[scalar], Type::Int(_)) {
        return Err(record.corrupt("an integer as an index"));
    }
    let constant = constant_index(index, module);
    if constant == Some(0) {
        return Ok(());
    }
    match (constant, Size::of(ty, module, record)?) {
        (Some(count), Size::Bytes(size)) => add_bytes(steps, count.wrapping_mul(size as i64)),
        (_, size) => steps.push(Step::Scaled { index, size }),
    }
    Ok(())
}

fn add_bytes(steps: &mut Steps, bytes: i64) {
    match steps.last_mut() {
        Some(Step::Bytes(sum)) => *sum = sum.wrapping_add(bytes),
        _ => steps.push(Step::Bytes(bytes)),
    }
}

/// The value of an index that is a constant integer, or the same one in every lane.
fn constant_index(index: Val, module: &Module) -> Option<i64> {
    let constant = index.operand.as_const()?;
    match &module.consts[constant] {
        // Longer vectors are not searched: a hostile file could ask for it at every use.
        Constant::Aggregate { parts, .. } if parts.len() <= MAX_WRITTEN_LANES as usize => {
            let first = *parts.first()?;
            parts.iter().all(|&part| part == first).then(|| int_value(first, module))?
        }
        Constant::Zero(_) => Some(0),
        _ => int_value(constant, module),
    }
}

fn int_value(constant: ConstId, module: &Module) -> Option<i64> {
    match &module.consts[constant] {
        Constant::Int { ty, value } => {
            let unused = 64 - module.types.int_bits(*ty)?.min(64);
            Some((*value << unused) as i64 >> unused)
        }
        Constant::WideInt { words, .. } => words.first().map(|&word| word as i64),
        _ => None,
    }
}

/// The promises about the arithmetic on the offset that follow from those about the pointer.
pub(crate) fn offset_flags(flags: PtrFlags) -> WrapFlags {
    let mut wrap = WrapFlags::NONE;
    if flags.has(PtrFlags::INBOUNDS) || flags.has(PtrFlags::NUSW) {
        wrap = wrap.with(WrapFlags::NSW);
    }
    if flags.has(PtrFlags::NUW) {
        wrap = wrap.with(WrapFlags::NUW);
    }
    wrap
}

/// The promises of a `getelementptr`; `inbounds` says all that `nusw` does.
pub(crate) fn ptr_flags(bits: u64) -> PtrFlags {
    let mut flags = PtrFlags::NONE;
    if bits & 1 != 0 {
        flags = flags.with(PtrFlags::INBOUNDS);
    } else if bits & 2 != 0 {
        flags = flags.with(PtrFlags::NUSW);
    }
    if bits & 4 != 0 {
        flags = flags.with(PtrFlags::NUW);
    }
    flags
}

/// The address space of a pointer or vector of pointers.
pub(crate) fn space_of(ty: TypeId, module: &Module, record: &Record) -> Result<u32, Error> {
    match module.types[module.types.lanes(ty).0] {
        Type::Ptr { space } => Ok(space),
        _ => Err(record.corrupt("a pointer")),
    }
}

/// The type of offsets into an address space, and its width.
pub(crate) fn offset_type(space: u32, module: &mut Module, record: &Record) -> Result<(TypeId, u32), Error> {
    let bits = module.layout.pointer(space).index_bits;
    if bits > 64 {
        return Err(record.corrupt("address arithmetic of at most 64 bits").found(bits));
    }
    Ok((module.types.int(bits), bits))
}

/// `value` as an integer constant of type `ty` with `bits` bits, at most 64.
pub(crate) fn int_constant(value: i64, ty: TypeId, bits: u32, module: &mut Module) -> ConstId {
    module.consts.int(ty, value as u64 & mask(bits))
}

/// As many ones as a number of `bits` bits has places, at most 64.
pub(crate) fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}
