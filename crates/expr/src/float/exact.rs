//! The value of every operation in every format, by integers of as many bits as it takes, rounded once.
//!
//! A finite number is significand · 2^exponent. Each operation computes its exact result in that form, or enough of it with a last
//! bit that stands for everything below, and [`rounded`] brings it into the format.

use core::cmp::Ordering;

use crate::float::{FloatOp, Format, Operation, Rounding};
use crate::node::Op;
use crate::value::Value;

/// A number taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Nan,
    Infinite { negative: bool },
    Finite(Finite),
}

/// `significand · 2^exponent`, zero included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Finite {
    negative: bool,
    significand: u128,
    exponent: i64,
}

/// A magnitude before rounding: `bits · 2^exponent`; if it is `inexact`, a little more, less than one of the last bit.
struct Magnitude {
    bits: Value,
    exponent: i64,
    inexact: bool,
}

fn unpacked(format: Format, bits: u128) -> Number {
    let negative = bits & format.sign() != 0;
    let fraction = bits & ((1 << format.fraction_bits()) - 1);
    let written = (bits >> format.fraction_bits()) as i64 & ((1 << format.exponent_bits()) - 1);
    let infinite = written == (1 << format.exponent_bits()) - 1;
    match (infinite, fraction) {
        (true, 0) => Number::Infinite { negative },
        (true, _) => Number::Nan,
        _ => {
            let hidden = if written == 0 { 0 } else { 1 << format.fraction_bits() };
            let exponent = written.max(1) - i64::from(format.bias()) - i64::from(format.fraction_bits());
            Number::Finite(Finite { negative, significand: fraction | hidden, exponent })
        }
    }
}

/// The value of an operation, for [`Operation::value`].
pub(crate) fn value(operation: Operation, operand_width: u32, result_width: u32, [a, b, c]: [u128; 3]) -> u128 {
    let Operation { op, format, rounding, source } = operation;
    let (x, y, z) = (unpacked(source, a), unpacked(format, b), unpacked(format, c));
    match op {
        FloatOp::Add => sum(format, rounding, x, y),
        FloatOp::Mul => product(format, rounding, x, y),
        FloatOp::Div => quotient(format, rounding, x, y),
        FloatOp::Fma => fused(format, rounding, x, y, z),
        FloatOp::Sqrt => square_root(format, rounding, x),
        FloatOp::Remainder => remainder(format, x, y, true),
        FloatOp::Fmod => remainder(format, x, y, false),
        FloatOp::Round => integral(format, rounding, x),
        FloatOp::Convert => match x {
            Number::Nan => format.nan(),
            Number::Infinite { negative } => infinity(format, negative),
            Number::Finite(x) => from_natural(format, rounding, x),
        },
        FloatOp::FromSigned | FloatOp::FromUnsigned => {
            let negative = op == FloatOp::FromSigned && a >> (operand_width - 1) & 1 == 1;
            let significand = if negative { low_bits(operand_width, a.wrapping_neg()) } else { a };
            from_natural(format, rounding, Finite { negative, significand, exponent: 0 })
        }
        FloatOp::ToSigned | FloatOp::ToUnsigned => integer(rounding, x, result_width, op == FloatOp::ToSigned),
    }
}

/// The number nearest to a quotient of naturals, as a reader of decimals needs it. The divisor is not zero.
pub(crate) fn ratio(format: Format, rounding: Rounding, negative: bool, dividend: &Value, divisor: &Value) -> u128 {
    let length = |value: &Value| value.width() - value.leading_zeros();
    let up = format.precision() + 2 + length(divisor);
    let width = (length(dividend) + up).max(length(divisor)) + 1;
    let [dividend, divisor] = [dividend, divisor].map(|value| Value::from_limbs(width, value.limbs()));
    let dividend = shifted(&dividend, Op::Shl, up);
    let (bits, rest) = (dividend.binary(Op::Udiv, &divisor), dividend.binary(Op::Urem, &divisor));
    let magnitude = Magnitude { bits, exponent: -i64::from(up), inexact: !rest.is_zero() };
    rounded(format, rounding, negative, &magnitude)
}

fn low_bits(width: u32, bits: u128) -> u128 {
    if width >= 128 { bits } else { bits & ((1 << width) - 1) }
}

fn wide(width: u32, bits: u128) -> Value {
    Value::from_limbs(width, &[bits as u64, (bits >> 64) as u64])
}

fn narrow(value: &Value) -> u128 {
    let limb = |at: usize| u128::from(value.limbs().get(at).copied().unwrap_or(0));
    limb(0) | limb(1) << 64
}

