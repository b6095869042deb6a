//! The choice between two functions by a third, in one descent instead of three (Brace 1990).

use core::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::bdd::{Bdd, Guard};

/// Remembered results are at least and at most so many, as powers of 2: 16 bytes each.
const RESULTS: core::ops::RangeInclusive<u32> = 8..=18;

/// Condition, then, otherwise.
type Triple = (Guard, Guard, Guard);

/// Recent results, each in the one place where its operands belong; a later one drives it out.
#[derive(Clone, Default, Debug)]
pub(crate) struct Choices {
    results: Vec<(Triple, Guard)>,
    /// Memory of the last operation for the next one.
    tasks: Vec<Task>,
    done: Vec<Guard>,
}

/// What is left to do, the last first.
#[derive(Clone, Copy, Debug)]
enum Task {
    Visit(Triple),
    /// Makes a node of the last two results, and remembers it; whether it is to be negated.
    Build(u32, Triple, bool),
}

/// What a look at three functions gives.
enum Look {
    /// The result.
    Done(Guard),
    /// The conjunction of two, negated or not.
    And(Guard, Guard, bool),
    /// A choice in normal form, negated or not.
    Choice(Triple, bool),
}

impl Bdd {
    /// Returns the function that is `then` where the condition holds and `otherwise` elsewhere, or none after too many steps.
    pub(crate) fn choose(
        &mut self,
        condition: Guard,
        then: Guard,
        otherwise: Guard,
        steps: &mut usize,
    ) -> Option<Guard> {
        self.fit();
        let (mut tasks, mut done) = (core::mem::take(&mut self.choices.tasks), core::mem::take(&mut self.choices.done));
        tasks.clear();
        done.clear();
        tasks.push(Task::Visit((condition, then, otherwise)));
        let finished = self.work_choices(steps, &mut tasks, &mut done);
        let result = finished.and_then(|()| done.pop());
        (self.choices.tasks, self.choices.done) = (tasks, done);
        result
    }

    fn fit(&mut self) {
        let bits = self.len().ilog2().clamp(*RESULTS.start(), *RESULTS.end());
        if self.choices.results.len() != 1 << bits {
            // No choice by a constant is ever asked for.
            self.choices.results = vec![((Guard::TRUE, Guard::TRUE, Guard::TRUE), Guard::TRUE); 1 << bits];
        }
    }

    fn work_choices(&mut self, steps: &mut usize, tasks: &mut Vec<Task>, done: &mut Vec<Guard>) -> Option<()> {
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(triple) => match look(triple) {
                    Look::Done(result) => done.push(result),
                    Look::And(a, b, negated) => done.push(self.and(a, b, steps)?.negate_if(negated)),
                    Look::Choice(triple, negated) => match self.known(triple) {
                        Some(known) => done.push(known.negate_if(negated)),
                        None => {
                            self.take_step(steps)?;
                            self.descend(triple, negated, tasks);
                        }
                    },
                },
                Task::Build(level, triple, negated) => {
                    let (high, low) = (done.pop().expect("a result"), done.pop().expect("a result"));
                    let result = self.node(level, low, high);
                    let place = self.place(triple);
                    self.choices.results[place] = (triple, result);
                    done.push(result.negate_if(negated));
                }
            }
        }
        Some(())
    }

    fn descend(&self, triple: Triple, negated: bool, tasks: &mut Vec<Task>) {
        let (c, a, b) = triple;
        let level = self.level(c).min(self.level(a)).min(self.level(b));
        let [(c0, c1), (a0, a1), (b0, b1)] = [c, a, b].map(|guard| self.cofactors(guard, level));
        // The low side is done first.
        tasks.extend([Task::Build(level, triple, negated), Task::Visit((c1, a1, b1)), Task::Visit((c0, a0, b0))]);
    }

    #[inline]
    fn place(&self, triple: Triple) -> usize {
        (FxBuildHasher.hash_one(triple) >> 32) as usize & (self.choices.results.len() - 1)
    }
    #[inline]
    fn known(&self, triple: Triple) -> Option<Guard> {
        let (known, result) = self.choices.results[self.place(triple)];
        (known == triple).then_some(result)
    }
}

/// The choice where no variable needs to be looked at, as a conjunction, or in the form in which neither the condition nor `then` is negated, so
/// that one result serves four choices.
#[inline]
fn look((c, a, b): Triple) -> Look {
    let (c, a, b) = if c.is_negated() { (!c, b, a) } else { (c, a, b) };
    if c.is_true() || a == b {
        return Look::Done(a);
    }
    if a.is_const() || a == c || a == !c {
        // `then` is asked where the condition holds.
        let holds = a.is_true() || a == c;
        return if holds { Look::And(!c, !b, true) } else { Look::And(!c, b, false) };
    }
    if b.is_const() || b == c || b == !c {
        let holds = b.is_true() || b == !c;
        return if holds { Look::And(c, !a, true) } else { Look::And(c, a, false) };
    }
    let negated = a.is_negated();
    Look::Choice((c, a.negate_if(negated), b.negate_if(negated)), negated)
}
