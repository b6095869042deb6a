//! Rules of floating-point operations. They hold in every format and are proved in small ones.

use braid_entity::Entity;

use crate::float::{FloatOp, Format, Operation, Rounding};
use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;

fn operation(key: &Key) -> Operation {
    Operation::unpack(key.args[2])
}

/// match: (op k x), (op x y) with y older than x, of a sum or product
/// result: (op x k), (op y x)
pub(super) fn float_order(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let (a, b) = (key.arg(0), key.arg(1));
    let swapped = match (pool.is_const(a), pool.is_const(b)) {
        (true, false) => true,
        (false, false) => b < a,
        _ => false,
    };
    (swapped && operation(key).op.is_commutative()).then(|| pool.float_binary(operation(key), b, a))
}

/// match: (op (ite c k x) l), (op l (ite c k x)), (op (ite c k x)), and the same with x before k; k and l constants
/// result: (ite c (op k l) (op x l)), and likewise: as many operations as before
pub(super) fn float_ite(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let children = key.children();
    let choice = children.iter().position(|&child| pool.op(child) == Op::Ite)?;
    let Node::Ite(c, a, b) = pool.node(children[choice]) else { return None };
    let known = children.iter().enumerate().all(|(at, &child)| at == choice || pool.is_const(child));
    if !known || !(pool.is_const(a) || pool.is_const(b)) {
        return None;
    }
    let [first, second] = [a, b].map(|side| {
        let mut key = *key;
        key.args[choice] = side.as_u32();
        pool.make(key)
    });
    Some(pool.ite(c, first, second))
}

/// The bits of a constant operand.
fn constant(pool: &ExprPool, e: ExprId) -> Option<u128> {
    let value = pool.as_const(e).filter(|value| value.width() <= 128)?;
    let limb = |at: usize| u128::from(value.limbs().get(at).copied().unwrap_or(0));
    Some(limb(0) | limb(1) << 64)
}

/// match: (mul x 1), (div x 1)
/// result: x, with one NaN
pub(super) fn float_one(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Operation { op, format, .. } = operation(key);
    let is_one = constant(pool, key.arg(1)) == Some(format.one());
    (is_one && matches!(op, FloatOp::Mul | FloatOp::Div)).then(|| pool.float_one_nan(format, key.arg(0)))
}

/// match: (add x 0) of either sign
/// result: x, with one NaN; the zero of the other sign becomes the one that a sum of both is
pub(super) fn float_zero(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Operation { op, format, rounding, .. } = operation(key);
    let zero = constant(pool, key.arg(1)).filter(|bits| bits & (format.sign() - 1) == 0 && op == FloatOp::Add)?;
    let number = pool.float_one_nan(format, key.arg(0));
    let sum = if rounding == Rounding::Down { format.sign() } else { 0 };
    if zero != sum {
        return Some(number);
    }
    let [sum, other] = [sum, sum ^ format.sign()].map(|bits| pool.float_bits(format, bits));
    let is_other = pool.eq(key.arg(0), other);
    Some(pool.ite(is_other, sum, number))
}

/// Whether every number of a format is one of another.
fn holds_all(wide: Format, narrow: Format) -> bool {
    wide.exponent_bits() >= narrow.exponent_bits() && wide.precision() >= narrow.precision()
}

/// match: (convert g h (convert f g x)) where g has all numbers of f
/// result: (convert f h x)
pub(super) fn float_convert_twice(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let outer = operation(key);
    let Node::FloatUnary(inner, x) = pool.node(key.arg(0)) else { return None };
    let both = outer.op == FloatOp::Convert && inner.op == FloatOp::Convert;
    (both && holds_all(inner.format, inner.source))
        .then(|| pool.float_convert(inner.source, outer.format, outer.rounding, x))
}

/// match: (to-integer (from-integer x)) where every x is a number and fits
/// result: x, extended
pub(super) fn float_integer_back(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let outer = operation(key);
    let Node::FloatUnary(inner, x) = pool.node(key.arg(0)) else { return None };
    if !outer.op.is_to_integer() || !inner.op.is_from_integer() {
        return None;
    }
    let (from_signed, to_signed) = (inner.op == FloatOp::FromSigned, outer.op == FloatOp::ToSigned);
    let (own, width) = (pool.width(x), u32::from(key.width));
    let format = inner.format;
    let is_exact = own <= format.precision() && i64::from(own) <= i64::from(format.bias());
    let fits = match (from_signed, to_signed) {
        (true, true) | (false, false) => own <= width,
        (false, true) => own < width,
        (true, false) => false,
    };
    (is_exact && fits).then(|| if from_signed { pool.sext(x, width) } else { pool.zext(x, width) })
}

