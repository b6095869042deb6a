//! The validating layer: asks a second solver the same query and does not let a disagreement pass.
//!
//! It can stand anywhere in a chain; over the back end it checks what is computed, over the whole chain also what caches
//! and slices make of it. An answer must also be what it claims: a model is evaluated, and of an unsat answer the core
//! alone is what the referee is asked.

use braid_expr::{Evaluator, ExprId};
use rustc_hash::FxHashSet;

use crate::confirm::confirm;
use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Reason, Verdict};

/// Compares every answer of the layer below with a referee's.
pub struct Validate {
    below: Box<dyn Layer>,
    referee: Box<dyn Layer>,
    evaluator: Evaluator,
}

impl Validate {
    /// `below` answers; `referee` is asked the same.
    pub fn new(below: Box<dyn Layer>, referee: Box<dyn Layer>) -> Self {
        Validate { below, referee, evaluator: Evaluator::new() }
    }
}

impl Layer for Validate {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        let verdict = self.below.check(workspace, query);
        let claimed = match &verdict {
            Verdict::Sat(model) => {
                if let Err(reason) = confirm(&mut self.evaluator, workspace.pool, model, query.conjuncts) {
                    return Verdict::Unknown(reason);
                }
                query.conjuncts
            }
            Verdict::Unsat(core) => core,
            Verdict::Unknown(_) => return verdict,
        };
        if verdict.is_unsat() && !is_part(claimed, query.conjuncts) {
            workspace.stats.disagreements += 1;
            return Verdict::Unknown(Reason::Disagreement { conjuncts: claimed.to_vec() });
        }
        let second = self.referee.check(workspace, Query { conjuncts: claimed, whole: None, near: None, ..query });
        if matches!(second, Verdict::Unknown(_)) {
            workspace.stats.not_validated += 1;
            return verdict;
        }
        workspace.stats.validated += 1;
        if verdict.is_sat() == second.is_sat() {
            return verdict;
        }
        workspace.stats.disagreements += 1;
        Verdict::Unknown(Reason::Disagreement { conjuncts: claimed.to_vec() })
    }

    fn forget(&mut self) {
        self.evaluator = Evaluator::new();
        self.below.forget();
        self.referee.forget();
    }
}

fn is_part(core: &[ExprId], conjuncts: &[ExprId]) -> bool {
    let all: FxHashSet<ExprId> = conjuncts.iter().copied().collect();
    core.iter().all(|member| all.contains(member))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::blast::BackEnd;
    use crate::stats::Stats;
    use crate::verdict::Budget;
    use braid_expr::{ExprPool, Model, SymbolClass};

    /// Always the same answer.
    struct Fixed(Verdict);

    impl Layer for Fixed {
        fn check(&mut self, _: &mut Workspace<'_>, _: Query<'_>) -> Verdict {
            self.0.clone()
        }
        fn forget(&mut self) {}
    }

    #[test]
    fn a_disagreement_is_no_answer() {
        let (sat, unsat) = (Verdict::Sat(Rc::new(Model::new())), Verdict::Unsat(Vec::new()));
        let unknown = Verdict::Unknown(Reason::Conflicts(1));
        let ask = |below: &Verdict, referee: &Verdict| {
            let mut stats = Stats::default();
            let mut pool = ExprPool::new();
            let mut layer = Validate::new(Box::new(Fixed(below.clone())), Box::new(Fixed(referee.clone())));
            let mut diagrams = braid_guard::Diagrams::default();
            let mut workspace = Workspace { pool: &mut pool, stats: &mut stats, diagrams: &mut diagrams };
            let query = Query { conjuncts: &[], whole: None, budget: Budget::default(), near: None };
            let verdict = layer.check(&mut workspace, query);
            (verdict, stats.validated, stats.not_validated, stats.disagreements)
        };
        assert!(matches!(ask(&sat, &sat), (Verdict::Sat(_), 1, 0, 0)));
        assert!(matches!(ask(&sat, &unsat), (Verdict::Unknown(Reason::Disagreement { .. }), 1, 0, 1)));
        assert!(matches!(ask(&unsat, &sat), (Verdict::Unknown(Reason::Disagreement { .. }), 1, 0, 1)));
        assert!(matches!(ask(&unsat, &unknown), (Verdict::Unsat(_), 0, 1, 0)));
        assert!(matches!(ask(&unknown, &sat), (Verdict::Unknown(Reason::Conflicts(1)), 0, 0, 0)));
    }
    #[test]
    fn a_model_that_is_none_and_a_core_that_is_no_part_are_no_answers() {
        let mut pool = ExprPool::new();
        let x = pool.symbol("x", 8, SymbolClass::Input);
        let (one, two) = (pool.bv(8, 1), pool.bv(8, 2));
        let (is_one, is_two) = (pool.eq(x, one), pool.eq(x, two));
        let mut ask = |below: Verdict| {
            let mut stats = Stats::default();
            let mut layer = Validate::new(Box::new(Fixed(below)), Box::new(BackEnd::new()));
            let mut diagrams = braid_guard::Diagrams::default();
            let mut workspace = Workspace { pool: &mut pool, stats: &mut stats, diagrams: &mut diagrams };
            layer.check(
                &mut workspace,
                Query { conjuncts: &[is_one], whole: None, budget: Budget::default(), near: None },
            )
        };
        let wrong_model = ask(Verdict::Sat(Rc::new(Model::new())));
        assert!(matches!(wrong_model, Verdict::Unknown(Reason::WrongModel { .. })));
        for core in [vec![is_one], vec![is_two], Vec::new()] {
            assert!(matches!(ask(Verdict::Unsat(core)), Verdict::Unknown(Reason::Disagreement { .. })));
        }
    }
}
