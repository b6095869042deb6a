//! Vectors as wholes: their lanes joined to one, moved, and read and written under a mask.
//!
//! Operands come as lanes end to end; how many each has follows from the number of lanes of the result or of the whole.

use braid_code::{FloatOp, IntrinsicCall, Scalar};
use braid_float::Pick;
use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_state::{Gain, State, Value, algebra};

use super::{Parts, Row, one, result_bits, row, row_of};
use crate::access::Intent;
use crate::decide::Sides;
use crate::executor::Executor;
use crate::stop::{Case, Split, SplitKind, Stop, Then};

pub(super) const ROWS: &[Row] = &[
    row("vector.reduce.add", "n", |e, _, c, x| fold(e, c, x, BinaryOp::Add)),
    row("vector.reduce.mul", "n", |e, _, c, x| fold(e, c, x, BinaryOp::Mul)),
    row("vector.reduce.and", "n", |e, _, c, x| fold(e, c, x, BinaryOp::And)),
    row("vector.reduce.or", "n", |e, _, c, x| fold(e, c, x, BinaryOp::Or)),
    row("vector.reduce.xor", "n", |e, _, c, x| fold(e, c, x, BinaryOp::Xor)),
    row("vector.reduce.smax", "n", |e, _, c, x| extreme(e, c, x, IntPredicate::Sgt)),
    row("vector.reduce.smin", "n", |e, _, c, x| extreme(e, c, x, IntPredicate::Slt)),
    row("vector.reduce.umax", "n", |e, _, c, x| extreme(e, c, x, IntPredicate::Ugt)),
    row("vector.reduce.umin", "n", |e, _, c, x| extreme(e, c, x, IntPredicate::Ult)),
    // The number to begin with is the first operand, so that all numbers come in order.
    row("vector.reduce.fadd", "ff", |e, s, c, x| fold_floats(e, s, c, x, BinaryOp::FAdd)),
    row("vector.reduce.fmul", "ff", |e, s, c, x| fold_floats(e, s, c, x, BinaryOp::FMul)),
    row("vector.reduce.fmax", "f", |e, s, c, x| pick(e, s, c, x, Pick::MaxNum)),
    row("vector.reduce.fmin", "f", |e, s, c, x| pick(e, s, c, x, Pick::MinNum)),
    row("vector.reduce.fmaximum", "f", |e, s, c, x| pick(e, s, c, x, Pick::Maximum)),
    row("vector.reduce.fminimum", "f", |e, s, c, x| pick(e, s, c, x, Pick::Minimum)),
    row("vector.reverse", ".", |_, _, _, x| Ok(x.iter().rev().copied().collect())),
    row("experimental.vector.reverse", ".", |_, _, _, x| Ok(x.iter().rev().copied().collect())),
    row("vector.extract", ".", extract),
    row("experimental.vector.extract", ".", extract),
    row("vector.insert", ".", insert),
    row("experimental.vector.insert", ".", insert),
    row("vector.interleave2", ".", |_, _, _, x| {
        let half = x.len() / 2;
        Ok((0..half).flat_map(|lane| [x[lane], x[half + lane]]).collect())
    }),
    row("vector.deinterleave2", ".", |_, _, _, x| {
        Ok(x.iter().step_by(2).chain(x.iter().skip(1).step_by(2)).copied().collect())
    }),
    row("stepvector", "", |_, _, c, _| Ok((0..c.dst.len() as u64).map(Value::Word).collect())),
    row("experimental.stepvector", "", |_, _, c, _| Ok((0..c.dst.len() as u64).map(Value::Word).collect())),
    row("get.active.lane.mask", "nn", active_lanes),
    row("experimental.cttz.elts", ".", first_set_lane),
    row("masked.load", "p", |e, s, c, x| masked_load(e, s, c, x, Layout::Spread)),
    row("masked.store", ".", |e, s, c, x| masked_store(e, s, c, x, Layout::Spread)),
    row("masked.expandload", "p", |e, s, c, x| masked_load(e, s, c, x, Layout::Packed)),
    row("masked.compressstore", ".", |e, s, c, x| masked_store(e, s, c, x, Layout::Packed)),
    row("masked.gather", "p", masked_gather),
    row("masked.scatter", ".", masked_scatter),
];

/// Where lanes lie in memory.
#[derive(Clone, Copy)]
enum Layout {
    /// Each at its own place, chosen or not.
    Spread,
    /// Those that are chosen, without gaps.
    Packed,
}

fn misshapen(call: &IntrinsicCall) -> Stop {
    Stop::unsupported(format!("the intrinsic llvm.{} on operands of this shape", row_of(call.intrinsic).name))
}

fn fold(exec: &mut Executor, call: &IntrinsicCall, lanes: &[Value], op: BinaryOp) -> Result<Parts, Stop> {
    let bits = call.args[0].1.bits();
    let pool = &mut exec.pool;
    one(lanes[1..].iter().fold(lanes[0], |a, &b| algebra::binary(pool, op, bits, a, b)))
}

