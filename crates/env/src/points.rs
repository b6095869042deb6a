//! Merge points: what a program says of how states are to be joined (Scheurer, Hähnle, Bubel 2016), and the predicates that it gives.
//!
//! The mark comes first, so that states are joined before the predicates are computed: what these speak of matters there. Whoever wants to know them runs a state from the mark to
//! the predicates, beside the run; otherwise they are nothing but expressions whose value nobody uses.

use braid_exec::{Arrival, Executor, Invocation, Returned, Stop};
use braid_ir::inst::IntPredicate;
use braid_state::{Operator, State, Value, algebra};

use crate::text::text;

type Result<T = Returned> = core::result::Result<T, Stop>;

/// `void braid_merge_point(const char *name)`
pub(crate) fn merge_point(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let name = text(exec, state, call.arg(0))?;
    refuse_bad(exec, state)?;
    let known = Operator::ALL.map(Operator::name).join(", ");
    let Some(operator) = Operator::named(&name) else {
        return Err(Stop::unsupported(format!("there is no join operator '{name}': there are {known}")));
    };
    let (func, pc) = exec.here(state);
    exec.mark = Some(Arrival::MergePoint(func, pc, operator));
    Ok(Returned::nothing())
}

/// `void braid_predicates(int none, ...)`: the last argument is none.
pub(crate) fn predicates(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    refuse_bad(exec, state)?;
    if exec.predicates.is_none() {
        return Ok(Returned::nothing());
    }
    let mut terms = Vec::new();
    for at in 1..call.args.len().saturating_sub(1) {
        let (value, bits) = (call.arg(at), call.bits(at));
        let holds = algebra::compare(&mut exec.pool, IntPredicate::Ne, bits, value, Value::Word(0));
        terms.push(holds.term(&mut exec.pool, 1));
    }
    let (func, pc) = exec.here(state);
    exec.predicates = Some(terms);
    exec.mark = Some(Arrival::MergePoint(func, pc, Operator::Predicates));
    Ok(Returned::nothing())
}

/// What is wrong with a merge point as it is written is said where it is reached.
fn refuse_bad(exec: &mut Executor, state: &State) -> Result<()> {
    let (func, pc) = exec.here(state);
    let line = exec.program.source_place(func, pc).line;
    let bad = exec.program.ready(func).bad_points.iter().find(|bad| bad.line == line).map(|bad| bad.why);
    match bad {
        Some(why) => Err(Stop::unsupported(why)),
        None => Ok(()),
    }
}
