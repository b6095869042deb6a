//! Addition, subtraction and negation: ripple carry, which propagates well and folds where bits are known.

use crate::sat::{Lit, Sat};

use super::gates::Gates;

/// The bits of a word, least significant first.
pub(super) type Bits = Vec<Lit>;

impl<S: Sat> Gates<S> {
    /// a + b + carry, at the width of both.
    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Bits {
        debug_assert_eq!(a.len(), b.len());
        let last = a.len() - 1;
        let mut sum = Bits::with_capacity(a.len());
        for (at, (&x, &y)) in a.iter().zip(b).enumerate() {
            let (bit, next) = self.full_adder(x, y, carry, at < last);
            sum.push(bit);
            carry = next;
        }
        sum
    }

    /// a - b, at the width of both.
    pub(super) fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        self.add(a, &invert(b), Lit::TRUE)
    }

    /// -a.
    pub(super) fn neg(&mut self, a: &[Lit]) -> Bits {
        self.add(&vec![Lit::FALSE; a.len()], &invert(a), Lit::TRUE)
    }

    /// The sum bit and, if wanted, the carry of three bits.
    pub(super) fn full_adder(&mut self, a: Lit, b: Lit, c: Lit, with_carry: bool) -> (Lit, Lit) {
        let half = self.xor(a, b);
        let sum = self.xor(half, c);
        let carry = if with_carry { self.majority(a, b, c) } else { Lit::FALSE };
        (sum, carry)
    }
}

/// All bits negated.
pub(super) fn invert(a: &[Lit]) -> Bits {
    a.iter().map(|&lit| !lit).collect()
}
