//! The algebra of values: what instructions do to words and terms.
//!
//! Executors ask for results here and never look at the representation of a value except to take a short way for words.
//! Another representation is another arm in this file.

use crate::value::Value;
use braid_expr::{ExprId, ExprPool, Op};
use braid_ir::inst::{BinaryOp, IntPredicate};

use crate::word;

/// An operation on two values of one width. Division by zero gives what SMT-LIB says.
pub fn binary(pool: &mut ExprPool, op: BinaryOp, bits: u32, a: Value, b: Value) -> Value {
    if let (Value::Word(a), Value::Word(b)) = (a, b)
        && bits <= 64
    {
        return Value::Word(word::binary(op, bits, a, b));
    }
    let (a, b) = (a.term(pool, bits), b.term(pool, bits));
    let result = pool.binary(operator(op), a, b);
    Value::of(pool, result)
}

/// The operator of terms that an operation of the program is.
fn operator(op: BinaryOp) -> Op {
    match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Sub => Op::Sub,
        BinaryOp::Mul => Op::Mul,
        BinaryOp::UDiv => Op::Udiv,
        BinaryOp::SDiv => Op::Sdiv,
        BinaryOp::URem => Op::Urem,
        BinaryOp::SRem => Op::Srem,
        BinaryOp::Shl => Op::Shl,
        BinaryOp::LShr => Op::Lshr,
        BinaryOp::AShr => Op::Ashr,
        BinaryOp::And => Op::And,
        BinaryOp::Or => Op::Or,
        BinaryOp::Xor => Op::Xor,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            unreachable!("floats are not terms")
        }
    }
}

/// A comparison; the result has width 1.
pub fn compare(pool: &mut ExprPool, pred: IntPredicate, bits: u32, a: Value, b: Value) -> Value {
    if let (Value::Word(a), Value::Word(b)) = (a, b)
        && bits <= 64
    {
        return Value::Word(u64::from(word::compare(pred, bits, a, b)));
    }
    let (a, b) = (a.term(pool, bits), b.term(pool, bits));
    let result = match pred {
        IntPredicate::Eq => pool.eq(a, b),
        IntPredicate::Ne => pool.ne(a, b),
        IntPredicate::Ugt => pool.ugt(a, b),
        IntPredicate::Uge => pool.uge(a, b),
        IntPredicate::Ult => pool.ult(a, b),
        IntPredicate::Ule => pool.ule(a, b),
        IntPredicate::Sgt => pool.sgt(a, b),
        IntPredicate::Sge => pool.sge(a, b),
        IntPredicate::Slt => pool.slt(a, b),
        IntPredicate::Sle => pool.sle(a, b),
    };
    Value::of(pool, result)
}

/// The lower `bits` bits of a value of width `from`.
pub fn trunc(pool: &mut ExprPool, from: u32, bits: u32, value: Value) -> Value {
    extract(pool, from, 0, bits, value)
}

/// `bits` bits of a value of width `from`, from bit `low` on.
pub fn extract(pool: &mut ExprPool, from: u32, low: u32, bits: u32, value: Value) -> Value {
    if low == 0 && from == bits {
        return value;
    }
    match value {
        Value::Word(word) if from <= 64 => Value::Word(word >> low & word::mask(bits)),
        _ => {
            let term = value.term(pool, from);
            let part = pool.extract(term, low, bits);
            Value::of(pool, part)
        }
    }
}

/// A value of width `from`, filled with zeros to width `bits`.
pub fn zext(pool: &mut ExprPool, from: u32, bits: u32, value: Value) -> Value {
    match value {
        Value::Word(word) if bits <= 64 => Value::Word(word),
        _ => {
            let term = value.term(pool, from);
            let wide = pool.zext(term, bits);
            Value::of(pool, wide)
        }
    }
}

/// A value of width `from`, filled with its sign to width `bits`.
pub fn sext(pool: &mut ExprPool, from: u32, bits: u32, value: Value) -> Value {
    match value {
        Value::Word(word) if bits <= 64 => Value::Word(word::signed(from, word) as u64 & word::mask(bits)),
        _ => {
            let term = value.term(pool, from);
            let wide = pool.sext(term, bits);
            Value::of(pool, wide)
        }
    }
}

/// A value of width `from` brought to width `bits`, with zeros if it grows.
pub fn resize(pool: &mut ExprPool, from: u32, bits: u32, value: Value) -> Value {
    if bits > from { zext(pool, from, bits, value) } else { trunc(pool, from, bits, value) }
}

/// A value of width `from` brought to width `bits`, with its sign if it grows.
pub fn sext_or_trunc(pool: &mut ExprPool, from: u32, bits: u32, value: Value) -> Value {
    if bits > from { sext(pool, from, bits, value) } else { trunc(pool, from, bits, value) }
}

/// The bits of `high` above those of `low`; widths as given.
pub fn concat(pool: &mut ExprPool, (high, high_bits): (Value, u32), (low, low_bits): (Value, u32)) -> Value {
    if let (Value::Word(high), Value::Word(low)) = (high, low)
        && high_bits + low_bits <= 64
    {
        return Value::Word(high << low_bits | low);
    }
    let (high, low) = (high.term(pool, high_bits), low.term(pool, low_bits));
    let whole = pool.concat(high, low);
    Value::of(pool, whole)
}

/// `a` where the condition (a value of width 1) holds, else `b`; both of width `bits`.
pub fn select(pool: &mut ExprPool, bits: u32, cond: Value, a: Value, b: Value) -> Value {
    match cond {
        Value::Word(0) => b,
        Value::Word(_) => a,
        Value::Term(_) if a == b => a,
        Value::Term(cond) => {
            let (a, b) = (a.term(pool, bits), b.term(pool, bits));
            let chosen = pool.ite(cond, a, b);
            Value::of(pool, chosen)
        }
    }
}

/// What is known of a condition without asking anybody.
pub enum Truth {
    /// It holds, or does not.
    Known(bool),
    /// It depends on the inputs.
    Open(ExprId),
}

/// The truth of a value of width 1.
#[inline]
pub fn truth(value: Value) -> Truth {
    match value {
        Value::Word(word) => Truth::Known(word & 1 == 1),
        Value::Term(term) => Truth::Open(term),
    }
}
