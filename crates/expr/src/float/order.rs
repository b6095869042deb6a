//! Order at half precision: that sums, products and quotients keep the order of their operands, for all operands and roundings.
//!
//! z3 proves this of roots; of two operands it has no answer in ten minutes for sums already. Evaluation has: order between neighbours is order between all, so that
//! each result is compared with those of the next operand on either side, once.

use super::*;

const HALF: Format = Format::HALF;

/// The rank of a result among all numbers, by which order is told; both zeros have the same. None for a NaN.
fn rank(bits: u128) -> Option<i32> {
    let magnitude = (bits & 0x7fff) as i32;
    (magnitude <= 0x7c00).then_some(if bits & 0x8000 == 0 { magnitude } else { -magnitude })
}

/// A number of half precision in double precision.
fn double(bits: u128) -> f64 {
    let (fraction, exponent) = ((bits & 0x3ff) as f64, (bits >> 10 & 31) as i32);
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 => f64::INFINITY,
        _ => (fraction + 1024.0) * 2f64.powi(exponent - 25),
    };
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

/// The rank of a number of double precision, rounded to half.
fn rounded_rank(number: f64, rounding: Rounding) -> Option<i32> {
    let (magnitude, negative) = (number.abs(), number < 0.0);
    let sign = |rank: i32| Some(if negative { -rank } else { rank });
    if number.is_nan() {
        return None;
    }
    if magnitude == 0.0 || magnitude.is_infinite() {
        return sign(if magnitude == 0.0 { 0 } else { 0x7c00 });
    }
    let outwards = rounding == if negative { Rounding::Down } else { Rounding::Up };
    let nearest = matches!(rounding, Rounding::NearestEven | Rounding::NearestAway);
    if magnitude >= 65536.0 {
        return sign(if outwards || nearest { 0x7c00 } else { 0x7bff });
    }
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    // A unit in the last place is 2^(exponent - 10); the product is exact.
    let units = magnitude * f64::from_bits(((1033 - exponent) as u64) << 52);
    let (whole, rest) = (units as i32, units - f64::from(units as i32));
    let tie = rounding == Rounding::NearestAway || whole % 2 == 1;
    let up = if nearest { rest > 0.5 || rest == 0.5 && tie } else { outwards && rest > 0.0 };
    sign(((exponent + 14) << 10) + whole + i32::from(up))
}

/// The rank of a result, by double precision: sums and products of halves are exact there. Quotients are further from every number of 12 bits
/// than double precision rounds, unless they are one.
fn quick_rank(operation: Operation, x: f64, y: f64) -> Option<i32> {
    let result = match operation.op {
        FloatOp::Add => x + y,
        FloatOp::Mul => x * y,
        _ => x / y,
    };
    rounded_rank(result, operation.rounding)
}

/// The numbers from the least to the largest.
fn all_numbers() -> Vec<u128> {
    (0..=0x7c00).rev().map(|magnitude| magnitude | 0x8000).chain(0..=0x7c00).collect()
}

/// Checks that results grow along each row and, if they are `rising`, from each row to the next one; else that they fall there. In one row of
/// `exactly` the results are those of the evaluator.
fn check_rows(operation: Operation, rows: &[u128], columns: &[u128], rising: bool, exactly: usize) {
    let mut before: Vec<Option<i32>> = vec![None; columns.len()];
    let operands: Vec<f64> = columns.iter().map(|&x| double(x)).collect();
    let at_most = |a: Option<i32>, b: Option<i32>| a.zip(b).is_none_or(|(a, b)| a <= b);
    for (number, &y) in rows.iter().enumerate() {
        let (mut last, second) = (None, double(y));
        for (at, above) in before.iter_mut().enumerate() {
            let result = quick_rank(operation, operands[at], second);
            if number % exactly == 0 {
                let exact = rank(operation.value(16, 16, [columns[at], y, 0]));
                assert_eq!(result, exact, "{operation} of {:#x} and {y:#x}", columns[at]);
            }
            // Products and quotients are compared by their magnitudes.
            let result = if operation.op == FloatOp::Add { result } else { result.map(i32::abs) };
            let (low, high) = if rising { (*above, result) } else { (result, *above) };
            assert!(at_most(last, result) && at_most(low, high), "{operation} of {:#x} and {y:#x}", columns[at]);
            last = result;
            *above = result;
        }
    }
}

/// All pairs and roundings with `BRAID_SOAK`, one row of 256 by the evaluator itself; else few second operands, all by the evaluator.
#[test]
fn operations_of_two_operands_keep_order_at_half_precision() {
    let is_long = std::env::var_os("BRAID_SOAK").is_some();
    let (step, exactly) = if is_long { (1, 256) } else { (4999, 1) };
    let columns = [all_numbers(), (0..=0x7c00).collect(), (0x8000..=0xfc00).collect()];
    let [numbers, magnitudes, negative] = &columns;
    let few = |of: &[u128]| of.iter().copied().step_by(step).collect::<Vec<u128>>();
    let (all, positive) = (few(numbers), few(magnitudes));
    for &rounding in Rounding::ALL {
        let operation = |op| Operation::new(op, HALF, rounding);
        check_rows(operation(FloatOp::Add), &all, numbers, true, exactly);
        for columns in [magnitudes, negative] {
            check_rows(operation(FloatOp::Mul), &positive, columns, true, exactly);
            check_rows(operation(FloatOp::Div), &positive, columns, false, exactly);
        }
    }
}
