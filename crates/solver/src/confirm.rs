//! The check that every model passes before it leaves the solver, in every build.

use braid_expr::{EvalError, Evaluator, ExprId, ExprPool, Model};

use crate::verdict::Reason;

/// Evaluates all conjuncts under the model: one that is false is our bug, and the model never leaves as an answer.
pub(crate) fn confirm(
    evaluator: &mut Evaluator,
    pool: &ExprPool,
    model: &Model,
    conjuncts: &[ExprId],
) -> Result<(), Reason> {
    match first_false(evaluator, pool, model, conjuncts)? {
        Some(conjunct) => Err(Reason::WrongModel { conjunct }),
        None => Ok(()),
    }
}

/// The first conjunct that is false under the model.
pub(crate) fn first_false(
    evaluator: &mut Evaluator,
    pool: &ExprPool,
    model: &Model,
    conjuncts: &[ExprId],
) -> Result<Option<ExprId>, Reason> {
    let mut run = evaluator.under(pool, model);
    for &conjunct in conjuncts {
        if !run.truth(conjunct)? {
            return Ok(Some(conjunct));
        }
    }
    Ok(None)
}

impl From<EvalError> for Reason {
    fn from(error: EvalError) -> Reason {
        let steps = match error {
            EvalError::Limit { steps } => steps,
            EvalError::Interrupted => return Reason::Interrupted,
        };
        Reason::Evaluation { steps }
    }
}
