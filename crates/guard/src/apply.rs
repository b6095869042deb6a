//! Operations on diagrams: conjunction, two ways to use a care set, and exclusion.
//!
//! All of them descend in two functions at a time. One loop with a stack of its own does it for all, so that a deep diagram
//! overflows nothing, and what was computed is remembered by pairs. An operation takes steps from an allowance: diagrams of bounded size still
//! have products that are not, and the caller has something better to do than to wait for them. What an operation did not take is there for
//! the caller's next one.

use core::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bdd::{Bdd, Guard};

/// Pairs known to exclude each other are forgotten when there are more than this: 8 bytes each, and the table's.
const MAX_KNOWN: usize = 1 << 18;
/// Remembered results are at least and at most so many, as powers of 2: 16 bytes each. More of them miss the processor's cache.
const RESULTS: core::ops::RangeInclusive<u32> = 10..=18;

/// An operation on two functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    /// Both hold.
    And,
    /// One of them holds and not the other; neither is negated.
    Xor,
    /// The first at the nearest point where the second holds (Coudert 1990).
    Constrain,
    /// The first where the second holds, and whatever makes it small elsewhere (Coudert 1990).
    Restrict,
}

/// What was computed.
#[derive(Clone, Default, Debug)]
pub(crate) struct Memo {
    results: Results,
    /// Pairs of which never both hold.
    exclusive: FxHashSet<(Guard, Guard)>,
    /// Memory of the last operation for the next one.
    tasks: Vec<Task>,
    done: Vec<Guard>,
}

/// Recent results, each in the one place where its operands belong; a later one drives it out.
#[derive(Clone, Default, Debug)]
struct Results {
    places: Vec<(Op, Guard, Guard, Guard)>,
}

impl Results {
    /// Makes room for results over so many nodes.
    fn fit(&mut self, nodes: usize) {
        let bits = nodes.ilog2().clamp(*RESULTS.start(), *RESULTS.end());
        if self.places.len() != 1 << bits {
            // Nothing is asked of two constants, so this is no result of theirs.
            self.places = vec![(Op::And, Guard::TRUE, Guard::TRUE, Guard::TRUE); 1 << bits];
        }
    }
    #[inline]
    fn place(&self, op: Op, a: Guard, b: Guard) -> usize {
        (FxBuildHasher.hash_one((op as u32, a, b)) >> 32) as usize & (self.places.len() - 1)
    }
    #[inline]
    fn get(&self, op: Op, a: Guard, b: Guard) -> Option<Guard> {
        let (known, x, y, result) = self.places[self.place(op, a, b)];
        ((known, x, y) == (op, a, b)).then_some(result)
    }
    #[inline]
    fn set(&mut self, op: Op, a: Guard, b: Guard, result: Guard) {
        let place = self.place(op, a, b);
        self.places[place] = (op, a, b, result);
    }
}

/// What a look at two functions gives.
enum Step {
    /// The result.
    Done(Guard),
    /// The negation of this pair's result.
    Negated(Guard, Guard),
    /// This pair's result.
    Same(Guard, Guard),
    /// A test of this variable between two pairs' results.
    Both(u32, (Guard, Guard), (Guard, Guard)),
}

/// What is left to do, the last first.
#[derive(Clone, Copy, Debug)]
enum Task {
    Visit(Guard, Guard),
    /// Negates the last result.
    Negate,
    /// Remembers the last result for a pair.
    Keep(Guard, Guard),
    /// Makes a node of the last two results, and remembers it for a pair.
    Build(u32, Guard, Guard),
}

impl Bdd {
    /// Returns the conjunction, or none after too many steps.
    pub(crate) fn and(&mut self, a: Guard, b: Guard, steps: &mut usize) -> Option<Guard> {
        self.apply(Op::And, a, b, steps)
    }
    /// Returns the function that holds where just one of the two does, or none after too many steps.
    pub(crate) fn xor(&mut self, a: Guard, b: Guard, steps: &mut usize) -> Option<Guard> {
        let negated = a.is_negated() != b.is_negated();
        let regular = [a, b].map(|guard| guard.negate_if(guard.is_negated()));
        Some(self.apply(Op::Xor, regular[0], regular[1], steps)?.negate_if(negated))
    }
    /// Returns the function that is at each point what `a` is at the nearest point in `care`, or none after too many steps. It commutes
    /// with negation and conjunction. `care` can hold.
    pub(crate) fn constrain(&mut self, a: Guard, care: Guard, steps: &mut usize) -> Option<Guard> {
        self.apply(Op::Constrain, a, care, steps)
    }
    /// Returns a function that is `a` where `care` holds and tests no variable that `a` does not, or none after too many steps. `care` can
    /// hold.
    pub(crate) fn restrict(&mut self, a: Guard, care: Guard, steps: &mut usize) -> Option<Guard> {
        self.apply(Op::Restrict, a, care, steps)
    }

    fn apply(&mut self, op: Op, a: Guard, b: Guard, steps: &mut usize) -> Option<Guard> {
        if op == Op::And
            && let Some(result) = trivial_and(a, b)
        {
            return Some(result);
        }
        self.memo.results.fit(self.len());
        let (mut tasks, mut results) = (core::mem::take(&mut self.memo.tasks), core::mem::take(&mut self.memo.done));
        tasks.clear();
        results.clear();
        tasks.push(Task::Visit(a, b));
        let finished = self.work(op, steps, &mut tasks, &mut results);
        let result = finished.and_then(|()| results.pop());
        (self.memo.tasks, self.memo.done) = (tasks, results);
        result
    }

