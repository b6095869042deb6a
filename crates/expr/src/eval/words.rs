//! The evaluator's inner loop: operators on at most 64 bits, and reads of arrays without updates.
//!
//! Almost all nodes of almost all terms are such. The loop is a function of plain references, apart from the rest of
//! the evaluator, so that the compiler keeps the tables' addresses in registers (93 host instructions a node by
//! `make bench`; 237 before). It stops at any other node and lets the caller evaluate it.

use crate::array::{ArrayId, ArrayKind};
use crate::eval::memo::Memo;
use crate::model::Model;
use crate::node::{ExprId, Flags, Op};
use crate::pool::{ExprPool, Stored};
use crate::value::{mask, sign_extend, word};

/// Operators that the loop treats alike.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Binary,
    Comparison,
    Unary,
    Extract,
    Concat,
    Ite,
    Read,
    Other,
}

/// The class of each operator, by its number.
const CLASS: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut at = 0;
    while at < Op::ALL.len() {
        let op = Op::ALL[at];
        classes[op as usize] = match op {
            Op::Not | Op::Neg | Op::Zext | Op::Sext => Class::Unary,
            Op::Extract => Class::Extract,
            Op::Concat => Class::Concat,
            Op::Ite => Class::Ite,
            Op::Read => Class::Read,
            op if op.is_comparison() => Class::Comparison,
            op if op.is_word_binary() => Class::Binary,
            _ => Class::Other,
        };
        at += 1;
    }
    classes
};

/// Why the loop stopped.
pub(super) enum Pause {
    /// Nothing is left above the floor of the stack.
    Finished,
    /// This node is not for this loop.
    Other(ExprId),
    /// The limit of evaluated nodes is reached.
    OutOfSteps,
}

/// Evaluates `e` and then what waits for it on the stack above `floor`.
#[inline(never)] // inlined, the references would lose what the compiler knows of arguments
pub(super) fn run(
    pool: &ExprPool,
    model: &Model,
    memo: &mut Memo,
    stack: &mut Vec<ExprId>,
    floor: usize,
    steps_left: &mut u32,
    mut e: ExprId,
) -> Pause {
    let mut steps = *steps_left;
    let mut node = pool.stored(e);
    let pause = loop {
        let (a, b, width) = (node.arg(0), node.arg(1), u32::from(node.width));
        // The word of a child, or back to the head of the loop to evaluate that child first.
        macro_rules! need {
            ($child:expr) => {
                match known(pool, model, memo, $child) {
                    Ok(word) => word,
                    Err(child) => {
                        stack.push(e);
                        (e, node) = ($child, child);
                        continue;
                    }
                }
            };
        }
        let word = match CLASS[node.op as usize] {
            Class::Binary if width <= 64 => {
                let first = need!(a);
                // A conjunction or disjunction of booleans needs its second half only if the first does not decide.
                let decided = width == 1 && matches!((node.op, first), (Op::And, 0) | (Op::Or, 1));
                if decided { first } else { word::binary(node.op, width, first, need!(b)) }
            }
            Class::Comparison if pool.width(a) <= 64 => word::binary(node.op, pool.width(a), need!(a), need!(b)),
            Class::Unary if width <= 64 => match (node.op, need!(a)) {
                (Op::Sext, child) => sign_extend(pool.width(a), child) as u64 & mask(width),
                (Op::Zext, child) => child,
                (op, child) => word::unary(op, width, child),
            },
            Class::Extract if pool.width(a) <= 64 => need!(a) >> node.args[1] & mask(width),
            Class::Ite if width <= 64 => {
                if need!(a) == 1 {
                    need!(b)
                } else {
                    need!(node.arg(2))
                }
            }
            Class::Concat if width <= 64 => need!(a) << pool.width(b) | need!(b),
            Class::Read if pool.stored(a).op == Op::Base => element(pool, model, pool.stored(a).array(), need!(b)),
            _ => break Pause::Other(e),
        };
        memo.set(e, word, node.flags.has(Flags::BOUND));
        if stack.len() <= floor {
            break Pause::Finished;
        }
        if steps == 0 {
            break Pause::OutOfSteps;
        }
        steps -= 1;
        match stack.pop() {
            Some(waiting) => (e, node) = (waiting, pool.stored(waiting)),
            None => break Pause::Finished,
        }
    };
    *steps_left = steps;
    pause
}

/// An element of an array without updates.
pub(super) fn element(pool: &ExprPool, model: &Model, array: ArrayId, index: u64) -> u64 {
    match &pool.array_data(array).kind {
        ArrayKind::Constant(table) => table.get(index),
        ArrayKind::Symbolic { .. } | ArrayKind::Uninitialised => model.cell(array, index),
    }
}

/// The word of a child that is known, or that is a leaf of at most 64 bits: those are not worth a visit. Else its node.
#[inline(always)]
pub(super) fn known<'a>(pool: &'a ExprPool, model: &Model, memo: &Memo, child: ExprId) -> Result<u64, &'a Stored> {
    if let Some(word) = memo.get(child) {
        return Ok(word);
    }
    let node = pool.stored(child);
    match node.op {
        Op::Const if node.width <= 64 => Ok(node.constant_word()),
        Op::Symbol if node.width <= 64 => Ok(model.word(node.symbol())),
        _ => Err(node),
    }
}
