//! The value of one instruction on constant operands, where it has one that nothing can go wrong with.

use braid_ir::inst::{BinaryOp, CastOp, FastMath, PtrFlags, Switch, WrapFlags};
use braid_ir::{BlockId, ConstId, Constant, FloatKind, GlobalRef, Inst, Module, Type, TypeId};
use smallvec::SmallVec;

use super::float::{self, Float};
use super::int::{self, Int};

/// Constant operands, in the order of [`Inst::for_each_operand`].
pub(super) type Args = SmallVec<[ConstId; 4]>;

/// Whether an instruction is one that [`evaluate`] may know.
pub(super) fn is_pure(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Binary { .. }
            | Inst::Unary { .. }
            | Inst::Cast { .. }
            | Inst::IntCompare { .. }
            | Inst::FloatCompare { .. }
            | Inst::Select { .. }
            | Inst::PtrAdd { .. }
            | Inst::ExtractValue { .. }
            | Inst::CheckInit { .. }
    )
}

/// The constant that the instruction gives on these operands; none if it faults, makes poison, breaks a promise, or is
/// not one that is computed here.
pub(super) fn evaluate(module: &mut Module, inst: &Inst, args: &[ConstId], ty: TypeId) -> Option<ConstId> {
    match (inst, args) {
        (Inst::Binary { op, flags, fast, .. }, &[a, b]) => binary(module, *op, *flags, *fast, [a, b], ty),
        (Inst::Unary { .. }, &[arg]) => negate(module, arg),
        (Inst::Cast { op, flags, .. }, &[arg]) => cast(module, *op, *flags, arg, ty),
        (Inst::IntCompare { pred, flags, .. }, &[a, b]) => {
            let (a, b) = (Int::of(module, a)?, Int::of(module, b)?);
            let same_sign = (a.signed() < 0) == (b.signed() < 0);
            let answer = Int::new(1, u128::from(int::compare(*pred, a, b)));
            (!flags.has(WrapFlags::SAMESIGN) || same_sign).then(|| answer.constant(module, ty))
        }
        (Inst::FloatCompare { pred, fast, .. }, &[a, b]) if fast.is_empty() => {
            let (a, b) = (Float::of(module, a)?, Float::of(module, b)?);
            Some(Int::new(1, u128::from(float::compare(*pred, a, b))).constant(module, ty))
        }
        (Inst::Select { .. }, &[cond, then, otherwise]) => {
            let chosen = if module.consts.as_int(cond)? != 0 { then } else { otherwise };
            (!matches!(module.consts[chosen], Constant::Undef(_))).then_some(chosen)
        }
        (Inst::PtrAdd { flags, .. }, &[base, offset]) => ptradd(module, *flags, base, offset, ty),
        (Inst::ExtractValue { path, .. }, &[agg]) => extract(module, agg, path),
        (Inst::CheckInit { .. }, &[arg]) => is_initialised(&module.consts[arg]).then_some(arg),
        _ => None,
    }
}

/// Whether a constant is a value that something must have written. Aggregates may have parts that nothing has.
fn is_initialised(constant: &Constant) -> bool {
    matches!(
        constant,
        Constant::Int { .. }
            | Constant::WideInt { .. }
            | Constant::Float { .. }
            | Constant::Null(_)
            | Constant::Global(_)
    )
}

/// The constant of a binary operation.
pub(super) fn binary(
    module: &mut Module,
    op: BinaryOp,
    flags: WrapFlags,
    fast: FastMath,
    [a, b]: [ConstId; 2],
    ty: TypeId,
) -> Option<ConstId> {
    if !op.is_float() {
        let result = int::binary(op, flags, Int::of(module, a)?, Int::of(module, b)?)?;
        return Some(result.constant(module, ty));
    }
    // With licences to be inexact more than one result is right; without them there is one.
    let result = float::binary(op, Float::of(module, a)?, Float::of(module, b)?)?;
    fast.is_empty().then(|| Float::constant(module, ty, result))?
}

fn negate(module: &mut Module, arg: ConstId) -> Option<ConstId> {
    let Constant::Float { ty, bits } = module.consts[arg] else { return None };
    let Type::Float(kind) = module.types[ty] else { return None };
    // The sign of a pair of doubles is not one bit.
    let sign = (kind != FloatKind::PpcPair).then(|| 1u128 << (kind.bits() - 1))?;
    Some(module.consts.intern(Constant::Float { ty, bits: bits ^ sign }))
}

