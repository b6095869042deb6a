//! Arithmetic, comparisons and conversions on values, lane by lane, with undefined bits and promises that were broken.

use core::cmp::Ordering;

use braid_ir::FloatKind;
use braid_ir::inst::{BinaryOp, CastOp, FloatPredicate, IntPredicate, WrapFlags};

use super::bits::Bits;
use super::failure::{Fault, Step, Unsupported, invalid};
use super::value::{Scalar, Value};
use braid_float as float;

/// What the lanes of an operand are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    /// Integers or pointers of this many bits.
    Int(u32),
    /// Floats.
    Float(FloatKind),
}

impl Lane {
    /// How many bits a lane has.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Lane::Int(bits) => bits,
            Lane::Float(kind) => kind.bits(),
        }
    }
}

/// `f` of a scalar, or of each lane.
pub(crate) fn map1(a: &Value, f: &mut impl FnMut(&Scalar) -> Step<Scalar>) -> Step<Value> {
    match a {
        Value::Scalar(a) => Ok(Value::Scalar(f(a)?)),
        Value::Many(lanes) => Ok(Value::Many(lanes.iter().map(|a| map1(a, f)).collect::<Step<_>>()?)),
    }
}

/// `f` of two scalars, or of each pair of lanes.
pub(crate) fn map2(a: &Value, b: &Value, f: &mut impl FnMut(&Scalar, &Scalar) -> Step<Scalar>) -> Step<Value> {
    match (a, b) {
        (Value::Scalar(a), Value::Scalar(b)) => Ok(Value::Scalar(f(a, b)?)),
        (Value::Many(a), Value::Many(b)) if a.len() == b.len() => {
            Ok(Value::Many(a.iter().zip(b.iter()).map(|(a, b)| map2(a, b, f)).collect::<Step<_>>()?))
        }
        _ => Err(invalid("operands of different shape")),
    }
}

/// A binary operation on scalars.
pub(crate) fn binary(op: BinaryOp, flags: WrapFlags, lane: Lane, a: &Scalar, b: &Scalar) -> Step<Scalar> {
    match lane {
        Lane::Float(kind) => float_binary(op, kind, a, b),
        Lane::Int(width) if op.is_float() || a.width() != width || b.width() != width => {
            Err(invalid("operands of another type"))
        }
        Lane::Int(_) => match (a.defined(), b.defined()) {
            (Some(x), Some(y)) => defined_binary(op, flags, x, y),
            _ => undefined_binary(op, a, b),
        },
    }
}

fn float_binary(op: BinaryOp, kind: FloatKind, a: &Scalar, b: &Scalar) -> Step<Scalar> {
    match (a.defined(), b.defined()) {
        (Some(a), Some(b)) => Ok(Scalar::int(kind.bits(), float::binary(kind, op, a.low(), b.low())?)),
        _ => Ok(Scalar::undef(kind.bits())),
    }
}

/// An integer operation on defined operands; undefined if a promise is broken.
fn defined_binary(op: BinaryOp, flags: WrapFlags, a: &Bits, b: &Bits) -> Step<Scalar> {
    let width = a.width();
    if op.divides() && (b.is_zero() || overflows_division(op, a, b)) {
        return Err(Fault::Division.into());
    }
    let result = match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::UDiv => a.udiv(b),
        BinaryOp::SDiv => a.sdiv(b),
        BinaryOp::URem => a.urem(b),
        BinaryOp::SRem => a.srem(b),
        BinaryOp::And => a.and(b),
        BinaryOp::Or => a.or(b),
        BinaryOp::Xor => a.xor(b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => match b.below(width) {
            None => return Ok(Scalar::undef(width)),
            Some(by) => shift(op, a, by),
        },
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            return Err(invalid("a float operation on integers"));
        }
    };
    let kept = flags.is_empty() || keeps_promises(op, flags, a, b, &result);
    Ok(if kept { Scalar::new(result) } else { Scalar::undef(width) })
}

fn shift(op: BinaryOp, a: &Bits, by: u32) -> Bits {
    match op {
        BinaryOp::Shl => a.shl(by),
        BinaryOp::LShr => a.lshr(by),
        _ => a.ashr(by),
    }
}

