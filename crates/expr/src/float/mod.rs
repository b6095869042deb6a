//! Floating-point operations: which there are, at which format, rounded how.
//!
//! A number is a bit-vector of its IEEE encoding, so that memory, choices and comparisons need nothing new. What only moves or compares
//! bits is built of bit-vector operators ([`terms`]); what rounds is a node with an [`Operation`]. A result that is no number is
//! one NaN, [`Format::nan`]; which NaN a program would see is not a matter of terms.

pub(crate) mod exact;
#[cfg(test)]
mod hardware;
mod native;
#[cfg(test)]
mod order;
pub(crate) mod terms;
#[cfg(test)]
mod tests;

use core::fmt;

/// A binary format of IEEE 754: sign, exponent, significand without its leading bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Format {
    exponent: u8,
    significand: u8,
}

impl Format {
    /// IEEE's binary16.
    pub const HALF: Format = Format { exponent: 5, significand: 11 };
    /// The upper half of a binary32.
    pub const BFLOAT: Format = Format { exponent: 8, significand: 8 };
    /// IEEE's binary32.
    pub const SINGLE: Format = Format { exponent: 8, significand: 24 };
    /// IEEE's binary64.
    pub const DOUBLE: Format = Format { exponent: 11, significand: 53 };
    /// The numbers of the x87, whose own encoding writes the leading bit.
    pub const EXTENDED: Format = Format { exponent: 15, significand: 64 };
    /// IEEE's binary128.
    pub const QUAD: Format = Format { exponent: 15, significand: 113 };

    /// The format with these widths, the leading bit counted; none if it is too narrow or too wide for terms.
    pub fn new(exponent: u32, significand: u32) -> Option<Format> {
        let fits = (2..=15).contains(&exponent) && (2..=126).contains(&significand) && exponent + significand <= 128;
        fits.then_some(Format { exponent: exponent as u8, significand: significand as u8 })
    }
    /// Bits of the exponent.
    #[inline]
    pub const fn exponent_bits(self) -> u32 {
        self.exponent as u32
    }
    /// Bits of the significand, the leading one counted.
    #[inline]
    pub const fn precision(self) -> u32 {
        self.significand as u32
    }
    /// Bits of the whole.
    #[inline]
    pub const fn width(self) -> u32 {
        self.exponent as u32 + self.significand as u32
    }
    /// Bits of the significand that are written.
    #[inline]
    pub const fn fraction_bits(self) -> u32 {
        self.significand as u32 - 1
    }
    /// What is added to an exponent where it is written; also the largest exponent.
    #[inline]
    pub const fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }
    /// The bits of the positive infinity.
    pub const fn infinity(self) -> u128 {
        ((1 << self.exponent) - 1) << self.fraction_bits()
    }
    /// The bits of the one NaN.
    pub const fn nan(self) -> u128 {
        self.infinity() | 1 << (self.fraction_bits() - 1)
    }
    /// The bits of the largest finite number.
    pub const fn largest(self) -> u128 {
        self.infinity() - 1
    }
    /// The bit of the sign.
    pub const fn sign(self) -> u128 {
        1 << (self.width() - 1)
    }
    /// The bits of the number 1.
    pub const fn one(self) -> u128 {
        (self.bias() as u128) << self.fraction_bits()
    }
    fn pack(self) -> u32 {
        u32::from(self.exponent) << 7 | u32::from(self.significand)
    }
    fn unpack(code: u32) -> Format {
        Format { exponent: (code >> 7 & 15) as u8, significand: (code & 127) as u8 }
    }
}

/// Declares an enum with its members in one table: name in code, name in SMT-LIB.
macro_rules! named {
    ($(#[$meta:meta])* $type:ident { $($(#[$row:meta])* $name:ident $text:literal $long:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $type { $($(#[$row])* $name),* }

        impl $type {
            /// Every member, in the order of the table.
            pub const ALL: &'static [$type] = &[$($type::$name),*];
            /// The name in SMT-LIB, or one in its manner.
            pub const fn name(self) -> &'static str {
                match self { $($type::$name => $text),* }
            }
            /// The long name, where there is one.
            pub const fn long_name(self) -> &'static str {
                match self { $($type::$name => $long),* }
            }
        }
    };
}

