//! The value table: what LLVM's value numbers stand for.
//!
//! Symbols of the module come first, then its constants; inside a function its parameters, its constants and the results
//! of its instructions follow, and are forgotten at its end.

use braid_entity::Entity;
use braid_ir::body::ValueId;
use braid_ir::types::TypeId;
use braid_ir::{ConstId, Operand};

/// A numbered value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Val {
    /// What it is.
    pub(crate) operand: Operand,
    /// Its type.
    pub(crate) ty: TypeId,
    /// LLVM's number of its type, or [`NO_TYPE`](crate::types::NO_TYPE); tells the pointees of typed pointers.
    pub(crate) llvm: u32,
}

/// Value ids from here on stand for values that are used before they are defined.
pub(crate) const FIRST_FORWARD: u32 = 1 << 30;
/// Stands for a constant that is still to be built.
const UNBUILT: u32 = (1 << 31) - 1;

impl Val {
    /// A constant.
    pub(crate) fn constant(id: ConstId, ty: TypeId, llvm: u32) -> Self {
        Val { operand: Operand::constant(id), ty, llvm }
    }
    /// The place of a constant whose parts are not known yet.
    pub(crate) fn unbuilt(ty: TypeId, llvm: u32) -> Self {
        Val { operand: Operand::value(ValueId::from_u32(UNBUILT)), ty, llvm }
    }
    /// Whether it still is to be built.
    pub(crate) fn is_unbuilt(self) -> bool {
        self.operand.as_value().is_some_and(|value| value.as_u32() == UNBUILT)
    }
}

/// The number behind the sign that LLVM keeps in the lowest bit.
pub(crate) fn signed(value: u64) -> u64 {
    match value {
        1 => 1 << 63,
        v if v & 1 == 0 => v >> 1,
        v => (v >> 1).wrapping_neg(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_kept_in_the_lowest_bit() {
        assert_eq!([0, 2, 3, 1].map(|v| signed(v) as i64), [0, 1, -1, i64::MIN]);
        assert!(Val::unbuilt(braid_ir::TypeTable::I1, 0).is_unbuilt());
    }
}
