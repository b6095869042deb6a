//! Functions of floating-point numbers.
//!
//! Those that only move bits, the test of a number's class, and what IEEE rounds exactly (roots, whole numbers, fused
//! products, conversions) are exact on terms; for the others one value of the operands is chosen and counted. Functions that no
//! standard rounds exactly are the host's.

use braid_code::{FloatOp, IntrinsicCall, Scalar};
use braid_expr::Rounding;
use braid_float::{self as soft, Pick, Round, Unsupported};
use braid_ir::FloatKind;
use braid_ir::inst::{BinaryOp, CastOp, IntPredicate};
use braid_state::{State, Value, algebra};

use super::{Parts, Row, first, lanes, one, result_bits};
use crate::executor::Executor;
use crate::float::{has_plain_order, infinity};
use crate::stop::Stop;

pub(super) const ROWS: &[Row] = &[
    lanes("fabs", "f", |e, _, c, x| one(e.magnitude(c.args[0].1.bits(), x[0]))),
    lanes("copysign", "ff", copy_sign),
    lanes("canonicalize", "f", first),
    lanes("is.fpclass", "fi", is_class),
    lanes("minnum", "ff", |e, s, c, x| e.pick(s, Pick::MinNum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("maxnum", "ff", |e, s, c, x| e.pick(s, Pick::MaxNum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("minimumnum", "ff", |e, s, c, x| e.pick(s, Pick::MinNum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("maximumnum", "ff", |e, s, c, x| e.pick(s, Pick::MaxNum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("minimum", "ff", |e, s, c, x| e.pick(s, Pick::Minimum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("maximum", "ff", |e, s, c, x| e.pick(s, Pick::Maximum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("floor", "f", |e, s, c, x| rounded(e, s, c, x, Round::TowardNegative)),
    lanes("ceil", "f", |e, s, c, x| rounded(e, s, c, x, Round::TowardPositive)),
    lanes("trunc", "f", |e, s, c, x| rounded(e, s, c, x, Round::TowardZero)),
    lanes("rint", "f", |e, s, c, x| rounded(e, s, c, x, Round::NearestTiesToEven)),
    lanes("nearbyint", "f", |e, s, c, x| rounded(e, s, c, x, Round::NearestTiesToEven)),
    lanes("roundeven", "f", |e, s, c, x| rounded(e, s, c, x, Round::NearestTiesToEven)),
    lanes("round", "f", |e, s, c, x| rounded(e, s, c, x, Round::NearestTiesToAway)),
    lanes("lrint", "f", |e, s, c, x| rounded_integer(e, s, c, x, Round::NearestTiesToEven)),
    lanes("llrint", "f", |e, s, c, x| rounded_integer(e, s, c, x, Round::NearestTiesToEven)),
    lanes("lround", "f", |e, s, c, x| rounded_integer(e, s, c, x, Round::NearestTiesToAway)),
    lanes("llround", "f", |e, s, c, x| rounded_integer(e, s, c, x, Round::NearestTiesToAway)),
    lanes("sqrt", "f", root),
    lanes("sin", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "sin", f64::sin, f32::sin))),
    lanes("cos", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "cos", f64::cos, f32::cos))),
    lanes("tan", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "tan", f64::tan, f32::tan))),
    lanes("asin", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "asin", f64::asin, f32::asin))),
    lanes("acos", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "acos", f64::acos, f32::acos))),
    lanes("atan", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "atan", f64::atan, f32::atan))),
    lanes("sinh", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "sinh", f64::sinh, f32::sinh))),
    lanes("cosh", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "cosh", f64::cosh, f32::cosh))),
    lanes("tanh", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "tanh", f64::tanh, f32::tanh))),
    lanes("exp", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "exp", f64::exp, f32::exp))),
    lanes("exp2", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "exp2", f64::exp2, f32::exp2))),
    lanes("log", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "log", f64::ln, f32::ln))),
    lanes("log2", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "log2", f64::log2, f32::log2))),
    lanes("log10", "f", |e, s, c, x| unary(e, s, c, x, |k, a| soft::library(k, a, "log10", f64::log10, f32::log10))),
    lanes("pow", "ff", |e, s, c, x| binary(e, s, c, x, "pow", f64::powf, f32::powf)),
    lanes("atan2", "ff", |e, s, c, x| binary(e, s, c, x, "atan2", f64::atan2, f32::atan2)),
    lanes("powi", "fi", power),
    lanes("ldexp", "fi", scaled),
    lanes("frexp", "f", split),
    lanes("fma", "fff", fused),
    lanes("fmuladd", "fff", multiply_add),
    lanes("fptosi.sat", "f", |e, s, c, x| saturating(e, s, c, x, true)),
    lanes("fptoui.sat", "f", |e, s, c, x| saturating(e, s, c, x, false)),
    lanes("convert.to.fp16", "f", |e, s, c, x| {
        e.float(s, &FloatOp::Cast(CastOp::FpTrunc, c.args[0].1, Scalar::Float(FloatKind::Half)), x[0], x[0])
            .and_then(one)
    }),
    lanes("convert.from.fp16", "i", from_half),
];

