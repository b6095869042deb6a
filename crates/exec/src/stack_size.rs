//! The modelled stack: how many bytes of it are taken, and whether there is room for more.

use braid_code::frame_size::ALIGN;
use braid_expr::ExprPool;
use braid_ir::inst::{BinaryOp, IntPredicate};
use braid_state::{State, Value, algebra};

use crate::executor::Executor;
use crate::fault::{Fault, FaultKind};
use crate::stop::Stop;

/// A number of bytes as it is taken from the stack.
pub(crate) fn rounded(pool: &mut ExprPool, bytes: Value) -> Value {
    let sum = algebra::binary(pool, BinaryOp::Add, 64, bytes, Value::Word(ALIGN - 1));
    algebra::binary(pool, BinaryOp::And, 64, sum, Value::Word(!(ALIGN - 1)))
}

impl Executor {
    /// How many bytes of the stack are taken if `bytes` more are; it is a fault if there is no room for them.
    pub(crate) fn take_stack(&mut self, state: &State, bytes: Value) -> Result<Value, Stop> {
        let limit = self.options.stack_size;
        let used = algebra::binary(&mut self.pool, BinaryOp::Add, 64, state.stack.top().used, bytes);
        let fits = algebra::compare(&mut self.pool, IntPredicate::Ule, 64, used, Value::Word(limit));
        self.require(state, fits, || {
            Fault::new(FaultKind::StackOverflow, format!("the stack needs more than {limit} bytes"))
        })?;
        Ok(used)
    }
}
