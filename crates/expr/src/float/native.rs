//! The value of an operation by the host, whose single and double precision are IEEE's: the evaluator's common case.

use crate::float::{FloatOp, Format, Operation, Rounding};
use crate::value::sign_extend;

/// The value, if the host has the operation: to nearest, ties to even, in single or double precision.
pub(super) fn value(operation: Operation, operand_width: u32, result_width: u32, [a, b, _]: [u128; 3]) -> Option<u128> {
    let Operation { op, format, rounding, source } = operation;
    if op == FloatOp::ToSigned && rounding == Rounding::Zero && result_width <= 64 {
        return to_signed(format, result_width, a);
    }
    if rounding != Rounding::NearestEven {
        return None;
    }
    match (op, format) {
        (FloatOp::Convert, Format::DOUBLE) if source == Format::SINGLE => double(f64::from(f32::from_bits(a as u32))),
        (FloatOp::Convert, Format::SINGLE) if source == Format::DOUBLE => single(f64::from_bits(a as u64) as f32),
        (FloatOp::FromSigned, Format::DOUBLE) if operand_width <= 64 => {
            double(sign_extend(operand_width, a as u64) as f64)
        }
        (FloatOp::FromUnsigned, Format::DOUBLE) if operand_width <= 64 => double(a as u64 as f64),
        (FloatOp::FromSigned, Format::SINGLE) if operand_width <= 64 => {
            single(sign_extend(operand_width, a as u64) as f32)
        }
        (FloatOp::FromUnsigned, Format::SINGLE) if operand_width <= 64 => single(a as u64 as f32),
        (_, Format::DOUBLE) => {
            let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            double(match op {
                FloatOp::Add => a + b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                FloatOp::Sqrt => a.sqrt(),
                _ => return None,
            })
        }
        (_, Format::SINGLE) => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            single(match op {
                FloatOp::Add => a + b,
                FloatOp::Mul => a * b,
                FloatOp::Div => a / b,
                FloatOp::Sqrt => a.sqrt(),
                _ => return None,
            })
        }
        _ => None,
    }
}

fn double(number: f64) -> Option<u128> {
    Some(if number.is_nan() { Format::DOUBLE.nan() } else { number.to_bits().into() })
}

fn single(number: f32) -> Option<u128> {
    Some(if number.is_nan() { Format::SINGLE.nan() } else { number.to_bits().into() })
}

/// Towards zero, to the nearest integer that there is; a NaN is 0.
fn to_signed(format: Format, width: u32, a: u128) -> Option<u128> {
    let number = match format {
        Format::DOUBLE => f64::from_bits(a as u64),
        Format::SINGLE => f32::from_bits(a as u32).into(),
        _ => return None,
    };
    let most = i64::MAX >> (64 - width);
    Some(((number as i64).clamp(!most, most) as u64 & crate::value::mask(width)).into())
}
