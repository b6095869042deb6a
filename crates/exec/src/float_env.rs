//! The floating-point environment: operations rounded as the state says, with the exceptions that they raise.
//!
//! Exceptions of known operands follow from the results rounded up and down, for every operation alike: they differ where the exact one is no number
//! of the format. What x86 tells by a result with an unbounded exponent (overflow towards zero just above the largest number, underflow just below
//! the least normal one) is possible there, not certain. Of unknown operands every exception that the operation can raise is possible.

use braid_entity::Entity;
use braid_expr::{ExprId, FloatClass, FloatOp as Op, FloatOrder, Format, Operation, Rounding};
use braid_ir::FloatKind;
use braid_ir::inst::IntPredicate;
use braid_state::memory::Site;
use braid_state::{Exceptions, State, Threads, Value, algebra};

use crate::executor::Executor;
use crate::float_terms::{Integer, format};
use crate::stop::Stop;

/// The functions whose presence in a program says that it looks at exceptions.
const WATCHERS: &[&str] =
    &["fetestexcept", "fetestexceptflag", "fegetexceptflag", "fegetenv", "feholdexcept", "feupdateenv"];

/// The roundings by the numbers that C has for them (`FLT_ROUNDS`), as far as x86 has them.
const ROUNDINGS: [Rounding; 4] = [Rounding::Zero, Rounding::NearestEven, Rounding::Up, Rounding::Down];

/// The reason that is counted where the rounding changes while other threads wait: theirs is another.
const THREADS: &str = "a rounding mode that one of several threads sets";

/// The reason that is counted where a rounding is chosen.
const CHOSEN_ROUNDING: &str = "an unknown rounding mode: one was chosen";

/// The number of the rounding of a state.
pub fn rounding_number(state: &State) -> u64 {
    ROUNDINGS.iter().position(|&rounding| rounding == state.float_env.rounding()).unwrap_or(1) as u64
}

/// The reason that is counted where a function of the machine's library is asked in another rounding.
const NEAREST_ONLY: &str = "in another rounding than to nearest";

impl Executor {
    /// Whether a program looks at exceptions.
    pub(crate) fn looks_at_exceptions(&self) -> bool {
        let module = &self.program.module;
        module.funcs.ids().any(|func| WATCHERS.contains(&module.names.get(module.funcs[func].symbol.name)))
    }

    /// Sets the rounding with a number of so many bits. Of an unknown one, the state takes each.
    pub fn set_rounding(&mut self, state: &mut State, number: Value, bits: u32) -> Result<(), Stop> {
        let end = ROUNDINGS.len() as u64;
        let small = algebra::compare(&mut self.pool, IntPredicate::Ult, bits, number, Value::Word(end));
        let small = small.term(&mut self.pool, 1);
        if !self.certain(state, small)? {
            return Err(Stop::unsupported("a rounding mode that x86 does not have"));
        }
        let number = self.each_below(state, number, end, CHOSEN_ROUNDING)?;
        state.float_env.set_rounding(ROUNDINGS[number as usize]);
        if !state.threads.are_shared(&Threads::default()) {
            let here = self.here(state);
            self.incomplete.note(THREADS, Some(here));
        }
        Ok(())
    }

    /// The exceptions that were raised, in so many bits. Those that may have been are unknown: what goes wrong by them is a candidate.
    pub fn exceptions_value(&mut self, state: &mut State, bits: u32) -> Value {
        let (raised, possible) = (state.float_env.raised(), state.float_env.possible());
        if possible == Exceptions::NONE {
            return Value::Word(raised.0.into());
        }
        state.inherited.approximate();
        let top = state.stack.top();
        let key = top.path.through(Site { function: top.func.as_u32(), instruction: top.pc }).0;
        let any = state.memory.fresh_abstract(&mut self.pool, "fetestexcept", key, bits);
        let [raised, possible] = [raised, possible].map(|set| self.pool.bv(bits, set.0.into()));
        let any = self.pool.and(any, possible);
        let all = self.pool.or(raised, any);
        Value::of(&self.pool, all)
    }

    /// Whether an operation is done on terms: an operand is not known, or the host does not round as the state does.
    pub(crate) fn takes_terms(&self, state: &State, operands: &[Value]) -> bool {
        !state.float_env.is_plain() || operands.iter().any(|&operand| self.is_open(operand))
    }

    /// An operation of one operand, in the rounding of the state.
    pub(crate) fn rounded_unary(&mut self, state: &mut State, op: Op, format: Format, a: ExprId) -> ExprId {
        let operation = Operation::new(op, format, state.float_env.rounding());
        self.raise(state, operation, &[a]);
        self.pool.float_unary(operation, a, format.width())
    }

    /// An operation of two operands, in the rounding of the state.
    pub(crate) fn rounded_binary(
        &mut self,
        state: &mut State,
        op: Op,
        format: Format,
        operands: [ExprId; 2],
    ) -> ExprId {
        let operation = Operation::new(op, format, state.float_env.rounding());
        self.raise(state, operation, &operands);
        self.pool.float_binary(operation, operands[0], operands[1])
    }

