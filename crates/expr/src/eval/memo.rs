//! The evaluator's memo: the value of each node in the current run, forgotten in constant time.
//!
//! A slot is valid if its stamp is not older than *now*. Now has the number of the run in its high half and, in its low
//! half, a count that rises whenever the bound variable changes. Nodes that do not depend on the bound variable are
//! stamped with the largest count, so they stay valid to the end of the run; the others only until the next change. One
//! comparison decides both. Values of at most 64 bits stand in the slot; wider ones in `limbs`, the slot says where.

use braid_entity::Entity;

use crate::node::ExprId;
use crate::value::{Value, limb_count};

/// The count in a stamp has 32 bits above the lowest, which is set in stamps of values.
const COUNT_BITS: u32 = 33;
const LAST_COUNT: u64 = (1 << COUNT_BITS) - 1;

#[derive(Clone, Debug)]
pub(super) struct Memo {
    /// Stamp and word of each node. Arrays of zeros come from the system untouched, so that the part of a huge pool that
    /// is never evaluated costs no memory.
    slots: Vec<[u64; 2]>,
    /// What stamps are compared with.
    now: u64,
    limbs: Vec<u64>,
}

impl Memo {
    pub(super) fn new() -> Self {
        Memo { slots: Vec::new(), now: 1, limbs: Vec::new() }
    }
    /// Forgets everything.
    pub(super) fn begin_run(&mut self) {
        self.now = ((self.now >> COUNT_BITS) + 1) << COUNT_BITS | 1;
        self.limbs.clear();
    }
    /// Forgets what depends on the bound variable.
    pub(super) fn change_bound(&mut self) {
        self.now += 2;
        debug_assert!(self.now & LAST_COUNT != LAST_COUNT, "the step limit is below 2^32");
    }
    /// Makes room for all nodes up to `e`. What was known of this run is forgotten if the table has to grow.
    pub(super) fn reach(&mut self, e: ExprId) {
        let least = e.index() + 1;
        if self.slots.len() < least {
            self.slots = vec![[0; 2]; least.max(2 * self.slots.len())];
        }
    }
    /// The word of `e` (its value, or the place of its limbs), if it is known.
    #[inline(always)]
    pub(super) fn get(&self, e: ExprId) -> Option<u64> {
        let [stamp, word] = self.slots[e.index()];
        (stamp >= self.now).then_some(word)
    }
    #[inline]
    fn stamp(&self, depends_on_bound: bool) -> u64 {
        if depends_on_bound { self.now } else { self.now | LAST_COUNT }
    }
    #[inline(always)]
    pub(super) fn set(&mut self, e: ExprId, word: u64, depends_on_bound: bool) {
        self.slots[e.index()] = [self.stamp(depends_on_bound), word];
    }
    /// The value of a node of `width` bits whose word is known.
    pub(super) fn value(&self, word: u64, width: u32) -> Value {
        if width <= 64 {
            return Value::new(width, word);
        }
        Value::from_limbs(width, &self.limbs[word as usize..][..limb_count(width)])
    }
    /// Sets a value of any width. A wide one that had a place in this run keeps it: a quantifier's body is evaluated
    /// over and over and must not pile up limbs.
    pub(super) fn set_value(&mut self, e: ExprId, value: &Value, depends_on_bound: bool) {
        if value.width() <= 64 {
            return self.set(e, value.limbs()[0], depends_on_bound);
        }
        let [stamp, word] = self.slots[e.index()];
        let place = match stamp >> COUNT_BITS == self.now >> COUNT_BITS {
            true => word as usize,
            false => self.limbs.len(),
        };
        if place == self.limbs.len() {
            self.limbs.extend_from_slice(value.limbs());
        } else {
            self.limbs[place..][..value.limbs().len()].copy_from_slice(value.limbs());
        }
        self.set(e, place as u64, depends_on_bound);
    }
    /// Where the evaluation of the read `e` stands in its update list, if it has begun.
    #[inline]
    pub(super) fn progress(&self, e: ExprId) -> Option<ExprId> {
        let [stamp, word] = self.slots[e.index()];
        (stamp == self.now - 1).then(|| ExprId::from_u32(word as u32))
    }
    #[inline]
    pub(super) fn set_progress(&mut self, e: ExprId, update: ExprId) {
        self.slots[e.index()] = [self.now - 1, update.as_u32().into()];
    }
}
