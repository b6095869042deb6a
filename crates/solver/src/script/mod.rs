//! SMT-LIB 2 scripts: commands in, answers out, as other solvers do it.
//!
//! The script owns a pool, a scope of names and a stack of assertions. Declarations, definitions and assertions belong
//! to the level they were made at and end with it. After an error nothing more is answered: what follows might depend
//! on the command that failed.

mod command;
mod output;
mod split;
#[cfg(test)]
mod tests;

use std::rc::Rc;

pub use braid_expr::smt::Position;
use braid_expr::smt::{Reader, Scope, ScopeLevel, Sexprs, SmtError};
use braid_expr::{Evaluator, ExprId, ExprPool, Model};

pub use split::Splitter;

use crate::solver::Solver;
use crate::verdict::{Reason, Verdict};

/// The state of a script between two commands.
pub struct Script {
    pool: ExprPool,
    solver: Solver,
    scope: Scope,
    /// Conjuncts of all assertions that hold now.
    assertions: Vec<ExprId>,
    /// Constants that are declared now: name and sort are found in the scope.
    declared: Vec<String>,
    /// Assertions with a name, for unsat cores.
    named: Vec<(String, ExprId)>,
    levels: Vec<Level>,
    last: Option<Check>,
    evaluator: Evaluator,
    /// Whether commands without an answer say `success`.
    print_success: bool,
    /// Whether [`Flow::Exit`] was reached.
    ended: bool,
}

/// How much there was when a level was opened.
#[derive(Debug)]
struct Level {
    assertions: usize,
    declared: usize,
    named: usize,
    scope: ScopeLevel,
}

/// The last check, until something changes.
#[derive(Debug)]
struct Check {
    answer: Answer,
    /// The terms of `check-sat-assuming` as they were written, with what they mean.
    assumptions: Vec<(String, ExprId)>,
}

#[derive(Debug)]
enum Answer {
    Sat(Rc<Model>),
    Unsat(Vec<ExprId>),
    Unknown(Reason),
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// More commands may follow.
    Continue,
    /// The script has asked to stop.
    Exit,
}

impl Script {
    /// A script without declarations, answered by `solver`.
    pub fn new(solver: Solver) -> Self {
        Script {
            pool: ExprPool::new(),
            solver,
            scope: Scope::new(),
            assertions: Vec::new(),
            declared: Vec::new(),
            named: Vec::new(),
            levels: Vec::new(),
            last: None,
            evaluator: Evaluator::new(),
            print_success: false,
            ended: false,
        }
    }
    /// Runs all commands of a text and appends their answers to `out`. An error ends the run; what was answered before
    /// it is in `out`.
    pub fn run(&mut self, text: &str, out: &mut impl FnMut(&str)) -> Result<Flow, SmtError> {
        let mut reader = Reader::new(text)?;
        let mut sexprs = Sexprs::new(text);
        let mut answer = String::new();
        while !self.ended && reader.read(&mut sexprs)? {
            answer.clear();
            let flow = self.command(&sexprs, &mut answer)?;
            if !answer.is_empty() {
                out(&answer);
            }
            self.ended = flow == Flow::Exit;
        }
        Ok(if self.ended { Flow::Exit } else { Flow::Continue })
    }
    /// How many checks were answered `unknown`.
    pub fn unknowns(&self) -> u64 {
        self.solver.stats().unknown
    }
    /// The solver, for its counters.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }
    /// The terms of the script.
    pub fn pool(&self) -> &ExprPool {
        &self.pool
    }

    /// Asserts a formula, a conjunction as its parts: layers slice and cache by conjunct.
    fn assert(&mut self, formula: ExprId) {
        let mut open = vec![formula];
        while let Some(term) = open.pop() {
            match self.pool.node(term) {
                braid_expr::Node::And(a, b) => open.extend([b, a]),
                _ => self.assertions.push(term),
            }
        }
        self.last = None;
    }

    fn push(&mut self) {
        self.levels.push(Level {
            assertions: self.assertions.len(),
            declared: self.declared.len(),
            named: self.named.len(),
            scope: self.scope.level(),
        });
        self.last = None;
    }

    /// Ends `count` levels; nothing if there are not as many.
    fn pop(&mut self, count: usize) -> Option<()> {
        let keep = self.levels.len().checked_sub(count)?;
        if let Some(level) = self.levels.get(keep) {
            self.assertions.truncate(level.assertions);
            self.declared.truncate(level.declared);
            self.named.truncate(level.named);
            self.scope.leave_level(&level.scope);
            self.levels.truncate(keep);
        }
        self.last = None;
        Some(())
    }

    /// Asks whether the assertions can hold together with the assumptions.
    fn check(&mut self, assumptions: Vec<(String, ExprId)>) -> &'static str {
        let held = self.assertions.len();
        self.assertions.extend(assumptions.iter().map(|(_, term)| term));
        let verdict = self.solver.check(&mut self.pool, &self.assertions);
        self.assertions.truncate(held);
        let (answer, word) = match verdict {
            Verdict::Sat(model) => (Answer::Sat(model), "sat"),
            Verdict::Unsat(core) => (Answer::Unsat(core), "unsat"),
            Verdict::Unknown(reason) => (Answer::Unknown(reason), "unknown"),
        };
        self.last = Some(Check { answer, assumptions });
        word
    }
}

/// The complaint about a text that begins at `start`, with line and column, as one line.
pub fn complaint(text: &str, start: Position, error: &SmtError) -> String {
    format!("{}: {}", Position::of(text, error.at).from(start), error.problem)
}
