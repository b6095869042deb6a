//! Un-merging: a question about many paths at once that is too hard is asked about fewer.
//!
//! A joined state may hold a number that says which of its sources it stands for, such as how often a loop went round. If a
//! query about such a state exceeds its budget, the state is split on the range of a number that the query depends on, and the
//! operation is carried out again in each part. That is an ordinary split: its cases leave nothing out, and each was found to
//! be possible. It ends, because a number with one value left is not split again; the parts are never more than the states
//! that were joined. What has no such number is given up, as always.
//!
//! Only a number that the path itself speaks of is split. In a disjunction, where a joined state was joined again, it means something in
//! some cases only, and parts would have inputs in common.
//!
//! Where a number has one value left, the question is asked with that value in its place: then it is the question of the
//! source, with all that simplifies in it.

use std::collections::VecDeque;
use std::rc::Rc;

use braid_entity::Entity;
use braid_expr::{Analysis, ArrayId, ExprId, ExprPool, Node, Range, Space, Substitution, SymbolClass, SymbolId};
use braid_solver::{Reason, Verdict};
use braid_state::State;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::executor::Executor;
use crate::stop::{Case, Split, SplitKind, Stop, Then};

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
struct Parts {
    /// Ranges that are possible.
    possible: Vec<Values>,
    /// Whether the solver could not decide some value.
    given_up: bool,
}

impl Executor {
    /// The split that makes a question easier which the solver could not answer, if there is one.
    pub(crate) fn unmerge(&mut self, state: &State, question: ExprId, reason: &Reason) -> Option<Stop> {
        if !self.may_unmerge(state, reason) || !state.orders.may_fork() {
            return None;
        }
        for (number, all) in self.numbers(state, question) {
            if !state.path.conjuncts().newest().any(|condition| speaks_of(&self.pool, condition, number)) {
                continue;
            }
            let parts = self.parts(state, number, all);
            if self.pool.interrupt().cause().is_some() {
                return Some(Stop::Interrupted);
            }
            if let Some(split) = self.split_on(number, all, &parts) {
                if parts.given_up {
                    self.note_unsolved(state, reason);
                }
                self.counters.unmerged += 1;
                return Some(Stop::Split(split));
            }
        }
        None
    }

    /// Asks a question that the solver could not answer again, with numbers that have only one value replaced by it; none if
    /// there are no such numbers.
    pub(crate) fn ask_fixed(&mut self, state: &State, question: ExprId, reason: &Reason) -> Option<Verdict> {
        if !self.may_unmerge(state, reason) {
            return None;
        }
        let mut fixed = self.numbers(state, question);
        fixed.retain(|&(_, (low, high))| low == high);
        let mut values = Substitution::new();
        for &(number, (value, _)) in &fixed {
            let value = self.pool.bv(self.pool.width(number), value);
            values.replace(&self.pool, number, value);
        }
        let asked = state.path.conjuncts().with(question);
        let simpler = asked.to_vec().into_iter().map(|condition| values.apply(&mut self.pool, condition));
        let simpler = simpler.collect::<Result<Vec<_>, _>>().ok().filter(|_| !fixed.is_empty())?;
        let verdict = self.solver.check(&mut self.pool, &simpler);
        if let Verdict::Sat(model) = &verdict {
            let mut model = Rc::clone(model);
            for &(number, (value, _)) in &fixed {
                let Node::Symbol(symbol) = self.pool.node(number) else { continue };
                Rc::make_mut(&mut model).set_word(symbol, value);
            }
            self.solver.remember_model(&self.pool, &asked, 0, &model);
        }
        Some(verdict)
    }

    /// Whether a question that was not answered may be asked in parts.
    fn may_unmerge(&self, state: &State, reason: &Reason) -> bool {
        reason.is_budget() && self.options.unmerge && state.inherited.fresh() > 0
    }

    /// A part of a joined state stands for no more paths than went in with the numbers that are left.
    pub(crate) fn part_paths(&self, state: &mut State, why: SplitKind) {
        if !why.unmerges() {
            return;
        }
        let mut known = self.known_of_numbers(state);
        let mut ranges: FxHashMap<ExprId, Values> = FxHashMap::default();
        self.heritage.split(&mut state.inherited, |number, value| {
            let (low, high) = *ranges.entry(number).or_insert_with(|| {
                let facts = known.facts(&self.pool, number);
                (facts.low, facts.high)
            });
            (low..=high).contains(&value)
        });
    }

    /// What the path says of numbers of rounds.
    fn known_of_numbers(&self, state: &State) -> Analysis {
        let mut known = Analysis::new();
        for condition in state.path.conjuncts().to_vec() {
            if self.pool.has_class(condition, SymbolClass::Round) && !self.pool.has_forall(condition) {
                known.assume(&self.pool, condition);
            }
        }
        known
    }

    /// The numbers that a question depends on, nearest first, each with the range that it is known to be in.
    fn numbers(&mut self, state: &State, question: ExprId) -> Vec<(ExprId, Values)> {
        let numbers = numbers_behind(&mut self.pool, &state.path.conjuncts().to_vec(), question);
        let mut known = self.known_of_numbers(state);
        let range = |number| {
            let facts = known.facts(&self.pool, number);
            (number, (facts.low, facts.high))
        };
        numbers.into_iter().map(range).collect()
    }

    /// The ranges that a number can be in, at least two if it can: halves, and halves of those that cannot be decided.
    fn parts(&mut self, state: &State, number: ExprId, all: Values) -> Parts {
        let mut parts = Parts::default();
        let mut open: VecDeque<Values> = halves(all).into_iter().flatten().collect();
        for _ in 0..MAX_PROBES {
            let Some(values) = open.pop_front() else {
                match parts.possible[..] {
                    [only] if !parts.given_up && only.0 < only.1 => {
                        parts.possible.clear();
                        open.extend(halves(only).into_iter().flatten());
                        continue;
                    }
                    _ => break,
                }
            };
            let inside = within(&mut self.pool, number, values, all);
            match self.ask(state, inside) {
                Verdict::Sat(_) => parts.possible.push(values),
                Verdict::Unsat(_) => {}
                Verdict::Unknown(_) => match halves(values) {
                    Some(halves) => open.extend(halves),
                    None => parts.given_up = true,
                },
            }
        }
        parts.given_up |= !open.is_empty();
        parts.possible.sort_unstable();
        parts
    }

    /// A case for each part, if there are any. Each says more than what is known, so that there is an end to it.
    fn split_on(&mut self, number: ExprId, all: Values, parts: &Parts) -> Option<Split> {
        let case = |values: &Values| {
            let condition = within(&mut self.pool, number, *values, all);
            Case { condition, then: Then::Again }
        };
        let cases: Vec<Case> = parts.possible.iter().map(case).collect();
        let why = if parts.given_up { SplitKind::SomeRounds } else { SplitKind::Rounds };
        (!cases.is_empty()).then_some(Split { why, cases })
    }
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

/// Whether a condition says something of a number in each of its cases.
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
