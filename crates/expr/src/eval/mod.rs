//! The evaluator: the value of any term under a model, quantifiers included.
//!
//! It walks terms with a stack of its own and remembers the value of each node for the length of a run, so a run costs
//! the nodes of the DAG it needs: an `ite` needs one side, a conjunction stops at its first false half, a read stops at
//! the first store that hits. Repeated runs allocate nothing. A quantifier is evaluated for i = 1, 2, ... up to its k
//! and stops at the first false instance; what does not depend on i is evaluated once. Since k may be huge in a hostile
//! query, a run has a limit on the nodes it evaluates and says so when it is reached.

mod memo;
mod words;

use core::fmt;

use crate::array::{ArrayId, ArrayKind};
use crate::fold;
use crate::model::Model;
use crate::node::{ExprId, Flags, Node, Op};
use crate::pool::{ExprPool, Stored};
use crate::value::Value;
use memo::Memo;
use words::Pause;

/// How many nodes a run evaluates at most, unless told otherwise: some seconds of work.
pub const DEFAULT_STEPS: u32 = 1 << 26;

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// The run reached its limit of evaluated nodes.
    Limit {
        /// The limit.
        steps: u32,
    },
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EvalError::Limit { steps } = self;
        write!(f, "evaluation stopped after {steps} nodes")
    }
}

impl core::error::Error for EvalError {}

/// Evaluates terms of one pool. Keep it: its tables are reused from run to run.
#[derive(Clone, Debug)]
pub struct Evaluator {
    memo: Memo,
    stack: Vec<ExprId>,
    steps: u32,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator {
    /// An evaluator with the default limit.
    pub fn new() -> Self {
        Self::with_limit(DEFAULT_STEPS)
    }
    /// An evaluator whose runs evaluate at most `steps` nodes.
    pub fn with_limit(steps: u32) -> Self {
        Evaluator { memo: Memo::new(), stack: Vec::new(), steps: steps.min(u32::MAX / 2) }
    }
    /// Begins a run: terms evaluated in it share what is known of common parts.
    pub fn under<'a>(&'a mut self, pool: &'a ExprPool, model: &'a Model) -> Evaluation<'a> {
        self.memo.begin_run();
        let steps_left = self.steps;
        Evaluation { evaluator: self, pool, model, bound: Value::zero(1), steps_left }
    }
    /// The value of one term.
    pub fn evaluate(&mut self, pool: &ExprPool, model: &Model, e: ExprId) -> Result<Value, EvalError> {
        self.under(pool, model).value(e)
    }
}

/// A run of the evaluator under one model.
#[derive(Debug)]
pub struct Evaluation<'a> {
    evaluator: &'a mut Evaluator,
    pool: &'a ExprPool,
    model: &'a Model,
    /// The value of the bound variable.
    bound: Value,
    steps_left: u32,
}

/// What looking at a node gave.
enum Step {
    /// Its word: the value, of at most 64 bits.
    Word(u64),
    /// Its value is in the memo.
    Stored,
    /// This child must be evaluated first.
    Need(ExprId),
}

/// The word of a child, or a return to evaluate it first.
macro_rules! need {
    ($self:ident, $child:expr) => {
        match $self.known($child) {
            Some(word) => word,
            None => return Ok(Step::Need($child)),
        }
    };
}

