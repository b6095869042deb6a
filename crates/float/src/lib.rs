//! Floating point on bit patterns, in every IEEE-like format of LLVM, by `rustc_apfloat`.
//!
//! The pair of doubles of PowerPC is not among them. Results round to nearest, ties to even, as the default environment
//! of C does.

use core::cmp::Ordering;

use braid_ir::FloatKind;
use braid_ir::inst::{BinaryOp, FloatPredicate};
pub use rustc_apfloat::Round;
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Status};

/// What is not done at a floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unsupported(pub &'static str);

impl core::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} at this floating-point format", self.0)
    }
}

impl core::error::Error for Unsupported {}

/// Runs `$body` with `$float` standing for the type of `$kind`.
macro_rules! at_kind {
    ($kind:expr, $float:ident => $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $float = Half;
                Ok($body)
            }
            FloatKind::BFloat => {
                type $float = BFloat;
                Ok($body)
            }
            FloatKind::Single => {
                type $float = Single;
                Ok($body)
            }
            FloatKind::Double => {
                type $float = Double;
                Ok($body)
            }
            FloatKind::X86Extended => {
                type $float = X87DoubleExtended;
                Ok($body)
            }
            FloatKind::Quad => {
                type $float = Quad;
                Ok($body)
            }
            FloatKind::PpcPair => Err(Unsupported("arithmetic")),
        }
    };
}

/// Arithmetic on two numbers.
pub fn binary(kind: FloatKind, op: BinaryOp, a: u128, b: u128) -> Result<u128, Unsupported> {
    at_kind!(kind, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            BinaryOp::FAdd => a + b,
            BinaryOp::FSub => a - b,
            BinaryOp::FMul => a * b,
            BinaryOp::FDiv => a / b,
            BinaryOp::FRem => a.c_fmod(b),
            _ => return Err(Unsupported(op.name())),
        };
        result.value.to_bits()
    })
}

/// Functions of two numbers that are one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The smaller; a number rather than a NaN.
    MinNum,
    /// The larger; a number rather than a NaN.
    MaxNum,
    /// The smaller, and the negative zero is smaller; a number rather than a NaN.
    MinimumNum,
    /// The larger, and the positive zero is larger; a number rather than a NaN.
    MaximumNum,
    /// The smaller; a NaN if there is one.
    Minimum,
    /// The larger; a NaN if there is one.
    Maximum,
    /// The first with the sign of the second.
    CopySign,
}

/// One of two numbers.
pub fn pick(kind: FloatKind, which: Pick, a: u128, b: u128) -> Result<u128, Unsupported> {
    at_kind!(kind, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        match which {
            Pick::MinNum => a.min(b),
            Pick::MaxNum => a.max(b),
            Pick::MinimumNum => if a.is_nan() || b.is_nan() { a.min(b) } else { a.minimum(b) },
            Pick::MaximumNum => if a.is_nan() || b.is_nan() { a.max(b) } else { a.maximum(b) },
            Pick::Minimum => a.minimum(b),
            Pick::Maximum => a.maximum(b),
            Pick::CopySign => a.copy_sign(b),
        }.to_bits()
    })
}

/// `a * b + c`, rounded once.
pub fn fused(kind: FloatKind, a: u128, b: u128, c: u128) -> Result<u128, Unsupported> {
    at_kind!(kind, F => F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits())
}

/// `a * 2^exponent`.
pub fn scale(kind: FloatKind, a: u128, exponent: i32) -> Result<u128, Unsupported> {
    at_kind!(kind, F => F::from_bits(a).scalbn(exponent).to_bits())
}

/// A number as a fraction of magnitude in [1/2, 1) and an exponent of two; what is 0, infinite or no number keeps itself and 0.
pub fn split(kind: FloatKind, a: u128) -> Result<(u128, i32), Unsupported> {
    at_kind!(kind, F => {
        let number = F::from_bits(a);
        let mut exponent = 0;
        if number.is_finite_non_zero() {
            (number.frexp(&mut exponent).to_bits(), exponent)
        } else {
            (a, 0)
        }
    })
}

/// The nearest whole number in a direction.
pub fn round(kind: FloatKind, direction: Round, a: u128) -> Result<u128, Unsupported> {
    at_kind!(kind, F => F::from_bits(a).round_to_integral(direction).value.to_bits())
}

/// How two numbers compare; none if one is a NaN.
pub fn order(kind: FloatKind, a: u128, b: u128) -> Result<Option<Ordering>, Unsupported> {
    at_kind!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b)))
}

/// Whether a predicate holds for an order.
pub fn holds(pred: FloatPredicate, order: Option<Ordering>) -> bool {
    let (less, equal, greater) =
        (order == Some(Ordering::Less), order == Some(Ordering::Equal), order == Some(Ordering::Greater));
    let unordered = order.is_none();
    match pred {
        FloatPredicate::False => false,
        FloatPredicate::Oeq => equal,
        FloatPredicate::Ogt => greater,
        FloatPredicate::Oge => greater || equal,
        FloatPredicate::Olt => less,
        FloatPredicate::Ole => less || equal,
        FloatPredicate::One => less || greater,
        FloatPredicate::Ord => !unordered,
        FloatPredicate::Uno => unordered,
        FloatPredicate::Ueq => unordered || equal,
        FloatPredicate::Ugt => unordered || greater,
        FloatPredicate::Uge => unordered || greater || equal,
        FloatPredicate::Ult => unordered || less,
        FloatPredicate::Ule => unordered || less || equal,
        FloatPredicate::Une => unordered || less || greater,
        FloatPredicate::True => true,
    }
}

