//! Blocks of memory: what the engine does better than a loop.

use braid_exec::{Executor, Invocation, Returned, Stop};
use braid_state::{State, algebra};

use crate::Row;

pub(crate) const ROWS: &[Row] = &[
    ("memcpy", copy),
    ("memmove", copy),
    ("memset", fill),
    ("__memcpy_chk", copy),
    ("__memmove_chk", copy),
    ("__memset_chk", fill),
];

/// `void *memmove(void *to, const void *from, size_t n)`; copies that overlap are right also where C forbids them.
fn copy(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let size = call.size(&mut exec.pool, 2);
    exec.copy_memory(state, call.arg(0), call.arg(1), size)?;
    Ok(Returned::value(call.arg(0)))
}

/// `void *memset(void *to, int byte, size_t n)`
fn fill(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result<Returned, Stop> {
    let byte = algebra::trunc(&mut exec.pool, call.bits(1), 8, call.arg(1));
    let size = call.size(&mut exec.pool, 2);
    exec.fill_memory(state, call.arg(0), byte, size)?;
    Ok(Returned::value(call.arg(0)))
}
