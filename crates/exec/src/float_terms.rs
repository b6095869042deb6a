//! Floating-point operations on terms.
//!
//! The result of an operation is a node with one NaN. Which NaN it is is told around it ([`crate::nan`]); what computes further looks through that.
//! The x87 writes the leading bit of its significands: numbers are brought to a format without it, and back.

use braid_code::{FloatOp, Scalar};
use braid_expr::{ExprId, FloatClass, FloatOp as Op, FloatOrder, Format, Operation, Rounding};
use braid_float as soft;
use braid_ir::FloatKind;
use braid_ir::inst::{BinaryOp, CastOp, FloatPredicate};
use braid_state::{State, Value};

use crate::executor::Executor;
use crate::nan::Operand;

/// The format in which terms of a kind are computed; none for the pair of doubles.
pub(crate) fn format(kind: FloatKind) -> Option<Format> {
    Some(match kind {
        FloatKind::Half => Format::HALF,
        FloatKind::BFloat => Format::BFLOAT,
        FloatKind::Single => Format::SINGLE,
        FloatKind::Double => Format::DOUBLE,
        FloatKind::X86Extended => Format::EXTENDED,
        FloatKind::Quad => Format::QUAD,
        FloatKind::PpcPair => return None,
    })
}

/// The part of an integer that is converted, or of the range it is compared with.
#[derive(Clone, Copy)]
pub(crate) struct Integer {
    pub(crate) bits: u32,
    pub(crate) signed: bool,
}

impl Executor {
    /// Whether a value is not known.
    pub(crate) fn is_open(&self, value: Value) -> bool {
        matches!(value, Value::Term(term) if !self.pool.is_const(term))
    }

    /// The result of an operation that the host does not compute; none if it has no term.
    pub(crate) fn float_term(&mut self, state: &mut State, op: &FloatOp, a: Value, b: Value) -> Option<Value> {
        if !self.takes_terms(state, &[a, b]) {
            return None;
        }
        let result = match *op {
            FloatOp::Binary(op, kind) => self.arithmetic_term(state, op, kind, a, b)?,
            FloatOp::Compare(pred, kind) => self.comparison_term(state, pred, kind, a, b)?,
            FloatOp::Negate(_) => return None,
            FloatOp::Cast(_, Scalar::Float(from), Scalar::Float(to)) => self.conversion_term(state, from, to, a)?,
            FloatOp::Cast(cast, Scalar::Float(from), to) => {
                self.integer_term(state, from, a, Integer { bits: to.bits(), signed: cast == CastOp::FpToSi })?
            }
            FloatOp::Cast(cast, from, Scalar::Float(to)) => {
                let format = format(to)?;
                if from.bits() > 128 {
                    return None;
                }
                let a = a.term(&mut self.pool, from.bits());
                let op = if cast == CastOp::SiToFp { Op::FromSigned } else { Op::FromUnsigned };
                let number = self.rounded_unary(state, op, format, a);
                self.encoded(to, number)
            }
            FloatOp::Cast(..) => return None,
        };
        Some(Value::of(&self.pool, result))
    }

    /// A number in the format of terms, without what tells the bits of a NaN.
    pub(crate) fn float_operand(&mut self, kind: FloatKind, value: Value) -> ExprId {
        let bits = kind.bits();
        let term = value.term(&mut self.pool, bits);
        let term = self.without_nan_bits(term);
        if kind != FloatKind::X86Extended {
            return term;
        }
        let pool = &mut self.pool;
        let (fraction, leading) = (pool.extract(term, 0, 63), pool.extract(term, 63, 1));
        let (exponent, sign) = (pool.extract(term, 64, 15), pool.extract(term, 79, 1));
        let zero = pool.zero(15);
        let is_least = pool.eq(exponent, zero);
        // A leading bit at the least exponent counts as at the next one; none above it is no number.
        let least = pool.zext(leading, 15);
        let exponent = pool.ite(is_least, least, exponent);
        let low = pool.concat(exponent, fraction);
        let number = pool.concat(sign, low);
        let has_leading = pool.or(leading, is_least);
        let nan = pool.float_bits(Format::EXTENDED, Format::EXTENDED.nan());
        pool.ite(has_leading, number, nan)
    }