/// The constant of a cast.
pub(super) fn cast(module: &mut Module, op: CastOp, flags: WrapFlags, arg: ConstId, ty: TypeId) -> Option<ConstId> {
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
            let bits = module.types.int_bits(ty).filter(|&bits| bits <= 128)?;
            resize(op, flags, Int::of(module, arg)?, bits).map(|value| value.constant(module, ty))
        }
        CastOp::FpTrunc | CastOp::FpExt => {
            let value = Float::of(module, arg)?.value;
            let is_exact = module.types[ty] != Type::Float(FloatKind::Single) || f64::from(value as f32) == value;
            is_exact.then(|| Float::constant(module, ty, value))?
        }
        CastOp::UiToFp => {
            let value = Int::of(module, arg)?;
            let negative = flags.has(WrapFlags::NNEG) && value.signed() < 0;
            (!negative && is_number(value.value)).then(|| Float::constant(module, ty, value.value as f64))?
        }
        CastOp::SiToFp => {
            let value = Int::of(module, arg)?.signed();
            is_number(value.unsigned_abs()).then(|| Float::constant(module, ty, value as f64))?
        }
        CastOp::FpToSi | CastOp::FpToUi => truncate(module, op, arg, ty),
        CastOp::BitCast => bitcast(module, arg, ty),
        CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr | CastOp::AddrSpaceCast => None,
    }
}

fn resize(op: CastOp, flags: WrapFlags, arg: Int, bits: u32) -> Option<Int> {
    let result = match op {
        CastOp::SExt => Int::new(bits, arg.signed() as u128),
        _ => Int::new(bits, arg.value),
    };
    let kept = match op {
        CastOp::Trunc => {
            (!flags.has(WrapFlags::NUW) || result.value == arg.value)
                && (!flags.has(WrapFlags::NSW) || result.signed() == arg.signed())
        }
        _ => !flags.has(WrapFlags::NNEG) || arg.signed() >= 0,
    };
    kept.then_some(result)
}

/// Whether an integer is a number of single and of double precision: others are rounded as the program says.
fn is_number(magnitude: u128) -> bool {
    magnitude >> magnitude.trailing_zeros().min(127) < 1 << 24
}

/// A float as an integer; none if it is not whole or does not fit.
fn truncate(module: &mut Module, op: CastOp, arg: ConstId, ty: TypeId) -> Option<ConstId> {
    let bits = module.types.int_bits(ty).filter(|&bits| bits <= 64)?;
    let value = Some(Float::of(module, arg)?.value).filter(|value| value.trunc() == *value)?;
    // Both bounds are powers of two, so they are exact.
    let (low, high) = match op {
        CastOp::FpToSi => (-(2f64.powi(bits as i32 - 1)), 2f64.powi(bits as i32 - 1)),
        _ => (0.0, 2f64.powi(bits as i32)),
    };
    (low <= value && value < high).then(|| Int::new(bits, value as i128 as u128).constant(module, ty))
}

/// The same bits as another type: between integers and floats of one width.
fn bitcast(module: &mut Module, arg: ConstId, ty: TypeId) -> Option<ConstId> {
    let from = module.const_type(arg)?;
    if from == ty {
        return (!matches!(module.consts[arg], Constant::Undef(_))).then_some(arg);
    }
    match (&module.consts[arg], &module.types[ty]) {
        (Constant::Float { bits, .. }, Type::Int(width)) => {
            let value = Int::new(*width, *bits);
            Some(value.constant(module, ty))
        }
        (_, Type::Float(_)) => {
            let bits = Int::of(module, arg)?.value;
            Some(module.consts.intern(Constant::Float { ty, bits }))
        }
        _ => None,
    }
}

/// An address inside a global variable, or one past its end, as one offset from the variable.
pub(super) fn ptradd(
    module: &mut Module,
    flags: PtrFlags,
    base: ConstId,
    offset: ConstId,
    ty: TypeId,
) -> Option<ConstId> {
    let (root, start) = match module.consts[base] {
        Constant::PtrAdd { base, offset, .. } => (base, Int::of(module, offset)?.signed()),
        _ => (base, 0),
    };
    let Constant::Global(GlobalRef::Var(global)) = module.consts[root] else { return None };
    let moved = Int::of(module, offset)?;
    let total = start.checked_add(moved.signed())?;
    let size = module.layout.size(&module.types, module.globals[global].ty)?;
    let inside = 0 <= total && total <= i128::from(size) && !(flags.has(PtrFlags::NUW) && moved.signed() < 0);
    if !inside || module.const_type(root) != Some(ty) {
        return None;
    }
    if total == 0 {
        return Some(root);
    }
    let offset_type = module.const_type(offset)?;
    let offset = Int::new(moved.bits, total as u128).constant(module, offset_type);
    Some(module.consts.intern(Constant::PtrAdd { base: root, offset, flags, ty }))
}

fn extract(module: &Module, agg: ConstId, path: &[u32]) -> Option<ConstId> {
    let part = path.iter().try_fold(agg, |agg, &at| match &module.consts[agg] {
        Constant::Aggregate { parts, .. } => parts.get(at as usize).copied(),
        _ => None,
    })?;
    (!matches!(module.consts[part], Constant::Undef(_))).then_some(part)
}

/// Where a switch goes on this value.
pub(super) fn switch_target(module: &Module, switch: &Switch, value: ConstId) -> Option<BlockId> {
    let value = Int::of(module, value)?;
    for target in &switch.targets {
        for range in &target.ranges {
            if (Int::of(module, range.low)?.value..=Int::of(module, range.high)?.value).contains(&value.value) {
                return Some(target.block);
            }
        }
    }
    Some(switch.default)
}
