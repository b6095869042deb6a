//! The exact values against `rustc_apfloat`: every pair on formats of up to 8 bits, random and special ones on those of LLVM; and the host's
//! values against the exact ones.

use braid_testing::Random;
use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Quad, Semantics, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::*;

macro_rules! small {
    ($($name:ident $bits:literal $exponent:literal;)*) => {
        $(struct $name;
        impl Semantics for $name {
            const BITS: usize = $bits;
            const EXP_BITS: usize = $exponent;
        })*
    };
}

small! {
    Tiny 5 2;
    Short 6 3;
    Low 8 4;
    High 8 5;
    Wide 8 3;
}

fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
    }
}

/// A number of `rustc_apfloat`, whose x87 format has its integer bit.
fn number<F: Float>(format: Format, bits: u128) -> F {
    let (rest, fraction) = (bits >> 63, bits & ((1 << 63) - 1));
    let with_integer = rest << 64 | u128::from(rest & 0x7fff != 0) << 63 | fraction;
    F::from_bits(if format == Format::EXTENDED { with_integer } else { bits })
}

/// Its bits without that, and one NaN.
fn bits_of<F: Float>(format: Format, number: F) -> u128 {
    let bits = number.to_bits();
    let without_integer = bits >> 64 << 63 | bits & ((1 << 63) - 1);
    match format {
        _ if number.is_nan() => format.nan(),
        Format::EXTENDED => without_integer,
        _ => bits,
    }
}

/// What `rustc_apfloat` gives, with one NaN; none for what it has not.
fn reference<F: Float>(operation: Operation, a: u128, b: u128, c: u128) -> Option<u128> {
    let [a, b, c] = [a, b, c].map(|bits| number::<F>(operation.format, bits));
    let round = direction(operation.rounding);
    let result = match operation.op {
        FloatOp::Add => a.add_r(b, round).value,
        FloatOp::Mul => a.mul_r(b, round).value,
        FloatOp::Div => a.div_r(b, round).value,
        FloatOp::Fma => a.mul_add_r(b, c, round).value,
        FloatOp::Fmod => a.c_fmod(b).value,
        FloatOp::Round => a.round_to_integral(round).value,
        _ => return None,
    };
    Some(bits_of(operation.format, result))
}

fn format_of<S: Semantics>() -> Format {
    Format::new(S::EXP_BITS as u32, (S::BITS - S::EXP_BITS) as u32).expect("a format of terms")
}

const ARITHMETIC: [FloatOp; 6] =
    [FloatOp::Add, FloatOp::Mul, FloatOp::Div, FloatOp::Fma, FloatOp::Fmod, FloatOp::Round];

fn check<F: Float>(format: Format, operands: [u128; 3], ops: &[FloatOp]) {
    for &op in ops {
        for &rounding in Rounding::ALL {
            let operation = Operation::new(op, format, rounding);
            let [a, b, c] = operands;
            let value = exact::value(operation, format.width(), format.width(), operands);
            assert_eq!(Some(value), reference::<F>(operation, a, b, c), "{operation} {a:#x} {b:#x} {c:#x}");
        }
    }
}

fn check_all_pairs<S: Semantics>()
where
    IeeeFloat<S>: Float,
{
    let format = format_of::<S>();
    let numbers = 1u128 << format.width();
    let mut random = Random::new(3);
    for a in 0..numbers {
        for b in 0..numbers {
            let c = u128::from(random.below(numbers as u64));
            // The reference rounds to integers by adding 2^precision, which must be a number.
            let has_integers = format.bias() > format.precision() as i32;
            let ops = if has_integers { &ARITHMETIC[..] } else { &ARITHMETIC[..5] };
            check::<IeeeFloat<S>>(format, [a, b, c], ops);
        }
    }
}

#[test]
fn small_formats_are_exact_for_all_pairs() {
    check_all_pairs::<Tiny>();
    check_all_pairs::<Short>();
    check_all_pairs::<Low>();
    check_all_pairs::<High>();
    check_all_pairs::<Wide>();
}

/// The finite number of these bits as a multiple of the smallest one.
fn multiple(format: Format, bits: u128) -> i128 {
    let magnitude = bits & (format.sign() - 1);
    let (fraction, written) = (magnitude & ((1 << format.fraction_bits()) - 1), magnitude >> format.fraction_bits());
    let significand = if written == 0 { fraction } else { fraction | 1 << format.fraction_bits() };
    let value = (significand << (written.max(1) - 1)).cast_signed();
    if bits & format.sign() != 0 { -value } else { value }
}

