//! Values of a state that stands for all members of a pattern: functions of the number of rounds.
//!
//! A counter becomes `a·k + b`, a term that differs in constants alone the same term with such functions in it (Trabish 2023,
//! section 3.3). What is not linear is looked up by k: in a table if it is known, by comparisons with k otherwise. Conditions of
//! paths are never used: k tells them all.

use std::cell::RefCell;
use std::rc::Rc;

use braid_expr::{ExprId, ExprPool, Shape, Skeletons};
use braid_state::Value;
use braid_state::join::Choice;

use super::formula;

/// Terms with more constants than this are not generalised.
const MAX_HOLES: usize = 64;

/// Values by the number of rounds.
pub(super) struct ByRounds {
    pub(super) k: ExprId,
    /// The k of each state.
    pub(super) rounds: Vec<u64>,
    pub(super) skeletons: Rc<RefCell<Skeletons>>,
}

impl Choice for ByRounds {
    fn value(&mut self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Value {
        let term = self.linear(pool, bits, values).or_else(|| self.template(pool, bits, values));
        let term = term.unwrap_or_else(|| self.select(pool, bits, values));
        Value::of(pool, term)
    }
    fn among(&mut self, pool: &mut ExprPool, members: &[usize]) -> ExprId {
        let mut values = vec![Value::Word(0); self.rounds.len()];
        members.iter().for_each(|&member| values[member] = Value::Word(1));
        self.select(pool, 1, &values)
    }
}

impl ByRounds {
    /// Known values that are linear in k.
    fn linear(&self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Option<ExprId> {
        let words: Option<Vec<u64>> = values.iter().map(|value| value.word()).collect();
        let points: Vec<(u64, u64)> = self.rounds.iter().copied().zip(words?).collect();
        let linear = formula::through(&points, bits)?;
        Some(formula::apply(pool, linear, self.k, bits))
    }

    /// Terms of one skeleton with constants that are linear in k.
    fn template(&self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> Option<ExprId> {
        let mut skeletons = self.skeletons.borrow_mut();
        let mut points: Vec<(u64, Shape)> = Vec::with_capacity(values.len());
        for (&rounds, value) in self.rounds.iter().zip(values) {
            let term = value.term(pool, bits);
            let shape = skeletons.of(pool, term);
            if points.first().is_some_and(|first| first.1.skeleton != shape.skeleton) {
                return None;
            }
            points.push((rounds, shape));
        }
        let fillers = formula::fit(pool, &points, self.k, |shape| skeletons.constants(shape, MAX_HOLES)).ok()?;
        Some(skeletons.build(pool, points[0].1.skeleton, &fillers))
    }

    /// Any values: comparisons with k, neighbours with equal values together.
    fn select(&self, pool: &mut ExprPool, bits: u32, values: &[Value]) -> ExprId {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_unstable_by_key(|&member| self.rounds[member]);
        let runs: Vec<(u64, Value)> = order
            .chunk_by(|&a, &b| values[a] == values[b])
            .map(|run| (self.rounds[*run.last().expect("a run is not empty")], values[run[0]]))
            .collect();
        let width = pool.width(self.k);
        let terms: Vec<(u64, ExprId)> = runs.iter().map(|&(last, value)| (last, value.term(pool, bits))).collect();
        search(pool, self.k, width, &terms)
    }
}

/// The term of the first entry whose number is at least k, by halves.
fn search(pool: &mut ExprPool, k: ExprId, width: u32, entries: &[(u64, ExprId)]) -> ExprId {
    if let [(_, only)] = entries {
        return *only;
    }
    let (low, high) = entries.split_at(entries.len() / 2);
    let last = pool.bv(width, low[low.len() - 1].0);
    let below = pool.ule(k, last);
    let (low, high) = (search(pool, k, width, low), search(pool, k, width, high));
    pool.ite(below, low, high)
}
