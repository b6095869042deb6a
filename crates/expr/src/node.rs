//! What a term is made of: the operators, the packed node the pool stores, and the view of it that everybody reads.
//!
//! Booleans are bit-vectors of width 1, as in LLVM: `true` is 1, and `And`, `Or`, `Xor`, `Not` are the logical
//! connectives there. Every operator is total with the semantics of SMT-LIB's bit-vector theory.

use braid_entity::{Entity, entity};

use crate::array::ArrayId;
use crate::float::Operation;
use crate::symbol::{SymbolClass, SymbolId};

entity!(
    /// A term of an [`ExprPool`](crate::ExprPool). Equal terms have equal ids.
    ExprId,
    "e"
);
entity!(
    /// An array with the updates made to it: a base array or a store over another update list. Shares the numbers of
    /// [`ExprId`], because update lists are nodes of the same table.
    UpdateId,
    "u"
);

impl UpdateId {
    /// The node of this update list, for traversals that treat all nodes alike.
    #[inline]
    pub fn node(self) -> ExprId {
        ExprId::from_u32(self.as_u32())
    }
}

/// The widest bit-vector. Front ends refuse wider ones; a constructor that is asked for one panics.
pub const MAX_WIDTH: u32 = u16::MAX as u32;

/// Declares [`Op`] from one table: name in code, name in text, SMT-LIB name, number of children.
macro_rules! ops {
    ($($(#[$meta:meta])* $name:ident $text:literal $smt:literal $arity:literal;)*) => {
        /// The operators, in one table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Op { $($(#[$meta])* $name),* }

        impl Op {
            /// Every operator, in the order of the table.
            pub const ALL: &'static [Op] = &[$(Op::$name),*];
            /// The name in Braid's own text form.
            pub const fn name(self) -> &'static str {
                match self { $(Op::$name => $text),* }
            }
            /// The name in SMT-LIB; for comparisons the one that yields a `Bool`.
            pub const fn smt_name(self) -> &'static str {
                match self { $(Op::$name => $smt),* }
            }
            /// How many children a node of this operator has, update lists included.
            #[inline]
            pub const fn arity(self) -> usize {
                match self { $(Op::$name => $arity),* }
            }
        }
    };
}

ops! {
    /// A constant.
    Const "const" "" 0;
    /// A symbol: an unknown of the query.
    Symbol "symbol" "" 0;
    /// The bound variable of the enclosing quantifier.
    Bound "bound" "" 0;
    /// An array without updates.
    Base "array" "" 0;
    /// Bitwise complement.
    Not "not" "bvnot" 1;
    /// Two's complement.
    Neg "neg" "bvneg" 1;
    /// Bitwise and.
    And "and" "bvand" 2;
    /// Bitwise or.
    Or "or" "bvor" 2;
    /// Bitwise exclusive or.
    Xor "xor" "bvxor" 2;
    /// Sum modulo 2^width.
    Add "add" "bvadd" 2;
    /// Difference modulo 2^width.
    Sub "sub" "bvsub" 2;
    /// Product modulo 2^width.
    Mul "mul" "bvmul" 2;
    /// Unsigned quotient; all ones if the divisor is 0.
    Udiv "udiv" "bvudiv" 2;
    /// Signed quotient rounded to zero; by 0 it is 1 for a negative dividend, else all ones.
    Sdiv "sdiv" "bvsdiv" 2;
    /// Unsigned remainder; the dividend if the divisor is 0.
    Urem "urem" "bvurem" 2;
    /// Signed remainder with the dividend's sign; the dividend if the divisor is 0.
    Srem "srem" "bvsrem" 2;
    /// Shift left; 0 if the amount is the width or more.
    Shl "shl" "bvshl" 2;
    /// Logical shift right; 0 if the amount is the width or more.
    Lshr "lshr" "bvlshr" 2;
    /// Arithmetic shift right; all sign bits if the amount is the width or more.
    Ashr "ashr" "bvashr" 2;
    /// Equality.
    Eq "eq" "=" 2;
    /// Unsigned less than.
    Ult "ult" "bvult" 2;
    /// Unsigned less than or equal.
    Ule "ule" "bvule" 2;
    /// Signed less than.
    Slt "slt" "bvslt" 2;
    /// Signed less than or equal.
    Sle "sle" "bvsle" 2;
    /// If the first child is 1 the second, else the third.
    Ite "ite" "ite" 3;
    /// The first child's bits above the second's.
    Concat "concat" "concat" 2;
    /// Some adjacent bits of the child.
    Extract "extract" "extract" 1;
    /// Zeros above the child.
    Zext "zext" "zero_extend" 1;
    /// Copies of the sign bit above the child.
    Sext "sext" "sign_extend" 1;
    /// The element of an array at an index.
    Read "read" "select" 2;
    /// An array with one element changed.
    Store "store" "store" 3;
    /// For all i with 1 ≤ i ≤ the first child, the second child holds.
    Forall "forall" "forall" 2;
    /// A floating-point operation with one operand.
    FloatUnary "float" "" 1;
    /// A floating-point operation with two operands.
    FloatBinary "float" "" 2;
}

