//! Where the values of a function are kept: values that do not matter at the same time share a slot.
//!
//! Lowering gives every scalar of a body a slot of its own, its *number*; [`reuse`](crate::lower) then finds a *home* for each, a slot of
//! the frame. Whoever asks for a value by name (explanations) must know whether its home still holds it.

use smallvec::SmallVec;

use crate::code::{Pc, Slot};

/// The operations, first and last, between which a value is in its home.
pub(crate) type Span = (Pc, Pc);

/// The home of each scalar of a function, and where it is there.
#[derive(Debug, Default)]
pub struct Homes {
    /// The slot of the frame for each number.
    pub slots: Vec<Slot>,
    /// For each number, where it is kept, ascending.
    pub spans: Vec<SmallVec<[Span; 1]>>,
}

impl Homes {
    /// The slot that holds a number at an operation, if it is kept there.
    pub fn slot(&self, number: Slot, pc: Pc) -> Option<Slot> {
        let kept = self.spans[number as usize].iter().any(|&(first, last)| first <= pc && pc <= last);
        kept.then(|| self.slots[number as usize])
    }

    /// The number that a slot holds at an operation.
    pub fn number(&self, slot: Slot, pc: Pc) -> Option<Slot> {
        let candidates = (0..).zip(&self.slots).filter(|&(_, &home)| home == slot).map(|(number, _)| number);
        candidates.into_iter().find(|&number| self.slot(number, pc).is_some())
    }
}