/// The lane that is related to all others in this way.
fn extreme(exec: &mut Executor, call: &IntrinsicCall, lanes: &[Value], pred: IntPredicate) -> Result<Parts, Stop> {
    let bits = call.args[0].1.bits();
    let pool = &mut exec.pool;
    one(lanes[1..].iter().fold(lanes[0], |a, &b| {
        let holds = algebra::compare(pool, pred, bits, a, b);
        algebra::select(pool, bits, holds, a, b)
    }))
}

fn fold_floats(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    numbers: &[Value],
    op: BinaryOp,
) -> Result<Parts, Stop> {
    let Scalar::Float(kind) = call.args[0].1 else { return Err(misshapen(call)) };
    let rest = &mut numbers[1..].iter();
    rest.try_fold(numbers[0], |a, &b| exec.float(state, &FloatOp::Binary(op, kind), a, b)).and_then(one)
}

fn pick(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    numbers: &[Value],
    which: Pick,
) -> Result<Parts, Stop> {
    let scalar = call.args[0].1;
    let rest = &mut numbers[1..].iter();
    rest.try_fold(numbers[0], |a, &b| exec.pick(state, which, scalar, a, b)).and_then(one)
}

/// Lanes from an index on, which is the last operand.
fn extract(_: &mut Executor, _: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let (index, lanes) = args.split_last().ok_or_else(|| misshapen(call))?;
    let from = index.word().and_then(|index| usize::try_from(index).ok()).ok_or_else(|| misshapen(call))?;
    let end = from.checked_add(call.dst.len()).ok_or_else(|| misshapen(call))?;
    Ok(lanes.get(from..end).ok_or_else(|| misshapen(call))?.iter().copied().collect())
}

/// A vector with the lanes from an index on replaced.
fn insert(_: &mut Executor, _: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let (index, lanes) = args.split_last().ok_or_else(|| misshapen(call))?;
    let from = index.word().and_then(|index| usize::try_from(index).ok()).ok_or_else(|| misshapen(call))?;
    let (old, new) = lanes.split_at_checked(call.dst.len()).ok_or_else(|| misshapen(call))?;
    let mut result: Parts = old.iter().copied().collect();
    let end = from.checked_add(new.len()).ok_or_else(|| misshapen(call))?;
    result.get_mut(from..end).ok_or_else(|| misshapen(call))?.copy_from_slice(new);
    Ok(result)
}

/// Which numbers from the first operand on are below the second; none of them wraps around.
fn active_lanes(exec: &mut Executor, _: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let bits = call.args[0].1.bits();
    let mut lanes = Parts::new();
    for lane in 0..call.dst.len() as u128 {
        let lane = exec.number_value(bits, lane);
        let pool = &mut exec.pool;
        let at = algebra::binary(pool, BinaryOp::Add, bits, args[0], lane);
        let wraps = algebra::compare(pool, IntPredicate::Ult, bits, at, args[0]);
        let below = algebra::compare(pool, IntPredicate::Ult, bits, at, args[1]);
        lanes.push(algebra::select(pool, 1, wraps, Value::Word(0), below));
    }
    Ok(lanes)
}

/// The number of the first lane that is not zero; how many lanes there are if there is none.
fn first_set_lane(exec: &mut Executor, _: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let (_, lanes) = args.split_last().ok_or_else(|| misshapen(call))?;
    let (bits, scalar) = (result_bits(call), call.args[0].1);
    let zero = braid_code::zero(&mut exec.pool, scalar);
    let mut found = exec.number_value(bits, lanes.len() as u128);
    for (at, &lane) in lanes.iter().enumerate().rev() {
        let number = exec.number_value(bits, at as u128);
        let set = algebra::compare(&mut exec.pool, IntPredicate::Ne, scalar.bits(), lane, zero);
        found = algebra::select(&mut exec.pool, bits, set, number, found);
    }
    one(found)
}

impl Executor {
    /// Whether a lane is chosen by its mask; the state is split if that is open.
    fn is_chosen(&mut self, state: &mut State, mask: Value) -> Result<bool, Stop> {
        let condition = match mask {
            Value::Word(word) => return Ok(word & 1 == 1),
            Value::Term(condition) => condition,
        };
        match self.sides(state, condition)? {
            Sides::Always => Ok(true),
            Sides::Never => Ok(false),
            Sides::Kept(holds) => {
                let kept = if holds { condition } else { self.pool.not(condition) };
                state.assume_case(kept, Gain::GivenUp, u32::from(!holds));
                Ok(holds)
            }
            Sides::Both => {
                let negated = self.pool.not(condition);
                let cases = [condition, negated].map(|condition| Case { condition, then: Then::Again });
                Err(Stop::Split(Split { why: SplitKind::Branch, cases: cases.into() }))
            }
        }
    }

    /// Reads the lanes that a mask chooses; the others keep what is given for them.
    fn load_lanes(
        &mut self,
        state: &mut State,
        scalar: Scalar,
        lanes: impl Iterator<Item = (Value, Value, Value)>,
    ) -> Result<Parts, Stop> {
        let mut result = Parts::new();
        for (addr, mask, otherwise) in lanes {
            let chosen = self.is_chosen(state, mask)?;
            result.push(if chosen { self.load(state, addr, scalar.bits())? } else { otherwise });
        }
        Ok(result)
    }