impl Op {
    /// Whether the operands may change places.
    #[inline]
    pub const fn is_commutative(self) -> bool {
        matches!(self, Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Eq)
    }
    /// Whether this is a comparison: two operands of one width, a result of width 1.
    #[inline]
    pub const fn is_comparison(self) -> bool {
        matches!(self, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle)
    }
    /// Whether this is a word operation: two operands and a result of one width.
    #[inline]
    pub const fn is_word_binary(self) -> bool {
        (self as u8) >= (Op::And as u8) && (self as u8) <= (Op::Ashr as u8)
    }
    /// Whether nodes of this operator are arrays ([`UpdateId`]s) and not bit-vectors.
    #[inline]
    pub const fn is_array(self) -> bool {
        matches!(self, Op::Base | Op::Store)
    }
}

/// A node taken apart. Small and `Copy`, made for `match`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the variants are those of `Op`, which documents them")]
pub enum Node {
    /// Its value is told by [`as_const`](crate::ExprPool::as_const) or [`as_u64`](crate::ExprPool::as_u64).
    Const,
    Symbol(SymbolId),
    Bound,
    Base(ArrayId),
    Not(ExprId),
    Neg(ExprId),
    And(ExprId, ExprId),
    Or(ExprId, ExprId),
    Xor(ExprId, ExprId),
    Add(ExprId, ExprId),
    Sub(ExprId, ExprId),
    Mul(ExprId, ExprId),
    Udiv(ExprId, ExprId),
    Sdiv(ExprId, ExprId),
    Urem(ExprId, ExprId),
    Srem(ExprId, ExprId),
    Shl(ExprId, ExprId),
    Lshr(ExprId, ExprId),
    Ashr(ExprId, ExprId),
    Eq(ExprId, ExprId),
    Ult(ExprId, ExprId),
    Ule(ExprId, ExprId),
    Slt(ExprId, ExprId),
    Sle(ExprId, ExprId),
    /// Condition, then, else.
    Ite(ExprId, ExprId, ExprId),
    /// High part, low part.
    Concat(ExprId, ExprId),
    /// The child and the lowest bit taken; how many bits is the node's width.
    Extract(ExprId, u32),
    Zext(ExprId),
    Sext(ExprId),
    Read(UpdateId, ExprId),
    /// What is updated, where, with what.
    Store(UpdateId, ExprId, ExprId),
    /// The bound k, the body.
    Forall(ExprId, ExprId),
    FloatUnary(Operation, ExprId),
    FloatBinary(Operation, ExprId, ExprId),
}

impl Node {
    /// Whether the children may change places.
    pub fn is_commutative(self) -> bool {
        match self {
            Node::FloatBinary(operation, ..) => operation.op.is_commutative(),
            Node::And(..) | Node::Or(..) | Node::Xor(..) | Node::Add(..) | Node::Mul(..) | Node::Eq(..) => true,
            _ => false,
        }
    }
}

/// What makes a node that node, and what the table hashes: 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) op: Op,
    /// Of the result; of the elements for an array.
    pub(crate) width: u16,
    /// Children, or what the operator keeps in their place (constant words, symbol, array, lowest bit; last the
    /// floating-point operation).
    pub(crate) args: [u32; 3],
}