/// A number in another format, rounded.
pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> Result<u128, Unsupported> {
    fn to_kind<T>(to: FloatKind, a: T) -> Result<u128, Unsupported>
    where
        T: FloatConvert<Half> + FloatConvert<BFloat> + FloatConvert<Single> + FloatConvert<Double>,
        T: FloatConvert<X87DoubleExtended> + FloatConvert<Quad>,
    {
        at_kind!(to, F => {
            let converted: F = a.convert(&mut false).value;
            converted.to_bits()
        })
    }
    at_kind!(from, F => to_kind(to, F::from_bits(a))?)
}

/// An integer as a number, rounded.
pub fn from_int(kind: FloatKind, magnitude: u128, negative: bool) -> Result<u128, Unsupported> {
    at_kind!(kind, F => {
        let value = F::from_u128(magnitude).value;
        if negative { -value } else { value }.to_bits()
    })
}

/// A number as an integer of `width` bits, towards zero; whether it fitted. What does not fit becomes the nearest
/// integer that does, and a NaN zero.
pub fn to_int(kind: FloatKind, a: u128, width: u32, signed: bool) -> Result<(u128, bool), Unsupported> {
    at_kind!(kind, F => {
        let value = F::from_bits(a);
        let (bits, status) = if signed {
            let result = value.to_i128(width as usize);
            (result.value as u128, result.status)
        } else {
            let result = value.to_u128(width as usize);
            (result.value, result.status)
        };
        (bits, !status.contains(Status::INVALID_OP))
    })
}

/// Whether a number is a NaN, infinite, negative.
pub fn classify(kind: FloatKind, a: u128) -> Result<Class, Unsupported> {
    at_kind!(kind, F => {
        let value = F::from_bits(a);
        Class {
            negative: value.is_negative(),
            kind: if value.is_nan() {
                if value.is_signaling() { ClassKind::SignalingNan } else { ClassKind::QuietNan }
            } else if value.is_infinite() {
                ClassKind::Infinite
            } else if value.is_zero() {
                ClassKind::Zero
            } else if value.is_denormal() {
                ClassKind::Subnormal
            } else {
                ClassKind::Normal
            },
        }
    })
}

/// The class of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// Its sign.
    pub negative: bool,
    /// The rest.
    pub kind: ClassKind,
}

/// The class of a number without its sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    /// A NaN that raises an exception.
    SignalingNan,
    /// Any other NaN.
    QuietNan,
    /// Infinite.
    Infinite,
    /// Neither of the others.
    Normal,
    /// Closer to zero than any normal number.
    Subnormal,
    /// Zero.
    Zero,
}

impl Class {
    /// Whether it is in the set of `llvm.is.fpclass`.
    pub fn is_in(self, mask: u32) -> bool {
        let bit = match (self.kind, self.negative) {
            (ClassKind::SignalingNan, _) => 0,
            (ClassKind::QuietNan, _) => 1,
            (ClassKind::Infinite, true) => 2,
            (ClassKind::Normal, true) => 3,
            (ClassKind::Subnormal, true) => 4,
            (ClassKind::Zero, true) => 5,
            (ClassKind::Zero, false) => 6,
            (ClassKind::Subnormal, false) => 7,
            (ClassKind::Normal, false) => 8,
            (ClassKind::Infinite, false) => 9,
        };
        mask >> bit & 1 == 1
    }
}

/// A function of the machine's mathematical library, at double or single precision.
pub fn library(
    kind: FloatKind,
    a: u128,
    name: &'static str,
    double: fn(f64) -> f64,
    single: fn(f32) -> f32,
) -> Result<u128, Unsupported> {
    match kind {
        FloatKind::Double => Ok(u128::from(double(f64::from_bits(a as u64)).to_bits())),
        FloatKind::Single => Ok(u128::from(single(f32::from_bits(a as u32)).to_bits())),
        _ => Err(Unsupported(name)),
    }
}

/// The significand and exponent of a finite number: its value is `significand * 2^exponent`.
pub fn decompose(kind: FloatKind, a: u128) -> Option<(u128, i32)> {
    let (exponent_bits, fraction_bits, explicit) = match kind {
        FloatKind::Half => (5, 10, false),
        FloatKind::BFloat => (8, 7, false),
        FloatKind::Single => (8, 23, false),
        FloatKind::Double => (11, 52, false),
        FloatKind::X86Extended => (15, 64, true),
        FloatKind::Quad => (15, 112, false),
        FloatKind::PpcPair => return None,
    };
    let bias = (1i32 << (exponent_bits - 1)) - 1;
    let fraction = a & ((1u128 << fraction_bits) - 1);
    let exponent = (a >> fraction_bits & ((1 << exponent_bits) - 1)) as i32;
    let point = if explicit { fraction_bits - 1 } else { fraction_bits };
    let significand = if exponent == 0 || explicit { fraction } else { fraction | 1 << fraction_bits };
    Some((significand, exponent.max(1) - bias - point))
}
