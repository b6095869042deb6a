//! Leaks: allocations that nothing points to when the program ends.
//!
//! In a state that stands for one path, an allocation is reached or not. In one that was joined, an object may be live for
//! some inputs alone, and a pointer may be a choice between addresses; so it is asked *where* an object is reached, and
//! what is lost is lost under a condition. Conditions are found by passing them along pointers until nothing changes.

use std::collections::BTreeMap;

use braid_exec::Executor;
use braid_expr::{ExprId, ExprPool};
use braid_state::State;
use braid_state::memory::{Candidates, Life, Object, OriginKind, Site, address};
use rustc_hash::FxHashMap;

/// How often the condition of an object may grow; one that grows on counts as reached everywhere, so that nothing is
/// reported that was not shown.
const MAX_GROWTH: u32 = 32;

/// Allocations of one place that are lost.
pub(crate) struct Leak {
    /// The place that allocates.
    pub(crate) site: Site,
    /// For which inputs: a term of width 1.
    pub(crate) when: ExprId,
    /// How many bytes at most.
    pub(crate) bytes: u64,
}

/// What is lost, in the order of places. Lost is what cannot be reached from variables by way of words that look like
/// addresses or choices between such; other unknown words are taken for none.
pub(crate) fn lost(exec: &mut Executor, state: &State) -> Vec<Leak> {
    let reached = Reached::of(&mut exec.pool, state);
    let mut leaks: BTreeMap<Site, Leak> = BTreeMap::new();
    for object in state.memory.iter_live().filter(|object| object.origin().kind == OriginKind::Heap) {
        let (live, reached) = (life(&mut exec.pool, object), reached.when(&mut exec.pool, object.base()));
        let unreached = exec.pool.not(reached);
        let when = exec.pool.and(live, unreached);
        if exec.pool.is_false(when) {
            continue;
        }
        let site = object.origin().site;
        let never = exec.pool.fls();
        let leak = leaks.entry(site).or_insert(Leak { site, when: never, bytes: 0 });
        leak.when = exec.pool.or(leak.when, when);
        leak.bytes += object.capacity();
    }
    leaks.into_values().collect()
}

/// For which inputs an object is live.
fn life(pool: &mut ExprPool, object: &Object) -> ExprId {
    match object.life() {
        Life::Live => pool.tru(),
        Life::Freed(_) => pool.fls(),
        Life::Guarded { when, .. } => when,
    }
}

/// For which inputs objects are reached, by their addresses.
#[derive(Default)]
struct Reached {
    /// The condition, and how often it has grown.
    conditions: FxHashMap<u64, (ExprId, u32)>,
    /// Objects whose pointers must be followed again.
    open: Vec<u64>,
}

impl Reached {
    fn of(pool: &mut ExprPool, state: &State) -> Reached {
        let mut this = Reached::default();
        for object in state.memory.iter_live().filter(|object| object.origin().kind != OriginKind::Heap) {
            let live = life(pool, object);
            this.grow(pool, object.base(), live);
        }
        while let Some(base) = this.open.pop() {
            if let Some(object) = state.memory.find(base).filter(|object| object.may_be_live()) {
                let from = this.when(pool, base);
                this.follow(pool, state, object, from);
            }
        }
        this
    }
    fn when(&self, pool: &mut ExprPool, base: u64) -> ExprId {
        self.conditions.get(&base).map_or_else(|| pool.fls(), |&(condition, _)| condition)
    }
    /// An object is reached from another that is reached where `from` holds.
    fn follow(&mut self, pool: &mut ExprPool, state: &State, object: &Object, from: ExprId) {
        for offset in (0..object.capacity().saturating_sub(7)).step_by(8) {
            if let Some(word) = object.contents.word(offset, 8) {
                if let Some(base) = address::base_of(word) {
                    self.grow(pool, base, from);
                }
            } else if let Some(term) = object.contents.stored_term(pool, offset, 8) {
                match state.memory.objects_of(pool, term) {
                    Candidates::One(candidate) => self.grow(pool, candidate.base, from),
                    Candidates::Some(list) => {
                        for (guard, candidate) in list {
                            let condition = pool.and(from, guard);
                            self.grow(pool, candidate.base, condition);
                        }
                    }
                    Candidates::Unknown => {}
                }
            }
        }
    }
    /// An object is reached where a condition holds, too.
    fn grow(&mut self, pool: &mut ExprPool, base: u64, condition: ExprId) {
        let old = self.when(pool, base);
        let new = pool.or(old, condition);
        if new == old {
            return;
        }
        let growth = self.conditions.get(&base).map_or(0, |&(_, growth)| growth) + 1;
        let new = if growth > MAX_GROWTH { pool.tru() } else { new };
        self.conditions.insert(base, (new, growth));
        self.open.push(base);
    }
}
