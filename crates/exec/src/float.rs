//! Floating point: concrete numbers exactly, unknown ones as far as their bits tell.
//!
//! Numbers in single and double precision are computed by the host, whose arithmetic is IEEE's, so that NaNs come out as
//! in a native run; other formats by the soft floats of [`braid_float`]. On terms, what only moves bits stays so, comparisons are
//! by bits (IEEE numbers are ordered like integers in sign and magnitude), and what rounds becomes a node
//! (`float_terms`). What has no node (remainders of doubles, functions of the library) splits the path if an
//! operand is a choice between few known numbers; otherwise one value is chosen, which is counted.

use braid_code::{FloatOp, Scalar};
use braid_expr::ExprId;
use braid_float as soft;
use braid_ir::FloatKind;
use braid_ir::inst::{BinaryOp, CastOp, FloatPredicate, IntPredicate};
use braid_state::{State, Value, algebra, word};

use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::float_terms::format;
use crate::stop::Stop;

/// The reason that is counted where a value is chosen.
pub const CHOSEN_FLOAT: &str = "symbolic floating point: one value was chosen";

impl Executor {
    /// Floating-point work. Of one operand, the second is the first again.
    pub(crate) fn float(&mut self, state: &mut State, op: &FloatOp, a: Value, b: Value) -> Result<Value, Stop> {
        if state.float_env.is_plain()
            && let (Value::Word(a), Value::Word(b)) = (a, b)
            && let Some(result) = native(op, a, b)
        {
            return Ok(Value::Word(result));
        }
        match *op {
            FloatOp::Negate(kind) => {
                let flipped = self.flip_sign(kind.bits(), a);
                return Ok(self.moved_bits(a, flipped, |exec, plain| exec.flip_sign(kind.bits(), plain)));
            }
            FloatOp::Compare(pred, kind) if has_plain_order(kind) && kind.bits() <= 128 => {
                return Ok(self.compare_floats(state, pred, kind, a, b));
            }
            _ => {}
        }
        if let Some(result) = self.float_term(state, op, a, b) {
            return Ok(result);
        }
        let bits = operand_bits(op);
        let first = self.number(state, a, bits)?;
        let second = if a == b { first } else { self.number(state, b, bits)? };
        let result = compute(op, first, second).map_err(|what| Stop::unsupported(what.to_string()))?;
        match *op {
            FloatOp::Binary(_, kind) => self.known_result(state, kind, result, &[a, b]),
            FloatOp::Cast(_, Scalar::Float(from), Scalar::Float(to)) if is_nan_bits(to, result) => {
                let known = self.number_value(bits, first);
                let term = self.conversion_term(state, from, to, known);
                Ok(term.map_or(Value::Word(0), |term| Value::of(&self.pool, term)))
            }
            _ => Ok(self.number_value(result_bits(op), result)),
        }
    }

    /// The same, where the result is poison if a number does not fit the integer that it becomes.
    pub(crate) fn float_in_range(
        &mut self,
        state: &mut State,
        op: &FloatOp,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        let FloatOp::Cast(cast @ (CastOp::FpToSi | CastOp::FpToUi), Scalar::Float(kind), to) = *op else {
            return self.float(state, op, a, b);
        };
        if state.float_env.is_plain() && native_word(op, a).is_some() {
            return self.float(state, op, a, b);
        }
        if self.is_open(a)
            && let Some(fits) = self.fits_term(kind, a, to.bits(), cast == CastOp::FpToSi)
        {
            let value = self.float(state, op, a, b)?;
            return self.poisoned(state, value, to.bits(), fits, misfit(to.bits()));
        }
        let number = self.number(state, a, kind.bits())?;
        let known = self.number_value(kind.bits(), number);
        let value = self.float(state, op, known, known)?;
        let fits = to.bits() <= 128
            && soft::to_int(kind, number, to.bits(), cast == CastOp::FpToSi).is_ok_and(|(_, fits)| fits);
        self.poisoned(state, value, to.bits(), Value::Word(fits.into()), misfit(to.bits()))
    }

    /// The bits of a number; where they are unknown, one value is chosen, and that is counted.
    pub(crate) fn number(&mut self, state: &mut State, value: Value, bits: u32) -> Result<u128, Stop> {
        let term = match value {
            Value::Word(word) => return Ok(u128::from(word)),
            Value::Term(term) => term,
        };
        if bits > 128 {
            return Err(Stop::unsupported("a conversion between a float and an integer of more than 128 bits"));
        }
        if bits <= 64 {
            return self.concrete(state, value, bits, CHOSEN_FLOAT).map(u128::from);
        }
        let constant = match self.pool.as_const(term) {
            Some(constant) => constant,
            None => self.wide(state, term)?,
        };
        let limbs = constant.limbs();
        Ok(u128::from(limbs[0]) | u128::from(limbs.get(1).copied().unwrap_or(0)) << 64)
    }

