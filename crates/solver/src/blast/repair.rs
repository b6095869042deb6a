//! Repair: which conjuncts a changed model no longer satisfies.
//!
//! A model that satisfies a long path condition but for one new conjunct is changed in a few cells. Only conjuncts that read
//! one of them can have changed their truth, so a query costs what it touches, not what the path has gathered.

use braid_expr::{Evaluator, ExprId, ExprPool, Model, Range};

use crate::verdict::Reason;

/// The conjuncts that are false under the model, looked for among the doubtful ones and those that read what changed.
pub(crate) fn broken(
    evaluator: &mut Evaluator,
    pool: &ExprPool,
    model: &Model,
    conjuncts: &[ExprId],
    doubtful: &[ExprId],
    changed: &[Range],
) -> Result<Vec<ExprId>, Reason> {
    let mut run = evaluator.under(pool, model);
    let mut broken = Vec::new();
    let touched = conjuncts.iter().filter(|&&conjunct| touches(pool.support(conjunct), changed));
    for &conjunct in doubtful.iter().chain(touched) {
        if !run.truth(conjunct)? {
            broken.push(conjunct);
        }
    }
    Ok(broken)
}

/// Whether two sorted lists of ranges, the second of single numbers, have something in common.
fn touches(support: &[Range], changed: &[Range]) -> bool {
    support.iter().any(|range| {
        let at = changed.partition_point(|c| (c.space, c.low) < (range.space, range.low));
        changed.get(at).is_some_and(|c| c.meets(range))
    })
}
