//! Assignment duplication: Trabish 2023, section 5, stage 2, and `DUPLICATE` of appendix B.
//!
//! The stripped query says something of the cells that the first instance of a quantifier reads, and nothing of those of the
//! others. What is good for the first is often good for all, so its value is copied to the cells of the others. That is a
//! guess: whoever asked for it evaluates the query.
//!
//! We differ from the paper in two points. It picks one read of each array (its prototype one of each quantifier); here every
//! read is filled with its own value, so that `s[2i]` and `s[2i + 1]` may differ. And it fills the cells of all instances, also
//! of those that hold, which breaks other conjuncts for nothing; here only those of violated instances are filled, unless the
//! paper's way is asked for.

use std::collections::BTreeMap;

use braid_expr::{EvalError, Evaluation, Evaluator, ExprPool, Model, Node, Value};

use super::access::{Access, Cell, Cells, bound_accesses};
use super::strip::Quantifier;

/// An instance of a quantifier, by the value of its bound variable.
pub(super) type Instance = (Quantifier, u64);

/// What duplication made of a model.
pub(super) struct Duplicated {
    pub(super) model: Model,
    /// The cells that have another value now.
    pub(super) changed: Vec<Cell>,
}

/// The model with the cells of some instances filled, but for those in `kept`. The instances of one quantifier come in a row.
pub(super) fn duplicate(
    evaluator: &mut Evaluator,
    pool: &ExprPool,
    model: &Model,
    instances: &[Instance],
    kept: &Cells,
) -> Result<Duplicated, EvalError> {
    let mut run = evaluator.under(pool, model);
    let mut values: BTreeMap<Cell, u64> = BTreeMap::new();
    for group in instances.chunk_by(|(a, _), (b, _)| a == b) {
        let filling = Filling::of(pool, &mut run, group[0].0)?;
        for &(forall, i) in group {
            run.set_bound(Value::new(pool.width(forall.k), i));
            for (access, value) in &filling.0 {
                let cell = access.cell(&mut run)?;
                if !kept.contains(&cell) {
                    values.entry(cell).or_insert(*value);
                }
            }
        }
    }
    let mut duplicated = Duplicated { model: model.clone(), changed: Vec::new() };
    for ((array, index), value) in values {
        if model.cell(array, index) != value {
            duplicated.model.set_cell(array, index, value);
            duplicated.changed.push((array, index));
        }
    }
    Ok(duplicated)
}

/// The instances of quantifiers under a model but for the first of each: those that the paper fills. At most `limit` of each.
pub(super) fn all_but_first(
    evaluator: &mut Evaluator,
    pool: &ExprPool,
    model: &Model,
    quantifiers: impl Iterator<Item = Quantifier>,
    limit: u64,
) -> Result<Vec<Instance>, EvalError> {
    let mut run = evaluator.under(pool, model);
    let mut instances = Vec::new();
    for forall in quantifiers {
        let last = run.value(forall.k)?.to_u64().unwrap_or(u64::MAX);
        instances.extend((2..=last.min(limit)).map(|i| (forall, i)));
    }
    Ok(instances)
}

/// The reads of a quantifier with the value that each has in the first instance.
struct Filling(Vec<(Access, u64)>);

impl Filling {
    fn of(pool: &ExprPool, run: &mut Evaluation<'_>, forall: Quantifier) -> Result<Filling, EvalError> {
        debug_assert!(matches!(pool.node(forall.term), Node::Forall(..)));
        run.set_bound(Value::new(pool.width(forall.k), 1));
        let accesses = bound_accesses(pool, forall.body).into_iter();
        accesses.map(|access| Ok((access, run.word(access.read)?))).collect::<Result<_, _>>().map(Filling)
    }
}
