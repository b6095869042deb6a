//! Linear functions through points, exact at each width: `a·x + b` modulo 2^width.
//!
//! Paper 1 asks an SMT solver for `a` and `b`. Two points whose distance is odd determine `a`, because odd numbers have an
//! inverse modulo a power of two; an even distance leaves the high bits of `a` open, and the smallest `a` that fits the two
//! points is tried. All points are checked afterwards.

/// A function of a number: `slope * x + offset` modulo 2^width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Linear {
    /// The factor.
    pub(super) slope: u64,
    /// The summand.
    pub(super) offset: u64,
}

impl Linear {
    /// The function through all points, if there is one; `width` is at most 64.
    pub(super) fn through(points: &[(u64, u64)], width: u32) -> Option<Linear> {
        let mask = mask(width);
        let (&(x0, y0), rest) = points.split_first()?;
        let Some(&(x1, y1)) = nearest(points, x0, rest) else { return Some(Linear { slope: 0, offset: y0 & mask }) };
        let (dx, dy) = (x1.wrapping_sub(x0), y1.wrapping_sub(y0) & mask);
        let even = dx.trailing_zeros();
        if dy.trailing_zeros().min(width) < even.min(width) {
            return None;
        }
        let slope = (dy >> even.min(63)).wrapping_mul(inverse(dx >> even)) & (mask >> even.min(63));
        let offset = y0.wrapping_sub(slope.wrapping_mul(x0)) & mask;
        let linear = Linear { slope, offset };
        points.iter().all(|&(x, y)| linear.at(x, width) == y & mask).then_some(linear)
    }
    /// Its value.
    pub(super) fn at(self, x: u64, width: u32) -> u64 {
        self.slope.wrapping_mul(x).wrapping_add(self.offset) & mask(width)
    }
    /// Returns true if it is the same everywhere.
    pub(super) fn is_constant(self) -> bool {
        self.slope == 0
    }
}

/// Of the points with another place, one at an odd distance, else the first.
fn nearest<'a>(points: &'a [(u64, u64)], x0: u64, rest: &'a [(u64, u64)]) -> Option<&'a (u64, u64)> {
    debug_assert!(!points.is_empty(), "there is a first point");
    let mut others = rest.iter().filter(|point| point.0 != x0);
    let odd = others.clone().find(|point| point.0.wrapping_sub(x0) & 1 == 1);
    odd.or_else(|| others.next())
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The inverse of an odd number modulo 2^64, by Newton's method: each step doubles the bits that are right.
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_found_again_from_its_points_at_every_width() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 7
        };
        for width in 1..=64 {
            for _ in 0..50 {
                let linear = Linear { slope: next() & mask(width), offset: next() & mask(width) };
                let points: Vec<(u64, u64)> = (0..5).map(|x| (x, linear.at(x, width))).collect();
                assert_eq!(Linear::through(&points, width), Some(linear), "width {width}");
                // Any gaps: the function need not be the same one, but it goes through the points.
                let gaps: Vec<(u64, u64)> = [1, 3, 9].map(|x| (x, linear.at(x, width))).to_vec();
                let found = Linear::through(&gaps, width);
                assert!(found.is_none_or(|found| gaps.iter().all(|&(x, y)| found.at(x, width) == y)));
            }
        }
    }

    #[test]
    fn what_is_not_linear_is_refused() {
        assert_eq!(Linear::through(&[(0, 0), (1, 1), (2, 4)], 32), None);
        assert_eq!(Linear::through(&[(0, 0), (2, 1)], 8), None);
        assert_eq!(Linear::through(&[(0, 5), (3, 5)], 8), Some(Linear { slope: 0, offset: 5 }));
        assert_eq!(Linear::through(&[(0, 250), (1, 253), (2, 0)], 8), Some(Linear { slope: 3, offset: 250 }));
        assert_eq!(Linear::through(&[(4, 7)], 8), Some(Linear { slope: 0, offset: 7 }));
    }
}