fn shifted(value: &Value, op: Op, by: u32) -> Value {
    match by < value.width() {
        true => value.binary(op, &Value::new(value.width().max(32), by.into()).extract(0, value.width())),
        false => Value::zero(value.width()),
    }
}

fn infinity(format: Format, negative: bool) -> u128 {
    signed(format, negative, format.infinity())
}

fn signed(format: Format, negative: bool, magnitude: u128) -> u128 {
    if negative { magnitude | format.sign() } else { magnitude }
}

fn from_natural(format: Format, rounding: Rounding, x: Finite) -> u128 {
    let magnitude = Magnitude { bits: wide(130, x.significand), exponent: x.exponent, inexact: false };
    rounded(format, rounding, x.negative, &magnitude)
}

/// Whether a magnitude grows by one of its last bit: `half` is the bit below, `rest` whether there is more.
fn rounds_up(rounding: Rounding, negative: bool, odd: bool, half: bool, rest: bool) -> bool {
    match rounding {
        Rounding::NearestEven => half && (rest || odd),
        Rounding::NearestAway => half,
        Rounding::Up => !negative && (half || rest),
        Rounding::Down => negative && (half || rest),
        Rounding::Zero => false,
    }
}

/// A magnitude cut at a bit, rounded: the bits from `cut` on, as a natural below 2^128.
fn cut(rounding: Rounding, negative: bool, magnitude: &Magnitude, cut: i64) -> u128 {
    let bits = &magnitude.bits;
    if cut <= 0 {
        debug_assert!(i64::from(bits.leading_zeros()) >= -cut, "a cut below the bits fits");
        let kept = narrow(&shifted(bits, Op::Shl, (-cut) as u32));
        let up = rounds_up(rounding, negative, kept & 1 == 1, false, magnitude.inexact);
        return kept + u128::from(up);
    }
    let by = u32::try_from(cut).unwrap_or(u32::MAX);
    let kept = narrow(&shifted(bits, Op::Lshr, by));
    let half = bits.bit(by - 1);
    let rest = magnitude.inexact || (!bits.is_zero() && bits.trailing_zeros() < by - 1);
    kept + u128::from(rounds_up(rounding, negative, kept & 1 == 1, half, rest))
}

/// The number of a format nearest to a magnitude, in the direction that is wanted.
fn rounded(format: Format, rounding: Rounding, negative: bool, magnitude: &Magnitude) -> u128 {
    let bits = &magnitude.bits;
    if bits.is_zero() && !magnitude.inexact {
        return signed(format, negative, 0);
    }
    let (bias, fraction) = (i64::from(format.bias()), i64::from(format.fraction_bits()));
    let top = magnitude.exponent + i64::from(bits.width() - bits.leading_zeros()) - 1;
    let last = top.max(1 - bias) - fraction;
    let kept = cut(rounding, negative, magnitude, last - magnitude.exponent);
    // The leading bit adds one to the exponent, and so does a carry out of the significand.
    let written = last + fraction + bias - 1;
    let limit = 1_i64 << format.exponent_bits();
    let bits = if written >= limit { u128::MAX } else { ((written as u128) << format.fraction_bits()) + kept };
    if bits < format.infinity() {
        return signed(format, negative, bits);
    }
    let beyond = match rounding {
        Rounding::NearestEven | Rounding::NearestAway => format.infinity(),
        Rounding::Up if !negative => format.infinity(),
        Rounding::Down if negative => format.infinity(),
        _ => format.largest(),
    };
    signed(format, negative, beyond)
}

fn sum(format: Format, rounding: Rounding, x: Number, y: Number) -> u128 {
    match (x, y) {
        (Number::Nan, _) | (_, Number::Nan) => format.nan(),
        (Number::Infinite { negative: a }, Number::Infinite { negative: b }) if a != b => format.nan(),
        (Number::Infinite { negative }, _) | (_, Number::Infinite { negative }) => infinity(format, negative),
        (Number::Finite(x), Number::Finite(y)) => {
            let width = 4 * format.precision() + 8;
            let of = |x: Finite| (x.negative, wide(width, x.significand), x.exponent);
            finite_sum(format, rounding, of(x), of(y))
        }
    }
}

