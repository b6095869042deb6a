//! The formats of `printf`, exactly as the C library prints them.
//!
//! Floating-point numbers of every format are printed from their exact value `significand * 2^exponent` by integer
//! arithmetic, rounded half to even, so that `double` and the 80-bit `long double` share one way.

use braid_ir::FloatKind;
use num_bigint::BigUint;

use super::failure::{Fault, Step, Unsupported};
use super::memory::Memory;
use super::value::{Scalar, Value};
use braid_float as float;

/// A conversion, such as `%-8.3d`.
#[derive(Clone, Copy, Default, Debug)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Width of an integer argument in bits.
    bits: u32,
    long_double: bool,
}

/// Formats the arguments after the format string at an address.
pub(super) fn format(memory: &Memory, format: u64, args: &[Value]) -> Step<Vec<u8>> {
    let text = memory.c_string(format)?;
    let mut arguments = args.iter();
    let mut out = Vec::new();
    let mut rest = text.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let (spec, conversion) = read_spec(&mut rest, &mut arguments)?;
        convert(memory, spec, conversion, &mut arguments, &mut out)?;
    }
    Ok(out)
}

type Bytes<'a> = core::iter::Peekable<core::iter::Copied<core::slice::Iter<'a, u8>>>;
type Arguments<'a> = core::slice::Iter<'a, Value>;

fn next_scalar<'a>(arguments: &mut Arguments<'a>) -> Step<&'a Scalar> {
    let value = arguments.next().ok_or(Fault::Format("too few arguments"))?;
    let scalar = value.scalar().ok_or(Fault::Format("an aggregate as an argument"))?;
    if scalar.is_defined() { Ok(scalar) } else { Err(Fault::Undefined("an argument of printf").into()) }
}

fn read_spec(rest: &mut Bytes<'_>, arguments: &mut Arguments<'_>) -> Step<(Spec, u8)> {
    let mut spec = Spec { bits: 32, ..Spec::default() };
    while let Some(flag) = rest.next_if(|byte| b"-+ #0".contains(byte)) {
        match flag {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            _ => spec.zero = true,
        }
    }
    if let Some(width) = read_number(rest, arguments)? {
        spec.left |= width < 0;
        spec.width = width.unsigned_abs() as usize;
    }
    if rest.next_if_eq(&b'.').is_some() {
        spec.precision = usize::try_from(read_number(rest, arguments)?.unwrap_or(0)).ok();
    }
    while let Some(size) = rest.next_if(|byte| b"hlLzjtq".contains(byte)) {
        match size {
            b'h' => spec.bits /= 2,
            b'L' => spec.long_double = true,
            _ => spec.bits = 64,
        }
    }
    Ok((spec, rest.next().ok_or(Fault::Format("a format that ends in a conversion"))?))
}

/// A number of the format, or the next argument for a star.
fn read_number(rest: &mut Bytes<'_>, arguments: &mut Arguments<'_>) -> Step<Option<i64>> {
    if rest.next_if_eq(&b'*').is_some() {
        return Ok(Some(next_scalar(arguments)?.bits.signed() as i64));
    }
    let mut number = None;
    while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
        number = Some(number.unwrap_or(0) * 10 + i64::from(digit - b'0'));
    }
    Ok(number)
}

