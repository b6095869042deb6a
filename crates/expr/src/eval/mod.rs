//! The evaluator: the value of any term under a model, quantifiers included.
//!
//! It walks terms with a stack of its own and remembers the value of each node for the length of a run, so a run costs
//! the nodes of the DAG it needs: an `ite` needs one side, a conjunction stops at its first false half, a read stops at
//! the first store that hits. Repeated runs allocate nothing. A quantifier is evaluated for i = 1, 2, ... up to its k
//! and stops at the first false instance; what does not depend on i is evaluated once. Since k may be huge in a hostile
//! query, a run has a limit on the nodes it evaluates and says so when it is reached.

mod memo;

use core::fmt;

use crate::array::ArrayKind;
use crate::fold;
use crate::model::Model;
use crate::node::{ExprId, Flags, Key, Node, Op};
use crate::pool::ExprPool;
use crate::value::Value;
use memo::Memo;

/// How many visits of nodes a run makes at most, unless told otherwise: some seconds of work.
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

/// What became of a node that was looked at.
enum Step {
    /// Its value is in the memo.
    Done,
    /// This child, or more of them, were put on the stack and must be evaluated first.
    Wait,
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
        let floor = self.evaluator.stack.len();
        self.evaluator.stack.push(root);
        let result = self.drain(floor);
        if result.is_err() {
            self.evaluator.stack.truncate(floor);
        }
        result?;
        Ok(self.evaluator.memo.get(root).expect("the root was evaluated"))
    }
    fn drain(&mut self, floor: usize) -> Result<(), EvalError> {
        while self.evaluator.stack.len() > floor {
            self.spend()?;
            let e = *self.evaluator.stack.last().expect("above the floor");
            if self.evaluator.memo.get(e).is_none() && matches!(self.step(e)?, Step::Wait) {
                continue;
            }
            self.evaluator.stack.pop();
        }
        Ok(())
    }
    #[inline]
    fn spend(&mut self) -> Result<(), EvalError> {
        let limit = EvalError::Limit { steps: self.evaluator.steps };
        self.steps_left = self.steps_left.checked_sub(1).ok_or(limit)?;
        Ok(())
    }
    /// Evaluates `e`, or puts what it needs on the stack.
    #[inline]
    fn step(&mut self, e: ExprId) -> Result<Step, EvalError> {
        let (key, flags) = self.pool.key(e);
        let bound = flags.has(Flags::BOUND);
        match key.op {
            Op::Const | Op::Symbol | Op::Bound => self.leaf(e, &key, bound),
            Op::Ite => return Ok(self.ite(e, &key, bound)),
            Op::And | Op::Or if key.width == 1 => return Ok(self.connective(e, &key, bound)),
            Op::Read => return self.read(e, &key, bound),
            Op::Forall => self.forall(e)?,
            Op::Base | Op::Store => unreachable!("update lists are walked by their reads"),
            _ => return Ok(self.operator(e, &key, bound)),
        }
        Ok(Step::Done)
    }
    fn leaf(&mut self, e: ExprId, key: &Key, bound: bool) {
        let memo = &mut self.evaluator.memo;
        let width = key.width.into();
        if key.width <= 64 {
            let word = match key.node() {
                Node::Symbol(symbol) => self.model.word(symbol),
                Node::Bound => self.bound.limbs()[0],
                _ => self.pool.as_u64(e).expect("a constant"),
            };
            return memo.set(e, word, bound);
        }
        let value = match key.node() {
            Node::Symbol(symbol) => self.model.value(symbol, width),
            Node::Bound => Value::from_limbs(width, self.bound.limbs()),
            _ => self.pool.as_const(e).expect("a constant"),
        };
        memo.set_value(e, &value, bound);
    }
    /// The word of a child, or `None` after putting it on the stack.
    #[inline]
    fn need(&mut self, child: ExprId) -> Option<u64> {
        let word = self.evaluator.memo.get(child);
        if word.is_none() {
            self.evaluator.stack.push(child);
        }
        word
    }
    /// Gives `e` the value of `child`, which has the same width and is known.
    #[inline]
    fn copy(&mut self, e: ExprId, width: u32, word: u64, bound: bool) {
        if width <= 64 {
            return self.evaluator.memo.set(e, word, bound);
        }
        let value = self.evaluator.memo.value(word, width);
        self.evaluator.memo.set_value(e, &value, bound);
    }
    fn ite(&mut self, e: ExprId, key: &Key, bound: bool) -> Step {
        let Some(condition) = self.need(key.arg(0)) else { return Step::Wait };
        let side = key.arg(if condition == 1 { 1 } else { 2 });
        let Some(word) = self.need(side) else { return Step::Wait };
        self.copy(e, key.width.into(), word, bound);
        Step::Done
    }
    /// A conjunction or disjunction of booleans; the second half only if the first does not decide.
    fn connective(&mut self, e: ExprId, key: &Key, bound: bool) -> Step {
        let decides = u64::from(key.op == Op::Or);
        let Some(first) = self.need(key.arg(0)) else { return Step::Wait };
        let mut word = first;
        if first != decides {
            let Some(second) = self.need(key.arg(1)) else { return Step::Wait };
            word = second;
        }
        self.evaluator.memo.set(e, word, bound);
        Step::Done
    }
    #[inline]
    fn operator(&mut self, e: ExprId, key: &Key, bound: bool) -> Step {
        let (a, b) = (key.arg(0), key.arg(1));
        let binary = key.op.arity() == 2;
        let first = self.need(a);
        let second = if binary { self.need(b) } else { Some(0) };
        let (Some(first), Some(second)) = (first, second) else { return Step::Wait };
        let width = self.pool.width(a);
        let low_width = if key.op == Op::Concat { self.pool.width(b) } else { 0 };
        if key.width > 64 || width > 64 || low_width > 64 {
            self.wide_operator(e, key, [first, second], bound);
            return Step::Done;
        }
        let word = fold::word_of(key, width, low_width, [first, second, 0]);
        self.evaluator.memo.set(e, word, bound);
        Step::Done
    }
    fn wide_operator(&mut self, e: ExprId, key: &Key, words: [u64; 2], bound: bool) {
        let memo = &self.evaluator.memo;
        let value = |at: usize| memo.value(words[at], self.pool.width(key.arg(at)));
        let value = fold::value_of(key, value);
        self.evaluator.memo.set_value(e, &value, bound);
    }
    /// Walks the update list from the last store on, resuming where a store's index had to be evaluated first.
    fn read(&mut self, e: ExprId, key: &Key, bound: bool) -> Result<Step, EvalError> {
        let Some(index) = self.need(key.arg(1)) else { return Ok(Step::Wait) };
        let mut update = self.evaluator.memo.progress(e).unwrap_or(key.arg(0));
        loop {
            self.spend()?;
            let (stores, _) = self.pool.key(update);
            match stores.node() {
                Node::Store(older, at, value) => {
                    let Some(at) = self.need(at) else {
                        self.evaluator.memo.set_progress(e, update);
                        return Ok(Step::Wait);
                    };
                    if at != index {
                        update = older.node();
                        continue;
                    }
                    let Some(word) = self.need(value) else {
                        self.evaluator.memo.set_progress(e, update);
                        return Ok(Step::Wait);
                    };
                    self.evaluator.memo.set(e, word, bound);
                }
                Node::Base(array) => {
                    let word = match &self.pool.array_data(array).kind {
                        ArrayKind::Constant(table) => table.get(index),
                        ArrayKind::Symbolic { .. } => self.model.cell(array, index),
                    };
                    self.evaluator.memo.set(e, word, bound);
                }
                _ => unreachable!("an update list is made of stores over a base"),
            }
            return Ok(Step::Done);
        }
    }
    /// The body holds no quantifier, so the nested run is the only one: the host's stack stays flat.
    fn forall(&mut self, e: ExprId) -> Result<(), EvalError> {
        let outer = core::mem::replace(&mut self.bound, Value::zero(1));
        let violation = self.violation(e, 1);
        self.set_bound(outer);
        self.evaluator.memo.set(e, u64::from(violation?.is_none()), false);
        Ok(())
    }
}
