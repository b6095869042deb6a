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
