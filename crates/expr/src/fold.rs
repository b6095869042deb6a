//! Constant folding: a node whose children are constants is a constant.

use crate::array::ArrayKind;
use crate::float::{FloatOp, Operation};
use crate::node::{ExprId, Key, Node, Op};
use crate::pool::ExprPool;
use crate::value::{Value, sign_extend, word};

/// The constant that the node of `key` is, if its children are constants.
pub(crate) fn fold(pool: &mut ExprPool, key: &Key) -> Option<ExprId> {
    let children = key.children();
    match key.node() {
        Node::Read(updates, index) => return fold_read(pool, updates.node(), index),
        Node::Forall(..) | Node::Store(..) => return None,
        _ => {}
    }
    if children.is_empty() || !children.iter().all(|&child| pool.is_const(child)) {
        return None;
    }
    let words = key.width <= 64 && children.iter().all(|&child| pool.width(child) <= 64);
    if words {
        let args: [u64; 3] = core::array::from_fn(|at| children.get(at).and_then(|&e| pool.as_u64(e)).unwrap_or(0));
        let width = pool.width(children[0]);
        let low_width = children.get(1).map_or(0, |&e| pool.width(e));
        let word = word_of(key, width, low_width, args);
        return Some(pool.bv(key.width.into(), word));
    }
    let value = value_of(key, |at| pool.as_const(key.arg(at)).expect("the children are constants"));
    Some(pool.bv_value(&value))
}

/// The value of an operator on words. `width` is that of the first operand, `low_width` that of the second.
#[inline]
pub(crate) fn word_of(key: &Key, width: u32, low_width: u32, [a, b, c]: [u64; 3]) -> u64 {
    match key.op {
        Op::Not | Op::Neg => word::unary(key.op, width, a),
        Op::Ite => {
            if a == 1 {
                b
            } else {
                c
            }
        }
        Op::Concat => a << low_width | b,
        Op::Extract => a >> key.args[1] & word::mask(key.width.into()),
        Op::Zext => a,
        Op::Sext => sign_extend(width, a) as u64 & word::mask(key.width.into()),
        Op::FloatUnary | Op::FloatBinary => float_of(key, &Value::new(width, a), || Value::new(low_width, b)) as u64,
        op => word::binary(op, width, a, b),
    }
}

/// The value of an operator on values of any width.
pub(crate) fn value_of(key: &Key, value: impl Fn(usize) -> Value) -> Value {
    let width = key.width.into();
    match key.op {
        Op::Not | Op::Neg => value(0).unary(key.op),
        Op::Ite => {
            if value(0).is_true() {
                value(1)
            } else {
                value(2)
            }
        }
        Op::Concat => value(0).concat(&value(1)),
        Op::Extract => value(0).extract(key.args[1], width),
        Op::Zext => value(0).zext(width),
        Op::Sext => value(0).sext(width),
        Op::FloatUnary | Op::FloatBinary => {
            let bits = float_of(key, &value(0), || value(1));
            Value::from_limbs(width, &[bits as u64, (bits >> 64) as u64])
        }
        op => value(0).binary(op, &value(1)),
    }
}

/// The bits of a floating-point operation's result.
fn float_of(key: &Key, first: &Value, second: impl Fn() -> Value) -> u128 {
    let operation = Operation::unpack(key.args[2]);
    let bits = |value: &Value| {
        let limb = |at: usize| u128::from(value.limbs().get(at).copied().unwrap_or(0));
        limb(0) | limb(1) << 64
    };
    let width = operation.format.width();
    let operands = match operation.op {
        FloatOp::Fma => [bits(&first.extract(width, width)), bits(&first.extract(0, width)), bits(&second())],
        op if op.arity() == 2 => [bits(first), bits(&second()), 0],
        _ => [bits(first), 0, 0],
    };
    operation.value(first.width(), key.width.into(), operands)
}

/// The element of a constant array without updates at a constant index.
fn fold_read(pool: &mut ExprPool, updates: ExprId, index: ExprId) -> Option<ExprId> {
    let Node::Base(array) = pool.node(updates) else { return None };
    let ArrayKind::Constant(table) = &pool.array_data(array).kind else { return None };
    let element = table.get(pool.as_u64(index)?);
    Some(pool.bv(pool.array_data(array).element_width, element))
}