    /// The bits of a number of a kind.
    pub(crate) fn encoded(&mut self, kind: FloatKind, number: ExprId) -> ExprId {
        if kind != FloatKind::X86Extended {
            return number;
        }
        let pool = &mut self.pool;
        let (fraction, exponent) = (pool.extract(number, 0, 63), pool.extract(number, 63, 15));
        let sign = pool.extract(number, 78, 1);
        let zero = pool.zero(15);
        let leading = pool.ne(exponent, zero);
        let low = pool.concat(leading, fraction);
        let high = pool.concat(sign, exponent);
        pool.concat(high, low)
    }

    fn arithmetic_term(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        kind: FloatKind,
        a: Value,
        b: Value,
    ) -> Option<ExprId> {
        let format = format(kind)?;
        let is_difference = op == BinaryOp::FSub;
        let op = match op {
            BinaryOp::FAdd | BinaryOp::FSub => Op::Add,
            BinaryOp::FMul => Op::Mul,
            BinaryOp::FDiv => Op::Div,
            BinaryOp::FRem => Op::Fmod,
            _ => return None,
        };
        let (x, mut y) = (self.float_operand(kind, a), self.float_operand(kind, b));
        if is_difference {
            y = self.pool.float_neg(format, y);
        }
        let number = self.rounded_binary(state, op, format, [x, y]);
        Some(self.float_result(state, kind, number, &[a, b]))
    }

    fn comparison_term(
        &mut self,
        state: &mut State,
        pred: FloatPredicate,
        kind: FloatKind,
        a: Value,
        b: Value,
    ) -> Option<ExprId> {
        let format = format(kind)?;
        let (x, y) = (self.float_operand(kind, a), self.float_operand(kind, b));
        self.raise_if_signaling(state, format, &[x, y]);
        let mut relation = |order, swapped| {
            let (x, y) = if swapped { (y, x) } else { (x, y) };
            self.pool.float_compare(format, order, x, y)
        };
        let [equal, less, greater] = [(FloatOrder::Equal, false), (FloatOrder::Less, false), (FloatOrder::Less, true)]
            .map(|(o, s)| relation(o, s));
        let ordered = self.pool.any([equal, less, greater]);
        use core::cmp::Ordering as O;
        let orders = [(Some(O::Equal), equal), (Some(O::Less), less), (Some(O::Greater), greater)];
        let holds = orders.into_iter().filter(|&(order, _)| soft::holds(pred, order)).map(|(_, term)| term);
        let holds: Vec<ExprId> = holds.collect();
        let holds = self.pool.any(holds);
        if !soft::holds(pred, None) {
            return Some(holds);
        }
        let unordered = self.pool.not(ordered);
        Some(self.pool.or(holds, unordered))
    }

    /// A number in another format.
    pub(crate) fn conversion_term(
        &mut self,
        state: &mut State,
        from: FloatKind,
        to: FloatKind,
        a: Value,
    ) -> Option<ExprId> {
        let (source, target) = (format(from)?, format(to)?);
        let x = self.float_operand(from, a);
        let operation = Operation::convert(source, target, state.float_env.rounding());
        self.raise(state, operation, &[x]);
        let number = self.pool.float_convert(source, target, operation.rounding, x);
        // A NaN may keep its sign and the upper bits of its fraction.
        let bits = a.term(&mut self.pool, from.bits());
        let (own, wanted) = (source.fraction_bits(), target.fraction_bits());
        let fraction = match own > wanted {
            true => self.pool.extract(bits, own - wanted, wanted),
            false if own == wanted => self.pool.extract(bits, 0, own),
            false => {
                let (fraction, low) = (self.pool.extract(bits, 0, own), self.pool.zero(wanted - own));
                self.pool.concat(fraction, low)
            }
        };
        let (sign, ones) = (self.pool.float_sign(bits), self.pool.ones(target.exponent_bits()));
        let low = self.pool.concat(ones, fraction);
        let kept = self.pool.concat(sign, low);
        let kept = self.encoded(to, kept);
        let is_nan = self.pool.float_is(source, FloatClass::Nan, x);
        let known = self.known_where(bits);
        Some(self.result_of_bits(state, to, number, &[Operand { bits: kept, is_nan }], known))
    }

