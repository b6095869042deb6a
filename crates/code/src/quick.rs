//! The operations of a function once more, as the loop over words carries them out.
//!
//! An [`Op`] says what an operation means on any values. Here it stands with all that lowering knows of it decided: where its operands come
//! from (a slot, or a constant that stands in the operation), its width, the size of an access. What often comes together is one
//! operation: a comparison with its branch, a load with its extension, the way from an index to an address, a move with its jump
//! (superinstructions: Ertl and Gregg 2003).
//!
//! Invariant: the form of an operation has its number in [`Code::ops`](crate::Code::ops), and one that stands for several leaves behind what
//! they would leave behind, slot by slot. So a state can stop before any operation of the function, and whoever does not run words knows nothing of this
//! form. What has none here is [`General`](Quick::General).

mod forms;
mod join;

use braid_ir::inst::IntPredicate;
use braid_state::Value;

use crate::code::{Op, Pc, Slot};

/// A slot of a frame with fewer slots than numbers of 16 bits.
pub type Short = u16;

/// An operation on words. `free` is always how many bits of a word are above the width of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the fields are those of the operations that each form stands for")]
pub enum Quick {
    /// Nothing more is decided than [`Op`] says.
    General,
    /// A block begins.
    Enter {
        block: u32,
        count: u32,
    },
    /// Goes on elsewhere.
    Jump {
        target: Pc,
    },
    /// A move on an edge, and the jump behind it.
    MoveJump {
        dst: Short,
        src: Short,
        target: Pc,
    },
    /// Goes on at one of two places.
    Branch {
        cond: Short,
        then: Pc,
        otherwise: Pc,
    },
    /// Comparisons of two slots that decide a branch.
    IfEq {
        dst: Short,
        a: Short,
        b: Short,
        then: Pc,
        otherwise: Pc,
    },
    IfNe {
        dst: Short,
        a: Short,
        b: Short,
        then: Pc,
        otherwise: Pc,
    },
    IfUlt {
        dst: Short,
        a: Short,
        b: Short,
        then: Pc,
        otherwise: Pc,
    },
    IfUle {
        dst: Short,
        a: Short,
        b: Short,
        then: Pc,
        otherwise: Pc,
    },
    IfSlt {
        free: u8,
        dst: Short,
        a: Short,
        b: Short,
        then: Pc,
        otherwise: Pc,
    },
    IfSle {
        free: u8,
        dst: Short,
        a: Short,
        b: Short,
        then: Pc,
        otherwise: Pc,
    },
    /// Comparisons with a constant that decide a branch.
    IfEqTo {
        dst: Short,
        a: Short,
        to: u32,
        then: u16,
        otherwise: u16,
    },
    IfNeTo {
        dst: Short,
        a: Short,
        to: u32,
        then: u16,
        otherwise: u16,
    },
    IfUltTo {
        dst: Short,
        a: Short,
        to: u32,
        then: u16,
        otherwise: u16,
    },
    IfUgtTo {
        dst: Short,
        a: Short,
        to: u32,
        then: u16,
        otherwise: u16,
    },
    IfSltTo {
        free: u8,
        dst: Short,
        a: Short,
        to: u32,
        then: u16,
        otherwise: u16,
    },
    IfSgtTo {
        free: u8,
        dst: Short,
        a: Short,
        to: u32,
        then: u16,
        otherwise: u16,
    },
    /// Other comparisons.
    Compare {
        pred: IntPredicate,
        free: u8,
        dst: Short,
        a: Short,
        b: Short,
    },
    CompareTo {
        pred: IntPredicate,
        free: u8,
        dst: Short,
        a: Short,
        to: u64,
    },
    /// A copy of a slot, or of a known constant.
    Move {
        dst: Short,
        src: Short,
    },
    Set {
        dst: Short,
        to: u64,
    },
    /// Arithmetic on two slots.
    Add {
        free: u8,
        dst: Short,
        a: Short,
        b: Short,
    },
    Sub {
        free: u8,
        dst: Short,
        a: Short,
        b: Short,
    },
    Mul {
        free: u8,
        dst: Short,
        a: Short,
        b: Short,
    },
    And {
        dst: Short,
        a: Short,
        b: Short,
    },
    Or {
        dst: Short,
        a: Short,
        b: Short,
    },
    Xor {
        dst: Short,
        a: Short,
        b: Short,
    },
    /// Arithmetic on a slot and a constant; of shifts one that is less than the width.
    AddTo {
        free: u8,
        dst: Short,
        a: Short,
        to: u64,
    },
    MulTo {
        free: u8,
        dst: Short,
        a: Short,
        to: u64,
    },
    AndTo {
        dst: Short,
        a: Short,
        to: u64,
    },
    OrTo {
        dst: Short,
        a: Short,
        to: u64,
    },
    XorTo {
        dst: Short,
        a: Short,
        to: u64,
    },
    ShlBy {
        free: u8,
        by: u8,
        dst: Short,
        a: Short,
    },
    LShrBy {
        by: u8,
        dst: Short,
        a: Short,
    },
    AShrBy {
        free: u8,
        by: u8,
        dst: Short,
        a: Short,
    },
    /// The lower bits.
    Trunc {
        free: u8,
        dst: Short,
        a: Short,
    },
    /// More bits, of a value with `from` free bits.
    ZExt {
        dst: Short,
        a: Short,
    },
    SExt {
        from: u8,
        free: u8,
        dst: Short,
        a: Short,
    },
    /// A choice between two slots.
    Select {
        dst: Short,
        cond: Short,
        a: Short,
        b: Short,
    },
    /// The address of an element: an index is extended, multiplied and added to a slot, or to a constant of the code. An index with
    /// no free bits counts as it is.
    Element {
        from: u8,
        index: Short,
        wide: Short,
        scaled: Short,
        base: Short,
        dst: Short,
        scale: u32,
    },
    ElementOf {
        from: u8,
        index: Short,
        wide: Short,
        scaled: Short,
        base: u16,
        dst: Short,
        scale: u32,
    },
    /// The same with elements of one byte.
    Byte {
        from: u8,
        index: Short,
        wide: Short,
        base: Short,
        dst: Short,
    },
    ByteOf {
        from: u8,
        index: Short,
        wide: Short,
        dst: Short,
        base: u64,
    },
    /// Reads so many bits.
    Load8 {
        dst: Short,
        addr: Short,
        offset: u32,
    },
    Load16 {
        dst: Short,
        addr: Short,
        offset: u32,
    },
    Load32 {
        dst: Short,
        addr: Short,
        offset: u32,
    },
    Load64 {
        dst: Short,
        addr: Short,
        offset: u32,
    },
    /// Reads so many bits and extends them with `from` free bits above the sign; with none it is zeros.
    LoadExt8 {
        from: u8,
        free: u8,
        dst: Short,
        wide: Short,
        addr: Short,
        offset: u32,
    },
    LoadExt16 {
        from: u8,
        free: u8,
        dst: Short,
        wide: Short,
        addr: Short,
        offset: u32,
    },
    LoadExt32 {
        from: u8,
        free: u8,
        dst: Short,
        wide: Short,
        addr: Short,
        offset: u32,
    },
    /// Writes so many bits of a slot.
    Store8 {
        value: Short,
        addr: Short,
        offset: u32,
    },
    Store16 {
        value: Short,
        addr: Short,
        offset: u32,
    },
    Store32 {
        value: Short,
        addr: Short,
        offset: u32,
    },
    Store64 {
        value: Short,
        addr: Short,
        offset: u32,
    },
}

impl Quick {
    /// The quick forms of the operations of a function with so many slots, by their numbers.
    pub fn forms(ops: &[Op], constants: &[Value], slots: Slot) -> Vec<Quick> {
        if slots > u32::from(Short::MAX) || ops.len() > usize::from(u16::MAX) {
            return vec![Quick::General; ops.len()];
        }
        let mut quick: Vec<Quick> = ops.iter().map(|op| forms::of(op, constants).unwrap_or(Quick::General)).collect();
        join::join(ops, &mut quick);
        quick
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_operation_is_as_small_as_a_register() {
        assert_eq!(size_of::<Quick>(), 16);
    }
}
