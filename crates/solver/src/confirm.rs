//! The check that every model passes before it leaves the solver, in every build.

use braid_expr::{ByteSet, Cell, EvalError, Evaluator, ExprId, ExprPool, Model};
use rustc_hash::FxHashMap;

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

/// Conjuncts that are remembered: 120 bytes each.
const MAX_TRIED: usize = 1 << 16;

/// What conjuncts over single cells were evaluated to.
///
/// Paths by the thousand share their conjuncts, and most of these read one byte: what such a conjunct is for a value of the byte is evaluated once.
#[derive(Default)]
pub(crate) struct Confirmer {
    tried: FxHashMap<ExprId, Tried>,
}

/// A conjunct, evaluated for some values of the cell that it reads.
struct Tried {
    /// None if it reads more than one.
    cell: Option<Cell>,
    values: ByteSet,
    holds: ByteSet,
}

impl Confirmer {
    /// The first of some conjuncts that is false under the model.
    pub(crate) fn first_false(
        &mut self,
        evaluator: &mut Evaluator,
        pool: &ExprPool,
        model: &Model,
        conjuncts: impl Iterator<Item = ExprId>,
    ) -> Result<Option<ExprId>, Reason> {
        if self.tried.len() > MAX_TRIED {
            self.tried = FxHashMap::default();
        }
        let mut run = evaluator.under(pool, model);
        for conjunct in conjuncts {
            let tried = self.tried.entry(conjunct).or_insert_with(|| Tried::new(pool, conjunct));
            if !tried.truth(model, || run.truth(conjunct))? {
                return Ok(Some(conjunct));
            }
        }
        Ok(None)
    }
}

impl Tried {
    fn new(pool: &ExprPool, conjunct: ExprId) -> Tried {
        Tried { cell: Cell::of(pool, &[conjunct]), values: ByteSet::default(), holds: ByteSet::default() }
    }

    /// Whether the conjunct holds under the model, as it was evaluated before or is evaluated now.
    fn truth(&mut self, model: &Model, evaluate: impl FnOnce() -> Result<bool, EvalError>) -> Result<bool, EvalError> {
        let Some(cell) = self.cell else { return evaluate() };
        let value = cell.value(model);
        if !self.values.contains(value) {
            if evaluate()? {
                self.holds.insert(value);
            }
            self.values.insert(value);
        }
        Ok(self.holds.contains(value))
    }
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

#[cfg(test)]
mod tests {
    use braid_expr::testing::{Generator, Limits, Random};

    use super::*;

    /// Random conjuncts under random models: what is remembered of them is what evaluation says.
    #[test]
    fn remembered_truth_is_evaluated_truth() {
        let limits = Limits { max_width: 32, nodes: 8, input_bits: 8, arrays: true, quantifiers: true };
        let (mut remembered, mut failed) = (0, 0);
        for seed in 0..200 {
            let mut pool = ExprPool::new();
            let mut generator = Generator::new(seed, limits, &mut pool);
            let conjuncts: Vec<ExprId> = (0..6).map(|_| generator.boolean(&mut pool)).collect();
            let cells: Vec<Cell> = conjuncts.iter().filter_map(|&c| Cell::of(&pool, &[c])).collect();
            let (mut random, mut confirmer, mut evaluator) =
                (Random::new(seed), Confirmer::default(), Evaluator::new());
            for _ in 0..40 {
                let mut model = Model::new();
                cells.iter().for_each(|cell| cell.set(&mut model, random.below(4).min((1 << cell.width) - 1)));
                let found = confirmer.first_false(&mut evaluator, &pool, &model, conjuncts.iter().copied());
                let expected = first_false(&mut evaluator, &pool, &model, &conjuncts);
                assert_eq!(found, expected, "seed {seed}");
                failed += u32::from(matches!(expected, Ok(Some(_))));
            }
            remembered += confirmer.tried.values().filter(|tried| !tried.values.is_empty()).count();
        }
        assert!(remembered > 100 && failed > 100, "{remembered} conjuncts are remembered, {failed} models fail");
    }
}
