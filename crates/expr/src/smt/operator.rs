//! The operators of SMT-LIB's core, bit-vector and array theories: one table from names to meanings.

use super::float;
use crate::{ExprId, ExprPool, Op};

/// How an operator combines its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    /// `not`.
    Not,
    /// `=>`, to the right.
    Implies,
    /// `and`, `or`, `xor` on booleans, to the left; one argument is enough for the first two.
    Logic(Op),
    /// `=`: all arguments are equal.
    Equal,
    /// `distinct`: no two arguments are equal.
    Distinct,
    /// `ite`.
    Ite,
    /// A bit-vector operator of one argument.
    Unary(Unary),
    /// A bit-vector operator of the pool, to the left.
    Word(Op),
    /// A comparison, with the arguments swapped or not.
    Compare(Op, bool),
    /// Another operator of two bit-vectors of one width.
    Binary(Binary),
    /// `concat`, to the left.
    Concat,
    /// `select`.
    Select,
    /// `store`.
    Store,
    /// An operator of the theory of floating-point numbers.
    Float(float::Operator),
}

/// Bit-vector operators of one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    /// `bvnot`.
    Not,
    /// `bvneg`.
    Neg,
    /// `bvredor`: 1 if a bit is set.
    RedOr,
    /// `bvredand`: 1 if all bits are set.
    RedAnd,
    /// `bvnego`: whether negation overflows.
    NegOverflows,
}

/// Bit-vector operators that are made of several of the pool's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    /// `bvnand`.
    Nand,
    /// `bvnor`.
    Nor,
    /// `bvxnor`.
    Xnor,
    /// `bvsmod`: the remainder with the divisor's sign.
    Smod,
    /// `bvcomp`: equality as one bit.
    Comp,
    /// `bvuaddo` and the like: whether this operation leaves the range, by sign extension or zero extension.
    Overflows(Op, bool),
    /// `bvsdivo`: whether signed division overflows.
    SdivOverflows,
}

/// Operators with numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Indexed {
    /// `(_ extract high low)`.
    Extract,
    /// `(_ zero_extend n)`.
    ZeroExtend,
    /// `(_ sign_extend n)`.
    SignExtend,
    /// `(_ rotate_left n)`.
    RotateLeft,
    /// `(_ rotate_right n)`.
    RotateRight,
    /// `(_ repeat n)`.
    Repeat,
    /// `(_ to_fp exponent significand)`.
    ToFloat,
    /// `(_ to_fp_unsigned exponent significand)`.
    ToFloatUnsigned,
    /// `(_ fp.to_sbv n)`.
    ToSigned,
    /// `(_ fp.to_ubv n)`.
    ToUnsigned,
}

/// The operator of this name.
pub(super) fn operator(name: &str) -> Option<Operator> {
    use Operator::*;
    Some(match name {
        "not" => Not,
        "=>" => Implies,
        "and" => Logic(Op::And),
        "or" => Logic(Op::Or),
        "xor" => Logic(Op::Xor),
        "=" => Equal,
        "distinct" => Distinct,
        "ite" => Ite,
        "concat" => Concat,
        "select" => Select,
        "store" => Store,
        "bvnot" => Unary(self::Unary::Not),
        "bvneg" => Unary(self::Unary::Neg),
        "bvredor" => Unary(self::Unary::RedOr),
        "bvredand" => Unary(self::Unary::RedAnd),
        "bvnego" => Unary(self::Unary::NegOverflows),
        "bvand" => Word(Op::And),
        "bvor" => Word(Op::Or),
        "bvxor" => Word(Op::Xor),
        "bvadd" => Word(Op::Add),
        "bvsub" => Word(Op::Sub),
        "bvmul" => Word(Op::Mul),
        "bvudiv" => Word(Op::Udiv),
        "bvurem" => Word(Op::Urem),
        "bvsdiv" => Word(Op::Sdiv),
        "bvsrem" => Word(Op::Srem),
        "bvshl" => Word(Op::Shl),
        "bvlshr" => Word(Op::Lshr),
        "bvashr" => Word(Op::Ashr),
        "bvult" => Compare(Op::Ult, false),
        "bvule" => Compare(Op::Ule, false),
        "bvugt" => Compare(Op::Ult, true),
        "bvuge" => Compare(Op::Ule, true),
        "bvslt" => Compare(Op::Slt, false),
        "bvsle" => Compare(Op::Sle, false),
        "bvsgt" => Compare(Op::Slt, true),
        "bvsge" => Compare(Op::Sle, true),
        "bvnand" => Binary(self::Binary::Nand),
        "bvnor" => Binary(self::Binary::Nor),
        "bvxnor" => Binary(self::Binary::Xnor),
        "bvsmod" => Binary(self::Binary::Smod),
        "bvcomp" => Binary(self::Binary::Comp),
        "bvuaddo" => Binary(self::Binary::Overflows(Op::Add, false)),
        "bvsaddo" => Binary(self::Binary::Overflows(Op::Add, true)),
        "bvusubo" => Binary(self::Binary::Overflows(Op::Sub, false)),
        "bvssubo" => Binary(self::Binary::Overflows(Op::Sub, true)),
        "bvumulo" => Binary(self::Binary::Overflows(Op::Mul, false)),
        "bvsmulo" => Binary(self::Binary::Overflows(Op::Mul, true)),
        "bvsdivo" => Binary(self::Binary::SdivOverflows),
        _ => return float::operator(name).map(Float),
    })
}