    /// One value of a wide term; that the others are not explored is counted.
    fn wide(&mut self, state: &mut State, term: ExprId) -> Result<braid_expr::Value, Stop> {
        self.refuse_uninitialized(state, term)?;
        let some = self.some_value(state, term)?;
        let constant = self.pool.bv_value(&some);
        let same = self.pool.eq(term, constant);
        if !self.certain(state, same)? {
            self.choose(state, Value::Term(term), same, CHOSEN_FLOAT)?;
        }
        Ok(some)
    }

    /// Bits as a value.
    pub(crate) fn number_value(&mut self, bits: u32, number: u128) -> Value {
        if bits <= 64 {
            return Value::Word(number as u64 & word::mask(bits));
        }
        let term = self.pool.bv_wide(bits, &[number as u64, (number >> 64) as u64]);
        Value::Term(term)
    }

    /// The bit of the sign alone.
    pub(crate) fn sign_bit(&mut self, bits: u32) -> Value {
        let sign = self.pool.smallest_signed(bits);
        Value::of(&self.pool, sign)
    }

    fn flip_sign(&mut self, bits: u32, a: Value) -> Value {
        let sign = self.sign_bit(bits);
        algebra::binary(&mut self.pool, BinaryOp::Xor, bits, a, sign)
    }

    /// A number without its sign.
    pub(crate) fn magnitude(&mut self, bits: u32, a: Value) -> Value {
        let sign = self.sign_bit(bits);
        let sign = sign.term(&mut self.pool, bits);
        let rest = self.pool.not(sign);
        let rest = Value::of(&self.pool, rest);
        algebra::binary(&mut self.pool, BinaryOp::And, bits, a, rest)
    }

    /// A number without what tells the bits of a NaN.
    pub(crate) fn plain(&mut self, a: Value) -> Value {
        match a {
            Value::Word(_) => a,
            Value::Term(term) => {
                let plain = self.without_nan_bits(term);
                Value::of(&self.pool, plain)
            }
        }
    }

    /// Whether a number is a NaN: greater than infinity but for its sign.
    pub(crate) fn is_nan(&mut self, kind: FloatKind, a: Value) -> Value {
        let (bits, a) = (kind.bits(), self.plain(a));
        let (magnitude, infinity) = (self.magnitude(bits, a), self.number_value(bits, infinity(kind)));
        algebra::compare(&mut self.pool, IntPredicate::Ugt, bits, magnitude, infinity)
    }

    /// A comparison by the bits of both numbers.
    fn compare_floats(
        &mut self,
        state: &mut State,
        pred: FloatPredicate,
        kind: FloatKind,
        a: Value,
        b: Value,
    ) -> Value {
        if let Some(format) = format(kind).filter(|_| state.float_env.is_watched()) {
            let operands = [a, b].map(|number| self.float_operand(kind, number));
            self.raise_if_signaling(state, format, &operands);
        }
        let [a, b] = [a, b].map(|number| self.plain(number));
        let (nan_a, nan_b) = (self.is_nan(kind, a), self.is_nan(kind, b));
        let pool = &mut self.pool;
        let unordered = algebra::binary(pool, BinaryOp::Or, 1, nan_a, nan_b);
        let (a, b) = (self.ordinal(kind, a), self.ordinal(kind, b));
        let bits = kind.bits();
        let pool = &mut self.pool;
        let holds = match relation(pred) {
            Some(integer) => algebra::compare(pool, integer, bits, a, b),
            None => Value::Word(u64::from(matches!(pred, FloatPredicate::True | FloatPredicate::Ord))),
        };
        match soft::holds(pred, None) {
            true => algebra::binary(pool, BinaryOp::Or, 1, holds, unordered),
            false => algebra::select(pool, 1, unordered, Value::Word(0), holds),
        }
    }

    /// An integer of the same width that is less, signed, where a number is less; both zeros are 0.
    fn ordinal(&mut self, kind: FloatKind, a: Value) -> Value {
        let bits = kind.bits();
        let magnitude = self.magnitude(bits, a);
        let negative = algebra::extract(&mut self.pool, bits, bits - 1, 1, a);
        let zero = braid_code::zero(&mut self.pool, Scalar::Int(bits));
        let below = algebra::binary(&mut self.pool, BinaryOp::Sub, bits, zero, magnitude);
        algebra::select(&mut self.pool, bits, negative, below, magnitude)
    }
}

