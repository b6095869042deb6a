//! Floating point.

use braid_ir::inst::RmwOp;
use braid_state::{State, Value};

use crate::code::{FloatOp, Scalar};
use crate::executor::Executor;
use crate::stop::Stop;

impl Executor {
    /// Floating-point work.
    pub(crate) fn float(&mut self, _state: &mut State, op: &FloatOp, _a: Value, _b: Value) -> Result<Value, Stop> {
        Err(Stop::unsupported(format!("{op:?}")))
    }
    /// What an atomic operation stores.
    pub(crate) fn combine(
        &mut self,
        _s: &mut State,
        op: RmwOp,
        _sc: Scalar,
        _old: Value,
        _v: Value,
    ) -> Result<Value, Stop> {
        Err(Stop::unsupported(format!("{op:?}")))
    }
    /// The next variable argument.
    pub(crate) fn va_arg(&mut self, _s: &mut State, _list: Value, _sc: Scalar) -> Result<Value, Stop> {
        Err(Stop::unsupported("va_arg"))
    }
}