/// match: (from-signed (sext x)), (from-unsigned (zext x)), (from-signed (zext x))
/// result: (from-signed x), (from-unsigned x), (from-unsigned x)
pub(super) fn float_integer_narrow(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Operation { op, format, rounding, .. } = operation(key);
    match (op, pool.node(key.arg(0))) {
        (FloatOp::FromSigned, Node::Sext(x)) => Some(pool.float_from_int(format, rounding, x, true)),
        (FloatOp::FromSigned | FloatOp::FromUnsigned, Node::Zext(x)) => {
            Some(pool.float_from_int(format, rounding, x, false))
        }
        _ => None,
    }
}

/// A number that is an integer, and never the negative zero but where it is `negated`.
struct Whole {
    /// In two's complement, or without a sign.
    integer: ExprId,
    signed: bool,
    negated: bool,
}

/// Operands that are integers by their shape: conversions, negated or not, and constants.
fn whole(pool: &mut ExprPool, format: Format, e: ExprId) -> Option<Whole> {
    if let Some(bits) = constant(pool, e) {
        let operation = |op| Operation::new(op, format, Rounding::Zero);
        let (width, precision) = (format.width(), format.precision());
        let integer = operation(FloatOp::ToSigned).value(width, precision + 1, [bits, 0, 0]);
        let back = operation(FloatOp::FromSigned).value(precision + 1, width, [integer, 0, 0]);
        if back != bits {
            return None;
        }
        // In as few bits as it takes.
        let signed = bits & format.sign() != 0;
        let magnitude = if signed { integer.wrapping_neg() & (u128::MAX >> (127 - precision)) } else { integer };
        let bits = (128 - magnitude.leading_zeros()).max(1) + u32::from(signed);
        let integer = pool.bv_wide(bits, &[integer as u64, (integer >> 64) as u64]);
        return Some(Whole { integer, signed, negated: false });
    }
    let (e, negated) = match pool.node(e) {
        Node::Xor(inner, sign) if constant(pool, sign) == Some(format.sign()) => (inner, true),
        _ => (e, false),
    };
    let Node::FloatUnary(operation, integer) = pool.node(e) else { return None };
    (operation.op.is_from_integer() && operation.format == format).then(|| Whole {
        integer,
        signed: operation.op == FloatOp::FromSigned,
        negated,
    })
}

/// Whether every integer of this many bits is a number.
fn has_integers(format: Format, bits: u32) -> bool {
    bits <= format.precision() && i64::from(bits) <= i64::from(format.bias())
}

/// match: (add x y) of integers whose sum is a number, rounded other than down; at most one is negated
/// result: the number of their sum
pub(super) fn float_integer_sum(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Operation { op, format, rounding, .. } = operation(key);
    if op != FloatOp::Add || rounding == Rounding::Down {
        return None;
    }
    let (a, b) = (whole(pool, format, key.arg(0))?, whole(pool, format, key.arg(1))?);
    let bits = pool.width(a.integer).max(pool.width(b.integer)) + 2;
    if (a.negated && b.negated) || !has_integers(format, bits) {
        return None;
    }
    let [x, y] = [a, b].map(|side| {
        let wide = if side.signed { pool.sext(side.integer, bits) } else { pool.zext(side.integer, bits) };
        if side.negated { pool.neg(wide) } else { wide }
    });
    let sum = pool.add(x, y);
    Some(pool.float_from_int(format, rounding, sum, true))
}

/// match: (mul x y) of integers without a sign whose product is a number; or of one with a sign and a positive constant
/// result: the number of their product
pub(super) fn float_integer_product(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let Operation { op, format, rounding, .. } = operation(key);
    if op != FloatOp::Mul {
        return None;
    }
    let (a, b) = (whole(pool, format, key.arg(0))?, whole(pool, format, key.arg(1))?);
    let bits = pool.width(a.integer) + pool.width(b.integer);
    let is_positive = !b.signed && constant(pool, b.integer).is_some_and(|value| value > 0);
    let plain = !a.negated && !b.negated && !b.signed && (!a.signed || is_positive);
    if !plain || !has_integers(format, bits) {
        return None;
    }
    let x = if a.signed { pool.sext(a.integer, bits) } else { pool.zext(a.integer, bits) };
    let y = pool.zext(b.integer, bits);
    let product = pool.mul(x, y);
    Some(pool.float_from_int(format, rounding, product, a.signed))
}
