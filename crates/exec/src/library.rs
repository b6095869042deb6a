//! Functions of the mathematical library that no standard rounds exactly: sines, exponentials, logarithms, powers.
//!
//! Of known numbers the value is that of this machine's library, and a row of `warnings` says so. Of others it is any number within
//! bounds: on each piece of the domain the true function is monotone, or as steep as 1 at most, so that its values at the ends bound it; the
//! bounds are widened by what glibc's manual documents as the largest error of any of these functions (4 units in the last place), twice,
//! because the values at the ends come from the same library. The functions themselves are not taken to be monotone. Equal arguments have equal results.
//!
//! Such a state may have values that no run has: what goes wrong in it is a candidate until an exact run shows it, as after a join that
//! over-approximates.

use braid_code::FloatOp;
use braid_entity::Entity;
use braid_expr::{ExprId, FloatClass, FloatOrder, Format, Rounding, SymbolClass};
use braid_ir::FloatKind;
use braid_ir::inst::BinaryOp;
use braid_mathlib as mathlib;
use braid_state::{State, Value};

use crate::choice::choice_of_known;
use crate::executor::Executor;
use crate::float_terms::format;
use crate::stop::Stop;

/// The reason in `warnings` for results that are this machine's.
const OF_THIS_MACHINE: &str = "computed by this machine's mathematical library";

/// Units in the last place by which bounds are widened: twice the largest documented error.
const SLACK: u32 = 8;

/// What is known of a function between the ends of pieces of its domain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// It rises or falls.
    Monotone,
    /// It is as steep as 1 at most.
    Wave,
    /// Beyond the first and the last end nothing is known; between them it is monotone.
    Poles,
}

/// A function of one number.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    double: fn(f64) -> f64,
    single: fn(f32) -> f32,
    shape: Shape,
    /// Outside of these there is no result.
    domain: [f64; 2],
    /// No result is outside of these.
    range: [f64; 2],
    /// The ends of pieces, in order.
    ends: &'static [f64],
    /// Arguments whose results are exact.
    exact: &'static [f64],
}

const INF: f64 = f64::INFINITY;
const PI: f64 = core::f64::consts::PI;
const ALL: [f64; 2] = [-INF, INF];
const UNIT: [f64; 2] = [-1.0, 1.0];
const ZEROS: &[f64] = &[0.0, -0.0];
const UNIT_ENDS: &[f64] = &[-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0];
const EXP_ENDS: &[f64] =
    &[-750.0, -100.0, -20.0, -5.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 5.0, 20.0, 88.0, 100.0, 700.0];
const LOG_ENDS: &[f64] = &[1e-300, 1e-30, 1e-3, 0.1, 0.5, 1.0, 2.0, 10.0, 100.0, 1e3, 1e6, 1e30, 1e300];
const ROOT_ENDS: &[f64] = &[-1e300, -1e6, -1e3, -10.0, -1.0, 0.0, 1.0, 10.0, 1e3, 1e6, 1e300];
const TANGENT_ENDS: &[f64] = &[-100.0, -10.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 10.0, 100.0];
const POLE_ENDS: &[f64] = &[-1.5, -1.25, -1.0, -0.5, 0.0, 0.5, 1.0, 1.25, 1.5];
const WAVE_ENDS: &[f64] = &[
    -8.0, -7.0, -6.0, -5.0, -4.0, -3.5, -3.0, -2.5, -2.0, -1.5, -1.0, -0.5, -0.25, -0.125, 0.0, 0.125, 0.25, 0.5, 1.0,
    1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0,
];

macro_rules! functions {
    ($($name:literal $double:path, $single:path, $shape:ident $domain:expr, $range:expr, $ends:expr, $exact:expr;)*) => {
        /// The functions of one number.
        const FUNCTIONS: &[Function] = &[$(Function {
            name: $name, double: $double, single: $single, shape: Shape::$shape, domain: $domain, range: $range, ends: $ends, exact: $exact,
        }),*];
    };
}

