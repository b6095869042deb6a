//! Points at which guards hold: the least one, which also orders disjoint guards, and the value under a model.

use core::cmp::Ordering;

use braid_expr::{Cell, EvalError, Evaluator, ExprId, ExprPool, Model};

use crate::bdd::Guard;
use crate::guards::Guards;
use crate::variable::Variable;

/// Values under which a guard holds, whatever is not mentioned.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Assignment {
    /// Values of bytes.
    pub cells: Vec<(Cell, u64)>,
    /// Truth of predicates. Nobody has asked whether they can be so together, or with the bytes.
    pub predicates: Vec<(ExprId, bool)>,
}

impl Assignment {
    /// The model that gives the bytes their values. The guard holds in it if no predicate is mentioned.
    pub fn model(&self) -> Model {
        let mut model = Model::new();
        for &(cell, value) in &self.cells {
            cell.set(&mut model, value);
        }
        model
    }

    fn add(&mut self, variable: Variable, value: bool) {
        match variable {
            Variable::Predicate(term) => self.predicates.push((term, value)),
            Variable::Bit(cell, bit) => {
                if self.cells.last().is_none_or(|&(last, _)| last != cell) {
                    self.cells.push((cell, 0));
                }
                let (_, values) = self.cells.last_mut().expect("one was pushed");
                *values |= u64::from(value) << bit;
            }
        }
    }
}

impl Guards {
    /// The least assignment under which a guard holds, 0 before 1 in order of the variables; none if it never holds.
    pub fn assignment(&self, mut guard: Guard) -> Option<Assignment> {
        let mut assignment = Assignment::default();
        while !guard.is_const() {
            let level = self.bdd.level(guard);
            let (low, high) = self.bdd.cofactors(guard, level);
            let value = low.is_false();
            assignment.add(self.variables.get(level), value);
            guard = if value { high } else { low };
        }
        guard.is_true().then_some(assignment)
    }

    /// Orders guards by the least assignments under which they hold; the one that never holds is last. Guards that exclude each other
    /// are equal only if neither ever holds. The order depends on that of the variables and on nothing else that was computed.
    pub fn compare(&self, mut a: Guard, mut b: Guard) -> Ordering {
        while a != b && !a.is_false() && !b.is_false() {
            let level = self.bdd.level(a).min(self.bdd.level(b));
            let ((a0, a1), (b0, b1)) = (self.bdd.cofactors(a, level), self.bdd.cofactors(b, level));
            (a, b) = if a0.is_false() && b0.is_false() { (a1, b1) } else { (a0, b0) };
        }
        a.is_false().cmp(&b.is_false())
    }

    /// Whether a guard holds in a model.
    pub fn holds(
        &self,
        pool: &ExprPool,
        evaluator: &mut Evaluator,
        model: &Model,
        mut guard: Guard,
    ) -> Result<bool, EvalError> {
        let mut evaluation = evaluator.under(pool, model);
        while !guard.is_const() {
            let level = self.bdd.level(guard);
            let value = match self.variables.get(level) {
                Variable::Bit(cell, bit) => cell.value(model) >> bit & 1 == 1,
                Variable::Predicate(term) => evaluation.truth(term)?,
            };
            let (low, high) = self.bdd.cofactors(guard, level);
            guard = if value { high } else { low };
        }
        Ok(guard.is_true())
    }
}
