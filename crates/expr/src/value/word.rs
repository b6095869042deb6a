//! The operators on values of at most 64 bits, each in one machine word with zeros above the width.

use crate::node::Op;

/// The word with the low `width` bits set.
#[inline]
pub const fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The word read as a signed number of `width` bits.
#[inline]
pub const fn sign_extend(width: u32, word: u64) -> i64 {
    let shift = 64 - width;
    ((word << shift) as i64) >> shift
}

/// `op a`, for `Not` and `Neg` at `width`.
#[inline]
pub(crate) fn unary(op: Op, width: u32, a: u64) -> u64 {
    let word = match op {
        Op::Not => !a,
        Op::Neg => a.wrapping_neg(),
        _ => unreachable!("{op:?} is not unary on words"),
    };
    word & mask(width)
}

/// `a op b` where both operands have `width` bits. A comparison gives 0 or 1, every other operator `width` bits.
#[inline(always)]
pub(crate) fn binary(op: Op, width: u32, a: u64, b: u64) -> u64 {
    let word = match op {
        Op::And => return a & b,
        Op::Or => return a | b,
        Op::Xor => return a ^ b,
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => divide(op, width, a, b),
        Op::Shl => {
            if b < u64::from(width) {
                a << b
            } else {
                0
            }
        }
        Op::Lshr => {
            if b < u64::from(width) {
                a >> b
            } else {
                0
            }
        }
        Op::Ashr => (sign_extend(width, a) >> b.min(63)) as u64,
        Op::Eq => return u64::from(a == b),
        Op::Ult => return u64::from(a < b),
        Op::Ule => return u64::from(a <= b),
        Op::Slt => return u64::from(sign_extend(width, a) < sign_extend(width, b)),
        Op::Sle => return u64::from(sign_extend(width, a) <= sign_extend(width, b)),
        _ => unreachable!("{op:?} is not binary on words"),
    };
    word & mask(width)
}

/// Divisions are rare and long; out of line they leave the evaluator's loop small. Bits above the width are to be cut off.
#[inline(never)]
fn divide(op: Op, width: u32, a: u64, b: u64) -> u64 {
    match op {
        Op::Udiv => a.checked_div(b).unwrap_or(u64::MAX),
        Op::Urem => a.checked_rem(b).unwrap_or(a),
        Op::Sdiv => signed_quotient(width, a, b),
        _ => signed_remainder(width, a, b),
    }
}

/// SMT-LIB's `bvsdiv`; the smallest number by -1 wraps to itself.
fn signed_quotient(width: u32, a: u64, b: u64) -> u64 {
    let (a, b) = (sign_extend(width, a), sign_extend(width, b));
    let by_zero = if a < 0 { 1 } else { u64::MAX };
    if b == 0 { by_zero } else { a.wrapping_div(b) as u64 }
}

/// SMT-LIB's `bvsrem`.
fn signed_remainder(width: u32, a: u64, b: u64) -> u64 {
    let (sa, sb) = (sign_extend(width, a), sign_extend(width, b));
    if sb == 0 { a } else { sa.wrapping_rem(sb) as u64 }
}
