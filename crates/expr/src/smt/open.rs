//! What SMT-LIB's theory of floating-point numbers leaves open: any function may stand there, and always the same one.
//!
//! Two things are open: which zero `fp.min` and `fp.max` of zeros of both signs are, and the integers of numbers that are none, infinite
//! or out of range. A query that holds for one choice is `sat`, so the choice is an unknown of the query. It is an array without known
//! elements, read at the operands: equal operands have equal results, also where a definition or a quantifier puts other operands in.
//! Terms themselves have fixed results ([`FloatOp::ToSigned`]); only scripts that are read see the standard's.
//!
//! Indexes of arrays have at most 64 bits. Of a wider number the high bits h and the low bits l choose `outer[inner[h] xor l]`. Finitely
//! many pairs can be told apart by that, whatever they are: two with one h differ in l, and for others `inner` has a value that is not
//! among the finitely many that would make them collide. So nothing more is claimed than that it is a function.

use std::collections::BTreeMap;

use crate::{ArrayKind, ExprId, ExprPool, FloatClass, FloatOp, Format, MAX_ARRAY_WIDTH, Operation, Rounding, UpdateId};

/// The result of an integer conversion: signed or not, its width.
pub(super) type Integer = (bool, u32);

/// The functions that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    /// By format, and whether it is the larger one: indexed by the sign of the first operand, whether the second is the result.
    zeros: BTreeMap<(Format, bool), UpdateId>,
    /// By format, rounding, integer, and the place of its bits.
    integers: BTreeMap<(Format, Rounding, Integer, u32), UpdateId>,
    /// The arrays between the bits of a wide number and the index of `integers`.
    inner: BTreeMap<(Format, Rounding, Integer, u32), UpdateId>,
}

fn unknown(pool: &mut ExprPool, name: &str, index: u32, element: u32) -> UpdateId {
    let array = pool.array(name, ArrayKind::Symbolic { size: None }, index, element);
    pool.base(array)
}

impl Open {
    /// `fp.min` or `fp.max`: one of the operands.
    pub(super) fn pick(&mut self, pool: &mut ExprPool, format: Format, larger: bool, [a, b]: [ExprId; 2]) -> ExprId {
        let picked = pool.float_pick(format, larger, a, b);
        let zero = [a, b].map(|operand| pool.float_is(format, FloatClass::Zero, operand));
        let (both, same) = (pool.and(zero[0], zero[1]), pool.eq(a, b));
        let other = pool.not(same);
        let open = pool.and(both, other);
        if pool.as_u64(open) == Some(0) {
            return picked;
        }
        let name = if larger { "fp.max" } else { "fp.min" };
        let choice = *self.zeros.entry((format, larger)).or_insert_with(|| unknown(pool, name, 1, 1));
        let sign = pool.float_sign(a);
        let second = pool.read(choice, sign);
        let zero = pool.ite(second, b, a);
        pool.ite(open, zero, picked)
    }

    /// `fp.to_sbv` or `fp.to_ubv`.
    pub(super) fn integer(
        &mut self,
        pool: &mut ExprPool,
        (format, rounding): (Format, Rounding),
        a: ExprId,
        (signed, width): Integer,
    ) -> ExprId {
        let inside = in_range(pool, (format, rounding), a, (signed, width));
        let known = pool.float_to_int(format, rounding, a, width, signed);
        if pool.as_u64(inside) == Some(1) {
            return known;
        }
        let parts = (0..width).step_by(MAX_ARRAY_WIDTH as usize);
        let any = parts.fold(None, |below: Option<ExprId>, low| {
            let key = (format, rounding, (signed, width), low);
            let element = (width - low).min(MAX_ARRAY_WIDTH);
            let part = self.part(pool, key, element, a);
            Some(below.map_or(part, |below| pool.concat(part, below)))
        });
        pool.ite(inside, known, any.expect("a width is not zero"))
    }

    /// Some bits of the open result for the number `a`.
    fn part(&mut self, pool: &mut ExprPool, key: (Format, Rounding, Integer, u32), element: u32, a: ExprId) -> ExprId {
        let bits = pool.width(a);
        let index_width = bits.min(MAX_ARRAY_WIDTH);
        let mut index = pool.extract(a, 0, index_width);
        if bits > MAX_ARRAY_WIDTH {
            let high = bits - MAX_ARRAY_WIDTH;
            let inner = *self.inner.entry(key).or_insert_with(|| unknown(pool, "fp.index", high, MAX_ARRAY_WIDTH));
            let high = pool.extract(a, MAX_ARRAY_WIDTH, high);
            let spread = pool.read(inner, high);
            index = pool.xor(spread, index);
        }
        let name = if key.2.0 { FloatOp::ToSigned.name() } else { FloatOp::ToUnsigned.name() };
        let outer = *self.integers.entry(key).or_insert_with(|| unknown(pool, name, index_width, element));
        pool.read(outer, index)
    }
}