fn convert(memory: &Memory, spec: Spec, conversion: u8, arguments: &mut Arguments<'_>, out: &mut Vec<u8>) -> Step<()> {
    match conversion {
        b'%' => out.push(b'%'),
        b'c' => pad(spec, &[], &[next_scalar(arguments)?.bits.low() as u8], false, out),
        b's' => {
            let address = next_scalar(arguments)?.bits.low64();
            let text = string(memory, address, spec.precision)?;
            pad(spec, &[], &text, false, out);
        }
        b'd' | b'i' => {
            let value = next_scalar(arguments)?.bits.trunc(spec.bits);
            integer(spec, value.sign(), &value.magnitude().low().to_string(), out);
        }
        b'u' => {
            integer(Spec { plus: false, space: false, ..spec }, false, &unsigned(spec, arguments)?.to_string(), out);
        }
        b'x' | b'X' | b'o' => based(spec, conversion, unsigned(spec, arguments)?, out),
        b'p' => {
            let value = next_scalar(arguments)?.bits.low();
            pad(spec, &[], format!("{value:#x}").as_bytes(), false, out);
        }
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let kind = if spec.long_double { FloatKind::X86Extended } else { FloatKind::Double };
            let scalar = next_scalar(arguments)?;
            if scalar.width() != kind.bits() {
                return Err(Fault::Format("a float of another size").into());
            }
            floating(spec, conversion, kind, scalar.bits.low(), out)?;
        }
        other => return Err(Unsupported::Format(other.into()).into()),
    }
    Ok(())
}

fn unsigned(spec: Spec, arguments: &mut Arguments<'_>) -> Step<u128> {
    Ok(next_scalar(arguments)?.bits.trunc(spec.bits).low())
}

/// A string up to its end or to the precision: what lies behind need not be readable.
fn string(memory: &Memory, address: u64, precision: Option<usize>) -> Step<Vec<u8>> {
    let Some(most) = precision else { return Ok(memory.c_string(address)?) };
    let mut text = Vec::new();
    while text.len() < most {
        let (bytes, undef) = memory.read(address + text.len() as u64, 1)?;
        if undef[0] != 0 {
            return Err(Fault::Undefined("a string").into());
        }
        if bytes[0] == 0 {
            break;
        }
        text.push(bytes[0]);
    }
    Ok(text)
}

/// Puts sign or prefix and text into the field.
fn pad(spec: Spec, prefix: &[u8], text: &[u8], zeros: bool, out: &mut Vec<u8>) {
    let fill = spec.width.saturating_sub(prefix.len() + text.len());
    let zeros = zeros && spec.zero && !spec.left;
    if !spec.left && !zeros {
        out.extend(core::iter::repeat_n(b' ', fill));
    }
    out.extend_from_slice(prefix);
    if zeros {
        out.extend(core::iter::repeat_n(b'0', fill));
    }
    out.extend_from_slice(text);
    if spec.left {
        out.extend(core::iter::repeat_n(b' ', fill));
    }
}

fn sign(spec: Spec, negative: bool) -> &'static [u8] {
    match (negative, spec.plus, spec.space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}

fn integer(spec: Spec, negative: bool, digits: &str, out: &mut Vec<u8>) {
    let digits = at_least(spec, digits);
    pad(spec, sign(spec, negative), digits.as_bytes(), spec.precision.is_none(), out);
}

/// Digits filled up to the precision; no digit at all for a zero with precision zero.
fn at_least(spec: Spec, digits: &str) -> String {
    match spec.precision {
        Some(0) if digits == "0" => String::new(),
        Some(precision) => format!("{digits:0>precision$}"),
        None => digits.to_owned(),
    }
}

fn based(spec: Spec, conversion: u8, value: u128, out: &mut Vec<u8>) {
    let (digits, prefix) = match conversion {
        b'x' => (format!("{value:x}"), "0x"),
        b'X' => (format!("{value:X}"), "0X"),
        _ => (format!("{value:o}"), "0"),
    };
    let prefix = if spec.alternate && value != 0 { prefix } else { "" };
    pad(spec, prefix.as_bytes(), at_least(spec, &digits).as_bytes(), spec.precision.is_none(), out);
}