    /// Writes the lanes that a mask chooses, after all of them were checked.
    fn store_lanes(
        &mut self,
        state: &mut State,
        scalar: Scalar,
        lanes: &[(Value, Value, Value)],
    ) -> Result<Parts, Stop> {
        let mut chosen = Vec::with_capacity(lanes.len());
        for &(addr, mask, value) in lanes {
            if self.is_chosen(state, mask)? {
                self.locate(state, addr, Value::Word(scalar.bytes().into()), Intent::Write)?;
                chosen.push((addr, value));
            }
        }
        for (addr, value) in chosen {
            self.store(state, addr, scalar.bits(), value)?;
        }
        Ok(Parts::new())
    }

    /// The addresses of the lanes that masks choose; those of others are not used.
    fn lane_addresses(
        &mut self,
        state: &mut State,
        base: Value,
        scalar: Scalar,
        masks: &[Value],
        layout: Layout,
    ) -> Result<Vec<Value>, Stop> {
        let size = u64::from(scalar.bytes());
        let mut addresses = Vec::with_capacity(masks.len());
        let mut place = 0;
        for &mask in masks {
            addresses.push(self.address_plus(base, place * size));
            place += match layout {
                Layout::Spread => 1,
                Layout::Packed => u64::from(self.is_chosen(state, mask)?),
            };
        }
        Ok(addresses)
    }
}

/// Lanes of no whole bytes share theirs and are not handled.
fn whole_bytes(call: &IntrinsicCall, scalar: Scalar) -> Result<(), Stop> {
    if scalar.bits().is_multiple_of(8) { Ok(()) } else { Err(misshapen(call)) }
}

/// Operands: the address, in older programs the alignment, the mask, what lanes are that are not chosen.
fn masked_load(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    layout: Layout,
) -> Result<Parts, Stop> {
    let count = call.dst.len();
    let scalar = *call.result.first().ok_or_else(|| misshapen(call))?;
    whole_bytes(call, scalar)?;
    let start = args.len().checked_sub(2 * count).filter(|&start| start >= 1).ok_or_else(|| misshapen(call))?;
    let (masks, otherwise) = args[start..].split_at(count);
    let addresses = exec.lane_addresses(state, args[0], scalar, masks, layout)?;
    let lanes = addresses.into_iter().zip(masks).zip(otherwise).map(|((addr, &mask), &other)| (addr, mask, other));
    exec.load_lanes(state, scalar, lanes)
}

/// Operands: the values, the address, in older programs the alignment, the mask.
fn masked_store(
    exec: &mut Executor,
    state: &mut State,
    call: &IntrinsicCall,
    args: &[Value],
    layout: Layout,
) -> Result<Parts, Stop> {
    let scalar = call.args[0].1;
    whole_bytes(call, scalar)?;
    let is_mask = |part: &&(braid_code::Src, Scalar)| part.1 == Scalar::Int(1);
    let count = call.args.iter().rev().take_while(is_mask).count();
    let (Some((_, Scalar::Ptr(_))), true) = (call.args.get(count), args.len() > 2 * count) else {
        return Err(misshapen(call));
    };
    let masks = &args[args.len() - count..];
    let addresses = exec.lane_addresses(state, args[count], scalar, masks, layout)?;
    let lanes: Vec<_> =
        addresses.into_iter().zip(masks).zip(args).map(|((addr, &mask), &value)| (addr, mask, value)).collect();
    exec.store_lanes(state, scalar, &lanes)
}

/// Operands: the addresses, in older programs the alignment, the mask, what lanes are that are not chosen.
fn masked_gather(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let count = call.dst.len();
    let scalar = *call.result.first().ok_or_else(|| misshapen(call))?;
    let start = args.len().checked_sub(2 * count).filter(|&start| start >= count).ok_or_else(|| misshapen(call))?;
    let (masks, otherwise) = args[start..].split_at(count);
    let lanes = args.iter().zip(masks).zip(otherwise).map(|((&addr, &mask), &other)| (addr, mask, other));
    exec.load_lanes(state, scalar, lanes)
}

/// Operands: the values, the addresses, in older programs the alignment, the mask.
fn masked_scatter(exec: &mut Executor, state: &mut State, call: &IntrinsicCall, args: &[Value]) -> Result<Parts, Stop> {
    let is_mask = |part: &&(braid_code::Src, Scalar)| part.1 == Scalar::Int(1);
    let count = call.args.iter().rev().take_while(is_mask).count();
    let (Some((_, Scalar::Ptr(_))), true) = (call.args.get(count), args.len() >= 3 * count) else {
        return Err(misshapen(call));
    };
    let masks = &args[args.len() - count..];
    let values = args[count..].iter().zip(masks).zip(args);
    let lanes: Vec<_> = values.map(|((&addr, &mask), &value)| (addr, mask, value)).collect();
    exec.store_lanes(state, call.args[0].1, &lanes)
}
