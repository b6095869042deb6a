//! The crate `batsat` (MiniSat in Rust) behind the [`Sat`] trait.
//!
//! Kept as the second opinion on [`Cdcl`](super::Cdcl): tests run both on the same clauses. It decides every input of
//! the context at each call, which is why it is not the default (its API offers no way to leave variables out).

use core::cell::Cell;
use std::rc::Rc;

use batsat::{Callbacks, SolverInterface, lbool};

use super::{Limit, Lit, Outcome, Sat, VarKind};

/// `batsat` with budgets counted in conflicts.
pub(crate) struct MiniSat {
    solver: batsat::Solver<Budget>,
    spent: Rc<Cell<u64>>,
    limit: Rc<Cell<u64>>,
    core: Vec<Lit>,
    scratch: Vec<batsat::Lit>,
}

impl MiniSat {
    /// A solver that holds the constant true and nothing else.
    pub(crate) fn new() -> Self {
        let (spent, limit) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(u64::MAX)));
        let budget = Budget { spent: Rc::clone(&spent), limit: Rc::clone(&limit) };
        let solver = batsat::Solver::new(batsat::SolverOpts::default(), budget);
        let mut this = MiniSat { solver, spent, limit, core: Vec::new(), scratch: Vec::new() };
        let constant = this.new_var(VarKind::Input);
        this.add_clause(&[constant]);
        this
    }
}

impl Default for MiniSat {
    fn default() -> Self {
        Self::new()
    }
}

impl Sat for MiniSat {
    fn new_var(&mut self, kind: VarKind) -> Lit {
        Lit::new(self.solver.new_var(lbool::UNDEF, kind == VarKind::Input).idx(), false)
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.scratch.clear();
        self.scratch.extend(clause.iter().map(|&lit| outward(lit)));
        let _consistent = self.solver.add_clause_reuse(&mut self.scratch);
    }
    fn retreat(&mut self, _: &[Lit]) {}
    fn reset(&mut self) {}
    fn solve(&mut self, assumptions: &[Lit], _inputs: &[Lit], limit: Limit<'_>) -> Outcome {
        self.limit.set(self.spent.get().saturating_add(limit.conflicts));
        let assumed: Vec<_> = assumptions.iter().map(|&lit| outward(lit)).collect();
        let answer = self.solver.solve_limited(&assumed);
        if answer == lbool::TRUE {
            return Outcome::Sat;
        }
        if answer != lbool::FALSE {
            return Outcome::OutOfBudget;
        }
        self.core.clear();
        self.core.extend(assumptions.iter().copied().filter(|&a| self.solver.unsat_core_contains_lit(!outward(a))));
        Outcome::Unsat
    }
    fn value(&self, lit: Lit) -> Option<bool> {
        match self.solver.value_lit(outward(lit)) {
            value if value == lbool::TRUE => Some(true),
            value if value == lbool::FALSE => Some(false),
            _ => None,
        }
    }
    fn core(&self) -> &[Lit] {
        &self.core
    }
    fn set_phase(&mut self, _lit: Lit) {} // batsat fixes phases when a variable is made
    fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }
    fn propagations(&self) -> u64 {
        self.solver.num_propagations()
    }
    fn variables(&self) -> usize {
        self.solver.num_vars() as usize
    }
}

/// Counts conflicts (each learns a clause) and stops the search at the limit.
struct Budget {
    spent: Rc<Cell<u64>>,
    limit: Rc<Cell<u64>>,
}

impl Callbacks for Budget {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], _source: batsat::ClauseKind) {
        self.spent.set(self.spent.get() + 1);
    }
    fn stop(&self) -> bool {
        self.spent.get() > self.limit.get()
    }
}

fn outward(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.variable()), !lit.is_negated())
}
