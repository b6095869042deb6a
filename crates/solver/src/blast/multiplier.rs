//! Multiplication: partial products added column by column, or shifts and additions where one side is constant.
//!
//! A constant side is recoded to canonical signed digits, which needs the fewest additions. Otherwise the columns of
//! partial products are reduced three bits at a time (Dadda's carry-save tree), oldest first so that the tree stays
//! shallow, and constants fold on the way: 16 x 16 bits inside 32 cost no more than they should.

use std::collections::VecDeque;

use crate::sat::{Lit, Sat};

use super::adder::{Bits, invert};
use super::gates::Gates;

impl<S: Sat> Gates<S> {
    /// a · b, at the width of both.
    pub(super) fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Bits {
        debug_assert_eq!(a.len(), b.len());
        if is_constant(a) {
            return self.mul_constant(b, a);
        }
        if is_constant(b) {
            return self.mul_constant(a, b);
        }
        let width = a.len();
        let mut columns = vec![VecDeque::new(); width];
        for (at, &y) in b.iter().enumerate().filter(|&(_, &y)| y != Lit::FALSE) {
            if self.ends_before(width - at) {
                return vec![Lit::FALSE; width];
            }
            for (low, &x) in a[..width - at].iter().enumerate() {
                let product = self.and(x, y);
                if product != Lit::FALSE {
                    columns[at + low].push_back(product);
                }
            }
        }
        self.reduce_columns(columns)
    }

    /// Adds each column down to one bit, carrying into the next.
    fn reduce_columns(&mut self, mut columns: Vec<VecDeque<Lit>>) -> Bits {
        let width = columns.len();
        let mut sum = Bits::with_capacity(width);
        for at in 0..width {
            if self.ends_before(2 * columns[at].len()) {
                return vec![Lit::FALSE; width];
            }
            while columns[at].len() > 1 {
                let mut next = || columns[at].pop_front().unwrap_or(Lit::FALSE);
                let (a, b, c) = (next(), next(), next());
                let (bit, carry) = self.full_adder(a, b, c, at + 1 < width);
                if bit != Lit::FALSE {
                    columns[at].push_back(bit);
                }
                if carry != Lit::FALSE {
                    columns[at + 1].push_back(carry);
                }
            }
            sum.push(columns[at].pop_front().unwrap_or(Lit::FALSE));
        }
        sum
    }

    /// a times a constant.
    fn mul_constant(&mut self, a: &[Lit], constant: &[Lit]) -> Bits {
        let width = a.len();
        let mut sum = vec![Lit::FALSE; width];
        for (at, digit) in signed_digits(constant).into_iter().enumerate() {
            if digit != 0 && self.ends_before(2 * width) {
                return sum;
            }
            let shifted: Bits = core::iter::repeat_n(Lit::FALSE, at).chain(a[..width - at].iter().copied()).collect();
            match digit {
                1 => sum = self.add(&sum, &shifted, Lit::FALSE),
                -1 => sum = self.add(&sum, &invert(&shifted), Lit::TRUE),
                _ => {}
            }
        }
        sum
    }
}

fn is_constant(word: &[Lit]) -> bool {
    word.iter().all(|lit| lit.as_constant().is_some())
}

/// Digits -1, 0, 1 of a constant modulo its width, no two neighbours both other than 0.
fn signed_digits(constant: &[Lit]) -> Vec<i8> {
    let bit = |at: usize| constant.get(at) == Some(&Lit::TRUE);
    let mut carry = false;
    (0..constant.len())
        .map(|at| {
            let ones = u8::from(bit(at)) + u8::from(carry);
            let run_goes_on = bit(at + 1);
            carry = ones == 2 || (ones == 1 && run_goes_on);
            match (ones, run_goes_on) {
                (1, true) => -1,
                (1, false) => 1,
                _ => 0,
            }
        })
        .collect()
}