functions! {
    "sin" f64::sin, f32::sin, Wave ALL, UNIT, WAVE_ENDS, ZEROS;
    "cos" f64::cos, f32::cos, Wave ALL, UNIT, WAVE_ENDS, ZEROS;
    "tan" f64::tan, f32::tan, Poles ALL, ALL, POLE_ENDS, ZEROS;
    "asin" f64::asin, f32::asin, Monotone UNIT, [-PI, PI], UNIT_ENDS, ZEROS;
    "acos" f64::acos, f32::acos, Monotone UNIT, [0.0, 4.0], UNIT_ENDS, &[1.0];
    "atan" f64::atan, f32::atan, Monotone ALL, [-PI, PI], TANGENT_ENDS, ZEROS;
    "sinh" f64::sinh, f32::sinh, Monotone ALL, ALL, EXP_ENDS, ZEROS;
    "cosh" f64::cosh, f32::cosh, Monotone ALL, [1.0, INF], EXP_ENDS, ZEROS;
    "tanh" f64::tanh, f32::tanh, Monotone ALL, UNIT, TANGENT_ENDS, ZEROS;
    "exp" f64::exp, f32::exp, Monotone ALL, [0.0, INF], EXP_ENDS, ZEROS;
    "exp2" f64::exp2, f32::exp2, Monotone ALL, [0.0, INF], EXP_ENDS, ZEROS;
    "expm1" f64::exp_m1, f32::exp_m1, Monotone ALL, [-1.0, INF], EXP_ENDS, ZEROS;
    "log" f64::ln, f32::ln, Monotone [0.0, INF], ALL, LOG_ENDS, &[0.0, -0.0, 1.0];
    "log2" f64::log2, f32::log2, Monotone [0.0, INF], ALL, LOG_ENDS, &[0.0, -0.0, 1.0];
    "log10" f64::log10, f32::log10, Monotone [0.0, INF], ALL, LOG_ENDS, &[0.0, -0.0, 1.0];
    "log1p" f64::ln_1p, f32::ln_1p, Monotone [-1.0, INF], ALL, &[-0.5, 0.0, 0.5, 1.0, 10.0, 1e3, 1e6, 1e30, 1e300], &[0.0, -0.0, -1.0];
    "asinh" mathlib::asinh, mathlib::asinhf, Monotone ALL, ALL, ROOT_ENDS, ZEROS;
    "acosh" mathlib::acosh, mathlib::acoshf, Monotone [1.0, INF], [0.0, INF], LOG_ENDS, &[1.0];
    "atanh" mathlib::atanh, mathlib::atanhf, Monotone UNIT, ALL, UNIT_ENDS, ZEROS;
    "erf" mathlib::erf, mathlib::erff, Monotone ALL, UNIT, TANGENT_ENDS, ZEROS;
    "erfc" mathlib::erfc, mathlib::erfcf, Monotone ALL, [0.0, 2.0], TANGENT_ENDS, &[0.0, -0.0];
    "cbrt" f64::cbrt, f32::cbrt, Monotone ALL, ALL, ROOT_ENDS, ZEROS;
}

/// The function with a name.
pub(crate) fn function(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// A function of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pair {
    /// `x` to the power of `y`.
    Pow,
    /// The angle of a point, `y` first.
    Atan2,
    /// The length of a pair.
    Hypot,
}

impl Pair {
    fn name(self) -> &'static str {
        match self {
            Pair::Pow => "pow",
            Pair::Atan2 => "atan2",
            Pair::Hypot => "hypot",
        }
    }
    fn double(self, a: f64, b: f64) -> f64 {
        match self {
            Pair::Pow => a.powf(b),
            Pair::Atan2 => a.atan2(b),
            Pair::Hypot => a.hypot(b),
        }
    }
    fn single(self, a: f32, b: f32) -> f32 {
        match self {
            Pair::Pow => a.powf(b),
            Pair::Atan2 => a.atan2(b),
            Pair::Hypot => a.hypot(b),
        }
    }
}

