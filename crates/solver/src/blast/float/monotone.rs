//! Monotonicity: how the results of two applications of one operation lie to each other, from how their operands do.
//!
//! Rounding keeps order, so a sum grows with its terms, a root with its operand, and, among results of one sign, a product with
//! the magnitudes of its factors and a quotient with that of its dividend and against that of its divisor. A relation is told only of pairs that a model
//! breaks: there are as many pairs as the square of the applications.

use braid_expr::FloatOp;

use crate::sat::{Lit, Sat};

use crate::blast::gates::Gates;

use super::facts::{Application, Clauses, Number, implies};

impl<S: Sat> Gates<S> {
    /// What holds between two applications of the same operation, format and rounding; nothing for operations that are not monotone.
    pub(in crate::blast) fn monotone(&mut self, a: &Application, b: &Application) -> Clauses {
        debug_assert_eq!(a.operation, b.operation);
        [(a, b), (b, a)].into_iter().flat_map(|(low, high)| self.keeps_order(low, high)).collect()
    }

    /// The clauses by which the first result is not above the second.
    fn keeps_order(&mut self, low: &Application, high: &Application) -> Clauses {
        let numbers = [!low.z.nan, !high.z.nan];
        let (pairs, conclusion) = match low.operation.op {
            FloatOp::Add => {
                let same = [self.at_most(&low.x, &high.x), self.at_most(&low.y, &high.y)];
                let crossed = [self.at_most(&low.x, &high.y), self.at_most(&low.y, &high.x)];
                (vec![same, crossed], self.at_most(&low.z, &high.z))
            }
            FloatOp::Mul => {
                let alike = self.equal(low.z.negative, high.z.negative);
                let same = [self.smaller(&low.x, &high.x), self.smaller(&low.y, &high.y)];
                let crossed = [self.smaller(&low.x, &high.y), self.smaller(&low.y, &high.x)];
                let below = self.smaller(&low.z, &high.z);
                (vec![same, crossed], self.or(!alike, below))
            }
            FloatOp::Div => {
                let alike = self.equal(low.z.negative, high.z.negative);
                let pair = [self.smaller(&low.x, &high.x), self.smaller(&high.y, &low.y)];
                let below = self.smaller(&low.z, &high.z);
                (vec![pair], self.or(!alike, below))
            }
            FloatOp::Sqrt => (vec![[self.at_most(&low.x, &high.x), Lit::TRUE]], self.at_most(&low.z, &high.z)),
            _ => return Vec::new(),
        };
        pairs.into_iter().map(|pair| implies(&[numbers, pair].concat(), conclusion)).collect()
    }

    /// Whether a magnitude is not above another one.
    fn smaller(&mut self, a: &Number, b: &Number) -> Lit {
        self.ule(&a.magnitude, &b.magnitude)
    }

    /// Whether a number is not above another one; neither is a NaN.
    fn at_most(&mut self, a: &Number, b: &Number) -> Lit {
        let (up, down) = (self.smaller(a, b), self.smaller(b, a));
        let positive = self.all(&[!a.negative, !b.negative, up]);
        let negative = self.all(&[a.negative, b.negative, down]);
        let (apart, zeros) = (self.and(a.negative, !b.negative), self.and(a.zero, b.zero));
        self.any(&[positive, negative, apart, zeros])
    }
}