/// The rounded sum of two finite numbers whose significands have at most 2p of their 4p + 8 bits.
fn finite_sum(format: Format, rounding: Rounding, x: (bool, Value, i64), y: (bool, Value, i64)) -> u128 {
    let ((negative, high, exponent), (low_negative, low, low_exponent)) =
        match y.1.is_zero() || x.2 >= y.2 && !x.1.is_zero() {
            true => (x, y),
            false => (y, x),
        };
    if low.is_zero() && high.is_zero() {
        let negative = if negative == low_negative { negative } else { rounding == Rounding::Down };
        return signed(format, negative, 0);
    }
    if low.is_zero() {
        return rounded(format, rounding, negative, &Magnitude { bits: high, exponent, inexact: false });
    }
    // The lower one comes down to a last bit that says that something is there, if it is far below.
    let (distance, most) = (exponent - low_exponent, i64::from(2 * format.precision() + 3));
    let up = distance.min(most);
    let high = shifted(&high, Op::Shl, up as u32);
    let down = u32::try_from(distance - up).unwrap_or(u32::MAX);
    let lost = down > 0 && low.trailing_zeros() < down;
    let low = shifted(&low, Op::Lshr, down);
    let low = if lost { low.binary(Op::Or, &Value::new(low.width(), 1)) } else { low };
    let exponent = exponent - up;
    let (negative, bits) = match (negative == low_negative, high.compare(&low)) {
        (true, _) => (negative, high.binary(Op::Add, &low)),
        (_, Ordering::Equal) => return signed(format, rounding == Rounding::Down, 0),
        (_, Ordering::Greater) => (negative, high.binary(Op::Sub, &low)),
        (_, Ordering::Less) => (low_negative, low.binary(Op::Sub, &high)),
    };
    rounded(format, rounding, negative, &Magnitude { bits, exponent, inexact: false })
}

fn product(format: Format, rounding: Rounding, x: Number, y: Number) -> u128 {
    match (x, y) {
        (Number::Nan, _) | (_, Number::Nan) => format.nan(),
        (Number::Infinite { negative: a }, Number::Infinite { negative: b }) => infinity(format, a != b),
        (Number::Infinite { negative }, Number::Finite(y)) | (Number::Finite(y), Number::Infinite { negative }) => {
            if y.significand == 0 { format.nan() } else { infinity(format, negative != y.negative) }
        }
        (Number::Finite(x), Number::Finite(y)) => {
            let width = 2 * format.precision() + 1;
            let bits = wide(width, x.significand).binary(Op::Mul, &wide(width, y.significand));
            let magnitude = Magnitude { bits, exponent: x.exponent + y.exponent, inexact: false };
            rounded(format, rounding, x.negative != y.negative, &magnitude)
        }
    }
}

fn fused(format: Format, rounding: Rounding, x: Number, y: Number, z: Number) -> u128 {
    let (Number::Finite(x), Number::Finite(y)) = (x, y) else {
        // The product is infinite or no number: the sum rounds nothing.
        let product = unpacked(format, product(format, rounding, x, y));
        return sum(format, rounding, product, z);
    };
    let negative = x.negative != y.negative;
    match z {
        Number::Nan => format.nan(),
        Number::Infinite { negative } => infinity(format, negative),
        Number::Finite(z) => {
            let width = 4 * format.precision() + 8;
            let bits = wide(width, x.significand).binary(Op::Mul, &wide(width, y.significand));
            let product = (negative, bits, x.exponent + y.exponent);
            finite_sum(format, rounding, product, (z.negative, wide(width, z.significand), z.exponent))
        }
    }
}

/// The same number with the highest bit of its significand at the top of the format's. The number is not zero.
fn normal(format: Format, x: Finite) -> Finite {
    let up = format.precision() - (128 - x.significand.leading_zeros());
    Finite { significand: x.significand << up, exponent: x.exponent - i64::from(up), ..x }
}

fn quotient(format: Format, rounding: Rounding, x: Number, y: Number) -> u128 {
    let (x, y) = match (x, y) {
        (Number::Nan, _) | (_, Number::Nan) | (Number::Infinite { .. }, Number::Infinite { .. }) => {
            return format.nan();
        }
        (Number::Infinite { negative }, Number::Finite(y)) => return infinity(format, negative != y.negative),
        (Number::Finite(x), Number::Infinite { negative }) => return signed(format, x.negative != negative, 0),
        (Number::Finite(x), Number::Finite(y)) => (x, y),
    };
    let negative = x.negative != y.negative;
    match (x.significand, y.significand) {
        (0, 0) => return format.nan(),
        (0, _) => return signed(format, negative, 0),
        (_, 0) => return infinity(format, negative),
        _ => {}
    }
    let (x, y) = (normal(format, x), normal(format, y));
    let (up, width) = (format.precision() + 2, 2 * format.precision() + 4);
    let dividend = shifted(&wide(width, x.significand), Op::Shl, up);
    let divisor = wide(width, y.significand);
    let (bits, rest) = (dividend.binary(Op::Udiv, &divisor), dividend.binary(Op::Urem, &divisor));
    let exponent = x.exponent - y.exponent - i64::from(up);
    rounded(format, rounding, negative, &Magnitude { bits, exponent, inexact: !rest.is_zero() })
}