impl Key {
    pub(crate) fn new(op: Op, width: u32, args: [u32; 3]) -> Key {
        let width = u16::try_from(width).ok().filter(|&w| w > 0).expect("a width is from 1 to MAX_WIDTH");
        Key { op, width, args }
    }
    #[inline]
    pub(crate) fn arg(&self, at: usize) -> ExprId {
        ExprId::from_u32(self.args[at])
    }
    /// The children as ids; only the first `op.arity()` mean something.
    #[inline]
    pub(crate) fn children(&self) -> Children {
        Children { ids: [self.arg(0), self.arg(1), self.arg(2)], len: self.op.arity() as u8 }
    }
    #[inline]
    pub(crate) fn node(&self) -> Node {
        let (a, b, c) = (self.arg(0), self.arg(1), self.arg(2));
        let update = UpdateId::from_u32(self.args[0]);
        match self.op {
            Op::Const => Node::Const,
            Op::Symbol => Node::Symbol(SymbolId::from_u32(self.args[0])),
            Op::Bound => Node::Bound,
            Op::Base => Node::Base(ArrayId::from_u32(self.args[0])),
            Op::Not => Node::Not(a),
            Op::Neg => Node::Neg(a),
            Op::And => Node::And(a, b),
            Op::Or => Node::Or(a, b),
            Op::Xor => Node::Xor(a, b),
            Op::Add => Node::Add(a, b),
            Op::Sub => Node::Sub(a, b),
            Op::Mul => Node::Mul(a, b),
            Op::Udiv => Node::Udiv(a, b),
            Op::Sdiv => Node::Sdiv(a, b),
            Op::Urem => Node::Urem(a, b),
            Op::Srem => Node::Srem(a, b),
            Op::Shl => Node::Shl(a, b),
            Op::Lshr => Node::Lshr(a, b),
            Op::Ashr => Node::Ashr(a, b),
            Op::Eq => Node::Eq(a, b),
            Op::Ult => Node::Ult(a, b),
            Op::Ule => Node::Ule(a, b),
            Op::Slt => Node::Slt(a, b),
            Op::Sle => Node::Sle(a, b),
            Op::Ite => Node::Ite(a, b, c),
            Op::Concat => Node::Concat(a, b),
            Op::Extract => Node::Extract(a, self.args[1]),
            Op::Zext => Node::Zext(a),
            Op::Sext => Node::Sext(a),
            Op::Read => Node::Read(update, b),
            Op::Store => Node::Store(update, b, c),
            Op::Forall => Node::Forall(a, b),
            Op::FloatUnary => Node::FloatUnary(Operation::unpack(self.args[2]), a),
            Op::FloatBinary => Node::FloatBinary(Operation::unpack(self.args[2]), a, b),
        }
    }
}

/// The children of a node, by value.
#[derive(Clone, Copy, Debug)]
pub struct Children {
    ids: [ExprId; 3],
    len: u8,
}

impl core::ops::Deref for Children {
    type Target = [ExprId];
    #[inline]
    fn deref(&self) -> &[ExprId] {
        &self.ids[..self.len as usize]
    }
}

impl IntoIterator for Children {
    type Item = ExprId;
    type IntoIter = core::iter::Take<core::array::IntoIter<ExprId, 3>>;
    fn into_iter(self) -> Self::IntoIter {
        self.ids.into_iter().take(self.len as usize)
    }
}

/// Facts that hold of a node if they hold of a child, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Flags(pub(crate) u8);

impl Flags {
    pub(crate) const NONE: Flags = Flags(0);
    /// A bound variable occurs that no quantifier inside binds.
    pub(crate) const BOUND: Flags = Flags(1);
    /// A symbol of class [`SymbolClass::Round`](crate::SymbolClass::Round) occurs.
    pub(crate) const ROUND: Flags = Flags(2);
    /// A quantifier occurs.
    pub(crate) const FORALL: Flags = Flags(4);
    /// A read of an array occurs.
    pub(crate) const READ: Flags = Flags(8);
    /// A symbol or an array of class [`SymbolClass::Uninitialised`](crate::SymbolClass::Uninitialised) occurs.
    pub(crate) const UNINITIALISED: Flags = Flags(16);
    /// A symbol of class [`SymbolClass::Poison`](crate::SymbolClass::Poison) occurs.
    pub(crate) const POISON: Flags = Flags(32);
    /// A symbol of class [`SymbolClass::Abstract`](crate::SymbolClass::Abstract) occurs.
    pub(crate) const ABSTRACT: Flags = Flags(64);
    /// A symbol of class [`SymbolClass::Unspecified`](crate::SymbolClass::Unspecified) occurs.
    pub(crate) const UNSPECIFIED: Flags = Flags(128);

    /// The flag of terms in which a symbol of this class occurs; none for classes that nobody asks for.
    pub(crate) const fn of_class(class: SymbolClass) -> Flags {
        match class {
            SymbolClass::Round => Flags::ROUND,
            SymbolClass::Uninitialised => Flags::UNINITIALISED,
            SymbolClass::Poison => Flags::POISON,
            SymbolClass::Abstract => Flags::ABSTRACT,
            SymbolClass::Unspecified => Flags::UNSPECIFIED,
            SymbolClass::Input | SymbolClass::Deferred | SymbolClass::Witness => Flags::NONE,
        }
    }

    #[inline]
    pub(crate) const fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }
    #[inline]
    pub(crate) const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
    #[inline]
    pub(crate) const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operator_classes_match_the_table() {
        let words = Op::ALL.iter().filter(|op| op.is_word_binary()).count();
        assert_eq!(words, 13);
        assert!(Op::ALL.iter().all(|op| !(op.is_word_binary() && op.is_comparison())));
        assert!(Op::ALL.iter().all(|op| !op.is_word_binary() || op.arity() == 2));
    }
}
