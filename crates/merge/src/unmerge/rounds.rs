//! Splits on numbers of rounds: the state is split on the range of a number that the question depends on.
//!
//! A number with one value left is not split again; the parts are never more than the states that were joined.
//!
//! Only a number that the path itself speaks of is split. In a disjunction, where a joined state was joined again, it means something in
//! some cases only, and parts would have inputs in common.

use std::collections::VecDeque;

use braid_entity::Entity;
use braid_expr::{Analysis, ArrayId, ExprId, ExprPool, Node, Range, Space, SymbolClass, SymbolId};
use braid_state::{Heritage, KnownTerm, Parts, Questions, State};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many questions may be asked to find the parts that are possible.
const MAX_PROBES: usize = 256;
/// Cases of a condition that are looked at.
const MAX_CASES: usize = 1 << 10;
/// Adjacent symbols of a condition that are looked at one by one.
const MAX_SYMBOLS: u64 = 1 << 12;

/// Some values of a number, first and last.
type Values = (u64, u64);

/// What is left of a range of values.
#[derive(Default)]
struct Ranges {
    /// Ranges that are possible.
    possible: Vec<Values>,
    /// Whether the solver could not decide some value.
    given_up: bool,
}

/// The ranges of a number of rounds that a question depends on, nearest first, if there is one that can be split.
pub(super) fn parts(questions: &mut dyn Questions, question: ExprId) -> Option<Parts> {
    if questions.state().inherited.fresh() == 0 {
        return None;
    }
    let path = questions.state().path.conjuncts().clone();
    let pool = questions.pool();
    for (number, all) in numbers(pool, &path.to_vec(), question) {
        if !path.newest().any(|condition| speaks_of(questions.pool(), condition, number)) {
            continue;
        }
        let ranges = ranges(questions, number, all);
        if questions.pool().interrupt().cause().is_some() {
            return None;
        }
        let inside = |&values: &Values| within(questions.pool(), number, values, all);
        let conditions: Vec<ExprId> = ranges.possible.iter().map(inside).collect();
        // Each says more than what is known, so that there is an end to it.
        if !conditions.is_empty() {
            return Some(Parts { conditions, complete: !ranges.given_up });
        }
    }
    None
}

/// The numbers of a question that have only one value left.
pub(super) fn known(pool: &mut ExprPool, state: &State, question: ExprId) -> Vec<KnownTerm> {
    if state.inherited.fresh() == 0 {
        return Vec::new();
    }
    let fixed =
        numbers(pool, &state.path.conjuncts().to_vec(), question).into_iter().filter(|(_, (low, high))| low == high);
    fixed.map(|(term, (value, _))| KnownTerm { term, value: pool.bv(pool.width(term), value) }).collect()
}

/// A part of a joined state stands for no more paths than went in with the numbers that are left.
pub(super) fn inherit(pool: &ExprPool, heritage: &Heritage, state: &mut State) {
    let mut known = known_of_numbers(pool, &state.path.conjuncts().to_vec());
    let mut ranges: FxHashMap<ExprId, Values> = FxHashMap::default();
    heritage.split(&mut state.inherited, |number, value| {
        let (low, high) = *ranges.entry(number).or_insert_with(|| {
            let facts = known.facts(pool, number);
            (facts.low, facts.high)
        });
        (low..=high).contains(&value)
    });
}

/// What a path says of numbers of rounds.
fn known_of_numbers(pool: &ExprPool, path: &[ExprId]) -> Analysis {
    let mut known = Analysis::new();
    for &condition in path {
        if pool.has_class(condition, SymbolClass::Round) && !pool.has_forall(condition) {
            known.assume(pool, condition);
        }
    }
    known
}

/// The numbers that a question depends on, nearest first, each with the range that it is known to be in.
fn numbers(pool: &mut ExprPool, path: &[ExprId], question: ExprId) -> Vec<(ExprId, Values)> {
    let numbers = numbers_behind(pool, path, question);
    let mut known = known_of_numbers(pool, path);
    let range = |number| {
        let facts = known.facts(pool, number);
        (number, (facts.low, facts.high))
    };
    numbers.into_iter().map(range).collect()
}

