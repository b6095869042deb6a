//! LLVM's intrinsics, as rows of one table.
//!
//! A name is looked up without the suffix that tells its types (`llvm.ctlz.i32` is `ctlz`). What is not in the table is
//! refused by name.

use braid_ir::inst::{BinaryOp, WrapFlags};
use braid_ir::{FloatKind, TypeId};

use super::Machine;
use super::arith::{self, Lane};
use super::bits::Bits;
use super::call::Invocation;
use super::failure::{Fault, Interrupt, Step, Unsupported, invalid};
use super::value::{Scalar, Value};
use braid_float::{self as float, Pick, Round};

type Intrinsic = fn(&mut Machine<'_>, &Invocation) -> Step<Option<Value>>;

/// Every intrinsic that is known, without `llvm.` and types. A name that begins with another stands before it.
const INTRINSICS: &[(&str, Intrinsic)] = &[
    // Hints, and what is said about the source.
    ("assume", assume),
    ("dbg", nothing),
    ("donothing", nothing),
    ("experimental.noalias.scope.decl", nothing),
    ("fake.use", nothing),
    ("invariant.end", nothing),
    ("invariant.start", |_, c| Ok(Some(c.arg(1)?.clone()))),
    ("lifetime", nothing),
    ("prefetch", nothing),
    ("sideeffect", nothing),
    ("var.annotation", nothing),
    ("annotation", first),
    ("expect", first),
    ("launder.invariant.group", first),
    ("ptr.annotation", first),
    ("ssa.copy", first),
    ("strip.invariant.group", first),
    ("threadlocal.address", first),
    ("is.constant", |_, _| Ok(Some(Value::bool(false)))),
    ("objectsize", object_size),
    ("allow.ubsan.check", |_, _| Ok(Some(Value::bool(true)))),
    ("allow.runtime.check", |_, _| Ok(Some(Value::bool(true)))),
    ("ubsantrap", |_, _| Err(Interrupt::Trap)),
    ("trap", |_, _| Err(Interrupt::Trap)),
    ("debugtrap", |_, _| Err(Interrupt::Trap)),
    // Memory.
    ("memcpy", copy),
    ("memmove", copy),
    ("memset", fill),
    ("stacksave", |m, _| Ok(Some(Value::ptr(m.memory.stack_mark())))),
    ("stackrestore", restore_stack),
    ("va_start", |m, c| m.va_start(c.number(0)?).map(|()| None)),
    ("va_copy", |m, c| m.va_copy(c.number(0)?, c.number(1)?).map(|()| None)),
    ("va_end", nothing),
    ("load.relative", load_relative),
    ("ptrmask", |_, c| binary_int(c, |a, b| a.and(&b.zext(a.width())))),
    ("returnaddress", |_, _| Ok(Some(Value::ptr(0)))),
    ("frameaddress", |_, _| Ok(Some(Value::ptr(0)))),
    // Integers.
    ("sadd.with.overflow", |m, c| overflow(m, c, BinaryOp::Add, WrapFlags::NSW)),
    ("uadd.with.overflow", |m, c| overflow(m, c, BinaryOp::Add, WrapFlags::NUW)),
    ("ssub.with.overflow", |m, c| overflow(m, c, BinaryOp::Sub, WrapFlags::NSW)),
    ("usub.with.overflow", |m, c| overflow(m, c, BinaryOp::Sub, WrapFlags::NUW)),
    ("smul.with.overflow", |m, c| overflow(m, c, BinaryOp::Mul, WrapFlags::NSW)),
    ("umul.with.overflow", |m, c| overflow(m, c, BinaryOp::Mul, WrapFlags::NUW)),
    ("sadd.sat", |_, c| saturating(c, BinaryOp::Add, true)),
    ("uadd.sat", |_, c| saturating(c, BinaryOp::Add, false)),
    ("ssub.sat", |_, c| saturating(c, BinaryOp::Sub, true)),
    ("usub.sat", |_, c| saturating(c, BinaryOp::Sub, false)),
    ("sshl.sat", |_, c| saturating(c, BinaryOp::Shl, true)),
    ("ushl.sat", |_, c| saturating(c, BinaryOp::Shl, false)),
    ("smax", |_, c| binary_int(c, |a, b| if a.scmp(b).is_ge() { a.clone() } else { b.clone() })),
    ("smin", |_, c| binary_int(c, |a, b| if a.scmp(b).is_le() { a.clone() } else { b.clone() })),
    ("umax", |_, c| binary_int(c, |a, b| if a >= b { a.clone() } else { b.clone() })),
    ("umin", |_, c| binary_int(c, |a, b| if a <= b { a.clone() } else { b.clone() })),
    ("scmp", |m, c| three_way(m, c, Bits::scmp)),
    ("ucmp", |m, c| three_way(m, c, Bits::ucmp)),
    ("abs", absolute),
    ("ctpop", |_, c| unary_int(c, |a| Bits::new(a.width(), u128::from(a.count_ones())))),
    ("ctlz", |_, c| count_zeros(c, Bits::leading_zeros)),
    ("cttz", |_, c| count_zeros(c, Bits::trailing_zeros)),
    ("bswap", |_, c| moved(c, swap_bytes)),
    ("bitreverse", |_, c| moved(c, Bits::reverse)),
    ("fshl", |_, c| funnel(c, true)),
    ("fshr", |_, c| funnel(c, false)),
    // Floating point.
    ("fabs", |_, c| moved(c, |a| a.shl(1).lshr(1))),
    ("canonicalize", first),
    ("copysign", |m, c| pick(m, c, Pick::CopySign)),
    ("minnum", |m, c| pick(m, c, Pick::MinNum)),
    ("maxnum", |m, c| pick(m, c, Pick::MaxNum)),
    ("minimumnum", |m, c| pick(m, c, Pick::MinNum)),
    ("maximumnum", |m, c| pick(m, c, Pick::MaxNum)),
    ("minimum", |m, c| pick(m, c, Pick::Minimum)),
    ("maximum", |m, c| pick(m, c, Pick::Maximum)),
    ("floor", |m, c| rounded(m, c, Round::TowardNegative)),
    ("ceil", |m, c| rounded(m, c, Round::TowardPositive)),
    ("trunc", |m, c| rounded(m, c, Round::TowardZero)),
    ("rint", |m, c| rounded(m, c, Round::NearestTiesToEven)),
    ("nearbyint", |m, c| rounded(m, c, Round::NearestTiesToEven)),
    ("roundeven", |m, c| rounded(m, c, Round::NearestTiesToEven)),
    ("round", |m, c| rounded(m, c, Round::NearestTiesToAway)),
    ("sqrt", |m, c| library(m, c, "sqrt", f64::sqrt, f32::sqrt)),
    ("sin", |m, c| library(m, c, "sin", f64::sin, f32::sin)),
    ("cos", |m, c| library(m, c, "cos", f64::cos, f32::cos)),
    ("exp", |m, c| library(m, c, "exp", f64::exp, f32::exp)),
    ("log", |m, c| library(m, c, "log", f64::ln, f32::ln)),
    ("fma", |m, c| fused(m, c, true)),
    // The machine has no fused instruction at its base level, so its compilers round twice.
    ("fmuladd", |m, c| fused(m, c, false)),
    ("fptosi.sat", |m, c| saturating_to_int(m, c, true)),
    ("fptoui.sat", |m, c| saturating_to_int(m, c, false)),
    ("is.fpclass", is_class),
    ("convert.to.fp16", to_half),
    ("convert.from.fp16", from_half),
    // Vectors.
    ("experimental.cttz.elts", first_set_lane),
    ("vector.reduce.add", |m, c| reduce(m, c, BinaryOp::Add)),
    ("vector.reduce.mul", |m, c| reduce(m, c, BinaryOp::Mul)),
    ("vector.reduce.and", |m, c| reduce(m, c, BinaryOp::And)),
    ("vector.reduce.or", |m, c| reduce(m, c, BinaryOp::Or)),
    ("vector.reduce.xor", |m, c| reduce(m, c, BinaryOp::Xor)),
    ("vector.reduce.fadd", |m, c| reduce_from(m, c, BinaryOp::FAdd)),
    ("vector.reduce.fmul", |m, c| reduce_from(m, c, BinaryOp::FMul)),
    ("vector.reduce.smax", |_, c| reduce_with(c, |a, b| if a.scmp(b).is_ge() { a.clone() } else { b.clone() })),
    ("vector.reduce.smin", |_, c| reduce_with(c, |a, b| if a.scmp(b).is_le() { a.clone() } else { b.clone() })),
    ("vector.reduce.umax", |_, c| reduce_with(c, |a, b| if a >= b { a.clone() } else { b.clone() })),
    ("vector.reduce.umin", |_, c| reduce_with(c, |a, b| if a <= b { a.clone() } else { b.clone() })),
];

/// Carries out an intrinsic.
pub(super) fn call(machine: &mut Machine<'_>, invocation: &Invocation) -> Step<Option<Value>> {
    let name = invocation.name.strip_prefix("llvm.").unwrap_or(&invocation.name);
    let is = |row: &str| name.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    match INTRINSICS.iter().find(|(row, _)| is(row)) {
        Some((_, intrinsic)) => intrinsic(machine, invocation),
        None => Err(Unsupported::Intrinsic(invocation.name.clone()).into()),
    }
}

impl Invocation {
    /// Argument `at`.
    pub(super) fn arg(&self, at: usize) -> Step<&Value> {
        self.args.get(at).ok_or_else(|| Fault::Arguments.into())
    }
    /// Argument `at` as a scalar.
    pub(super) fn scalar(&self, at: usize) -> Step<&Scalar> {
        self.arg(at)?.scalar().ok_or_else(|| invalid("a scalar was expected"))
    }
    /// Argument `at` as a defined number or address.
    pub(super) fn number(&self, at: usize) -> Step<u64> {
        Ok(self.scalar(at)?.defined().ok_or(Fault::Undefined("an argument"))?.low64())
    }
    fn ty(&self, at: usize) -> Step<TypeId> {
        self.types.get(at).copied().flatten().ok_or_else(|| invalid("an argument without a type"))
    }
}

fn nothing(_: &mut Machine<'_>, _: &Invocation) -> Step<Option<Value>> {
    Ok(None)
}

fn first(_: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    Ok(Some(c.arg(0)?.clone()))
}

fn assume(_: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    if c.number(0)? == 1 { Ok(None) } else { Err(Fault::Assumption.into()) }
}

/// The size is said to be unknown, as it is for a compiler that did not find it out.
fn object_size(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let width = machine.lane(c.ret)?.bits();
    Ok(Some(Value::Scalar(Scalar::new(if c.number(1)? == 1 { Bits::zero(width) } else { Bits::ones(width) }))))
}

fn copy(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let size = c.number(2)?;
    if size > 0 {
        machine.memory.copy(c.number(0)?, c.number(1)?, size)?;
    }
    Ok(None)
}

fn fill(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let (byte, size) = (c.scalar(1)?, c.number(2)?);
    if size > 0 {
        let address = c.number(0)?;
        // Bounds first: the size may be absurd.
        machine.memory.read(address, size)?;
        let (value, undef) = (byte.bits.low() as u8, byte.undef_bits().low() as u8);
        machine.memory.write(address, &vec![value; size as usize], &vec![undef; size as usize])?;
    }
    Ok(None)
}

fn restore_stack(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    machine.memory.cut_stack(c.number(0)?);
    Ok(None)
}

fn load_relative(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let (base, offset) = (c.number(0)?, c.scalar(1)?.bits.signed() as i64);
    let distance = machine.memory.load(base.wrapping_add_signed(offset), 32)?;
    let distance = distance.defined().ok_or(Fault::Undefined("a relative address"))?.signed() as i64;
    Ok(Some(Value::ptr(base.wrapping_add_signed(distance))))
}

/// A function of the defined bits; undefined otherwise.
fn unary_int(c: &Invocation, f: fn(&Bits) -> Bits) -> Step<Option<Value>> {
    let apply = &mut |a: &Scalar| Ok(a.defined().map_or_else(|| Scalar::undef(a.width()), |bits| Scalar::new(f(bits))));
    arith::map1(c.arg(0)?, apply).map(Some)
}

/// A function that moves bits without mixing them.
fn moved(c: &Invocation, f: fn(&Bits) -> Bits) -> Step<Option<Value>> {
    arith::map1(c.arg(0)?, &mut |a| Ok(a.map(f))).map(Some)
}

/// A function of the defined bits of two operands; undefined otherwise.
fn binary_int(c: &Invocation, f: fn(&Bits, &Bits) -> Bits) -> Step<Option<Value>> {
    arith::map2(c.arg(0)?, c.arg(1)?, &mut |a, b| Ok(combine(a, b, f))).map(Some)
}

fn combine(a: &Scalar, b: &Scalar, f: fn(&Bits, &Bits) -> Bits) -> Scalar {
    match (a.defined(), b.defined()) {
        (Some(a), Some(b)) => Scalar::new(f(a, b)),
        _ => Scalar::undef(a.width()),
    }
}

fn swap_bytes(a: &Bits) -> Bits {
    let mut bytes = a.to_bytes();
    bytes.reverse();
    Bits::from_bytes(a.width(), &bytes)
}

fn overflow(machine: &mut Machine<'_>, c: &Invocation, op: BinaryOp, promise: WrapFlags) -> Step<Option<Value>> {
    let (a, b) = (c.arg(0)?, c.arg(1)?);
    let ty = c.ty(0)?;
    let result = machine.binary(op, WrapFlags::NONE, ty, a, b)?;
    let promised = machine.binary(op, promise, ty, a, b)?;
    // A promise that is broken makes the result undefined, and that is what is asked here.
    let broken = arith::map2(&promised, &result, &mut |promised, result| {
        Ok(if result.is_defined() { Scalar::bool(!promised.is_defined()) } else { Scalar::undef(1) })
    })?;
    Ok(Some(Value::Many([result, broken].into())))
}

fn saturating(c: &Invocation, op: BinaryOp, signed: bool) -> Step<Option<Value>> {
    let apply = &mut |a: &Scalar, b: &Scalar| {
        let width = a.width();
        let promise = if signed { WrapFlags::NSW } else { WrapFlags::NUW };
        if !a.is_defined() || !b.is_defined() {
            return Ok(Scalar::undef(width));
        }
        let result = arith::binary(op, promise, Lane::Int(width), a, b)?;
        if result.is_defined() {
            return Ok(result);
        }
        let largest = Bits::ones(width).lshr(u32::from(signed));
        // A signed sum leaves the range on the side of its first operand.
        let downwards = if signed { a.bits.sign() } else { op == BinaryOp::Sub };
        Ok(Scalar::new(match (downwards, signed) {
            (false, _) => largest,
            (true, true) => largest.not(),
            (true, false) => Bits::zero(width),
        }))
    };
    arith::map2(c.arg(0)?, c.arg(1)?, apply).map(Some)
}

fn three_way(
    machine: &mut Machine<'_>,
    c: &Invocation,
    compare: fn(&Bits, &Bits) -> core::cmp::Ordering,
) -> Step<Option<Value>> {
    let width = machine.lane(c.ret)?.bits();
    let apply = &mut |a: &Scalar, b: &Scalar| match (a.defined(), b.defined()) {
        (Some(a), Some(b)) => Ok(Scalar::int(width, compare(a, b) as i8 as i128 as u128)),
        _ => Ok(Scalar::undef(width)),
    };
    arith::map2(c.arg(0)?, c.arg(1)?, apply).map(Some)
}

fn absolute(_: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let smallest_is_poison = c.number(1)? == 1;
    let apply = &mut |a: &Scalar| match a.defined() {
        Some(bits) if smallest_is_poison && bits.sign() && bits.neg() == *bits => Ok(Scalar::undef(bits.width())),
        Some(bits) => Ok(Scalar::new(bits.magnitude())),
        None => Ok(Scalar::undef(a.width())),
    };
    arith::map1(c.arg(0)?, apply).map(Some)
}

fn count_zeros(c: &Invocation, count: fn(&Bits) -> u32) -> Step<Option<Value>> {
    let zero_is_poison = c.number(1)? == 1;
    let apply = &mut |a: &Scalar| match a.defined() {
        Some(bits) if !(zero_is_poison && bits.is_zero()) => Ok(Scalar::int(bits.width(), u128::from(count(bits)))),
        _ => Ok(Scalar::undef(a.width())),
    };
    arith::map1(c.arg(0)?, apply).map(Some)
}

fn funnel(c: &Invocation, left: bool) -> Step<Option<Value>> {
    let mut amounts = match c.arg(2)? {
        Value::Scalar(amount) => vec![amount.clone()],
        Value::Many(lanes) => lanes.iter().filter_map(|lane| lane.scalar().cloned()).collect(),
    }
    .into_iter();
    let apply = &mut |high: &Scalar, low: &Scalar| {
        let width = high.width();
        let amount = amounts.next().ok_or_else(|| invalid("a funnel shift of different shapes"))?;
        let Some(amount) = amount.defined() else { return Ok(Scalar::undef(width)) };
        let by = amount.urem(&Bits::new(width, u128::from(width))).low() as u32;
        let by = if left { width - by } else { by };
        Ok(high.concat(low).map(|both| both.lshr(by).trunc(width)))
    };
    arith::map2(c.arg(0)?, c.arg(1)?, apply).map(Some)
}

fn kind_of(machine: &Machine<'_>, ty: TypeId) -> Step<FloatKind> {
    match machine.lane(ty)? {
        Lane::Float(kind) => Ok(kind),
        Lane::Int(_) => Err(invalid("a float was expected")),
    }
}

/// A function of one defined float; undefined otherwise.
fn float_unary(
    machine: &Machine<'_>,
    c: &Invocation,
    f: impl Fn(FloatKind, u128) -> Result<u128, float::Unsupported>,
) -> Step<Option<Value>> {
    let kind = kind_of(machine, c.ty(0)?)?;
    let apply = &mut |a: &Scalar| match a.defined() {
        Some(bits) => Ok(Scalar::int(kind.bits(), f(kind, bits.low())?)),
        None => Ok(Scalar::undef(kind.bits())),
    };
    arith::map1(c.arg(0)?, apply).map(Some)
}

fn rounded(machine: &mut Machine<'_>, c: &Invocation, direction: Round) -> Step<Option<Value>> {
    float_unary(machine, c, |kind, a| float::round(kind, direction, a))
}

fn library(
    machine: &mut Machine<'_>,
    c: &Invocation,
    name: &'static str,
    double: fn(f64) -> f64,
    single: fn(f32) -> f32,
) -> Step<Option<Value>> {
    float_unary(machine, c, |kind, a| float::library(kind, a, name, double, single))
}

fn pick(machine: &mut Machine<'_>, c: &Invocation, which: Pick) -> Step<Option<Value>> {
    let kind = kind_of(machine, c.ty(0)?)?;
    let apply = &mut |a: &Scalar, b: &Scalar| match (a.defined(), b.defined()) {
        (Some(a), Some(b)) => Ok(Scalar::int(kind.bits(), float::pick(kind, which, a.low(), b.low())?)),
        _ => Ok(Scalar::undef(kind.bits())),
    };
    arith::map2(c.arg(0)?, c.arg(1)?, apply).map(Some)
}

fn fused(machine: &mut Machine<'_>, c: &Invocation, once: bool) -> Step<Option<Value>> {
    let ty = c.ty(0)?;
    if !once {
        let product = machine.binary(BinaryOp::FMul, WrapFlags::NONE, ty, c.arg(0)?, c.arg(1)?)?;
        return machine.binary(BinaryOp::FAdd, WrapFlags::NONE, ty, &product, c.arg(2)?).map(Some);
    }
    let kind = kind_of(machine, ty)?;
    let [a, b, addend] = [c.scalar(0)?, c.scalar(1)?, c.scalar(2)?];
    match (a.defined(), b.defined(), addend.defined()) {
        (Some(a), Some(b), Some(addend)) => {
            Ok(Some(Value::int(kind.bits(), float::fused(kind, a.low(), b.low(), addend.low())?)))
        }
        _ => Ok(Some(Value::Scalar(Scalar::undef(kind.bits())))),
    }
}

fn saturating_to_int(machine: &mut Machine<'_>, c: &Invocation, signed: bool) -> Step<Option<Value>> {
    let (kind, width) = (kind_of(machine, c.ty(0)?)?, machine.lane(c.ret)?.bits());
    if width > 128 {
        return Err(Unsupported::Float("conversion to a wide integer").into());
    }
    let apply = &mut |a: &Scalar| match a.defined() {
        Some(bits) => Ok(Scalar::int(width, float::to_int(kind, bits.low(), width, signed)?.0)),
        None => Ok(Scalar::undef(width)),
    };
    arith::map1(c.arg(0)?, apply).map(Some)
}

fn is_class(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let (kind, mask) = (kind_of(machine, c.ty(0)?)?, c.number(1)? as u32);
    let apply = &mut |a: &Scalar| match a.defined() {
        Some(bits) => Ok(Scalar::bool(float::classify(kind, bits.low())?.is_in(mask))),
        None => Ok(Scalar::undef(1)),
    };
    arith::map1(c.arg(0)?, apply).map(Some)
}

fn to_half(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let kind = kind_of(machine, c.ty(0)?)?;
    let bits = c.scalar(0)?.defined().ok_or(Fault::Undefined("a conversion"))?;
    Ok(Some(Value::int(16, float::convert(kind, FloatKind::Half, bits.low())?)))
}

fn from_half(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let kind = kind_of(machine, c.ret)?;
    let bits = c.scalar(0)?.defined().ok_or(Fault::Undefined("a conversion"))?;
    Ok(Some(Value::int(kind.bits(), float::convert(FloatKind::Half, kind, bits.low())?)))
}

/// The number of the first lane that is not zero; of all lanes if there is none.
fn first_set_lane(machine: &mut Machine<'_>, c: &Invocation) -> Step<Option<Value>> {
    let lanes = c.arg(0)?.parts().ok_or_else(|| invalid("a vector was expected"))?;
    let width = machine.lane(c.ret)?.bits();
    for (at, lane) in lanes.iter().filter_map(Value::scalar).enumerate() {
        match lane.defined() {
            None => return Ok(Some(Value::Scalar(Scalar::undef(width)))),
            Some(bits) if !bits.is_zero() => return Ok(Some(Value::int(width, at as u128))),
            Some(_) => {}
        }
    }
    let none_is_poison = c.number(1)? == 1;
    Ok(Some(if none_is_poison { Value::Scalar(Scalar::undef(width)) } else { Value::int(width, lanes.len() as u128) }))
}

/// Joins the lanes of the first argument.
fn reduce(machine: &mut Machine<'_>, c: &Invocation, op: BinaryOp) -> Step<Option<Value>> {
    let lanes = c.arg(0)?.parts().ok_or_else(|| invalid("a vector was expected"))?;
    let (start, rest) = lanes.split_first().ok_or_else(|| invalid("an empty vector"))?;
    fold(machine, c, op, start.clone(), rest)
}

/// Joins the lanes of the second argument to the first, in order.
fn reduce_from(machine: &mut Machine<'_>, c: &Invocation, op: BinaryOp) -> Step<Option<Value>> {
    let lanes = c.arg(1)?.parts().ok_or_else(|| invalid("a vector was expected"))?;
    fold(machine, c, op, c.arg(0)?.clone(), lanes)
}

fn fold(machine: &Machine<'_>, c: &Invocation, op: BinaryOp, start: Value, lanes: &[Value]) -> Step<Option<Value>> {
    lanes.iter().try_fold(start, |a, b| machine.binary(op, WrapFlags::NONE, c.ret, &a, b)).map(Some)
}

fn reduce_with(c: &Invocation, f: fn(&Bits, &Bits) -> Bits) -> Step<Option<Value>> {
    let lanes = c.arg(0)?.parts().ok_or_else(|| invalid("a vector was expected"))?;
    let mut scalars = lanes.iter().filter_map(Value::scalar);
    let start = scalars.next().ok_or_else(|| invalid("an empty vector"))?.clone();
    Ok(Some(Value::Scalar(scalars.fold(start, |a, b| combine(&a, b, f)))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_before_any_that_begins_it() {
        for (at, (name, _)) in INTRINSICS.iter().enumerate() {
            let hidden = INTRINSICS[..at].iter().any(|(before, _)| {
                name.strip_prefix(before).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            });
            assert!(!hidden, "{name} is hidden");
        }
    }
}