    /// Whether a number, rounded to zero, is an integer of a kind.
    pub(crate) fn fits_integer(&mut self, format: Format, number: ExprId, to: Integer) -> ExprId {
        let power = if to.signed { to.bits - 1 } else { to.bits };
        let from = |rounding, magnitude: u128| {
            Operation::new(Op::FromUnsigned, format, rounding).value(128, format.width(), [magnitude, 0, 0])
        };
        // An integer of 128 bits ends at a number that takes one more.
        let above = match power {
            128 => {
                let half = from(Rounding::Up, 1 << 127);
                let two = from(Rounding::Up, 2);
                Operation::new(Op::Mul, format, Rounding::Up).value(0, format.width(), [half, two, 0])
            }
            _ => from(Rounding::Up, 1 << power),
        };
        let below = if to.signed { (1 << power) + 1 } else { 1 };
        let (down, up) = (from(Rounding::Zero, below), from(Rounding::Up, below));
        let order = if down == up { FloatOrder::Less } else { FloatOrder::LessOrEqual };
        let [above, below] = [above, down | format.sign()].map(|bits| self.pool.float_bits(format, bits));
        let low = self.pool.float_compare(format, order, below, number);
        let high = self.pool.float_compare(format, FloatOrder::Less, number, above);
        self.pool.and(low, high)
    }

    /// Whether a number fits the integer that it becomes; none if that has no term.
    pub(crate) fn fits_term(&mut self, kind: FloatKind, a: Value, bits: u32, signed: bool) -> Option<Value> {
        let format = format(kind).filter(|_| bits <= 128)?;
        let x = self.float_operand(kind, a);
        let fits = self.fits_integer(format, x, Integer { bits, signed });
        Some(Value::of(&self.pool, fits))
    }

    /// A number as an integer, towards zero; what does not fit gives what the instructions of x86 give.
    fn integer_term(&mut self, state: &mut State, kind: FloatKind, a: Value, to: Integer) -> Option<ExprId> {
        let format = format(kind).filter(|_| to.bits <= 128)?;
        let x = self.float_operand(kind, a);
        self.raise_of_integer(state, format, x, to);
        if to.bits > 64 {
            return Some(self.pool.float_to_int(format, Rounding::Zero, x, to.bits, to.signed));
        }
        let bits = if to.bits < 32 || (to.signed && to.bits == 32) { 32 } else { 64 };
        let register = Integer { bits, signed: true };
        let (fits, value) =
            (self.fits_integer(format, x, register), self.pool.float_to_int(format, Rounding::Zero, x, bits, true));
        let least = self.pool.smallest_signed(bits);
        let mut value = self.pool.ite(fits, value, least);
        if to.bits == 64 && !to.signed {
            let fits = self.fits_integer(format, x, to);
            let whole = self.pool.float_to_int(format, Rounding::Zero, x, 64, false);
            value = self.pool.ite(fits, whole, value);
        }
        Some(self.pool.trunc(value, to.bits))
    }

    /// The nearest whole number.
    pub(crate) fn round_term(
        &mut self,
        state: &mut State,
        kind: FloatKind,
        rounding: Rounding,
        a: Value,
    ) -> Option<Value> {
        let format = format(kind).filter(|_| self.takes_terms(state, &[a]))?;
        let x = self.float_operand(kind, a);
        self.raise_if_signaling(state, format, &[x]);
        let number = self.pool.float_round(format, rounding, x);
        let result = self.float_result(state, kind, number, &[a]);
        Some(Value::of(&self.pool, result))
    }

    /// The square root.
    pub(crate) fn root_term(&mut self, state: &mut State, kind: FloatKind, a: Value) -> Option<Value> {
        let format = format(kind)?;
        let x = self.float_operand(kind, a);
        let number = self.rounded_unary(state, Op::Sqrt, format, x);
        let result = self.float_result(state, kind, number, &[a]);
        Some(Value::of(&self.pool, result))
    }