/// The ranges that a number can be in, at least two if it can: halves, and halves of those that cannot be decided.
fn ranges(questions: &mut dyn Questions, number: ExprId, all: Values) -> Ranges {
    let mut ranges = Ranges::default();
    let mut open: VecDeque<Values> = halves(all).into_iter().flatten().collect();
    for _ in 0..MAX_PROBES {
        let Some(values) = open.pop_front() else {
            match ranges.possible[..] {
                [only] if !ranges.given_up && only.0 < only.1 => {
                    ranges.possible.clear();
                    open.extend(halves(only).into_iter().flatten());
                    continue;
                }
                _ => break,
            }
        };
        let inside = within(questions.pool(), number, values, all);
        match questions.can_hold(inside) {
            Some(true) => ranges.possible.push(values),
            Some(false) => {}
            None => match halves(values) {
                Some(halves) => open.extend(halves),
                None => ranges.given_up = true,
            },
        }
    }
    ranges.given_up |= !open.is_empty();
    ranges.possible.sort_unstable();
    ranges
}

/// The two halves of a range, unless it is a single value.
fn halves((low, high): Values) -> Option<[Values; 2]> {
    let middle = low + (high - low) / 2;
    (low < high).then_some([(low, middle), (middle + 1, high)])
}

/// That a number is in a range, if it is known to be in another.
fn within(pool: &mut ExprPool, number: ExprId, (low, high): Values, all: Values) -> ExprId {
    let width = pool.width(number);
    let (first, last) = (pool.bv(width, low), pool.bv(width, high));
    if low == high {
        return pool.eq(number, first);
    }
    let above = if low > all.0 { pool.ule(first, number) } else { pool.tru() };
    let below = if high < all.1 { pool.ule(number, last) } else { pool.tru() };
    pool.and(above, below)
}

/// The numbers that joins introduced which a question under a path depends on, nearest first.
fn numbers_behind(pool: &mut ExprPool, path: &[ExprId], question: ExprId) -> Vec<ExprId> {
    let mut about: FxHashMap<Thing, Vec<ExprId>> = FxHashMap::default();
    for &condition in path {
        for thing in things(pool.support(condition)) {
            about.entry(thing).or_default().push(condition);
        }
    }
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = VecDeque::from([question]);
    while let Some(condition) = open.pop_front() {
        for thing in things(pool.support(condition)) {
            // Each thing is looked up once, so a condition comes up as often as it has things.
            if !seen.insert(thing) {
                continue;
            }
            let Some(conditions) = about.remove(&thing) else { continue };
            open.extend(conditions);
            found.extend(number_of(pool, thing));
        }
    }
    found.into_iter().map(|symbol| pool.symbol_term(symbol)).collect()
}

/// Returns true if a condition says something of a number in each of its cases.
fn speaks_of(pool: &ExprPool, condition: ExprId, number: ExprId) -> bool {
    let symbol = pool.support(number)[0];
    let mut open = vec![condition];
    for _ in 0..MAX_CASES {
        let Some(case) = open.pop() else { return true };
        match pool.node(case) {
            Node::Or(a, b) => open.extend([a, b]),
            _ if pool.support(case).iter().any(|range| range.meets(&symbol)) => {}
            _ => return false,
        }
    }
    false
}

/// What connects conditions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Thing {
    Symbol(SymbolId),
    Array(ArrayId),
}

fn things(support: &[Range]) -> impl Iterator<Item = Thing> + '_ {
    support.iter().flat_map(|range| {
        let (symbols, array) = match range.space {
            Space::Symbols => (range.low..range.high.min(range.low + MAX_SYMBOLS) + 1, None),
            Space::Array(array) => (0..0, Some(Thing::Array(array))),
            Space::Bound => (0..0, None),
        };
        symbols.map(|symbol| Thing::Symbol(SymbolId::from_u32(symbol as u32))).chain(array)
    })
}

/// A symbol that a join introduced. (What was never written is no such number.)
fn number_of(pool: &ExprPool, thing: Thing) -> Option<SymbolId> {
    let Thing::Symbol(symbol) = thing else { return None };
    let data = pool.symbol_data(symbol);
    let is_number = data.class == SymbolClass::Round && data.width <= 64;
    is_number.then_some(symbol)
}