impl Executor {
    /// One of two numbers.
    pub(crate) fn pick(
        &mut self,
        state: &mut State,
        which: Pick,
        scalar: Scalar,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        let Scalar::Float(kind) = scalar else { return Err(Stop::unsupported("a float was expected")) };
        if let Some(result) = self.pick_term(kind, which, a, b) {
            return Ok(result);
        }
        let (a, b) = (self.number(state, a, kind.bits())?, self.number(state, b, kind.bits())?);
        let result = soft::pick(kind, which, a, b).map_err(refused)?;
        Ok(self.number_value(kind.bits(), result))
    }
}

fn refused(what: Unsupported) -> Stop {
    Stop::unsupported(what.to_string())
}

/// The format of the first operand.
fn kind_of(call: &IntrinsicCall) -> Result<FloatKind, Stop> {
    match call.args[0].1 {
        Scalar::Float(kind) => Ok(kind),
        _ => Err(Stop::unsupported("a float was expected")),
    }
}

/// A function of one number.
fn unary(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    f: fn(FloatKind, u128) -> Result<u128, Unsupported>,
) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    let a = exec.number(state, args[0], kind.bits())?;
    one(exec.number_value(kind.bits(), f(kind, a).map_err(refused)?))
}

/// The rounding of terms that is a direction.
fn rounding_of(direction: Round) -> Rounding {
    match direction {
        Round::NearestTiesToAway => Rounding::NearestAway,
        Round::TowardPositive => Rounding::Up,
        Round::TowardNegative => Rounding::Down,
        Round::TowardZero => Rounding::Zero,
        Round::NearestTiesToEven => Rounding::NearestEven,
    }
}

/// The nearest whole number in a direction.
fn rounded(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    direction: Round,
) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    if let Some(result) = exec.round_term(kind, rounding_of(direction), args[0]) {
        return one(result);
    }
    let a = exec.number(state, args[0], kind.bits())?;
    one(exec.number_value(kind.bits(), soft::round(kind, direction, a).map_err(refused)?))
}

/// The square root.
fn root(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    exec.check_root(state, kind_of(call)?, args[0])?;
    match exec.root_term(kind_of(call)?, args[0]) {
        Some(result) => one(result),
        None => unary(exec, state, call, args, |k, a| soft::library(k, a, "sqrt", f64::sqrt, f32::sqrt)),
    }
}