    /// A power of two of a format, between its least and its largest normal one.
    fn power_of_two(&mut self, format: Format, exponent: i32) -> ExprId {
        let biased = (exponent + bias(format)) as u128;
        self.pool.float_bits(format, biased << format.fraction_bits())
    }

    /// A number times a power of two, rounded once: in steps of which only the last rounds.
    pub(crate) fn scaled_term(&mut self, state: &mut State, kind: FloatKind, a: Value, by: i32) -> Option<Value> {
        let format = format(kind).filter(|_| self.takes_terms(state, &[a]))?;
        let (largest, precision) = (bias(format), format.fraction_bits() as i32 + 1);
        let (least, mut number, mut left) = (1 - largest, self.float_operand(kind, a), by);
        // Going down, each step leaves a normal number as long as a last step is to come that could make it less.
        let (up, down) = (largest, least + precision);
        for _ in 0..3 {
            let step = if left > largest {
                up
            } else if left < least {
                down
            } else {
                break;
            };
            let factor = self.power_of_two(format, step);
            number = self.rounded_binary(state, Op::Mul, format, [number, factor]);
            left -= step;
        }
        let factor = self.power_of_two(format, left.clamp(least, largest));
        number = self.rounded_binary(state, Op::Mul, format, [number, factor]);
        let result = self.float_result(state, kind, number, &[a]);
        Some(Value::of(&self.pool, result))
    }

    /// A number as a fraction from a half to one, and a power of two as an integer of so many bits; a zero and what is not finite have 0.
    pub(crate) fn split_term(&mut self, state: &mut State, kind: FloatKind, a: Value, bits: u32) -> Option<[Value; 2]> {
        let format = format(kind).filter(|format| self.is_open(a) && bits >= format.exponent_bits() + 2)?;
        let (x, fraction_bits) = (self.float_operand(kind, a), format.fraction_bits());
        let precision = fraction_bits + 1;
        let factor = self.power_of_two(format, precision as i32);
        let raised = self.pool.float(Op::Mul, format, Rounding::NearestEven, x, factor);
        let is_small = self.pool.float_is(format, FloatClass::Subnormal, x);
        let normal = self.pool.ite(is_small, raised, x);
        let field = self.pool.extract(normal, fraction_bits, format.exponent_bits());
        let (field, half) = (self.pool.zext(field, bits), (bias(format) - 1) as u64);
        let (base, lifted) = (self.pool.bv(bits, half), self.pool.bv(bits, half + u64::from(precision)));
        let subtracted = self.pool.ite(is_small, lifted, base);
        let exponent = self.pool.sub(field, subtracted);
        let (sign, low) = (self.pool.float_sign(x), self.pool.extract(normal, 0, fraction_bits));
        let half = self.pool.bv(format.exponent_bits(), half);
        let low = self.pool.concat(half, low);
        let fraction = self.pool.concat(sign, low);
        let special =
            [FloatClass::Zero, FloatClass::Infinite, FloatClass::Nan].map(|class| self.pool.float_is(format, class, x));
        let is_special = self.pool.any(special);
        let (zero, fraction) = (self.pool.zero(bits), self.pool.ite(is_special, x, fraction));
        let exponent = self.pool.ite(is_special, zero, exponent);
        let fraction = self.float_result(state, kind, fraction, &[a]);
        Some([Value::of(&self.pool, fraction), Value::of(&self.pool, exponent)])
    }

    /// `a * b + c`, rounded once.
    pub(crate) fn fused_term(&mut self, state: &mut State, kind: FloatKind, operands: [Value; 3]) -> Option<Value> {
        let format = format(kind).filter(|_| self.takes_terms(state, &operands))?;
        let numbers = operands.map(|operand| self.float_operand(kind, operand));
        let rounding = state.float_env.rounding();
        self.raise(state, Operation::new(Op::Fma, format, rounding), &numbers);
        let number = self.pool.float_fma(format, rounding, numbers);
        let result = self.float_result(state, kind, number, &operands);
        Some(Value::of(&self.pool, result))
    }

