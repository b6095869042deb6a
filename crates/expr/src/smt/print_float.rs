//! Floating-point operations in SMT-LIB: operands from bits, the result back to bits.
//!
//! Back goes `fp.to_ieee_bv`, which is not in the standard but in the solvers. What the standard leaves open (integers out of range) or
//! has not (`fmod`) is said in other words.

use super::Piece;
use crate::float::{FloatOp, Format, Operation};
use crate::smt::print::literal;
use crate::value::Value;

/// The text of an operation over the texts of its operands, up to and without the last parenthesis.
pub(super) fn pieces(operation: Operation, width: u32, operand_width: u32, operands: Vec<Vec<Piece>>) -> Vec<Piece> {
    let Operation { op, format, rounding, source } = operation;
    let mut operands = operands.into_iter();
    let mut next = || operands.next().expect("an operand for each child");
    let rm = rounding.name();
    match op {
        FloatOp::Add | FloatOp::Mul | FloatOp::Div => {
            let (a, b) = (number(format, next()), number(format, next()));
            to_bits(format, joined(format!("({} {rm} ", op.name()), vec![a, b]))
        }
        FloatOp::Remainder => {
            let (a, b) = (number(format, next()), number(format, next()));
            to_bits(format, joined("(fp.rem ".to_owned(), vec![a, b]))
        }
        FloatOp::Fmod => fmod(format, next(), next()),
        FloatOp::Fma => fused(format, rm, operand_width, next(), next()),
        FloatOp::Sqrt | FloatOp::Round => {
            let a = number(format, next());
            to_bits(format, joined(format!("({} {rm} ", op.name()), vec![a]))
        }
        FloatOp::Convert => {
            let a = number(source, next());
            to_bits(format, joined(format!("({} {rm} ", conversion(format)), vec![a]))
        }
        FloatOp::FromSigned => to_bits(format, joined(format!("({} {rm} ", conversion(format)), vec![next()])),
        FloatOp::FromUnsigned => {
            let head = format!("((_ to_fp_unsigned {} {}) {rm} ", format.exponent_bits(), format.precision());
            to_bits(format, joined(head, vec![next()]))
        }
        FloatOp::ToSigned | FloatOp::ToUnsigned => to_integer(operation, width, number(format, next())),
    }
}

fn conversion(format: Format) -> String {
    format!("(_ to_fp {} {})", format.exponent_bits(), format.precision())
}

/// `head a b ... )`.
fn joined(head: String, operands: Vec<Vec<Piece>>) -> Vec<Piece> {
    let mut pieces = vec![Piece::Owned(head)];
    for (at, operand) in operands.into_iter().enumerate() {
        pieces.extend((at > 0).then_some(Piece::Text(" ")));
        pieces.extend(operand);
    }
    pieces.push(Piece::Text(")"));
    pieces
}

/// The number of these bits.
fn number(format: Format, bits: Vec<Piece>) -> Vec<Piece> {
    joined(format!("({} ", conversion(format)), vec![bits])
}

/// A binding of `name` around a body; the last parenthesis is the caller's.
fn bound(name: &str, value: Vec<Piece>, body: String) -> Vec<Piece> {
    let mut pieces = vec![Piece::Owned(format!("(let (({name} "))];
    pieces.extend(value);
    pieces.push(Piece::Owned(format!(")) {body}")));
    pieces
}

fn bits_of(format: Format, bits: u128) -> String {
    literal(&Value::from_limbs(format.width(), &[bits as u64, (bits >> 64) as u64]))
}

/// The bits of a number, with one NaN.
fn to_bits(format: Format, value: Vec<Piece>) -> Vec<Piece> {
    let nan = bits_of(format, format.nan());
    bound("fp!r", value, format!("(ite (fp.isNaN fp!r) {nan} (fp.to_ieee_bv fp!r))"))
}

