//! Constructors of floating-point terms: nodes for what rounds, bit-vector operators for what moves or compares bits.

use braid_entity::Entity;

use crate::float::{FloatOp, Format, Operation, Rounding};
use crate::node::{ExprId, Key, Op};
use crate::pool::ExprPool;

/// How two numbers are compared. A NaN is in no relation with anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatOrder {
    /// Equal; both zeros are.
    Equal,
    /// Less.
    Less,
    /// Less or equal.
    LessOrEqual,
}

/// A kind of number, for [`ExprPool::float_is`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatClass {
    /// No number.
    Nan,
    /// Infinite.
    Infinite,
    /// Either zero.
    Zero,
    /// Neither of the others.
    Normal,
    /// Nearer to zero than any normal number, but not zero.
    Subnormal,
}

impl ExprPool {
    // Operations that round.

    /// The node of an operation with one operand; `width` is that of the result.
    pub fn float_unary(&mut self, operation: Operation, a: ExprId, width: u32) -> ExprId {
        assert_eq!(operation.op.arity(), 1, "{operation} has two operands");
        assert!(
            operation.op.is_from_integer() || self.width(a) == operation.source.width(),
            "{operation} at its format"
        );
        assert!(operation.op.is_to_integer() || width == operation.format.width(), "{operation} gives its format");
        assert!(self.width(a) <= 128 && width <= 128, "integers of {operation} have at most 128 bits");
        self.make(Key::new(Op::FloatUnary, width, [a.as_u32(), 0, operation.pack()]))
    }
    /// The node of an operation with two operands. The first of a fused operation is both factors, one above the other.
    pub fn float_binary(&mut self, operation: Operation, a: ExprId, b: ExprId) -> ExprId {
        let width = operation.format.width();
        let first = if operation.op == FloatOp::Fma { 2 * width } else { width };
        assert_eq!(operation.op.arity(), 2, "{operation} has one operand");
        assert!(self.width(a) == first && self.width(b) == width, "{operation} at its format");
        self.make(Key::new(Op::FloatBinary, width, [a.as_u32(), b.as_u32(), operation.pack()]))
    }
    /// `a op b` in one format.
    pub fn float(&mut self, op: FloatOp, format: Format, rounding: Rounding, a: ExprId, b: ExprId) -> ExprId {
        self.float_binary(Operation::new(op, format, rounding), a, b)
    }
    /// `a - b`.
    pub fn float_sub(&mut self, format: Format, rounding: Rounding, a: ExprId, b: ExprId) -> ExprId {
        let minus = self.float_neg(format, b);
        self.float(FloatOp::Add, format, rounding, a, minus)
    }
    /// `a · b + c`, rounded once.
    pub fn float_fma(&mut self, format: Format, rounding: Rounding, [a, b, c]: [ExprId; 3]) -> ExprId {
        let factors = self.concat(a, b);
        self.float(FloatOp::Fma, format, rounding, factors, c)
    }
    /// The square root.
    pub fn float_sqrt(&mut self, format: Format, rounding: Rounding, a: ExprId) -> ExprId {
        self.float_unary(Operation::new(FloatOp::Sqrt, format, rounding), a, format.width())
    }
    /// The nearest integer as a number.
    pub fn float_round(&mut self, format: Format, rounding: Rounding, a: ExprId) -> ExprId {
        self.float_unary(Operation::new(FloatOp::Round, format, rounding), a, format.width())
    }
    /// The number in another format.
    pub fn float_convert(&mut self, from: Format, to: Format, rounding: Rounding, a: ExprId) -> ExprId {
        if from == to {
            return self.float_one_nan(from, a);
        }
        self.float_unary(Operation::convert(from, to, rounding), a, to.width())
    }
    /// The number of an integer of at most 128 bits.
    pub fn float_from_int(&mut self, format: Format, rounding: Rounding, a: ExprId, signed: bool) -> ExprId {
        let op = if signed { FloatOp::FromSigned } else { FloatOp::FromUnsigned };
        self.float_unary(Operation::new(op, format, rounding), a, format.width())
    }
    /// The integer of a number; the nearest of at most 128 bits that there is, and 0 for a NaN.
    pub fn float_to_int(&mut self, format: Format, rounding: Rounding, a: ExprId, width: u32, signed: bool) -> ExprId {
        let op = if signed { FloatOp::ToSigned } else { FloatOp::ToUnsigned };
        self.float_unary(Operation::new(op, format, rounding), a, width)
    }

