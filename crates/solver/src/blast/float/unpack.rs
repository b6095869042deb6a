//! Numbers taken apart, leading zeros, and shifts that remember what they lose.

use braid_expr::Format;

use crate::sat::{Lit, Sat};

use crate::blast::adder::Bits;
use crate::blast::gates::Gates;

use super::{count_bits, least_exponent, number, zext};

/// A number taken apart.
pub(super) struct Unpacked {
    pub(super) nan: Lit,
    pub(super) infinite: Lit,
    pub(super) zero: Lit,
    pub(super) negative: Lit,
    /// Of the highest bit of the significand, in two's complement.
    pub(super) exponent: Bits,
    /// As many bits as the precision; the highest one is set if the number is normal.
    pub(super) significand: Bits,
}

/// The bits of an exponent in which a format's own exponents and a count to `n`, some of them added, fit.
pub(super) fn exponent_width(format: Format, n: usize) -> usize {
    (format.exponent_bits() as usize).max(count_bits(n)) + 3
}

impl<S: Sat> Gates<S> {
    /// Takes a number apart; the exponent has `exponent_width` bits.
    pub(super) fn unpack(&mut self, format: Format, bits: &[Lit], exponent_width: usize) -> Unpacked {
        let (fraction, rest) = bits.split_at(format.fraction_bits() as usize);
        let (written, sign) = rest.split_at(format.exponent_bits() as usize);
        let (all, none) = (self.all(written), !self.any(written));
        let empty = !self.any(fraction);
        let mut significand = fraction.to_vec();
        significand.push(!none);
        // Subnormal numbers have the exponent of the smallest normal ones.
        let mut exponent = zext(written, exponent_width);
        exponent[0] = self.or(exponent[0], none);
        let bias = number(exponent_width, -i64::from(format.bias()));
        Unpacked {
            nan: self.and(all, !empty),
            infinite: self.and(all, empty),
            zero: self.and(none, empty),
            negative: sign[0],
            exponent: self.add(&exponent, &bias, Lit::FALSE),
            significand,
        }
    }

    /// The same with the highest bit of the significand set, also for subnormal numbers. Of zero it is taken to be set.
    pub(super) fn unpack_normal(&mut self, format: Format, bits: &[Lit], exponent_width: usize) -> Unpacked {
        let mut number = self.unpack(format, bits, exponent_width);
        let (mut significand, zeros) = self.normalize(&number.significand);
        if let Some(top) = significand.last_mut() {
            *top = Lit::TRUE;
        }
        number.exponent = self.sub(&number.exponent, &zext(&zeros, exponent_width));
        number.significand = significand;
        number
    }

    /// A word shifted up until its highest bit is set, and by how many places. Zero stays zero.
    pub(super) fn normalize(&mut self, word: &[Lit]) -> (Bits, Bits) {
        let rows = count_bits(word.len() - 1);
        let mut word = word.to_vec();
        let mut places = vec![Lit::FALSE; rows];
        for row in (0..rows).rev() {
            let distance = 1 << row;
            let low = word.len() - distance;
            let is_empty = !self.any(&word[low..]);
            places[row] = is_empty;
            word = (0..word.len())
                .map(|at| {
                    let moved = if at >= distance { word[at - distance] } else { Lit::FALSE };
                    self.choose(is_empty, moved, word[at])
                })
                .collect();
        }
        (word, places)
    }

    /// A word shifted down by an unsigned amount; its last bit is set if it or a bit that was lost is.
    pub(super) fn shift_sticky(&mut self, word: &[Lit], amount: &[Lit]) -> Bits {
        let rows = count_bits(word.len() - 1).min(amount.len());
        let mut word = word.to_vec();
        for (row, &by) in amount.iter().enumerate().take(rows) {
            let distance = 1 << row;
            let mut lost = word[..distance.min(word.len())].to_vec();
            lost.push(word.get(distance).copied().unwrap_or(Lit::FALSE));
            let last = self.any(&lost);
            word = (0..word.len())
                .map(|at| {
                    let moved = if at == 0 { last } else { word.get(at + distance).copied().unwrap_or(Lit::FALSE) };
                    self.choose(by, moved, word[at])
                })
                .collect();
        }
        let (over, something) = (self.any(&amount[rows..]), self.any(&word));
        word.iter()
            .enumerate()
            .map(|(at, &bit)| self.choose(over, if at == 0 { something } else { Lit::FALSE }, bit))
            .collect()
    }

    /// The exponent above the smallest one of a format, and the places that a number below it must come down; one of them is 0.
    pub(super) fn above_least(&mut self, format: Format, exponent: &[Lit]) -> (Bits, Bits) {
        let least = number(exponent.len(), -least_exponent(format));
        let above = self.add(exponent, &least, Lit::FALSE);
        let is_below = above[above.len() - 1];
        let below = self.neg(&above);
        let none = vec![Lit::FALSE; above.len()];
        (self.choose_bits(is_below, &none, &above), self.choose_bits(is_below, &below, &none))
    }
}
