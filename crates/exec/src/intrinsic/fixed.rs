//! Fixed-point arithmetic: products and quotients of integers that stand for multiples of 2^-scale.
//!
//! The exact result is computed at twice the width and rounded down, as compilers do; LLVM leaves the rounding open.

use braid_code::IntrinsicCall;
use braid_expr::{ExprId, ExprPool, MAX_WIDTH, Op};
use braid_ir::inst::IntPredicate;
use braid_state::{State, Value, algebra};

use super::{Parts, Row, lanes, one, row_of};
use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::stop::Stop;

pub(super) const ROWS: &[Row] = &[
    lanes("smul.fix", "nni", |e, s, c, x| product(e, s, c, x, Kind { signed: true, saturates: false })),
    lanes("umul.fix", "nni", |e, s, c, x| product(e, s, c, x, Kind { signed: false, saturates: false })),
    lanes("smul.fix.sat", "nni", |e, s, c, x| product(e, s, c, x, Kind { signed: true, saturates: true })),
    lanes("umul.fix.sat", "nni", |e, s, c, x| product(e, s, c, x, Kind { signed: false, saturates: true })),
    lanes("sdiv.fix", "nni", |e, s, c, x| quotient(e, s, c, x, Kind { signed: true, saturates: false })),
    lanes("udiv.fix", "nni", |e, s, c, x| quotient(e, s, c, x, Kind { signed: false, saturates: false })),
    lanes("sdiv.fix.sat", "nni", |e, s, c, x| quotient(e, s, c, x, Kind { signed: true, saturates: true })),
    lanes("udiv.fix.sat", "nni", |e, s, c, x| quotient(e, s, c, x, Kind { signed: false, saturates: true })),
];

/// What numbers are meant, and what becomes of those that do not fit.
#[derive(Clone, Copy)]
struct Kind {
    signed: bool,
    saturates: bool,
}

/// The operands at twice the width, that width, and the scale.
fn widened(exec: &mut Executor, call: &IntrinsicCall, args: &[Value], kind: Kind) -> Result<[ExprId; 3], Stop> {
    let bits = call.args[0].1.bits();
    let scale = args[2].word().filter(|&scale| scale <= u64::from(bits));
    let (Some(scale), true) = (scale, bits <= MAX_WIDTH / 2) else {
        return Err(Stop::unsupported(format!(
            "the intrinsic llvm.{} of this width or scale",
            row_of(call.intrinsic).name
        )));
    };
    let pool = &mut exec.pool;
    let [a, b] = [args[0], args[1]].map(|value| {
        let term = value.term(pool, bits);
        if kind.signed { pool.sext(term, 2 * bits) } else { pool.zext(term, 2 * bits) }
    });
    Ok([a, b, pool.bv(2 * bits, scale)])
}

fn product(
    exec: &mut Executor,
    _: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    kind: Kind,
) -> Result<Parts, Stop> {
    let [a, b, scale] = widened(exec, call, args, kind)?;
    let pool = &mut exec.pool;
    let whole = pool.mul(a, b);
    let scaled = pool.binary(if kind.signed { Op::Ashr } else { Op::Lshr }, whole, scale);
    one(narrowed(pool, call, scaled, kind))
}

fn quotient(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    kind: Kind,
) -> Result<Parts, Stop> {
    let [a, b, scale] = widened(exec, call, args, kind)?;
    let bits = call.args[0].1.bits();
    let zero = exec.pool.bv(bits, 0);
    let zero = Value::of(&exec.pool, zero);
    let nonzero = algebra::compare(&mut exec.pool, IntPredicate::Ne, bits, args[1], zero);
    exec.require(state, nonzero, || Fault::new(FaultKind::DivByZero, "the divisor is zero"))?;
    let pool = &mut exec.pool;
    let scaled = pool.binary(Op::Shl, a, scale);
    let result = if kind.signed { floored(pool, scaled, b) } else { pool.binary(Op::Udiv, scaled, b) };
    one(narrowed(pool, call, result, kind))
}

/// A signed quotient, rounded down.
fn floored(pool: &mut ExprPool, a: ExprId, b: ExprId) -> ExprId {
    let (quotient, rest) = (pool.binary(Op::Sdiv, a, b), pool.binary(Op::Srem, a, b));
    let width = pool.width(a);
    let (zero, one) = (pool.bv(width, 0), pool.bv(width, 1));
    let (inexact, rest_negative, divisor_negative) = (pool.ne(rest, zero), pool.slt(rest, zero), pool.slt(b, zero));
    let same_sign = pool.eq(rest_negative, divisor_negative);
    let below = pool.not(same_sign);
    let rounds = pool.and(inexact, below);
    let less = pool.sub(quotient, one);
    pool.ite(rounds, less, quotient)
}

/// A result at its own width: cut off, or the nearest number that fits.
fn narrowed(pool: &mut ExprPool, call: &IntrinsicCall, wide: ExprId, kind: Kind) -> Value {
    let bits = call.args[0].1.bits();
    let plain = pool.extract(wide, 0, bits);
    if !kind.saturates {
        return Value::of(pool, plain);
    }
    let lowest = if kind.signed { pool.smallest_signed(bits) } else { pool.bv(bits, 0) };
    let highest = pool.not(lowest);
    let [low, high] = [lowest, highest]
        .map(|limit| if kind.signed { pool.sext(limit, 2 * bits) } else { pool.zext(limit, 2 * bits) });
    let (under, over) = match kind.signed {
        true => (pool.slt(wide, low), pool.slt(high, wide)),
        false => (pool.ult(wide, low), pool.ult(high, wide)),
    };
    let capped = pool.ite(over, highest, plain);
    let result = pool.ite(under, lowest, capped);
    Value::of(pool, result)
}
