//! SMT-LIB's theory of floating-point numbers: names to meanings, and the terms they give.
//!
//! A number is the bit-vector of its encoding, with one NaN, so that `=` is equality of bits. A rounding mode is a number of 3 bits, its place
//! among [`Rounding::ALL`]. Real numbers are constants only, to be converted.

use super::apply::Apply;
use super::error::{Problem, SmtError};
use super::operator::Indexed;
use super::syntax::Sexprs;
use super::term::Term;
use crate::float::exact;
use crate::{ExprId, ExprPool, FloatClass, FloatOp, FloatOrder, Format, Op, Operation, Rounding, Value};

/// Operators of the theory without numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    /// `fp`: sign, exponent, significand.
    Pack,
    /// `fp.abs`.
    Abs,
    /// `fp.neg`.
    Neg,
    /// `fp.sub`.
    Sub,
    /// `fp.fma`.
    Fma,
    /// An operation with a rounding mode and one or two numbers.
    Rounded(FloatOp),
    /// `fp.rem`.
    Remainder,
    /// `fp.min` or `fp.max`.
    Pick(bool),
    /// A comparison, with the arguments swapped or not; all neighbours are in it.
    Compare(FloatOrder, bool),
    /// `fp.isNaN` and the like.
    Is(FloatClass),
    /// `fp.isNegative` or `fp.isPositive`.
    HasSign(bool),
    /// `fp.to_ieee_bv`, which solvers have beside the standard.
    ToBits,
    /// `-` of a real number, or a difference.
    RealNeg,
    /// `/` of real numbers.
    RealDiv,
}

/// The operator of this name.
pub(super) fn operator(name: &str) -> Option<Operator> {
    use Operator::*;
    Some(match name {
        "fp" => Pack,
        "fp.abs" => Abs,
        "fp.neg" => Neg,
        "fp.add" => Rounded(FloatOp::Add),
        "fp.sub" => Sub,
        "fp.mul" => Rounded(FloatOp::Mul),
        "fp.div" => Rounded(FloatOp::Div),
        "fp.fma" => Fma,
        "fp.sqrt" => Rounded(FloatOp::Sqrt),
        "fp.roundToIntegral" => Rounded(FloatOp::Round),
        "fp.rem" => Remainder,
        "fp.min" => Pick(false),
        "fp.max" => Pick(true),
        "fp.leq" => Compare(FloatOrder::LessOrEqual, false),
        "fp.lt" => Compare(FloatOrder::Less, false),
        "fp.geq" => Compare(FloatOrder::LessOrEqual, true),
        "fp.gt" => Compare(FloatOrder::Less, true),
        "fp.eq" => Compare(FloatOrder::Equal, false),
        "fp.isNormal" => Is(FloatClass::Normal),
        "fp.isSubnormal" => Is(FloatClass::Subnormal),
        "fp.isZero" => Is(FloatClass::Zero),
        "fp.isInfinite" => Is(FloatClass::Infinite),
        "fp.isNaN" => Is(FloatClass::Nan),
        "fp.isNegative" => HasSign(true),
        "fp.isPositive" => HasSign(false),
        "fp.to_ieee_bv" => ToBits,
        "-" => RealNeg,
        "/" => RealDiv,
        _ => return None,
    })
}

/// A real number: a quotient of naturals.
#[derive(Clone, Debug)]
pub(super) struct Real {
    negative: bool,
    dividend: Value,
    divisor: Value,
}

/// Digits of a real number at most: its numbers are bit-vectors.
const MAX_DIGITS: usize = 4096;

