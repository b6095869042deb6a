//! Operations of bit-vectors on vectors of guards, the lowest bit first.
//!
//! Each takes steps from one allowance and gives none when that is used up.

use crate::bdd::Guard;
use crate::guards::Guards;

/// The bits of a value, the lowest first.
pub(crate) type Bits = Vec<Guard>;

/// Computes on guards until an allowance of steps is used up.
pub(crate) struct Circuit<'a> {
    guards: &'a mut Guards,
    steps: usize,
}

impl<'a> Circuit<'a> {
    /// Over these guards, with so many steps.
    pub(crate) fn new(guards: &'a mut Guards, steps: usize) -> Self {
        Circuit { guards, steps }
    }
    pub(crate) fn and(&mut self, a: Guard, b: Guard) -> Option<Guard> {
        self.guards.bdd.and(a, b, &mut self.steps)
    }
    pub(crate) fn or(&mut self, a: Guard, b: Guard) -> Option<Guard> {
        Some(!self.and(!a, !b)?)
    }
    pub(crate) fn xor(&mut self, a: Guard, b: Guard) -> Option<Guard> {
        self.guards.bdd.xor(a, b, &mut self.steps)
    }
    pub(crate) fn ite(&mut self, condition: Guard, then: Guard, otherwise: Guard) -> Option<Guard> {
        if then == otherwise || condition.is_true() {
            return Some(then);
        }
        if condition.is_false() {
            return Some(otherwise);
        }
        self.guards.bdd.choose(condition, then, otherwise, &mut self.steps)
    }
    /// `then` where the condition holds, else `otherwise`, bit by bit.
    pub(crate) fn select(&mut self, condition: Guard, then: &[Guard], otherwise: &[Guard]) -> Option<Bits> {
        then.iter().zip(otherwise).map(|(&a, &b)| self.ite(condition, a, b)).collect()
    }
    /// A function of each pair of bits.
    pub(crate) fn zip(
        &mut self,
        a: &[Guard],
        b: &[Guard],
        function: fn(&mut Self, Guard, Guard) -> Option<Guard>,
    ) -> Option<Bits> {
        a.iter().zip(b).map(|(&a, &b)| function(self, a, b)).collect()
    }
    /// The sum of two values and a carry.
    pub(crate) fn add(&mut self, a: &[Guard], b: &[Guard], mut carry: Guard) -> Option<Bits> {
        let mut sum = Bits::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b)?;
            sum.push(self.xor(differ, carry)?);
            carry = self.ite(differ, carry, a)?;
        }
        Some(sum)
    }
    /// The difference of two values.
    pub(crate) fn sub(&mut self, a: &[Guard], b: &[Guard]) -> Option<Bits> {
        let b: Bits = b.iter().map(|&bit| !bit).collect();
        self.add(a, &b, Guard::TRUE)
    }
    /// The product of two values.
    pub(crate) fn mul(&mut self, a: &[Guard], b: &[Guard]) -> Option<Bits> {
        let known = |bits: &[Guard]| bits.iter().filter(|bit| bit.is_const()).count();
        let (a, b) = if known(a) > known(b) { (b, a) } else { (a, b) };
        let mut sum = vec![Guard::FALSE; a.len()];
        for (at, &bit) in b.iter().enumerate().filter(|(_, bit)| !bit.is_false()) {
            let shifted: Option<Bits> = (0..a.len())
                .map(|to| to.checked_sub(at).map_or(Some(Guard::FALSE), |from| self.and(bit, a[from])))
                .collect();
            sum = self.add(&sum, &shifted?, Guard::FALSE)?;
        }
        Some(sum)
    }
    /// Quotient and remainder of unsigned values; by 0 they are all ones and the dividend, as the bits come out by themselves.
    pub(crate) fn divide(&mut self, a: &[Guard], b: &[Guard]) -> Option<(Bits, Bits)> {
        let (mut quotient, mut rest) = (vec![Guard::FALSE; a.len()], vec![Guard::FALSE; a.len()]);
        for at in (0..a.len()).rev() {
            // The remainder may have one bit more than the divisor before it is reduced.
            let over = rest.pop().expect("a value has a bit");
            rest.insert(0, a[at]);
            let less = self.ult(&rest, b)?;
            let fits = self.or(over, !less)?;
            let reduced = self.sub(&rest, b)?;
            rest = self.select(fits, &reduced, &rest)?;
            quotient[at] = fits;
        }
        Some((quotient, rest))
    }
    /// Quotient and remainder in two's complement: those of the magnitudes, with their signs.
    pub(crate) fn signed_divide(&mut self, a: &[Guard], b: &[Guard]) -> Option<(Bits, Bits)> {
        let (a_sign, b_sign) = (*a.last()?, *b.last()?);
        let (a, b) = (self.negate_if(a_sign, a)?, self.negate_if(b_sign, b)?);
        let (quotient, rest) = self.divide(&a, &b)?;
        let differ = self.xor(a_sign, b_sign)?;
        Some((self.negate_if(differ, &quotient)?, self.negate_if(a_sign, &rest)?))
    }
    /// A value, or what it gives 0 with.
    fn negate_if(&mut self, condition: Guard, value: &[Guard]) -> Option<Bits> {
        if condition.is_false() {
            return Some(value.to_vec());
        }
        let negated = self.sub(&vec![Guard::FALSE; value.len()], value)?;
        self.select(condition, &negated, value)
    }
    /// All bits are equal.
    pub(crate) fn eq(&mut self, a: &[Guard], b: &[Guard]) -> Option<Guard> {
        let mut equal = Guard::TRUE;
        // Constant bits first: most pairs differ there.
        for known in [true, false] {
            for (&a, &b) in a.iter().zip(b).filter(|(a, b)| (a.is_const() && b.is_const()) == known) {
                let same = !self.xor(a, b)?;
                equal = self.and(equal, same)?;
                if equal.is_false() {
                    return Some(equal);
                }
            }
        }
        Some(equal)
    }
    /// Unsigned less than.
    pub(crate) fn ult(&mut self, a: &[Guard], b: &[Guard]) -> Option<Guard> {
        let mut less = Guard::FALSE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b)?;
            less = self.ite(differ, b, less)?;
        }
        Some(less)
    }
    /// Signed less than: the sign bits count the other way round.
    pub(crate) fn slt(&mut self, a: &[Guard], b: &[Guard]) -> Option<Guard> {
        let flipped = |bits: &[Guard]| {
            let mut bits = bits.to_vec();
            let sign = bits.last_mut().expect("a value has a bit");
            *sign = !*sign;
            bits
        };
        self.ult(&flipped(a), &flipped(b))
    }
    /// The value shifted, to the left or to the right, with `fill` for the bits that come in.
    pub(crate) fn shift(&mut self, value: &[Guard], amount: &[Guard], left: bool, fill: Guard) -> Option<Bits> {
        let width = value.len();
        let mut result = value.to_vec();
        for (stage, &bit) in amount.iter().enumerate() {
            let by = if stage < usize::BITS as usize { 1_usize << stage } else { usize::MAX };
            let from = |to: usize| if left { to.checked_sub(by) } else { to.checked_add(by).filter(|&at| at < width) };
            let shifted: Bits = (0..width).map(|to| from(to).map_or(fill, |at| result[at])).collect();
            result = self.select(bit, &shifted, &result)?;
        }
        Some(result)
    }
    /// The element at an index, where it is below `length`; else `rest`. Only the values that the index can have are looked at, of
    /// which there are at most `limit`.
    pub(crate) fn element(
        &mut self,
        index: &[Guard],
        length: u64,
        limit: usize,
        rest: &[Guard],
        element: &mut dyn FnMut(&mut Guards, u64) -> Option<Bits>,
    ) -> Option<Bits> {
        let mut result = vec![Guard::FALSE; rest.len()];
        for (at, condition) in self.values(index, Guard::TRUE, length, limit)? {
            let bits = at.map_or_else(|| Some(rest.to_vec()), |at| element(self.guards, at))?;
            for (sum, bit) in result.iter_mut().zip(bits) {
                let here = self.and(condition, bit)?;
                *sum = self.or(*sum, here)?;
            }
        }
        Some(result)
    }
    /// The values that a vector can have where `care` holds, the largest first, with when it has them. None stands for values from `length` on.
    pub(crate) fn values(
        &mut self,
        bits: &[Guard],
        care: Guard,
        length: u64,
        limit: usize,
    ) -> Option<Vec<(Option<u64>, Guard)>> {
        let mut found: Vec<(Option<u64>, Guard)> = Vec::new();
        let mut open = vec![(care, bits.len(), 0_u64)];
        while let Some((condition, left, above)) = open.pop() {
            if condition.is_false() {
                continue;
            }
            if left == 0 || above >= length {
                found.push(((above < length).then_some(above), condition));
            } else {
                let bit = bits[left - 1];
                let sides = (self.and(condition, !bit)?, self.and(condition, bit)?);
                open.extend([(sides.0, left - 1, above), (sides.1, left - 1, above | 1 << (left - 1))]);
            }
            if found.len() + open.len() > limit + bits.len() {
                return None;
            }
        }
        Some(found)
    }
}