    /// Records what an operation raises.
    pub(crate) fn raise(&mut self, state: &mut State, operation: Operation, operands: &[ExprId]) {
        if !state.float_env.is_watched() {
            return;
        }
        let width = operands.first().map_or(0, |&first| self.pool.width(first));
        let mut known = [0; 3];
        for (number, &operand) in known.iter_mut().zip(operands) {
            let Some(constant) = self.pool.as_const(operand) else {
                return state.float_env.raise(Exceptions::NONE, possible(operation.op));
            };
            let limbs = constant.limbs();
            *number = u128::from(limbs[0]) | u128::from(limbs.get(1).copied().unwrap_or(0)) << 64;
        }
        let (raised, open) = exceptions(operation, width, known, operands.len());
        // What Braid's own functions of libc compute on their way is not what those of the machine do; what an intrinsic does, is.
        let is_whole = matches!(operation.op, Op::Sqrt | Op::Fma | Op::Round | Op::Fmod | Op::Remainder);
        match self.program.is_library(state.stack.top().func) && !is_whole {
            true => state.float_env.raise(Exceptions::NONE, raised.with(open)),
            false => state.float_env.raise(raised, open),
        }
    }

    /// Records that a number is compared, moved to another format or to a whole number without rounding: only a signaling NaN is invalid.
    pub(crate) fn raise_if_signaling(&mut self, state: &mut State, format: Format, operands: &[ExprId]) {
        if !state.float_env.is_watched() {
            return;
        }
        for &operand in operands {
            let quiet = self.pool.extract(operand, format.fraction_bits() - 1, 1);
            let is_nan = self.pool.float_is(format, FloatClass::Nan, operand);
            let signaling = self.pool.not(quiet);
            let signaling = self.pool.and(is_nan, signaling);
            match self.pool.as_u64(signaling) {
                Some(0) => {}
                Some(_) => state.float_env.raise(Exceptions::INVALID, Exceptions::NONE),
                None => state.float_env.raise(Exceptions::NONE, Exceptions::INVALID),
            }
        }
    }

    /// Records that a whole number stands for a number: inexact if it is another one.
    pub(crate) fn raise_if_rounded(&mut self, state: &mut State, kind: FloatKind, [number, whole]: [Value; 2]) {
        let Some(format) = format(kind).filter(|_| state.float_env.is_watched()) else { return };
        let [number, whole] = [number, whole].map(|side| self.float_operand(kind, side));
        let [over, under] =
            [(number, whole), (whole, number)].map(|(a, b)| self.pool.float_compare(format, FloatOrder::Less, a, b));
        let differs = self.pool.or(over, under);
        match self.pool.as_u64(differs) {
            Some(differs) => state.float_env.raise(Exceptions::INEXACT.when(differs == 1), Exceptions::NONE),
            None => state.float_env.raise(Exceptions::NONE, Exceptions::INEXACT),
        }
    }

    /// Records that a number becomes an integer, towards zero. What compilers do for unsigned ones of 64 bits may raise more.
    pub(crate) fn raise_of_integer(&mut self, state: &mut State, format: Format, number: ExprId, to: Integer) {
        if !state.float_env.is_watched() {
            return;
        }
        if to.bits >= 64 && !to.signed {
            return state.float_env.raise(Exceptions::NONE, Exceptions::INVALID.with(Exceptions::INEXACT));
        }
        let (fits, whole) =
            (self.fits_integer(format, number, to), self.pool.float_round(format, Rounding::Zero, number));
        let same = self.pool.float_compare(format, FloatOrder::Equal, number, whole);
        let raised = match (self.pool.as_u64(fits), self.pool.as_u64(same)) {
            (Some(0), _) => Some(Exceptions::INVALID),
            (Some(_), Some(same)) => Some(Exceptions::INEXACT.when(same == 0)),
            _ => None,
        };
        match raised {
            Some(raised) => state.float_env.raise(raised, Exceptions::NONE),
            None => state.float_env.raise(Exceptions::NONE, Exceptions::INVALID.with(Exceptions::INEXACT)),
        }
    }

    /// A function of the machine's library is carried out: it may raise anything, and is known to nearest alone.
    pub(crate) fn note_library_env(&mut self, state: &mut State, name: &str) {
        state.float_env.raise(Exceptions::NONE, Exceptions::ALL);
        if state.float_env.rounding() != Rounding::NearestEven {
            let here = self.here(state);
            self.incomplete.note(format!("{name} {NEAREST_ONLY}"), Some(here));
        }
    }
}

/// What an operation can raise.
fn possible(op: Op) -> Exceptions {
    use Exceptions as E;
    let rounds = E::INVALID.with(E::INEXACT);
    match op {
        Op::Add => rounds.with(E::OVERFLOW),
        Op::Mul | Op::Fma | Op::Convert => rounds.with(E::OVERFLOW).with(E::UNDERFLOW),
        Op::Div => E::ALL,
        Op::Remainder | Op::Fmod => E::INVALID,
        Op::Sqrt | Op::Round | Op::ToSigned | Op::ToUnsigned => rounds,
        Op::FromSigned | Op::FromUnsigned => E::INEXACT.with(E::OVERFLOW),
    }
}