impl Executor {
    /// A function of one number.
    pub(crate) fn library_function(
        &mut self,
        state: &mut State,
        function: &'static Function,
        kind: FloatKind,
        a: Value,
    ) -> Result<Value, Stop> {
        self.refuse_format(function.name, kind)?;
        self.note_library_env(state, function.name);
        if self.is_choice(state, a) {
            let bits = self.number(state, a, kind.bits())?;
            self.note_machine(state, function.name);
            let result = match kind {
                FloatKind::Double => u128::from((function.double)(f64::from_bits(bits as u64)).to_bits()),
                _ => u128::from((function.single)(f32::from_bits(bits as u32)).to_bits()),
            };
            return Ok(self.number_value(kind.bits(), result));
        }
        let format = format(kind).unwrap_or(Format::DOUBLE);
        let x = self.float_operand(kind, a);
        let value = self.within_pieces(function, format, x);
        let value = function.exact.iter().fold(value, |otherwise, &exact| {
            let [at, result] = [exact, (function.double)(exact)].map(|number| self.constant(format, number));
            let is_there = self.pool.eq(x, at);
            self.pool.ite(is_there, result, otherwise)
        });
        let nan = self.pool.float_bits(format, format.nan());
        let outside = self.outside_of(function, format, x);
        let number = self.pool.ite(outside, nan, value);
        self.bounded_result(state, kind, number, &[a])
    }

    /// A function of two numbers.
    pub(crate) fn library_pair(
        &mut self,
        state: &mut State,
        which: Pair,
        kind: FloatKind,
        [a, b]: [Value; 2],
    ) -> Result<Value, Stop> {
        self.refuse_format(which.name(), kind)?;
        self.note_library_env(state, which.name());
        if self.is_choice(state, a) && self.is_choice(state, b) {
            let (x, y) = (self.number(state, a, kind.bits())?, self.number(state, b, kind.bits())?);
            self.note_machine(state, which.name());
            let result = match kind {
                FloatKind::Double => {
                    u128::from(which.double(f64::from_bits(x as u64), f64::from_bits(y as u64)).to_bits())
                }
                _ => u128::from(which.single(f32::from_bits(x as u32), f32::from_bits(y as u32)).to_bits()),
            };
            return Ok(self.number_value(kind.bits(), result));
        }
        let format = format(kind).unwrap_or(Format::DOUBLE);
        let (x, y) = (self.float_operand(kind, a), self.float_operand(kind, b));
        let number = match which {
            Pair::Pow => self.power_term(format, x, y),
            Pair::Atan2 => self.angle_term(format, x, y),
            Pair::Hypot => self.length_term(format, x, y),
        };
        self.bounded_result(state, kind, number, &[a, b])
    }

    /// The function with a name, of one number or two, in a format; `fmod` is exact, in all of them.
    pub fn library_call(
        &mut self,
        state: &mut State,
        name: &str,
        kind: FloatKind,
        args: [Value; 2],
    ) -> Result<Value, Stop> {
        let pair = match name {
            "fmod" => return self.float(state, &FloatOp::Binary(BinaryOp::FRem, kind), args[0], args[1]),
            "pow" => Some(Pair::Pow),
            "atan2" => Some(Pair::Atan2),
            "hypot" => Some(Pair::Hypot),
            _ => None,
        };
        match (pair, function(name)) {
            (Some(pair), _) => self.library_pair(state, pair, kind, args),
            (None, Some(function)) => self.library_function(state, function, kind, args[0]),
            (None, None) => Err(Stop::unsupported(format!("{name} of the mathematical library"))),
        }
    }

    /// Whether a number is known, or one of few known ones that the path can be split by: joined states get the values that they had alone.
    fn is_choice(&mut self, state: &State, a: Value) -> bool {
        match a {
            Value::Term(term) if self.is_open(a) => {
                state.directives.may_fork() && choice_of_known(&mut self.pool, term).is_some()
            }
            _ => true,
        }
    }

    fn refuse_format(&self, name: &str, kind: FloatKind) -> Result<(), Stop> {
        match kind {
            FloatKind::Double | FloatKind::Single => Ok(()),
            _ => Err(Stop::unsupported(format!("{name} at this floating-point format"))),
        }
    }

    fn note_machine(&mut self, state: &State, name: &str) {
        let here = self.here(state);
        self.warnings.note(format!("{name}: {OF_THIS_MACHINE}"), Some(here));
    }

