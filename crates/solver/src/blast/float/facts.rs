//! Facts: what is known of a result before its circuit is there, in a gate or two per bit.
//!
//! A product, quotient, root or remainder begins as an unknown word under these clauses; many queries need no more of it. The idea is that of
//! approximations from above (Brillout, Kroening, Wahl, "Mixed abstractions for floating-point arithmetic", 2009), with
//! facts in place of narrower circuits. Each fact is a row of [`Gates::FACTS`], holds in every format and rounding, and is checked on
//! all operands of small formats.

use braid_expr::{FloatOp, Format, Operation};

use crate::sat::{Lit, Sat};

use crate::blast::adder::Bits;
use crate::blast::gates::Gates;

use super::{constant, number, sext, zero_sum_is_negative, zext};

/// Each is a list of literals of which one holds.
pub(in crate::blast) type Clauses = Vec<Vec<Lit>>;

/// A number as facts see it.
pub(super) struct Number {
    pub(super) nan: Lit,
    pub(super) infinite: Lit,
    pub(super) zero: Lit,
    pub(super) negative: Lit,
    /// Neither zero nor subnormal; infinities count.
    pub(super) normal: Lit,
    /// All bits but the sign.
    pub(super) magnitude: Bits,
    /// As it is written.
    pub(super) exponent: Bits,
}

/// An operation with its operands and its result. Of one operand, the second is the first again.
pub(in crate::blast) struct Application {
    pub(super) operation: Operation,
    pub(super) x: Number,
    pub(super) y: Number,
    pub(super) z: Number,
}

