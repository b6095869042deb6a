//! Shifts: one row of choices per bit of the amount; amounts past the width fill the whole word.

use crate::sat::{Lit, Sat};

use super::adder::Bits;
use super::gates::Gates;

/// Which way a shift goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// Towards the most significant bit.
    Left,
    /// Towards the least significant bit.
    Right,
}

impl<S: Sat> Gates<S> {
    /// `a` shifted by `amount`, with `fill` coming in.
    pub(super) fn shift(&mut self, a: &[Lit], amount: &[Lit], direction: Direction, fill: Lit) -> Bits {
        let width = a.len();
        // Bits of the amount from here up shift everything out.
        let rows = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let mut word = a.to_vec();
        for (row, &bit) in amount.iter().enumerate().take(rows) {
            word = self.shift_row(&word, 1 << row, bit, direction, fill);
        }
        let over = self.any(&amount[rows.min(amount.len())..]);
        word.iter().map(|&lit| self.choose(over, fill, lit)).collect()
    }

    /// `word` shifted by the constant `distance` if `condition`.
    fn shift_row(&mut self, word: &[Lit], distance: usize, condition: Lit, direction: Direction, fill: Lit) -> Bits {
        let source = |at: usize| match direction {
            Direction::Left => at.checked_sub(distance),
            Direction::Right => Some(at + distance).filter(|&from| from < word.len()),
        };
        (0..word.len())
            .map(|at| {
                let moved = source(at).map_or(fill, |from| word[from]);
                self.choose(condition, moved, word[at])
            })
            .collect()
    }
}
