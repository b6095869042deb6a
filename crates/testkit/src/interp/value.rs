//! Values of the interpreter: bit patterns with a mask of the bits that nobody has written, and tuples of them.
//!
//! An uninitialised byte may be copied, masked and stored again; only a decision that depends on it is a fault of the
//! program. So every scalar carries the set of its undefined bits, and operations pass them on as exactly as the idioms
//! of compilers need (bit-fields, padding, structs passed in registers). Poison is treated as undefined bits.
//!
//! A value that comes straight from a place to which nothing was ever written is *fresh*: reading it is what a checker may
//! report. Once read it is merely undefined, so that what is passed on (the payload of a Rust `None`, say) is reported
//! where it was read first and not at every copy.

use std::rc::Rc;

use super::bits::Bits;

/// A number, a pointer or a float, by its bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    /// The bits; those that are undefined are zero.
    pub(super) bits: Bits,
    /// The undefined bits; none if all are defined, the usual case.
    undef: Option<Box<Undef>>,
}

/// What is not defined of a scalar.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Undef {
    /// The undefined bits, at least one.
    bits: Bits,
    /// Whether it comes straight from a place that was never written.
    fresh: bool,
}

impl Scalar {
    /// A defined value.
    pub(super) fn new(bits: Bits) -> Scalar {
        Scalar { bits, undef: None }
    }
    /// A defined value of `width` bits.
    pub(super) fn int(width: u32, value: u128) -> Scalar {
        Scalar::new(Bits::new(width, value))
    }
    /// A truth value.
    pub(super) fn bool(value: bool) -> Scalar {
        Scalar::int(1, u128::from(value))
    }
    /// A value of which no bit is defined.
    pub(super) fn undef(width: u32) -> Scalar {
        Scalar::with_undef(Bits::zero(width), Bits::ones(width))
    }
    /// A value of which the bits in `undef` are undefined.
    pub(super) fn with_undef(bits: Bits, undef: Bits) -> Scalar {
        if undef.is_zero() {
            return Scalar::new(bits);
        }
        Scalar { bits: bits.and(&undef.not()), undef: Some(Box::new(Undef { bits: undef, fresh: false })) }
    }
    /// What stands in a place that was never written.
    pub(super) fn fresh(width: u32) -> Scalar {
        Scalar::undef(width).made_fresh()
    }
    /// The same, marked as fresh if anything of it is undefined.
    #[must_use]
    pub(super) fn made_fresh(mut self) -> Scalar {
        if let Some(undef) = &mut self.undef {
            undef.fresh = true;
        }
        self
    }
    /// Whether it comes straight from a place that was never written.
    pub(super) fn is_fresh(&self) -> bool {
        self.undef.as_ref().is_some_and(|undef| undef.fresh)
    }
    /// How many bits it has.
    pub(super) fn width(&self) -> u32 {
        self.bits.width()
    }
    /// Whether every bit is defined.
    pub(super) fn is_defined(&self) -> bool {
        self.undef.is_none()
    }
    /// The undefined bits.
    pub(super) fn undef_bits(&self) -> Bits {
        self.undef.as_ref().map_or_else(|| Bits::zero(self.width()), |undef| undef.bits.clone())
    }
    /// The bits, if all of them are defined.
    pub(super) fn defined(&self) -> Option<&Bits> {
        self.undef.is_none().then_some(&self.bits)
    }
    /// The same value with zeros for the bits that are undefined.
    #[must_use]
    pub(super) fn frozen(&self) -> Scalar {
        Scalar::new(self.bits.clone())
    }
    /// `f` of the bits, and of the undefined bits: for operations that move bits without mixing them.
    #[must_use]
    pub(super) fn map(&self, f: impl Fn(&Bits) -> Bits) -> Scalar {
        match &self.undef {
            None => Scalar::new(f(&self.bits)),
            Some(undef) => {
                let moved = Scalar::with_undef(f(&self.bits), f(&undef.bits));
                if undef.fresh { moved.made_fresh() } else { moved }
            }
        }
    }
    /// `self` above `low`.
    #[must_use]
    pub(super) fn concat(&self, low: &Scalar) -> Scalar {
        let bits = self.bits.concat(&low.bits);
        if self.is_defined() && low.is_defined() {
            return Scalar::new(bits);
        }
        let joined = Scalar::with_undef(bits, self.undef_bits().concat(&low.undef_bits()));
        if self.is_fresh() && low.is_fresh() { joined.made_fresh() } else { joined }
    }
}

/// What a register holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// An integer, pointer or float.
    Scalar(Scalar),
    /// The lanes of a vector, or the parts of a struct or array.
    Many(Rc<[Value]>),
}

impl Value {
    /// A defined integer.
    pub(super) fn int(width: u32, value: u128) -> Value {
        Value::Scalar(Scalar::int(width, value))
    }
    /// A pointer.
    pub(super) fn ptr(address: u64) -> Value {
        Value::int(64, u128::from(address))
    }
    /// A truth value.
    pub(super) fn bool(value: bool) -> Value {
        Value::Scalar(Scalar::bool(value))
    }
    /// The scalar, unless it is a tuple.
    pub(super) fn scalar(&self) -> Option<&Scalar> {
        match self {
            Value::Scalar(scalar) => Some(scalar),
            Value::Many(_) => None,
        }
    }
    /// The parts, unless it is a scalar.
    pub(super) fn parts(&self) -> Option<&[Value]> {
        match self {
            Value::Scalar(_) => None,
            Value::Many(parts) => Some(parts),
        }
    }
    /// Whether a part of it comes straight from a place that was never written.
    pub(super) fn has_fresh(&self) -> bool {
        match self {
            Value::Scalar(scalar) => scalar.is_fresh(),
            Value::Many(parts) => parts.iter().any(Value::has_fresh),
        }
    }
    /// The same value after it was read: no part of it is fresh.
    #[must_use]
    pub(super) fn settled(&self) -> Value {
        match self {
            Value::Scalar(scalar) => Value::Scalar(Scalar::with_undef(scalar.bits.clone(), scalar.undef_bits())),
            Value::Many(parts) => Value::Many(parts.iter().map(Value::settled).collect()),
        }
    }
    /// The same value with zeros for everything undefined.
    #[must_use]
    pub(super) fn frozen(&self) -> Value {
        match self {
            Value::Scalar(scalar) => Value::Scalar(scalar.frozen()),
            Value::Many(parts) => Value::Many(parts.iter().map(Value::frozen).collect()),
        }
    }
    /// The part at `path`, if there is one.
    pub(super) fn at(&self, path: &[u32]) -> Option<&Value> {
        path.iter().try_fold(self, |value, index| value.parts()?.get(*index as usize))
    }
    /// With the part at `path` replaced, if there is one.
    pub(super) fn replaced(&self, path: &[u32], new: &Value) -> Option<Value> {
        let Some((first, rest)) = path.split_first() else { return Some(new.clone()) };
        let mut parts = self.parts()?.to_vec();
        let part = parts.get_mut(*first as usize)?;
        *part = part.replaced(rest, new)?;
        Some(Value::Many(parts.into()))
    }
}
