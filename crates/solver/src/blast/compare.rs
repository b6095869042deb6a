//! Comparisons: equality as one wide gate, order as the borrow chain of a subtraction.

use crate::sat::{Lit, Sat};

use super::gates::Gates;

impl<S: Sat> Gates<S> {
    /// a = b.
    pub(super) fn eq(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        let mut same = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let bit = self.equal(x, y);
            if bit == Lit::FALSE {
                return Lit::FALSE;
            }
            same.push(bit);
        }
        self.all(&same)
    }

    /// a < b, unsigned.
    pub(super) fn ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        self.borrow(a, b, Lit::FALSE)
    }

    /// a ≤ b, unsigned.
    pub(super) fn ule(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        self.borrow(a, b, Lit::TRUE)
    }

    /// a < b, two's complement.
    pub(super) fn slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (a, b) = (flip_sign(a), flip_sign(b));
        self.ult(&a, &b)
    }

    /// a ≤ b, two's complement.
    pub(super) fn sle(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (a, b) = (flip_sign(a), flip_sign(b));
        self.ule(&a, &b)
    }

    /// Whether a < b, or a = b and `tie`: from the least bit up, the higher bit decides where the two differ.
    fn borrow(&mut self, a: &[Lit], b: &[Lit], tie: Lit) -> Lit {
        debug_assert_eq!(a.len(), b.len());
        a.iter().zip(b).fold(tie, |below, (&x, &y)| self.majority(!x, y, below))
    }
}

/// Moves two's complement order onto unsigned order.
fn flip_sign(a: &[Lit]) -> Vec<Lit> {
    let mut flipped = a.to_vec();
    if let Some(sign) = flipped.last_mut() {
        *sign = !*sign;
    }
    flipped
}