fn overflows_division(op: BinaryOp, a: &Bits, b: &Bits) -> bool {
    let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    signed && *b == Bits::ones(b.width()) && a.sign() && a.trailing_zeros() == a.width() - 1
}

/// Whether `nuw`, `nsw`, `exact` and `disjoint` hold: the result, computed with room to spare, is the same.
fn keeps_promises(op: BinaryOp, flags: WrapFlags, a: &Bits, b: &Bits, result: &Bits) -> bool {
    let wide = a.width() * 2 + 1;
    let computed = |extend: fn(&Bits, u32) -> Bits| {
        let (x, y) = (extend(a, wide), extend(b, wide));
        let wide_result = match op {
            BinaryOp::Add => x.add(&y),
            BinaryOp::Sub => x.sub(&y),
            BinaryOp::Mul => x.mul(&y),
            BinaryOp::Shl => x.shl(b.low() as u32),
            _ => return true,
        };
        wide_result == extend(result, wide)
    };
    let exact = match op {
        BinaryOp::UDiv => a.urem(b).is_zero(),
        BinaryOp::SDiv => a.srem(b).is_zero(),
        BinaryOp::LShr | BinaryOp::AShr => result.shl(b.low() as u32) == *a,
        _ => true,
    };
    (!flags.has(WrapFlags::NUW) || computed(Bits::zext))
        && (!flags.has(WrapFlags::NSW) || computed(Bits::sext))
        && (!flags.has(WrapFlags::EXACT) || exact)
        && (!flags.has(WrapFlags::DISJOINT) || a.and(b).is_zero())
}

/// An integer operation with an operand that is not wholly defined: which bits of the result are defined all the same.
fn undefined_binary(op: BinaryOp, a: &Scalar, b: &Scalar) -> Step<Scalar> {
    let (ua, ub) = (a.undef_bits(), b.undef_bits());
    let either = ua.or(&ub);
    let width = a.width();
    match op {
        BinaryOp::And => {
            let known_zero = ua.or(&a.bits).not().or(&ub.or(&b.bits).not());
            Ok(Scalar::with_undef(a.bits.and(&b.bits), either.and(&known_zero.not())))
        }
        BinaryOp::Or => {
            let ones = a.bits.or(&b.bits);
            Ok(Scalar::with_undef(ones.clone(), either.and(&ones.not())))
        }
        BinaryOp::Xor => Ok(Scalar::with_undef(a.bits.xor(&b.bits), either)),
        // A carry only goes upwards: bits below the lowest undefined one are right.
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
            let value = match op {
                BinaryOp::Add => a.bits.add(&b.bits),
                BinaryOp::Sub => a.bits.sub(&b.bits),
                _ => a.bits.mul(&b.bits),
            };
            Ok(Scalar::with_undef(value, Bits::ones(width).shl(either.trailing_zeros())))
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => match b.defined().and_then(|b| b.below(width)) {
            Some(by) => Ok(a.map(|bits| shift(op, bits, by))),
            None => Ok(Scalar::undef(width)),
        },
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => match b.defined() {
            Some(divisor) if !divisor.is_zero() => Ok(Scalar::undef(width)),
            Some(_) => Err(Fault::Division.into()),
            None => Err(Fault::Undefined("a divisor").into()),
        },
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            Err(invalid("a float operation on integers"))
        }
    }
}

/// A comparison of integers or pointers.
pub(crate) fn int_compare(pred: IntPredicate, a: &Scalar, b: &Scalar) -> Step<Scalar> {
    if a.width() != b.width() {
        return Err(invalid("comparison of different widths"));
    }
    if let (Some(a), Some(b)) = (a.defined(), b.defined()) {
        return Ok(Scalar::bool(int_holds(pred, a, b)));
    }
    // Two numbers that differ in a defined bit differ, whatever the others are.
    let known = a.undef_bits().or(&b.undef_bits()).not();
    let differ = !a.bits.xor(&b.bits).and(&known).is_zero();
    match pred {
        IntPredicate::Eq if differ => Ok(Scalar::bool(false)),
        IntPredicate::Ne if differ => Ok(Scalar::bool(true)),
        _ => Ok(Scalar::undef(1)),
    }
}