/// The fact's clauses; none if it says nothing about the operation.
type Row<S> = (&'static str, fn(&mut Gates<S>, &Application) -> Clauses);

/// A clause: the conclusion, unless a premise fails.
pub(super) fn implies(premises: &[Lit], conclusion: Lit) -> Vec<Lit> {
    premises.iter().map(|&premise| !premise).chain([conclusion]).collect()
}

/// Whether operations of this kind have facts worth their gates.
pub(in crate::blast) fn has_facts(op: FloatOp) -> bool {
    use FloatOp as F;
    matches!(op, F::Add | F::Mul | F::Div | F::Sqrt | F::Remainder | F::Fmod)
}

impl<S: Sat> Gates<S> {
    /// Every fact by its name.
    pub(in crate::blast) const FACTS: [Row<S>; 8] = [
        ("one_nan", Self::fact_one_nan),
        ("nan", Self::fact_nan),
        ("sign", Self::fact_sign),
        ("infinite", Self::fact_infinite),
        ("zero", Self::fact_zero),
        ("identity", Self::fact_identity),
        ("growth", Self::fact_growth),
        ("exponent", Self::fact_exponent),
    ];

    /// Takes apart what facts are about. The result has the operation's format, and so have the operands.
    pub(in crate::blast) fn application(
        &mut self,
        operation: Operation,
        x: &[Lit],
        y: &[Lit],
        z: &[Lit],
    ) -> Application {
        let [x, y, z] = [x, y, z].map(|bits| self.number_parts(operation.format, bits));
        Application { operation, x, y, z }
    }

    fn number_parts(&mut self, format: Format, bits: &[Lit]) -> Number {
        let (magnitude, sign) = bits.split_at(format.width() as usize - 1);
        let (fraction, exponent) = magnitude.split_at(format.fraction_bits() as usize);
        let (all, none, empty) = (self.all(exponent), !self.any(exponent), !self.any(fraction));
        Number {
            nan: self.and(all, !empty),
            infinite: self.and(all, empty),
            zero: self.and(none, empty),
            negative: sign[0],
            normal: !none,
            magnitude: magnitude.to_vec(),
            exponent: exponent.to_vec(),
        }
    }

    /// Where a result is no number it is the one NaN.
    fn fact_one_nan(&mut self, a: &Application) -> Clauses {
        let nan = constant(a.z.magnitude.len(), a.operation.format.nan());
        let same = self.eq(&a.z.magnitude, &nan);
        vec![implies(&[a.z.nan], same), implies(&[a.z.nan], !a.z.negative)]
    }

    /// When a result is no number, exactly.
    fn fact_nan(&mut self, a: &Application) -> Clauses {
        let (x, y) = (&a.x, &a.y);
        let invalid = match a.operation.op {
            FloatOp::Add => {
                let differ = self.xor(x.negative, y.negative);
                vec![self.all(&[x.infinite, y.infinite, differ])]
            }
            FloatOp::Mul => vec![self.and(x.infinite, y.zero), self.and(x.zero, y.infinite)],
            FloatOp::Div => vec![self.and(x.infinite, y.infinite), self.and(x.zero, y.zero)],
            FloatOp::Sqrt => vec![self.and(x.negative, !x.zero)],
            FloatOp::Remainder | FloatOp::Fmod => vec![x.infinite, y.zero],
            _ => return Vec::new(),
        };
        let nan = self.any(&[&[x.nan, y.nan][..], &invalid].concat());
        vec![implies(&[nan], a.z.nan), implies(&[a.z.nan], nan)]
    }

    /// The sign of a result.
    fn fact_sign(&mut self, a: &Application) -> Clauses {
        let (x, y, z) = (&a.x, &a.y, &a.z);
        match a.operation.op {
            FloatOp::Mul | FloatOp::Div => {
                let negative = self.xor(x.negative, y.negative);
                let same = self.equal(z.negative, negative);
                vec![implies(&[!z.nan], same)]
            }
            FloatOp::Sqrt | FloatOp::Fmod => {
                let same = self.equal(z.negative, x.negative);
                vec![implies(&[!z.nan], same)]
            }
            FloatOp::Remainder => {
                let same = self.equal(z.negative, x.negative);
                vec![implies(&[z.zero], same)]
            }
            FloatOp::Add => {
                let (below, above) = (self.ult(&x.magnitude, &y.magnitude), self.ult(&y.magnitude, &x.magnitude));
                let alike = self.equal(x.negative, y.negative);
                let of_zero = self.equal(z.negative, zero_sum_is_negative(a.operation.rounding));
                let (first, second) = (self.equal(z.negative, x.negative), self.equal(z.negative, y.negative));
                vec![
                    implies(&[!z.nan, above], first),
                    implies(&[!z.nan, below], second),
                    implies(&[!z.nan, alike], first),
                    implies(&[!z.nan, !alike, !above, !below], of_zero),
                ]
            }
            _ => Vec::new(),
        }
    }

    /// When a result is infinite because an operand is, or none can be.
    fn fact_infinite(&mut self, a: &Application) -> Clauses {
        let (x, y, z) = (&a.x, &a.y, &a.z);
        match a.operation.op {
            FloatOp::Add | FloatOp::Mul => [x, y].map(|side| implies(&[!z.nan, side.infinite], z.infinite)).to_vec(),
            FloatOp::Div => [x.infinite, y.zero].map(|cause| implies(&[!z.nan, cause], z.infinite)).to_vec(),
            FloatOp::Sqrt => vec![implies(&[!z.nan, x.infinite], z.infinite), implies(&[z.infinite], x.infinite)],
            FloatOp::Remainder | FloatOp::Fmod => vec![vec![!z.infinite]],
            _ => Vec::new(),
        }
    }

    /// When a result is zero because of its operands; of a sum and a root exactly.
    fn fact_zero(&mut self, a: &Application) -> Clauses {
        let (x, y, z) = (&a.x, &a.y, &a.z);
        match a.operation.op {
            FloatOp::Mul => [x, y].map(|side| implies(&[!z.nan, side.zero], z.zero)).to_vec(),
            FloatOp::Div => [x.zero, y.infinite].map(|cause| implies(&[!z.nan, cause], z.zero)).to_vec(),
            FloatOp::Sqrt => vec![implies(&[x.zero], z.zero), implies(&[z.zero], x.zero)],
            FloatOp::Add => {
                let (same, differ) = (self.eq(&x.magnitude, &y.magnitude), self.xor(x.negative, y.negative));
                let either = self.or(differ, x.zero);
                let cancels = self.and(same, either);
                vec![implies(&[!z.nan, cancels], z.zero), implies(&[z.zero], cancels)]
            }
            FloatOp::Remainder | FloatOp::Fmod => vec![implies(&[!z.nan, x.zero], z.zero)],
            _ => Vec::new(),
        }
    }

    /// What leaves the other operand as it is.
    fn fact_identity(&mut self, a: &Application) -> Clauses {
        let (x, y, z) = (&a.x, &a.y, &a.z);
        let one = constant(x.magnitude.len(), a.operation.format.one());
        let (is_first, is_second) = (self.eq(&z.magnitude, &x.magnitude), self.eq(&z.magnitude, &y.magnitude));
        match a.operation.op {
            FloatOp::Mul => {
                let (one_x, one_y) = (self.eq(&x.magnitude, &one), self.eq(&y.magnitude, &one));
                vec![implies(&[!z.nan, one_y], is_first), implies(&[!z.nan, one_x], is_second)]
            }
            FloatOp::Div => {
                let (one_y, one_z) = (self.eq(&y.magnitude, &one), self.eq(&z.magnitude, &one));
                let same = self.eq(&x.magnitude, &y.magnitude);
                vec![implies(&[!z.nan, one_y], is_first), implies(&[!z.nan, same], one_z)]
            }
            FloatOp::Add => vec![implies(&[!z.nan, y.zero], is_first), implies(&[!z.nan, x.zero], is_second)],
            FloatOp::Fmod => {
                let below = self.ult(&x.magnitude, &y.magnitude);
                vec![implies(&[!z.nan, below], is_first)]
            }
            _ => Vec::new(),
        }
    }

    /// Where a result lies from its operands, by magnitude.
    fn fact_growth(&mut self, a: &Application) -> Clauses {
        let (x, y, z) = (&a.x, &a.y, &a.z);
        let one = constant(x.magnitude.len(), a.operation.format.one());
        // Every operation on numbers; a NaN has no place in an order.
        let mut rows: Vec<(Vec<Lit>, &Bits, &Bits)> = Vec::new();
        match a.operation.op {
            FloatOp::Mul => {
                for (side, other) in [(x, y), (y, x)] {
                    rows.push((vec![self.ule(&one, &other.magnitude)], &side.magnitude, &z.magnitude));
                    rows.push((vec![self.ule(&other.magnitude, &one)], &z.magnitude, &side.magnitude));
                }
            }
            FloatOp::Div => {
                rows.push((vec![self.ule(&one, &y.magnitude)], &z.magnitude, &x.magnitude));
                rows.push((vec![self.ule(&y.magnitude, &one)], &x.magnitude, &z.magnitude));
                rows.push((vec![self.ule(&x.magnitude, &y.magnitude)], &z.magnitude, &one));
                rows.push((vec![self.ule(&y.magnitude, &x.magnitude)], &one, &z.magnitude));
            }
            FloatOp::Sqrt => {
                let (above, below) = (self.ule(&one, &x.magnitude), self.ule(&x.magnitude, &one));
                rows.push((vec![above], &one, &z.magnitude));
                rows.push((vec![above], &z.magnitude, &x.magnitude));
                rows.push((vec![below], &x.magnitude, &z.magnitude));
                rows.push((vec![below], &z.magnitude, &one));
            }
            FloatOp::Add => {
                let alike = self.equal(x.negative, y.negative);
                let below = self.ule(&x.magnitude, &y.magnitude);
                rows.push((vec![alike], &x.magnitude, &z.magnitude));
                rows.push((vec![alike], &y.magnitude, &z.magnitude));
                rows.push((vec![!alike, below], &z.magnitude, &y.magnitude));
                rows.push((vec![!alike, !below], &z.magnitude, &x.magnitude));
            }
            FloatOp::Remainder | FloatOp::Fmod => {
                rows.push((Vec::new(), &z.magnitude, &x.magnitude));
                rows.push((Vec::new(), &z.magnitude, &y.magnitude));
            }
            _ => {}
        }
        rows.into_iter()
            .map(|(mut premises, low, high)| {
                premises.push(!z.nan);
                let holds = self.ule(low, high);
                implies(&premises, holds)
            })
            .collect()
    }

    /// Where the exponent of a result lies from those of its operands.
    fn fact_exponent(&mut self, a: &Application) -> Clauses {
        let (x, y, z) = (&a.x, &a.y, &a.z);
        let format = a.operation.format;
        let width = format.exponent_bits() as usize + 3;
        let bias = i64::from(format.bias());
        // Subnormal numbers lie below the first power that normal ones begin with.
        let [first, second] = [x, y].map(|side| {
            let mut exponent = zext(&side.exponent, width);
            exponent[0] = self.or(exponent[0], !side.normal);
            exponent
        });
        let finite = [!z.nan, !x.infinite, !y.infinite];
        match a.operation.op {
            FloatOp::Mul => {
                let sum = self.add(&first, &second, Lit::FALSE);
                let (low, high) = (self.shifted(&sum, -bias), self.shifted(&sum, 1 - bias));
                let above = self.exponent_at_least(format, z, &low);
                let below = self.exponent_at_most(z, &high);
                vec![implies(&[!z.nan, x.normal, y.normal], above), implies(&finite, below)]
            }
            FloatOp::Div => {
                let difference = self.sub(&first, &second);
                let (low, high) = (self.shifted(&difference, bias - 1), self.shifted(&difference, bias));
                let above = self.exponent_at_least(format, z, &low);
                let below = self.exponent_at_most(z, &high);
                vec![implies(&[!z.nan, x.normal, !y.infinite], above), implies(&[!z.nan, !x.infinite, y.normal], below)]
            }
            FloatOp::Sqrt => {
                let sum = self.shifted(&first, bias);
                let half = sext(&sum[1..], width);
                let next = self.shifted(&half, 1);
                let own = zext(&z.exponent, width);
                let (above, below) = (self.sle(&half, &own), self.sle(&own, &next));
                let premises = [!z.nan, !x.infinite, x.normal];
                vec![implies(&premises, above), implies(&premises, below)]
            }
            FloatOp::Add => {
                let is_second = self.ult(&first, &second);
                let largest = self.choose_bits(is_second, &second, &first);
                let next = self.shifted(&largest, 1);
                let below = self.exponent_at_most(z, &next);
                vec![implies(&finite, below)]
            }
            _ => Vec::new(),
        }
    }

    /// A signed word and a constant.
    fn shifted(&mut self, word: &[Lit], by: i64) -> Bits {
        self.add(word, &number(word.len(), by), Lit::FALSE)
    }

    /// Whether an exponent is not below a limit, or as large as that of the largest number.
    fn exponent_at_least(&mut self, format: Format, z: &Number, limit: &[Lit]) -> Lit {
        let own = zext(&z.exponent, limit.len());
        let most = number(limit.len(), (1 << format.exponent_bits()) - 2);
        let (holds, is_most) = (self.sle(limit, &own), self.sle(&most, &own));
        self.or(holds, is_most)
    }

    /// Whether an exponent is not above a limit, or as small as that of the smallest normal number.
    fn exponent_at_most(&mut self, z: &Number, limit: &[Lit]) -> Lit {
        let own = zext(&z.exponent, limit.len());
        let (holds, is_least) = (self.sle(&own, limit), self.sle(&own, &number(limit.len(), 1)));
        self.or(holds, is_least)
    }
}