/// Whether the rounded number is among the integers of this width. Rounding keeps order, so that these are the numbers up to a largest
/// magnitude for each sign; NaNs and infinities are above both.
fn in_range(
    pool: &mut ExprPool,
    (format, rounding): (Format, Rounding),
    a: ExprId,
    (signed, width): Integer,
) -> ExprId {
    let power = if signed { width - 1 } else { width };
    let two_to = |power: u32| match power <= format.bias() as u32 {
        true => u128::from(power + format.bias() as u32) << format.fraction_bits(),
        // Of a format with few exponents the next power of two is what rounds to infinity; those beyond are above all integers.
        false => format.infinity() + u128::from(power > format.bias() as u32 + 1),
    };
    let above = two_to(power);
    let below = if signed { above + 1 } else { 1 };
    let [positive, negative] = [(0, above), (format.sign(), below)].map(|(sign, bound)| {
        let most = largest_below(format, rounding, sign, bound);
        let bits = pool.float_bits(format, most);
        pool.extract(bits, 0, format.width() - 1)
    });
    let magnitude = pool.extract(a, 0, format.width() - 1);
    let [positive, negative] = [positive, negative].map(|most| pool.ule(magnitude, most));
    let sign = pool.float_sign(a);
    pool.ite(sign, negative, positive)
}

/// The largest finite magnitude whose integer, with this sign, is of a magnitude below `bound`.
fn largest_below(format: Format, rounding: Rounding, sign: u128, bound: u128) -> u128 {
    let round = Operation::new(FloatOp::Round, format, rounding);
    let is_below = |bits: u128| round.value(format.width(), format.width(), [sign | bits, 0, 0]) & !sign < bound;
    let (mut low, mut high) = (0, format.largest() + 1); // zero is below every bound
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if is_below(middle) { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Model, SymbolClass};

    /// Of every number of a small format: a conversion is open exactly where the rounded number is not among the integers.
    #[test]
    fn numbers_in_range_are_those_whose_integer_is_exact() {
        for (format, rounding) in [(3, 4), (4, 4), (2, 5)].iter().flat_map(|&(exponent, significand)| {
            let format = Format::new(exponent, significand).expect("a small format");
            Rounding::ALL.iter().map(move |&rounding| (format, rounding))
        }) {
            let mut pool = ExprPool::new();
            for (signed, width) in (1..=12).flat_map(|width| [(false, width), (true, width)]) {
                let convert =
                    Operation::new(if signed { FloatOp::ToSigned } else { FloatOp::ToUnsigned }, format, rounding);
                for bits in 0..1_u128 << format.width() {
                    let a = pool.float_bits(format, bits);
                    let inside = in_range(&mut pool, (format, rounding), a, (signed, width));
                    // Twice as wide nothing is cut off that would fit; a negative number of an unsigned integer is seen by a signed one.
                    let wide = Operation { op: FloatOp::ToSigned, ..convert }.value(format.width(), 40, [bits, 0, 0]);
                    let wide = (wide as i64) << 24 >> 24;
                    let (least, most) =
                        if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1_i64 << width) - 1) };
                    let is_finite = bits & !format.sign() < format.infinity();
                    let expected = is_finite && (least..=most).contains(&wide);
                    assert_eq!(
                        pool.as_u64(inside),
                        Some(expected.into()),
                        "{format:?} {rounding:?} {signed} {width} {bits:x}"
                    );
                }
            }
        }
    }

    /// A wide number has an integer of its own, and a known one where it is in range.
    #[test]
    fn open_results_are_terms_of_the_operands() {
        let (mut pool, mut open, mut evaluator) = (ExprPool::new(), Open::default(), Evaluator::new());
        let a = pool.symbol("a", 128, SymbolClass::Input);
        let rounded = (Format::QUAD, Rounding::Zero);
        let first = open.integer(&mut pool, rounded, a, (true, 100));
        assert_eq!(first, open.integer(&mut pool, rounded, a, (true, 100)));
        let one = pool.float_bits(Format::QUAD, Format::QUAD.one());
        let known = open.integer(&mut pool, rounded, one, (true, 100));
        let value = evaluator.evaluate(&pool, &Model::new(), known).expect("a constant");
        assert_eq!(value.to_u64(), Some(1));
    }
}