impl Real {
    /// A numeral or decimal as SMT-LIB writes them; none if it is too long.
    pub(super) fn parse(text: &str) -> Option<Real> {
        if text.len() > MAX_DIGITS {
            return None;
        }
        let places = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let width = 4 * text.len() as u32 + 8;
        let dividend = natural(width, text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0'));
        let divisor = natural(width, core::iter::once(1).chain(core::iter::repeat_n(0, places)));
        Some(Real { negative: false, dividend, divisor })
    }
    fn quotient(&self, other: &Real) -> Option<Real> {
        let width = self.dividend.width() + other.dividend.width();
        let too_long = width as usize > 4 * MAX_DIGITS;
        if too_long || other.dividend.is_zero() {
            return None;
        }
        let product = |a: &Value, b: &Value| a.zext(width).binary(Op::Mul, &b.zext(width));
        Some(Real {
            negative: self.negative != other.negative,
            dividend: product(&self.dividend, &other.divisor),
            divisor: product(&self.divisor, &other.dividend),
        })
    }
    /// The number times two to a power, which is a whole number of few digits; none if it is not.
    fn scaled(&self, power: &Real) -> Option<Real> {
        /// More than the exponents of any format take.
        const MOST: u64 = 1 << 15;
        let is_whole = power.divisor.to_u64() == Some(1);
        let by = power.dividend.to_u64().filter(|&by| is_whole && by <= MOST)? as u32;
        let shift = |value: &Value| {
            let width = value.width() + by;
            value.zext(width).binary(Op::Shl, &Value::new(width, by.into()))
        };
        Some(match power.negative {
            true => Real { divisor: shift(&self.divisor), ..self.clone() },
            false => Real { dividend: shift(&self.dividend), ..self.clone() },
        })
    }
    fn rounded(&self, format: Format, rounding: Rounding) -> u128 {
        let negative = self.negative && !self.dividend.is_zero();
        exact::ratio(format, rounding, negative, &self.dividend, &self.divisor)
    }
}

fn natural(width: u32, digits: impl Iterator<Item = u8>) -> Value {
    digits.fold(Value::zero(width), |sum, digit| {
        sum.binary(Op::Mul, &Value::new(width, 10)).binary(Op::Add, &Value::new(width, digit.into()))
    })
}

/// The rounding mode of this name.
pub(super) fn mode(name: &str) -> Option<Rounding> {
    Rounding::ALL.iter().copied().find(|mode| mode.name() == name || mode.long_name() == name)
}

/// A rounding mode for each number of 3 bits.
pub(super) fn one_mode(pool: &mut ExprPool, symbol: ExprId) -> ExprId {
    let last = pool.bv(3, Rounding::Zero as u64);
    let is_other = pool.ult(symbol, last);
    pool.ite(is_other, symbol, last)
}

/// The format with these widths, or a complaint about `node`.
pub(super) fn format(sexprs: &Sexprs<'_>, node: usize, exponent: u64, significand: u64) -> Result<Format, SmtError> {
    let narrow = |n: u64| u32::try_from(n).unwrap_or(u32::MAX / 2);
    Format::new(narrow(exponent), narrow(significand)).ok_or_else(|| {
        let what = format!(
            "numbers with {exponent} bits of exponent and {significand} of significand; exponents have 2 to 15 bits, \
             significands at least 2, both together at most 128"
        );
        SmtError::new(sexprs.offset(node), Problem::Unsupported(what))
    })
}

/// `(_ +oo e s)` and the like, if it is one.
pub(super) fn literal(pool: &mut ExprPool, sexprs: &Sexprs<'_>, node: usize) -> Result<Option<Term>, SmtError> {
    let parts: Vec<usize> = sexprs.children(node).take(5).collect();
    let [_, name, exponent, significand] = parts[..] else { return Ok(None) };
    let bits: fn(Format) -> u128 = match sexprs.text(name) {
        "+oo" => Format::infinity,
        "-oo" => |format| format.infinity() | format.sign(),
        "+zero" => |_| 0,
        "-zero" => Format::sign,
        "NaN" => Format::nan,
        _ => return Ok(None),
    };
    let format = format(sexprs, node, sexprs.number(exponent)?, sexprs.number(significand)?)?;
    Ok(Some(Term::Float(pool.float_bits(format, bits(format)), format)))
}

impl Apply<'_, '_, '_, '_> {
    fn float_of(&self, term: Term, format: Option<Format>) -> Result<(ExprId, Format), SmtError> {
        match (term, format) {
            (Term::Float(e, own), None) => Ok((e, own)),
            (Term::Float(e, own), Some(format)) if own == format => Ok((e, own)),
            (other, Some(format)) => self.wrong(super::sort::Sort::Float(format).to_string(), other),
            (other, None) => self.wrong("a floating-point number", other),
        }
    }
    fn mode_of(&self, term: Term) -> Result<ExprId, SmtError> {
        match term {
            Term::Mode(e) => Ok(e),
            other => self.wrong("RoundingMode", other),
        }
    }
    /// A term for each rounding mode, chosen by one that may be unknown.
    fn by_mode(&mut self, mode: ExprId, mut make: impl FnMut(&mut ExprPool, Rounding) -> ExprId) -> ExprId {
        if let Some(known) = self.pool.as_u64(mode) {
            return make(self.pool, Rounding::ALL[known as usize]);
        }
        let (last, rest) = Rounding::ALL.split_last().expect("there are rounding modes");
        let last = make(self.pool, *last);
        rest.iter().fold(last, |otherwise, &rounding| {
            let (value, code) = (make(self.pool, rounding), self.pool.bv(3, rounding as u64));
            let is_meant = self.pool.eq(mode, code);
            self.pool.ite(is_meant, value, otherwise)
        })
    }

