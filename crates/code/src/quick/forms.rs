//! The form of one operation by itself.

use braid_ir::inst::IntPredicate;
use braid_state::{Value, word};

use super::{Quick, Short};
use crate::code::{Access, Alu, Op, Pc, Slot, Src};

/// The form of an operation; none if there is none. Slots and operations are known to be few.
pub(super) fn of(op: &Op, constants: &[Value]) -> Option<Quick> {
    let constant = |src: Src| constants[src.as_constant()? as usize].word();
    Some(match op {
        Op::Enter { block, count } => Quick::Enter { block: *block, count: *count },
        Op::Jump(target) => Quick::Jump { target: *target },
        Op::Branch { cond, then, otherwise } => {
            Quick::Branch { cond: slot(*cond)?, then: *then, otherwise: *otherwise }
        }
        Op::CompareBranch { pred, alu, then, otherwise } => return decision(*pred, alu, [*then, *otherwise], constant),
        Op::Compare(pred, alu) => {
            let (free, dst, a) = (free(alu.bits)?, short(alu.dst)?, slot(alu.a)?);
            match constant(alu.b) {
                Some(to) => Quick::CompareTo { pred: *pred, free, dst, a, to },
                None => Quick::Compare { pred: *pred, free, dst, a, b: slot(alu.b)? },
            }
        }
        Op::Move { dst, src } => match constant(*src) {
            Some(to) => Quick::Set { dst: short(*dst)?, to },
            None => Quick::Move { dst: short(*dst)?, src: slot(*src)? },
        },
        Op::Trunc { dst, src, from: 0..=64, bits } => {
            Quick::Trunc { free: free(*bits)?, dst: short(*dst)?, a: slot(*src)? }
        }
        Op::ZExt { dst, src, from: _, bits: 0..=64 } => Quick::ZExt { dst: short(*dst)?, a: slot(*src)? },
        Op::SExt { dst, src, from, bits: bits @ 0..=64 } => {
            Quick::SExt { from: free(*from)?, free: free(*bits)?, dst: short(*dst)?, a: slot(*src)? }
        }
        Op::Select { dst, cond, a, b, bits: _ } => {
            Quick::Select { dst: short(*dst)?, cond: slot(*cond)?, a: slot(*a)?, b: slot(*b)? }
        }
        Op::Load(access) => return load(access),
        Op::Store(access) => return store(access),
        arithmetic => return self::arithmetic(arithmetic, constant),
    })
}

fn short(slot: Slot) -> Option<Short> {
    Short::try_from(slot).ok()
}

fn slot(src: Src) -> Option<Short> {
    short(src.as_slot()?)
}

/// How many bits of a word are above a value of this width; none if the value is no word.
fn free(bits: u32) -> Option<u8> {
    (1..=64).contains(&bits).then(|| (64 - bits) as u8)
}

/// An operation on two operands and a result of one width.
fn arithmetic(op: &Op, constant: impl Fn(Src) -> Option<u64>) -> Option<Quick> {
    let (Op::Add(alu)
    | Op::Sub(alu)
    | Op::Mul(alu)
    | Op::And(alu)
    | Op::Or(alu)
    | Op::Xor(alu)
    | Op::Shl(alu)
    | Op::LShr(alu)
    | Op::AShr(alu)) = op
    else {
        return None;
    };
    let (free, dst) = (free(alu.bits)?, short(alu.dst)?);
    let commutes = !matches!(op, Op::Sub(_) | Op::Shl(_) | Op::LShr(_) | Op::AShr(_));
    let (a, b) = if commutes && constant(alu.a).is_some() { (alu.b, alu.a) } else { (alu.a, alu.b) };
    let a = slot(a)?;
    let Some(to) = constant(b) else {
        let b = slot(b)?;
        return Some(match op {
            Op::Add(_) => Quick::Add { free, dst, a, b },
            Op::Sub(_) => Quick::Sub { free, dst, a, b },
            Op::Mul(_) => Quick::Mul { free, dst, a, b },
            Op::And(_) => Quick::And { dst, a, b },
            Op::Or(_) => Quick::Or { dst, a, b },
            Op::Xor(_) => Quick::Xor { dst, a, b },
            _ => return None,
        });
    };
    let by = to.min(64) as u8;
    Some(match op {
        Op::Add(_) => Quick::AddTo { free, dst, a, to },
        Op::Sub(_) => Quick::AddTo { free, dst, a, to: to.wrapping_neg() & word::mask(alu.bits) },
        Op::Mul(_) => Quick::MulTo { free, dst, a, to },
        Op::And(_) => Quick::AndTo { dst, a, to },
        Op::Or(_) => Quick::OrTo { dst, a, to },
        Op::Xor(_) => Quick::XorTo { dst, a, to },
        // A shift by too much is a fault.
        _ if u32::from(by) >= alu.bits => return None,
        Op::Shl(_) => Quick::ShlBy { free, by, dst, a },
        Op::LShr(_) => Quick::LShrBy { by, dst, a },
        _ => Quick::AShrBy { free, by, dst, a },
    })
}

