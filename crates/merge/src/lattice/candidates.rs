//! Candidates for relations that a loop keeps: guesses, all of which are checked.
//!
//! They come from what the loop was seen to do, and from what is asked about what it changes: the conditions of branches in the loop and of faults behind it. Of a
//! comparison also its weak form, and the one that is weaker by one, are tried. Of variables that move in step the ratio is kept, of all pairs the order; sums and
//! differences that stay are special cases of the ratio.

use std::collections::BTreeSet;

use braid_expr::{ArrayKind, ExprId, ExprPool, Node};
use braid_state::State;
use rustc_hash::FxHashSet;

use super::head::{Forgotten, Head};

/// Variables that are related to each other, at most.
const MAX_RELATED: usize = 12;
/// Candidates of one kind, at most.
const MAX_CANDIDATES: usize = 256;
/// A condition with more parts than this is not looked at.
const MAX_SIZE: usize = 200;

/// Relations between the places that a head forgets.
pub(crate) fn of_changes(pool: &mut ExprPool, head: &Head) -> Vec<ExprId> {
    let places: Vec<&Forgotten> =
        head.forgotten.iter().filter(|place| pool.width(place.symbol) <= 64).take(MAX_RELATED).collect();
    let mut found = Vec::new();
    for (at, one) in places.iter().enumerate() {
        found.extend(with_first(pool, one));
        for other in &places[at + 1..] {
            if pool.width(one.symbol) == pool.width(other.symbol) {
                found.extend(in_step(pool, one, other));
                found.extend(orders(pool, one.symbol, other.symbol));
            }
        }
    }
    found.truncate(MAX_CANDIDATES);
    found
}

/// How a place relates to what it was at first.
fn with_first(pool: &mut ExprPool, place: &Forgotten) -> Vec<ExprId> {
    match pool.is_const(place.values[0]) {
        true => Vec::new(),
        false => orders(pool, place.symbol, place.values[0]),
    }
}

/// All orders of two values of one width.
fn orders(pool: &mut ExprPool, a: ExprId, b: ExprId) -> Vec<ExprId> {
    vec![pool.eq(a, b), pool.sle(a, b), pool.sle(b, a), pool.ule(a, b), pool.ule(b, a)]
}

/// By how much a place changes in every iteration that was seen, if that is known and the same in all.
fn step(pool: &mut ExprPool, place: &Forgotten, from: ExprId) -> Option<u64> {
    let mut steps = BTreeSet::new();
    for &value in &place.values[1..] {
        let change = pool.sub(value, from);
        steps.insert(pool.as_u64(change)?);
    }
    (steps.len() == 1).then(|| steps.into_iter().next()).flatten()
}

/// That two places change at their ratio: b·(x − x₀) = a·(y − y₀).
fn in_step(pool: &mut ExprPool, one: &Forgotten, other: &Forgotten) -> Option<ExprId> {
    let width = pool.width(one.symbol);
    let (first, second) = (one.values[0], other.values[0]);
    let (a, b) = (step(pool, one, first)?, step(pool, other, second)?);
    let mut scaled = |symbol, first, by: u64| {
        let (change, by) = (pool.sub(symbol, first), pool.bv(width, by));
        pool.mul(change, by)
    };
    let (left, right) = (scaled(one.symbol, first, b), scaled(other.symbol, second, a));
    Some(pool.eq(left, right))
}

/// Candidates from conditions that states met which came of a head.
pub(crate) fn of_conditions(pool: &mut ExprPool, head: &Head, conditions: &[ExprId]) -> Vec<ExprId> {
    let allowed = Allowed::new(pool, head);
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    for &condition in conditions {
        for atom in atoms(pool, condition) {
            if seen.insert(atom) && allowed.allows(pool, atom) && found.len() < MAX_CANDIDATES {
                found.extend(forms(pool, atom));
            }
        }
    }
    found.retain(|&term| !pool.is_const(term));
    found
}

/// The comparisons that a condition is made of.
fn atoms(pool: &ExprPool, condition: ExprId) -> Vec<ExprId> {
    let (mut open, mut found) = (vec![condition], Vec::new());
    while let Some(term) = open.pop() {
        match pool.node(term) {
            Node::Not(inner) if pool.width(inner) == 1 => open.push(inner),
            Node::And(a, b) | Node::Or(a, b) if pool.width(term) == 1 && found.len() + open.len() < MAX_SIZE => {
                open.extend([b, a]);
            }
            _ => found.push(term),
        }
    }
    found
}

