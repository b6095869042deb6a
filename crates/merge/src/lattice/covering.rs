//! Covering: whether a state that comes back to a loop head is one of those that the head stands for.
//!
//! There must be values of the head's constants that make the head this state. They are read off: each is what the state holds where the twin holds
//! the constant. Under them every other place that matters must be equal, and the state's path must imply the axioms. Comparing what is kept of each place by
//! itself would be unsound, because places may hold terms over several constants. Undecided is not covered.
//!
//! What the state has that the head has not is read by nobody: output, and inputs that the loop made. The names of later inputs are those of the head's
//! run, in which they stand for any value.

use braid_expr::{Conjunction, ExprId, ExprPool, Node, Substitution};
use braid_state::join::{self, Choice, Common, FramePlace};
use braid_state::memory::Memory;
use braid_state::{State, Value};
use rustc_hash::FxHashMap;

use super::asker::Asker;
use super::head::{Head, base_of, hide_effects, is_unknown};
use crate::host::Parts;

/// How a state is one of those that a head stands for, if it is.
#[derive(Debug)]
pub(crate) struct Match {
    /// The value of each of the head's constants.
    pub(crate) values: Vec<ExprId>,
    /// Further terms over the twin's constants that must be equal to terms of the state.
    equal: Vec<(ExprId, ExprId)>,
}

impl Match {
    /// That of the first of the states that the head was made of.
    pub(crate) fn first(head: &Head) -> Match {
        Match::source(head, 0)
    }
    /// That of one of the states that the head was made of.
    pub(crate) fn source(head: &Head, number: usize) -> Match {
        Match { values: head.forgotten.iter().map(|place| place.values[number]).collect(), equal: Vec::new() }
    }

    /// Compares a state with a head; an error if it is of another shape.
    pub(crate) fn of(parts: &mut Parts<'_>, head: &Head, state: &State) -> Result<Match, &'static str> {
        if !has_inputs(state, &head.twin) {
            return Err("other inputs");
        }
        let mut states = [head.twin.copy(), state.copy()];
        let memory = states[0].memory.clone();
        let (twin, other) = states.split_at_mut(1);
        hide_effects(&mut other[0], &twin[0]);
        let by_term = head.forgotten.iter().enumerate().map(|(at, place)| (place.held, at)).collect();
        let values = vec![None; head.forgotten.len()];
        let mut choice = Matching { memory: &memory, head, by_term, values, equal: Vec::new(), refused: None };
        let live = parts.live;
        let mut live = |place: FramePlace| live.live_slots(place);
        let common = Common::prefix(0);
        join::join(parts.pool, &mut states, &common, &mut live, &mut choice).map_err(|refusal| refusal.name())?;
        choice.read_parts(parts.pool);
        let Matching { values, equal, refused, .. } = choice;
        if let Some(why) = refused {
            return Err(why);
        }
        let values: Option<Vec<ExprId>> = values.into_iter().collect();
        let values = values.ok_or("a place that cannot be compared as a whole")?;
        Ok(Match { values, equal })
    }

    /// Returns true if all places that the head does not forget are known to be equal.
    pub(crate) fn agrees(&self, asker: &mut Asker<'_>, head: &Head, path: &Conjunction) -> bool {
        let places = self.equalities(asker.pool, head);
        places.is_some_and(|places| places.into_iter().all(|same| asker.must(path, same)))
    }

    /// That all places which the head does not forget are equal; none if that cannot be told.
    fn equalities(&self, pool: &mut ExprPool, head: &Head) -> Option<Vec<ExprId>> {
        let mut substitution = Substitution::new();
        for (place, &value) in head.forgotten.iter().zip(&self.values) {
            substitution.replace(pool, place.twin, value);
        }
        let mut same = Vec::with_capacity(self.equal.len());
        for &(twin, own) in &self.equal {
            let instance = substitution.apply(pool, twin).ok()?;
            same.push(pool.eq(instance, own));
        }
        Some(same)
    }

    /// Terms over the head's constants, as they are for this state; none for one that cannot be told.
    pub(crate) fn instances(&self, pool: &mut ExprPool, head: &Head, terms: &[ExprId]) -> Vec<Option<ExprId>> {
        let mut substitution = Substitution::new();
        for (place, &value) in head.forgotten.iter().zip(&self.values) {
            substitution.replace(pool, place.symbol, value);
        }
        terms.iter().map(|&term| substitution.apply(pool, term).ok()).collect()
    }
}

/// What follows from a state's path because a head with these axioms stands for it; an error if it is not known to.
pub(crate) fn covers(
    parts: &mut Parts<'_>,
    head: &Head,
    axioms: &[ExprId],
    state: &State,
) -> Result<Vec<ExprId>, &'static str> {
    let found = Match::of(parts, head, state)?;
    let mut asker = Asker { pool: parts.pool, solver: parts.solver };
    let path = state.path.conjuncts();
    let mut claims = found.equalities(asker.pool, head).ok_or("a value that cannot be told")?;
    if !claims.iter().all(|&same| asker.must(path, same)) {
        return Err("a value that the head does not forget");
    }
    let shared = head.twin.path.conjuncts().shared(path);
    let mut needed = head.twin.path.since(shared);
    let instances = found.instances(asker.pool, head, axioms).into_iter().collect::<Option<Vec<ExprId>>>();
    needed.extend(instances.ok_or("an axiom that cannot be told")?);
    if !needed.iter().all(|&condition| asker.must(path, condition)) {
        return Err("an axiom that does not hold");
    }
    claims.extend(needed);
    Ok(claims)
}

