//! The order of decisions: an indexed binary heap of variables, most active first.

/// A max-heap of variables by activity, with constant-time membership.
#[derive(Default)]
pub(super) struct ActivityHeap {
    items: Vec<u32>,
    /// Where a variable stands in `items`, or [`ABSENT`].
    places: Vec<u32>,
    activity: Vec<f64>,
    increment: f64,
}

const ABSENT: u32 = u32::MAX;
/// Activities above this are scaled down so that they never overflow.
const RESCALE_ABOVE: f64 = 1e100;
/// How fast old conflicts lose weight; MiniSat's value.
const DECAY: f64 = 0.95;

impl ActivityHeap {
    pub(super) fn new() -> Self {
        ActivityHeap { increment: 1.0, ..Self::default() }
    }
    /// Makes room for one more variable, outside the heap.
    pub(super) fn grow(&mut self) {
        self.places.push(ABSENT);
        self.activity.push(0.0);
    }
    pub(super) fn contains(&self, variable: u32) -> bool {
        self.places[variable as usize] != ABSENT
    }
    pub(super) fn clear(&mut self) {
        for variable in self.items.drain(..) {
            self.places[variable as usize] = ABSENT;
        }
    }
    pub(super) fn insert(&mut self, variable: u32) {
        if self.contains(variable) {
            return;
        }
        self.places[variable as usize] = self.items.len() as u32;
        self.items.push(variable);
        self.rise(self.items.len() - 1);
    }
    pub(super) fn pop(&mut self) -> Option<u32> {
        let top = *self.items.first()?;
        self.places[top as usize] = ABSENT;
        let last = self.items.pop().expect("not empty");
        if last != top {
            self.items[0] = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(top)
    }
    /// Makes `variable` more active, as one that took part in a conflict.
    pub(super) fn bump(&mut self, variable: u32) {
        let activity = &mut self.activity[variable as usize];
        *activity += self.increment;
        if *activity > RESCALE_ABOVE {
            self.activity.iter_mut().for_each(|a| *a /= RESCALE_ABOVE);
            self.increment /= RESCALE_ABOVE;
        }
        if self.contains(variable) {
            self.rise(self.places[variable as usize] as usize);
        }
    }
    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    fn rise(&mut self, mut at: usize) {
        let variable = self.items[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(variable, self.items[parent]) {
                break;
            }
            self.put(at, self.items[parent]);
            at = parent;
        }
        self.put(at, variable);
    }
    fn sink(&mut self, mut at: usize) {
        let variable = self.items[at];
        loop {
            let left = 2 * at + 1;
            if left >= self.items.len() {
                break;
            }
            let right = left + 1;
            let child =
                if right < self.items.len() && self.before(self.items[right], self.items[left]) { right } else { left };
            if !self.before(self.items[child], variable) {
                break;
            }
            self.put(at, self.items[child]);
            at = child;
        }
        self.put(at, variable);
    }
    fn put(&mut self, at: usize, variable: u32) {
        self.items[at] = variable;
        self.places[variable as usize] = at as u32;
    }
    /// Ties go to the variable made first, so that the order never depends on the heap's history.
    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || (x == y && a < b)
    }
}
