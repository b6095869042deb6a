//! The evaluator: the value of any term under a model, quantifiers included.
//!
//! It walks terms with a stack of its own and remembers the value of each node for the length of a run, so a run costs
//! the nodes of the DAG it needs: an `ite` needs one side, a conjunction stops at its first false half, a read stops at
//! the first store that hits. Repeated runs allocate nothing. A quantifier is evaluated for i = 1, 2, ... up to its k
//! and stops at the first false instance; what does not depend on i is evaluated once. Since k may be huge in a hostile
//! query, a run has a limit on the nodes it evaluates and says so when it is reached.

mod digest;
pub(crate) mod lanes;
mod memo;
mod words;

use core::fmt;

use braid_entity::Entity;

use crate::fold;
use crate::model::Model;
use crate::node::{ExprId, Flags, Node, Op, UpdateId};
use crate::pool::{ExprPool, Stored};
use crate::value::Value;
use digest::{Block, Digests, FAN};
use memo::Memo;
use words::Pause;

/// How many nodes a run evaluates at most, unless told otherwise: some seconds of work.
pub const DEFAULT_STEPS: u32 = 1 << 26;

/// Nodes that are evaluated between two questions whether the run may go on.
const CHUNK: u32 = 1 << 12;
/// Units of work that a run counts for at least.
const UNITS_OF_A_RUN: u32 = 4;

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// The run reached its limit of evaluated nodes.
    Limit {
        /// The limit.
        steps: u32,
    },
    /// The user, or the time limit of the run, ended it.
    Interrupted,
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::Limit { steps } => write!(f, "evaluation stopped after {steps} nodes"),
            EvalError::Interrupted => f.write_str("evaluation was interrupted"),
        }
    }
}

impl core::error::Error for EvalError {}

/// Evaluates terms of one pool. Keep it: its tables are reused from run to run.
#[derive(Clone, Debug)]
pub struct Evaluator {
    memo: Memo,
    digests: Digests,
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
        Evaluator { memo: Memo::new(), digests: Digests::default(), stack: Vec::new(), steps: steps.min(u32::MAX / 2) }
    }
    /// Begins a run: terms evaluated in it share what is known of common parts.
    pub fn under<'a>(&'a mut self, pool: &'a ExprPool, model: &'a Model) -> Evaluation<'a> {
        self.memo.begin_run();
        self.digests.clear();
        // A short run asks nobody whether it may go on, but is counted.
        pool.interrupt().spend(UNITS_OF_A_RUN);
        let steps_left = self.steps.min(CHUNK);
        let steps_after = self.steps - steps_left;
        Evaluation { evaluator: self, pool, model, bound: Value::zero(1), steps_left, steps_after }
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
    /// Nodes that may be evaluated before somebody is asked whether to go on.
    steps_left: u32,
    /// Nodes that may be evaluated after that.
    steps_after: u32,
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

