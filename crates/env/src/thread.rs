//! Threads: thread-local variables, kept aside while another thread runs, which finds them as they are at its beginning; and the frames of threads that
//! wait, which leave the stack until their thread goes on. Who runs when is decided in the runtime (`runtime/src/spawn.c`).

use braid_exec::{Executor, Invocation, Returned, Stop};
use braid_ir::GlobalId;
use braid_ir::module::ThreadLocal;
use braid_state::memory::{Contents, Object};
use braid_state::{State, Value};

use crate::Row;
use crate::arguments::{origin, place};

pub(crate) const ROWS: &[Row] = &[
    ("__braid_thread_enter", enter),
    ("__braid_thread_leave", leave),
    ("__braid_thread_begin", begin),
    ("__braid_thread_end", end),
    ("__braid_thread_park", park),
    ("__braid_thread_resume", resume),
];

type Result<T = Returned> = core::result::Result<T, Stop>;

/// The number of what is kept of the first thread.
const FIRST: u32 = 1 << 27;

/// The variables of which each thread has its own, with their addresses.
fn variables(exec: &Executor) -> Vec<(GlobalId, u64)> {
    let program = &exec.program;
    let own = program.module.globals.iter().filter(|(_, global)| global.symbol.thread_local != ThreadLocal::No);
    own.map(|(id, _)| (id, program.address_of_variable(id))).filter(|&(_, base)| base != 0).collect()
}

/// `void *__braid_thread_enter(unsigned number)`
fn enter(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let number = FIRST + exec.one_value(state, call.arg(0))? as u32;
    let variables = variables(exec);
    let size_of = |state: &State, base| state.memory.find(base).map_or(0, |object| object.capacity());
    let size: u64 = variables.iter().map(|&(_, base)| size_of(state, base)).sum();
    if size == 0 {
        return Ok(Returned::word(0));
    }
    let (mut kept, mut at) = (Contents::unwritten(size), 0);
    for &(variable, base) in &variables {
        let Some(object) = state.memory.find(base) else { continue };
        kept.copy_from(&object.contents, 0, at, object.capacity());
        at += object.capacity();
        if let Some(fresh) = exec.fresh_variable(variable).map_err(Stop::unsupported)? {
            state.memory.find_mut(base).expect("it was just found").contents = fresh.contents;
        }
    }
    let base = place(exec, number, size).map_err(Stop::unsupported)?;
    let object = Object::new(base, Value::Word(size), size, origin(number, "variables of a thread"));
    state.memory.insert(object.with_contents(kept));
    Ok(Returned::word(base))
}

/// `void __braid_thread_leave(void *kept)`
fn leave(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let base = exec.one_value(state, call.arg(0))?;
    let Some(kept) = state.memory.find(base).filter(|_| base != 0).map(|object| object.contents.clone()) else {
        return Ok(Returned::nothing());
    };
    let mut at = 0;
    for (_, variable) in variables(exec) {
        let Some(object) = state.memory.find_mut(variable) else { continue };
        let size = object.capacity();
        object.contents.copy_from(&kept, at, 0, size);
        at += size;
    }
    state.memory.remove(base);
    Ok(Returned::nothing())
}

/// `void __braid_thread_begin(void)`
fn begin(_: &mut Executor, state: &mut State, _: &Invocation<'_>) -> Result {
    let depth = state.stack.depth();
    state.threads.begin(depth);
    Ok(Returned::nothing())
}

/// `void __braid_thread_end(void)`
fn end(_: &mut Executor, state: &mut State, _: &Invocation<'_>) -> Result {
    state.threads.end();
    Ok(Returned::nothing())
}

/// `void __braid_thread_park(unsigned number)`
fn park(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let number = exec.one_value(state, call.arg(0))? as u32;
    let floor = state.threads.floor();
    if floor == 0 || floor >= state.stack.depth() {
        return Err(Stop::unsupported("a thread waits that nobody has begun"));
    }
    let frames = exec.suspend_frames(state, floor);
    state.threads.park(number, frames);
    Ok(Returned::Elsewhere)
}

/// `void __braid_thread_resume(unsigned number)`
fn resume(exec: &mut Executor, state: &mut State, call: &Invocation<'_>) -> Result {
    let number = exec.one_value(state, call.arg(0))? as u32;
    let Some(frames) = state.threads.take(number) else {
        return Err(Stop::unsupported("a thread goes on that does not wait"));
    };
    exec.resume_frames(state, &frames);
    Ok(Returned::Elsewhere)
}