impl Evaluation<'_> {
    /// The value of `e`.
    pub fn value(&mut self, e: ExprId) -> Result<Value, EvalError> {
        let word = self.run(e)?;
        Ok(self.evaluator.memo.value(word, self.pool.width(e)))
    }
    /// The value of a term of at most 64 bits.
    pub fn word(&mut self, e: ExprId) -> Result<u64, EvalError> {
        assert!(self.pool.width(e) <= 64, "a word has at most 64 bits");
        self.run(e)
    }
    /// Whether a term of width 1 is true.
    pub fn truth(&mut self, e: ExprId) -> Result<bool, EvalError> {
        assert_eq!(self.pool.width(e), 1, "a truth value has width 1");
        Ok(self.run(e)? == 1)
    }
    /// Whether all terms are true; stops at the first that is not.
    pub fn all(&mut self, terms: impl IntoIterator<Item = ExprId>) -> Result<bool, EvalError> {
        terms.into_iter().try_fold(true, |all, term| Ok(all && self.truth(term)?))
    }
    /// Sets the bound variable, for terms taken out of a quantifier. It is 0 at the start of a run.
    pub fn set_bound(&mut self, value: Value) {
        self.bound = value;
        self.evaluator.memo.change_bound();
    }
    /// The first i from `from` up to its k for which the body of `forall` is false. Leaves the bound variable changed.
    pub fn violation(&mut self, forall: ExprId, from: u64) -> Result<Option<u64>, EvalError> {
        let Node::Forall(k, body) = self.pool.node(forall) else { panic!("{forall} is not a quantifier") };
        let width = self.pool.width(k);
        let last = self.value(k)?.to_u64().unwrap_or(u64::MAX);
        let last = if self.pool.has_bound(body) { last } else { last.min(from) };
        let mut i = from.max(1);
        while i <= last {
            self.set_bound(Value::new(width, i));
            if self.run(body)? == 0 {
                return Ok(Some(i));
            }
            let Some(next) = i.checked_add(1) else { break };
            self.spend()?;
            i = next;
        }
        Ok(None)
    }

    /// Evaluates `root` and gives its word.
    fn run(&mut self, root: ExprId) -> Result<u64, EvalError> {
        self.evaluator.memo.reach(root);
        if let Some(word) = self.evaluator.memo.get(root) {
            return Ok(word);
        }
        let floor = self.evaluator.stack.len();
        let result = self.descend(root, floor);
        self.evaluator.stack.truncate(floor);
        result?;
        Ok(self.evaluator.memo.get(root).expect("the root was evaluated"))
    }
    /// Evaluates `e` and then what waits for it on the stack above `floor`.
    fn descend(&mut self, mut e: ExprId, floor: usize) -> Result<(), EvalError> {
        loop {
            let Evaluator { memo, stack, steps } = &mut *self.evaluator;
            match words::run(self.pool, self.model, memo, stack, floor, &mut self.steps_left, e) {
                Pause::Finished => return Ok(()),
                Pause::OutOfSteps => return Err(EvalError::Limit { steps: *steps }),
                Pause::Other(other) => e = other,
            }
            match self.step(e)? {
                Step::Word(word) => self.evaluator.memo.set(e, word, self.pool.has_bound(e)),
                Step::Stored => {}
                Step::Need(child) => {
                    self.evaluator.stack.push(e);
                    e = child;
                    continue;
                }
            }
            if self.evaluator.stack.len() == floor {
                return Ok(());
            }
            self.spend()?;
            e = self.evaluator.stack.pop().expect("above the floor");
        }
    }
    #[inline(always)]
    fn spend(&mut self) -> Result<(), EvalError> {
        let limit = EvalError::Limit { steps: self.evaluator.steps };
        self.steps_left = self.steps_left.checked_sub(1).ok_or(limit)?;
        Ok(())
    }
    #[inline]
    fn known(&self, child: ExprId) -> Option<u64> {
        words::known(self.pool, self.model, &self.evaluator.memo, child).ok()
    }
    /// Evaluates a node that the inner loop leaves alone, or tells what it needs.
    fn step(&mut self, e: ExprId) -> Result<Step, EvalError> {
        let node = self.pool.stored(e);
        match node.op {
            Op::Const | Op::Symbol | Op::Bound => Ok(self.leaf(e, node)),
            Op::Base | Op::Store => unreachable!("update lists are walked by their reads"),
            Op::Ite => self.wide_ite(e, node),
            Op::Read => self.read(e, node),
            Op::Forall => self.forall(e),
            _ => self.wide_operator(e, node),
        }
    }
    fn leaf(&mut self, e: ExprId, node: &Stored) -> Step {
        let width = node.width.into();
        if width <= 64 {
            return Step::Word(match node.op {
                Op::Symbol => self.model.word(node.symbol()),
                Op::Bound => self.bound.limbs()[0],
                _ => node.constant_word(),
            });
        }
        let value = match node.op {
            Op::Symbol => self.model.value(node.symbol(), width),
            Op::Bound => Value::from_limbs(width, self.bound.limbs()),
            _ => self.pool.as_const(e).expect("a constant"),
        };
        self.evaluator.memo.set_value(e, &value, node.flags.has(Flags::BOUND));
        Step::Stored
    }
    fn wide_ite(&mut self, e: ExprId, node: &Stored) -> Result<Step, EvalError> {
        let side = if need!(self, node.arg(0)) == 1 { 1 } else { 2 };
        let value = self.evaluator.memo.value(need!(self, node.arg(side)), node.width.into());
        self.evaluator.memo.set_value(e, &value, node.flags.has(Flags::BOUND));
        Ok(Step::Stored)
    }
    /// An operator with an operand or a result above 64 bits.
    fn wide_operator(&mut self, e: ExprId, node: &Stored) -> Result<Step, EvalError> {
        let mut words = [0; 2];
        for (word, child) in words.iter_mut().zip(node.key().children()) {
            *word = need!(self, child);
        }
        let memo = &self.evaluator.memo;
        let value = fold::value_of(&node.key(), |at| memo.value(words[at], self.pool.width(node.arg(at))));
        self.evaluator.memo.set_value(e, &value, node.flags.has(Flags::BOUND));
        Ok(Step::Stored)
    }
    /// Walks the update list from the last store on, resuming where something had to be evaluated first.
    fn read(&mut self, e: ExprId, node: &Stored) -> Result<Step, EvalError> {
        let index = need!(self, node.arg(1));
        let mut update = self.evaluator.memo.progress(e).unwrap_or(node.arg(0));
        loop {
            match self.pool.node(update) {
                Node::Store(older, at, value) => {
                    let here = self.known(at);
                    if here.is_some_and(|here| here != index) {
                        self.spend()?;
                        update = older.node();
                        continue;
                    }
                    let needed = if here.is_none() { at } else { value };
                    let Some(word) = self.known(needed) else {
                        self.evaluator.memo.set_progress(e, update);
                        return Ok(Step::Need(needed));
                    };
                    return Ok(Step::Word(word));
                }
                Node::Base(array) => return Ok(Step::Word(self.element(array, index))),
                _ => unreachable!("an update list is made of stores over a base"),
            }
        }
    }
    fn element(&self, array: ArrayId, index: u64) -> u64 {
        match &self.pool.array_data(array).kind {
            ArrayKind::Constant(table) => table.get(index),
            ArrayKind::Symbolic { .. } => self.model.cell(array, index),
        }
    }
    /// The body holds no quantifier, so the nested run is the only one: the host's stack stays flat.
    fn forall(&mut self, e: ExprId) -> Result<Step, EvalError> {
        let outer = core::mem::replace(&mut self.bound, Value::zero(1));
        let violation = self.violation(e, 1);
        self.set_bound(outer);
        Ok(Step::Word(u64::from(violation?.is_none())))
    }
}