/// A comparison that decides a branch. What is greater is the other way round less; with a constant, what is at most one is less than the next.
fn decision(pred: IntPredicate, alu: &Alu, targets: [Pc; 2], constant: impl Fn(Src) -> Option<u64>) -> Option<Quick> {
    let (free, dst, a) = (free(alu.bits)?, short(alu.dst)?, slot(alu.a)?);
    let Some(to) = constant(alu.b) else {
        let (b, [then, otherwise]) = (slot(alu.b)?, targets);
        return Some(match pred {
            IntPredicate::Eq => Quick::IfEq { dst, a, b, then, otherwise },
            IntPredicate::Ne => Quick::IfNe { dst, a, b, then, otherwise },
            IntPredicate::Ult => Quick::IfUlt { dst, a, b, then, otherwise },
            IntPredicate::Ule => Quick::IfUle { dst, a, b, then, otherwise },
            IntPredicate::Ugt => Quick::IfUlt { dst, a: b, b: a, then, otherwise },
            IntPredicate::Uge => Quick::IfUle { dst, a: b, b: a, then, otherwise },
            IntPredicate::Slt => Quick::IfSlt { free, dst, a, b, then, otherwise },
            IntPredicate::Sle => Quick::IfSle { free, dst, a, b, then, otherwise },
            IntPredicate::Sgt => Quick::IfSlt { free, dst, a: b, b: a, then, otherwise },
            IntPredicate::Sge => Quick::IfSle { free, dst, a: b, b: a, then, otherwise },
        });
    };
    let [then, otherwise] = targets.map(|target| u16::try_from(target).ok());
    let (then, otherwise, mask) = (then?, otherwise?, word::mask(alu.bits));
    // The next and the last number of the width; where there is none, the comparison says nothing and is left as it is.
    let (next, last) = (to.checked_add(1).filter(|&next| next <= mask), to.checked_sub(1));
    let sign = mask ^ (mask >> 1);
    let (signed_next, signed_last) =
        ((to != sign - 1).then(|| to.wrapping_add(1) & mask), (to != sign).then(|| to.wrapping_sub(1) & mask));
    let fits = |to: u64| u32::try_from(to).ok();
    Some(match pred {
        IntPredicate::Eq => Quick::IfEqTo { dst, a, to: fits(to)?, then, otherwise },
        IntPredicate::Ne => Quick::IfNeTo { dst, a, to: fits(to)?, then, otherwise },
        IntPredicate::Ult => Quick::IfUltTo { dst, a, to: fits(to)?, then, otherwise },
        IntPredicate::Ule => Quick::IfUltTo { dst, a, to: fits(next?)?, then, otherwise },
        IntPredicate::Ugt => Quick::IfUgtTo { dst, a, to: fits(to)?, then, otherwise },
        IntPredicate::Uge => Quick::IfUgtTo { dst, a, to: fits(last?)?, then, otherwise },
        IntPredicate::Slt => Quick::IfSltTo { free, dst, a, to: fits(to)?, then, otherwise },
        IntPredicate::Sle => Quick::IfSltTo { free, dst, a, to: fits(signed_next?)?, then, otherwise },
        IntPredicate::Sgt => Quick::IfSgtTo { free, dst, a, to: fits(to)?, then, otherwise },
        IntPredicate::Sge => Quick::IfSgtTo { free, dst, a, to: fits(signed_last?)?, then, otherwise },
    })
}