/// A comparison, its negation, and forms that are weaker.
fn forms(pool: &mut ExprPool, atom: ExprId) -> Vec<ExprId> {
    let mut forms = vec![atom, pool.not(atom)];
    match pool.node(atom) {
        Node::Eq(a, b) if pool.width(a) > 1 => forms.extend(orders(pool, a, b)),
        Node::Slt(a, b) | Node::Sle(a, b) => forms.extend(weaker(pool, a, b, true)),
        Node::Ult(a, b) | Node::Ule(a, b) => forms.extend(weaker(pool, a, b, false)),
        _ => {}
    }
    forms
}

/// a ≤ b, b ≤ a, and each by one weaker.
fn weaker(pool: &mut ExprPool, a: ExprId, b: ExprId, signed: bool) -> Vec<ExprId> {
    let one = pool.one(pool.width(a));
    let (less_a, less_b) = (pool.sub(a, one), pool.sub(b, one));
    let mut at_most = |a, b| if signed { pool.sle(a, b) } else { pool.ule(a, b) };
    vec![at_most(a, b), at_most(b, a), at_most(less_a, b), at_most(less_b, a)]
}

/// The constants of a width that conditions compare with, and their neighbours: where widening stops.
pub(crate) fn stops(pool: &ExprPool, conditions: &[ExprId], width: u32) -> Vec<u64> {
    let mut found = BTreeSet::from([0, 1]);
    for &condition in conditions {
        for atom in atoms(pool, condition) {
            let (Node::Eq(a, b) | Node::Slt(a, b) | Node::Sle(a, b) | Node::Ult(a, b) | Node::Ule(a, b)) =
                pool.node(atom)
            else {
                continue;
            };
            for word in
                [a, b].into_iter().filter(|&side| pool.width(side) == width).filter_map(|side| pool.as_u64(side))
            {
                found.extend([word.wrapping_sub(1), word, word.wrapping_add(1)]);
            }
        }
    }
    found.into_iter().collect()
}

/// What a relation may speak of: the head's constants, and what the first state could speak of. An input that the loop makes has, in the next
/// iteration, the name that another one has now: a relation about it would mean two things.
struct Allowed {
    arrays: FxHashSet<ExprId>,
    symbols: FxHashSet<ExprId>,
}

impl Allowed {
    fn new(pool: &mut ExprPool, head: &Head) -> Allowed {
        let arrays = head.state.inputs.iter().map(|input| pool.base(input.array).node()).collect();
        let mut symbols: FxHashSet<ExprId> = head.forgotten.iter().map(|place| place.symbol).collect();
        for conjunct in head.state.path.since(0) {
            symbols.extend(leaves(pool, conjunct, usize::MAX).unwrap_or_default());
        }
        for value in head.forgotten.iter().map(|place| place.values[0]) {
            symbols.extend(leaves(pool, value, usize::MAX).unwrap_or_default());
        }
        Allowed { arrays, symbols }
    }
    fn allows(&self, pool: &ExprPool, term: ExprId) -> bool {
        let is_known = |leaf: &ExprId| match pool.node(*leaf) {
            Node::Base(array) => {
                self.arrays.contains(leaf) || matches!(pool.array_data(array).kind, ArrayKind::Constant(..))
            }
            _ => self.symbols.contains(leaf),
        };
        leaves(pool, term, MAX_SIZE).is_some_and(|leaves| leaves.iter().all(is_known))
    }
}

/// The symbols and arrays of a term; none if it has too many parts, or a quantifier.
fn leaves(pool: &ExprPool, term: ExprId, most: usize) -> Option<Vec<ExprId>> {
    let (mut open, mut seen, mut found) = (vec![term], FxHashSet::default(), Vec::new());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > most {
            return None;
        }
        match pool.node(term) {
            Node::Symbol(_) | Node::Base(_) => found.push(term),
            Node::Forall(..) | Node::Bound => return None,
            _ => open.extend(pool.children(term)),
        }
    }
    Some(found)
}

/// The conditions that a state has met since it left a head, or another state did before it.
pub(crate) fn met(head: &Head, states: &[State]) -> Vec<ExprId> {
    let known = head.state.path.len();
    let mut seen = FxHashSet::default();
    states.iter().flat_map(|state| state.path.since(known)).filter(|&condition| seen.insert(condition)).collect()
}
