//! How long states wait: who waits since when.
//!
//! A loop may never end, and then nobody closes its context: the states that left it would wait for ever, and what comes
//! after the loop would never be explored. So there is a bound, and it is counted in work of the whole engine, not in time: a
//! run does the same wherever it runs. Work is instructions and what the solver did, as instructions that take about as long:
//! with slow queries few instructions are executed, and who counted those alone would wait for ever. It counts the work for all
//! states because the ones that are waited for need not be picked at all.

use std::collections::VecDeque;

use braid_state::StateId;

/// How much work a state waits for others, in instructions, if nobody says otherwise.
///
/// By measurement (docs/benchmarks.md): with ten times as much, a reader of JSON whose first loop has thousands of ways through
/// it reaches 7 lines instead of 66 in the same number of instructions; and where loops end, little is lost by less waiting:
/// KLEE's Regexp has 875 states instead of 850.
pub const PATIENCE: u64 = 100_000;

/// States that wait, in the order in which they came. One that waits no longer is forgotten when it is the oldest.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    queue: VecDeque<(StateId, u64)>,
    /// How much work was done so far, in instructions.
    now: u64,
}

impl Waiting {
    /// So much work was done so far, in instructions.
    pub(crate) fn set_now(&mut self, work: u64) {
        self.now = work;
    }
    /// A state waits from now on; when that is.
    pub(crate) fn add(&mut self, id: StateId) -> u64 {
        self.queue.push_back((id, self.now));
        self.now
    }
    /// The state that waits longest and how long; `waits` tells whether a state waits since a moment.
    pub(crate) fn longest(&mut self, waits: impl Fn(StateId, u64) -> bool) -> Option<(StateId, u64)> {
        while let Some(&(id, since)) = self.queue.front() {
            if waits(id, since) {
                return Some((id, self.now - since));
            }
            self.queue.pop_front();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use braid_entity::Entity;

    #[test]
    fn the_oldest_that_still_waits_is_found() {
        let mut waiting = Waiting::default();
        let [a, b] = [1, 2].map(StateId::from_u32);
        waiting.add(a);
        waiting.set_now(10);
        waiting.add(b);
        waiting.set_now(30);
        let again = waiting.add(a);
        // The first state went on, and waits again since a later moment.
        assert_eq!(waiting.longest(|id, since| id == b || since == again), Some((b, 20)));
        assert_eq!(waiting.longest(|id, since| id == a && since == again), Some((a, 0)));
        assert_eq!(waiting.longest(|_, _| false), None);
    }
}
