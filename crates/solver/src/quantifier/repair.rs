//! Model repair: Trabish 2023, section 5, stage 3, and `REPAIR` of appendix B.
//!
//! A duplicated model that is no model of the query is in conflict about some cells: those that violated conjuncts and violated
//! instances read. The instances that speak of these cells, and no others, are added, the query is asked again, and the
//! answer is duplicated again, this time leaving the cells in conflict alone.
//!
//! We differ from the paper in three points. It fixes everything but the arrays in question to the duplicated model; here the
//! search starts at that model, which comes to the same where that is possible, but can give way where it is not. Instances
//! keep their guard i ≤ k where the paper fixes k, so a repaired query that has no model settles the whole query. And a
//! repair that leaves new conflicts is repaired again, up to [`MAX_REPAIRS`] times.

use braid_expr::{EvalError, Evaluator, ExprId, ExprPool, Model, Value};

use super::access::{Cells, all_accesses, bound_accesses};
use super::duplicate::Instance;
use super::strip::Quantifier;

/// A model is repaired so many times before all instances that it violates are added.
pub(super) const MAX_REPAIRS: u32 = 3;

/// Adds the cells that violated conjuncts and violated instances read under the model.
pub(super) fn conflicts(
    evaluator: &mut Evaluator,
    pool: &ExprPool,
    model: &Model,
    broken: &[ExprId],
    violated: &[Instance],
    cells: &mut Cells,
) -> Result<(), EvalError> {
    let mut run = evaluator.under(pool, model);
    for &conjunct in broken {
        for access in all_accesses(pool, conjunct) {
            cells.insert(access.cell(&mut run)?);
        }
    }
    for group in violated.chunk_by(|(a, _), (b, _)| a == b) {
        let accesses = bound_accesses(pool, group[0].0.body);
        for &(forall, i) in group {
            run.set_bound(Value::new(pool.width(forall.k), i));
            for access in &accesses {
                cells.insert(access.cell(&mut run)?);
            }
        }
    }
    Ok(())
}

/// The instances of quantifiers that read one of `cells` under the model; of each the first `limit` are looked at.
pub(super) fn instances_about(
    evaluator: &mut Evaluator,
    pool: &ExprPool,
    model: &Model,
    quantifiers: impl Iterator<Item = Quantifier>,
    cells: &Cells,
    limit: u64,
) -> Result<Vec<Instance>, EvalError> {
    let mut run = evaluator.under(pool, model);
    let mut instances = Vec::new();
    for forall in quantifiers {
        let accesses = bound_accesses(pool, forall.body);
        let last = run.value(forall.k)?.to_u64().unwrap_or(u64::MAX);
        for i in 1..=last.min(limit) {
            run.set_bound(Value::new(pool.width(forall.k), i));
            for access in &accesses {
                if cells.contains(&access.cell(&mut run)?) {
                    instances.push((forall, i));
                    break;
                }
            }
        }
    }
    Ok(instances)
}
