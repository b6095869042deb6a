//! Tests for lines that states were the first to reach before they became part of others.
//!
//! Such a state needs an input of its own: one of the joined state need not take its way. But many tests that are written later do take it. So
//! the state is kept, and a test whose input satisfies its path claims its lines too, without a query and a file. What is left is
//! written when there are many of them, and when the run ends; the newest first, because longer paths lead through more lines.

use braid_expr::{Evaluator, Model};
use braid_report as report;
use braid_state::{LineId, State};

use crate::error::EngineError;
use crate::exploration::Explorer;
use crate::unknowns;
use crate::witness::Purpose;

/// So many states are kept: each test is held against all of them.
const MAX_KEPT: usize = 32;

/// States that became part of others and whose new lines have no test yet, the newest last; and why each ended.
#[derive(Debug, Default)]
pub(crate) struct NewLineTests(Vec<(State, &'static str)>);

/// What a test shows beside what it was written for.
#[derive(Debug, Default)]
pub(crate) struct Also {
    /// Which of the states that are kept.
    states: Vec<usize>,
    /// Their new lines.
    pub(crate) lines: Vec<LineId>,
    /// Whether their paths depend on what was never initialised.
    pub(crate) uninitialized: bool,
}

impl NewLineTests {
    /// Returns true if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Explorer<'_> {
    /// A state becomes part of another: its new lines get a test some time.
    pub(crate) fn keep_new_lines(&mut self, state: &mut State, why: &'static str) -> Result<(), EngineError> {
        if state.new_lines.is_empty() || state.inherited.exactness().may_invent() {
            state.new_lines.clear();
            return Ok(());
        }
        let mut kept = state.fork();
        kept.new_lines = core::mem::take(&mut state.new_lines);
        self.run.new_line_tests.0.push((kept, why));
        if self.run.new_line_tests.0.len() > MAX_KEPT { self.write_new_line_tests() } else { Ok(()) }
    }

    /// Writes the tests that are left.
    pub(crate) fn write_new_line_tests(&mut self) -> Result<(), EngineError> {
        while let Some((state, why)) = self.run.new_line_tests.0.pop() {
            self.write_test(&state, Purpose::Path, |_, _| report::Ending::Early { reason: why.to_owned() })?;
        }
        Ok(())
    }

    /// What an input shows of the states that are kept.
    pub(crate) fn also_shown(&self, model: &Model) -> Also {
        let (mut also, exec) = (Also::default(), &self.subject.exec);
        if self.run.new_line_tests.is_empty() {
            return also;
        }
        let mut evaluator = Evaluator::new();
        let mut under = evaluator.under(&exec.pool, model);
        for (number, (state, _)) in self.run.new_line_tests.0.iter().enumerate() {
            if state.path.conjuncts().newest().all(|conjunct| under.truth(conjunct) == Ok(true)) {
                also.states.push(number);
                also.lines.extend(&state.new_lines);
                also.uninitialized |= unknowns::decide(&exec.pool, model, state.path.conjuncts().newest());
            }
        }
        also
    }

    /// A test was written that shows these.
    pub(crate) fn were_shown(&mut self, also: &Also) {
        also.states.iter().rev().for_each(|&number| drop(self.run.new_line_tests.0.remove(number)));
    }
}