    /// A result of which only bounds are known.
    fn bounded_result(
        &mut self,
        state: &mut State,
        kind: FloatKind,
        number: ExprId,
        operands: &[Value],
    ) -> Result<Value, Stop> {
        state.inherited.approximate();
        let result = self.float_result(state, kind, number, operands);
        Ok(Value::of(&self.pool, result))
    }

    /// A number as a constant of a format.
    fn constant(&mut self, format: Format, number: f64) -> ExprId {
        let bits =
            if format == Format::SINGLE { u128::from((number as f32).to_bits()) } else { number.to_bits().into() };
        self.pool.float_bits(format, bits)
    }

    /// A bound, widened upwards or downwards, but not out of the function's range.
    fn bound(&mut self, format: Format, range: [f64; 2], number: f64, upwards: bool) -> ExprId {
        let mut number = number;
        if format == Format::SINGLE {
            let mut single = number as f32;
            (0..=SLACK).for_each(|_| single = if upwards { single.next_up() } else { single.next_down() });
            number = single.into();
        } else {
            (0..SLACK).for_each(|_| number = if upwards { number.next_up() } else { number.next_down() });
        }
        self.constant(format, number.clamp(range[0], range[1]))
    }

    /// Any number between two; the first of them for those that are not.
    fn any_between(&mut self, format: Format, name: &str, [low, high]: [ExprId; 2]) -> ExprId {
        let any = self.pool.symbol(name, format.width(), SymbolClass::Abstract);
        let above = self.pool.float_compare(format, FloatOrder::LessOrEqual, low, any);
        let below = self.pool.float_compare(format, FloatOrder::LessOrEqual, any, high);
        let within = self.pool.and(above, below);
        self.pool.ite(within, any, low)
    }

    /// A value of a function, by the piece that its argument lies in.
    fn within_pieces(&mut self, function: &Function, format: Format, x: ExprId) -> ExprId {
        let [first, last] = function.domain;
        // Ends are numbers of the format; what lies beyond its largest one is no end.
        let own = |&end: &f64| if format == Format::SINGLE { f64::from(end as f32) } else { end };
        let inner = function.ends.iter().map(own).filter(|&end| end > first && end < last && end.is_finite());
        let ends: Vec<f64> = [first].into_iter().chain(inner).chain([last]).collect();
        let mut bounds: Option<[ExprId; 2]> = None;
        for piece in ends.windows(2).rev() {
            let [low, high] = hull(function, piece[0], piece[1]);
            let own = [self.bound(format, function.range, low, false), self.bound(format, function.range, high, true)];
            let end = self.constant(format, piece[1]);
            let here = self.pool.float_compare(format, FloatOrder::LessOrEqual, x, end);
            bounds = Some(match bounds {
                None => own,
                Some([low, high]) => [self.pool.ite(here, own[0], low), self.pool.ite(here, own[1], high)],
            });
        }
        let bounds = bounds.unwrap_or_else(|| ALL.map(|end| self.constant(format, end)));
        let name = format!("library.{}.{}.{}", function.name, x.as_u32(), format.width());
        self.any_between(format, &name, bounds)
    }

    /// Where a function has no result.
    fn outside_of(&mut self, function: &Function, format: Format, x: ExprId) -> ExprId {
        let [low, high] = function.domain.map(|end| self.constant(format, end));
        let order = if function.shape == Shape::Monotone { FloatOrder::LessOrEqual } else { FloatOrder::Less };
        let above = self.pool.float_compare(format, order, low, x);
        let below = self.pool.float_compare(format, order, x, high);
        let inside = self.pool.and(above, below);
        self.pool.not(inside)
    }

    /// Whether a number is known and an even integer, so that its powers have no sign.
    fn is_even(&self, format: Format, y: ExprId) -> bool {
        let number = self.pool.as_u64(y).map(|bits| match format {
            Format::SINGLE => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from_bits(bits),
        });
        number.is_some_and(|number| number % 2.0 == 0.0)
    }