/// What an operation of so many known operands raises, and what it may raise.
fn exceptions(operation: Operation, width: u32, operands: [u128; 3], count: usize) -> (Exceptions, Exceptions) {
    use Exceptions as E;
    let format = operation.format;
    let at = |rounding| Operation { rounding, ..operation }.value(width, format.width(), operands);
    let magnitude = |bits: u128| bits & (format.sign() - 1);
    let numbers = if operation.op.is_from_integer() { &[][..] } else { &operands[..count] };
    let is_nan = |bits: &u128| bits & (operation.source.sign() - 1) > operation.source.infinity();
    let is_quiet = |bits: &u128| bits >> (operation.source.fraction_bits() - 1) & 1 == 1;
    if numbers.iter().any(is_nan) {
        return (E::INVALID.when(numbers.iter().any(|bits| is_nan(bits) && !is_quiet(bits))), E::NONE);
    }
    let result = at(operation.rounding);
    if magnitude(result) > format.infinity() {
        return (E::INVALID, E::NONE);
    }
    if operation.op == Op::Div && magnitude(operands[1]) == 0 && magnitude(operands[0]) < format.infinity() {
        return (E::DIVIDED_BY_ZERO, E::NONE);
    }
    let (down, up) = (magnitude(at(Rounding::Down)), magnitude(at(Rounding::Up)));
    if down == up {
        return (E::NONE, E::NONE);
    }
    let (result, inner) = (magnitude(result), down.min(up));
    let (largest, least) = (format.infinity() - 1, 1 << format.fraction_bits());
    let beyond = magnitude(at(Rounding::NearestEven)) == format.infinity();
    let raised = E::INEXACT.with(E::OVERFLOW.when(result == format.infinity())).with(E::UNDERFLOW.when(result < least));
    let open = E::OVERFLOW.when(result == largest && beyond).with(E::UNDERFLOW.when(result == least && inner < least));
    (raised, open)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubles(op: Op, rounding: Rounding, operands: &[f64]) -> (Exceptions, Exceptions) {
        let mut bits = [0; 3];
        bits.iter_mut().zip(operands).for_each(|(bits, operand)| *bits = operand.to_bits().into());
        exceptions(Operation::new(op, Format::DOUBLE, rounding), 64, bits, operands.len())
    }

    #[test]
    fn exceptions_are_those_of_ieee() {
        use Exceptions as E;
        let (near, none, least, large) = (Rounding::NearestEven, E::NONE, f64::MIN_POSITIVE, f64::MAX);
        let signaling = f64::from_bits(0x7ff0_0000_0000_0001);
        for (op, operands, raised) in [
            (Op::Add, &[1.0, 2.0][..], none),
            (Op::Add, &[1.0, 1e-30], E::INEXACT),
            (Op::Add, &[large, large], E::OVERFLOW.with(E::INEXACT)),
            (Op::Add, &[f64::INFINITY, f64::NEG_INFINITY], E::INVALID),
            (Op::Add, &[f64::NAN, 1.0], none),
            (Op::Add, &[signaling, 1.0], E::INVALID),
            (Op::Mul, &[0.5, least], none),
            (Op::Mul, &[0.3, least], E::UNDERFLOW.with(E::INEXACT)),
            (Op::Div, &[1.0, 3.0], E::INEXACT),
            (Op::Div, &[1.0, 0.0], E::DIVIDED_BY_ZERO),
            (Op::Div, &[0.0, 0.0], E::INVALID),
            (Op::Div, &[f64::INFINITY, 0.0], none),
            (Op::Sqrt, &[4.0], none),
            (Op::Sqrt, &[2.0], E::INEXACT),
            (Op::Sqrt, &[-1.0], E::INVALID),
            (Op::Fmod, &[5.0, 0.0], E::INVALID),
            (Op::Fmod, &[5.0, 3.0], none),
        ] {
            assert_eq!(doubles(op, near, operands), (raised, none), "{op:?} {operands:?}");
        }
    }

    /// The largest number and half a unit and more: beyond it to nearest, just below 2^1024 towards zero, where x86 raises no overflow.
    #[test]
    fn what_an_unbounded_exponent_decides_is_possible() {
        let sum = doubles(Op::Add, Rounding::Zero, &[f64::MAX, f64::from_bits(0x7c90_0000_0000_0001)]);
        assert_eq!(sum, (Exceptions::INEXACT, Exceptions::OVERFLOW));
        let product = doubles(Op::Mul, Rounding::NearestEven, &[f64::MIN_POSITIVE, 1.0f64.next_down()]);
        assert_eq!(product, (Exceptions::INEXACT, Exceptions::UNDERFLOW));
    }
}