#[test]
fn the_remainder_is_that_of_the_nearest_quotient() {
    for (exponent, precision) in [(2, 3), (3, 3), (4, 4), (5, 3), (3, 5)] {
        let format = Format::new(exponent, precision).expect("a format of terms");
        let is_finite = |bits: &u128| bits & (format.sign() - 1) < format.infinity();
        for a in (0..1 << format.width()).filter(is_finite) {
            for b in (0..1 << format.width()).filter(is_finite) {
                let operation = Operation::new(FloatOp::Remainder, format, Rounding::NearestEven);
                let value = exact::value(operation, 0, 0, [a, b, 0]);
                let (x, y) = (multiple(format, a), multiple(format, b));
                if y == 0 {
                    assert_eq!(value, format.nan());
                    continue;
                }
                let (down, rest) = (x.div_euclid(y.abs()), x.rem_euclid(y.abs()));
                let up = 2 * rest > y.abs() || 2 * rest == y.abs() && down % 2 != 0;
                assert_eq!(multiple(format, value), if up { rest - y.abs() } else { rest }, "{a:#x} by {b:#x}");
                assert!(
                    multiple(format, value) != 0 || (value ^ a) & format.sign() == 0,
                    "zero has the dividend's sign"
                );
            }
        }
    }
}

/// Bits that are special in a format, or random ones, near each other every other time.
pub(super) fn operand(random: &mut Random, format: Format, near: u128) -> u128 {
    let bits = u128::from(random.word()) | u128::from(random.word()) << 64;
    let all = format.sign() | (format.sign() - 1);
    let special = [0, 1, format.one(), format.infinity(), format.nan(), format.largest(), 1 << format.fraction_bits()];
    match random.below(4) {
        0 => special[random.below(special.len() as u64) as usize] | (bits & format.sign()),
        1 => (near ^ bits >> random.below(127)) & all,
        _ => bits & all,
    }
}

fn check_some<F: Float>(format: Format, rounds: u32) {
    let mut random = Random::new(u64::from(format.width()));
    let mut last = format.one();
    for _ in 0..rounds {
        let operands = [(); 3].map(|()| {
            last = operand(&mut random, format, last);
            last
        });
        // The remainders of `rustc_apfloat` take a step for each power of two that lies between the operands.
        check::<F>(format, operands, if format.exponent_bits() > 8 { &ARITHMETIC[..4] } else { &ARITHMETIC[..] });
        check::<F>(format, operands, &[FloatOp::Round]);
    }
}

#[test]
fn formats_of_llvm_are_exact() {
    check_some::<Half>(Format::HALF, 20_000);
    check_some::<BFloat>(Format::BFLOAT, 5_000);
    check_some::<Single>(Format::SINGLE, 5_000);
    check_some::<Double>(Format::DOUBLE, 10_000);
    check_some::<X87DoubleExtended>(Format::EXTENDED, 3_000);
    check_some::<Quad>(Format::QUAD, 3_000);
}

#[test]
fn remainders_of_doubles_are_those_of_the_library() {
    let mut random = Random::new(11);
    let mut last = Format::DOUBLE.one();
    for _ in 0..5_000 {
        let a = operand(&mut random, Format::DOUBLE, last);
        last = operand(&mut random, Format::DOUBLE, a);
        let operation = Operation::new(FloatOp::Fmod, Format::DOUBLE, Rounding::NearestEven);
        let value = exact::value(operation, 64, 64, [a, last, 0]);
        let host = f64::from_bits(a as u64) % f64::from_bits(last as u64);
        let host = if host.is_nan() { Format::DOUBLE.nan() } else { host.to_bits().into() };
        assert_eq!(value, host, "{a:#x} % {last:#x}");
    }
}

/// The root is the largest number, rounded as wanted, whose square is not above the operand; told by exact products.
#[test]
fn roots_of_small_formats_are_next_to_the_true_root() {
    // The last two are half and bfloat.
    for (exponent, precision) in [(4, 4), (5, 3), (3, 5), (5, 11), (8, 8)] {
        let format = Format::new(exponent, precision).expect("a format of terms");
        let wide = Format::new(exponent + 2, 2 * precision + 4).expect("a format of terms");
        let widen = |a: u128| exact::value(Operation::convert(format, wide, Rounding::Zero), 0, 0, [a, 0, 0]);
        let square = |a: u128| {
            let wide_a = widen(a);
            exact::value(Operation::new(FloatOp::Mul, wide, Rounding::Zero), 0, 0, [wide_a, wide_a, 0])
        };
        for a in 1..format.infinity() {
            let root = |rounding| exact::value(Operation::new(FloatOp::Sqrt, format, rounding), 0, 0, [a, 0, 0]);
            let (down, up, a) = (root(Rounding::Down), root(Rounding::Up), widen(a));
            // Positive numbers are ordered as their bits are.
            assert!(square(down) <= a && a <= square(up), "{format:?}: the root of {a:#x}");
            assert!(up - down <= 1 && (up == down) == (square(down) == a));
            let nearest = root(Rounding::NearestEven);
            // The middle of two neighbours is a number with one more bit.
            let (low, high) = (widen(down), widen(up));
            let sum = exact::value(Operation::new(FloatOp::Add, wide, Rounding::Zero), 0, 0, [low, high, 0]);
            let four = exact::value(Operation::new(FloatOp::FromUnsigned, wide, Rounding::Zero), 3, 0, [4, 0, 0]);
            let of =
                |x: u128, y: u128| exact::value(Operation::new(FloatOp::Mul, wide, Rounding::Zero), 0, 0, [x, y, 0]);
            let is_above = of(sum, sum) < of(four, a);
            assert_eq!(nearest, if is_above { up } else { down }, "{format:?}: the nearest root of {a:#x}");
        }
    }
}

