//! Intervals, signed or unsigned (Cousot, Cousot 1977), with widening to thresholds: the constants that the program compares with.
//!
//! Ends are kept as unsigned words of a biased value, so that one order serves both: the sign bit is flipped where values are signed.

use braid_expr::{Conjunction, ExprId, ExprPool};

use super::{Domain, Subject};
use crate::lattice::asker::Asker;

/// The domain.
#[derive(Clone, Debug)]
pub struct Interval {
    width: u32,
    signed: bool,
    /// Where widening stops, ascending, as biased words; the ends of the type are not among them.
    thresholds: Vec<u64>,
}

/// An interval, by its biased ends; none is the empty one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range(pub Option<(u64, u64)>);

impl Interval {
    /// Of values of at most 64 bits.
    pub fn new(width: u32, signed: bool) -> Interval {
        assert!((1..=64).contains(&width), "an interval is of words");
        Interval { width, signed, thresholds: Vec::new() }
    }
    /// The same with constants at which widening stops.
    #[must_use]
    pub fn stopping_at(mut self, constants: impl IntoIterator<Item = u64>) -> Interval {
        self.thresholds = constants.into_iter().map(|word| self.biased(word)).collect();
        self.thresholds.sort_unstable();
        self.thresholds.dedup();
        self
    }
    /// An interval by its ends.
    pub fn range(&self, low: u64, high: u64) -> Range {
        let (low, high) = (self.biased(low), self.biased(high));
        Range((low <= high).then_some((low, high)))
    }
    /// The ends of an interval that is not empty.
    pub fn ends(&self, range: Range) -> Option<(u64, u64)> {
        range.0.map(|(low, high)| (self.biased(low), self.biased(high)))
    }
    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }
    fn bias(&self) -> u64 {
        if self.signed { 1 << (self.width - 1) } else { 0 }
    }
    /// There and back.
    fn biased(&self, word: u64) -> u64 {
        (word & self.mask()) ^ self.bias()
    }
    fn at_most(&self, pool: &mut ExprPool, a: ExprId, b: ExprId) -> ExprId {
        if self.signed { pool.sle(a, b) } else { pool.ule(a, b) }
    }
}

impl Domain for Interval {
    type Element = Range;
    fn name(&self) -> &'static str {
        if self.signed { "signed interval" } else { "unsigned interval" }
    }
    fn bottom(&self) -> Range {
        Range(None)
    }
    fn top(&self) -> Range {
        Range(Some((0, self.mask())))
    }
    fn join(&self, a: &Range, b: &Range) -> Range {
        match (a.0, b.0) {
            (Some(a), Some(b)) => Range(Some((a.0.min(b.0), a.1.max(b.1)))),
            (one, other) => Range(one.or(other)),
        }
    }
    fn widen(&self, old: &Range, new: &Range) -> Range {
        let (Some(before), Some(joined)) = (old.0, self.join(old, new).0) else { return self.join(old, new) };
        let below = |word: u64| self.thresholds.iter().rev().copied().find(|&stop| stop <= word).unwrap_or(0);
        let above = |word: u64| self.thresholds.iter().copied().find(|&stop| stop >= word).unwrap_or(self.mask());
        let low = if joined.0 < before.0 { below(joined.0) } else { before.0 };
        let high = if joined.1 > before.1 { above(joined.1) } else { before.1 };
        Range(Some((low, high)))
    }
    fn axiom(&self, pool: &mut ExprPool, element: &Range, of: Subject<'_>) -> ExprId {
        let Some((low, high)) = element.0 else { return pool.fls() };
        let value = of.value();
        let mut ends = Vec::new();
        if low > 0 {
            let end = pool.bv(self.width, self.biased(low));
            ends.push(self.at_most(pool, end, value));
        }
        if high < self.mask() {
            let end = pool.bv(self.width, self.biased(high));
            ends.push(self.at_most(pool, value, end));
        }
        pool.all(ends)
    }
    fn least(&self, asker: &mut Asker<'_>, path: &Conjunction, of: Subject<'_>) -> Range {
        let bias = asker.pool.bv(self.width, self.bias());
        let biased = asker.pool.xor(of.value(), bias);
        Range(asker.range(path, biased))
    }
}
