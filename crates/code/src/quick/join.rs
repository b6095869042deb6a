//! Operations that often follow each other, as one.
//!
//! The form of the first stands for all; the others keep theirs, for states that begin in the middle.

use super::Quick;
use crate::code::{Op, Src};

/// Joins operations with those that follow them.
pub(super) fn join(ops: &[Op], quick: &mut [Quick]) {
    // From the back, so that what a jump leads to is joined before it.
    for at in (0..quick.len()).rev() {
        let followed = |by: usize| quick.get(at + by).copied().unwrap_or(Quick::General);
        let joined = match quick[at] {
            Quick::Move { dst, src } => match followed(1) {
                Quick::Jump { target } => Some(Quick::MoveJump { dst, src, target }),
                _ => None,
            },
            Quick::Load8 { .. } | Quick::Load16 { .. } | Quick::Load32 { .. } => extended(quick[at], followed(1)),
            Quick::SExt { .. } | Quick::ZExt { .. } => element(ops, at, [quick[at], followed(1), followed(2)]),
            _ => None,
        };
        quick[at] = joined.unwrap_or(quick[at]);
    }
    for at in 0..quick.len() {
        if let Quick::Jump { target } = quick[at]
            && let joined @ Quick::MoveJump { .. } = quick[target as usize]
        {
            quick[at] = joined;
        }
    }
}

/// A load and the extension of what it reads.
fn extended(load: Quick, next: Quick) -> Option<Quick> {
    let (Quick::Load8 { dst, addr, offset }
    | Quick::Load16 { dst, addr, offset }
    | Quick::Load32 { dst, addr, offset }) = load
    else {
        return None;
    };
    let (from, free, wide) = match next {
        Quick::ZExt { dst: wide, a } if a == dst => (0, 0, wide),
        Quick::SExt { from, free, dst: wide, a } if a == dst => (from, free, wide),
        _ => return None,
    };
    Some(match load {
        Quick::Load8 { .. } => Quick::LoadExt8 { from, free, dst, wide, addr, offset },
        Quick::Load16 { .. } => Quick::LoadExt16 { from, free, dst, wide, addr, offset },
        _ => Quick::LoadExt32 { from, free, dst, wide, addr, offset },
    })
}

/// An index that is extended to 64 bits and becomes an address: what is multiplied and added after it tells the width.
fn element(ops: &[Op], at: usize, [first, second, third]: [Quick; 3]) -> Option<Quick> {
    let (from, index, wide) = match first {
        Quick::ZExt { dst, a } => (0, a, dst),
        Quick::SExt { from, free: 0, dst, a } => (from, a, dst),
        _ => return None,
    };
    match (second, third) {
        (Quick::MulTo { free: 0, dst: scaled, a, to }, sum) if a == wide => {
            let scale = u32::try_from(to).ok()?;
            match sum {
                Quick::Add { free: 0, dst, a: base, b } if b == scaled => {
                    Some(Quick::Element { from, index, wide, scaled, base, dst, scale })
                }
                Quick::AddTo { free: 0, dst, a, .. } if a == scaled => {
                    let Some(Op::Add(alu)) = ops.get(at + 2) else { return None };
                    let base = [alu.a, alu.b].into_iter().find_map(Src::as_constant)?;
                    Some(Quick::ElementOf { from, index, wide, scaled, base: u16::try_from(base).ok()?, dst, scale })
                }
                _ => None,
            }
        }
        (Quick::Add { free: 0, dst, a: base, b }, _) if b == wide => Some(Quick::Byte { from, index, wide, base, dst }),
        (Quick::AddTo { free: 0, dst, a, to }, _) if a == wide => {
            Some(Quick::ByteOf { from, index, wide, dst, base: to })
        }
        _ => None,
    }
}
