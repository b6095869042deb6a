//! A second try: queries that went over their budget are asked of another solver.

use crate::layer::{Layer, Workspace};
use crate::verdict::{Query, Reason, Verdict};

/// Asks the layer below, and where that gives up for lack of budget, another one.
pub struct Portfolio {
    below: Box<dyn Layer>,
    second: Box<dyn Layer>,
}

impl Portfolio {
    /// `below` answers what it can; `second` what is left.
    pub fn new(below: Box<dyn Layer>, second: Box<dyn Layer>) -> Self {
        Portfolio { below, second }
    }
}

/// Whether another solver may know better: only budgets count, a disagreement or a wrong model is never papered over.
fn over_budget(reason: &Reason) -> bool {
    matches!(reason, Reason::Conflicts(_) | Reason::Instances(_) | Reason::TooLarge { .. } | Reason::Evaluation { .. })
}

impl Layer for Portfolio {
    fn check(&mut self, workspace: &mut Workspace<'_>, query: Query<'_>) -> Verdict {
        let first = match self.below.check(workspace, query) {
            Verdict::Unknown(reason) if over_budget(&reason) => reason,
            answer => return answer,
        };
        workspace.stats.second_tries += 1;
        match self.second.check(workspace, query) {
            // Both gave up: the first reason is the one that a larger budget mends.
            Verdict::Unknown(_) => Verdict::Unknown(first),
            answer => {
                workspace.stats.second_try_hits += 1;
                answer
            }
        }
    }

    fn forget(&mut self) {
        self.below.forget();
        self.second.forget();
    }
}
