//! Operators that are made of others: LLVM's intrinsics on integers and the conditions under which its flags are broken.
//!
//! They are not nodes of their own, so that simplifier, evaluator and solver need not know them. Where LLVM says poison
//! or undefined behaviour, the result here is whatever the parts give and a predicate tells the case: [`shift_overflows`]
//! for amounts of the width or more, [`sdiv_overflows`] for the smallest number by -1, division by zero by comparing the
//! divisor with 0. What the parts give is pinned by tests.
//!
//! [`shift_overflows`]: ExprPool::shift_overflows
//! [`sdiv_overflows`]: ExprPool::sdiv_overflows

use crate::node::ExprId;
use crate::pool::ExprPool;
use crate::value::Value;

/// Bounds are known of terms of at most so many bits (see [`Facts`](crate::Facts)).
const MAX_BOUNDED: u32 = 64;

/// Whether an operation leaves the range of its width.
impl ExprPool {
    /// `a + b`, unsigned (breaks `nuw`).
    pub fn uadd_overflows(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let sum = self.add(a, b);
        self.ult(sum, a)
    }
    /// `a + b`, signed (breaks `nsw`): the sum's sign differs from those of both operands.
    pub fn sadd_overflows(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let sum = self.add(a, b);
        let (left, right) = (self.xor(sum, a), self.xor(sum, b));
        let both = self.and(left, right);
        self.sign(both)
    }
    /// `a - b`, unsigned.
    pub fn usub_overflows(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.ult(a, b)
    }
    /// `a - b`, signed: the operands' signs differ, and the difference's from a's.
    pub fn ssub_overflows(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let difference = self.sub(a, b);
        let (left, right) = (self.xor(a, b), self.xor(a, difference));
        let both = self.and(left, right);
        self.sign(both)
    }
    /// `a * b`, unsigned. The product is made at twice the width, which must be in range.
    pub fn umul_overflows(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        let (wide_a, wide_b) = (self.zext(a, 2 * width), self.zext(b, 2 * width));
        let product = self.mul(wide_a, wide_b);
        let (high, zero) = (self.extract(product, width, width), self.zero(width));
        let overflows = self.ne(high, zero);
        self.unless_small(a, b, false, overflows)
    }
    /// `a * b`, signed. The product is made at twice the width, which must be in range: bounds of the operands decide that where
    /// they are known.
    pub fn smul_overflows(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        let (wide_a, wide_b) = (self.sext(a, 2 * width), self.sext(b, 2 * width));
        let product = self.mul(wide_a, wide_b);
        let overflows = self.exceeds(product, width, true);
        self.unless_small(a, b, true, overflows)
    }
    /// `overflows`, which a product of numbers of half the width does not. Said only where the product is wider than what bounds are
    /// known of.
    fn unless_small(&mut self, a: ExprId, b: ExprId, signed: bool, overflows: ExprId) -> ExprId {
        let width = self.width(a);
        if 2 * width <= MAX_BOUNDED || width == 1 {
            return overflows;
        }
        let [large_a, large_b] = [a, b].map(|e| self.exceeds(e, width / 2, signed));
        let any = self.or(large_a, large_b);
        self.and(any, overflows)
    }
    /// That a number does not fit into fewer bits. It is moved to where those that fit are the lowest, and so named only once.
    fn exceeds(&mut self, e: ExprId, bits: u32, signed: bool) -> ExprId {
        let width = self.width(e);
        let power = |at: u32| Value::new(width, 1).binary(crate::Op::Shl, &Value::new(width, at.into()));
        let (half, end) = (self.bv_value(&power(bits - 1)), self.bv_value(&power(bits)));
        let moved = if signed { self.add(e, half) } else { e };
        self.ule(end, moved)
    }
    /// `a / b` or `a % b`, signed: the smallest number by -1. By zero is another fault.
    pub fn sdiv_overflows(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        let (smallest, minus_one) = (self.smallest_signed(width), self.ones(width));
        let (left, right) = (self.eq(a, smallest), self.eq(b, minus_one));
        self.and(left, right)
    }
    /// A shift by `amount`: the amount is the width or more.
    pub fn shift_overflows(&mut self, amount: ExprId) -> ExprId {
        let width = self.width(amount);
        let limit = self.bv(width, width.into());
        self.ule(limit, amount)
    }
    /// `a << b`, unsigned: bits are lost (breaks `nuw`).
    pub fn ushl_overflows(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let shifted = self.shl(a, b);
        let back = self.lshr(shifted, b);
        self.ne(back, a)
    }
    /// `a << b`, signed: bits other than copies of the resulting sign are lost (breaks `nsw`).
    pub fn sshl_overflows(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let shifted = self.shl(a, b);
        let back = self.ashr(shifted, b);
        self.ne(back, a)
    }
    /// `a >> b`: ones are lost (breaks `exact`, of both right shifts).
    pub fn shr_inexact(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let shifted = self.lshr(a, b);
        let back = self.shl(shifted, b);
        self.ne(back, a)
    }
}