fn floating(spec: Spec, conversion: u8, kind: FloatKind, bits: u128, out: &mut Vec<u8>) -> Step<()> {
    let class = float::classify(kind, bits)?;
    let prefix = sign(spec, class.negative);
    let special = match class.kind {
        float::ClassKind::SignalingNan | float::ClassKind::QuietNan => Some("nan"),
        float::ClassKind::Infinite => Some("inf"),
        _ => None,
    };
    let text = match (special, conversion.to_ascii_lowercase()) {
        (Some(name), _) => name.to_owned(),
        (None, b'a') => return hexadecimal(spec, conversion, kind, bits, prefix, out),
        (None, style) => {
            let (significand, exponent) = float::decompose(kind, bits).ok_or(Unsupported::Float("printf"))?;
            let number = Decimal { significand: BigUint::from(significand), exponent };
            match style {
                b'f' => number.fixed(spec.precision.unwrap_or(6), spec.alternate),
                b'e' => number.scientific(spec.precision.unwrap_or(6), spec.alternate),
                _ => number.general(spec.precision.unwrap_or(6), spec.alternate),
            }
        }
    };
    let text = if conversion.is_ascii_uppercase() { text.to_uppercase() } else { text };
    pad(spec, prefix, text.as_bytes(), special.is_none(), out);
    Ok(())
}

/// The value `significand * 2^exponent`.
struct Decimal {
    significand: BigUint,
    exponent: i32,
}

impl Decimal {
    /// The value times 10^`scale`, rounded half to even.
    fn scaled(&self, scale: i64) -> BigUint {
        let power = BigUint::from(10u8).pow(scale.unsigned_abs() as u32);
        let (mut numerator, mut denominator) = (self.significand.clone(), BigUint::from(1u8));
        if scale >= 0 {
            numerator *= power;
        } else {
            denominator *= power;
        }
        if self.exponent >= 0 {
            numerator <<= self.exponent;
        } else {
            denominator <<= -self.exponent;
        }
        let (quotient, rest) = (&numerator / &denominator, &numerator % &denominator);
        let twice = rest * 2u8;
        let up = twice > denominator || (twice == denominator && quotient.bit(0));
        if up { quotient + 1u8 } else { quotient }
    }

    /// `%f` without sign.
    fn fixed(&self, precision: usize, point: bool) -> String {
        let digits = format!("{:0>width$}", self.scaled(precision as i64).to_string(), width = precision + 1);
        let (whole, fraction) = digits.split_at(digits.len() - precision);
        let dot = if precision > 0 || point { "." } else { "" };
        format!("{whole}{dot}{fraction}")
    }

    /// The `precision + 1` leading digits and the decimal exponent.
    fn leading(&self, precision: usize) -> (String, i64) {
        if self.significand == BigUint::ZERO {
            return ("0".repeat(precision + 1), 0);
        }
        // The exponent from the number of bits is right or one too small or large; rounding may add a digit.
        let estimate = (self.significand.bits() as i64 - 1 + i64::from(self.exponent)) * 30103 / 100_000;
        for exponent in [estimate + 1, estimate, estimate - 1] {
            let digits = self.scaled(precision as i64 - exponent).to_string();
            if digits.len() == precision + 1 {
                return (digits, exponent);
            }
            if digits.len() == precision + 2 {
                // 9.99.. was rounded up to 10.0..
                return (digits[..=precision].to_owned(), exponent + 1);
            }
        }
        unreachable!("the estimate is off by at most one")
    }

