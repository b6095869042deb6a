//! Values of the interpreter: bit patterns with a mask of the bits that nobody has written, and tuples of them.
//!
//! An uninitialised byte may be copied, masked and stored again; only a decision that depends on it is a fault of the
//! program. So every scalar carries the set of its undefined bits, and operations pass them on as exactly as the idioms
//! of compilers need (bit-fields, padding, structs passed in registers). Poison is treated as undefined bits.

use std::rc::Rc;

use super::bits::Bits;

/// A number, a pointer or a float, by its bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    /// The bits; those that are undefined are zero.
    pub(super) bits: Bits,
    /// The undefined bits; none if all are defined, the usual case.
    undef: Option<Box<Bits>>,
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
        Scalar { bits: bits.and(&undef.not()), undef: Some(Box::new(undef)) }
    }
    /// How many bits it has.
    pub(super) fn width(&self) -> u32 {
        self.bits.width()
    }
    /// Whether every bit is defined.
    pub(super) fn is_defined(&self) -> bool {
        self.undef.is_none()
    }
    /// Whether no bit is defined.
    pub(super) fn is_undefined(&self) -> bool {
        self.undef.as_ref().is_some_and(|undef| **undef == Bits::ones(self.width()))
    }
    /// The undefined bits.
    pub(super) fn undef_bits(&self) -> Bits {
        self.undef.as_ref().map_or_else(|| Bits::zero(self.width()), |undef| (**undef).clone())
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
            Some(undef) => Scalar::with_undef(f(&self.bits), f(undef)),
        }
    }
    /// `self` above `low`.
    #[must_use]
    pub(super) fn concat(&self, low: &Scalar) -> Scalar {
        let bits = self.bits.concat(&low.bits);
        if self.is_defined() && low.is_defined() {
            return Scalar::new(bits);
        }
        Scalar::with_undef(bits, self.undef_bits().concat(&low.undef_bits()))
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
    /// Whether nothing in it is defined; false for the empty tuple.
    pub(super) fn is_undefined(&self) -> bool {
        match self {
            Value::Scalar(scalar) => scalar.is_undefined(),
            Value::Many(parts) => !parts.is_empty() && parts.iter().all(Value::is_undefined),
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