/// Arithmetic that stops at the ends of the range.
impl ExprPool {
    /// `a + b`, at most the largest number, unsigned.
    pub fn uadd_sat(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (overflows, sum, largest) = (self.uadd_overflows(a, b), self.add(a, b), self.ones(self.width(a)));
        self.ite(overflows, largest, sum)
    }
    /// `a - b`, at least 0, unsigned.
    pub fn usub_sat(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (overflows, difference, zero) = (self.ult(a, b), self.sub(a, b), self.zero(self.width(a)));
        self.ite(overflows, zero, difference)
    }
    /// `a + b` within the signed range.
    pub fn sadd_sat(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (overflows, sum, end) = (self.sadd_overflows(a, b), self.add(a, b), self.end_towards(a));
        self.ite(overflows, end, sum)
    }
    /// `a - b` within the signed range.
    pub fn ssub_sat(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (overflows, difference, end) = (self.ssub_overflows(a, b), self.sub(a, b), self.end_towards(a));
        self.ite(overflows, end, difference)
    }
    /// `a << b`, at most the largest number, unsigned.
    pub fn ushl_sat(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (overflows, shifted, largest) = (self.ushl_overflows(a, b), self.shl(a, b), self.ones(self.width(a)));
        self.ite(overflows, largest, shifted)
    }
    /// `a << b` within the signed range.
    pub fn sshl_sat(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (overflows, shifted, end) = (self.sshl_overflows(a, b), self.shl(a, b), self.end_towards(a));
        self.ite(overflows, end, shifted)
    }
    /// The end of the signed range on a's side of zero.
    fn end_towards(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        let smallest = self.smallest_signed(width);
        let (negative, largest) = (self.sign(a), self.not(smallest));
        self.ite(negative, smallest, largest)
    }
}

/// Choices.
impl ExprPool {
    /// The smaller, unsigned.
    pub fn umin(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let less = self.ult(a, b);
        self.ite(less, a, b)
    }
    /// The larger, unsigned.
    pub fn umax(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let less = self.ult(a, b);
        self.ite(less, b, a)
    }
    /// The smaller, signed.
    pub fn smin(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let less = self.slt(a, b);
        self.ite(less, a, b)
    }
    /// The larger, signed.
    pub fn smax(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let less = self.slt(a, b);
        self.ite(less, b, a)
    }
    /// The absolute value; that of the smallest number is itself.
    pub fn abs(&mut self, a: ExprId) -> ExprId {
        let (negative, negated) = (self.sign(a), self.neg(a));
        self.ite(negative, negated, a)
    }
    /// Whether the highest bit is set.
    pub fn sign(&mut self, a: ExprId) -> ExprId {
        let top = self.width(a) - 1;
        self.extract(a, top, 1)
    }
    /// The constant with the highest bit alone.
    pub fn smallest_signed(&mut self, width: u32) -> ExprId {
        let ones = Value::ones(width);
        let half = ones.binary(crate::Op::Lshr, &Value::new(width, 1));
        self.bv_value(&half.unary(crate::Op::Not))
    }
}