/// What `rustc_apfloat` makes of a number in another format; through quad, which all have a conversion to and from and which is exact.
fn convert_reference<S, T>(operation: Operation, a: u128) -> u128
where
    S: Float + FloatConvert<Quad>,
    T: Float,
    Quad: FloatConvert<T>,
{
    let wide: Quad = number::<S>(operation.source, a).convert(&mut false).value;
    let result: T = wide.convert_r(direction(operation.rounding), &mut false).value;
    bits_of(operation.format, result)
}

#[test]
fn conversions_between_formats_are_exact() {
    let mut random = Random::new(5);
    let mut last = 0;
    macro_rules! pair {
        ($from:ident $from_format:ident $to:ident $to_format:ident $rounding:ident) => {
            last = operand(&mut random, Format::$from_format, last);
            let operation = Operation::convert(Format::$from_format, Format::$to_format, $rounding);
            let expected = convert_reference::<$from, $to>(operation, last);
            assert_eq!(exact::value(operation, 0, 0, [last, 0, 0]), expected, "{operation} {last:#x}");
        };
    }
    macro_rules! from {
        ($from:ident $from_format:ident $rounding:ident) => {
            pair!($from $from_format Half HALF $rounding);
            pair!($from $from_format BFloat BFLOAT $rounding);
            pair!($from $from_format Single SINGLE $rounding);
            pair!($from $from_format Double DOUBLE $rounding);
            pair!($from $from_format X87DoubleExtended EXTENDED $rounding);
            pair!($from $from_format Quad QUAD $rounding);
        };
    }
    for _ in 0..1_000 {
        for &rounding in Rounding::ALL {
            from!(Half HALF rounding);
            from!(BFloat BFLOAT rounding);
            from!(Single SINGLE rounding);
            from!(Double DOUBLE rounding);
            from!(X87DoubleExtended EXTENDED rounding);
            from!(Quad QUAD rounding);
        }
    }
}

/// Conversions of an integer to a format and of a number of it to integers.
fn check_integers<F: Float>(random: &mut Random, format: Format, rounding: Rounding) {
    let width = 2 + random.below(126) as u32;
    let mask = u128::MAX >> (128 - width);
    let bits = (u128::from(random.word()) | u128::from(random.word()) << 64) >> random.below(128) & mask;
    let signed = (bits << (128 - width)).cast_signed() >> (128 - width);
    let round = direction(rounding);
    let from = |op| exact::value(Operation::new(op, format, rounding), width, 0, [bits, 0, 0]);
    assert_eq!(
        from(FloatOp::FromUnsigned),
        bits_of(format, F::from_u128_r(bits, round).value),
        "{bits:#x}, {format:?}"
    );
    assert_eq!(
        from(FloatOp::FromSigned),
        bits_of(format, F::from_i128_r(signed, round).value),
        "{signed:#x}, {format:?}"
    );
    let operand = operand(random, format, from(FloatOp::FromSigned));
    let to = |op| exact::value(Operation::new(op, format, rounding), format.width(), width, [operand, 0, 0]);
    let number = number::<F>(format, operand);
    let unsigned = number.to_u128_r(width as usize, round, &mut false).value;
    assert_eq!(to(FloatOp::ToUnsigned), unsigned & mask, "{operand:#x} of {format:?} to {width} bits, {rounding:?}");
    let signed = number.to_i128_r(width as usize, round, &mut false).value.cast_unsigned();
    assert_eq!(to(FloatOp::ToSigned), signed & mask, "{operand:#x} of {format:?} to {width} bits, {rounding:?}");
}