/// Whether a comparison holds.
pub(crate) fn int_holds(pred: IntPredicate, a: &Bits, b: &Bits) -> bool {
    match pred {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a.ucmp(b) == Ordering::Greater,
        IntPredicate::Uge => a.ucmp(b) != Ordering::Less,
        IntPredicate::Ult => a.ucmp(b) == Ordering::Less,
        IntPredicate::Ule => a.ucmp(b) != Ordering::Greater,
        IntPredicate::Sgt => a.scmp(b) == Ordering::Greater,
        IntPredicate::Sge => a.scmp(b) != Ordering::Less,
        IntPredicate::Slt => a.scmp(b) == Ordering::Less,
        IntPredicate::Sle => a.scmp(b) != Ordering::Greater,
    }
}

/// A comparison of floats.
pub(crate) fn float_compare(pred: FloatPredicate, kind: FloatKind, a: &Scalar, b: &Scalar) -> Step<Scalar> {
    match (a.defined(), b.defined()) {
        (Some(a), Some(b)) => Ok(Scalar::bool(float::holds(pred, float::order(kind, a.low(), b.low())?))),
        _ => Ok(Scalar::undef(1)),
    }
}

/// Negation of a float: the sign bit flips, also that of a NaN.
pub(crate) fn float_negate(a: &Scalar) -> Scalar {
    let width = a.width();
    let sign = Bits::new(width, 1).shl(width - 1);
    Scalar::with_undef(a.bits.xor(&sign), a.undef_bits())
}

/// A conversion of a scalar. Bit casts of whole vectors are not lane-wise and stand elsewhere.
pub(crate) fn cast(op: CastOp, flags: WrapFlags, from: Lane, to: Lane, a: &Scalar) -> Step<Scalar> {
    let width = to.bits();
    match op {
        CastOp::Trunc => {
            let result = a.map(|bits| bits.trunc(width));
            let nuw = !flags.has(WrapFlags::NUW) || result.bits.zext(a.width()) == a.bits;
            let nsw = !flags.has(WrapFlags::NSW) || result.bits.sext(a.width()) == a.bits;
            Ok(if !a.is_defined() || (nuw && nsw) { result } else { Scalar::undef(width) })
        }
        CastOp::ZExt if flags.has(WrapFlags::NNEG) && a.bits.sign() => Ok(Scalar::undef(width)),
        CastOp::ZExt => Ok(a.map(|bits| bits.zext(width))),
        CastOp::SExt => Ok(a.map(|bits| bits.sext(width))),
        CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr => Ok(a.map(|bits| bits.zext(width))),
        CastOp::BitCast | CastOp::AddrSpaceCast => Ok(a.clone()),
        CastOp::FpTrunc | CastOp::FpExt | CastOp::FpToUi | CastOp::FpToSi | CastOp::UiToFp | CastOp::SiToFp => {
            match a.defined() {
                Some(bits) => float_cast(op, from, to, bits),
                None => Ok(Scalar::undef(width)),
            }
        }
    }
}

fn float_cast(op: CastOp, from: Lane, to: Lane, a: &Bits) -> Step<Scalar> {
    let width = to.bits();
    match (op, from, to) {
        (CastOp::FpTrunc | CastOp::FpExt, Lane::Float(from), Lane::Float(to)) => {
            Ok(Scalar::int(width, float::convert(from, to, a.low())?))
        }
        (CastOp::FpToUi | CastOp::FpToSi, Lane::Float(from), Lane::Int(_)) => {
            if width > 128 {
                return Err(Unsupported::Float("conversion to a wide integer").into());
            }
            let (value, fits) = float::to_int(from, a.low(), width, op == CastOp::FpToSi)?;
            Ok(if fits { Scalar::int(width, value) } else { Scalar::undef(width) })
        }
        (CastOp::UiToFp | CastOp::SiToFp, Lane::Int(from), Lane::Float(to)) => {
            if from > 128 {
                return Err(Unsupported::Float("conversion of a wide integer").into());
            }
            let negative = op == CastOp::SiToFp && a.sign();
            let magnitude = if negative { a.magnitude() } else { a.clone() };
            Ok(Scalar::int(width, float::from_int(to, magnitude.low(), negative)?))
        }
        _ => Err(invalid("a cast between types it does not take")),
    }
}