/// The fault of a number that does not fit the integer it becomes.
fn misfit(bits: u32) -> Fault {
    let what = format!("a number that does not fit an integer of {bits} bits is converted to one");
    Fault::new(FaultKind::Undefined, what)
}

/// The comparison of integers that a predicate asks for of numbers that are no NaNs; none if it is about NaNs alone.
fn relation(pred: FloatPredicate) -> Option<IntPredicate> {
    use FloatPredicate as F;
    Some(match pred {
        F::Oeq | F::Ueq => IntPredicate::Eq,
        F::One | F::Une => IntPredicate::Ne,
        F::Ogt | F::Ugt => IntPredicate::Sgt,
        F::Oge | F::Uge => IntPredicate::Sge,
        F::Olt | F::Ult => IntPredicate::Slt,
        F::Ole | F::Ule => IntPredicate::Sle,
        F::False | F::Ord | F::Uno | F::True => return None,
    })
}

/// Whether the numbers of a format are ordered as their bits are. Those of x87 write out the leading one of the
/// significand and so have several forms of one number.
pub(crate) fn has_plain_order(kind: FloatKind) -> bool {
    !matches!(kind, FloatKind::X86Extended | FloatKind::PpcPair)
}

/// The bits of infinity in a format of IEEE's.
pub(crate) fn infinity(kind: FloatKind) -> u128 {
    match kind {
        FloatKind::Half => 0x7c00,
        FloatKind::BFloat => 0x7f80,
        FloatKind::Single => 0x7f80_0000,
        FloatKind::Double => 0x7ff0 << 48,
        FloatKind::X86Extended => 0x7fff_8000 << 48,
        FloatKind::Quad | FloatKind::PpcPair => 0x7fff << 112,
    }
}

/// The width of the operands.
fn operand_bits(op: &FloatOp) -> u32 {
    match op {
        FloatOp::Binary(_, kind) | FloatOp::Compare(_, kind) | FloatOp::Negate(kind) => kind.bits(),
        FloatOp::Cast(_, from, _) => from.bits(),
    }
}

/// The width of the result.
fn result_bits(op: &FloatOp) -> u32 {
    match op {
        FloatOp::Binary(_, kind) | FloatOp::Negate(kind) => kind.bits(),
        FloatOp::Compare(..) => 1,
        FloatOp::Cast(_, _, to) => to.bits(),
    }
}

/// The result of a conversion by the host; none if the number is not known or does not fit.
fn native_word(op: &FloatOp, a: Value) -> Option<u64> {
    a.word().and_then(|word| native(op, word, word))
}

/// The result on known numbers in any format.
fn compute(op: &FloatOp, a: u128, b: u128) -> Result<u128, soft::Unsupported> {
    match *op {
        FloatOp::Binary(op, kind) => soft::binary(kind, op, a, b),
        FloatOp::Compare(pred, kind) => soft::order(kind, a, b).map(|order| u128::from(soft::holds(pred, order))),
        FloatOp::Negate(kind) => Ok(a ^ 1 << (kind.bits() - 1)),
        FloatOp::Cast(op, Scalar::Float(from), Scalar::Float(to)) => {
            debug_assert!(matches!(op, CastOp::FpTrunc | CastOp::FpExt));
            soft::convert(from, to, a)
        }
        FloatOp::Cast(op, Scalar::Float(from), to) => to_integer(from, a, to.bits(), op == CastOp::FpToSi),
        FloatOp::Cast(op, from, Scalar::Float(to)) => {
            let bits = from.bits();
            let negative = op == CastOp::SiToFp && a >> (bits - 1) & 1 == 1;
            let magnitude = if negative { (a ^ u128::MAX >> (128 - bits)) + 1 } else { a };
            soft::from_int(to, magnitude, negative)
        }
        FloatOp::Cast(..) => Err(soft::Unsupported("a cast between integers")),
    }
}

/// Whether bits are those of a NaN.
fn is_nan_bits(kind: FloatKind, bits: u128) -> bool {
    soft::order(kind, bits, bits).is_ok_and(|order| order.is_none())
}

/// A number as an integer, towards zero. What does not fit is poison; it gives what x86's instructions give: the smallest
/// number of the register that is converted to, which is wider than a narrow result.
fn to_integer(kind: FloatKind, a: u128, bits: u32, signed: bool) -> Result<u128, soft::Unsupported> {
    if bits > 128 {
        return Err(soft::Unsupported("a conversion to an integer of more than 128 bits"));
    }
    if bits > 64 {
        return soft::to_int(kind, a, bits, signed).map(|(value, _)| value & u128::MAX >> (128 - bits));
    }
    if !signed && bits == 64 {
        let (value, fits) = soft::to_int(kind, a, 64, false)?;
        if fits {
            return Ok(value);
        }
    }
    let register = if bits < 32 || (signed && bits == 32) { 32 } else { 64 };
    let (value, fits) = soft::to_int(kind, a, register, true)?;
    let value = if fits { value } else { 1 << (register - 1) };
    Ok(value & u128::from(word::mask(bits)))
}

