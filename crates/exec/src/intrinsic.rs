//! What LLVM defines: intrinsics, as rows of one table.

use braid_state::{State, Value};

use crate::code::IntrinsicCall;
use crate::executor::Executor;
use crate::stop::Stop;

/// An intrinsic: a row of the table.
pub(crate) type Intrinsic = &'static Row;

/// What carries an intrinsic out: the values of the operands in, the parts of the result out.
pub(crate) type Run = fn(&mut Executor, &mut State, &IntrinsicCall, &[Value]) -> Result<Vec<Value>, Stop>;

/// An intrinsic.
pub struct Row {
    /// Its name without `llvm.` and types.
    pub name: &'static str,
    /// Whether it works on the lanes of vectors one by one.
    pub lane_wise: bool,
    /// What carries it out.
    pub run: Run,
}

impl core::fmt::Debug for Row {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name)
    }
}

const fn row(name: &'static str, run: Run) -> Row {
    Row { name, lane_wise: false, run }
}

/// Every intrinsic that is known. A name that begins with another stands before it.
static INTRINSICS: &[Row] = &[
    row("dbg", nothing),
    row("lifetime", nothing),
    row("donothing", nothing),
    row("expect", first),
    row("memcpy", copy),
    row("memmove", copy),
    row("memset", fill),
];

/// The intrinsic of this name.
pub(crate) fn find(name: &str) -> Option<Intrinsic> {
    let name = name.strip_prefix("llvm.")?;
    let is = |row: &str| name.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    INTRINSICS.iter().find(|row| is(row.name))
}

fn nothing(_: &mut Executor, _: &mut State, _: &IntrinsicCall, _: &[Value]) -> Result<Vec<Value>, Stop> {
    Ok(Vec::new())
}

fn first(_: &mut Executor, _: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Vec<Value>, Stop> {
    Ok(args[..1].to_vec())
}

fn copy(exec: &mut Executor, state: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Vec<Value>, Stop> {
    exec.copy_memory(state, args[0], args[1], args[2]).map(|()| Vec::new())
}

fn fill(exec: &mut Executor, state: &mut State, _: &IntrinsicCall, args: &[Value]) -> Result<Vec<Value>, Stop> {
    exec.fill_memory(state, args[0], args[1], args[2]).map(|()| Vec::new())
}