/// What a place in an update list says of an index.
enum Hit {
    /// The element is this value.
    Value(ExprId),
    /// The element is this word, from the base array.
    Element(u64),
    /// Nothing; the list goes on here.
    Below(ExprId),
    /// The index of a store must be evaluated first.
    Unknown(ExprId),
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
            let Evaluator { memo, stack, .. } = &mut *self.evaluator;
            match words::run(self.pool, self.model, memo, stack, floor, &mut self.steps_left, e) {
                Pause::Finished => return Ok(()),
                Pause::OutOfSteps => {
                    self.spend()?;
                    e = self.evaluator.stack.pop().expect("above the floor");
                    continue;
                }
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
        if self.steps_left == 0 {
            self.next_chunk()?;
        }
        self.steps_left -= 1;
        Ok(())
    }
    /// Asks whether the run may go on, and for how many nodes.
    #[cold]
    fn next_chunk(&mut self) -> Result<(), EvalError> {
        if self.pool.interrupt().spend(CHUNK) {
            return Err(EvalError::Interrupted);
        }
        if self.steps_after == 0 {
            return Err(EvalError::Limit { steps: self.evaluator.steps });
        }
        self.steps_left = self.steps_after.min(CHUNK);
        self.steps_after -= self.steps_left;
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
    /// Walks the update list from the last store on, by blocks where it is long, resuming where something had to be
    /// evaluated first.
    fn read(&mut self, e: ExprId, node: &Stored) -> Result<Step, EvalError> {
        let index = need!(self, node.arg(1));
        let mut update = self.evaluator.memo.progress(e).unwrap_or(node.arg(0));
        let long = self.pool.update_count(UpdateId::from_u32(update.as_u32())) >= FAN;
        let by_blocks = long && !self.pool.has_bound(update);
        loop {
            self.spend()?;
            let block = if by_blocks { self.block_at(update, index)? } else { None };
            let needed = match block.unwrap_or_else(|| self.store_at(update, index)) {
                Hit::Below(older) => {
                    update = older;
                    continue;
                }
                Hit::Element(word) => return Ok(Step::Word(word)),
                Hit::Unknown(at) => at,
                Hit::Value(value) => match self.known(value) {
                    Some(word) => return Ok(Step::Word(word)),
                    None => value,
                },
            };
            self.evaluator.memo.set_progress(e, update);
            return Ok(Step::Need(needed));
        }
    }
    /// Looks at one store, or into the base array.
    fn store_at(&self, update: ExprId, index: u64) -> Hit {
        match self.pool.node(update) {
            Node::Store(older, at, value) => match self.known(at) {
                Some(here) if here == index => Hit::Value(value),
                Some(_) => Hit::Below(older.node()),
                None => Hit::Unknown(at),
            },
            Node::Base(array) => Hit::Element(words::element(self.pool, self.model, array, index)),
            _ => unreachable!("an update list is made of stores over a base"),
        }
    }
    /// Looks into the largest block that ends at `update`, if one does. Makes it first if need be.
    fn block_at(&mut self, update: ExprId, index: u64) -> Result<Option<Hit>, EvalError> {
        let power = digest::power(self.pool.update_count(UpdateId::from_u32(update.as_u32())));
        if power == 0 {
            return Ok(None);
        }
        if let Some(unknown) = self.make_block(update, power)? {
            return Ok(Some(Hit::Unknown(unknown)));
        }
        let block = self.evaluator.digests.get(update, power).expect("it was made");
        Ok(Some(block.find(index).map_or_else(Hit::Below, Hit::Value)))
    }
    /// Makes the block of this size that ends at `end`, and smaller ones for it. Gives an index that must be evaluated
    /// first, if there is one. The depth of the recursion is the power, of which a list has at most five.
    fn make_block(&mut self, end: ExprId, power: u32) -> Result<Option<ExprId>, EvalError> {
        if self.evaluator.digests.get(end, power).is_some() {
            return Ok(None);
        }
        let (mut block, mut update) = (Block::default(), end);
        for _ in 0..FAN {
            self.spend()?;
            if power > 1 {
                if let Some(unknown) = self.make_block(update, power - 1)? {
                    return Ok(Some(unknown));
                }
                let part = self.evaluator.digests.get(update, power - 1).expect("it was made");
                block.append(part);
                update = part.below();
                continue;
            }
            let Node::Store(older, at, value) = self.pool.node(update) else { unreachable!("the list is long enough") };
            let Some(here) = self.known(at) else { return Ok(Some(at)) };
            block.add(here, value);
            update = older.node();
            block.end(update);
        }
        self.evaluator.digests.insert(end, power, block);
        Ok(None)
    }
    /// The body holds no quantifier, so the nested run is the only one: the host's stack stays flat.
    fn forall(&mut self, e: ExprId) -> Result<Step, EvalError> {
        let outer = core::mem::replace(&mut self.bound, Value::zero(1));
        let violation = self.violation(e, 1);
        self.set_bound(outer);
        Ok(Step::Word(u64::from(violation?.is_none())))
    }
}
