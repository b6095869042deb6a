//! The validating layer: asks a second solver the same query and does not let a disagreement pass.
//!
//! It can stand anywhere in a chain; over the back end it checks what is computed, over the whole chain also what caches
//! and slices make of it.

use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Reason, Verdict};

/// Compares every answer of the layer below with a referee's.
pub struct Validate {
    below: Box<dyn Layer>,
    referee: Box<dyn Layer>,
}

impl Validate {
    /// `below` answers; `referee` is asked the same.
    pub fn new(below: Box<dyn Layer>, referee: Box<dyn Layer>) -> Self {
        Validate { below, referee }
    }
}

impl Layer for Validate {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        let verdict = self.below.check(workspace, query);
        if matches!(verdict, Verdict::Unknown(_)) {
            return verdict;
        }
        let second = self.referee.check(workspace, query);
        if matches!(second, Verdict::Unknown(_)) {
            workspace.stats.not_validated += 1;
            return verdict;
        }
        workspace.stats.validated += 1;
        if verdict.is_sat() == second.is_sat() {
            return verdict;
        }
        workspace.stats.disagreements += 1;
        Verdict::Unknown(Reason::Disagreement { conjuncts: query.conjuncts.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::stats::Stats;
    use crate::verdict::Budget;
    use braid_expr::{ExprPool, Model};

    /// Always the same answer.
    struct Fixed(Verdict);

    impl Layer for Fixed {
        fn check(&mut self, _: &mut Workspace<'_>, _: Query<'_>) -> Verdict {
            self.0.clone()
        }
    }

    #[test]
    fn a_disagreement_is_no_answer() {
        let (sat, unsat) = (Verdict::Sat(Rc::new(Model::new())), Verdict::Unsat(Vec::new()));
        let unknown = Verdict::Unknown(Reason::Conflicts(1));
        let ask = |below: &Verdict, referee: &Verdict| {
            let mut stats = Stats::default();
            let mut pool = ExprPool::new();
            let mut layer = Validate::new(Box::new(Fixed(below.clone())), Box::new(Fixed(referee.clone())));
            let mut workspace = Workspace { pool: &mut pool, stats: &mut stats };
            let query = Query { conjuncts: &[], budget: Budget::default(), hints: &[] };
            let verdict = layer.check(&mut workspace, query);
            (verdict, stats.validated, stats.not_validated, stats.disagreements)
        };
        assert!(matches!(ask(&sat, &sat), (Verdict::Sat(_), 1, 0, 0)));
        assert!(matches!(ask(&sat, &unsat), (Verdict::Unknown(Reason::Disagreement { .. }), 1, 0, 1)));
        assert!(matches!(ask(&unsat, &sat), (Verdict::Unknown(Reason::Disagreement { .. }), 1, 0, 1)));
        assert!(matches!(ask(&unsat, &unknown), (Verdict::Unsat(_), 0, 1, 0)));
        assert!(matches!(ask(&unknown, &sat), (Verdict::Unknown(Reason::Conflicts(1)), 0, 0, 0)));
    }
}