    /// Whether a number is in a closed interval.
    fn lies_in(&mut self, format: Format, x: ExprId, [low, high]: [f64; 2]) -> ExprId {
        let [low, high] = [low, high].map(|end| self.constant(format, end));
        let above = self.pool.float_compare(format, FloatOrder::LessOrEqual, low, x);
        let below = self.pool.float_compare(format, FloatOrder::LessOrEqual, x, high);
        self.pool.and(above, below)
    }

    /// Bounds of powers: on which side of 1 they are follows from those of base and exponent.
    fn power_term(&mut self, format: Format, x: ExprId, y: ExprId) -> ExprId {
        let most = if format == Format::SINGLE { f64::from(f32::MAX) } else { f64::MAX };
        let [small, large, rises, falls] = [(x, [0.0, 1.0]), (x, [1.0, INF]), (y, [0.0, INF]), (y, [-INF, 0.0])]
            .map(|(n, of)| self.lies_in(format, n, of));
        let [no_base, no_exponent, base_is_negative, finite] = [
            self.pool.float_is(format, FloatClass::Nan, x),
            self.pool.float_is(format, FloatClass::Nan, y),
            self.lies_in(format, x, [-most, 0.0]),
            self.lies_in(format, y, [-most, most]),
        ];
        // A power of the negative zero may be negative.
        let zero = self.pool.float_bits(format, 0);
        let (sign, from_zero) = (self.pool.float_sign(x), self.lies_in(format, x, [0.0, INF]));
        let positive = self.pool.not(sign);
        let (not_negative, small) = (self.pool.and(from_zero, positive), self.pool.and(small, positive));
        let whole_infinity = [-INF, INF].map(|end| self.constant(format, end));
        let [one_low, one_high] = [self.bound(format, ALL, 1.0, false), self.bound(format, ALL, 1.0, true)];
        let mut bounds = whole_infinity;
        bounds[0] = self.pool.ite(not_negative, zero, bounds[0]);
        if self.is_even(format, y) {
            bounds[0] = zero;
        }
        for (base, exponent, side, bound) in [
            (large, rises, 0, one_low),
            (small, falls, 0, one_low),
            (small, rises, 1, one_high),
            (large, falls, 1, one_high),
        ] {
            let both = self.pool.and(base, exponent);
            bounds[side] = self.pool.ite(both, bound, bounds[side]);
        }
        let name = format!("library.pow.{}.{}.{}", x.as_u32(), y.as_u32(), format.width());
        let value = self.any_between(format, &name, bounds);
        // A negative base needs a whole exponent. Zeros are in both intervals, where every exponent has a result.
        let whole = self.pool.float_round(format, Rounding::Zero, y);
        let is_whole = self.pool.eq(whole, y);
        let is_zero = self.pool.float_is(format, FloatClass::Zero, x);
        let fraction = self.pool.not(is_whole);
        let negative = self.pool.not(is_zero);
        let undefined = self.pool.all([base_is_negative, negative, finite, fraction]);
        let undefined = self.pool.any([undefined, no_base, no_exponent]);
        let nan = self.pool.float_bits(format, format.nan());
        let value = self.pool.ite(undefined, nan, value);
        let one = self.constant(format, 1.0);
        let (base_is_one, exponent_is_zero) = (self.pool.eq(x, one), self.pool.float_is(format, FloatClass::Zero, y));
        let is_one = self.pool.or(base_is_one, exponent_is_zero);
        self.pool.ite(is_one, one, value)
    }

    /// Bounds of angles: half a turn, on the side that the first number is on.
    fn angle_term(&mut self, format: Format, y: ExprId, x: ExprId) -> ExprId {
        let [low, high] = [self.bound(format, ALL, -PI, false), self.bound(format, ALL, PI, true)];
        let (zero, negative) = (self.pool.float_bits(format, 0), self.pool.float_sign(y));
        let bounds = [self.pool.ite(negative, low, zero), self.pool.ite(negative, zero, high)];
        let name = format!("library.atan2.{}.{}.{}", y.as_u32(), x.as_u32(), format.width());
        let value = self.any_between(format, &name, bounds);
        let [no_y, no_x] = [y, x].map(|side| self.pool.float_is(format, FloatClass::Nan, side));
        let (undefined, nan) = (self.pool.or(no_y, no_x), self.pool.float_bits(format, format.nan()));
        self.pool.ite(undefined, nan, value)
    }

