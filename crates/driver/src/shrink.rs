//! Small witnesses: the test of a bug has the smallest sizes that show it.
//!
//! A path with symbolic sizes has models of many sizes, and a solver gives any. For a bug the sizes are made small, one after
//! the other, the oldest first. Another path to the same bug may allow smaller ones still; it is asked for the sum of
//! its sizes. All this is a wish: where the solver gives up, or after some attempts, the best so far stays.

use std::rc::Rc;

use braid_exec::Executor;
use braid_expr::{Conjunction, Evaluator, ExprId, Model};
use braid_state::{State, Value};

use crate::witness::{ask, word};

/// How many sizes of a state are looked at.
const SIZES: usize = 16;
/// How many questions are asked about one size: enough for every size of a bounded object.
const QUESTIONS: u32 = 40;

/// A model of `conjuncts` with small sizes; `best` is one of any.
pub(crate) fn small_sizes(
    exec: &mut Executor,
    state: &State,
    conjuncts: &mut Conjunction,
    best: Rc<Model>,
) -> Rc<Model> {
    sizes(state).iter().fold(best, |best, &size| small_size(exec, size, conjuncts, best))
}

/// A model in which one size is small. That it is stays in the conjuncts.
fn small_size(exec: &mut Executor, size: ExprId, conjuncts: &mut Conjunction, best: Rc<Model>) -> Rc<Model> {
    let mut best = best;
    let mut low = exec.pool.bounds(size).0;
    let mut high = value(exec, &best, size);
    // The least is tried first: mostly it is possible.
    let mut middle = low;
    for _ in 0..QUESTIONS {
        if low >= high {
            break;
        }
        let bound = exec.pool.bv(64, middle);
        conjuncts.push(exec.pool.ule(size, bound));
        match ask(exec, conjuncts) {
            Ok(model) => {
                high = value(exec, &model, size);
                best = model;
            }
            Err(_) => low = middle + 1,
        }
        conjuncts.pop();
        middle = low + high.saturating_sub(low) / 2;
    }
    let bound = exec.pool.bv(64, high);
    conjuncts.push(exec.pool.ule(size, bound));
    best
}

/// The sum of the sizes in a model; none if there are no symbolic sizes.
pub(crate) fn bulk(exec: &Executor, state: &State, model: &Model) -> Option<u64> {
    let sizes = sizes(state);
    (!sizes.is_empty()).then(|| sizes.iter().map(|&size| value(exec, model, size)).fold(0, u64::saturating_add))
}

/// Returns true if the sum of a state's sizes can be less than `bulk`.
pub(crate) fn can_be_smaller(exec: &mut Executor, state: &State, bulk: u64) -> bool {
    let pool = &mut exec.pool;
    let Some(sum) = sizes(state).iter().copied().reduce(|sum, size| pool.add(sum, size)) else { return false };
    let bound = pool.bv(64, bulk);
    let smaller = pool.ult(sum, bound);
    exec.possible(state, smaller).unwrap_or(false)
}

fn sizes(state: &State) -> &[ExprId] {
    let sizes = state.sizes.as_slice();
    &sizes[..sizes.len().min(SIZES)]
}

fn value(exec: &Executor, model: &Model, size: ExprId) -> u64 {
    word(exec, &mut Evaluator::new(), model, Value::Term(size))
}
