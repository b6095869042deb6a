//! Leaks: allocations that nothing points to when the program ends.
//!
//! In a state that stands for one path, an allocation is reached or not. In one that was joined, an object may be live for
//! some inputs alone, and a pointer may be a choice between addresses; so it is asked *where* an object is reached, and
//! what is lost is lost under a condition. Conditions are found by passing them along pointers until nothing changes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use braid_exec::Executor;
use braid_expr::{ExprId, ExprPool, Node};
use braid_ir::FuncId;
use braid_state::memory::{AddressSpace, Candidates, Life, Object, OriginKind, Site};
use braid_state::{State, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// How often the pointers of an object are followed because it is reached for more inputs than before. Then it counts as
/// reached everywhere, so that nothing is reported that was not shown. That is told, with the place where the object comes
/// from: it may be lost for some inputs, and what only it leads to.
const MAX_FOLLOWS: u32 = 32;

/// How often they are followed because a condition looks as if it had grown. From then on the solver says whether it has: along a
/// list that leads back and forth, conditions get longer and longer and say the same.
const LOOKS_ENOUGH: u32 = 3;

/// How often words that are not known are held against objects, of which there may be many; then as above.
const MAX_UNKNOWN: u32 = 1 << 12;

/// How many choices of a word are followed one by one.
const MAX_ALTERNATIVES: u32 = 1 << 10;

/// How many nodes of a term are looked at.
const MAX_NODES: usize = 1 << 10;

/// The reason that is counted then.
const GIVEN_UP: &str = "a leak that is not decided: too many ways lead to an object";

/// Allocations of one place that are lost.
pub struct Leak {
    /// The place that allocates.
    pub site: Site,
    /// For which inputs: a term of width 1.
    pub when: ExprId,
    /// How many bytes at most.
    pub bytes: u64,
}

/// What is lost, in the order of places. Lost is what cannot be reached from variables by way of words that look like
/// addresses, choices between such, and words that were stored at a place that is not known; inputs are taken for none. None if the
/// search is interrupted.
pub fn lost(exec: &mut Executor, state: &State) -> Option<Vec<Leak>> {
    let reached = Reached::of(exec, state);
    if exec.pool.interrupt().cause().is_some() {
        return None;
    }
    let objects = reached.given_up.iter().filter_map(|&base| state.memory.find(base));
    for Site { function, instruction } in objects.map(|object| object.origin().site) {
        exec.incomplete.note(GIVEN_UP, Some((FuncId::numbered(function), instruction)));
    }
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
    Some(leaks.into_values().collect())
}

/// For which inputs an object is live.
fn life(pool: &mut ExprPool, object: &Object) -> ExprId {
    match object.life() {
        Life::Live => pool.tru(),
        Life::Freed(_) | Life::OutOfScope => pool.fls(),
        Life::Guarded { when, .. } => when,
    }
}

/// For which inputs objects are reached, by their addresses.
#[derive(Default)]
struct Reached {
    known: FxHashMap<u64, Known>,
    /// Objects whose pointers must be followed again, in the order in which that was found.
    open: VecDeque<u64>,
    /// Objects of which it is not told where they are reached.
    given_up: BTreeSet<u64>,
    /// How often it was asked where a word that is not known is an address in an object.
    unknown: u32,
}

/// What is known of an object that is reached.
struct Known {
    /// For which inputs.
    when: ExprId,
    /// How often its pointers were followed.
    follows: u32,
    is_open: bool,
}

impl Reached {
    fn of(exec: &mut Executor, state: &State) -> Reached {
        let mut this = Reached::default();
        for object in state.memory.iter_live().filter(|object| object.origin().kind != OriginKind::Heap) {
            let live = life(&mut exec.pool, object);
            this.grow(exec, state, object.base(), live);
        }
        while let Some(base) = this.open.pop_front() {
            if let Some(object) = state.memory.find(base).filter(|object| object.may_be_live()) {
                let from = this.next(&mut exec.pool, base);
                this.follow(exec, state, object, from);
            }
        }
        this
    }
    fn when(&self, pool: &mut ExprPool, base: u64) -> ExprId {
        self.known.get(&base).map_or_else(|| pool.fls(), |known| known.when)
    }
    /// Where an object is reached whose pointers are followed next.
    fn next(&mut self, pool: &mut ExprPool, base: u64) -> ExprId {
        let known = self.known.get_mut(&base).expect("who is open was reached");
        known.is_open = false;
        known.follows += 1;
        if known.follows > MAX_FOLLOWS {
            known.when = pool.tru();
            self.given_up.insert(base);
        }
        known.when
    }
    /// An object is reached from another that is reached where `from` holds.
    fn follow(&mut self, exec: &mut Executor, state: &State, object: &Object, from: ExprId) {
        let (contents, addresses) = (&object.contents, state.memory.addresses());
        let pointer = addresses.bytes();
        for offset in (0..(object.capacity() + 1).saturating_sub(pointer)).step_by(pointer as usize) {
            if exec.pool.interrupt().spend(1) {
                return;
            }
            if let Some(word) = contents.word(offset, pointer as u32) {
                if let Some(base) = addresses.base_of(word) {
                    self.grow(exec, state, base, from);
                }
            } else if contents.initialised(offset, pointer)
                && let Value::Term(term) = contents.read(&mut exec.pool, offset, pointer as u32)
            {
                self.follow_term(exec, state, term, from);
            }
        }
    }
    /// Where `from` holds, a word that is not known is in an object that is reached. Alternatives are followed one by one: null, or an
    /// input, among them does not hide the others.
    fn follow_term(&mut self, exec: &mut Executor, state: &State, term: ExprId, from: ExprId) {
        let mut open = vec![(from, term)];
        let mut left = MAX_ALTERNATIVES;
        while let Some((from, term)) = open.pop() {
            if let (Node::Ite(condition, then, other), 1..) = (exec.pool.node(term), left) {
                left -= 1;
                let not = exec.pool.not(condition);
                let [yes, no] = [condition, not].map(|side| exec.pool.and(from, side));
                let sides = [(no, other), (yes, then)];
                open.extend(sides.into_iter().filter(|(when, _)| !exec.pool.is_false(*when)));
                continue;
            }
            match state.memory.objects_of(&mut exec.pool, term) {
                Candidates::One(candidate) => self.grow(exec, state, candidate.base, from),
                Candidates::Some(list) => {
                    for (guard, candidate) in list {
                        let condition = exec.pool.and(from, guard);
                        self.grow(exec, state, candidate.base, condition);
                    }
                }
                Candidates::Unknown => self.follow_unknown(exec, state, term, from),
            }
        }
    }
    /// A word that may have been stored at a place that is not known tells nothing: so every object is reached where the word
    /// is an address in it. What was never stored by the program, such as an input, is no pointer.
    fn follow_unknown(&mut self, exec: &mut Executor, state: &State, word: ExprId, from: ExprId) {
        if !holds_stored(&exec.pool, state.memory.addresses(), word) {
            return;
        }
        for object in state.memory.iter_live().filter(|object| object.origin().kind == OriginKind::Heap) {
            let bits = exec.pool.width(word);
            let (base, bytes) = (exec.pool.bv(bits, object.base()), exec.pool.bv(bits, object.capacity().max(1)));
            let offset = exec.pool.sub(word, base);
            let inside = exec.pool.ult(offset, bytes);
            let mut condition = exec.pool.and(from, inside);
            self.unknown += 1;
            if self.unknown > MAX_UNKNOWN {
                condition = from;
                self.given_up.insert(object.base());
            }
            self.grow(exec, state, object.base(), condition);
        }
    }
    /// An object is reached where a condition holds, too.
    fn grow(&mut self, exec: &mut Executor, state: &State, base: u64, condition: ExprId) {
        let old = self.when(&mut exec.pool, base);
        let new = exec.pool.or(old, condition);
        let follows = self.known.get(&base).map_or(0, |known| known.follows);
        if new == old || (follows >= LOOKS_ENOUGH && is_implied(exec, state, condition, old)) {
            return;
        }
        let known = self.known.entry(base).or_insert(Known { when: new, follows: 0, is_open: false });
        known.when = new;
        if !known.is_open {
            known.is_open = true;
            self.open.push_back(base);
        }
    }
}

/// Whether one condition holds in a state only where another does. Where nobody knows, it may hold elsewhere.
fn is_implied(exec: &mut Executor, state: &State, condition: ExprId, by: ExprId) -> bool {
    let otherwise = exec.pool.not(by);
    let more = exec.pool.and(condition, otherwise);
    matches!(exec.possible(state, more), Ok(false))
}

/// Whether a term reads what was stored at a place that is not known, or an address is a part of it; if it is too large to tell, it may.
fn holds_stored(pool: &ExprPool, addresses: AddressSpace, term: ExprId) -> bool {
    let (mut open, mut seen) = (vec![term], FxHashSet::default());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        let is_address = || pool.as_u64(term).is_some_and(|word| addresses.base_of(word).is_some());
        if seen.len() > MAX_NODES || matches!(pool.node(term), Node::Store(..)) || is_address() {
            return true;
        }
        open.extend(pool.children(term).iter().copied());
    }
    false
}