/// The result on known numbers by the host, for the formats it has; none if this is no simple matter, or a NaN, whose bits the
/// host must not choose.
pub(crate) fn native(op: &FloatOp, a: u64, b: u64) -> Option<u64> {
    match *op {
        FloatOp::Binary(op, FloatKind::Double) => {
            arithmetic(op, f64::from_bits(a), f64::from_bits(b)).filter(|result| !result.is_nan()).map(f64::to_bits)
        }
        FloatOp::Binary(op, FloatKind::Single) => {
            arithmetic(op, single(a), single(b)).filter(|result| !result.is_nan()).map(single_bits)
        }
        FloatOp::Compare(pred, FloatKind::Double) => {
            Some(soft::holds(pred, f64::from_bits(a).partial_cmp(&f64::from_bits(b))).into())
        }
        FloatOp::Compare(pred, FloatKind::Single) => Some(soft::holds(pred, single(a).partial_cmp(&single(b))).into()),
        FloatOp::Negate(kind) if kind.bits() <= 64 => Some(a ^ 1 << (kind.bits() - 1)),
        FloatOp::Cast(op, from, to) => native_cast(op, from, to, a),
        _ => None,
    }
}

fn native_cast(op: CastOp, from: Scalar, to: Scalar, a: u64) -> Option<u64> {
    const SINGLE: Scalar = Scalar::Float(FloatKind::Single);
    const DOUBLE: Scalar = Scalar::Float(FloatKind::Double);
    match (op, from, to) {
        (CastOp::FpExt | CastOp::FpTrunc, SINGLE | DOUBLE, _) if is_nan(from, a) => None,
        (CastOp::FpExt, SINGLE, DOUBLE) => Some(f64::from(single(a)).to_bits()),
        (CastOp::FpTrunc, DOUBLE, SINGLE) => Some(single_bits(f64::from_bits(a) as f32)),
        (CastOp::SiToFp, Scalar::Int(bits @ 1..=64), DOUBLE) => Some((word::signed(bits, a) as f64).to_bits()),
        (CastOp::SiToFp, Scalar::Int(bits @ 1..=64), SINGLE) => Some(single_bits(word::signed(bits, a) as f32)),
        (CastOp::UiToFp, Scalar::Int(1..=64), DOUBLE) => Some((a as f64).to_bits()),
        (CastOp::UiToFp, Scalar::Int(1..=64), SINGLE) => Some(single_bits(a as f32)),
        (CastOp::FpToSi | CastOp::FpToUi, SINGLE, Scalar::Int(bits)) => truncated(op, f64::from(single(a)), bits),
        (CastOp::FpToSi | CastOp::FpToUi, DOUBLE, Scalar::Int(bits)) => truncated(op, f64::from_bits(a), bits),
        _ => None,
    }
}

/// A number as an integer if it fits.
fn truncated(op: CastOp, number: f64, bits: u32) -> Option<u64> {
    let whole = number.trunc();
    let (low, high) = match op {
        CastOp::FpToSi => (-(2f64.powi(bits as i32 - 1)), 2f64.powi(bits as i32 - 1)),
        _ => (0.0, 2f64.powi(bits as i32)),
    };
    let fits = bits <= 64 && whole >= low && whole < high;
    fits.then(|| if op == CastOp::FpToSi { whole as i64 as u64 & word::mask(bits) } else { whole as u64 })
}

/// Whether a number of single or double precision is a NaN.
fn is_nan(scalar: Scalar, bits: u64) -> bool {
    match scalar {
        Scalar::Float(FloatKind::Single) => single(bits).is_nan(),
        _ => f64::from_bits(bits).is_nan(),
    }
}

fn single(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn single_bits(number: f32) -> u64 {
    number.to_bits().into()
}

/// Arithmetic of the host.
fn arithmetic<F>(op: BinaryOp, a: F, b: F) -> Option<F>
where
    F: core::ops::Add<Output = F> + core::ops::Sub<Output = F> + core::ops::Mul<Output = F>,
    F: core::ops::Div<Output = F> + core::ops::Rem<Output = F>,
{
    Some(match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        BinaryOp::FRem => a % b,
        _ => return None,
    })
}