fn square_root(format: Format, rounding: Rounding, x: Number) -> u128 {
    let x = match x {
        Number::Nan | Number::Infinite { negative: true } => return format.nan(),
        Number::Infinite { negative: false } => return format.infinity(),
        Number::Finite(x) if x.significand == 0 => return signed(format, x.negative, 0),
        Number::Finite(x) if x.negative => return format.nan(),
        Number::Finite(x) => normal(format, x),
    };
    let up = format.precision() + 4;
    let up = up + u32::from((x.exponent - i64::from(up)) % 2 != 0);
    let width = 2 * format.precision() + 8;
    let (bits, inexact) = integer_root(&shifted(&wide(width, x.significand), Op::Shl, up));
    rounded(format, rounding, false, &Magnitude { bits, exponent: (x.exponent - i64::from(up)) / 2, inexact })
}

/// The root of a natural rounded down, and whether something is left, bit by bit.
fn integer_root(square: &Value) -> (Value, bool) {
    let width = square.width();
    let mut root = Value::zero(width);
    let mut rest = square.clone();
    for at in (0..width / 2).rev() {
        // (root + 2^at)^2 - root^2
        let step = shifted(&root, Op::Shl, at + 1).binary(Op::Or, &shifted(&Value::new(width, 1), Op::Shl, 2 * at));
        if rest.compare(&step) != Ordering::Less {
            rest = rest.binary(Op::Sub, &step);
            root = root.binary(Op::Or, &shifted(&Value::new(width, 1), Op::Shl, at));
        }
    }
    (root, !rest.is_zero())
}

/// The remainder of a division whose quotient is rounded to the nearest integer, or to zero. It is exact.
fn remainder(format: Format, x: Number, y: Number, nearest: bool) -> u128 {
    let (x, y) = match (x, y) {
        (Number::Finite(x), Number::Infinite { .. }) => return from_natural(format, Rounding::NearestEven, x),
        (Number::Finite(x), Number::Finite(y)) if y.significand != 0 => (x, y),
        _ => return format.nan(),
    };
    // A divisor that is written two places above the dividend is more than twice as large.
    let above = y.exponent - x.exponent;
    if above > 1 {
        return from_natural(format, Rounding::NearestEven, x);
    }
    let divisor = if above == 1 { y.significand << 1 } else { y.significand };
    let exponent = x.exponent.min(y.exponent);
    let (mut rest, mut odd) = (x.significand % divisor, x.significand / divisor % 2 == 1);
    for _ in 0..x.exponent - exponent {
        rest <<= 1;
        odd = rest >= divisor;
        rest -= if odd { divisor } else { 0 };
    }
    let over = nearest && (2 * rest > divisor || 2 * rest == divisor && odd);
    let (negative, significand) = if over { (!x.negative, divisor - rest) } else { (x.negative, rest) };
    let negative = if significand == 0 { x.negative } else { negative };
    from_natural(format, Rounding::NearestEven, Finite { negative, significand, exponent })
}

fn integral(format: Format, rounding: Rounding, x: Number) -> u128 {
    match x {
        Number::Nan => format.nan(),
        Number::Infinite { negative } => infinity(format, negative),
        Number::Finite(x) if x.exponent >= 0 => from_natural(format, rounding, x),
        Number::Finite(x) => {
            let magnitude = Magnitude { bits: wide(130, x.significand), exponent: x.exponent, inexact: false };
            let significand = cut(rounding, x.negative, &magnitude, -x.exponent);
            from_natural(format, rounding, Finite { significand, exponent: 0, ..x })
        }
    }
}

/// The integer of `width` bits nearest to a number, after it was rounded.
fn integer(rounding: Rounding, x: Number, width: u32, is_signed: bool) -> u128 {
    let most = if is_signed { low_bits(width - 1, u128::MAX) } else { low_bits(width, u128::MAX) };
    let least = if is_signed { 1 << (width - 1) } else { 0 };
    let limit = |negative: bool| if negative { least } else { most };
    let x = match x {
        Number::Nan => return 0,
        Number::Infinite { negative } => return limit(negative),
        Number::Finite(x) => x,
    };
    let length = i64::from(128 - x.significand.leading_zeros());
    if x.significand != 0 && x.exponent + length > i64::from(width) + 1 {
        return limit(x.negative);
    }
    let magnitude = Magnitude { bits: wide(260, x.significand), exponent: x.exponent, inexact: false };
    // At most width + 1 bits: what does not fit 128 bits is beyond every limit.
    if x.exponent > 0 && x.exponent + length > 128 {
        return limit(x.negative);
    }
    let natural = cut(rounding, x.negative, &magnitude, -x.exponent);
    match x.negative {
        false => natural.min(most),
        true => low_bits(width, natural.min(least).wrapping_neg()),
    }
}
