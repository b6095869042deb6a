//! Floating-point arithmetic on constants: single and double precision.
//!
//! Only exact results are folded: the others depend on the rounding that the program has set and raise an exception that it may look at.
//! Which NaN an operation gives differs between machines. Other formats stay as they are.

use braid_ir::inst::{BinaryOp, FloatPredicate};
use braid_ir::{ConstId, Constant, FloatKind, Module, Type, TypeId};

/// A constant of a format that is folded. A single is held as the double of the same value, which is exact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Float {
    kind: FloatKind,
    pub(super) value: f64,
}

impl Float {
    /// The constant taken apart; none if it is a NaN or of another format.
    pub(super) fn of(module: &Module, id: ConstId) -> Option<Float> {
        let Constant::Float { ty, bits } = module.consts[id] else { return None };
        let Type::Float(kind) = module.types[ty] else { return None };
        let value = match kind {
            FloatKind::Single => f64::from(f32::from_bits(bits as u32)),
            FloatKind::Double => f64::from_bits(bits as u64),
            _ => return None,
        };
        (!value.is_nan()).then_some(Float { kind, value })
    }
    /// The constant of type `ty` nearest to `value`; none for a NaN or another format.
    pub(super) fn constant(module: &mut Module, ty: TypeId, value: f64) -> Option<ConstId> {
        let bits = match module.types[ty] {
            Type::Float(FloatKind::Single) => u128::from((value as f32).to_bits()),
            Type::Float(FloatKind::Double) => u128::from(value.to_bits()),
            _ => return None,
        };
        (!value.is_nan()).then(|| module.consts.intern(Constant::Float { ty, bits }))
    }
}

/// The result of an operation in the format of its operands; none if it is a NaN or not exact.
pub(super) fn binary(op: BinaryOp, a: Float, b: Float) -> Option<f64> {
    let value = match a.kind {
        FloatKind::Single => f64::from(arithmetic(op, a.value as f32, b.value as f32)?),
        _ => arithmetic(op, a.value, b.value)?,
    };
    is_exact(op, a.value, b.value, value).then_some(value)
}

/// Numbers below this may have rounding errors that are no numbers.
const SMALL: f64 = 1e-270;

/// Whether the result of an operation is exact. Errors of sums, products and quotients are numbers themselves (Dekker 1971).
fn is_exact(op: BinaryOp, a: f64, b: f64, result: f64) -> bool {
    let is_safe = |number: f64| number == 0.0 || number.abs() >= SMALL;
    if !(a.is_finite() && b.is_finite() && result.is_finite()) {
        return false;
    }
    match op {
        BinaryOp::FAdd | BinaryOp::FSub => {
            let b = if op == BinaryOp::FSub { -b } else { b };
            let sum = a + b;
            let part = sum - a;
            let error = (a - (sum - part)) + (b - part);
            // The sign of a difference of equal numbers depends on the rounding.
            sum == result && error == 0.0 && (sum != 0.0 || a.to_bits() == b.to_bits())
        }
        BinaryOp::FMul if a == 0.0 || b == 0.0 => true,
        BinaryOp::FMul => result.abs() >= SMALL && a.mul_add(b, -result) == 0.0,
        BinaryOp::FDiv => {
            b != 0.0 && is_safe(a) && is_safe(result) && (a == 0.0) == (result == 0.0) && result.mul_add(b, -a) == 0.0
        }
        BinaryOp::FRem => b != 0.0,
        _ => false,
    }
}

fn arithmetic<F>(op: BinaryOp, a: F, b: F) -> Option<F>
where
    F: core::ops::Add<Output = F>
        + core::ops::Sub<Output = F>
        + core::ops::Mul<Output = F>
        + core::ops::Div<Output = F>
        + core::ops::Rem<Output = F>,
{
    match op {
        BinaryOp::FAdd => Some(a + b),
        BinaryOp::FSub => Some(a - b),
        BinaryOp::FMul => Some(a * b),
        BinaryOp::FDiv => Some(a / b),
        BinaryOp::FRem => Some(a % b),
        _ => None,
    }
}

/// The answer of a comparison; neither side is a NaN.
pub(super) fn compare(pred: FloatPredicate, a: Float, b: Float) -> bool {
    let (a, b) = (a.value, b.value);
    match pred {
        FloatPredicate::False | FloatPredicate::Uno => false,
        FloatPredicate::True | FloatPredicate::Ord => true,
        FloatPredicate::Oeq | FloatPredicate::Ueq => a == b,
        FloatPredicate::One | FloatPredicate::Une => a != b,
        FloatPredicate::Ogt | FloatPredicate::Ugt => a > b,
        FloatPredicate::Oge | FloatPredicate::Uge => a >= b,
        FloatPredicate::Olt | FloatPredicate::Ult => a < b,
        FloatPredicate::Ole | FloatPredicate::Ule => a <= b,
    }
}
