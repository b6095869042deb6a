//! Integer arithmetic on constants of up to 128 bits, with all the ways in which it can fault or break a promise.

use braid_ir::inst::{BinaryOp, IntPredicate, WrapFlags};
use braid_ir::{ConstId, Constant, Module, TypeId};

/// The widest integer that is folded; wider ones are rare and stay as they are.
const MAX_BITS: u32 = 128;

/// An integer constant taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Int {
    /// The width in bits, 1 to 128.
    pub(super) bits: u32,
    /// The value; bits above the width are zero.
    pub(super) value: u128,
}

impl Int {
    /// The integer with these low bits.
    pub(super) fn new(bits: u32, value: u128) -> Int {
        Int { bits, value: value & (u128::MAX >> (MAX_BITS - bits)) }
    }
    /// The constant taken apart, if it is an integer that is not too wide.
    pub(super) fn of(module: &Module, id: ConstId) -> Option<Int> {
        let constant = &module.consts[id];
        let (ty, value) = match constant {
            Constant::Int { ty, value } => (*ty, u128::from(*value)),
            Constant::WideInt { ty, words } => match **words {
                [low, high] => (*ty, u128::from(high) << 64 | u128::from(low)),
                _ => return None,
            },
            _ => return None,
        };
        let bits = module.types.int_bits(ty).filter(|bits| (1..=MAX_BITS).contains(bits))?;
        Some(Int::new(bits, value))
    }
    /// The constant of type `ty`, which has the same width.
    pub(super) fn constant(self, module: &mut Module, ty: TypeId) -> ConstId {
        let (low, high) = (self.value as u64, (self.value >> 64) as u64);
        module.consts.intern(match self.bits {
            0..=64 => Constant::Int { ty, value: low },
            _ => Constant::WideInt { ty, words: [low, high].into() },
        })
    }
    /// The value read as a signed number.
    pub(super) fn signed(self) -> i128 {
        let unused = MAX_BITS - self.bits;
        ((self.value << unused) as i128) >> unused
    }
}

/// The result of an operation; none if it faults, makes poison or breaks a promise.
pub(super) fn binary(op: BinaryOp, flags: WrapFlags, a: Int, b: Int) -> Option<Int> {
    let bits = a.bits;
    let small = |value: u128| Int::new(bits, value);
    let result = match op {
        BinaryOp::Add => small(a.value.wrapping_add(b.value)),
        BinaryOp::Sub => small(a.value.wrapping_sub(b.value)),
        BinaryOp::Mul => small(a.value.wrapping_mul(b.value)),
        BinaryOp::UDiv => small(a.value.checked_div(b.value)?),
        BinaryOp::URem => small(a.value.checked_rem(b.value)?),
        BinaryOp::SDiv => small(signed_quotient(a, b)? as u128),
        BinaryOp::SRem => small((signed_quotient(a, b).map(|_| a.signed().wrapping_rem(b.signed())))? as u128),
        BinaryOp::Shl => small(a.value << amount(b, bits)?),
        BinaryOp::LShr => small(a.value >> amount(b, bits)?),
        BinaryOp::AShr => small((a.signed() >> amount(b, bits)?) as u128),
        BinaryOp::And => small(a.value & b.value),
        BinaryOp::Or => small(a.value | b.value),
        BinaryOp::Xor => small(a.value ^ b.value),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => return None,
    };
    keeps_promises(op, flags, a, b, result).then_some(result)
}

/// The answer of a comparison.
pub(super) fn compare(pred: IntPredicate, a: Int, b: Int) -> bool {
    match pred {
        IntPredicate::Eq => a.value == b.value,
        IntPredicate::Ne => a.value != b.value,
        IntPredicate::Ugt => a.value > b.value,
        IntPredicate::Uge => a.value >= b.value,
        IntPredicate::Ult => a.value < b.value,
        IntPredicate::Ule => a.value <= b.value,
        IntPredicate::Sgt => a.signed() > b.signed(),
        IntPredicate::Sge => a.signed() >= b.signed(),
        IntPredicate::Slt => a.signed() < b.signed(),
        IntPredicate::Sle => a.signed() <= b.signed(),
    }
}

/// The quotient towards zero; none by zero and where it does not fit.
fn signed_quotient(a: Int, b: Int) -> Option<i128> {
    let quotient = a.signed().checked_div(b.signed())?;
    (Int::new(a.bits, quotient as u128).signed() == quotient).then_some(quotient)
}

fn amount(b: Int, bits: u32) -> Option<u32> {
    u32::try_from(b.value).ok().filter(|&amount| amount < bits)
}

fn keeps_promises(op: BinaryOp, flags: WrapFlags, a: Int, b: Int, result: Int) -> bool {
    let unsigned = || match op {
        BinaryOp::Add => a.value.checked_add(b.value) == Some(result.value),
        BinaryOp::Sub => a.value >= b.value,
        BinaryOp::Mul => a.value.checked_mul(b.value) == Some(result.value),
        BinaryOp::Shl => result.value >> b.value == a.value,
        _ => true,
    };
    let signed = || match op {
        BinaryOp::Add => a.signed().checked_add(b.signed()) == Some(result.signed()),
        BinaryOp::Sub => a.signed().checked_sub(b.signed()) == Some(result.signed()),
        BinaryOp::Mul => a.signed().checked_mul(b.signed()) == Some(result.signed()),
        BinaryOp::Shl => result.signed() >> b.value == a.signed(),
        _ => true,
    };
    let exact = || match op {
        BinaryOp::UDiv => a.value.checked_rem(b.value) == Some(0),
        BinaryOp::SDiv => a.signed().checked_rem(b.signed()) == Some(0),
        BinaryOp::LShr | BinaryOp::AShr => (a.value >> b.value) << b.value == a.value,
        _ => true,
    };
    let has = |flag| flags.has(flag);
    (!has(WrapFlags::NUW) || unsigned())
        && (!has(WrapFlags::NSW) || signed())
        && (!has(WrapFlags::EXACT) || exact())
        && (!has(WrapFlags::DISJOINT) || a.value & b.value == 0)
}