fn load(access: &Access) -> Option<Quick> {
    let (dst, addr, offset) = (slot(access.value)?, slot(access.addr)?, access.offset);
    Some(match access.bits {
        8 => Quick::Load8 { dst, addr, offset },
        16 => Quick::Load16 { dst, addr, offset },
        32 => Quick::Load32 { dst, addr, offset },
        64 => Quick::Load64 { dst, addr, offset },
        _ => return None,
    })
}

fn store(access: &Access) -> Option<Quick> {
    let (value, addr, offset) = (slot(access.value)?, slot(access.addr)?, access.offset);
    Some(match access.bits {
        8 => Quick::Store8 { value, addr, offset },
        16 => Quick::Store16 { value, addr, offset },
        32 => Quick::Store32 { value, addr, offset },
        64 => Quick::Store64 { value, addr, offset },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a decision holds, as its form is meant; of one with a constant the second number is not looked at.
    fn holds(quick: Quick, a: u64, b: u64) -> Option<bool> {
        let top = |free: u8, word: u64| (word << free) as i64;
        // The slots are 1 and 2.
        let slot = |slot: Short| if slot == 1 { a } else { b };
        Some(match quick {
            Quick::IfEq { a, b, .. } => slot(a) == slot(b),
            Quick::IfNe { a, b, .. } => slot(a) != slot(b),
            Quick::IfUlt { a, b, .. } => slot(a) < slot(b),
            Quick::IfUle { a, b, .. } => slot(a) <= slot(b),
            Quick::IfSlt { free, a, b, .. } => top(free, slot(a)) < top(free, slot(b)),
            Quick::IfSle { free, a, b, .. } => top(free, slot(a)) <= top(free, slot(b)),
            Quick::IfEqTo { to, .. } => a == u64::from(to),
            Quick::IfNeTo { to, .. } => a != u64::from(to),
            Quick::IfUltTo { to, .. } => a < u64::from(to),
            Quick::IfUgtTo { to, .. } => a > u64::from(to),
            Quick::IfSltTo { free, to, .. } => top(free, a) < top(free, u64::from(to)),
            Quick::IfSgtTo { free, to, .. } => top(free, a) > top(free, u64::from(to)),
            _ => return None,
        })
    }

    const PREDICATES: [IntPredicate; 10] = [
        IntPredicate::Eq,
        IntPredicate::Ne,
        IntPredicate::Ugt,
        IntPredicate::Uge,
        IntPredicate::Ult,
        IntPredicate::Ule,
        IntPredicate::Sgt,
        IntPredicate::Sge,
        IntPredicate::Slt,
        IntPredicate::Sle,
    ];

    #[test]
    fn decisions_hold_where_their_comparisons_do() {
        let mut with_constants = 0;
        for (pred, bits) in PREDICATES.into_iter().flat_map(|pred| [1, 8, 31, 32, 33, 64].map(|bits| (pred, bits))) {
            let (mask, sign) = (word::mask(bits), 1 << (bits - 1));
            let edges = [0, 1, 2, sign - 1, sign, sign + 1, mask - 1, mask].map(|edge: u64| edge & mask);
            for (a, b) in edges.into_iter().flat_map(|a| edges.map(|b| (a, b))) {
                for with in [Src::slot(2), Src::constant(0)] {
                    let alu = Alu { dst: 0, a: Src::slot(1), b: with, bits };
                    let op = Op::CompareBranch { pred, alu, then: 3, otherwise: 4 };
                    let Some(quick) = of(&op, &[Value::Word(b)]) else { continue };
                    let expected = word::compare(pred, bits, a, b);
                    assert_eq!(holds(quick, a, b), Some(expected), "{pred:?} {bits} {a} {b} {quick:?}");
                    with_constants += usize::from(with != Src::slot(2));
                }
            }
        }
        assert!(with_constants > 2_000, "{with_constants}");
    }
}