/// A function of two numbers by the host.
fn binary(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    name: &'static str,
    double: fn(f64, f64) -> f64,
    single: fn(f32, f32) -> f32,
) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    let (a, b) = (exec.number(state, args[0], kind.bits())?, exec.number(state, args[1], kind.bits())?);
    one(Value::Word(match kind {
        FloatKind::Double => double(f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits(),
        FloatKind::Single => single(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits().into(),
        _ => return Err(refused(Unsupported(name))),
    }))
}

fn power(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let (kind, bits) = (kind_of(call)?, call.args[1].1.bits());
    let (a, n) = (exec.number(state, args[0], kind.bits())?, exec.number(state, args[1], bits)?);
    let n = braid_state::word::signed(bits, n as u64) as i32;
    one(Value::Word(match kind {
        FloatKind::Double => f64::from_bits(a as u64).powi(n).to_bits(),
        FloatKind::Single => f32::from_bits(a as u32).powi(n).to_bits().into(),
        _ => return Err(refused(Unsupported("powi"))),
    }))
}

/// `a * 2^n`
fn scaled(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let (kind, bits) = (kind_of(call)?, call.args[1].1.bits());
    let (a, n) = (exec.number(state, args[0], kind.bits())?, exec.number(state, args[1], bits)?);
    // Beyond these the result is zero or infinite at every format.
    let n = braid_state::word::signed(bits, n as u64).clamp(-1 << 20, 1 << 20) as i32;
    one(exec.number_value(kind.bits(), soft::scale(kind, a, n).map_err(refused)?))
}

/// Fraction and exponent.
fn split(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    let Some(&Scalar::Int(bits @ 1..=64)) = call.result.get(1) else {
        return Err(Stop::unsupported("an exponent that is no integer of up to 64 bits"));
    };
    let a = exec.number(state, args[0], kind.bits())?;
    let (fraction, exponent) = soft::split(kind, a).map_err(refused)?;
    let exponent = i128::from(exponent) as u128 & (u128::MAX >> (128 - bits));
    Ok(Parts::from_slice(&[exec.number_value(kind.bits(), fraction), exec.number_value(bits, exponent)]))
}

fn copy_sign(exec: &mut Executor, _: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let bits = call.args[0].1.bits();
    let (magnitude, sign) = (exec.magnitude(bits, args[0]), exec.sign_bit(bits));
    let sign = algebra::binary(&mut exec.pool, BinaryOp::And, bits, args[1], sign);
    one(algebra::binary(&mut exec.pool, BinaryOp::Or, bits, magnitude, sign))
}

/// `a * b + c`, rounded once.
fn fused(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    if let &[a, b, c] = args
        && let Some(result) = exec.fused_term(kind, [a, b, c])
    {
        return one(result);
    }
    let mut numbers = [0; 3];
    for (number, &arg) in numbers.iter_mut().zip(args) {
        *number = exec.number(state, arg, kind.bits())?;
    }
    let result = soft::fused(kind, numbers[0], numbers[1], numbers[2]).map_err(refused)?;
    one(exec.number_value(kind.bits(), result))
}

/// The machine has no fused instruction at its base level, so its compilers round twice.
fn multiply_add(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    let (times, plus) = (FloatOp::Binary(BinaryOp::FMul, kind), FloatOp::Binary(BinaryOp::FAdd, kind));
    let product = exec.float(state, &times, args[0], args[1])?;
    if exec.checks_floats_here(state) {
        exec.check_float(state, &times, args[0], args[1])?;
        exec.check_float(state, &plus, product, args[2])?;
    }
    exec.float(state, &plus, product, args[2]).and_then(one)
}

fn saturating(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    signed: bool,
) -> Result<Parts, Stop> {
    let (kind, bits) = (kind_of(call)?, result_bits(call));
    if bits > 128 {
        return Err(refused(Unsupported("a conversion to an integer of more than 128 bits")));
    }
    if let Some(result) = exec.saturated_term(kind, args[0], bits, signed) {
        return one(result);
    }
    let a = exec.number(state, args[0], kind.bits())?;
    let (value, _) = soft::to_int(kind, a, bits, signed).map_err(refused)?;
    one(exec.number_value(bits, value & u128::MAX >> (128 - bits)))
}

/// The nearest whole number as an integer.
fn rounded_integer(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    direction: Round,
) -> Result<Parts, Stop> {
    let (kind, to) = (kind_of(call)?, Scalar::Int(result_bits(call)));
    let whole = match exec.round_term(kind, rounding_of(direction), args[0]) {
        Some(whole) => whole,
        None => {
            let a = exec.number(state, args[0], kind.bits())?;
            let whole = soft::round(kind, direction, a).map_err(refused)?;
            exec.number_value(kind.bits(), whole)
        }
    };
    exec.float(state, &FloatOp::Cast(CastOp::FpToSi, Scalar::Float(kind), to), whole, whole).and_then(one)
}

fn from_half(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let (Some(&to @ Scalar::Float(_)), 16) = (call.result.first(), call.args[0].1.bits()) else {
        return Err(Stop::unsupported("a conversion from half precision to what is no float"));
    };
    let op = FloatOp::Cast(CastOp::FpExt, Scalar::Float(FloatKind::Half), to);
    exec.float(state, &op, args[0], args[0]).and_then(one)
}

/// Whether a number is in a set of classes.
fn is_class(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    let Some(mask) = args[1].word() else { return Err(Stop::unsupported("a computed set of classes of floats")) };
    if matches!(args[0], Value::Term(_)) && has_plain_order(kind) {
        return one(is_in_classes(exec, kind, mask, args[0]));
    }
    let a = exec.number(state, args[0], kind.bits())?;
    let class = soft::classify(kind, a).map_err(refused)?;
    one(Value::Word(class.is_in(mask as u32).into()))
}

/// The same by the bits: each class is a range of magnitudes on one side of zero.
fn is_in_classes(exec: &mut Executor, kind: FloatKind, mask: u64, a: Value) -> Value {
    let bits = kind.bits();
    let magnitude = exec.magnitude(bits, a);
    let negative = algebra::extract(&mut exec.pool, bits, bits - 1, 1, a);
    let positive = algebra::binary(&mut exec.pool, BinaryOp::Xor, 1, negative, Value::Word(1));
    let mut found = Value::Word(0);
    for (classes, low, high) in class_ranges(kind) {
        let [signed, unsigned] = classes.map(|bit| mask >> bit & 1 == 1);
        let side = match (signed, unsigned) {
            (false, false) => continue,
            (true, true) => Value::Word(1),
            (true, false) => negative,
            (false, true) => positive,
        };
        let (low, high) = (exec.number_value(bits, low), exec.number_value(bits, high));
        let pool = &mut exec.pool;
        let above = algebra::compare(pool, IntPredicate::Uge, bits, magnitude, low);
        let below = algebra::compare(pool, IntPredicate::Ule, bits, magnitude, high);
        let inside = algebra::binary(pool, BinaryOp::And, 1, above, below);
        let here = algebra::binary(pool, BinaryOp::And, 1, inside, side);
        found = algebra::binary(pool, BinaryOp::Or, 1, found, here);
    }
    found
}

/// Ranges of magnitudes, inclusive, with the bits of their classes among negative and positive numbers.
fn class_ranges(kind: FloatKind) -> [([u32; 2], u128, u128); 6] {
    let infinity = infinity(kind);
    // The fraction has all bits below those of infinity; its highest one marks a quiet NaN.
    let smallest_normal = infinity & infinity.wrapping_neg();
    let quiet = infinity | smallest_normal >> 1;
    let largest = (1 << (kind.bits() - 1)) - 1;
    [
        ([0, 0], infinity + 1, quiet - 1),
        ([1, 1], quiet, largest),
        ([2, 9], infinity, infinity),
        ([3, 8], smallest_normal, infinity - 1),
        ([4, 7], 1, smallest_normal - 1),
        ([5, 6], 0, 0),
    ]
}