    /// The integer of a number, the nearest that there is, 0 for a NaN.
    pub(crate) fn saturated_term(&mut self, kind: FloatKind, a: Value, bits: u32, signed: bool) -> Option<Value> {
        let format = format(kind).filter(|_| self.is_open(a) && bits <= 128)?;
        let x = self.float_operand(kind, a);
        let integer = self.pool.float_to_int(format, Rounding::Zero, x, bits, signed);
        Some(Value::of(&self.pool, integer))
    }

    /// One of two numbers; none for a format without terms.
    pub(crate) fn pick_term(
        &mut self,
        state: &mut State,
        kind: FloatKind,
        which: soft::Pick,
        a: Value,
        b: Value,
    ) -> Option<Value> {
        let format = format(kind)?;
        let (x, y) = (self.float_operand(kind, a), self.float_operand(kind, b));
        let larger = matches!(which, soft::Pick::MaxNum | soft::Pick::MaximumNum | soft::Pick::Maximum);
        let number = match which {
            soft::Pick::MinNum | soft::Pick::MaxNum => self.either_zero(state, format, larger, x, y),
            soft::Pick::MinimumNum | soft::Pick::MaximumNum => {
                let extreme = self.float_extreme(format, larger, x, y);
                let picked = self.pool.float_pick(format, larger, x, y);
                let is_nan = self.pool.float_is(format, FloatClass::Nan, extreme);
                self.pool.ite(is_nan, picked, extreme)
            }
            soft::Pick::Minimum | soft::Pick::Maximum => self.float_extreme(format, larger, x, y),
            soft::Pick::CopySign => return None,
        };
        let result = self.float_result(state, kind, number, &[a, b]);
        Some(Value::of(&self.pool, result))
    }

    /// The smaller of two numbers, or the larger; of two zeros either, and the first if both are known.
    fn either_zero(&mut self, state: &mut State, format: Format, larger: bool, x: ExprId, y: ExprId) -> ExprId {
        let picked = self.pool.float_pick(format, larger, x, y);
        let [is_zero, other_is] = [x, y].map(|side| self.pool.float_is(format, FloatClass::Zero, side));
        let zeros = self.pool.and(is_zero, other_is);
        let same = self.pool.eq(x, y);
        let not_same = self.pool.not(same);
        let is_open = self.pool.and(zeros, not_same);
        if self.pool.as_u64(is_open) == Some(0) {
            return picked;
        }
        let either = self.either(state, [x, y], &[x, y]);
        self.pool.ite(is_open, either, picked)
    }

    /// The smaller of two numbers, or the larger; a NaN if there is one, and the negative zero is the smaller.
    fn float_extreme(&mut self, format: Format, larger: bool, a: ExprId, b: ExprId) -> ExprId {
        let [x, y] = [a, b].map(|side| {
            let (magnitude, negative) = (self.pool.float_abs(format, side), self.pool.float_sign(side));
            let below = self.pool.not(magnitude);
            self.pool.ite(negative, below, magnitude)
        });
        let is_less = self.pool.slt(x, y);
        let chosen = if larger { self.pool.ite(is_less, b, a) } else { self.pool.ite(is_less, a, b) };
        let nan = self.pool.float_bits(format, format.nan());
        [b, a].into_iter().fold(chosen, |otherwise, side| {
            let is_nan = self.pool.float_is(format, FloatClass::Nan, side);
            self.pool.ite(is_nan, nan, otherwise)
        })
    }
}

/// What is added to the exponents of a format.
fn bias(format: Format) -> i32 {
    (1 << (format.exponent_bits() - 1)) - 1
}

/// The bits of the positive quiet NaN without a payload.
pub(crate) fn quiet_bits(kind: FloatKind) -> u128 {
    match kind {
        FloatKind::X86Extended => 0x7fff_c000 << 48,
        FloatKind::PpcPair => Format::QUAD.nan(),
        other => format(other).unwrap_or(Format::QUAD).nan(),
    }
}