/// Bits moved and counted.
impl ExprPool {
    /// The upper half of `a` above `b`, shifted left by `amount` modulo the width.
    pub fn fshl(&mut self, a: ExprId, b: ExprId, amount: ExprId) -> ExprId {
        let (n, rest) = self.funnel_amounts(amount);
        let (high, low) = (self.shl(a, n), self.lshr(b, rest));
        self.or(high, low)
    }
    /// The lower half of `a` above `b`, shifted right by `amount` modulo the width.
    pub fn fshr(&mut self, a: ExprId, b: ExprId, amount: ExprId) -> ExprId {
        let (n, rest) = self.funnel_amounts(amount);
        let (high, low) = (self.shl(a, rest), self.lshr(b, n));
        self.or(high, low)
    }
    /// The amount modulo the width, and what is left to the width: a shift by the whole width gives 0.
    fn funnel_amounts(&mut self, amount: ExprId) -> (ExprId, ExprId) {
        let width = self.width(amount);
        let all = self.bv(width, width.into());
        let n = self.urem(amount, all);
        (n, self.sub(all, n))
    }
    /// The bits turned left by `amount`.
    pub fn rotl(&mut self, a: ExprId, amount: ExprId) -> ExprId {
        self.fshl(a, a, amount)
    }
    /// The bits turned right by `amount`.
    pub fn rotr(&mut self, a: ExprId, amount: ExprId) -> ExprId {
        self.fshr(a, a, amount)
    }
    /// How many bits are set: a tree of sums, each as wide as it needs to be.
    pub fn ctpop(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        let mut level: Vec<ExprId> = (0..width).map(|bit| self.extract(a, bit, 1)).collect();
        while level.len() > 1 {
            level = level.chunks(2).map(|pair| self.wider_sum(pair)).collect();
        }
        self.zext_or_trunc(level[0], width)
    }
    fn wider_sum(&mut self, pair: &[ExprId]) -> ExprId {
        let wider = pair.iter().map(|&e| self.width(e)).max().expect("a pair has a term") + 1;
        let zero = self.zero(wider);
        pair.iter().fold(zero, |sum, &e| {
            let e = self.zext(e, wider);
            self.add(sum, e)
        })
    }
    /// How many zeros stand below the lowest one; the width if there is none.
    pub fn cttz(&mut self, a: ExprId) -> ExprId {
        let one = self.one(self.width(a));
        let (inverted, below) = (self.not(a), self.sub(a, one));
        let zeros = self.and(inverted, below);
        self.ctpop(zeros)
    }
    /// How many zeros stand above the highest one; the width if there is none.
    pub fn ctlz(&mut self, a: ExprId) -> ExprId {
        let reversed = self.bitreverse(a);
        self.cttz(reversed)
    }
    /// The bytes in the other order; the width is a multiple of 8.
    pub fn bswap(&mut self, a: ExprId) -> ExprId {
        assert!(self.width(a).is_multiple_of(8), "bytes are swapped in whole bytes");
        self.reversed_parts(a, 8)
    }
    /// The bits in the other order.
    pub fn bitreverse(&mut self, a: ExprId) -> ExprId {
        self.reversed_parts(a, 1)
    }
    fn reversed_parts(&mut self, a: ExprId, part: u32) -> ExprId {
        let parts = self.width(a) / part;
        let top = self.extract(a, (parts - 1) * part, part);
        // From the right, as concatenations lean.
        (0..parts - 1).rev().fold(top, |low, at| {
            let high = self.extract(a, at * part, part);
            self.concat(high, low)
        })
    }
}
