//! Operands: a value of the function or a constant of the module, packed into a word.

use core::fmt;

use braid_entity::Entity;

use crate::body::ValueId;
use crate::constant::ConstId;

/// An operand: a value of the function or a constant of the module, packed into a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operand(u32);

/// An [`Operand`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// A parameter or the result of an instruction.
    Value(ValueId),
    /// A constant.
    Const(ConstId),
}

const CONST_BIT: u32 = 1 << 31;

impl Operand {
    /// A value as operand. There are at most 2^31 values in a function: a reader refuses larger ones.
    #[inline]
    pub fn value(id: ValueId) -> Operand {
        debug_assert!(id.as_u32() < CONST_BIT);
        Operand(id.as_u32())
    }
    /// A constant as operand.
    #[inline]
    pub fn constant(id: ConstId) -> Operand {
        debug_assert!(id.as_u32() < CONST_BIT);
        Operand(id.as_u32() | CONST_BIT)
    }
    /// What it is.
    #[inline]
    pub fn kind(self) -> OperandKind {
        if self.0 & CONST_BIT == 0 {
            OperandKind::Value(ValueId::from_u32(self.0))
        } else {
            OperandKind::Const(ConstId::from_u32(self.0 & !CONST_BIT))
        }
    }
    /// The value, if it is one.
    #[inline]
    pub fn as_value(self) -> Option<ValueId> {
        match self.kind() {
            OperandKind::Value(id) => Some(id),
            OperandKind::Const(_) => None,
        }
    }
    /// The constant, if it is one.
    #[inline]
    pub fn as_const(self) -> Option<ConstId> {
        match self.kind() {
            OperandKind::Const(id) => Some(id),
            OperandKind::Value(_) => None,
        }
    }
}

impl From<ValueId> for Operand {
    fn from(id: ValueId) -> Operand {
        Operand::value(id)
    }
}

impl From<ConstId> for Operand {
    fn from(id: ConstId) -> Operand {
        Operand::constant(id)
    }
}

impl fmt::Debug for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            OperandKind::Value(id) => write!(f, "{id}"),
            OperandKind::Const(id) => write!(f, "{id}"),
        }
    }
}
