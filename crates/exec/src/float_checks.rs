//! Results of floating-point operations that the user wants to hear of: NaNs made of numbers, infinities made of finite numbers,
//! numbers that do not fit the integer they become.
//!
//! No language forbids the first two, and a path that goes on is explored as before; so they are faults on request alone. An infinity by division by
//! zero counts as beyond the largest number, as CBMC has it. An operand that is special already is not to blame.

use braid_code::{FloatOp, Scalar};
use braid_ir::FloatKind;
use braid_ir::inst::{BinaryOp, CastOp, IntPredicate};
use braid_state::{State, Value, algebra};

use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::float::infinity;
use crate::options::FloatChecks;
use crate::stop::Stop;

/// What is looked at in a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    Nan,
    Infinite,
}

impl Executor {
    /// Whether the function that runs is the user's, and something is looked at in it.
    pub(crate) fn checks_floats_here(&self, state: &State) -> bool {
        let func = state.stack.top().func;
        self.program.check_floats && self.program.library != Some(self.program.origin(func))
    }

    /// Goes on only where an operation gives what the user expects of it.
    pub(crate) fn check_float(&mut self, state: &mut State, op: &FloatOp, a: Value, b: Value) -> Result<(), Stop> {
        let FloatChecks { invalid, overflow, convert } = self.options.check_floats;
        match *op {
            FloatOp::Binary(binary, kind) => {
                let result = self.float(state, op, a, b)?;
                let name = operation_name(binary);
                if invalid {
                    self.refuse_special(state, Special::Nan, (kind, result), &[(kind, a), (kind, b)], name)?;
                }
                if overflow {
                    self.refuse_special(state, Special::Infinite, (kind, result), &[(kind, a), (kind, b)], name)?;
                }
            }
            FloatOp::Cast(CastOp::FpTrunc, Scalar::Float(from), Scalar::Float(to)) if overflow => {
                let result = self.float(state, op, a, b)?;
                self.refuse_special(state, Special::Infinite, (to, result), &[(from, a)], "conversion")?;
            }
            FloatOp::Cast(cast @ (CastOp::FpToSi | CastOp::FpToUi), Scalar::Float(kind), to) if convert => {
                let signed = cast == CastOp::FpToSi;
                let fits = self.fits_term(kind, a, to.bits(), signed);
                let fits = fits.ok_or_else(|| Stop::unsupported("a check of a conversion of this format"))?;
                let sign = if signed { "a signed" } else { "an unsigned" };
                let what =
                    format!("a number that does not fit {sign} integer of {} bits is converted to one", to.bits());
                self.require(state, fits, || Fault::new(FaultKind::FloatConvert, what))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Goes on only where a square root is a number, if the user expects that: the operand is a NaN, a zero, or positive.
    pub(crate) fn check_root(&mut self, state: &State, kind: FloatKind, a: Value) -> Result<(), Stop> {
        if !self.options.check_floats.invalid {
            return Ok(());
        }
        let bits = kind.bits();
        let (magnitude, zero) = (self.magnitude(bits, a), self.number_value(bits, 0));
        let positive = algebra::compare(&mut self.pool, IntPredicate::Eq, bits, magnitude, a);
        let is_zero = algebra::compare(&mut self.pool, IntPredicate::Eq, bits, magnitude, zero);
        let is_nan = self.is_nan(kind, a);
        let good = algebra::binary(&mut self.pool, BinaryOp::Or, 1, positive, is_zero);
        let good = algebra::binary(&mut self.pool, BinaryOp::Or, 1, good, is_nan);
        self.require(state, good, || Fault::new(FaultKind::FloatInvalid, "the square root of a negative number"))
    }

    /// Ends the path where a result is special and no operand is: no operand a NaN, and for an infinity all of them finite.
    fn refuse_special(
        &mut self,
        state: &State,
        special: Special,
        (kind, result): (FloatKind, Value),
        operands: &[(FloatKind, Value)],
        name: &str,
    ) -> Result<(), Stop> {
        let mut good = self.is_ordinary(special, kind, result);
        for &(kind, operand) in operands {
            let ordinary = self.is_ordinary(special, kind, operand);
            let excused = algebra::binary(&mut self.pool, BinaryOp::Xor, 1, ordinary, Value::Word(1));
            good = algebra::binary(&mut self.pool, BinaryOp::Or, 1, good, excused);
        }
        self.require(state, good, || match special {
            Special::Nan => Fault::new(FaultKind::FloatInvalid, format!("a {name} of numbers gives no number")),
            Special::Infinite => {
                Fault::new(FaultKind::FloatOverflow, format!("a {name} of finite numbers gives an infinite one"))
            }
        })
    }

    /// Whether a number is no NaN, or finite if infinities are looked for.
    fn is_ordinary(&mut self, special: Special, kind: FloatKind, number: Value) -> Value {
        let (bits, number) = (kind.bits(), self.plain(number));
        let magnitude = self.magnitude(bits, number);
        let limit = self.number_value(bits, infinity(kind));
        let pred = if special == Special::Nan { IntPredicate::Ule } else { IntPredicate::Ult };
        algebra::compare(&mut self.pool, pred, bits, magnitude, limit)
    }
}

fn operation_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::FAdd => "sum",
        BinaryOp::FSub => "difference",
        BinaryOp::FMul => "product",
        BinaryOp::FDiv => "quotient",
        _ => "remainder",
    }
}