    // Bits.

    /// The number with these bits.
    pub fn float_bits(&mut self, format: Format, bits: u128) -> ExprId {
        self.bv_wide(format.width(), &[bits as u64, (bits >> 64) as u64])
    }
    /// The number with the other sign.
    pub fn float_neg(&mut self, format: Format, a: ExprId) -> ExprId {
        let sign = self.float_bits(format, format.sign());
        self.xor(a, sign)
    }
    /// The number without its sign.
    pub fn float_abs(&mut self, format: Format, a: ExprId) -> ExprId {
        let rest = self.float_bits(format, format.sign() - 1);
        self.and(a, rest)
    }
    /// The sign alone.
    pub fn float_sign(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        self.extract(a, width - 1, 1)
    }
    /// The number, with the one NaN for all.
    pub fn float_one_nan(&mut self, format: Format, a: ExprId) -> ExprId {
        if self.gives_one_nan(a) {
            return a;
        }
        let (is_nan, nan) = (self.float_is(format, FloatClass::Nan, a), self.float_bits(format, format.nan()));
        self.ite(is_nan, nan, a)
    }
    /// Whether a term is the result of an operation on numbers, of which there is one NaN.
    fn gives_one_nan(&self, a: ExprId) -> bool {
        let key = self.stored(a).key();
        matches!(key.op, Op::FloatUnary | Op::FloatBinary) && !Operation::unpack(key.args[2]).op.is_to_integer()
    }
    /// Whether a number is of a class.
    pub fn float_is(&mut self, format: Format, class: FloatClass, a: ExprId) -> ExprId {
        let magnitude = self.float_abs(format, a);
        let infinity = self.float_bits(format, format.infinity());
        let zero = self.zero(format.width());
        let least = self.float_bits(format, 1 << format.fraction_bits());
        let between = |pool: &mut ExprPool, from: ExprId, below: ExprId| {
            let (above, below) = (pool.ule(from, magnitude), pool.ult(magnitude, below));
            pool.and(above, below)
        };
        match class {
            FloatClass::Nan => self.ult(infinity, magnitude),
            FloatClass::Infinite => self.eq(magnitude, infinity),
            FloatClass::Zero => self.eq(magnitude, zero),
            FloatClass::Normal => between(self, least, infinity),
            FloatClass::Subnormal => {
                let one = self.one(format.width());
                between(self, one, least)
            }
        }
    }
    /// An integer of the same width that is less, signed, where a number is less; both zeros are 0.
    fn float_ordinal(&mut self, format: Format, a: ExprId) -> ExprId {
        let (magnitude, negative) = (self.float_abs(format, a), self.float_sign(a));
        let below = self.neg(magnitude);
        self.ite(negative, below, magnitude)
    }
    /// Whether two numbers are in a relation.
    pub fn float_compare(&mut self, format: Format, order: FloatOrder, a: ExprId, b: ExprId) -> ExprId {
        let nan_a = self.float_is(format, FloatClass::Nan, a);
        let nan_b = self.float_is(format, FloatClass::Nan, b);
        let (x, y) = (self.float_ordinal(format, a), self.float_ordinal(format, b));
        let holds = match order {
            FloatOrder::Equal => self.eq(x, y),
            FloatOrder::Less => self.slt(x, y),
            FloatOrder::LessOrEqual => self.sle(x, y),
        };
        let unordered = self.or(nan_a, nan_b);
        let ordered = self.not(unordered);
        self.and(ordered, holds)
    }
    /// The smaller of two numbers, or the larger; the number if the other is a NaN, and the first of two zeros.
    pub fn float_pick(&mut self, format: Format, larger: bool, a: ExprId, b: ExprId) -> ExprId {
        let (low, high) = if larger { (a, b) } else { (b, a) };
        let beaten = self.float_compare(format, FloatOrder::Less, low, high);
        let nan_a = self.float_is(format, FloatClass::Nan, a);
        let second = self.or(beaten, nan_a);
        self.ite(second, b, a)
    }
}