    pub(super) fn float(&mut self, op: Operator, args: &[Term]) -> Result<Term, SmtError> {
        match op {
            Operator::Pack => self.pack(args),
            Operator::Abs | Operator::Neg => {
                let [a] = args[..] else { return self.arity(args) };
                let (a, format) = self.float_of(a, None)?;
                let result = match op {
                    Operator::Abs => self.pool.float_abs(format, a),
                    _ => self.pool.float_neg(format, a),
                };
                Ok(Term::Float(self.pool.float_one_nan(format, result), format))
            }
            Operator::Sub => {
                let [mode, a, b] = args[..] else { return self.arity(args) };
                let (mode, (a, format)) = (self.mode_of(mode)?, self.float_of(a, None)?);
                let (b, _) = self.float_of(b, Some(format))?;
                Ok(Term::Float(self.by_mode(mode, |pool, rounding| pool.float_sub(format, rounding, a, b)), format))
            }
            Operator::Fma => {
                let [mode, a, b, c] = args[..] else { return self.arity(args) };
                let (mode, (a, format)) = (self.mode_of(mode)?, self.float_of(a, None)?);
                let (b, c) = (self.float_of(b, Some(format))?.0, self.float_of(c, Some(format))?.0);
                Ok(Term::Float(
                    self.by_mode(mode, |pool, rounding| pool.float_fma(format, rounding, [a, b, c])),
                    format,
                ))
            }
            Operator::Rounded(op) => self.rounded(op, args),
            Operator::Remainder => {
                let (a, b, format) = self.two_floats(args)?;
                let result = self.pool.float(FloatOp::Remainder, format, Rounding::NearestEven, a, b);
                Ok(Term::Float(result, format))
            }
            Operator::Pick(larger) => {
                let (a, b, format) = self.two_floats(args)?;
                Ok(Term::Float(self.scope.open.pick(self.pool, format, larger, [a, b]), format))
            }
            Operator::Compare(order, swapped) => self.compare_floats(order, swapped, args),
            Operator::Is(class) => {
                let [a] = args[..] else { return self.arity(args) };
                let (a, format) = self.float_of(a, None)?;
                Ok(Term::Bool(self.pool.float_is(format, class, a)))
            }
            Operator::HasSign(negative) => {
                let [a] = args[..] else { return self.arity(args) };
                let (a, format) = self.float_of(a, None)?;
                let (sign, nan) = (self.pool.float_sign(a), self.pool.float_is(format, FloatClass::Nan, a));
                let sign = if negative { sign } else { self.pool.not(sign) };
                let number = self.pool.not(nan);
                Ok(Term::Bool(self.pool.and(number, sign)))
            }
            Operator::ToBits => {
                let [a] = args[..] else { return self.arity(args) };
                Ok(Term::Bits(self.float_of(a, None)?.0))
            }
            Operator::RealNeg | Operator::RealDiv => self.real(op, args),
        }
    }

    fn two_floats(&mut self, args: &[Term]) -> Result<(ExprId, ExprId, Format), SmtError> {
        let [a, b] = args[..] else { return self.arity(args) };
        let (a, format) = self.float_of(a, None)?;
        Ok((a, self.float_of(b, Some(format))?.0, format))
    }

    fn pack(&mut self, args: &[Term]) -> Result<Term, SmtError> {
        let [sign, exponent, fraction] = args[..] else { return self.arity(args) };
        let sign = self.bits_of(sign, Some(1))?;
        let (exponent, fraction) = (self.bits_of(exponent, None)?, self.bits_of(fraction, None)?);
        let widths = [exponent, fraction].map(|part| u64::from(self.pool.width(part)));
        let format = format(self.sexprs, self.node, widths[0], widths[1] + 1)?;
        let low = self.pool.concat(exponent, fraction);
        let bits = self.pool.concat(sign, low);
        Ok(Term::Float(self.pool.float_one_nan(format, bits), format))
    }

    fn rounded(&mut self, op: FloatOp, args: &[Term]) -> Result<Term, SmtError> {
        let Some((&mode, numbers)) = args.split_first().filter(|(_, rest)| rest.len() == op.arity()) else {
            return self.arity(args);
        };
        let (mode, (a, format)) = (self.mode_of(mode)?, self.float_of(numbers[0], None)?);
        let b = match numbers.get(1) {
            Some(&b) => Some(self.float_of(b, Some(format))?.0),
            None => None,
        };
        let result = self.by_mode(mode, |pool, rounding| match b {
            Some(b) => pool.float(op, format, rounding, a, b),
            None => pool.float_unary(Operation::new(op, format, rounding), a, format.width()),
        });
        Ok(Term::Float(result, format))
    }