named! {
    /// Which way a result is rounded.
    Rounding {
        /// To the nearest number, of two the even one.
        NearestEven "RNE" "roundNearestTiesToEven";
        /// To the nearest number, of two the one further from zero.
        NearestAway "RNA" "roundNearestTiesToAway";
        /// Up.
        Up "RTP" "roundTowardPositive";
        /// Down.
        Down "RTN" "roundTowardNegative";
        /// Towards zero.
        Zero "RTZ" "roundTowardZero";
    }
}

named! {
    /// What an operation does.
    FloatOp {
        /// The sum.
        Add "fp.add" "";
        /// The product.
        Mul "fp.mul" "";
        /// The quotient.
        Div "fp.div" "";
        /// The product of the two halves of the first operand, plus the second.
        Fma "fp.fma" "";
        /// The square root.
        Sqrt "fp.sqrt" "";
        /// The remainder by the quotient rounded to the nearest integer.
        Remainder "fp.rem" "";
        /// The remainder by the quotient rounded to zero.
        Fmod "fp.fmod" "";
        /// The nearest integer, as a number.
        Round "fp.roundToIntegral" "";
        /// The number in another format.
        Convert "to_fp" "";
        /// The number of a signed integer.
        FromSigned "to_fp" "";
        /// The number of an unsigned integer.
        FromUnsigned "to_fp_unsigned" "";
        /// The signed integer; the nearest that there is, and 0 for a NaN.
        ToSigned "fp.to_sbv" "";
        /// The unsigned integer; the nearest that there is, and 0 for a NaN.
        ToUnsigned "fp.to_ubv" "";
    }
}

impl FloatOp {
    /// How many children a node has.
    pub const fn arity(self) -> usize {
        match self {
            FloatOp::Add | FloatOp::Mul | FloatOp::Div | FloatOp::Fma | FloatOp::Remainder | FloatOp::Fmod => 2,
            _ => 1,
        }
    }
    /// Whether the children may change places.
    pub const fn is_commutative(self) -> bool {
        matches!(self, FloatOp::Add | FloatOp::Mul)
    }
    /// Whether the result is an integer.
    pub const fn is_to_integer(self) -> bool {
        matches!(self, FloatOp::ToSigned | FloatOp::ToUnsigned)
    }
    /// Whether the operand is an integer.
    pub const fn is_from_integer(self) -> bool {
        matches!(self, FloatOp::FromSigned | FloatOp::FromUnsigned)
    }
}

/// An operation at a format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// What is done.
    pub op: FloatOp,
    /// The format of the result; of the operand where the result is an integer.
    pub format: Format,
    /// How the result is rounded.
    pub rounding: Rounding,
    /// The format of the operand of a conversion between formats; else the format.
    pub source: Format,
}

impl Operation {
    /// An operation in one format.
    pub fn new(op: FloatOp, format: Format, rounding: Rounding) -> Operation {
        Operation { op, format, rounding, source: format }
    }
    /// A conversion between formats.
    pub fn convert(source: Format, format: Format, rounding: Rounding) -> Operation {
        Operation { op: FloatOp::Convert, format, rounding, source }
    }
    /// All of it in 29 bits.
    pub(crate) fn pack(self) -> u32 {
        (self.op as u32) << 25 | (self.rounding as u32) << 22 | self.format.pack() << 11 | self.source.pack()
    }
    pub(crate) fn unpack(code: u32) -> Operation {
        Operation {
            op: FloatOp::ALL[(code >> 25) as usize],
            rounding: Rounding::ALL[(code >> 22 & 7) as usize],
            format: Format::unpack(code >> 11),
            source: Format::unpack(code),
        }
    }
    /// The value for operands that are known: bits of numbers or integers, the integers `operand_width` bits wide. Of a fused
    /// operation there are three; of others those that are missing are ignored.
    pub fn value(self, operand_width: u32, result_width: u32, operands: [u128; 3]) -> u128 {
        native::value(self, operand_width, result_width, operands)
            .unwrap_or_else(|| exact::value(self, operand_width, result_width, operands))
    }
}

/// Operation, rounding, format: `fp.add RNE 11 53`; before the format that of the operand, if it is another.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |format: Format| format!("{} {}", format.exponent_bits(), format.precision());
        write!(f, "{} {}", self.op.name(), self.rounding.name())?;
        if self.op == FloatOp::Convert {
            write!(f, " {}", of(self.source))?;
        }
        write!(f, " {}", of(self.format))?;
        if self.op == FloatOp::FromSigned { write!(f, " signed") } else { Ok(()) }
    }
}