#[test]
fn conversions_from_and_to_integers_are_exact_in_all_formats() {
    let mut random = Random::new(16);
    for _ in 0..1_000 {
        for &rounding in Rounding::ALL {
            check_integers::<Half>(&mut random, Format::HALF, rounding);
            check_integers::<BFloat>(&mut random, Format::BFLOAT, rounding);
            check_integers::<Single>(&mut random, Format::SINGLE, rounding);
            check_integers::<Double>(&mut random, Format::DOUBLE, rounding);
            check_integers::<X87DoubleExtended>(&mut random, Format::EXTENDED, rounding);
            check_integers::<Quad>(&mut random, Format::QUAD, rounding);
        }
    }
}

#[test]
fn conversions_from_and_to_integers_are_exact() {
    let mut random = Random::new(6);
    for _ in 0..10_000 {
        let width = 2 + random.below(126) as u32;
        let mask = u128::MAX >> (128 - width);
        let bits = (u128::from(random.word()) | u128::from(random.word()) << 64) >> random.below(128) & mask;
        for &rounding in Rounding::ALL {
            let round = direction(rounding);
            let from = |op, format| exact::value(Operation::new(op, format, rounding), width, 0, [bits, 0, 0]);
            assert_eq!(from(FloatOp::FromUnsigned, Format::DOUBLE), Double::from_u128_r(bits, round).value.to_bits());
            assert_eq!(from(FloatOp::FromUnsigned, Format::HALF), Half::from_u128_r(bits, round).value.to_bits());
            let signed = (bits << (128 - width)).cast_signed() >> (128 - width);
            assert_eq!(from(FloatOp::FromSigned, Format::SINGLE), Single::from_i128_r(signed, round).value.to_bits());
            let number = operand(&mut random, Format::DOUBLE, from(FloatOp::FromSigned, Format::DOUBLE));
            let to = |op| exact::value(Operation::new(op, Format::DOUBLE, rounding), 64, width, [number, 0, 0]);
            let expected = Double::from_bits(number);
            let unsigned = expected.to_u128_r(width as usize, round, &mut false).value;
            assert_eq!(to(FloatOp::ToUnsigned), unsigned & mask, "{number:#x} to {width} bits, {rounding:?}");
            let signed = expected.to_i128_r(width as usize, round, &mut false).value;
            assert_eq!(
                to(FloatOp::ToSigned),
                signed.cast_unsigned() & mask,
                "{number:#x} to {width} bits, {rounding:?}"
            );
        }
    }
}

#[test]
fn the_host_gives_the_exact_values() {
    let mut random = Random::new(7);
    let mut last = 0;
    for _ in 0..20_000 {
        for format in [Format::SINGLE, Format::DOUBLE] {
            let operands = [(); 3].map(|()| {
                last = operand(&mut random, format, last);
                last
            });
            for &op in FloatOp::ALL {
                let source = if format == Format::SINGLE { Format::DOUBLE } else { Format::SINGLE };
                let rounding = if op.is_to_integer() { Rounding::Zero } else { Rounding::NearestEven };
                let mut operation = Operation::new(op, format, rounding);
                let mut operands = operands;
                let width = 1 + random.below(64) as u32;
                if op == FloatOp::Convert {
                    operation.source = source;
                    operands[0] = operand(&mut random, source, last);
                } else if op.is_from_integer() {
                    operands[0] &= u128::MAX >> (128 - width);
                }
                if let Some(host) = native::value(operation, width, width, operands) {
                    assert_eq!(host, exact::value(operation, width, width, operands), "{operation} {operands:#x?}");
                }
            }
        }
    }
}

#[test]
fn decimals_round_as_the_standard_library_reads_them() {
    let natural = |digits: &str| {
        digits.bytes().fold(crate::Value::zero(512), |sum, digit| {
            let ten = crate::Value::new(512, 10);
            sum.binary(crate::Op::Mul, &ten).binary(crate::Op::Add, &crate::Value::new(512, u64::from(digit - b'0')))
        })
    };
    let mut random = Random::new(8);
    for _ in 0..2_000 {
        let (digits, places) = (random.word(), random.below(40) as usize);
        let divisor = natural(&format!("1{}", "0".repeat(places)));
        let value = exact::ratio(Format::DOUBLE, Rounding::NearestEven, false, &natural(&digits.to_string()), &divisor);
        let text = format!("{digits}e-{places}");
        assert_eq!(value, text.parse::<f64>().expect("a decimal").to_bits().into(), "{text}");
    }
}

#[test]
fn operations_keep_their_code() {
    for &op in FloatOp::ALL {
        for &rounding in Rounding::ALL {
            for format in [Format::HALF, Format::QUAD, Format::EXTENDED, Format { exponent: 2, significand: 126 }] {
                let operation = Operation { op, rounding, format, source: Format::BFLOAT };
                assert_eq!(Operation::unpack(operation.pack()), operation);
            }
        }
    }
}