/// Returns true if the inputs of a state begin with those of another.
fn has_inputs(state: &State, of: &State) -> bool {
    state.inputs.len() >= of.inputs.len()
        && state.inputs.iter().zip(of.inputs.iter()).all(|(own, other)| {
            (own.array, own.size, own.length, own.exists) == (other.array, other.size, other.length, other.exists)
        })
}

/// Reads off what the constants of a twin are.
struct Matching<'a> {
    memory: &'a Memory,
    head: &'a Head,
    /// Forgotten places, by what they hold in the twin.
    by_term: FxHashMap<ExprId, usize>,
    values: Vec<Option<ExprId>>,
    equal: Vec<(ExprId, ExprId)>,
    refused: Option<&'static str>,
}

impl Matching<'_> {
    /// Reads off constants that are only parts of what was compared: bytes of a word. That the whole word is equal is asked all the same.
    fn read_parts(&mut self, pool: &mut ExprPool) {
        for &(twin, own) in &self.equal {
            let mut open = vec![(twin, 0)];
            while let Some((part, low)) = open.pop() {
                match pool.node(part) {
                    Node::Concat(high, rest) => open.extend([(high, low + pool.width(rest)), (rest, low)]),
                    Node::Zext(inner) => open.push((inner, low)),
                    _ => {}
                }
                if let Some(&at) = self.by_term.get(&part).filter(|&&at| self.values[at].is_none())
                    && self.head.forgotten[at].base == 0
                {
                    self.values[at] = Some(pool.extract(own, low, pool.width(part)));
                }
            }
        }
    }
}

impl Choice for Matching<'_> {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        let [twin, own] = [values[0], values[1]].map(|value| value.term(pool, bits));
        if is_unknown(pool, own) || is_unknown(pool, twin) {
            self.refused.get_or_insert("values that were never written");
            return values[0];
        }
        let open = self.by_term.get(&twin).copied().filter(|&at| self.values[at].is_none());
        let Some(at) = open else {
            self.equal.push((twin, own));
            return values[0];
        };
        let base = self.head.forgotten[at].base;
        if base_of(pool, self.memory, &[own]) != Ok(base) {
            self.refused.get_or_insert("pointers into different objects");
        }
        let base = pool.bv(bits, base);
        self.values[at] = Some(pool.sub(own, base));
        values[0]
    }
    fn among(&mut self, pool: &mut ExprPool, _: &[usize]) -> ExprId {
        self.refused.get_or_insert("objects that not every iteration has");
        pool.fls()
    }
}
