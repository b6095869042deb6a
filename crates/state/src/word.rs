//! Integer operations on words: values of at most 64 bits, zero-extended.

use braid_ir::inst::{BinaryOp, IntPredicate};

/// The word with this many low bits set.
#[inline(always)]
pub fn mask(bits: u32) -> u64 {
    debug_assert!((1..=64).contains(&bits));
    u64::MAX >> (64 - bits)
}

/// A word of this width, sign-extended.
#[inline(always)]
pub fn signed(bits: u32, word: u64) -> i64 {
    let shift = 64 - bits;
    ((word << shift) as i64) >> shift
}

/// An operation that neither divides nor works on floats. A shift by too much gives zero (or copies of the sign).
#[inline(always)]
pub fn binary(op: BinaryOp, bits: u32, a: u64, b: u64) -> u64 {
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => {
            if b < u64::from(bits) {
                a << b
            } else {
                0
            }
        }
        BinaryOp::LShr => {
            if b < u64::from(bits) {
                a >> b
            } else {
                0
            }
        }
        BinaryOp::AShr => (signed(bits, a) >> b.min(u64::from(bits) - 1)) as u64,
        _ => return divide(op, bits, a, b),
    };
    result & mask(bits)
}

/// A division. By zero it gives what SMT-LIB says, so that words and terms agree; whoever divides checks before.
pub fn divide(op: BinaryOp, bits: u32, a: u64, b: u64) -> u64 {
    let (x, y) = (signed(bits, a), signed(bits, b));
    let result = match op {
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SDiv if y == 0 => {
            if x < 0 {
                1
            } else {
                u64::MAX
            }
        }
        BinaryOp::SDiv => x.wrapping_div(y) as u64,
        BinaryOp::SRem if y == 0 => a,
        BinaryOp::SRem => x.wrapping_rem(y) as u64,
        _ => unreachable!("{} is not an operation on integers", op.name()),
    };
    result & mask(bits)
}

/// Whether a comparison holds.
#[inline(always)]
pub fn compare(pred: IntPredicate, bits: u32, a: u64, b: u64) -> bool {
    match pred {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => signed(bits, a) > signed(bits, b),
        IntPredicate::Sge => signed(bits, a) >= signed(bits, b),
        IntPredicate::Slt => signed(bits, a) < signed(bits, b),
        IntPredicate::Sle => signed(bits, a) <= signed(bits, b),
    }
}
