//! Known bits: which bits of a value are always 0 and which are always 1.

use braid_expr::{Conjunction, ExprId, ExprPool};

use super::{Domain, Subject};
use crate::lattice::asker::Asker;

/// The domain.
#[derive(Clone, Copy, Debug)]
pub struct KnownBits {
    width: u32,
}

/// What is known of bits; none is no value at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits(pub Option<Known>);

/// Which bits are known, and the value of those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    mask: u64,
    value: u64,
}

impl KnownBits {
    /// Of values of at most 64 bits.
    pub fn new(width: u32) -> KnownBits {
        assert!((1..=64).contains(&width), "bits are those of a word");
        KnownBits { width }
    }
    /// That the bits of a mask are those of a value.
    pub fn known(&self, mask: u64, value: u64) -> Bits {
        let mask = mask & (u64::MAX >> (64 - self.width));
        Bits(Some(Known { mask, value: value & mask }))
    }
}

impl Domain for KnownBits {
    type Element = Bits;
    fn name(&self) -> &'static str {
        "known bits"
    }
    fn bottom(&self) -> Bits {
        Bits(None)
    }
    fn top(&self) -> Bits {
        self.known(0, 0)
    }
    fn join(&self, a: &Bits, b: &Bits) -> Bits {
        match (a.0, b.0) {
            (Some(a), Some(b)) => self.known(a.mask & b.mask & !(a.value ^ b.value), a.value),
            (one, other) => Bits(one.or(other)),
        }
    }
    /// Where a bit changes, those above it are taken to change as well: a counter changes them one by one. What stays is the alignment.
    fn widen(&self, old: &Bits, new: &Bits) -> Bits {
        match (old.0, self.join(old, new).0) {
            (Some(before), Some(joined)) if before.mask != joined.mask => {
                let lowest = (before.mask & !joined.mask).trailing_zeros();
                self.known(joined.mask & ((1 << lowest) - 1), joined.value)
            }
            _ => self.join(old, new),
        }
    }
    fn axiom(&self, pool: &mut ExprPool, element: &Bits, of: Subject<'_>) -> ExprId {
        let Some(Known { mask, value }) = element.0 else { return pool.fls() };
        let (mask, known) = (pool.bv(self.width, mask), pool.bv(self.width, value));
        let masked = pool.and(of.value(), mask);
        pool.eq(masked, known)
    }
    fn least(&self, asker: &mut Asker<'_>, path: &Conjunction, of: Subject<'_>) -> Bits {
        if asker.is_dead(path) {
            return self.bottom();
        }
        let Some(value) = asker.value(path, of.value()) else { return self.top() };
        let mut mask = 0;
        for bit in 0..self.width {
            let (this, other) = (asker.pool.extract(of.value(), bit, 1), asker.pool.bool(value >> bit & 1 == 0));
            let differs = asker.pool.eq(this, other);
            if !asker.may(path, differs) {
                mask |= 1 << bit;
            }
        }
        self.known(mask, value)
    }
}
