//! What the solver said beyond yes and no: questions that it did not answer, and values of which there are several.
//!
//! Both change what becomes of a state, and neither follows from its path: a solver that has learned something else answers what this
//! one did not, and has another model. So they are part of the state's name ([`Recipe::Answer`](braid_state::Recipe)), in words that mean
//! the same in every engine. Who makes a state again gives the words back ([`Executor::follow_answers`]), and each question for which there is a
//! word gets the answer of the first time.
//!
//! A word is found by a fingerprint of what was asked. Questions that the solver has answered leave no trace: whoever makes a state again lets
//! the solver take its time.

use std::collections::VecDeque;

use braid_expr::{ExprId, ExprPool, Fingerprints};
use braid_solver::{Budget, ProcessFault, Reason, Verdict};
use braid_state::State;

use crate::executor::Executor;

/// Answers of the operation at hand, and those that are to be given once more.
#[derive(Default, Debug)]
pub(crate) struct Answers {
    /// Words of answers that were given since the operation began.
    given: Vec<u32>,
    /// Words of answers that are to be given, if states are made again.
    script: VecDeque<u32>,
}

/// How a budget is set aside while states are made again.
#[derive(Clone, Copy, Debug)]
pub struct SetAside(Budget);

/// The lowest bit of a word tells whether a question was not answered because of the budget.
const BY_BUDGET: u32 = 1;

impl Answers {
    /// Where the words of the next answer stand.
    pub(crate) fn position(&self) -> usize {
        self.given.len()
    }
    /// The answer that is to be given to a question, if it is not to be answered.
    fn follow_unanswered(&mut self, word: u32) -> Option<Reason> {
        let &next = self.script.front()?;
        if next | BY_BUDGET != word | BY_BUDGET {
            return None;
        }
        self.script.pop_front();
        self.given.push(next);
        let by_budget = next & BY_BUDGET != 0;
        Some(if by_budget { Reason::Conflicts(0) } else { Reason::Process(ProcessFault::TimedOut) })
    }
    /// The value that is to be chosen for a term.
    fn follow_value(&mut self, word: u32) -> Option<u64> {
        if self.script.front() != Some(&word) || self.script.len() < 3 {
            return None;
        }
        let words: Vec<u64> = self.script.drain(..3).map(u64::from).collect();
        Some(words[1] | words[2] << 32)
    }
}

/// The word for a term.
fn word_of(pool: &ExprPool, term: ExprId) -> u32 {
    (Fingerprints::default().of(pool, term) >> 32) as u32
}

impl Executor {
    /// Gives these answers once more to whoever asks the same; the next ones follow them.
    pub fn follow_answers(&mut self, words: impl IntoIterator<Item = u32>) {
        self.answers.script.extend(words);
    }

    /// Returns true if there are answers that are to be given once more.
    pub(crate) fn follows_answers(&self) -> bool {
        !self.answers.script.is_empty()
    }

    /// Forgets answers that were to be given. Returns true if there were none left.
    pub fn end_of_answers(&mut self) -> bool {
        let all = self.answers.script.is_empty();
        self.answers.script.clear();
        all
    }

    /// From now on the solver takes its time: what it answered once it answers again.
    pub fn set_budget_aside(&mut self) -> SetAside {
        let budget = self.solver.budget();
        self.solver.set_budget(Budget::UNLIMITED);
        SetAside(budget)
    }

    /// The budget is what it was before.
    pub fn restore_budget(&mut self, aside: SetAside) {
        self.solver.set_budget(aside.0);
    }

    /// The answer to a question that is not to be answered, because it was not the first time.
    pub(crate) fn scripted_unknown(&mut self, question: ExprId) -> Option<Verdict> {
        if self.answers.script.is_empty() {
            return None;
        }
        let word = word_of(&self.pool, question);
        self.answers.follow_unanswered(word).map(Verdict::Unknown)
    }

    /// The solver has not answered a question.
    pub(crate) fn note_unanswered(&mut self, question: ExprId, reason: &Reason) {
        if *reason != Reason::Interrupted {
            let by_budget = reason.is_budget();
            let word = word_of(&self.pool, question) & !BY_BUDGET | u32::from(by_budget);
            self.answers.given.push(word);
        }
    }

    /// The value of a term that was chosen the first time.
    pub(crate) fn scripted_value(&mut self, term: ExprId) -> Option<u64> {
        if self.answers.script.is_empty() {
            return None;
        }
        let word = word_of(&self.pool, term);
        self.answers.follow_value(word)
    }

    /// Values were chosen for a term that has others, one after the other, before the answers since the position `before` were given.
    pub(crate) fn note_values(&mut self, before: usize, term: ExprId, values: &[u64]) {
        let word = word_of(&self.pool, term);
        let words = values.iter().flat_map(|&value| [word, value as u32, (value >> 32) as u32]);
        self.answers.given.splice(before..before, words);
    }

    /// What the solver said in the operation at hand is part of no name.
    pub(crate) fn forget_answers(&mut self) {
        self.answers.given.clear();
    }

    /// An operation has come to something: what the solver said in it is part of the state's name. What was interrupted is carried out
    /// again, and asks again.
    pub(crate) fn settle_answers(&mut self, state: &mut State, interrupted: bool) {
        if self.answers.given.is_empty() {
            return;
        }
        let given = core::mem::take(&mut self.answers.given);
        if !interrupted {
            self.heritage.answer(&mut state.inherited, given);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_answers_only_its_own_question_and_only_once() {
        let mut answers = Answers { given: Vec::new(), script: VecDeque::from([11, 20, 5, 1]) };
        assert_eq!(answers.follow_unanswered(12), None);
        assert_eq!(
            answers.follow_unanswered(10),
            Some(Reason::Conflicts(0)),
            "the lowest bit is not part of the question"
        );
        assert_eq!(answers.follow_value(11), None);
        assert_eq!(answers.follow_value(20), Some(5 | 1 << 32));
        assert_eq!((answers.follow_value(20), answers.follow_unanswered(10)), (None, None));
        assert_eq!(answers.given, [11]);
    }
}
