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
use braid_state::{Exceptions, State, Value, algebra};

use super::{Parts, Row, lanes, one, result_bits};
use crate::executor::Executor;
use crate::features::Features;
use crate::float::{has_plain_order, infinity};
use crate::float_terms::format;
use crate::library::{self, Pair};
use crate::stop::Stop;

pub(super) const ROWS: &[Row] = &[
    lanes("fabs", "f", absolute),
    lanes("copysign", "ff", copy_sign),
    lanes("canonicalize", "f", canonical),
    lanes("is.fpclass", "fi", is_class),
    lanes("minnum", "ff", |e, s, c, x| e.pick(s, Pick::MinNum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("maxnum", "ff", |e, s, c, x| e.pick(s, Pick::MaxNum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("minimumnum", "ff", |e, s, c, x| e.pick(s, Pick::MinimumNum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("maximumnum", "ff", |e, s, c, x| e.pick(s, Pick::MaximumNum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("minimum", "ff", |e, s, c, x| e.pick(s, Pick::Minimum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("maximum", "ff", |e, s, c, x| e.pick(s, Pick::Maximum, c.args[0].1, x[0], x[1]).and_then(one)),
    lanes("floor", "f", |e, s, c, x| rounded(e, s, c, x, Round::TowardNegative)),
    lanes("ceil", "f", |e, s, c, x| rounded(e, s, c, x, Round::TowardPositive)),
    lanes("trunc", "f", |e, s, c, x| rounded(e, s, c, x, Round::TowardZero)),
    lanes("rint", "f", nearest_inexactly),
    lanes("nearbyint", "f", |e, s, c, x| rounded(e, s, c, x, current(s))),
    lanes("roundeven", "f", |e, s, c, x| rounded(e, s, c, x, Round::NearestTiesToEven)),
    lanes("round", "f", |e, s, c, x| rounded(e, s, c, x, Round::NearestTiesToAway)),
    lanes("lrint", "f", |e, s, c, x| rounded_integer(e, s, c, x, current(s))),
    lanes("llrint", "f", |e, s, c, x| rounded_integer(e, s, c, x, current(s))),
    lanes("lround", "f", |e, s, c, x| rounded_integer(e, s, c, x, Round::NearestTiesToAway)),
    lanes("llround", "f", |e, s, c, x| rounded_integer(e, s, c, x, Round::NearestTiesToAway)),
    lanes("sqrt", "f", root),
    lanes("sin", "f", |e, s, c, x| of_library(e, s, c, x, "sin")),
    lanes("cos", "f", |e, s, c, x| of_library(e, s, c, x, "cos")),
    lanes("tan", "f", |e, s, c, x| of_library(e, s, c, x, "tan")),
    lanes("asin", "f", |e, s, c, x| of_library(e, s, c, x, "asin")),
    lanes("acos", "f", |e, s, c, x| of_library(e, s, c, x, "acos")),
    lanes("atan", "f", |e, s, c, x| of_library(e, s, c, x, "atan")),
    lanes("sinh", "f", |e, s, c, x| of_library(e, s, c, x, "sinh")),
    lanes("cosh", "f", |e, s, c, x| of_library(e, s, c, x, "cosh")),
    lanes("tanh", "f", |e, s, c, x| of_library(e, s, c, x, "tanh")),
    lanes("exp", "f", |e, s, c, x| of_library(e, s, c, x, "exp")),
    lanes("exp2", "f", |e, s, c, x| of_library(e, s, c, x, "exp2")),
    lanes("log", "f", |e, s, c, x| of_library(e, s, c, x, "log")),
    lanes("log2", "f", |e, s, c, x| of_library(e, s, c, x, "log2")),
    lanes("log10", "f", |e, s, c, x| of_library(e, s, c, x, "log10")),
    lanes("pow", "ff", |e, s, c, x| of_two(e, s, c, x, Pair::Pow)),
    lanes("atan2", "ff", |e, s, c, x| of_two(e, s, c, x, Pair::Atan2)),
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
        if let Some(result) = self.pick_term(state, kind, which, a, b) {
            return Ok(result);
        }
        let (x, y) = (self.number(state, a, kind.bits())?, self.number(state, b, kind.bits())?);
        let result = soft::pick(kind, which, x, y).map_err(refused)?;
        self.known_result(state, kind, result, &[a, b])
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

/// The direction in which a state rounds.
fn current(state: &State) -> Round {
    match state.float_env.rounding() {
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::Zero => Round::TowardZero,
        Rounding::NearestEven => Round::NearestTiesToEven,
    }
}

/// The whole number in the direction of the state; another one than the operand is inexact.
fn nearest_inexactly(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
) -> Result<Parts, Stop> {
    let parts = rounded(exec, state, call, args, current(state))?;
    let kind = kind_of(call)?;
    exec.raise_if_rounded(state, kind, [args[0], parts[0]]);
    Ok(parts)
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
    if let Some(result) = exec.round_term(state, kind, rounding_of(direction), args[0]) {
        return one(result);
    }
    let a = exec.number(state, args[0], kind.bits())?;
    let result = soft::round(kind, direction, a).map_err(refused)?;
    exec.known_result(state, kind, result, args).and_then(one)
}

/// The square root.
fn root(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    exec.check_root(state, kind, args[0])?;
    match exec.root_term(state, kind, args[0]) {
        Some(result) => one(result),
        None => Err(refused(Unsupported("sqrt"))),
    }
}

/// A function of the mathematical library of one number.
fn of_library(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    name: &'static str,
) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    let Some(function) = library::function(name) else { return Err(refused(Unsupported(name))) };
    exec.library_function(state, function, kind, args[0]).and_then(one)
}

/// One of two numbers.
fn of_two(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    which: Pair,
) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    exec.library_pair(state, which, kind, [args[0], args[1]]).and_then(one)
}

fn power(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let (kind, bits) = (kind_of(call)?, call.args[1].1.bits());
    let (a, n) = (exec.number(state, args[0], kind.bits())?, exec.number(state, args[1], bits)?);
    let n = braid_state::word::signed(bits, n as u64) as i32;
    exec.note_library_env(state, "powi");
    let result = match kind {
        FloatKind::Double => f64::from_bits(a as u64).powi(n).to_bits(),
        FloatKind::Single => f32::from_bits(a as u32).powi(n).to_bits().into(),
        _ => return Err(refused(Unsupported("powi"))),
    };
    exec.known_result(state, kind, result.into(), &args[..1]).and_then(one)
}

/// `a * 2^n`
fn scaled(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let (kind, bits) = (kind_of(call)?, call.args[1].1.bits());
    let n = exec.number(state, args[1], bits)?;
    // Beyond these the result is zero or infinite at every format.
    let n = braid_state::word::signed(bits, n as u64).clamp(-1 << 20, 1 << 20) as i32;
    if let Some(result) = exec.scaled_term(state, kind, args[0], n) {
        return one(result);
    }
    let a = exec.number(state, args[0], kind.bits())?;
    let result = soft::scale(kind, a, n).map_err(refused)?;
    exec.known_result(state, kind, result, &args[..1]).and_then(one)
}

/// Fraction and exponent.
fn split(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    let Some(&Scalar::Int(bits @ 1..=64)) = call.result.get(1) else {
        return Err(Stop::unsupported("an exponent that is no integer of up to 64 bits"));
    };
    if let Some(parts) = exec.split_term(state, kind, args[0], bits) {
        return Ok(Parts::from_slice(&parts));
    }
    let a = exec.number(state, args[0], kind.bits())?;
    let (fraction, exponent) = soft::split(kind, a).map_err(refused)?;
    let exponent = i128::from(exponent) as u128 & (u128::MAX >> (128 - bits));
    Ok(Parts::from_slice(&[exec.number_value(kind.bits(), fraction), exec.number_value(bits, exponent)]))
}

/// A number without its sign. That only moves bits, of a NaN too.
fn absolute(exec: &mut Executor, _: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let bits = call.args[0].1.bits();
    let magnitude = exec.magnitude(bits, args[0]);
    one(exec.moved_bits(args[0], magnitude, |exec, plain| exec.magnitude(bits, plain)))
}

/// The number itself; which NaN it is is open, as for every other operation.
fn canonical(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let kind = kind_of(call)?;
    if format(kind).is_none() {
        return one(args[0]);
    }
    let number = exec.float_operand(kind, args[0]);
    let result = exec.float_result(state, kind, number, args);
    one(Value::of(&exec.pool, result))
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
        && let Some(result) = exec.fused_term(state, kind, [a, b, c])
    {
        return one(result);
    }
    let mut numbers = [0; 3];
    for (number, &arg) in numbers.iter_mut().zip(args) {
        *number = exec.number(state, arg, kind.bits())?;
    }
    let result = soft::fused(kind, numbers[0], numbers[1], numbers[2]).map_err(refused)?;
    exec.known_result(state, kind, result, args).and_then(one)
}

/// `a * b + c`, rounded once where the target of the function has an instruction for that, and twice where it has none; where neither features nor the
/// triple tell, either, and twice for known numbers.
fn multiply_add(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let features = exec.target_features(state);
    if features == Features::Fused {
        return fused(exec, state, call, args);
    }
    let apart = twice_rounded(exec, state, call, args)?;
    if features == Features::Apart {
        return Ok(apart);
    }
    let bits = call.args[0].1.bits();
    let once = fused(exec, state, call, args)?;
    let [once, twice] = [&once, &apart].map(|parts| parts[0].term(&mut exec.pool, bits));
    let plain = [once, twice].map(|side| exec.without_nan_bits(side));
    if plain[0] == plain[1] {
        return Ok(apart);
    }
    let operands: Vec<_> = args.iter().map(|arg| arg.term(&mut exec.pool, bits)).collect();
    let either = exec.either(state, [twice, once], &operands);
    one(Value::of(&exec.pool, either))
}

/// `a * b + c`, rounded twice.
fn twice_rounded(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
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
    state.float_env.raise(Exceptions::NONE, Exceptions::INVALID.with(Exceptions::INEXACT));
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
    let whole = match exec.round_term(state, kind, rounding_of(direction), args[0]) {
        Some(whole) => whole,
        None => {
            let a = exec.number(state, args[0], kind.bits())?;
            let whole = soft::round(kind, direction, a).map_err(refused)?;
            exec.number_value(kind.bits(), whole)
        }
    };
    exec.raise_if_rounded(state, kind, [args[0], whole]);
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