    fn compare_floats(&mut self, order: FloatOrder, swapped: bool, args: &[Term]) -> Result<Term, SmtError> {
        if args.len() < 2 {
            return self.arity(args);
        }
        let (_, format) = self.float_of(args[0], None)?;
        let mut all = self.pool.tru();
        for pair in args.windows(2) {
            let (a, b) = (self.float_of(pair[0], Some(format))?.0, self.float_of(pair[1], Some(format))?.0);
            let (a, b) = if swapped { (b, a) } else { (a, b) };
            let holds = self.pool.float_compare(format, order, a, b);
            all = self.pool.and(all, holds);
        }
        Ok(Term::Bool(all))
    }

    fn real(&mut self, op: Operator, args: &[Term]) -> Result<Term, SmtError> {
        let mut reals = Vec::new();
        for &arg in args {
            match arg {
                Term::Real(at) => reals.push(self.scope.reals[at as usize].clone()),
                other => return self.wrong("a real number", other),
            }
        }
        let real = match (op, &reals[..]) {
            (Operator::RealNeg, [a]) => Some(Real { negative: !a.negative, ..a.clone() }),
            (Operator::RealDiv, [a, b]) => a.quotient(b),
            _ => return self.arity(args),
        };
        match real {
            Some(real) => Ok(self.scope.real(real)),
            None => self.fail(Problem::Unsupported("a quotient by zero, or of numbers of this length".into())),
        }
    }

    /// `(_ to_fp e s)` and the other operators with numbers.
    pub(super) fn indexed_float(&mut self, op: Indexed, [n, m]: [u64; 2], args: &[Term]) -> Result<Term, SmtError> {
        if let Indexed::ToSigned | Indexed::ToUnsigned = op {
            return self.integer_of(op == Indexed::ToSigned, n, args);
        }
        let format = format(self.sexprs, self.node, n, m)?;
        match (op, args) {
            (Indexed::ToFloat, &[bits]) => {
                let bits = self.bits_of(bits, Some(format.width()))?;
                Ok(Term::Float(self.pool.float_one_nan(format, bits), format))
            }
            (_, &[mode, from]) => {
                let mode = self.mode_of(mode)?;
                Ok(Term::Float(self.convert(op, format, mode, from)?, format))
            }
            // A real number and a power of two, which z3 has beside the standard.
            (Indexed::ToFloat, &[mode, Term::Real(number), Term::Real(power)]) => {
                let mode = self.mode_of(mode)?;
                let [number, power] = [number, power].map(|at| self.scope.reals[at as usize].clone());
                let Some(real) = number.scaled(&power) else {
                    return self.fail(Problem::Unsupported("a number times a power of two of this size".into()));
                };
                let real = self.scope.real(real);
                Ok(Term::Float(self.convert(op, format, mode, real)?, format))
            }
            _ => self.arity(args),
        }
    }

    fn convert(&mut self, op: Indexed, format: Format, mode: ExprId, from: Term) -> Result<ExprId, SmtError> {
        match (op, from) {
            (Indexed::ToFloat, Term::Float(a, own)) => {
                Ok(self.by_mode(mode, |pool, rounding| pool.float_convert(own, format, rounding, a)))
            }
            (Indexed::ToFloat, Term::Real(at)) => {
                let real = self.scope.reals[at as usize].clone();
                Ok(self.by_mode(mode, |pool, rounding| pool.float_bits(format, real.rounded(format, rounding))))
            }
            (_, Term::Bits(a)) if self.pool.width(a) <= 128 => {
                let signed = op == Indexed::ToFloat;
                Ok(self.by_mode(mode, |pool, rounding| pool.float_from_int(format, rounding, a, signed)))
            }
            (_, Term::Bits(_)) => self.fail(Problem::Unsupported("numbers of integers of more than 128 bits".into())),
            (_, other) => self.wrong("a number or a bit-vector", other),
        }
    }

    fn integer_of(&mut self, signed: bool, width: u64, args: &[Term]) -> Result<Term, SmtError> {
        let [mode, a] = args[..] else { return self.arity(args) };
        let (mode, (a, format)) = (self.mode_of(mode)?, self.float_of(a, None)?);
        if !(1..=128).contains(&width) {
            return self.fail(Problem::Unsupported(format!("integers of {width} bits of numbers, only 1 to 128")));
        }
        let width = width as u32;
        let mut open = core::mem::take(&mut self.scope.open);
        let integer = self.by_mode(mode, |pool, rounding| open.integer(pool, (format, rounding), a, (signed, width)));
        self.scope.open = open;
        Ok(Term::Bits(integer))
    }
}