/// The operator of `(_ name numbers)`, with how many numbers it takes.
pub(super) fn indexed(name: &str) -> Option<(Indexed, usize)> {
    Some(match name {
        "extract" => (Indexed::Extract, 2),
        "zero_extend" => (Indexed::ZeroExtend, 1),
        "sign_extend" => (Indexed::SignExtend, 1),
        "rotate_left" => (Indexed::RotateLeft, 1),
        "rotate_right" => (Indexed::RotateRight, 1),
        "repeat" => (Indexed::Repeat, 1),
        "to_fp" => (Indexed::ToFloat, 2),
        "to_fp_unsigned" => (Indexed::ToFloatUnsigned, 2),
        "fp.to_sbv" => (Indexed::ToSigned, 1),
        "fp.to_ubv" => (Indexed::ToUnsigned, 1),
        _ => return None,
    })
}

impl Unary {
    /// Whether the result is a boolean.
    pub(super) fn is_predicate(self) -> bool {
        self == Unary::NegOverflows
    }
    /// The term.
    pub(super) fn apply(self, pool: &mut ExprPool, a: ExprId) -> ExprId {
        let width = pool.width(a);
        match self {
            Unary::Not => pool.not(a),
            Unary::Neg => pool.neg(a),
            Unary::RedOr => {
                let zero = pool.zero(width);
                pool.ne(a, zero)
            }
            Unary::RedAnd => {
                let ones = pool.ones(width);
                pool.eq(a, ones)
            }
            Unary::NegOverflows => {
                let least = smallest(pool, width);
                pool.eq(a, least)
            }
        }
    }
}

impl Binary {
    /// Whether the result is a boolean.
    pub(super) fn is_predicate(self) -> bool {
        matches!(self, Binary::Overflows(..) | Binary::SdivOverflows)
    }
    /// The term.
    pub(super) fn apply(self, pool: &mut ExprPool, a: ExprId, b: ExprId) -> ExprId {
        match self {
            Binary::Nand => {
                let both = pool.and(a, b);
                pool.not(both)
            }
            Binary::Nor => {
                let one = pool.or(a, b);
                pool.not(one)
            }
            Binary::Xnor => {
                let differ = pool.xor(a, b);
                pool.not(differ)
            }
            Binary::Comp => pool.eq(a, b),
            Binary::Smod => smod(pool, a, b),
            Binary::Overflows(op, signed) => overflows(pool, op, signed, a, b),
            Binary::SdivOverflows => {
                let width = pool.width(a);
                let (least, minus_one) = (smallest(pool, width), pool.ones(width));
                let (dividend, divisor) = (pool.eq(a, least), pool.eq(b, minus_one));
                pool.and(dividend, divisor)
            }
        }
    }
}

/// The smallest signed number of this width.
fn smallest(pool: &mut ExprPool, width: u32) -> ExprId {
    let (ones, one) = (pool.ones(width), pool.one(width));
    let most = pool.lshr(ones, one);
    pool.not(most)
}

/// The signed remainder with the divisor's sign: `srem` moved by the divisor where the signs differ.
fn smod(pool: &mut ExprPool, a: ExprId, b: ExprId) -> ExprId {
    let width = pool.width(a);
    let zero = pool.zero(width);
    let rem = pool.srem(a, b);
    let exact = pool.eq(rem, zero);
    let (rem_negative, b_negative) = (pool.slt(rem, zero), pool.slt(b, zero));
    let same_sign = pool.eq(rem_negative, b_negative);
    let stays = pool.or(exact, same_sign);
    let moved = pool.add(rem, b);
    pool.ite(stays, rem, moved)
}

/// Whether `a op b` leaves the range: compares with the result at a width where it cannot.
fn overflows(pool: &mut ExprPool, op: Op, signed: bool, a: ExprId, b: ExprId) -> ExprId {
    let width = pool.width(a);
    let wide = if op == Op::Mul { 2 * width } else { width + 1 };
    let extend = |pool: &mut ExprPool, e| if signed { pool.sext(e, wide) } else { pool.zext(e, wide) };
    let (wide_a, wide_b) = (extend(pool, a), extend(pool, b));
    let exact = pool.binary(op, wide_a, wide_b);
    let cut = pool.trunc(exact, width);
    let back = extend(pool, cut);
    pool.ne(exact, back)
}
