//! What the machine around the program offers: functions that no file defines, by name.
//!
//! The executor knows only this interface; `env` fills it.

use std::rc::Rc;

use braid_code::Scalar;
use braid_expr::ExprPool;
use braid_state::{State, Value, algebra};
use smallvec::SmallVec;

use crate::executor::Executor;
use crate::stop::Stop;

/// The machine around the program.
pub trait Machine {
    /// The function of this name, if the machine has it.
    fn find(&self, name: &str) -> Option<Builtin>;
    /// What carries out functions that nobody defines, if it can.
    fn external(&self) -> Option<Rc<dyn External>> {
        None
    }
}

/// Carries out functions that nobody defines.
pub trait External {
    /// Carries out a call: as a [`Builtin`] of its name would.
    fn call(&self, exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop>;
}

/// A function of the machine. It looks before it changes anything: if it needs cases told apart, it is called again.
pub type Builtin = fn(&mut Executor, &mut State, &Invocation<'_>) -> Result<Returned, Stop>;

/// A call of a function of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    /// The name it was called by.
    pub name: &'a str,
    /// The parts of all arguments, in order.
    pub args: &'a [(Value, Scalar)],
    /// What the caller takes as result.
    pub result: &'a [Scalar],
}

/// What a function of the machine did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Returned {
    /// It is done and gives these parts; those that the caller does not take are dropped.
    Values(SmallVec<[Value; 2]>),
    /// It has set up where control goes on by itself.
    Elsewhere,
    /// It has changed nothing: the function's own body is to be carried out.
    Body,
}

impl Returned {
    /// Done, with nothing to give.
    pub fn nothing() -> Returned {
        Returned::Values(SmallVec::new())
    }
    /// Done, with one value.
    pub fn value(value: Value) -> Returned {
        Returned::Values(SmallVec::from_slice(&[value]))
    }
    /// Done, with a known number.
    pub fn word(word: u64) -> Returned {
        Returned::value(Value::Word(word))
    }
}

impl Invocation<'_> {
    /// Argument `at`; zero if the caller gave fewer.
    pub fn arg(&self, at: usize) -> Value {
        self.args.get(at).map_or(Value::Word(0), |&(value, _)| value)
    }
    /// The width of argument `at` in bits.
    pub fn bits(&self, at: usize) -> u32 {
        self.args.get(at).map_or(64, |(_, scalar)| scalar.bits())
    }
    /// Argument `at`, a size or number that has as many bits as a pointer, in 64 bits.
    pub fn size(&self, pool: &mut ExprPool, at: usize) -> Value {
        algebra::resize(pool, self.bits(at), 64, self.arg(at))
    }
    /// Done, with a size of 64 bits, in the bits that the caller takes.
    pub fn gives_size(&self, pool: &mut ExprPool, size: Value) -> Returned {
        let bits = self.result.first().map_or(64, |scalar| scalar.bits());
        Returned::value(algebra::resize(pool, 64, bits, size))
    }
}