    /// Bounds of lengths: not less than nearly the longer side.
    fn length_term(&mut self, format: Format, x: ExprId, y: ExprId) -> ExprId {
        let [a, b] = [x, y].map(|side| self.pool.float_abs(format, side));
        let longer = self.pool.float_pick(format, true, a, b);
        let nearly = self.constant(format, if format == Format::SINGLE { 1.0 - 1e-6 } else { 1.0 - 1e-15 });
        let low = self.pool.float(braid_expr::FloatOp::Mul, format, Rounding::Zero, longer, nearly);
        let infinite = self.constant(format, INF);
        let name = format!("library.hypot.{}.{}.{}", x.as_u32(), y.as_u32(), format.width());
        let value = self.any_between(format, &name, [low, infinite]);
        let [no_x, no_y] = [x, y].map(|side| self.pool.float_is(format, FloatClass::Nan, side));
        let (undefined, nan) = (self.pool.or(no_x, no_y), self.pool.float_bits(format, format.nan()));
        let value = self.pool.ite(undefined, nan, value);
        let [far_x, far_y] = [x, y].map(|side| self.pool.float_is(format, FloatClass::Infinite, side));
        let far = self.pool.or(far_x, far_y);
        self.pool.ite(far, infinite, value)
    }
}

/// The least and the greatest value of a function between two ends, but for its error.
fn hull(function: &Function, low: f64, high: f64) -> [f64; 2] {
    let [a, b] = [low, high].map(function.double);
    let is_inner = low.is_finite() && high.is_finite();
    match function.shape {
        Shape::Monotone => [a.min(b), a.max(b)],
        Shape::Poles if is_inner => [a.min(b), a.max(b)],
        Shape::Wave if is_inner => {
            let (middle, reach) = ((a + b) / 2.0, (high - low) / 2.0);
            [middle - reach, middle + reach]
        }
        Shape::Wave | Shape::Poles => function.range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all magnitudes.
    fn samples() -> impl Iterator<Item = f64> {
        let mut random = braid_testing::Random::new(1);
        (0..20_000).map(move |at| match at % 4 {
            0 => f64::from_bits(random.word()),
            1 => (random.below(1 << 30) as f64 - f64::from(1 << 29)) / f64::from(1 << 24),
            2 => (random.below(1 << 30) as f64) / f64::from(1 << 30),
            _ => (random.below(1 << 20) as f64 - f64::from(1 << 19)) / 1024.0,
        })
    }

    #[test]
    fn the_values_of_the_library_lie_within_the_bounds_of_their_pieces() {
        for function in FUNCTIONS {
            let [first, last] = function.domain;
            let inner = function.ends.iter().copied().filter(|&end| end > first && end < last);
            let ends: Vec<f64> = [first].into_iter().chain(inner).chain([last]).collect();
            assert!(ends.is_sorted(), "{}", function.name);
            let mut seen = vec![false; ends.len()];
            for x in samples().filter(|&x| x >= first && x <= last && x.is_finite()) {
                let at = ends.windows(2).position(|piece| x <= piece[1]).expect("a piece");
                seen[at] = true;
                let ([low, high], value) = (hull(function, ends[at], ends[at + 1]), (function.double)(x));
                let slack = if value.is_finite() { 1e-15 * value.abs().max(1e-300) } else { 0.0 };
                assert!(
                    low - slack <= value && value <= high + slack,
                    "{}({x}) = {value}, not {low} to {high}",
                    function.name
                );
                assert!((function.range[0]..=function.range[1]).contains(&value), "{}({x}) = {value}", function.name);
            }
            assert!(seen.iter().filter(|&&seen| seen).count() * 2 > ends.len(), "{}: {seen:?}", function.name);
        }
    }

    #[test]
    fn arguments_with_exact_results_have_them_at_both_precisions() {
        for function in FUNCTIONS {
            for &exact in function.exact {
                let (double, single) = ((function.double)(exact), (function.single)(exact as f32));
                assert_eq!((double as f32).to_bits(), single.to_bits(), "{}({exact})", function.name);
            }
        }
    }
}