    /// `%e` without sign.
    fn scientific(&self, precision: usize, point: bool) -> String {
        let (digits, exponent) = self.leading(precision);
        let dot = if precision > 0 || point { "." } else { "" };
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}{dot}{}e{sign}{:02}", &digits[..1], &digits[1..], exponent.abs())
    }

    /// `%g` without sign.
    fn general(&self, precision: usize, keep_zeros: bool) -> String {
        let precision = precision.max(1);
        let (_, exponent) = self.leading(precision - 1);
        let small = exponent < -4 || exponent >= precision as i64;
        let text = if small {
            self.scientific(precision - 1, keep_zeros)
        } else {
            self.fixed((precision as i64 - 1 - exponent) as usize, keep_zeros)
        };
        if keep_zeros || !text.contains('.') {
            return text;
        }
        let (mantissa, tail) = text.split_at(text.find('e').unwrap_or(text.len()));
        format!("{}{tail}", mantissa.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// `%a` of a double, as glibc prints it: one hexadecimal digit before the point.
fn hexadecimal(spec: Spec, conversion: u8, kind: FloatKind, bits: u128, prefix: &[u8], out: &mut Vec<u8>) -> Step<()> {
    if kind != FloatKind::Double {
        return Err(Unsupported::Float("printf %a").into());
    }
    const FRACTION: u32 = 52;
    let (mut significand, exponent) = float::decompose(kind, bits).ok_or(Unsupported::Float("printf"))?;
    let exponent = if significand == 0 { 0 } else { exponent + FRACTION as i32 };
    let digits = FRACTION as usize / 4;
    if let Some(precision) = spec.precision.filter(|&precision| precision < digits) {
        let cut = 4 * (digits - precision) as u32;
        let (rest, half) = (significand & ((1 << cut) - 1), 1u128 << (cut - 1));
        significand >>= cut;
        significand += u128::from(rest > half || (rest == half && significand & 1 == 1));
        significand <<= cut;
    }
    let fraction = format!("{:013x}", significand & ((1 << FRACTION) - 1));
    let fraction = match spec.precision {
        Some(precision) => format!("{fraction:0<precision$}")[..precision].to_owned(),
        None => fraction.trim_end_matches('0').to_owned(),
    };
    let dot = if fraction.is_empty() && !spec.alternate { "" } else { "." };
    let text = format!("{}{dot}{fraction}p{exponent:+}", significand >> FRACTION);
    let text = if conversion == b'A' { text.to_uppercase() } else { text };
    let marker: &[u8] = if conversion == b'A' { b"0X" } else { b"0x" };
    pad(spec, &[prefix, marker].concat(), text.as_bytes(), true, out);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::memory::Region;
    use super::*;

    fn shown(text: &str, args: &[Value]) -> String {
        let mut memory = Memory::default();
        let at = memory.allocate(Region::Globals, text.len() as u64 + 1, 1);
        memory.write_bytes(at, &[text.as_bytes(), b"\0"].concat()).unwrap();
        String::from_utf8(format(&memory, at, args).unwrap()).unwrap()
    }

    /// The formatter of the standard library is right for doubles, so it is the oracle for many of them.
    #[test]
    fn doubles_print_as_the_standard_library_prints_them() {
        let mut bits = 0x3ff0_0000_0000_0000u64;
        for i in 0..500u64 {
            bits = bits.rotate_left(7) ^ i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let value = f64::from_bits(bits);
            if !value.is_finite() {
                continue;
            }
            let arg = [Value::int(64, u128::from(bits))];
            assert_eq!(shown("%.3f", &arg), format!("{value:.3}"));
            assert_eq!(shown("%.0f", &arg), format!("{value:.0}"));
            let text = format!("{value:.9e}");
            let (mantissa, exponent) = text.split_once('e').unwrap();
            let exponent: i32 = exponent.parse().unwrap();
            let sign = if exponent < 0 { '-' } else { '+' };
            assert_eq!(shown("%.9e", &arg), format!("{mantissa}e{sign}{:02}", exponent.abs()));
            assert_eq!(shown("%.17g", &arg).parse::<f64>().unwrap().to_bits(), bits);
        }
    }

    #[test]
    fn fields_are_filled() {
        let args = [Value::int(32, 42)];
        assert_eq!(
            shown("[%5d|%-5d|%05d|%+d|%.4d|%#x]", &[(); 6].map(|()| args[0].clone())),
            "[   42|42   |00042|+42|0042|0x2a]"
        );
    }

    #[test]
    fn an_undefined_argument_is_a_fault() {
        let undef = Value::Scalar(Scalar::undef(32));
        let memory = Memory::default();
        assert!(format(&memory, 0, &[undef]).is_err());
    }
}