    /// Does all tasks; none if no step is left.
    fn work(&mut self, op: Op, steps: &mut usize, tasks: &mut Vec<Task>, results: &mut Vec<Guard>) -> Option<()> {
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(a, b) => self.visit(op, (a, b), steps, tasks, results)?,
                Task::Negate => {
                    let result = !last(results);
                    results.push(result);
                }
                Task::Keep(a, b) => {
                    let &result = results.last().expect("a pair was visited before it is kept");
                    self.memo.results.set(op, a, b, result);
                }
                Task::Build(level, a, b) => {
                    let (high, low) = (last(results), last(results));
                    let result = self.node(level, low, high);
                    self.memo.results.set(op, a, b, result);
                    results.push(result);
                }
            }
        }
        Some(())
    }

    /// Looks at a pair; none if no step is left.
    fn visit(
        &mut self,
        op: Op,
        (a, b): (Guard, Guard),
        steps: &mut usize,
        tasks: &mut Vec<Task>,
        results: &mut Vec<Guard>,
    ) -> Option<()> {
        let (a, b) = if matches!(op, Op::And | Op::Xor) && b < a { (b, a) } else { (a, b) };
        if let Some(known) = self.memo.results.get(op, a, b) {
            results.push(known);
            return Some(());
        }
        match self.step(op, a, b, steps)? {
            Step::Done(result) => results.push(result),
            Step::Negated(a, b) => tasks.extend([Task::Negate, Task::Visit(a, b)]),
            Step::Same(c, d) => {
                self.take_step(steps)?;
                tasks.extend([Task::Keep(a, b), Task::Visit(c, d)]);
            }
            Step::Both(level, low, high) => {
                self.take_step(steps)?;
                let visits = [Task::Visit(high.0, high.1), Task::Visit(low.0, low.1)];
                tasks.push(Task::Build(level, a, b));
                tasks.extend(visits);
            }
        }
        Some(())
    }

    fn step(&mut self, op: Op, a: Guard, b: Guard, steps: &mut usize) -> Option<Step> {
        match op {
            Op::And => Some(self.step_and(a, b)),
            Op::Xor => Some(self.step_xor(a, b)),
            Op::Constrain | Op::Restrict => self.step_care(op, a, b, steps),
        }
    }

    fn step_and(&self, a: Guard, b: Guard) -> Step {
        if let Some(result) = trivial_and(a, b) {
            return Step::Done(result);
        }
        let level = self.level(a).min(self.level(b));
        let ((a0, a1), (b0, b1)) = (self.cofactors(a, level), self.cofactors(b, level));
        Step::Both(level, (a0, b0), (a1, b1))
    }

    /// Negations are moved out of the operands, so that one result serves four pairs.
    fn step_xor(&self, a: Guard, b: Guard) -> Step {
        if a.is_negated() != b.is_negated() {
            return Step::Negated(a.negate_if(a.is_negated()), b.negate_if(b.is_negated()));
        }
        if a.is_negated() {
            return Step::Same(!a, !b);
        }
        if a == b || a.is_true() || b.is_true() {
            // The constant that is not negated is true.
            return Step::Done(if a == b {
                Guard::FALSE
            } else if a.is_true() {
                !b
            } else {
                !a
            });
        }
        let level = self.level(a).min(self.level(b));
        let ((a0, a1), (b0, b1)) = (self.cofactors(a, level), self.cofactors(b, level));
        Step::Both(level, (a0, b0), (a1, b1))
    }

    fn step_care(&mut self, op: Op, a: Guard, care: Guard, steps: &mut usize) -> Option<Step> {
        if a.is_const() || care.is_const() {
            return Some(Step::Done(a));
        }
        if a == care || a == !care {
            return Some(Step::Done(Guard::FALSE.negate_if(a == care)));
        }
        if a.is_negated() {
            return Some(Step::Negated(!a, care));
        }
        let level = self.level(a).min(self.level(care));
        let ((a0, a1), (care0, care1)) = (self.cofactors(a, level), self.cofactors(care, level));
        Some(match (care0.is_false(), care1.is_false()) {
            (true, _) => Step::Same(a1, care1),
            (_, true) => Step::Same(a0, care0),
            // The variable is not one of `a`: what is cared for is so with either value of it.
            _ if op == Op::Restrict && a0 == a1 => Step::Same(a, !self.and(!care0, !care1, steps)?),
            _ => Step::Both(level, (a0, care0), (a1, care1)),
        })
    }

    /// Whether the two never both hold; none after too many steps. Makes no nodes.
    pub(crate) fn is_exclusive(&mut self, a: Guard, b: Guard, mut steps: usize) -> Option<bool> {
        if self.memo.exclusive.len() > MAX_KNOWN {
            self.memo.exclusive = FxHashSet::default();
        }
        let mut seen = FxHashSet::default();
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let pair = (a.min(b), a.max(b));
            match trivial_and(pair.0, pair.1) {
                Some(Guard::FALSE) => continue,
                Some(_) => return Some(false),
                None if self.memo.exclusive.contains(&pair) || !seen.insert(pair) => continue,
                None => self.take_step(&mut steps)?,
            }
            let level = self.level(a).min(self.level(b));
            let ((a0, a1), (b0, b1)) = (self.cofactors(a, level), self.cofactors(b, level));
            open.extend([(a1, b1), (a0, b0)]);
        }
        self.memo.exclusive.extend(seen);
        Some(true)
    }
}

/// The conjunction, where no variable needs to be looked at.
#[inline]
fn trivial_and(a: Guard, b: Guard) -> Option<Guard> {
    if a.is_false() || b.is_false() || a == !b {
        return Some(Guard::FALSE);
    }
    if a.is_true() || a == b {
        return Some(b);
    }
    b.is_true().then_some(a)
}

fn last(results: &mut Vec<Guard>) -> Guard {
    results.pop().expect("each visit leaves one result")
}