fn fused(format: Format, rm: &str, operand_width: u32, factors: Vec<Piece>, addend: Vec<Piece>) -> Vec<Piece> {
    let (width, to) = (format.width(), conversion(format));
    let factor = |high: u32, low: u32| format!("({to} ((_ extract {high} {low}) fp!f))");
    let product = format!("{} {}", factor(operand_width - 1, width), factor(width - 1, 0));
    let nan = bits_of(format, format.nan());
    let body =
        format!("(let ((fp!r (fp.fma {rm} {product} ({to} fp!c)))) (ite (fp.isNaN fp!r) {nan} (fp.to_ieee_bv fp!r)))");
    two("fp!f", factors, "fp!c", addend, body)
}

fn two(first: &str, a: Vec<Piece>, second: &str, b: Vec<Piece>, body: String) -> Vec<Piece> {
    let mut pieces = vec![Piece::Owned(format!("(let (({first} "))];
    pieces.extend(a);
    pieces.push(Piece::Owned(format!(") ({second} ")));
    pieces.extend(b);
    pieces.push(Piece::Owned(format!(")) {body}")));
    pieces
}

/// The remainder that the standard has, moved by the divisor where it is below zero, with the sign of the dividend.
fn fmod(format: Format, a: Vec<Piece>, b: Vec<Piece>) -> Vec<Piece> {
    let (a, b) = (number(format, a), number(format, b));
    let (zero, nan) = (bits_of(format, 0), bits_of(format, format.nan()));
    let rest = format!("(ite (fp.lt fp!n ({} {zero})) (fp.add RNE fp!n (fp.abs fp!b)) fp!n)", conversion(format));
    let bits = "(fp.to_ieee_bv (ite (fp.isNegative fp!a) (fp.neg (fp.abs fp!r)) (fp.abs fp!r)))";
    let body = format!(
        "(let ((fp!n (fp.rem (fp.abs fp!a) (fp.abs fp!b)))) (let ((fp!r {rest})) (ite (fp.isNaN fp!r) {nan} {bits})))"
    );
    two("fp!a", a, "fp!b", b, body)
}

/// The integer nearest to a number: the standard says what it is in range.
fn to_integer(operation: Operation, width: u32, value: Vec<Piece>) -> Vec<Piece> {
    let Operation { op, format, rounding, .. } = operation;
    let (rm, to) = (rounding.name(), conversion(format));
    let signed = op == FloatOp::ToSigned;
    let power = |exponent: u32| format!("({to} RTP {}.0)", power_of_two(exponent));
    let above = power(if signed { width - 1 } else { width });
    let most = if signed { Value::ones(width - 1).zext(width) } else { Value::ones(width) };
    let least = if signed { Value::zero(width).extract(0, width) } else { Value::zero(width) };
    let least =
        if signed { Value::ones(width).binary(crate::Op::Xor, &Value::ones(width - 1).zext(width)) } else { least };
    let below = if signed { format!("(fp.neg {above})") } else { format!("({to} {})", bits_of(format, 0)) };
    let (most, least, zero) = (literal(&most), literal(&least), literal(&Value::zero(width)));
    let integer = format!("((_ {} {width}) {rm} fp!x)", op.name());
    // Not only what is below the bounds: a bound that the format has not is infinite, and of infinities the standard says nothing.
    let inside = format!("(ite (fp.geq fp!i {above}) {most} (ite (fp.leq fp!i {below}) {least} {integer}))");
    let body = format!("(let ((fp!i (fp.roundToIntegral {rm} fp!x))) (ite (fp.isNaN fp!x) {zero} {inside}))");
    bound("fp!x", value, body)
}

/// 2^n in decimal, by doubling digits.
fn power_of_two(exponent: u32) -> String {
    let mut digits = vec![1_u8];
    for _ in 0..exponent {
        let mut carry = 0;
        for digit in &mut digits {
            let twice = 2 * *digit + carry;
            (*digit, carry) = (twice % 10, twice / 10);
        }
        digits.extend((carry > 0).then_some(carry));
    }
    digits.iter().rev().map(|&digit| char::from(b'0' + digit)).collect()
}
