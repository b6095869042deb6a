//! A set of weighted places from which one is drawn with a chance in proportion to its weight.
//!
//! A complete binary tree in one vector: leaf `i` is node `capacity + i`, and node `n` holds the sum of its children
//! `2n` and `2n + 1`. Setting a weight recomputes the sums on the way to the root from their two children, so rounding
//! errors do not pile up as they would if differences were added (KLEE's tree has the same shape, as nodes).

/// Weights by place, all 0 at first.
#[derive(Clone, Debug, Default)]
pub struct WeightTree {
    /// The tree; its root is node 1, node 0 is not used.
    sums: Vec<f64>,
    /// How many leaves there is room for: a power of two, or 0.
    capacity: usize,
    /// How many nodes were looked at so far, so that tests can hold the cost against its bound.
    visits: u64,
}

impl WeightTree {
    /// Gives a place its weight, which must be finite and at least 0. Makes room if the place is new: O(log n) amortised.
    pub fn set(&mut self, place: usize, weight: f64) {
        debug_assert!(weight.is_finite() && weight >= 0.0, "a weight is a finite number that is not negative");
        self.reserve(place + 1);
        let (mut node, mut sum) = (self.capacity + place, weight);
        // Sums are functions of the weights below them: above one that stays as it was, all do.
        while node > 0 && self.sums[node] != sum {
            self.sums[node] = sum;
            let pair = node & !1;
            sum = self.sums[pair] + self.sums[pair + 1];
            node /= 2;
            self.visits += 1;
        }
    }

    /// The weight of a place.
    pub fn get(&self, place: usize) -> f64 {
        if place < self.capacity { self.sums[self.capacity + place] } else { 0.0 }
    }

    /// The sum of all weights.
    pub fn total(&self) -> f64 {
        if self.capacity == 0 { 0.0 } else { self.sums[1] }
    }

    /// The place that holds this fraction (0 to 1) of the total; none if all weights are 0.
    pub fn draw(&mut self, fraction: f64) -> Option<usize> {
        let mut left = fraction * self.total();
        if self.total() <= 0.0 {
            return None;
        }
        let mut node = 1;
        while node < self.capacity {
            self.visits += 1;
            let [low, high] = [self.sums[2 * node], self.sums[2 * node + 1]];
            // Rounding may leave a little more than there is; a side without weight is never entered.
            node = if (left < low || high <= 0.0) && low > 0.0 {
                2 * node
            } else {
                left -= low;
                2 * node + 1
            };
        }
        Some(node - self.capacity)
    }

    /// How many nodes were looked at so far.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    fn reserve(&mut self, places: usize) {
        if places <= self.capacity {
            return;
        }
        let capacity = places.next_power_of_two();
        let mut sums = vec![0.0; 2 * capacity];
        sums[capacity..capacity + self.capacity].copy_from_slice(&self.sums[self.capacity.min(self.sums.len())..]);
        for node in (1..capacity).rev() {
            sums[node] = sums[2 * node] + sums[2 * node + 1];
        }
        self.visits += capacity as u64;
        (self.sums, self.capacity) = (sums, capacity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn draws_follow_the_weights() {
        let mut tree = WeightTree::default();
        for (place, weight) in [1.0, 0.0, 2.0, 5.0].into_iter().enumerate() {
            tree.set(place, weight);
        }
        let mut rng = Rng::new(11);
        let mut counts = [0u32; 4];
        (0..80_000).for_each(|_| counts[tree.draw(rng.fraction()).expect("there is weight")] += 1);
        assert_eq!(counts[1], 0);
        for (count, expected) in counts.into_iter().zip([10_000u32, 0, 20_000, 50_000]) {
            assert!(count.abs_diff(expected) < 600, "{counts:?}");
        }
    }

    #[test]
    fn nothing_without_weight_is_drawn() {
        let mut tree = WeightTree::default();
        assert_eq!(tree.draw(0.5), None);
        tree.set(5, 0.0);
        assert_eq!(tree.draw(0.5), None);
        tree.set(3, 1e-300);
        for fraction in [0.0, 0.5, 1.0 - f64::EPSILON] {
            assert_eq!(tree.draw(fraction), Some(3));
        }
    }

    #[test]
    fn sums_are_exact_after_any_changes() {
        let mut tree = WeightTree::default();
        let mut rng = Rng::new(5);
        let mut plain = vec![0.0; 300];
        for _ in 0..10_000 {
            let (place, weight) = (rng.below(300) as usize, rng.below(1000) as f64);
            tree.set(place, weight);
            plain[place] = weight;
        }
        assert_eq!(tree.total(), plain.iter().sum::<f64>());
        assert!((0..300).all(|place| tree.get(place) == plain[place]));
    }
}
